// Who is winning: the strength of each side along the line, and the present moment.
import { showBalance } from "../stage/balance.js";
import { draw, find, make, makeName, write } from "../stage/dom.js";
import { findHalf } from "../stage/field.js";
import { events, isThere, sides, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findWatched } from "./stops.js";

const SIZE = { width: 600, height: 64, top: 6, bottom: 12 };
const shown = { line: null, series: [], cursor: null, chosen: null, first: 0, turns: [] };
const MOST_MARKS = 60;

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
  const found = new Map();
  let seen = null;
  line.forEach((seq, at) => {
    const { strength } = states[seq].scene;
    if (!strength || strength === seen || events[seq].off) return;
    seen = strength;
    for (const [side, value] of Object.entries(strength)) {
      if (!found.has(side)) found.set(side, []);
      found.get(side).push([at, value]);
    }
  });
  return [...found].map(([side, points]) => {
    const most = Math.max(1, ...points.map(([, value]) => value));
    const nth = Math.max(0, sides.indexOf(side));
    return { side, nth, most, points: points.map(([at, value]) => [at, value / most]) };
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
  shown.series.forEach(({ points, nth }) => picture.append(drawSide(points, nth, line)));
  shown.cursor = draw("line", { class: "cursor", y1: 0, y2: SIZE.height });
  picture.append(shown.cursor);
  find("strength").replaceChildren(picture, ...makeMarks(line));
  find("strength-legend").replaceChildren(...shown.series.map(({ side, nth }) => {
    const key = draw("svg", { viewBox: "0 0 26 10", "aria-hidden": "true" },
      draw("path", { class: `series line-${nth % 8} dash-${nth % 3}`, d: "M1 5H25" }));
    return make("li", "", key, makeName(side), make("output"));
  }));
}

function drawRounds(line) {
  return line.flatMap((seq, at) => (events[seq].kind === "r"
    ? [draw("line", { class: "round", x1: xOf(at, line), x2: xOf(at, line), y1: 0, y2: SIZE.height })] : []));
}

/** Makes the marks over the picture: turning points, and who died. The panes tell them in words. */
function makeMarks(line) {
  const marks = shown.turns.map(([seq, said]) => ["▼", "turn", seq, said]);
  let seen = states[0].people;
  line.forEach((seq) => {
    const { people } = states[seq];
    if (people === seen || events[seq].off) return;
    people.forEach((card, number) => {
      if (card === seen[number] || !isThere(card) || card.standing !== "dead") return;
      if (seen[number]?.standing !== "dead") marks.push(["✕", "death", seq, `${card.name}: ${say("dead")}`]);
    });
    seen = people;
  });
  return marks.filter(([, , seq]) => line.includes(seq)).slice(0, MOST_MARKS).map(([sign, kind, seq, said]) => {
    const mark = make("a", `mark ${kind}`, sign);
    mark.href = `#seq=${seq}`;
    mark.title = said;
    mark.tabIndex = -1;
    mark.setAttribute("aria-hidden", "true");
    mark.style.setProperty("left", `${(100 * xOf(line.indexOf(seq), line)) / SIZE.width}%`);
    return mark;
  });
}

function drawSide(points, nth, line) {
  let path = "";
  points.forEach(([at, part], index) => {
    const until = points[index + 1]?.[0] ?? line.length - 1;
    if (until <= shown.first) return; // they were still joining
    const y = (yOf(part) + nth * 1.5).toFixed(1);
    path += `${path ? `V${y}` : `M${xOf(at, line).toFixed(1)} ${y}`}H${xOf(until, line).toFixed(1)}`;
  });
  const curve = draw("path", { class: `series line-${nth % 8} dash-${nth % 3}`, d: path, "vector-effect": "non-scaling-stroke" });
  if (!path) return curve;
  const bottom = SIZE.height - SIZE.bottom;
  const start = path.slice(1).split(" ")[0];
  const under = draw("path", { class: `under line-${nth % 8}`, d: `${path}V${bottom}H${start}Z` });
  return draw("g", {}, under, curve);
}

/** Puts the picture below the stage; on a small screen, at the head of the numbers. */
function followSize() {
  const small = matchMedia("(max-width: 39.99rem), (max-height: 30rem)");
  const [box, stage] = [find("strength").parentElement, find("controls")];
  const put = () => (small.matches ? find("pane-numbers").prepend(box) : stage.after(box));
  small.addEventListener("change", put);
  put();
}

/** Shows how much strength each side has left. Sides of one half share its width by their strength. */
function showBars(strength) {
  showBalance(shown.series.map(({ side, nth, most }) => {
    const now = strength?.[side] ?? (strength ? 0 : most);
    return { side, nth, half: findHalf(side), share: Math.min(1, now / most), weight: most };
  }));
}

/** Shows the present moment. */
export function showStrength(stop, state) {
  const { line } = findWatched();
  if (shown.line !== line) drawAll(line);
  showBars(state.scene.strength);
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
