// Skirmishes: those who are locked in a fight with each other. A frame stands around each of their
// tokens, and a line joins the frames of one skirmish.
import { draw } from "./dom.js";

const OUT = 3; // how far a frame stands from its token at most, in pixels
const APART = 12; // how far the line of one side alone stands from its frames

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
export function drawSkirmishes(skirmishes, { across, gap, gutter: [first, last] }) {
  return skirmishes.map(({ places, fresh }, nth) => {
    const isRight = (/** @type {Page.Box} */ { x, width }) => x + width / 2 > across / 2;
    const rights = places.filter(isRight).length;
    // Several skirmishes have lines of their own; one side's alone has it close to its tokens.
    const part = (nth + 1) / (skirmishes.length + 1);
    const spine = !rights ? first + APART + 4 * nth : rights === places.length ? last - APART - 4 * nth : first + (last - first) * part;
    const ticks = places.map((place) => drawFrame(place, Math.min(OUT, gap / 2), isRight(place) ? last : first, spine));
    const heights = ticks.map(({ y }) => y);
    const line = `M${spine} ${Math.min(...heights)}V${Math.max(...heights)}`;
    const d = ticks.map((tick) => tick.d).join("") + line;
    return draw("path", { class: `skirmish${fresh ? " fresh" : ""}`, d });
  });
}

/** Returns {d, y}: the frame around a token, with its way to the spine at this height.
 * @param {Page.Box} box @param {number} out @param {number} inner @param {number} spine */
function drawFrame({ x, y, width, height }, out, inner, spine) {
  const edge = spine < x ? x - out : x + width + out;
  const isInner = Math.abs(edge - inner) <= out + 1;
  const at = isInner ? y + height / 2 : y + height + out; // past the tokens that stand further in
  const d = `M${x - out} ${y - out}h${width + 2 * out}v${height + 2 * out}h${-width - 2 * out}zM${edge} ${at}H${spine}`;
  return { d, y: at };
}
