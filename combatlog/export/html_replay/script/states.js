// Every event, and the fight after it: what each changed, put upon what it follows.
const SCENE = "scene";
const SCORE = "=";

const events = [null];
const states = [{ scene: {}, people: [] }];

given.rows.forEach(([kind, said, changes, more], at) => {
  const seq = at + 1;
  const { p: parent = seq - 1, u, n: note = "", d: dice = [], o: off = 0, q: quiet = 0 } = more || {};
  const mark = given.marks[u] ?? "";
  events.push({ seq, kind, said, note, dice, mark, off: Boolean(off), quiet: Boolean(quiet) });
  states.push(changed(states[parent], changes || {}));
});

/** A state with these changes; whoever is not in them is shared with it. */
function changed(state, changes) {
  let { scene, people } = state;
  for (const [whose, values] of Object.entries(changes)) {
    if (whose === SCENE) {
      scene = put(scene, values);
    } else {
      if (people === state.people) people = people.slice();
      people[whose] = put(people[whose] ?? {}, values);
    }
  }
  return { scene, people };
}

function put(card, values) {
  const next = { ...card, ...values };
  for (const key of Object.keys(values)) if (values[key] === null) delete next[key];
  return next;
}

/** The names of somebody's scores, in the game's order. */
function scoresOf(card) {
  return Object.keys(card).filter((key) => key.startsWith(SCORE)).map((key) => key.slice(1));
}

/** Is anybody on this card? (Somebody can be taken off the line they joined.) */
function isThere(card) {
  return card !== undefined && card.name !== undefined;
}
