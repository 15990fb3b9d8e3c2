// Lines of the field: over the tokens from an attacker to the target, below them the frames of skirmishes.
import { drawDie } from "./dice.js";
import { draw } from "./dom.js";
import { say } from "./labels.js";
import { findPort, findRoute } from "./routes.js";
import { drawSkirmishes } from "./skirmishes.js";

/** Makes what lines are drawn on: below the tokens, and over them. */
export function makeLinks() {
  return ["locks", "links"].map((kind) => draw("svg", { class: kind, "aria-hidden": "true" }));
}

/** @typedef {{ from: Page.Box | null, to: Page.Box, amount: string, dice: Page.ThrownDie[], kind: string, part: number }} Blow */

/** Draws the blows and skirmishes {places, fresh} between rectangles of a field. The `kind` of a blow is "aid",
 * "dull" if nothing came of it, or "past" if it fell before and is told of again; without an attacker it is a burst at its target; `part` says how much of that
 * it took. Below all stand the `hulls`.
 * @param {SVGElement[]} pictures @param {Page.Ground} field @param {Blow[]} blows @param {Page.Skirmish[]} skirmishes
 * @param {SVGElement[]} hulls */
export function showLinks([locks, arrows], field, blows, skirmishes, hulls) {
  for (const each of [locks, arrows]) each.setAttribute("viewBox", `0 0 ${field.across} ${field.down}`);
  locks.replaceChildren(...hulls, ...drawSkirmishes(skirmishes, field, blows));
  const drawn = blows.map((blow) => drawBlow(field, blow));
  const strikers = drawn.length > 1 ? drawn.map(({ start: [x, y] }) => ({ x, y, size: 2 * TIP })) : []; // an amount beside one would seem theirs
  const dice = drawn.flatMap(({ thrown }) => thrown);
  arrows.replaceChildren(...drawn.map(({ group }) => group), ...blows.flatMap((blow, nth) => drawAmount(field, blow, drawn[nth], dice, strikers)));
}

/** @typedef {{ x: number, y: number, size: number }} Place */
/** @typedef {Place & { picture: SVGElement }} Thrown */

const ROOM = 90; // the least width between the sides for large dice in it
const LEAST = 13; // the smallest size of an amount that is drawn, in pixels
/** Sizes of a die in pixels: of large ones at most and at least, as a part of the way; of small ones; the least way for one; and the
 * width of the words over one. */
const DIE = { most: 48, least: 30, part: 1 / 6, small: 20, room: 44, words: 84 };
/** The sizes of an amount in pixels: of the lightest blow, where there is much room, how much is added for all of a
 * target, at most; of a word; and how far from the target it stands. */
const AMOUNT = { least: 20, wide: 28, more: 40, most: 54, word: 18, beside: 4 };
const LETTER = 0.76; // the width of a digit, as a part of the size
const TIP = 12; // the length of the head of an arrow
const FAR = 60; // pixels from its place at which an amount would seem somebody else's
const BURST = 12; // how large the sign of harm without an attacker is, from its middle

/** Draws an arrow from the edge of one token to the edge of the other, past all others, with the
 * attacker's dice where it begins. An aid and a past blow are dashed; it bridges the brackets of skirmishes. Returns also
 * the dice, and between which points it is.
 * @param {Page.Ground} field @param {Blow} blow */
function drawBlow(field, { from, to, dice, kind }) {
  if (!from) return drawBurst(field, to);
  const { ways, start, bend, end } = findRoute(field, from, to);
  const [out, into] = ways.map((way) => way.map((point) => point.join(" ")));
  const d = `M${[...out, start.join(" ")].join("L")}Q${bend.join(" ")} ${[end.join(" "), ...into].join("L")}`;
  const tip = ways[1].length ? drawTip(ways[1].at(-2) ?? end, /** @type {Page.Point} */ (ways[1].at(-1))) : drawTip(bend, end);
  const isDashed = kind === "aid" || kind === "past";
  const path = draw("path", isDashed ? { class: `blow ${kind}`, d } : { class: "blow", d, pathLength: 1 });
  const thrown = drawThrow(start, bend, end, dice, field.gutter);
  return { group: draw("g", { class: kind }, draw("path", { class: "bridge", d }), path, tip, ...thrown.map(({ picture }) => picture)), thrown, start, end };
}

/** Draws the amount of a blow over its arrow at the target, beside all dice and the tip, and near it also beside those who
 * strike together; nothing where the sides are too near.
 * @param {Page.Ground} field @param {Blow} blow @param {{ start: number[], end: number[] }} arrow @param {Place[]} dice
 * @param {Place[]} strikers */
