// The fight on the screen: the replay's page at the head of the log, growing frame by frame.
import { find, write } from "../stage/dom.js";
import { beginFight, clearFight, events, markEvents, states, takeRow } from "../stage/fight.js";
import { makeField, markToken, setRoster, showField } from "../stage/field.js";
import { say } from "../stage/labels.js";
import { readRoster } from "../stage/roster.js";
import { followRoom, showSentence } from "../stage/sentence.js";
import { makeBranches, showCompared, showCorrection, showWatched } from "../replay/branches.js";
import { growChart, makeChart, showCursor } from "../replay/chart.js";
import { writeLanes } from "../replay/lanes.js";
import { makeLog, revealRow, showRow } from "../replay/log.js";
import { revealCard, showCards } from "../replay/people.js";
import { makeNumbers } from "../replay/numbers.js";
import { changeStops, follow, go, isAtEnd, move, moves, pause, playOrPause, present, show } from "../replay/player.js";
import { makeRecap } from "../replay/recap.js";
import { beginStops, findStop, findWatched, growStops, listBranches, listStops, watchLine } from "../replay/stops.js";
import { makeStory, revealBeat, showBeat } from "../replay/story.js";
import { makeStrength, showStrength } from "../replay/strength.js";
import { followTabs, openPane } from "../replay/tabs.js";
import { send } from "./connection.js";

const INPUTS = ["c", "d"]; // kinds of events that can be corrected: commands and dice
const MOST_INPUTS = 8;
const PACE = { step: 900, most: 4000 }; // milliseconds for a new beat, and for all new ones
const view = { begun: false, fight: "", read: {}, people: [], pane: "story", roster: "", timer: 0, tapped: null, moved: [] };

/** Returns the last event that the page has. */
export function findLast() {
  return events.length - 1;
}

/** Returns the id of a combatant by the number of their token, and the number by the id. */
const findId = (number) => view.people[number];
export const findNumber = (id) => view.people.indexOf(id);

/** Calls a function when a token is tapped, with the id. */
export function followTaps(tapped) {
  view.tapped = tapped;
}

/** Calls a function with each moment that is shown: (seq, whether it is the head). */
export function followMoments(moved) {
  view.moved.push(moved);
}

/** Prepares the page once; the first frame fills it. */
export function prepareView() {
  makeField({ areas: [""], places: [] }, (number) => {
    if (view.tapped?.(findId(number))) return;
    markToken(number);
    openPane("people", openedPane);
    revealCard(number);
  });
  followRoom();
  makeStory([], watch);
  makeStrength([], goTo);
  makeChart([], goTo);
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
  follow((stop) => {
    const isHead = isAtEnd() && !findWatched().branch;
    document.documentElement.classList.toggle("past", !isHead);
    for (const moved of view.moved) moved(stop.seq, isHead);
  });
  for (const name of Object.keys(moves)) find(name).addEventListener("click", () => stopping(() => move(name)));
  find("play").addEventListener("click", () => stopping(playOrPause));
  find("slider").addEventListener("input", (input) => stopping(() => {
    pause();
    show(Number(input.target.value));
  }));
  find("now").addEventListener("click", returnToNow);
  followTabs(openedPane);
  addEventListener("click", (click) => {
    const link = click.target.closest?.("a[href^='#seq=']");
    if (!link) return;
    click.preventDefault();
    goTo(Number(link.getAttribute("href").slice(5)));
  });
}

/** Opens a pane beside the stage. */
export function openView(name) {
  openPane(name, openedPane);
}

function openedPane(name) {
  view.pane = name;
  if (name === "story") revealBeat();
  if (name === "log") {
    makeLog();
    revealRow();
  }
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

/** Does what the reader asked for, in place of showing what is new. */
function stopping(done) {
  clearTimeout(view.timer);
  done();
}

/** Watches another line: `change` sets it. With `seq`, the page goes to this event. */
function watch(change, seq = 0) {
  stopping(() => {
    pause();
    changeStops(change);
    if (seq) show(findStop(seq));
  });
}

/** Goes to an event that the reader tapped. */
function goTo(seq) {
  stopping(() => {
    pause();
    go(seq, (missing) => {
      const branch = listBranches().find((each) => {
        watchLine(each);
        return findWatched().line.includes(missing);
      });
      watchLine(branch ?? null);
    });
  });
  for (const moved of view.moved) moved(seq, false); // also within the last beat
}

/** Returns the inputs that led to a moment, in their order: what was said and thrown since the moment
 * before it, on the line that is watched. */
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
  });
}

/** Forgets the fight, before another one is shown. */
export function closeView() {
  clearTimeout(view.timer);
  clearFight();
  Object.assign(view, { begun: false, people: [], roster: "", read: {}, fight: "" });
}

/** Takes in a frame. What is new is shown blow by blow, unless the reader looks at an earlier moment. */
export function takeFrame(frame, opening) {
  const last = findLast();
  if (frame.after > last) return false; // something in between is missing
  if (view.begun && !frame.after && last) clearFight(); // the campaign was restored: all is told anew
  const following = !view.begun || !frame.after || (isAtEnd() && !findWatched().branch);
  const shown = view.begun && frame.after ? present() : 0;
  if (!view.begun || !frame.after) beginFight({ marks: frame.marks, dice: opening.dice });
  for (const row of frame.rows.slice(findLast() - frame.after)) takeRow(row);
  markEvents(frame.marks, frame.off);
  view.people = frame.people;
  if (!view.begun || !frame.after) {
    beginStops({ beats: frame.story.beats, branches: frame.branches ?? [] });
    makeBranches(watch);
  } else {
    growStops(frame.story, frame.branches ?? null);
    if (frame.branches) makeBranches(watch);
  }
  layOutPeople();
  if (view.pane === "log") makeLog();
  write(find("title"), opening.title);
  write(find("subtitle"), opening.game);
  view.fight = opening.id;
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

/** Shows the beats behind the one that was shown, one after the other. */
function showNews(shown) {
  clearTimeout(view.timer);
  const stops = listStops();
  let at = stops.findIndex((stop) => stop.seq > shown);
  const isBack = at < 0 || !stops.some((stop) => stop.seq === shown);
  if (isBack) at = stops.length - 1;
  const count = stops.length - at;
  const pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : Math.min(PACE.step, PACE.most / count);
  const step = () => {
    show(at);
    at += 1;
    if (at < listStops().length) view.timer = setTimeout(step, pace);
    else showHead();
  };
  if (!pace) at = stops.length - 1;
  step();
}

/** Shows what stands behind the last beat: who has joined, what has been declared. */
function showHead() {
  const last = findLast();
  if (!isAtEnd() || findWatched().branch || present() >= last) return;
  const state = states[last];
  const before = states[present()];
  showField(state, before, {});
  showCards(state, before);
}

/** Returns the words of an event, without its number. */
export function describeEvent(seq) {
  return events[seq]?.said ?? say("live.nothing");
}

/** Returns the dice that an event shows. */
export function listDice(seq) {
  return events[seq]?.dice ?? [];
}
