// How far the fight is: whether it has rounds, what was declared can be resolved now, and it can end.
import { isThere, states } from "../stage/fight.js";
import { isOver } from "../stage/outcome.js";

const OUT = ["down", "dead", "gone"]; // how somebody looks who does not fight on

/** Returns whether the fight has ended. */
export function isFightOver() {
  const state = states.at(-1);
  return Boolean(state && isOver(state));
}

/** Returns whether the first round of the fight has begun. */
export function hasRounds() {
  return Boolean(states.at(-1)?.scene.round);
}

/** Returns whether of several sides one alone still fights.
 * @param {Server.Turn} turn */
export function isDecided({ rulings }) {
  if (!rulings.some(({ type, barred }) => type === "end-fight" && !barred)) return false;
  const people = (states.at(-1)?.people ?? []).filter(isThere);
  const fighting = people.filter(({ standing, look }) => !standing && !OUT.includes(look));
  const count = (/** @type {Page.Card[]} */ cards) => new Set(cards.map(({ side }) => side)).size;
  return count(people) > 1 && count(fighting) === 1;
}

/** Returns what resolves all that is declared; undefined where that is not offered.
 * @param {Server.Turn} turn */
export function findResolve({ rulings }) {
  return rulings.find(isResolve);
}

/** Returns whether the referee could resolve once somebody has declared, and leave nobody out.
 * @param {Server.Turn} turn @param {string} name */
export function isLastToDeclare({ waiting, rulings, left_out: leftOut }, name) {
  const at = rulings.findIndex(isResolve);
  return at >= 0 && (!leftOut[at] || waiting.every((each) => each === name));
}

/** @param {Server.Option} option */
function isResolve({ type, given }) {
  return type === "resolve" && !given.who;
}
