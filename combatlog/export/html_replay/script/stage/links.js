// Lines over the field: from an attacker to the target, and between those locked in a fight.
import { draw } from "./dom.js";

export function makeLinks() {
  const picture = draw("svg", { class: "links", "aria-hidden": "true" });
  const tip = draw("marker", {
    id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse",
  }, draw("path", { d: "M0 0 8 4 0 8Z" }));
  picture.append(draw("defs", {}, tip), draw("g", { class: "locks" }), draw("g", { class: "blows" }));
  return picture;
}

/** Draws the blows [from, to] and locks [one, other] between rectangles of the field. */
export function showLinks(picture, width, height, blows, locks) {
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const [, lines, arrows] = picture.children;
  lines.replaceChildren(...locks.map(([one, other]) => drawLock(one, other)));
  arrows.replaceChildren(...blows.map(([from, to]) => drawBlow(from, to)));
}

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

/** Draws a curve from the edge of one token to the edge of the other. */
function drawBlow(from, to) {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const across = Math.abs(x2 - x1) > (from.width + to.width) / 2;
  const way = Math.sign(x2 - x1) || 1;
  const start = across ? [x1 + (way * from.width) / 2, y1] : [x1, y1 + (Math.sign(y2 - y1) * from.height) / 2];
  const end = across ? [x2 - (way * to.width) / 2, y2] : [x2, y2 - (Math.sign(y2 - y1) * to.height) / 2];
  const bend = across ? [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 14] : [start[0] + 26, (start[1] + end[1]) / 2];
  return draw("path", {
    class: "blow", d: `M${start.join(" ")}Q${bend.join(" ")} ${end.join(" ")}`, "marker-end": "url(#tip)", pathLength: 1,
  });
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
