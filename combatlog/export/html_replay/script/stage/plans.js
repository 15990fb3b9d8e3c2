// What has been declared and not been done yet: for each combatant in the words of the event, and in
// short whom it names. It counts as declared until the turn ends; on the field it goes with the deed. Who falls
// may still do what was thrown at the same time.
import { events, isThere } from "./fight.js";
import { say } from "./labels.js";

/** Returns the plans of the state at an event, by combatant.
 * @param {Page.State} state @param {number} at @returns {Map<number, Page.Plan[]>} */
export function listPlans(state, at) {
  /** @type {Map<number, Page.Plan[]>} */
  const plans = new Map();
  const { declared = [] } = state.scene;
  const [done, coming] = declared.length ? listDone(at, declared[0]) : [new Set(), new Set()];
  for (const seq of declared) {
    const { said } = events[seq];
    const doer = findDoer(said, state);
    if (doer < 0 || done.has(doer) || (!coming.has(doer) && isOut(state.people[doer]))) continue;
    const words = said.slice(state.people[doer].name.length + 1);
    const plan = { text: `→ ${words}`, short: `→ ${listNamed(words, state).join(", ") || words}` };
    plans.set(doer, [...(plans.get(doer) ?? []), plan]);
  }
  return plans;
}

/** @param {Page.Card} card */
const isOut = ({ look }) => ["down", "dead", "gone"].includes(look);

/** Returns the news of who falls and has a deed still to come: it was declared before.
 * @param {Page.News[]} news @param {Page.Plan[]} plans
 * @returns {Page.News[]} */
export function tellComing(news, plans) {
  const falls = say("news.falls");
  const told = news.map((each) => (each.kind === "fate" ? { ...each, text: falls, short: falls } : each));
  return [...told, ...plans.map(({ short: what }) => ({ kind: "note", text: say("news.still", { what }), short: what, sign: "→" }))];
}

/** Returns whether somebody strikes in a beat who fell before it.
 * @param {Partial<Page.Stop>} beat @param {number} number @param {Page.State} before */
export function strikesFallen({ from = [], about = -1, rolls = [] }, number, { people }) {
  return rolls.length > 0 && about >= 0 && from.includes(number) && isThere(people[number]) && isOut(people[number]);
}

/** Returns who has acted since the turn or phase of an event began, or can act no more as declared; and whose deed
 * is rolled already, but told later.
 * @param {number} at @param {number} first */
function listDone(at, first) {
  /** @type {Set<number>} */
  const done = new Set();
  /** @type {Set<number>} */
  const coming = new Set();
  for (let seq = at; seq > first && !"tr".includes(events[seq].kind); seq = events[seq].parent) {
    const { acts, lapsed, told } = events[seq];
    for (const each of [...acts, ...lapsed]) (told > at ? coming : done).add(each);
  }
  for (const each of coming) done.delete(each);
  return [done, coming];
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
