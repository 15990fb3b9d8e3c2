// The fight on the screen: the replay's page at the head of the log, growing frame by frame.
import { find, write } from "../stage/dom.js";
import { beginFight, clearFight, events, markEvents, states, takeRow } from "../stage/fight.js";
import { makeField, markToken, setRoster, showField } from "../stage/field.js";
import { say } from "../stage/labels.js";
import { readRoster } from "../stage/roster.js";
import { followRoom, showWhere } from "../stage/sentence.js";
import { makeBranches } from "../replay/branches.js";
import { growChart, makeChart } from "../replay/chart.js";
import { writeLanes } from "../replay/lanes.js";
import { makeLog } from "../replay/log.js";
import { revealCard, showCards } from "../replay/people.js";
import { makeNumbers } from "../replay/numbers.js";
import { changeStops, follow, go, isAtEnd, pause, present, show } from "../replay/player.js";
import { makeRecap } from "../replay/recap.js";
import { beginStops, findStop, findWatched, growStops, listStops, watchLine } from "../replay/stops.js";
import { makeStory } from "../replay/story.js";
import { makeStrength } from "../replay/strength.js";
import { followTabs, openPane } from "../replay/tabs.js";
import { followPlayer, followStops, showPane, watchLineOf } from "../replay/wiring.js";
import { send } from "./connection.js";

const INPUTS = ["c", "d"]; // kinds of events that can be corrected: commands and dice
const MOST_INPUTS = 8;
const PACE = { step: 900, most: 4000 }; // milliseconds for a new beat, and for all new ones
/** @type {{ begun: boolean, fight: string, mark: string, read: Record<string, number>, people: string[],
 * pane: string, roster: string, timer: any, tapped: ((id: string) => boolean) | null, moved: ((seq: number, isHead: boolean) => void)[], telling: boolean }} */
const view = { begun: false, fight: "", mark: "", read: {}, people: [], pane: "story", roster: "", timer: 0, tapped: null, moved: [], telling: false };

/** Returns the last event that the page has. */
export function findLast() {
  return events.length - 1;
}

/** Returns the mark of that event: it tells the server which history the page has. */
export function findMark() {
  return view.mark;
}

/** Returns the id of a combatant by the number of their token, and the number by the id. */
const findId = (/** @type {number} */ number) => view.people[number];
export const findNumber = (/** @type {string} */ id) => view.people.indexOf(id);

/** Calls a function when a token is tapped, with the id.
 * @param {(id: string) => boolean} tapped */
export function followTaps(tapped) {
  view.tapped = tapped;
}

/** Calls a function with each moment that is shown: (seq, whether it is the head).
 * @param {(seq: number, isHead: boolean) => void} moved */
export function followMoments(moved) {
  view.moved.push(moved);
}

/** Prepares the page once; the first frame fills it. */
export function prepareView() {
  makeField({ areas: [""], places: [] }, (/** @type {number} */ number) => {
    if (view.tapped?.(findId(number))) return;
    markToken(number);
    openPane("people", openedPane);
    revealCard(number);
  });
  followRoom();
  makeStory([], watch);
  makeStrength([]);
  makeChart([], goTo);
  followStops();
  follow((stop) => {
    const isHead = view.telling || (isAtEnd() && !findWatched().branch);
    document.documentElement.classList.toggle("past", !isHead);
    for (const moved of view.moved) moved(stop.seq, isHead);
  });
  followPlayer(stopping);
  find("now").addEventListener("click", returnToNow);
  followTabs(openedPane);
  addEventListener("click", (/** @type {any} */ click) => {
    const link = click.target.closest?.("a[href^='#seq=']");
    if (!link) return;
    click.preventDefault();
    goTo(Number(link.getAttribute("href").slice(5)));
  });
}

/** Opens a pane beside the stage.
 * @param {string} name */
export function openView(name) {
  openPane(name, openedPane);
}

/** @param {string} name */
function openedPane(name) {
  view.pane = name;
  showPane(name);
  readPane();
}

/** Asks for what the open pane shows and no frame has: the numbers, or the recap. */
async function readPane() {
  const { pane, fight } = view;
  const last = findLast();
  if (!["numbers", "recap"].includes(pane) || view.read[pane] === last || !fight) return;
  view.read[pane] = last;
  try {
    const found = await send("GET", `/api/fights/${fight}/${pane}`);
    if (fight !== view.fight || last !== findLast()) return;
    if (pane === "recap") makeRecap(found);
    else {
      makeNumbers(found);
      growChart(found.turns);
      writeLanes();
    }
  } catch {
    view.read[pane] = 0; // it is asked for again with the next event
  }
}

/** Does what the reader asked for, in place of showing what is new.
 * @param {() => void} done */
function stopping(done) {
  clearTimeout(view.timer);
  view.telling = false;
  done();
}

/** Watches another line: `change` sets it. With `seq`, the page goes to this event.
 * @param {() => void} change */
