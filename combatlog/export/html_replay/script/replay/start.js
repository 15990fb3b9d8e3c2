// The start of the page. It opens at the linked moment, or where the first round begins.
import { find, write } from "../stage/dom.js";
import { beginFight, events, states, takeRow } from "../stage/fight.js";
import { makeField, markToken, showField } from "../stage/field.js";
import { say, setLabels } from "../stage/labels.js";
import { readRoster } from "../stage/roster.js";
import { followRoom, showSentence } from "../stage/sentence.js";
import { makeBranches, showCompared, showCorrection, showWatched } from "./branches.js";
import { makeChart, showCursor } from "./chart.js";
import { followKeys } from "./keys.js";
import { writeLanes } from "./lanes.js";
import { followLinks, readLink } from "./link.js";
import { makeLog, revealRow, showRow, showUndoneRows } from "./log.js";
import { makeNumbers } from "./numbers.js";
import { makeRecap } from "./recap.js";
import { revealCard, showCards } from "./people.js";
import { changeStops, follow, go, move, moves, pause, playOrPause, show, showForPrint } from "./player.js";
import { beginStops, findStop, findStopOfKind, findWatched, listBranches, watchLine } from "./stops.js";
import { makeStory, revealBeat, showBeat } from "./story.js";
import { makeStrength, showStrength } from "./strength.js";
import { followTabs, openPane } from "./tabs.js";
import { followTheme } from "./theme.js";

const given = JSON.parse(find("data").textContent);
const page = { pane: "story" };

setLabels(given.labels);
beginFight(given);
for (const row of given.rows) takeRow(row);
beginStops(given.story);
write(find("title"), given.title);
const { line } = findWatched();
write(find("subtitle"), `${given.game} · ${say("count", { count: line.length })}`);
const left = events.length - 1 - line.length;
write(find("undone-count"), left ? `(${left})` : "");
find("undone-label").hidden = !left;

/** Goes to an event that the reader asked for. One that was undone is shown on its branch, else among
 * all events. */
function goTo(seq) {
  pause();
  go(seq, reach);
}

function reach(seq) {
  const branch = listBranches().find((each) => {
    watchLine(each);
    return findWatched().line.includes(seq);
  });
  watchLine(branch ?? null);
  if (!branch) includeEverything(true);
}

function includeEverything(is) {
  findWatched().everything = is;
  find("undone").checked = is;
  showUndoneRows(is);
}

/** Watches another line: `change` sets it. With `seq`, the page goes to this event. */
function watch(change, seq = 0) {
  pause();
  changeStops(() => {
    includeEverything(false);
    change();
  });
  if (seq) show(findStop(seq));
}

function opened(name) {
  page.pane = name;
  if (name === "story") revealBeat();
  if (name === "log") {
    makeLog();
    revealRow();
  }
  if (name === "numbers") writeLanes();
}

followTheme();
makeField(readRoster(states), (number) => {
  markToken(number);
  openPane("people", opened);
  revealCard(number);
});
makeStrength(given.numbers.turns, goTo);
makeChart(given.numbers.turns, goTo);
makeNumbers(given.numbers);
makeRecap(given.recap);
makeStory(given.numbers.turns, watch);
makeBranches(watch);
follow(showSentence);
follow((stop, state, before) => showField(state, before, stop));
follow(showCorrection);
follow((stop, state, before) => showCards(state, before));
follow(showBeat);
follow((stop) => showRow(stop.seq));
follow(showStrength);
follow(showCursor);
follow(showWatched);
follow(showCompared);
follow(() => {
  if (page.pane === "numbers") writeLanes();
});
for (const name of Object.keys(moves)) find(name).addEventListener("click", () => move(name));
find("play").addEventListener("click", playOrPause);
find("slider").addEventListener("input", (event) => {
  pause();
  show(Number(event.target.value));
});
find("undone").addEventListener("change", (event) => {
  pause();
  changeStops(() => {
    if (event.target.checked) watchLine(null);
    includeEverything(event.target.checked);
  });
});
find("single").addEventListener("change", (event) => {
  pause();
  changeStops(() => {
    findWatched().mode = event.target.checked ? "events" : "beats";
  });
});
find("more").addEventListener("click", () => {
  const open = find("choices").classList.toggle("open");
  find("more").setAttribute("aria-expanded", String(open));
});
matchMedia("print").addEventListener("change", ({ matches }) => {
  writeLanes();
  showForPrint(matches);
});
followTabs(opened);
followRoom();
followKeys();
openPane("story", opened);

const opening = readLink();
if (opening) goTo(opening);
else show(Math.max(0, findStopOfKind("r", -1, 1)));
followLinks(goTo);
