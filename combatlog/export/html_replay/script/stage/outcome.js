// How a fight has ended: which sides still stand, and what each has lost.
import { find, make, makeName } from "./dom.js";
import { isThere, sides, states } from "./fight.js";
import { describeLook, say } from "./labels.js";

/** Returns whether a fight is over: then nobody's strength is counted any more.
 * @param {Page.State} state */
export function isOver({ scene, people }) {
  return !scene.strength && people.some(isThere);
}

/** Returns the place of a line at which the fight ends; −1 while it goes on.
 * @param {number[]} line */
export const findEnd = (line) => line.findIndex((seq) => isOver(states[seq]));

/** Shows how the fight ended in this state; nothing without one.
 * @param {Page.State | null} state */
export function showOutcome(state) {
  const box = find("outcome");
  box.hidden = !state;
  if (!state) return;
  const all = countSides(state.people);
  const standing = all.filter(({ left }) => left).map(({ side }) => side);
  const ended = standing.length > 1 ? say("outcome-both", { sides: standing.join(", ") })
    : standing.length ? say("outcome-won", { side: standing[0] }) : say("outcome-none");
  const losses = all.map(({ side, lost }) => {
    const item = make("li", `line-${Math.max(0, sides.indexOf(side)) % 8}`, makeName(side), ": ");
    item.append([...lost].map(([how, count]) => `${count} ${how}`).join(", ") || say("outcome-whole"));
    return item;
  });
  box.replaceChildren(make("b", "", ended[0].toUpperCase() + ended.slice(1)), make("ul", "", ...losses));
}

/** Returns for each side how many are left, and how many are lost in which way.
 * @param {Page.Card[]} people */
function countSides(people) {
  /** @type {Map<string, { side: string, left: number, lost: Map<string, number> }>} */
  const found = new Map();
  for (const card of people.filter(isThere)) {
    if (card.standing === "gone" && card.crew) continue; // its crew counts
    const one = found.get(card.side) ?? { side: card.side, left: 0, lost: new Map() };
    found.set(card.side, one);
    const how = card.standing === "gone" ? card.how || describeLook("gone") : describeLook(card.standing ?? card.out ?? card.look);
    if (card.standing || ["down", "held"].includes(card.look)) one.lost.set(how, (one.lost.get(how) ?? 0) + 1);
    else one.left += 1;
  }
  return [...found.values()];
}
