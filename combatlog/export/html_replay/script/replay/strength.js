// Who is winning: the strength of each side along the line, and the present moment.
import { draw, find, make, makeName, write } from "../stage/dom.js";
import { events, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findWatched } from "./stops.js";

const SIZE = { width: 600, height: 64, top: 6, bottom: 12 };
const shown = { line: null, series: [], cursor: null, chosen: null, first: 0, turns: [] };

export function makeStrength(turns, chosen) {
  shown.chosen = chosen;
  shown.turns = turns;
  followSize();
  find("strength").addEventListener("click", (click) => {
    const picture = find("strength").firstElementChild;
    if (!picture || click.target.closest("a")) return;
    const box = picture.getBoundingClientRect();
    const { line } = findWatched();
    const part = Math.min(1, Math.max(0, (click.clientX - box.left) / box.width));
    chosen(line[Math.round(shown.first + part * (line.length - 1 - shown.first))]);
  });
}

/** Returns for each side the points [place on the line, strength] where it changes, as a part of
 * the most that the side ever had. */
function computeSides(line) {
  const sides = new Map();
  let seen = null;
  line.forEach((seq, at) => {
    const { strength } = states[seq].scene;
    if (!strength || strength === seen || events[seq].off) return;
    seen = strength;
    for (const [side, value] of Object.entries(strength)) {
      if (!sides.has(side)) sides.set(side, []);
      sides.get(side).push([at, value]);
    }
  });
  return [...sides].map(([side, points]) => {
    const most = Math.max(1, ...points.map(([, value]) => value));
    return { side, points: points.map(([at, value]) => [at, value / most]) };
  });
}

/** Returns where a place of the line stands in the picture, which begins with the first round. */
const xOf = (at, line) =>
  (SIZE.width * Math.max(0, at - shown.first)) / Math.max(1, line.length - 1 - shown.first);
const yOf = (part) => SIZE.top + (SIZE.height - SIZE.top - SIZE.bottom) * (1 - part);

function drawAll(line) {
  shown.line = line;
  shown.first = Math.max(0, line.findIndex((seq) => events[seq].kind === "r"));
  shown.series = computeSides(line);
  const picture = draw("svg", {
    viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, preserveAspectRatio: "none", role: "img", "aria-labelledby": "strength-title",
  });
  picture.append(...drawRounds(line));
  shown.series.forEach(({ points }, nth) => picture.append(drawSide(points, nth, line)));
  shown.cursor = draw("line", { class: "cursor", y1: 0, y2: SIZE.height });
  picture.append(shown.cursor);
  find("strength").replaceChildren(picture);
  find("strength-legend").replaceChildren(...shown.series.map(({ side }, nth) => {
    const key = draw("svg", { viewBox: "0 0 26 10", "aria-hidden": "true" },
      draw("path", { class: `series line-${nth % 8} dash-${nth % 3}`, d: "M1 5H25" }));
    return make("li", "", key, makeName(side), make("output"));
  }));
}

function drawRounds(line) {
  return line.flatMap((seq, at) => (events[seq].kind === "r"
    ? [draw("line", { class: "round", x1: xOf(at, line), x2: xOf(at, line), y1: 0, y2: SIZE.height })] : []));
}

function drawSide(points, nth, line) {
  let path = "";
  points.forEach(([at, part], index) => {
    const until = points[index + 1]?.[0] ?? line.length - 1;
    if (until <= shown.first) return; // they were still joining
    const y = (yOf(part) + nth * 1.5).toFixed(1);
    path += `${path ? `V${y}` : `M${xOf(at, line).toFixed(1)} ${y}`}H${xOf(until, line).toFixed(1)}`;
  });
  return draw("path", { class: `series line-${nth % 8} dash-${nth % 3}`, d: path, "vector-effect": "non-scaling-stroke" });
}

/** Shows the present strength of the sides as one bar, each side with its part. */
function showBalance({ strength }) {
  const sides = Object.entries(strength ?? {});
  const box = find("balance");
  if (box.children.length !== sides.length) {
    box.replaceChildren(...sides.map((_, nth) => make("span", `part line-${nth % 8}`)));
  }
  sides.forEach(([, value], nth) => box.children[nth].style.setProperty("flex-grow", value));
}

/** Puts the picture below the stage; on a small screen, at the head of the numbers. */
function followSize() {
  const small = matchMedia("(max-width: 39.99rem), (max-height: 30rem)");
  const [box, stage] = [find("strength").parentElement, find("controls")];
  const put = () => (small.matches ? find("pane-numbers").prepend(box) : stage.after(box));
  small.addEventListener("change", put);
  put();
}

/** Shows the present moment. */
export function showStrength(stop, state) {
  showBalance(state.scene);
  const { line } = findWatched();
  if (shown.line !== line) drawAll(line);
  let at = line.findIndex((seq) => seq >= stop.seq);
  if (at < 0) at = line.length - 1;
  shown.cursor.setAttribute("x1", xOf(at, line));
  shown.cursor.setAttribute("x2", xOf(at, line));
  const items = find("strength-legend").children;
  shown.series.forEach(({ points }, nth) => {
    const last = points.findLast(([place]) => place <= at);
    const text = last && state.scene.strength ? say("percent", { number: Math.round(last[1] * 100) }) : "";
    write(items[nth].querySelector("output"), text);
  });
}
