// All events, and the state after each: the state of its parent with its changes applied. Rows are
// taken one at a time, so a fight can grow.
import { say } from "./labels.js";

const SCENE = "*";
const PARENT = "\x1f"; // stands in the words of a row for the number of its parent
export const SCORE = "=";
export const MOST_OTHERS = 4; // scores behind the first one: more are abilities that no blow wears down

/** @type {Page.Event[]} */
export const events = [/** @type {any} */ (null)];
/** @type {Page.State[]} */
export const states = [{ scene: {}, people: [] }];
/** @type {string[]} */
export const sides = []; // the names of the sides: the players' first (empty until it comes), then the others in the order they came; a side keeps its colour
/** @type {{ marks: Map<number, string>, off: Set<number>, dice: string[], words: string[], changes: any[], more: any[] }} */
const fight = { marks: new Map(), off: new Set(), dice: [], words: [""], changes: [null], more: [null] };

/** Sets what all rows share: the marks of undone events, those beside the line, and the scores that are
 * dice.
 * @param {{ marks: Page.Mark[], off: number[], dice: string[] }} given */
export function beginFight({ marks, off, dice }) {
  fight.dice = dice;
  fight.off = new Set(off);
  readMarks(marks);
}

/** @param {Page.Mark[]} marks */
function readMarks(marks) {
  fight.marks.clear();
  for (const [words, ...runs] of marks) {
    let seq = 0;
    runs.forEach((count, nth) => {
      for (const last = seq + count; seq < last;) {
        seq += 1;
        if (nth % 2) fight.marks.set(seq, words);
      }
    });
  }
}

/** Sets the marks of undone events anew, and the seqs of those beside the line, in a fight that grows.
 * @param {Page.Mark[]} marks @param {number[]} beside */
export function markEvents(marks, beside) {
  readMarks(marks);
  const off = new Set(beside);
  for (const event of events) {
    if (!event) continue;
    event.mark = fight.marks.get(event.seq) ?? "";
    event.off = off.has(event.seq);
  }
}

/** Forgets all events, before another fight is shown. */
export function clearFight() {
  events.length = 1;
  states.length = 1;
  sides.length = 0;
  fight.changes.length = 1;
  fight.more.length = 1;
  fight.words.length = 1;
  fight.marks.clear();
}

/** Takes the row of the next event, or of one of a what-if, which was never recorded.
 * @param {Page.Row} row */
export function takeRow([letter, words, given, rest], imagined = false) {
  const seq = events.length;
  /** @type {Page.More} */
  const more = typeof rest === "number" ? fight.more[rest] : rest;
  fight.more.push(more);
  /** @type {Page.More} */
  const { p: parent = seq - 1, n: note = "", d: dice = [], a: acts = [], s: struck = [], l: lapsed = [], m: modifier = "" } = more || {};
  const { v: tested = acts, t: place, u: ruling = 0 } = more || {};
  const mark = fight.marks.get(seq) ?? "";
  const kind = letter.toLowerCase();
  const told = typeof words === "number" ? fight.words[words] : words;
  fight.words.push(told);
  const said = told.replace(PARENT, String(parent));
  const changes = typeof given === "number" ? fight.changes[given] : given;
  fight.changes.push(changes);
  events.push({
    seq, parent, kind, said, note, dice, mark, off: fight.off.has(seq), quiet: kind !== letter, acts, struck, lapsed, modifier, ruling: ruling > 0, tested, imagined, told: 0, blow: 0,
  });
  states.push(moveTo(applyChanges(states[parent], changes || {}), acts[0], place));
  for (const side of Object.keys((changes || {})[SCENE]?.strength ?? {})) {
    if (!sides.includes(side)) placeSide(side);
  }
  if (sides[0] === "" && (dice.length || acts.length)) sides.shift(); // the fight has begun without players' people
}

/** Gives a side its colour. Until the fight begins, the first one waits for the players' side.
 * @param {string} side */
function placeSide(side) {
  const isOurs = states[states.length - 1].people.some((card) => card?.side === side && card.kind !== "npc");
  if (isOurs && !sides[0]) sides[0] = side;
  else if (isOurs || sides.length) sides.push(side);
  else sides.push("", side);
}

/** Returns a copy of a state with these changes. Unchanged cards are shared, not copied.
 * @param {Page.State} state @param {Page.Changes} changes
 * @returns {Page.State} */
function applyChanges(state, changes) {
  /** @type {any} */
  let { scene, people } = state;
  for (const [whose, values] of Object.entries(changes)) {
    if (whose === SCENE) {
      scene = applyValues(scene, values);
    } else {
      if (people === state.people) people = people.slice();
      people[whose] = applyValues(people[whose] ?? {}, values);
    }
  }
  return { scene, people };
}

/** Returns a state in which somebody has gone to a place; an empty one is none that has a name.
 * @param {Page.State} state @param {number} who @param {string} [place]
 * @returns {Page.State} */
function moveTo({ scene, people }, who, place) {
  if (place === undefined || (people[who]?.at ?? "") === place) return { scene, people };
  return { scene, people: people.map((card, number) => (number === who ? { ...card, at: place } : card)) };
}

/** Returns a copy of a card with these values; null removes a key.
 * @param {Record<string, any>} card @param {Record<string, any>} values @returns {any} */
function applyValues(card, values) {
  const next = { ...card, ...values };
  for (const key of Object.keys(values)) if (values[key] === null) delete next[key];
  return next;
}

/** Returns the names of a combatant's scores, in the game's order.
 * @param {Page.Card} card */
export function listScores(card) {
  return Object.keys(card).filter((key) => key.startsWith(SCORE)).map((key) => key.slice(1));
}

/** Returns the score behind the first one, which a blow eats once that is gone; empty where there is none.
 * @param {Page.Card} card */
export function findBody(card) {
  const scores = listScores(card);
  return scores.length > 1 && scores.length <= MOST_OTHERS + 1 ? scores[1] : "";
}

/** Returns whether a card has a combatant. An undo of the joining leaves an empty card.
 * @param {Page.Card | null | undefined} card @returns {card is Page.Card} */
export function isThere(card) {
  return card?.name !== undefined;
}

/** Returns whether somebody is dead, or a blow has killed them: the death is recorded behind the other
 * blows of a turn.
 * @param {Page.Card} card */
export function isDead(card) {
  return card.standing === "dead" || card.out === "dying";
}

/** Returns whether a score is a die instead of a number.
 * @param {string} score */
export function isStepped(score) {
  return fight.dice.includes(score);
}

/** Returns the face that a die of an event had in the fight, by its place; undefined where it has the same.
 * @param {number} seq @param {number} place @returns {number | undefined} */
export function findOldFace(seq, place) {
  const [turned, was] = events[seq].turned ?? [];
  return turned === place ? was : undefined;
}

/** Returns the value of a score as the game writes it.
 * @param {string} score @param {number} number */
export function formatScore(score, number) {
  if (!isStepped(score)) return String(number).replace("-", "−");
  return number ? say("die", { number }) : say("no-die");
}

/** Returns the seqs of the line that ends in an event, from the first event on.
 * @param {number} tip */
export function findLine(tip) {
  const found = [];
  for (let seq = tip; seq; seq = events[seq].parent) found.push(seq);
  return found.reverse();
}
