// The stops that the page steps through: the beats of a line, its events, or all events.
import { events, findLine, states } from "../stage/fight.js";
import { isOver } from "../stage/outcome.js";

/** @type {{ beats: Page.Stop[], branches: Page.Branch[], whatIfs: Page.Branch[] }} */
const story = { beats: [], branches: [], whatIfs: [] };
const MOST_TOLD = 360; // letters that are told at one stop
/** @type {Page.Watched & { known: Set<number> }} */
const watched = { mode: "beats", branch: null, line: [], beats: [], told: [], known: new Set(), everything: false, analysed: false };

/** @type {{ line: number[] | null, events: Page.Stop[], all: Page.Stop[] | null, kept: { mode: string, stops: Page.Stop[] } | null, beside: Map<Page.Branch, Page.Stop[]> }} */
const made = { line: null, events: [], all: null, kept: null, beside: new Map() };

/** Takes the beats, branches and what-ifs; the line that ends the fight is watched first.
 * @param {Page.GivenStory} given @param {Page.GivenWhatIf[]} whatIfs */
export function beginStops(given, whatIfs = []) {
  forgetStops();
  const imagined = whatIfs.map(readBranch); // first: dice of the log are told by beats of the log
  for (const { turned } of whatIfs) if (turned) events[turned[0]].turned = [turned[1], turned[2]];
  story.beats = given.beats.map(readBeat);
  story.branches = [...given.branches.map(readBranch), ...(given.mended ?? []).map((line) => ({ ...readBranch(line), mended: true }))];
  story.whatIfs = imagined.map((each, nth) => ({ ...each, base: story.branches.find(({ tip }) => tip === whatIfs[nth].on) }));
  for (const { correction } of story.beats) if (correction) markCorrected(correction);
  watchLine(null);
}

/** Forgets the stops that were made of what the story was before. */
function forgetStops() {
  made.all = made.kept = null;
  made.beside.clear();
}

/** Gives the die that a correction changed the face that it had before.
 * @param {{ made: number, was: number, end: number, die: number }} correction */
function markCorrected({ made, was, end, die: amended }) {
  const [[, old] = []] = events[amended]?.dice ?? [];
  const before = story.branches.find(({ mended, tip }) => mended && tip === was)?.beats ?? [];
  const now = story.beats.flatMap(({ rolls }) => rolls.filter((seq) => seq > made && seq <= end));
  before.flatMap(({ rolls }) => rolls).some((seq, nth) => {
    const [then, dice] = [seq, now[nth]].map((each) => events[each]?.dice ?? []);
    const place = dice.findIndex(([die, face], at) => then[at]?.[0] === die && then[at][1] === old && old !== face);
    if (place >= 0) events[now[nth]].turned = [place, then[place][1]];
    return place >= 0;
  });
}

/** Takes the beats that a fight has grown by: those from index `at` on replace what stood there.
 * `branches` are null where none has changed.
 * @param {{ at: number, beats: Page.GivenBeat[] }} story @param {Page.GivenBranch[] | null} branches */
export function growStops({ at, beats }, branches) {
  story.beats.splice(at, story.beats.length, ...beats.map(readBeat));
  if (branches) story.branches = branches.map(readBranch);
  forgetStops();
  const known = watched.branch?.tip;
  const same = story.branches.find(({ tip }) => tip === known);
  watchLine(same ?? null);
}

/** @param {Page.GivenBranch} given @returns {Page.Branch} */
const readBranch = (given) => ({ name: "", apart: given.from, ...given, beats: given.beats.map(readBeat) });

