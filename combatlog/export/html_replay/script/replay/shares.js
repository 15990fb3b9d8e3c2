// What each side has left of its strength: as a part of what all who have joined it have when whole, so
// that help which comes later heals nobody.
import { isThere, states } from "../stage/fight.js";

const WHOLE = 100; // the strength of one who is unhurt

/** Returns what a side has left after an event, as a part of 1; not a number where it is not known.
 * @param {number} seq @param {string} side */
export function readShare(seq, side) {
  const { scene, people } = states[seq];
  const now = scene.strength?.[side] ?? NaN;
  return now / Math.max(1, WHOLE * countMembers(people, side));
}

/** Returns how many have joined a side, whatever became of them.
 * @param {Page.Card[]} people @param {string} side */
export function countMembers(people, side) {
  return people.filter((card) => isThere(card) && card.side === side && !(card.standing === "gone" && card.crew)).length;
}