function watch(change, seq = 0) {
  stopping(() => {
    pause();
    changeStops(change);
    if (seq) show(findStop(seq));
  });
}

/** Goes to an event that the reader tapped.
 * @param {number} seq */
export function goTo(seq) {
  stopping(() => {
    pause();
    go(seq, watchLineOf);
  });
  for (const moved of view.moved) moved(seq, false); // also within the last beat
}

/** Returns the inputs that led to a moment, in their order: what was said and thrown since the moment
 * before it, on the line that is watched.
 * @param {number} seq */
export function listInputs(seq) {
  const stops = listStops();
  const at = findStop(seq);
  const after = at > 0 && !stops[at].single ? stops[at - 1].seq : 0;
  const line = findWatched().line.filter((each) => each > after && each <= Math.max(seq, stops[at].seq));
  return line.filter((each) => INPUTS.includes(events[each].kind)).slice(-MOST_INPUTS);
}

/** Goes to the head of the fight. */
export function returnToNow() {
  stopping(() => {
    pause();
    changeStops(() => watchLine(null));
    show(listStops().length - 1);
    showHead();
  });
}

/** Forgets the fight, before another one is shown. */
export function closeView() {
  clearTimeout(view.timer);
  view.telling = false;
  clearFight();
  Object.assign(view, { begun: false, people: [], roster: "", read: {}, fight: "", mark: "" });
}

/** Takes in a frame. What is new is shown blow by blow, unless the reader looks at an earlier moment.
 * @param {Server.Frame} frame @param {Server.Opening} opening */
export function takeFrame(frame, opening) {
  const last = findLast();
  const marks = /** @type {Page.Mark[]} */ (frame.marks);
  const branches = /** @type {Page.GivenBranch[] | null} */ (frame.branches ?? null);
  const beats = /** @type {Page.GivenBeat[]} */ (frame.story.beats);
  if (frame.after > last) return false; // something in between is missing
  if (view.begun && !frame.after && last) clearFight(); // the campaign was restored: all is told anew
  const following = !view.begun || !frame.after || (isAtEnd() && !findWatched().branch);
  const shown = view.begun && frame.after ? present() : 0;
  if (!view.begun || !frame.after) beginFight({ marks, off: frame.off, dice: opening.dice });
  for (const row of /** @type {Page.Row[]} */ (frame.rows.slice(findLast() - frame.after))) takeRow(row);
  markEvents(marks, frame.off);
  view.people = frame.people;
  if (!view.begun || !frame.after) {
    beginStops({ beats, branches: branches ?? [] });
    makeBranches(watch);
  } else {
    growStops({ at: frame.story.at, beats }, branches);
    if (branches) makeBranches(watch);
  }
  layOutPeople();
  if (view.pane === "log") makeLog();
  write(find("title"), opening.title);
  write(find("subtitle"), opening.game);
  Object.assign(view, { fight: opening.id, mark: frame.mark ?? "" });
  if (!view.begun) {
    view.begun = true;
    show(listStops().length - 1);
  } else if (following) showNews(shown);
  else changeStops(() => {});
  showHead();
  readPane();
  return true;
}

/** Lays the field out anew if somebody has joined or gone to another place. */
function layOutPeople() {
  const roster = readRoster(states);
  const written = JSON.stringify(roster);
  if (written === view.roster) return;
  view.roster = written;
  setRoster(roster);
}

/** Shows the beats behind the one that was shown, one after the other.
 * @param {number} shown */
function showNews(shown) {
  clearTimeout(view.timer);
  const stops = listStops();
  let at = stops.findIndex((stop) => stop.seq > shown);
  const isBack = at < 0 || ![...stops, ...findWatched().beats].some((stop) => stop.seq === shown);
  if (isBack) at = stops.length - 1;
  const count = stops.length - at;
  const pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : Math.min(PACE.step, PACE.most / count);
  const step = () => {
    view.telling = at < listStops().length - 1; // it is no earlier moment that the reader looks at
    show(at);
    at += 1;
    if (at < listStops().length) view.timer = setTimeout(step, pace);
    else showHead();
  };
  if (!pace) at = stops.length - 1;
  step();
}

/** Shows what stands behind the last beat: who has joined, what has been declared, whose turn is next. */
function showHead() {
  const last = findLast();
  if (!isAtEnd() || findWatched().branch) return;
  const state = states[last];
  showWhere(state);
  if (present() >= last) return;
  const before = states[present()];
  showField(state, before, {});
  showCards(state, before);
}

/** Returns the words of an event, without its number.
 * @param {number} seq */
export function describeEvent(seq) {
  return events[seq]?.said ?? say("live.nothing");
}

/** Returns the dice that an event shows.
 * @param {number} seq @returns {Page.Die[]} */
export function listDice(seq) {
  return events[seq]?.dice ?? [];
}