/** @param {Page.GivenBeat} given @returns {Page.Stop} */
function readBeat(given) {
  const {
    e: seq, h: heading = "", t: text = [], d: small = [], o: about, b: from = [], r: rolls = [], x: outdone = [], g: aid = 0, z: failed, k: cause, w: was, i: end, c: made = seq, f: die = 0, s: stops = 0, j: aside = 0,
  } = given;
  for (const roll of rolls) events[roll].told = seq;
  const told = text.length || heading ? text : [events[seq].said]; // a round that has only begun
  const beat = { seq, heading, story: told, small, about, from, rolls, outdone, aid: Boolean(aid), failed, cause, note: "", mark: "", stops: Boolean(stops), aside: Boolean(aside) };
  if (was === undefined || end === undefined) return beat;
  return { ...beat, correction: { made, was, end, die } };
}

/** Watches a branch, or with null the present line; with it, the undone beats too where `everything` is
 * shown.
 * @param {Page.Branch | null} branch */
export function watchLine(branch) {
  watched.branch = branch;
  if (!branch) {
    watched.line = listPresent();
    setBeats(watched.everything ? listEveryBeat() : story.beats);
    return;
  }
  watched.line = findLine(branch.tip).filter((seq) => events[seq].kind !== "m");
  setBeats(listBeats(branch));
}

/** Returns the beats of a branch: those of the fight as it stands until it leaves that, and its own.
 * @param {Page.Branch} branch */
function listBeats(branch) {
  return [...story.beats.filter((beat) => beat.seq <= findFork(branch) && !beat.stops), ...listBeside(branch)];
}

/** Returns the last event that a branch shares with the fight as it stands.
 * @param {Page.Branch} branch */
export const findFork = ({ base, apart }) => Math.min(apart, base?.apart ?? Infinity);

/** Returns the beats of a branch, or of those it left, that are not on the present line.
 * @param {Page.Branch} branch */
export function listBeside(branch) {
  const known = made.beside.get(branch);
  if (known) return known;
  const along = new Set(findLine(branch.tip));
  const kept = branch.until && !branch.base ? [] : story.branches.flatMap(({ beats }) => beats).filter(({ seq }) => !branch.until || seq <= branch.apart);
  const beside = [...kept, ...(branch.until ? branch.beats : [])]
    .filter((beat) => beat.seq > findFork(branch) && along.has(beat.seq)).sort((one, other) => one.seq - other.seq);
  made.beside.set(branch, beside);
  return beside;
}

/** Returns whether beats tell of what was undone. Those before a correction do not count: it tells them again. */
export function tellsUndone() {
  return story.branches.some(({ mended, beats }) => !mended && beats.length);
}

/** Returns the beats of the present line and of all branches, those with a mark that were undone. */
function listEveryBeat() {
  const undone = story.branches.filter(({ mended }) => !mended); // a correction has told the others again
  const beside = undone.flatMap(({ beats }) => beats).map((beat) => ({ ...beat, mark: events[beat.seq].mark }));
  return [...story.beats, ...beside].sort((one, other) => one.seq - other.seq);
}

/** Shows the undone events among the others, or leaves them out again.
 * @param {boolean} is */
export function watchEverything(is) {
  watched.everything = is;
  watchLine(is ? null : watched.branch);
}

/** Sets the beats of the watched line, and the stops that tell them.
 * @param {Page.Stop[]} beats */
function setBeats(beats) {
  watched.beats = beats;
  watched.known = new Set(beats.map(({ seq }) => seq));
  watched.told = tellBeats(beats);
}

/** Returns the stops that tell beats. A round that begins is no stop of its own, as nothing has happened in it: its first
 * beat is told under its heading. Beats that end with the same event are told together.
 * @param {Page.Stop[]} beats */
function tellBeats(beats) {
  /** @type {Page.Stop[]} */
  const told = [];
  let opens = "";
  beats.forEach((beat, at) => {
    if (beat.heading && at < beats.length - 1) {
      opens = states[beat.seq].scene.strength ? beat.heading : ""; // afterwards, the outcome takes the room
      return;
    }
    const last = told.at(-1);
    if (last?.seq === beat.seq && isEnding(beat)) return; // the aftermath, which the outcome shows
    if (last && isToldWith(last, beat)) told[told.length - 1] = joinBeats(last, beat);
    else told.push(opens && !beat.heading ? { ...beat, opens } : beat);
    opens = "";
  });
  return told;
}

