// The stops that the page steps through: the beats of a line, its events, or all events.
import { events, findLine, states } from "../stage/fight.js";

const story = { beats: [], branches: [] };
const watched = { mode: "beats", branch: null, line: [], beats: [], everything: false };

/** Takes the beats and branches; the line that ends the fight is watched first. */
export function beginStops(given) {
  story.beats = given.beats.map(readBeat);
  story.branches = given.branches.map((branch) => ({
    ...branch, beats: branch.beats.map(readBeat),
  }));
  watchLine(null);
}

/** Takes the beats that a fight has grown by: those from index `at` on replace what stood there.
 * `branches` are null where none has changed. */
export function growStops({ at, beats }, branches) {
  story.beats.splice(at, story.beats.length, ...beats.map(readBeat));
  if (branches) story.branches = branches.map((each) => ({ ...each, beats: each.beats.map(readBeat) }));
  made.all = null;
  const same = watched.branch && story.branches.find(({ tip }) => tip === watched.branch.tip);
  watchLine(same ?? null);
}

function readBeat(given) {
  const {
    e: seq, h: heading = "", t: text = [], d: small = [], o: about, b: from = [], r: rolls = [], x: outdone = [], w: was, i: end,
  } = given;
  const told = text.length || heading ? text : [events[seq].said]; // a round that has only begun
  const beat = { seq, heading, story: told, small, about, from, rolls, outdone, note: "", mark: "" };
  if (was === undefined) return beat;
  return { ...beat, story: [events[seq].said], correction: { was, end } };
}

/** Watches a branch, or with null the present line. */
export function watchLine(branch) {
  watched.branch = branch;
  if (!branch) {
    watched.line = listPresent();
    watched.beats = story.beats;
    return;
  }
  watched.line = findLine(branch.tip).filter((seq) => events[seq].kind !== "m");
  const along = new Set(watched.line);
  const before = story.beats.filter((beat) => beat.seq <= branch.apart);
  const beside = story.branches.flatMap(({ beats }) => beats)
    .filter((beat) => beat.seq > branch.apart && along.has(beat.seq));
  watched.beats = [...before, ...beside].sort((one, other) => one.seq - other.seq);
}

/** Returns the events of the fight as it stands. */
export function listPresent() {
  return events.filter((event) => event && !event.mark && event.kind !== "m").map((event) => event.seq);
}

export function listBranches() {
  return story.branches;
}

export function findWatched() {
  return watched;
}

/** Returns the stops: beats, events of the line, or all events. */
export function listStops() {
  if (watched.everything) return everyStop();
  return watched.mode === "beats" && watched.beats.length ? watched.beats : eventStops();
}

const made = { line: null, events: [], all: null };

function eventStops() {
  if (made.line !== watched.line) {
    made.line = watched.line;
    made.events = watched.line.map(makeEventStop);
  }
  return made.events;
}

function everyStop() {
  made.all ??= events.slice(1).map((event) => makeEventStop(event.seq));
  return made.all;
}

function makeEventStop(seq) {
  const { said, note, mark, dice, acts, struck } = events[seq];
  return {
    seq, heading: "", story: [said], small: [], rolls: dice.length ? [seq] : [], outdone: [], note, mark,
    from: acts, about: struck[0], single: true,
  };
}

/** Returns the index of the first stop that ends at or behind an event, else of the last one. */
export function findStop(seq, among = listStops()) {
  let low = 0;
  let high = among.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (among[middle].seq >= seq) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
}

/** Returns the index of the next (`way` 1) or previous (−1) stop at which something of a kind
 * begins, else the end. */
export function findStopOfKind(kinds, from, way, among = listStops()) {
  for (let at = from + way; at >= 0 && at < among.length; at += way) {
    if (begins(kinds, at, among)) return at;
  }
  return way > 0 ? among.length - 1 : 0;
}

/** Returns whether an event of these kinds is among those of a stop. */
function begins(kinds, at, among) {
  const { seq } = among[at];
  if (among[at].single) return kinds.includes(events[seq].kind);
  const last = at ? among[at - 1].seq : 0;
  for (let each = seq; each > last; each = events[each].parent) {
    if (kinds.includes(events[each].kind)) return true;
  }
  return false;
}

/** Returns the index of the next stop that playback does not pass over; −1 if there is none. */
export function findNextStop(from, among = listStops()) {
  for (let at = from + 1; at < among.length; at += 1) {
    if (!among[at].single || !events[among[at].seq].quiet) return at;
  }
  return -1;
}

/** Returns the state to show at a stop. On the present line, an event beside an undone line shows
 * the state of the event before it. */
export function findState(at, among = listStops()) {
  let last = at;
  if (!watched.everything) while (last > 0 && events[among[last].seq].off) last -= 1;
  return states[at < 0 ? 0 : among[last].seq];
}
