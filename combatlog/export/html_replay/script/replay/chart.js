// The chart: a line for each combatant, the rounds, the turning points, the present moment.
import { draw, find, make, makeLink, makeName, write } from "../stage/dom.js";
import { events, formatScore, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { computeChartValue, computeSeries, findLastCards, listAllScores } from "./chart_series.js";
import { findWatched } from "./stops.js";

const CHART = { height: 240, left: 44, right: 14, top: 22, bottom: 26 };
const ENDS = { width: 7, most: 18, line: 13 }; // of the names at the ends of lines, in pixels and letters
const APART = 1.6; // pixels between lines of equal numbers
/** What is drawn; `at` is the event that is shown, with its state.
 * @type {{ score: string, series: import("./chart_series.js").Series[], hidden: Set<number>, cursor: any,
 * width: number, chosen: ((seq: number) => void) | null, turns: Page.Turn[], line: number[],
 * at: [seq: number, state: Page.State | null] }} */
const chart = { score: "", series: [], hidden: new Set(), cursor: null, width: 0, chosen: null, turns: [], line: [], at: [0, null] };

/** Makes the chart; `turns` are the turning points.
 * @param {Page.Turn[]} turns @param {(seq: number) => void} chosen */
export function makeChart(turns, chosen) {
  chart.chosen = chosen;
  const select = find("score");
  select.addEventListener("change", () => {
    chart.score = select.value;
    drawAgain();
  });
  const box = find("chart");
  new ResizeObserver(() => {
    if (box.clientWidth && box.clientWidth !== chart.width) {
      drawChart();
      moveCursor();
    }
  }).observe(box);
  growChart(turns);
}

/** Shows the watched line, when the fight has grown, with these turning points.
 * @param {Page.Turn[]} turns */
export function growChart(turns) {
  chart.turns = turns;
  chart.line = findWatched().line;
  const scores = listAllScores();
  const select = find("score");
  select.replaceChildren(new Option(say("chart-share"), ""), ...scores.map((score) => new Option(score, score)));
  if (!scores.includes(chart.score)) chart.score = "";
  select.value = chart.score;
  find("score-label").hidden = !scores.length;
  const hidden = Object.values(findLastCards()).some((card) => card.hidden);
  write(find("chart-about"), [
    scores.length
      ? say("chart-about", { first: `#${chart.line[0]}`, last: `#${chart.line.at(-1)}` })
      : say("chart-none"),
    hidden && scores.length ? say("chart-hidden") : "",
  ].filter(Boolean).join(" "));
  makeTurns();
  drawAgain();
}

function drawAgain() {
  chart.series = computeSeries(chart.score);
  if (chart.width) drawChart();
  makeLegend();
  moveCursor();
}

/** @param {number} at */
const chartX = (at) =>
  CHART.left + ((chart.width - CHART.left - CHART.right) * at) / Math.max(1, chart.line.length - 1);
/** @param {number} value @param {number} most */
const chartY = (value, most) =>
  CHART.top + (CHART.height - CHART.top - CHART.bottom) * (1 - value / most);

function drawChart() {
  const box = find("chart");
  chart.width = Math.max(240, box.clientWidth);
  CHART.right = 14 + ENDS.width * Math.min(chart.width / 32, Math.max(0, ...listEnds().map(({ name }) => name.length)));
  const values = chart.series.flatMap(({ points }) => points.map(([, value]) => value ?? 0));
  const most = Math.max(1, ...values);
  const picture = draw("svg", {
    viewBox: `0 0 ${chart.width} ${CHART.height}`,
    width: chart.width,
    height: CHART.height,
    role: "group",
    "aria-labelledby": "chart-title",
    "aria-describedby": "chart-about",
  });
  picture.append(drawScale(most), drawRounds());
  const middle = (chart.series.length - 1) / 2;
  chart.series.forEach((series, nth) => {
    if (chart.hidden.has(series.number)) return;
    picture.append(drawSeries(series, most, Math.max(-6, Math.min(6, (nth - middle) * APART))));
  });
  picture.append(drawEnds(most), drawTurns());
  chart.cursor = draw("line", {
    class: "cursor", y1: CHART.top - 6, y2: CHART.height - CHART.bottom,
  });
  picture.append(chart.cursor);
  picture.addEventListener("click", (/** @type {any} */ click) => {
    if (click.target.closest("a")) return;
    const across = (click.clientX - picture.getBoundingClientRect().left - CHART.left)
      / (chart.width - CHART.left - CHART.right);
    chart.chosen?.(chart.line[Math.round(Math.min(1, Math.max(0, across)) * (chart.line.length - 1))]);
  });
  box.replaceChildren(picture);
}

/** @param {number} most */
function drawScale(most) {
  const group = draw("g", { class: "scale", "aria-hidden": "true" });
  const step = chart.score ? Math.max(1, Math.ceil(most / 4)) : 0.5;
  for (let value = 0; value <= most + 0.001; value += step) {
    const y = chartY(value, most);
    const text = chart.score ? formatScore(chart.score, value)
      : say("percent", { number: Math.round(value * 100) });
    group.append(
      draw("line", { x1: CHART.left, x2: chart.width - CHART.right, y1: y, y2: y }),
      draw("text", { x: CHART.left - 6, y: y + 4, "text-anchor": "end" }, text));
  }
  return group;
}

function drawRounds() {
  const group = draw("g", { class: "rounds", "aria-hidden": "true" });
  let free = 0;
  chart.line.forEach((seq, at) => {
    if (events[seq].kind !== "r") return;
    const x = chartX(at);
    group.append(draw("line", {
      x1: x, x2: x, y1: CHART.top, y2: CHART.height - CHART.bottom,
    }));
    if (x < free) return;
    free = x + 30;
    const number = states[seq].scene.round ?? "";
    group.append(draw("text", { x: x + 3, y: CHART.height - 10 }, say("chart-round", { number })));
  });
  return group;
}

/** Draws the line of a combatant, moved a little so that equal lines do not hide each other.
 * @param {import("./chart_series.js").Series} series @param {number} most @param {number} beside */
function drawSeries({ number, points }, most, beside) {
  let path = "";
  let open = false;
  points.forEach(([at, value], index) => {
    if (value === null) {
      open = false;
      return;
    }
    const until = points[index + 1]?.[0] ?? chart.line.length - 1;
    const y = (chartY(value, most) + beside).toFixed(1);
    path += open ? `V${y}` : `M${chartX(at).toFixed(1)} ${y}`;
    path += `H${chartX(until).toFixed(1)}`;
    open = true;
  });
  const dashed = Math.floor(number / 8) % 3;
  return draw("path", { class: `series line-${number % 8} dash-${dashed}`, d: path, "aria-hidden": "true" });
}

/** Returns the lines that are drawn: their numbers, shortened names and last values. */
function listEnds() {
  const shown = chart.series.filter(({ number }) => !chart.hidden.has(number));
  return shown.map(({ number, name, points }) => ({
    number, name: name.length > ENDS.most ? `${name.slice(0, ENDS.most - 1)}…` : name,
    value: points.findLast(([, value]) => value !== null)?.[1] ?? 0,
  }));
}

/** Writes the name of each combatant at the end of their line, apart from each other as far as there is
 * room for all.
 * @param {number} most */
function drawEnds(most) {
  const ends = listEnds().map((end) => ({ ...end, y: chartY(end.value, most) + 4 })).sort((one, other) => one.y - other.y);
  const bottom = CHART.height - CHART.bottom + 4;
  const line = Math.min(ENDS.line, (bottom - CHART.top + 8) / Math.max(1, ends.length));
  if (line < 9) return draw("g");
  ends.forEach((end, at) => { if (at) end.y = Math.max(end.y, ends[at - 1].y + line); });
  for (let at = ends.length - 1, free = bottom; at >= 0; at -= 1) {
    ends[at].y = Math.min(ends[at].y, free);
    free = ends[at].y - line;
  }
  const names = ends.map(({ number, name, y }) =>
    draw("text", { class: `end line-${number % 8}`, x: chart.width - CHART.right + 5, y }, name));
  return draw("g", { "aria-hidden": "true" }, ...names);
}

function drawTurns() {
  const group = draw("g", { class: "turning" });
  for (const [seq, said] of chart.turns) {
    const x = chartX(chart.line.indexOf(seq));
    const mark = draw("a", { href: `#seq=${seq}`, "aria-label": say("chart-go", { seq, said }) });
    mark.append(
      draw("title", {}, said),
      draw("path", { d: `M${x} ${CHART.top - 4}l-7 -11h14z` }));
    group.append(mark);
  }
  return group;
}

/** Lists the turning points in words, each a link to its moment. */
function makeTurns() {
  const { turns } = chart;
  find("turns-box").hidden = !turns.length;
  find("turns").replaceChildren(...turns.map(([seq, said]) => make("li", "", makeLink(seq, makeName(said)))));
}

/** Makes an entry for each line: its colour, a switch to hide it, its present value. */
function makeLegend() {
  find("legend").replaceChildren(...chart.series.map(({ number, name }) => {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = !chart.hidden.has(number);
    box.setAttribute("aria-label", say("chart-line", { who: name }));
    box.addEventListener("change", () => {
      if (box.checked) chart.hidden.delete(number);
      else chart.hidden.add(number);
      drawChart();
      moveCursor();
    });
    const key = draw("svg", { viewBox: "0 0 26 10", "aria-hidden": "true" }, draw("path", {
      class: `series line-${number % 8} dash-${Math.floor(number / 8) % 3}`, d: "M1 5H25",
    }));
    const item = make("li", "", make("label", "", box, key, makeName(name), make("output")));
    item.dataset.number = number;
    return item;
  }));
}

/** Moves the cursor to a stop, and shows the values there in the legend.
 * @param {Page.Stop} stop @param {Page.State} state */
export function showCursor(stop, state) {
  chart.at = [stop.seq, state];
  if (!chart.chosen) return; // it is made when its pane is opened
  const { line } = findWatched();
  if (chart.line !== line) {
    chart.line = line;
    chart.series = computeSeries(chart.score);
    if (chart.width) drawChart();
    makeLegend();
  }
  moveCursor();
}

function moveCursor() {
  const [seq, state] = chart.at;
  if (!state) return;
  let at = chart.line.findIndex((each) => each >= seq);
  if (at < 0) at = chart.line.length - 1;
  if (chart.cursor) {
    chart.cursor.setAttribute("x1", chartX(at));
    chart.cursor.setAttribute("x2", chartX(at));
  }
  for (const item of find("legend").children) {
    const value = computeChartValue(state.people[item.dataset.number], chart.score);
    const text = value === null ? "" : chart.score ? formatScore(chart.score, value)
      : say("percent", { number: Math.round(value * 100) });
    write(item.querySelector("output"), text);
  }
}