/** Returns whether the fight ends with a beat.
 * @param {Page.Stop} beat */
const isEnding = ({ seq, correction }) => !correction && isOver(states[seq]) && !isOver(states[events[seq].parent]);

/** @param {Page.Stop} last @param {Page.Stop} beat */
function isToldWith(last, beat) {
  return last.seq === beat.seq && !last.heading && !last.correction && !beat.heading && !beat.correction && !beat.stops
    && measureStory(last) + measureStory(beat) < MOST_TOLD;
}

/** @param {Page.Stop} beat */
function measureStory({ story }) {
  return story.reduce((sum, span) => sum + (typeof span === "string" ? span : span[0]).length, 0);
}

/** @param {Page.Stop} one @param {Page.Stop} other @returns {Page.Stop} */
function joinBeats(one, other) {
  const small = one.small.length && other.small.length ? [...one.small, " · ", ...other.small] : [...one.small, ...other.small];
  return {
    ...one, story: [...one.story, " ", ...other.story], small, about: one.about ?? other.about,
    from: one.from.length ? one.from : other.from, rolls: [...one.rolls, ...other.rolls], outdone: [...one.outdone, ...other.outdone],
    aid: one.from.length ? one.aid : other.aid, failed: one.failed ?? other.failed, cause: one.cause ?? other.cause,
  };
}

/** Returns the events of the fight as it stands. */
export function listPresent() {
  return events.filter((event) => event && !event.mark && !event.imagined && event.kind !== "m").map((event) => event.seq);
}

/** Returns the beats of the fight as it stands that tell of a correction. */
export function listCorrections() {
  return story.beats.filter(({ correction }) => correction);
}

/** Returns whether a branch was given its name.
 * @param {Page.Branch} branch */
export function isNamed({ name = "" }) {
  return !/^(main|branch-.*)?$/.test(name);
}

/** Returns the beats that tell something behind the moment at which a branch left the fight as it stands, or a what-if the
 * undone line on which it begins: of the line that it left.
 * @param {Page.Branch | null} branch */
export function listKept(branch) {
  const { base, apart = 0 } = branch ?? {};
  return (base ? listBeats(base) : story.beats).filter(({ seq, heading, correction, stops }) => seq > apart && !heading && !correction && !stops);
}

/** @returns {Page.Branch[]} */
export function listBranches() {
  return story.branches;
}

/** @returns {Page.Branch[]} */
export function listWhatIfs() {
  return story.whatIfs;
}

/** @returns {Page.Watched} */
export function findWatched() {
  return watched;
}

/** Returns the stops: beats with something to tell, events of the line, or all events.
 * @returns {Page.Stop[]} */
export function listStops() {
  if (watched.mode === "beats" && watched.told.length) return watched.told;
  return watched.everything ? everyStop() : eventStops();
}

/** Returns the stops of the fight as it stands, whatever is watched.
 * @returns {Page.Stop[]} */
export function listKeptStops() {
  if (!watched.branch) return listStops();
  const { mode } = watched;
  if (made.kept?.mode !== mode) made.kept = { mode, stops: mode === "beats" ? tellBeats(story.beats) : listPresent().map(makeEventStop) };
  return made.kept.stops;
}

/** Returns for how many stops the slider and the graph have room: a line that is shorter than the fight as it stands ends
 * before their right end, so that both have one scale. */
export const countPlaces = () => Math.max(listStops().length, listKeptStops().length);

function eventStops() {
  if (made.line !== watched.line) {
    made.line = watched.line;
    made.events = watched.line.map(makeEventStop);
  }
  return made.events;
}

function everyStop() {
  made.all ??= events.slice(1).filter(({ imagined }) => !imagined).map((event) => makeEventStop(event.seq));
  return made.all;
}

