// What the panes tell: of whom, and of which rounds. It is chosen once and holds in all of them; what kind of
// events, and with which words, in the story and the log. A line above them says what is shown.
import { find, write } from "../stage/dom.js";
import { isThere, sides, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findEnd, isOver } from "../stage/outcome.js";
import { listPeople } from "./costs.js";
import { markWords } from "./found.js";
import { findWatched } from "./stops.js";

const EVERYBODY = "-1";
const CHOICES = [["whose", EVERYBODY], ["first-round", "0"], ["last-round", ""], ["kind", ""], ["search", ""]];
/** How many a list shows, and how many it has.
 * @typedef {() => [count: number, all: number]} Count */
/** @type {{ first: number, last: number, whose: string, kind: string, words: string, people: Page.Card[], end: number, key: string,
 * changed: (() => void)[], counts: Record<string, Count> }} */
const filter = { first: 0, last: Infinity, whose: EVERYBODY, kind: "", words: "", people: [], end: 0, key: "", changed: [], counts: {} };

/** Calls something whenever another choice is made.
 * @param {() => void} changed */
export function onFilter(changed) {
  filter.changed.push(changed);
}

/** Lets a list say how many of its rows it shows.
 * @param {string} pane @param {Count} count */
export function onCount(pane, count) {
  filter.counts[pane] = count;
}

/** Makes the choices work. */
export function followFilter() {
  for (const [id] of CHOICES) find(id).addEventListener(id === "search" ? "input" : "change", choose);
  find("unfilter").addEventListener("click", () => {
    for (const [id, value] of CHOICES) find(id).value = value;
    choose();
  });
}

/** Chooses a combatant by their name, as in `isNameTold`, or everybody where they were chosen.
 * @param {string} name */
export function chooseName(name) {
  const number = String(filter.people.findIndex((card) => isNameOf(name, card)));
  find("whose").value = number === filter.whose ? EVERYBODY : number;
  choose();
}

/** Chooses one round, or all of them where it was chosen.
 * @param {number} round */
export function chooseRound(round) {
  const isChosen = filter.first === round && filter.last === round;
  find("first-round").value = isChosen ? "0" : String(round);
  find("last-round").value = isChosen ? "" : String(round);
  choose();
}

/** Takes what is chosen. The first round is never behind the last. */
function choose() {
  const last = find("last-round").value;
  if (last && Number(last) < Number(find("first-round").value)) find("last-round").value = find("first-round").value;
  readChoice();
  for (const changed of filter.changed) changed();
  tellShown();
}

/** Says what is shown in the open pane, where that is not everything. */
export function tellShown() {
  const pane = find("app").dataset.pane ?? "";
  const counted = filter.counts[pane];
  markWords(filter.words);
  const what = pane === "people" ? "" : describeChoice(Boolean(counted));
  find("shown-of").hidden = !what;
  find("seek").classList.toggle("chosen", Boolean(what));
  const [count, all] = what && counted ? counted() : [0, 0];
  const fields = { what, count, all };
  write(find("shown-words"), !what ? "" : !counted ? say("shown-only", { what }) : pane === "log" ? say("shown-of-log", fields) : say("shown-of-story", fields));
}

/** Returns what is chosen in words; empty where it is everything.
 * @param {boolean} isList */
function describeChoice(isList) {
  const who = tellsEverybody() ? "" : nameChosen();
  const span = isWholeFight() ? "" : describeSpan();
  const narrowed = [filter.kind && find("kind").selectedOptions[0].text, filter.words && `“${filter.words}”`];
  return [who && span ? say("shown-in", { who, span }) : who || span, ...(isList ? narrowed : [])].filter(Boolean).join(", ");
}

function readChoice() {
  const last = find("last-round").value;
  filter.whose = find("whose").value;
  filter.first = Number(find("first-round").value);
  filter.last = last ? Number(last) : Infinity;
  filter.kind = find("kind").value;
  filter.words = find("search").value.trim().toLowerCase();
}

