// Skirmishes: those who are locked in a fight with each other. Their tokens have a strong border, and a
// bracket between the sides joins them.
import { draw } from "./dom.js";
import { findPort } from "./routes.js";

const APART = 12; // how far the line of one side alone stands from its tokens

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

/** Draws skirmishes [{places, fresh}] on a field; a `fresh` one has changed.
 * @param {Page.Skirmish[]} skirmishes @param {Page.Ground} field */
export function drawSkirmishes(skirmishes, field) {
  const { across, gutter: [first, last] } = field;
  return skirmishes.map(({ places, fresh }, nth) => {
    const rights = places.filter(({ x, width }) => x + width / 2 > across / 2).length;
    // Several skirmishes have lines of their own; one side's alone has it close to its tokens.
    const part = (nth + 1) / (skirmishes.length + 1);
    const spine = !rights ? first + APART + 4 * nth : rights === places.length ? last - APART - 4 * nth : first + (last - first) * part;
    const ways = places.map((place) => findWay(field, place));
    const heights = ways.map((way) => way[way.length - 1][1]);
    const d = ways.map((way) => `M${way.map((point) => point.join(" ")).join("L")}H${spine}`).join("");
    return draw("path", { class: `skirmish${fresh ? " fresh" : ""}`, d: `${d}M${spine} ${Math.min(...heights)}V${Math.max(...heights)}` });
  });
}

/** Returns the points from a token to the gutter: above the arrows that end at its middle, or through the gap
 * below it where others stand further in.
 * @param {Page.Ground} field @param {Page.Box} place */
function findWay(field, place) {
  const way = findPort(field, place);
  return way.length > 2 ? way : way.map(([x, y]) => [x, y - place.height / 4]);
}
