// Lines over the field: from an attacker to the target, and between those locked in a fight.
import { drawDie } from "./dice.js";
import { draw } from "./dom.js";

export function makeLinks() {
  const picture = draw("svg", { class: "links", "aria-hidden": "true" });
  picture.append(draw("g", { class: "locks" }), draw("g", { class: "blows" }));
  return picture;
}

/** Draws the blows [from, to, amount, dice] and locks [one, other] between rectangles of the field. */
export function showLinks(picture, width, height, blows, locks) {
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const [lines, arrows] = picture.children;
  lines.replaceChildren(...locks.map(([one, other]) => drawLock(one, other)));
  arrows.replaceChildren(...blows.map((blow) => drawBlow(...blow)));
}

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

const ROOM = 90; // the least width between two tokens for a number in it
const DIE = { size: 30, small: 20, room: 44 }; // large and small, and the least way between two tokens for one

/** Draws a curve from the edge of one token to the edge of the other, with the attacker's dice
 * [die, face, kind] where it begins, and the amount that the target lost in its middle. */
function drawBlow(from, to, amount, dice = []) {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const across = Math.abs(x2 - x1) > (from.width + to.width) / 2;
  const way = Math.sign(x2 - x1) || 1;
  const start = across ? [x1 + (way * from.width) / 2, y1] : [x1, y1 + (Math.sign(y2 - y1) * from.height) / 2];
  const end = across ? [x2 - (way * to.width) / 2, y2] : [x2, y2 - (Math.sign(y2 - y1) * to.height) / 2];
  const bend = across ? [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 14] : [start[0] + 26, (start[1] + end[1]) / 2];
  const curve = draw("path", { class: "blow", d: `M${start.join(" ")}Q${bend.join(" ")} ${end.join(" ")}`, pathLength: 1 });
  const group = draw("g", {}, curve, drawTip(bend, end));
  if (!across) return group;
  group.append(...drawThrow(start, bend, end, dice));
  if (amount && Math.abs(end[0] - start[0]) >= ROOM) {
    const place = { x: start[0] * 0.35 + end[0] * 0.65, y: Math.max(28, start[1] * 0.35 + end[1] * 0.65 - 16) };
    group.append(draw("text", { class: "amount", ...place }, amount));
  }
  return group;
}

/** Draws dice along a curve, as many as its first half has room for. */
function drawThrow(start, bend, end, dice) {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  if (length < DIE.room) return [];
  const size = length < ROOM ? DIE.small : DIE.size;
  const most = Math.max(1, Math.floor((length * 0.6) / size));
  return dice.slice(0, most).map(([die, face, kind], nth) => {
    const part = (size * (nth + 0.75)) / length;
    const [x, y] = [0, 1].map((axis) =>
      (1 - part) ** 2 * start[axis] + 2 * part * (1 - part) * bend[axis] + part ** 2 * end[axis]);
    const picture = drawDie(die, String(face));
    const box = { x: x - size / 2, y: y - size / 2, width: size, height: size };
    for (const [name, value] of Object.entries(box)) picture.setAttribute(name, value);
    return draw("g", { class: `thrown ${kind}` }, picture);
  });
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
