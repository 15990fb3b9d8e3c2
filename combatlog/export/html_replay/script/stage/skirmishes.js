// Skirmishes: those who are locked in a fight with each other. Their tokens have a strong border, and a
// bracket between the sides joins them.
import { draw } from "./dom.js";
import { findPort } from "./routes.js";

const APART = 12; // how far the first line stands from the tokens

/** Returns the skirmishes of these people: lists of the numbers of all who are locked with each other,
 * or with somebody who is. `isShown` says who is on the field.
 * @param {Page.Card[]} people @param {(number: number) => boolean} isShown */
export function listSkirmishes(people, isShown) {
  /** @type {number[][]} */
  const found = [];
  const placed = new Set();
  people.forEach((card, number) => {
    if (placed.has(number) || !card.locked || !isShown(number)) return;
    const members = [number];
    placed.add(number);
    for (const each of members) { // it grows meanwhile
      for (const other of people[each].locked ?? []) {
        if (placed.has(other) || !isShown(other)) continue;
        placed.add(other);
        members.push(other);
      }
    }
    if (members.length > 1) found.push(members.sort((one, other) => one - other));
  });
  return found;
}

/** Draws skirmishes [{places, fresh}] on a field; a `fresh` one has changed. Their lines keep off the `blows`.
 * @param {Page.Skirmish[]} skirmishes @param {Page.Ground} field @param {{ from: Page.Box | null, to: Page.Box }[]} blows */
export function drawSkirmishes(skirmishes, field, blows) {
  const { across, gutter: [first, last] } = field;
  return skirmishes.map(({ places, fresh }, nth) => {
    const rights = places.filter(({ x, width }) => x + width / 2 > across / 2).length;
    // Each has a line of its own, close to the tokens of the larger side: arrows cross no other lines there.
    const apart = Math.min(APART + 5 * nth, (last - first) / 3);
    const spine = rights * 2 > places.length ? last - apart : first + apart;
    const ways = places.map((place) => findWay(field, place, blows));
    const heights = ways.map((way) => way[way.length - 1][1]);
    const d = ways.map((way) => `M${way.map((point) => point.join(" ")).join("L")}H${spine}`).join("");
    return draw("path", { class: `skirmish${fresh ? " fresh" : ""}`, d: `${d}M${spine} ${Math.min(...heights)}V${Math.max(...heights)}` });
  });
}

/** Returns the points from a token to the gutter: below the arrow that ends at its middle, above one that
 * comes from below; or through the gap below it where others stand further in.
 * @param {Page.Ground} field @param {Page.Box} place @param {{ from: Page.Box | null, to: Page.Box }[]} blows */
function findWay(field, place, blows) {
  const way = findPort(field, place);
  const isFromBelow = blows.some(({ from, to }) => from && [from, to].includes(place) && from.y + to.y > 2 * place.y);
  return way.length > 2 ? way : way.map(([x, y]) => [x, y + (isFromBelow ? -place.height : place.height) / 4]);
}
