// Lines over the field: from an attacker to the target, and between those locked in a fight.
import { draw } from "./dom.js";

export function makeLinks() {
  const picture = draw("svg", { class: "links", "aria-hidden": "true" });
  picture.append(draw("g", { class: "locks" }), draw("g", { class: "blows" }));
  return picture;
}

/** Draws the blows [from, to, amount] and locks [one, other] between rectangles of the field. */
export function showLinks(picture, width, height, blows, locks) {
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const [lines, arrows] = picture.children;
  lines.replaceChildren(...locks.map(([one, other]) => drawLock(one, other)));
  arrows.replaceChildren(...blows.flatMap((blow) => drawBlow(...blow)));
}

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

const ROOM = 90; // the least width between two tokens for a number in it

/** Draws a curve from the edge of one token to the edge of the other, with the amount that the target
 * lost on it. */
function drawBlow(from, to, amount) {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const across = Math.abs(x2 - x1) > (from.width + to.width) / 2;
  const way = Math.sign(x2 - x1) || 1;
  const start = across ? [x1 + (way * from.width) / 2, y1] : [x1, y1 + (Math.sign(y2 - y1) * from.height) / 2];
  const end = across ? [x2 - (way * to.width) / 2, y2] : [x2, y2 - (Math.sign(y2 - y1) * to.height) / 2];
  const bend = across ? [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 14] : [start[0] + 26, (start[1] + end[1]) / 2];
  const curve = draw("path", { class: "blow", d: `M${start.join(" ")}Q${bend.join(" ")} ${end.join(" ")}`, pathLength: 1 });
  const tip = drawTip(bend, end);
  if (!amount || !across || Math.abs(end[0] - start[0]) < ROOM) return [curve, tip];
  const place = { x: (start[0] + end[0]) / 2, y: (start[1] + end[1]) / 2 - 18 };
  return [curve, tip, draw("text", { class: "amount", ...place }, amount)];
}

/** Draws the head of an arrow that comes from one point to another. */
function drawTip([x1, y1], [x2, y2]) {
  const along = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(12 * (x2 - x1)) / along, (12 * (y2 - y1)) / along];
  const [left, right] = [-1, 1].map((way) => `${x2 - dx + (way * dy) / 2} ${y2 - dy - (way * dx) / 2}`);
  return draw("path", { class: "tip", d: `M${x2} ${y2}L${left}L${right}Z` });
}

function drawLock(one, other) {
  const [[x1, y1], [x2, y2]] = [middle(one), middle(other)];
  const [left, right] = x1 < x2 ? [one, other] : [other, one];
  if (Math.abs(x2 - x1) < one.width / 2) {
    return draw("path", { class: "lock", d: `M${x1} ${y1}L${x2} ${y2}` });
  }
  const [a, b] = [left.x + left.width, right.x];
  const [c, d] = [middle(left)[1], middle(right)[1]];
  return draw("path", { class: "lock", d: `M${a} ${c}H${(a + b) / 2}V${d}H${b}` });
}
