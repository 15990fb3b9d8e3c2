// The start of the page. It unpacks the data, and opens at the linked moment or on the opening
// sentence.
import { find, write } from "../stage/dom.js";
import { beginFight, events, states, takeRow } from "../stage/fight.js";
import { makeField, markToken } from "../stage/field.js";
import { say, setLabels } from "../stage/labels.js";
import { readRoster } from "../stage/roster.js";
import { followRoom } from "../stage/sentence.js";
import { makeBranches } from "./branches.js";
import { growChart, makeChart } from "./chart.js";
import { showSplits } from "./forks.js";
import { followKeys } from "./keys.js";
import { writeLanes } from "./lanes.js";
import { followLinks, readLink } from "./link.js";
import { showUndoneRows } from "./log.js";
import { makeNumbers } from "./numbers.js";
import { makeRecap, revealFall } from "./recap.js";
import { revealCard } from "./people.js";
import { changeStops, follow, go, pause, show, showForPrint } from "./player.js";
import { beginStops, findOpening, findStop, findWatched, tellsUndone, watchEverything } from "./stops.js";
import { makeStory, retellStory } from "./story.js";
import { makeStrength, markTurns } from "./strength.js";
import { followTabs, openPane, takeRoomBack } from "./tabs.js";
import { followTheme } from "./theme.js";
import { followWhatIfs } from "./what_ifs.js";
import { followPlayer, followStops, showPane, watchLineOf } from "./wiring.js";

/** Returns the data of the page. A browser that cannot unpack it is told so. */
async function unpack() {
  const { textContent, dataset } = find("data");
  if (!window.DecompressionStream) document.body.append(dataset.tooOld);
  const packed = Uint8Array.from(atob(textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return await new Response(stream).json();
}

const given = await unpack();
find("app").hidden = false;
const whole = [given.numbers, given.recap]; // of the fight as it stands
const page = { pane: "story", made: new Set(), tip: 0 };

/** Returns a mark with its words in whole, and the event that they name.
 * @param {[place: number, by: number, ...runs: number[]]} mark @returns {Page.Mark} */
function readMark([place, by, ...runs]) {
  const words = given.reasons[place];
  return [by ? words.replace("#", `#${by}`) : words, ...runs];
}

setLabels(given.labels);
beginFight({ ...given, marks: given.marks.map(readMark) });
for (const row of given.rows) takeRow(row);
const whatIfs = [...given.whatIfs, ...given.moreWhatIfs.map((/** @type {Page.GivenWhatIf} */ each) => ({ ...each, more: 1 })), ...given.lineWhatIfs];
for (const { rows } of whatIfs) for (const row of rows) takeRow(row, true);
beginStops(given.story, whatIfs);
write(find("title"), given.title);
const { line } = findWatched();
write(find("subtitle"), `${given.game} · ${say("count", { count: line.length })}`);
const left = given.rows.length - line.length;
write(find("undone-count"), left ? `(${left})` : "");
find("undone-label").hidden = !left;
find("undone-label").classList.toggle("single-only", !tellsUndone());

/** Goes to an event that the reader asked for. One that was undone is shown on its branch, else among
 * all events.
 * @param {number} seq */
function goTo(seq) {
  pause();
  go(seq, reach);
}

/** @param {number} seq */
function reach(seq) {
  if (watchLineOf(seq)) return;
  includeEverything(true);
  findWatched().mode = "events"; // no beat tells of it
  find("single").checked = true;
}

/** @param {boolean} is */
function includeEverything(is) {
  watchEverything(is);
  find("undone").checked = is;
  showUndoneRows(is);
}

/** Watches another line: `change` sets it. With `seq`, the page goes to this event.
 * @param {() => void} change */
function watch(change, seq = 0) {
  pause();
  changeStops(() => {
    includeEverything(false);
    change();
  });
  if (seq) show(findStop(seq));
}

/** @param {string} name */
function opened(name) {
  page.pane = name;
  makePane(name);
  showPane(name);
  if (name === "numbers") writeLanes();
  if (name === "recap") revealFall();
}

/** Makes a pane that is not seen at first, when it is opened or printed.
 * @param {string} name */
function makePane(name) {
  if (page.made.has(name)) return;
  page.made.add(name);
  const [numbers, recap] = findTold();
  if (name === "numbers") {
    makeChart(numbers.turns, goTo);
    makeNumbers(numbers, findBeside(0));
  }
  if (name === "recap") makeRecap(recap, numbers.turns, findBeside(1));
}

/** Returns the numbers and the recap of the watched line, if the page has them; else those of the fight as it stands. */
const findTold = () => given.lines[page.tip] ?? whole;

/** Returns the numbers (0) or the recap (1) of the line that the watched one left, where its own are shown.
 * @param {number} nth */
function findBeside(nth) {
  const { analysed, branch } = findWatched();
  return analysed ? (given.lines[branch?.base?.tip ?? 0] ?? whole)[nth] : null;
}

/** Lets all that is told of a whole line be of another one, when another one is watched. */
function tellWatched() {
  const before = findTold();
  page.tip = findWatched().branch?.tip ?? 0;
  const [numbers, recap] = findTold();
  if (numbers === before[0]) return;
  findWatched().analysed = numbers !== whole[0];
  for (const heading of document.querySelectorAll(".given")) write(heading, findWatched().analysed ? say("of-watched") : say("as-it-stands"));
  markTurns(numbers.turns);
  retellStory(numbers.turns, recap.fallen);
  if (page.made.has("numbers")) {
    growChart(numbers.turns);
    makeNumbers(numbers, findBeside(0));
  }
  if (page.made.has("recap")) makeRecap(recap, numbers.turns, findBeside(1));
}

followTheme();
makeField(readRoster(states), (number) => {
  markToken(number);
  openPane("people", opened);
  revealCard(number);
});
makeStrength(given.numbers.turns);
makeStory(given.numbers.turns, watch, given.recap.fallen);
followWhatIfs((change, seq) => {
  openPane("story", opened);
  watch(change, seq);
});
makeBranches(watch);
follow(tellWatched);
follow(takeRoomBack);
followStops();
follow(() => showSplits(watch));
follow(() => {
  if (page.pane === "numbers") writeLanes();
});
followPlayer();
find("undone").addEventListener("change", () => {
  pause();
  changeStops(() => includeEverything(find("undone").checked));
});
find("single").addEventListener("change", () => {
  pause();
  changeStops(() => {
    findWatched().mode = find("single").checked ? "events" : "beats";
  });
});
find("more").addEventListener("click", () => {
  const open = find("choices").classList.toggle("open");
  find("more").ariaExpanded = String(open);
});
matchMedia("print").addEventListener("change", ({ matches }) => {
  for (const name of ["numbers", "recap"]) makePane(name);
  writeLanes();
  showForPrint(matches);
});
followTabs(opened);
followRoom();
followKeys();
openPane("story", opened);

const opening = readLink();
if (opening) goTo(opening);
else show(findOpening());
followLinks(goTo);