function drawAmount({ down, gutter: [left, right] }, { amount, kind, part }, { start, end }, dice, strikers) {
  if (!amount) return [];
  const least = Math.min(AMOUNT.wide, Math.max(AMOUNT.least, (right - left) / 9));
  const wanted = /[−+]/.test(amount) ? Math.min(AMOUNT.most, least + AMOUNT.more * part) : AMOUNT.word;
  const size = Math.min(wanted, (right - left) / (LETTER * Math.max(amount.length, 3)));
  if (size < LEAST) return [];
  const [width, height] = [(size * LETTER * amount.length) / 2 + 1, size * 0.6];
  const x = Math.min(right - width, Math.max(left + width, end[0] + Math.sign(start[0] - end[0]) * (width + AMOUNT.beside)));
  const wish = Math.max(28, start[1] * 0.2 + end[1] * 0.8 - 16);
  const tip = { x: end[0], y: end[1], size: 2 * TIP };
  const findFree = (/** @type {Place[]} */ others, /** @type {number} */ far) => {
    const near = others.filter((each) => Math.abs(each.x - x) < width + each.size / 2);
    const isFree = (/** @type {number} */ y) => near.every((each) => y < each.y - each.size / 2 || y - 1.4 * height > each.y + each.size / 2);
    const heights = [wish, ...near.flatMap((each) => [each.y - each.size / 2 - 1, each.y + each.size / 2 + 1.4 * height + 1])];
    const fit = heights.filter((each) => each >= 1.4 * height && each < down - 4 && Math.abs(each - wish) < far && isFree(each));
    return fit.sort((one, other) => Math.abs(one - wish) - Math.abs(other - wish))[0];
  };
  const y = findFree([...dice, tip, ...strikers], FAR) ?? findFree([...dice, tip], Infinity) ?? wish;
  const words = draw("text", { class: `amount ${kind}`, x, y }, amount);
  words.style.setProperty("font-size", `${size}px`);
  return [words];
}

/** Draws harm that nobody did: a burst at its target, where `drawBlow` draws an arrow. It comes from no side.
 * @param {Page.Ground} field @param {Page.Box} to @returns {{ group: SVGElement, thrown: Thrown[], start: number[], end: number[] }} */
function drawBurst(field, to) {
  const way = findPort(field, to);
  const [edge, y] = way[way.length - 1];
  const x = edge + (edge > field.across / 2 ? -BURST : BURST);
  const points = Array.from({ length: 16 }, (_, nth) => {
    const size = nth % 2 ? BURST / 2 : BURST;
    return [x + size * Math.cos((nth * Math.PI) / 8), y + size * Math.sin((nth * Math.PI) / 8)];
  });
  const line = draw("path", { class: "blow", d: `M${way.join("L")}`, pathLength: 1 }); // where others stand in between
  const burst = draw("path", { class: "burst", d: `M${points.join("L")}Z` });
  return { group: draw("g", {}, line, burst), thrown: [], start: [x, y], end: [x, y] };
}

/** Draws dice along a curve, as many as its first half has room for: [{picture, x, y, size}].
 * @param {Page.Point} start @param {Page.Point} bend @param {Page.Point} end @param {Page.ThrownDie[]} dice
 * @param {number[]} gutter */
function drawThrow(start, bend, end, dice, [left, right]) {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const way = Math.min(length, right - left);
  const size = way < ROOM ? DIE.small : Math.min(DIE.most, Math.max(DIE.least, way * DIE.part));
  if (length < DIE.room || right - left < size + 2) return [];
  const most = Math.max(1, Math.floor((length * 0.6) / size));
  const kept = dice.filter(([, , kind]) => kind === "kept");
  return (dice.length > most && kept.length ? kept : dice).slice(0, most).map(([die, face, kind, was], nth) => {
    const part = (size * (nth + 0.75)) / length;
    const at = [0, 1].map((axis) =>
      (1 - part) ** 2 * start[axis] + 2 * part * (1 - part) * bend[axis] + part ** 2 * end[axis]);
    const [x, y] = [Math.min(right - 1 - size / 2, Math.max(left + 1 + size / 2, at[0])), at[1]];
    const picture = drawDie(die, String(face));
    const box = { x: x - size / 2, y: y - size / 2, width: size, height: size };
    for (const [name, value] of Object.entries(box)) picture.setAttribute(name, String(value));
    const isOther = was !== undefined;
    const old = isOther && size > DIE.least ? [draw("text", { class: "was-face", x: Math.min(x, right - DIE.words / 2), y: y - size / 2 - 4 }, say("die-instead", { was }))] : [];
    return { picture: draw("g", { class: `thrown ${kind}${isOther ? " instead" : ""}` }, picture, ...old), x, y, size };
  });
}

/** Draws the head of an arrow that comes from one point to another.
 * @param {number[]} from @param {number[]} to */
function drawTip([x1, y1], [x2, y2]) {
  const along = Math.hypot(x2 - x1, y2 - y1) || 1;
  const size = Math.min(TIP, Math.max(6, along));
  const [dx, dy] = [(size * (x2 - x1)) / along, (size * (y2 - y1)) / along];
  const [left, right] = [-1, 1].map((way) => `${x2 - dx + (way * dy) / 2} ${y2 - dy - (way * dx) / 2}`);
  return draw("path", { class: "tip", d: `M${x2} ${y2}L${left}L${right}Z` });
}
