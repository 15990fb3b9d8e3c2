// The story: every beat of the line, round by round, with what it cost; the present one is marked.
// Where something was undone, the branch can be watched from the place at which it left the line.
import { find, make, makeLink, makeName } from "../stage/dom.js";
import { sides, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { makeProse, splitResult } from "../stage/sentence.js";
import { makeForks } from "./forks.js";
import { keepInSight } from "./log.js";
import { listCosts } from "./costs.js";
import { findHeadedRound, findKind, followFilter, hasWords, isNarrowed, isPersonTold, isRoundTold, offerFilter, onCount, onFilter, tellShown, tellsEverybody } from "./filter.js";
import { isOfKind, listNamed } from "./kinds.js";
import { signTurn } from "./shares.js";
import { findBefore, findFork, findStop, findWatched, listBranches } from "./stops.js";
import { makePaneLink } from "./tabs.js";

/** The row of a beat: its link, whom it is about, and the last event before it.
 * @typedef {HTMLElement & { link: HTMLElement, people?: Set<number | undefined>, begun?: number }} Row */

/** @typedef {HTMLElement & { words?: string, row?: Row }} Fork */

/** @type {{ beats: Page.Stop[], branches: Page.Branch[] | null, rows: Row[], forks: Fork[], present: Row | null,
 * turns: Page.Turn[], falls: [seq: number, number: number][], changed: Page.Watch }} */
const told = { beats: [], branches: null, rows: [], forks: [], present: null, turns: [], falls: [], changed: () => {} };

/** Takes the turning points [seq, said, side] and the falls [seq, number] that the recap tells of; `changed`
 * is called to watch another line.
 * @param {Page.Turn[]} turns @param {Page.Watch} changed @param {[seq: number, number: number][]} falls */
export function makeStory(turns, changed, falls = []) {
  told.turns = turns;
  told.falls = falls;
  told.changed = changed;
  const watcher = new ResizeObserver(revealBeat);
  for (const id of ["pane-story", "story"]) watcher.observe(find(id));
  followFilter();
  onFilter(() => {
    filterRows();
    revealBeat();
  });
  find("all-dice").addEventListener("change", () => {
    find("story").classList.toggle("with-dice", find("all-dice").checked);
    revealBeat();
  });
  onCount("story", () => {
    const rows = told.rows.filter((row) => !row.matches(".round"));
    const forks = told.forks.filter(isFound).length; // what was undone is told in one row
    return [countStops(rows.filter((row) => !row.hidden)) + forks, countStops(rows)];
  });
}

/** Takes the turning points and the falls of another line.
 * @param {Page.Turn[]} turns @param {[seq: number, number: number][]} falls */
export function retellStory(turns, falls) {
  Object.assign(told, { turns, falls, beats: [] });
}

/** Returns how many steps of the replay some rows are: what ends with the same event is one.
 * @param {Row[]} rows */
const countStops = (rows) => new Set(rows.map(({ link }) => link.getAttribute("href"))).size;

/** Writes the story of the watched line: what differs from the one that stands there. */
function writeStory() {
  const { beats, branch } = findWatched();
  let at = 0;
  while (at < beats.length && told.beats[at] === beats[at]) at += 1;
  const same = at === beats.length && at === told.beats.length;
  if (same && told.branches === listBranches()) return;
  for (const row of told.rows.splice(at)) row.remove();
  const marks = placeTurns();
  const grown = beats.slice(at).map((beat, more) => makeBeat(beat, beats[at + more - 1], marks.get(at + more)));
  told.rows.push(...grown);
  find("story").append(...grown);
  leadOnce();
  told.beats = [...beats];
  beats.forEach((beat, nth) => told.rows[nth].classList.toggle("beside", branch !== null && beat.seq > findFork(branch)));
  placeForks();
  offerFilter();
  filterRows();
  tellShown();
  if (told.present && !told.present.isConnected) told.present = null;
}

/** Puts the buttons where branches left the line behind their beats. */
function placeForks() {
  told.branches = listBranches();
  for (const fork of told.forks.splice(0)) fork.remove();
  for (const [at, items] of makeForks(told.beats, told.changed)) {
    told.rows[at]?.after(...items);
    told.forks.push(...items.map((fork) => Object.assign(fork, { row: told.rows[at] })));
  }
}

/** Returns the turning points of the line, by the number of their beat. */
function placeTurns() {
  /** @type {Map<number, Page.Turn[]>} */
  const placed = new Map();
  const { line, beats } = findWatched();
  for (const turn of told.turns) {
    if (!line.includes(turn[0])) continue;
    const at = findStop(turn[0], beats);
    placed.set(at, [...(placed.get(at) ?? []), turn]);
  }
  return placed;
}

/** @param {Page.Stop} beat @param {Page.Stop | undefined} last @param {Page.Turn[]} turns @returns {Row} */
function makeBeat(beat, last, turns = []) {
  const row = make("li", beat.heading ? "beat round" : beat.correction ? "beat corrected" : "beat");
  const words = makeProse(beat.heading ? [beat.heading] : beat.story, (count) => ` … ${say("news.more", { count })}`);
  const link = makeLink(beat.correction?.made ?? beat.seq, ...(beat.mark ? [make("del", "", ...words)] : words));
  link.tabIndex = -1;
  if (beat.rolls.length && !beat.mark) splitResult(link);
  row.link = link;
  row.append(link);
  if (beat.heading) return row;
  const state = states[beat.seq];
  row.begun = last?.seq ?? 0;
  row.people = new Set(listNamedIn(beat.story, state.people));
  if (beat.correction) return row;
  const actor = state.people[beat.from[0] ?? beat.about ?? -1];
  if (actor?.side) row.dataset.team = Math.max(0, sides.indexOf(actor.side)) % 8;
  const costs = listCosts(state, findBefore(beat, last?.seq ?? 0), beat);
  if (beat.small.length) row.append(make("p", "thrown", ...makeProse(beat.small)));
  if (costs.some((each) => each.querySelector(".fate"))) row.classList.add("fell");
  if (!beat.mark) costs.forEach((cost) => leadToRecap(cost, last?.seq ?? 0));
  if (costs.length) row.append(make("p", "costs", ...costs));
  row.append(...turns.map((turn) => {
    const words = make("p", `turned line-${sides.indexOf(turn[3]) % 8}`, `${say("turned")}: `, makeName(turn[1]));
    words.dataset.sign = signTurn(turn);
    return words;
  }));
  row.people = new Set([...beat.from, beat.about, ...costs.map(({ dataset }) => Number(dataset.number)), ...row.people]);
  return row;
}

/** Returns the numbers of those whom a sentence names, also in words of the group's own.
 * @param {Page.Span[]} sentence @param {Page.Card[]} people */
function listNamedIn(sentence, people) {
  const words = sentence.map((span) => (typeof span === "string" ? span : span[0])).join("");
  const linked = sentence.map((span) => (typeof span === "string" ? undefined : span[1]));
  return [...linked, ...listNamed(words, people)];
}

/** Returns whether the beat of a row is of the chosen kind, as its signs tell.
 * @param {Row} row @param {Page.Stop} beat */
function isRowOfKind(row, beat) {
  const kind = findKind();
  if (kind === "damage") return Boolean(row.querySelector(".loss, .wound"));
  if (kind === "fates") return row.matches(".fell");
  if (kind === "dice") return beat.rolls.length > 0;
  return !kind || Boolean(beat.correction) || findWatched().line.some((seq) => seq > (row.begun ?? 0) && seq <= beat.seq && isOfKind(seq, kind));
}

/** Puts a link behind the cost of somebody who fell behind an event: to what the recap tells of it.
 * @param {HTMLElement} cost @param {number} start */
function leadToRecap(cost, start) {
  const fall = cost.querySelector(".fate") && told.falls.find(([seq, number]) => seq > start && String(number) === cost.dataset.number);
  if (fall) cost.append(" ", makePaneLink("recap", fall[0]));
}

/** Leaves the first link to each fall: at the blow, where that is told before the end of the turn. */
function leadOnce() {
  const seen = new Set();
  for (const link of find("story").querySelectorAll(".to-pane")) {
    if (seen.has(link.hash)) link.remove();
    seen.add(link.hash);
  }
}

/** Returns whether an undone line has the words that are searched for, in the chosen rounds.
 * @param {Fork} fork */
function isFound({ row, words = "" }) {
  return !hasWords("") && isRoundTold(findHeadedRound(told.beats[told.rows.indexOf(/** @type {Row} */ (row))].seq)) && hasWords(words);
}

/** Shows the rows of what is chosen. */
function filterRows() {
  let round = 0;
  told.rows.forEach((row, at) => {
    if (told.beats[at].heading) round = findHeadedRound(told.beats[at].seq);
    row.hidden = !isRoundTold(round) || row.people !== undefined && (!tellsEverybody() && ![...row.people].some(isPersonTold)
      || !isRowOfKind(row, told.beats[at]) || !hasWords(row.textContent));
  });
  const found = new Set(); // rows behind which an undone line has the words that were searched for
  for (const fork of told.forks) {
    const is = isFound(fork);
    fork.hidden = !is && (fork.row?.hidden ?? false);
    if (is) found.add(fork.row);
  }
  let isTold = false; // a heading stays where something below it does
  for (const row of [...told.rows].reverse()) {
    isTold ||= found.has(row);
    if (!row.matches(".round")) isTold ||= !row.hidden;
    else [row.hidden, isTold] = [row.hidden || !isTold && isNarrowed(), false];
  }
  find("story-nothing").hidden = found.size > 0 || told.rows.some((row) => !row.hidden);
}

/** Returns the index of the beat that an event ends: behind the heading that ends with it, too.
 * @param {number} seq @param {Page.Stop[]} beats */
function findTold(seq, beats) {
  const at = findStop(seq, beats);
  return beats[at]?.heading && beats[at + 1]?.seq === beats[at].seq ? at + 1 : at;
}

/** Marks the beat of a stop.
 * @param {Page.Stop} stop */
export function showBeat(stop) {
  writeStory();
  const { beats } = findWatched();
  const at = stop.stops ? beats.length - 1 : stop.correction ? beats.findIndex(({ correction }) => correction === stop.correction) : findTold(stop.seq, beats);
  const row = told.rows[at];
  told.present?.classList.remove("begun");
  row?.classList.toggle("begun", stop.seq < beats[at].seq && !stop.correction); // event by event: the rest of it comes
  if (told.present === row || !row) return;
  told.present?.classList.remove("present");
  if (told.present) {
    told.present.link.removeAttribute("aria-current");
    delete told.present.dataset.here;
    told.present.link.tabIndex = -1;
  }
  row.classList.add("present");
  row.dataset.here = say("here");
  row.link.setAttribute("aria-current", "step");
  row.link.tabIndex = 0;
  told.present = row;
  revealBeat();
}

/** Brings the present beat into sight, after its pane has been opened. */
export function revealBeat() {
  if (!told.present) return;
  const at = told.rows.indexOf(told.present); // where it is not told, the last one before it that is
  const row = told.rows.slice(0, at + 1).findLast((each) => !each.hidden) ?? told.rows.find((each) => !each.hidden);
  if (row) keepInSight(find("story"), row);
}
