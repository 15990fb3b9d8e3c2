// How a fight has ended: which sides still stand, who got away, and what each has lost.
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

/** Shows how the fight ended, and who has recovered by now; nothing without an end. Where the record stops before
 * that, it is what became of everybody until then.
 * @param {Page.State | null} end @param {Page.State} now */
export function showOutcome(end, now) {
  const box = find("outcome");
  box.hidden = !end;
  if (!end) return;
  const all = countSides(end.people, now.people);
  const standing = all.filter(({ left }) => left).map(({ side }) => side);
  const away = all.filter(({ left, away }) => away && !left).map(({ side, away, count }) => say("outcome-away", { side, away, count }));
  const ended = away.join("") + (!isOver(end) ? say("outcome-open") : standing.length > 1 ? say("outcome-both", { sides: standing.join(", ") })
    : standing.length ? say("outcome-won", { side: standing[0] }) : say("outcome-none"));
  const losses = all.map(({ side, left, away, lost }) => {
    const item = make("li", `line-${Math.max(0, sides.indexOf(side)) % 8}`, makeName(side), ": ");
    if (away && left) lost.set(say("outcome-left"), away);
    item.append([...lost].map(([how, count]) => `${count} ${how}`).join(", ") || say("outcome-whole"));
    return item;
  });
  box.replaceChildren(make("b", "", ended[0].toUpperCase() + ended.slice(1)), make("ul", "", ...losses));
}

/** Returns for each side how many it counts, how many of them still stand or got away, and how many are lost in
 * which way.
 * @param {Page.Card[]} people @param {Page.Card[]} now */
function countSides(people, now) {
  /** @type {Map<string, { side: string, count: number, left: number, away: number, lost: Map<string, number> }>} */
  const found = new Map();
  people.forEach((card, nth) => {
    if (!isThere(card) || (card.standing === "gone" && card.crew)) return; // its crew counts
    const one = found.get(card.side) ?? { side: card.side, count: 0, left: 0, away: 0, lost: new Map() };
    found.set(card.side, one);
    one.count += 1;
    if (card.away) one.away += 1;
    else if (!card.standing && !isHeld(card)) one.left += 1;
    else {
      let how = card.standing === "gone" ? card.how || describeLook("gone") : describeLook(card.standing ?? card.out ?? card.look);
      if (!card.standing && !isHeld(now[nth])) how = say("outcome-since", { how });
      one.lost.set(how, (one.lost.get(how) ?? 0) + 1);
    }
  });
  return [...found.values()];
}

/** Returns whether somebody cannot act, as far as it shows.
 * @param {Page.Card} card */
const isHeld = ({ look }) => ["down", "held"].includes(look);
