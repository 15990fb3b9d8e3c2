// What has been declared and not resolved yet: for each combatant in the words of the event, and in
// short whom it names.
import { events, isThere } from "./fight.js";

/** Returns the plans of a state, by combatant.
 * @param {Page.State} state @returns {Map<number, Page.Plan[]>} */
export function listPlans(state) {
  /** @type {Map<number, Page.Plan[]>} */
  const plans = new Map();
  for (const seq of state.scene.declared ?? []) {
    const { said } = events[seq];
    const doer = findDoer(said, state);
    if (doer < 0) continue;
    const words = said.slice(state.people[doer].name.length + 1);
    const plan = { text: `→ ${words}`, short: `→ ${listNamed(words, state).join(", ") || words}` };
    plans.set(doer, [...(plans.get(doer) ?? []), plan]);
  }
  return plans;
}

/** Returns the number of the combatant with whose name a text begins; −1 if there is none.
 * @param {string} said @param {Page.State} state */
function findDoer(said, { people }) {
  let doer = -1; // of “Goblin” and “Goblin 2” it is the one with the longer name
  people.forEach((card, number) => {
    if (!isThere(card) || !said.startsWith(`${card.name} `)) return;
    if (doer < 0 || card.name.length > people[doer].name.length) doer = number;
  });
  return doer;
}

/** Returns the names of combatants that stand in a text, in its order.
 * @param {string} text @param {Page.State} state */
function listNamed(text, { people }) {
  const names = people.filter(isThere).map(({ name }) => name).sort((one, other) => other.length - one.length);
  let left = text;
  /** @type {[at: number, name: string][]} */
  const found = [];
  for (const name of names) {
    const at = findName(left, name);
    if (at < 0) continue;
    found.push([at, name]);
    left = left.slice(0, at) + " ".repeat(name.length) + left.slice(at + name.length);
  }
  return found.sort(([one], [other]) => one - other).map(([, name]) => name);
}

/** Returns where a name stands in a text as a word of its own; −1 if nowhere.
 * @param {string} text @param {string} name */
function findName(text, name) {
  const isPart = (char = "") => /[\p{L}\p{N}]/u.test(char);
  let at = text.indexOf(name);
  while (at >= 0 && (isPart(text[at - 1]) || isPart(text[at + name.length]))) at = text.indexOf(name, at + 1);
  return at;
}