/** Returns of an event by itself who strikes whom in it: in an attack's roll, and in what the blow did to who is struck.
 * @param {number} seq @returns {Page.Stop["blow"]} */
function findBlow(seq) {
  const { acts, told, parent, struck } = events[seq];
  const beats = watched.told;
  const beat = told ? beats.find((each) => each.seq === told && each.rolls.includes(seq)) : beats[findStop(seq, beats)];
  if (!beat?.from.length || !beat.rolls.length) return undefined;
  const { about = -1, aid } = beat;
  const isIn = told ? acts.length : beat.seq >= seq && Math.min(...beat.rolls) <= seq
    && (struck.includes(about) || states[seq].people[about] !== states[parent].people[about]);
  return isIn ? { from: told ? acts : beat.from, about, aid, failed: beat.seq === seq ? beat.failed : undefined } : undefined;
}

/** @param {number} seq @returns {Page.Stop} */
function makeEventStop(seq) {
  const { said, note, mark, dice, acts, struck } = events[seq];
  return {
    seq, heading: "", story: [said], small: [], rolls: dice.length ? [seq] : [], outdone: [], note, mark,
    from: acts, about: struck[0], single: true, blow: findBlow(seq), correction: listCorrections().find(({ correction }) => correction?.made === seq)?.correction,
  };
}

/** Returns the index of the first stop that tells a story: a correction before it tells none. */
export function findOpening() {
  return Math.max(0, listStops().findIndex(({ correction }) => !correction));
}

/** Returns the index of the first stop that ends at or behind an event, else of the last one.
 * @param {number} seq */
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

/** Returns whether two events of a line stand in the same turn.
 * @param {number} first @param {number} last */
export function isSameTurn(first, last) {
  for (let seq = last; seq > first; seq = events[seq].parent) if ("tr".includes(events[seq].kind)) return false;
  return true;
}

/** Returns the index of the next (`way` 1) or previous (−1) stop at which something of a kind
 * begins, else the end.
 * @param {string} kinds @param {number} from @param {number} way */
export function findStopOfKind(kinds, from, way, among = listStops()) {
  for (let at = from + way; at >= 0 && at < among.length; at += way) {
    if (begins(kinds, at, among)) return at;
  }
  return way > 0 ? among.length - 1 : 0;
}

/** Returns whether an event of these kinds is among those of a stop.
 * @param {string} kinds @param {number} at @param {Page.Stop[]} among */
function begins(kinds, at, among) {
  const { seq } = among[at];
  if (among[at].single) return kinds.includes(events[seq].kind);
  const last = at ? among[at - 1].seq : 0;
  for (let each = seq; each > last; each = events[each].parent) {
    if (kinds.includes(events[each].kind)) return true;
  }
  return false;
}

/** Returns the index of the next stop that playback does not pass over; −1 if there is none.
 * @param {number} from */
export function findNextStop(from, among = listStops()) {
  for (let at = from + 1; at < among.length; at += 1) {
    if (!among[at].single || !events[among[at].seq].quiet) return at;
  }
  return -1;
}

/** Returns the state before a beat that stands behind another one. Among all beats, what stands before it
 * may have been undone.
 * @param {{ seq: number, single?: boolean }} stop @returns {Page.State} */
export function findBefore({ seq, single }, last = 0) {
  if (!watched.everything || single || seq === last) return states[last];
  let at = events[seq].parent;
  while (at && !watched.known.has(at)) at = events[at].parent;
  return states[at];
}

/** Returns the state to show at a stop. On the present line, an event beside an undone line shows
 * the state of the event before it.
 * @param {number} at */
export function findState(at, among = listStops()) {
  let last = at;
  if (!watched.everything) while (last > 0 && events[among[last].seq].off) last -= 1;
  return states[at < 0 ? 0 : among[last].seq];
}
