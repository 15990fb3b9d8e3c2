// All events, and the state after each: the state of its parent with its changes applied. Rows are
// taken one at a time, so a fight can grow.
import { say } from "./labels.js";

const SCENE = "scene";
export const SCORE = "=";

export const events = [null];
export const states = [{ scene: {}, people: [] }];
export const sides = []; // the names of the sides, in the order they came; a side keeps its colour
const fight = { marks: new Map(), dice: [], changes: [null] };

/** Sets what all rows share: the marks of undone events, and the scores that are dice. */
export function beginFight({ marks, dice }) {
  fight.dice = dice;
  readMarks(marks);
}

function readMarks(marks) {
  fight.marks.clear();
  for (const [words, ...ranges] of marks) {
    for (let at = 0; at < ranges.length; at += 2) {
      for (let seq = ranges[at]; seq <= ranges[at + 1]; seq += 1) fight.marks.set(seq, words);
    }
  }
}

/** Sets the marks of undone events anew, and the seqs of those beside the line, in a fight that grows. */
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
  fight.marks.clear();
}

/** Takes the row of the next event. */
export function takeRow([letter, words, given, more]) {
  const seq = events.length;
  const { p: parent = seq - 1, n: note = "", d: dice = [], o: off = 0 } = more || {};
  const { a: acts = [], s: struck = [], m: modifier = "" } = more || {};
  const mark = fight.marks.get(seq) ?? "";
  const kind = letter.toLowerCase();
  const said = typeof words === "number" ? events[words].said : words;
  const changes = typeof given === "number" ? fight.changes[given] : given;
  fight.changes.push(changes);
  events.push({
    seq, parent, kind, said, note, dice, mark, off: Boolean(off), quiet: kind !== letter, acts, struck, modifier,
  });
  states.push(applyChanges(states[parent], changes || {}));
  for (const side of Object.keys((changes || {})[SCENE]?.strength ?? {})) {
    if (!sides.includes(side)) sides.push(side);
  }
}

/** Returns a copy of a state with these changes. Unchanged cards are shared, not copied. */
function applyChanges(state, changes) {
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

/** Returns a copy of a card with these values; null removes a key. */
function applyValues(card, values) {
  const next = { ...card, ...values };
  for (const key of Object.keys(values)) if (values[key] === null) delete next[key];
  return next;
}

/** Returns the names of a combatant's scores, in the game's order. */
export function listScores(card) {
  return Object.keys(card).filter((key) => key.startsWith(SCORE)).map((key) => key.slice(1));
}

/** Returns whether a card has a combatant. An undo of the joining leaves an empty card. */
export function isThere(card) {
  return card !== undefined && card.name !== undefined;
}

/** Returns whether a score is a die instead of a number. */
export function isStepped(score) {
  return fight.dice.includes(score);
}

/** Returns the value of a score as the game writes it. */
export function formatScore(score, number) {
  if (!isStepped(score)) return String(number).replace("-", "−");
  return number ? say("die", { number }) : say("no-die");
}

/** Returns the seqs of the line that ends in an event, from the first event on. */
export function findLine(tip) {
  const found = [];
  for (let seq = tip; seq; seq = events[seq].parent) found.push(seq);
  return found.reverse();
}
