// Who is aboard what: a crew stands below its craft, on a hull that joins them.
import { draw } from "./dom.js";
import { isThere } from "./fight.js";

const RIM = 3; // pixels of a hull around its tokens, at most
const BOW = 9; // and at its bow, which points to the other side

/** Returns the number of the craft that each is aboard, by their own.
 * @param {Page.Card[]} people @returns {Map<number, number>} */
export function listAboard(people) {
  const aboard = new Map();
  people.forEach((card, craft) => {
    for (const words of (isThere(card) && card.crew) || []) {
      const member = people.findIndex((other) => isThere(other) && (words === other.name || words.startsWith(`${other.name} (`)));
      if (member >= 0) aboard.set(member, craft);
    }
  });
  return aboard;
}

/** Returns numbers in their order, but each crew behind its craft, where the first of them stands.
 * @param {number[]} numbers @param {Map<number, number>} aboard */
export function sortCrews(numbers, aboard) {
  /** @type {Map<number, number>} */
  const first = new Map();
  for (const each of numbers) {
    const craft = aboard.get(each) ?? each;
    first.set(craft, Math.min(each, first.get(craft) ?? each));
  }
  const rank = (/** @type {number} */ each) => [first.get(aboard.get(each) ?? each) ?? 0, Number(aboard.has(each)), each];
  return [...numbers].sort((one, other) => {
    const [these, those] = [rank(one), rank(other)];
    return these[0] - those[0] || these[1] - those[1] || these[2] - those[2];
  });
}

/** Draws the hulls of crafts with a crew, where nobody else stands between them.
 * @param {Map<number, number>} aboard @param {Map<number, Page.Box>} places @param {{ across: number, gap: number }} field
 * @param {(number: number) => number} findTeam */
export function drawHulls(aboard, places, { across, gap }, findTeam) {
  const rim = Math.min(RIM, gap - 1);
  return [...new Set(aboard.values())].flatMap((craft) => {
    const crew = new Set([craft, ...[...aboard].flatMap(([member, of]) => (of === craft ? member : []))]);
    const boxes = [...crew].flatMap((each) => places.get(each) ?? []);
    if (boxes.length < 2 || !places.has(craft)) return [];
    const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
    const [right, bottom] = [Math.max(...boxes.map(({ x, width }) => x + width)), Math.max(...boxes.map(({ y, height }) => y + height))];
    const isBetween = (/** @type {[number, Page.Box]} */ [each, { x, y, width, height }]) => !crew.has(each) && x < right && x + width > left && y < bottom && y + height > top;
    if ([...places].some(isBetween)) return [];
    const x = left - (left + right > across ? BOW : rim);
    return [draw("rect", { class: `hull line-${findTeam(craft) % 8}`, x, y: top - rim, width: right - left + BOW + rim, height: bottom - top + 2 * rim, rx: 10 })];
  });
}
