// All events, and the state after each: the state of its parent with its changes applied.
const SCENE = "scene";
const SCORE = "=";

const events = [null];
const states = [{ scene: {}, people: [] }];

given.rows.forEach(([kind, said, changes, more], at) => {
  const seq = at + 1;
  const { p: parent = seq - 1, u, n: note = "", d: dice = [], o: off = 0, q: quiet = 0 } = more || {};
  const mark = given.marks[u] ?? "";
  events.push({ seq, kind, said, note, dice, mark, off: Boolean(off), quiet: Boolean(quiet) });
  states.push(applyChanges(states[parent], changes || {}));
});

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
function listScores(card) {
  return Object.keys(card).filter((key) => key.startsWith(SCORE)).map((key) => key.slice(1));
}

/** Returns whether a card has a combatant. An undo of the joining leaves an empty card. */
function isThere(card) {
  return card !== undefined && card.name !== undefined;
}