/** Offers who is there on the watched line, and its rounds. What was chosen stays so if it can. */
export function offerFilter() {
  const { line } = findWatched();
  const state = states[line.at(-1) ?? 0];
  const end = findEnd(line);
  filter.people = state.people;
  filter.end = state.scene.round ?? 0;
  const isAfter = end >= 0 && end < line.length - 1;
  const people = listPeople(state);
  const key = JSON.stringify([people, filter.end, isAfter]);
  if (filter.key === key) return;
  filter.key = key;
  const rounds = Array.from({ length: filter.end + 1 }, (_, number) => [String(number), nameRoundShort(number)]);
  if (isAfter) rounds.push([String(filter.end + 1), nameRoundShort(filter.end + 1)]);
  offer("whose", [[EVERYBODY, say("everybody")], ...(sides.length > 1 ? sides.filter(Boolean).map((side) => [`*${side}`, side]) : []),
    ...people.map(([number, name]) => [String(number), name])]);
  offer("first-round", [["0", say("from-start")], ...rounds.slice(1)]);
  offer("last-round", [["", say("to-the-end")], ...rounds]);
  for (const id of ["first-round", "last-round"]) find(id).parentElement.hidden = !filter.end;
  readChoice();
}

/** Fills a list of choices; what was chosen stays so if it can.
 * @param {string} id @param {string[][]} choices */
export function offer(id, choices) {
  const select = find(id);
  const chosen = select.value;
  select.replaceChildren(...choices.map(([value, words]) => new Option(words, value)));
  if (choices.some(([value]) => value === chosen)) select.value = chosen;
}

/** @param {number} number */
function nameRoundShort(number) {
  if (!number) return say("before-rounds");
  return number > filter.end ? say("after-rounds") : say("chart-round", { number });
}

/** Returns the first and the last round that are told; the time behind the fight is the round behind the
 * last. */
export function findSpan() {
  return [filter.first, filter.last];
}

/** Returns the chosen rounds in words. */
export function describeSpan() {
  if (isWholeFight()) return findWatched().analysed ? say("whole-line") : say("whole-fight");
  const [from, to] = ["first-round", "last-round"].map((id) => find(id).selectedOptions[0].text);
  return filter.first === filter.last ? to : `${from} ${say("rounds-to")} ${to}`;
}

/** Returns whether a round is told.
 * @param {number} round */
export function isRoundTold(round) {
  return round >= filter.first && round <= filter.last;
}

/** Returns the number of the round that a heading at an event begins.
 * @param {number} seq */
export function findHeadedRound(seq) {
  const state = states[seq];
  return isOver(state) ? filter.end + 1 : state.scene.round ?? 0;
}

/** Returns whether the round of an event is told.
 * @param {number} seq */
export function isMomentTold(seq) {
  return isRoundTold(findHeadedRound(seq));
}

/** Returns whether all rounds are told. */
export function isWholeFight() {
  return !filter.first && filter.last === Infinity;
}

/** Returns whether everybody is told of. */
export function tellsEverybody() {
  return filter.whose === EVERYBODY;
}

/** Returns the name of whom is told. */
export const nameChosen = () => find("whose").selectedOptions[0].text;

/** Returns the kind of events that is told; empty for all. */
export const findKind = () => filter.kind;

/** Returns whether a text has the words that were searched for.
 * @param {string | null} text */
export const hasWords = (text) => (text ?? "").toLowerCase().includes(filter.words);

/** Returns whether single events are chosen, not only rounds. */
export function isNarrowed() {
  return !tellsEverybody() || filter.kind !== "" || filter.words !== "";
}

/** Returns whether a combatant is told of, by their number.
 * @param {number | undefined} number */
export function isPersonTold(number) {
  if (tellsEverybody()) return true;
  if (number === undefined) return false;
  return filter.whose === String(number) || filter.whose === `*${filter.people[number]?.side}`;
}

/** Returns everybody who is told of. */
export const listTold = () => filter.people.filter((_, number) => isPersonTold(number));

/** Returns whether a combatant is told of, by their name or a text that begins with it.
 * @param {string} name */
export function isNameTold(name) {
  if (tellsEverybody()) return true;
  return filter.people.some((card, number) => isPersonTold(number) && isNameOf(name, card));
}

/** Returns whether a row is of a combatant: it has their name, and may have their player.
 * @param {string} name @param {Page.Card} card */
export const isNameOf = (name, card) => isThere(card) && (card.name === name || name === `${card.name} (${card.player})`);
