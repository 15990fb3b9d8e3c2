// The chart: a row for each combatant with the course of a number, under the rounds and the turning points.
import { draw, find, make, makeLink, makeName, write } from "../stage/dom.js";
import { findHalf } from "../stage/field.js";
import { events, formatScore, sides, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findEnd } from "../stage/outcome.js";
import { makeProse } from "../stage/sentence.js";
import { ALL, computeChartValue, computeSeries, findLastCards, findWorn, listAllScores } from "./chart_series.js";
import { listCosts } from "./costs.js";
import { isMomentTold, isPersonTold, onFilter, tellsEverybody } from "./filter.js";
import { findFate } from "./lanes.js";
import { signTurn } from "./shares.js";
import { findBefore, findWatched } from "./stops.js";

const SIZE = { width: 1000, height: 30, top: 3, bottom: 2 };
const LETTER = 9; // pixels of the name of a round, with room
const MOST_COSTS = 3; // of a turning point
/** What is drawn: of the watched line the chosen rounds; `at` is the event that is shown, with its state.
 * @type {{ score: string, series: import("./chart_series.js").Series[], cursor: HTMLElement | null,
 * chosen: ((seq: number) => void) | null, turns: Page.Turn[], watched: number[], line: number[], at: [seq: number, state: Page.State | null] }} */
const chart = { score: ALL, series: [], cursor: null, chosen: null, turns: [], watched: [], line: [], at: [0, null] };

/** Makes the chart; `turns` are the turning points.
 * @param {Page.Turn[]} turns @param {(seq: number) => void} chosen */
export function makeChart(turns, chosen) {
  chart.chosen = chosen;
  onFilter(drawChart);
  const select = find("score");
  select.addEventListener("change", () => {
    chart.score = select.value;
    drawChart();
  });
  find("chart").addEventListener("click", (/** @type {any} */ click) => {
    const box = find("chart").querySelector(".over")?.getBoundingClientRect();
    const part = box ? (click.clientX - box.left) / box.width : -1;
    if (click.target.closest("a") || part < 0 || part > 1) return;
    chosen(chart.line[Math.round(part * (chart.line.length - 1))]);
  });
  growChart(turns);
}

/** Shows the watched line, when the fight has grown, with these turning points.
 * @param {Page.Turn[]} turns */
export function growChart(turns) {
  chart.turns = turns;
  chart.watched = findWatched().line;
  const scores = listAllScores();
  const worn = findWorn();
  const select = find("score");
  select.replaceChildren(new Option(nameSum(worn), ALL), new Option(say("chart-share"), ""), ...scores.map((score) => new Option(score, score)));
  if (chart.score && !scores.includes(chart.score)) chart.score = ALL;
  select.value = chart.score;
  find("score-label").hidden = !scores.length;
  const hidden = Object.values(findLastCards()).some((card) => card.hidden);
  write(find("chart-about"), [
    scores.length ? say("chart-about") : say("chart-none"),
    worn.length > 1 ? say("chart-sum", { scores: worn.join(" + ") }) : "",
    hidden && scores.length ? say("chart-hidden") : "",
  ].filter(Boolean).join(" "));
  drawChart();
}

/** Returns what stands for several scores, or for the only one.
 * @param {string[]} worn */
function nameSum(worn) {
  if (worn.length > 3) return say("chart-many", { count: worn.length });
  return worn.length > 1 ? say("chart-all", { scores: worn.join(" + ") }) : worn[0] ?? "";
}

/** Lists the turning points of the chosen rounds, where there are several: the first look has the one. They are
 * everybody's, whoever is chosen.
 * @param {Page.Turn[]} turns */
function listTurns(turns) {
  find("turns-box").hidden = turns.length < 2;
  write(find("turns-title"), tellsEverybody() ? say("chart-marks") : say("everybodys-turning-points"));
  find("turns").replaceChildren(...turns.map((turn) => make("li", "", makeTurn(turn))));
}

/** Makes a turning point with its sign, its round and a link.
 * @param {Page.Turn} turn */
export function makeTurn(turn) {
  const [seq, said, round] = turn;
  const line = make("p", "", makeLink(seq, `${round ? say("chart-round", { number: round }) : say("before-rounds")} · `, makeName(said)));
  line.dataset.sign = signTurn(turn);
  line.append(...makeCause(turn));
  return line;
}

/** Makes what came of the beats of a turning point on the watched line, as the story has it: of a slide the gravest of
 * what the others lost; where nobody lost anything, the sentence of the beat.
 * @param {Page.Turn} turn */
function makeCause([seq, , , side, , first]) {
  const { beats, line } = findWatched();
  const findBeat = (/** @type {number} */ of) => beats.findIndex((beat) => !beat.heading && beat.seq >= of);
  const begun = findBeat(first || seq);
  const beat = beats[findBeat(seq)];
  if (!beat || !line.includes(seq)) return [];
  const { people } = states[beat.seq];
  const costs = listCosts(states[beat.seq], findBefore(beats[begun], beats[begun - 1]?.seq), beat)
    .filter((cost) => cost.querySelector(".loss, .fate, .away, .wound"))
    .filter(({ dataset }) => !first || findHalf(people[Number(dataset.number)].side) !== findHalf(side));
  const gravity = (/** @type {HTMLElement} */ cost) => cost.querySelectorAll(".fate, .away").length;
  costs.sort((one, other) => gravity(other) - gravity(one));
  return [" ", make("span", "cause", ...(costs.length ? costs.slice(0, MOST_COSTS) : makeProse(beat.story)))];
}

function drawChart() {
  chart.line = chart.watched.filter(isMomentTold);
  const turns = chart.turns.filter(([seq]) => isMomentTold(seq));
  listTurns(turns);
  const place = new Map(sides.map((side, at) => [side, at]));
  const nthOf = (/** @type {import("./chart_series.js").Series} */ { side }) => place.get(side) ?? 0;
  chart.series = computeSeries(chart.score, chart.line).filter(({ number }) => isPersonTold(number)).sort((one, other) => nthOf(one) - nthOf(other));
  const most = Math.max(1, ...chart.series.flatMap(({ points }) => points.map(([, value]) => value ?? 0)));
  const rows = chart.series.map((series) => {
    const row = make("li", `line-${nthOf(series) % 8}`, makeName(series.name), drawCourse(series, most), make("output"));
    row.dataset.number = series.number;
    return row;
  });
  const cursor = make("i", "cursor");
  const over = make("div", "over", ...drawRounds(), ...turns.flatMap(drawTurn), ...chart.series.flatMap(drawFalls), cursor);
  chart.cursor = cursor;
  find("chart").replaceChildren(make("ul", "courses", ...rows), over);
  moveCursor();
}

/** @param {number} at */
const partOf = (at) => at / Math.max(1, chart.line.length - 1);

/** Puts an element over the rows, at a place of the line.
 * @param {HTMLElement} element @param {number} at */
function putAt(element, at) {
  element.style.setProperty("left", `${(100 * partOf(at)).toFixed(2)}%`);
  return element;
}

/** Draws the course of a number as a filled area of steps.
 * @param {import("./chart_series.js").Series} series @param {number} most */
function drawCourse({ points }, most) {
  const floor = SIZE.height - SIZE.bottom;
  let path = "";
  let area = "";
  points.forEach(([at, value], index) => {
    if (value === null) return;
    const [from, until] = [at, points[index + 1]?.[0] ?? chart.line.length - 1].map((each) => (SIZE.width * partOf(each)).toFixed(0));
    const y = (SIZE.top + (floor - SIZE.top) * (1 - value / most)).toFixed(1);
    path += index && points[index - 1][1] !== null ? `V${y}H${until}` : `M${from} ${y}H${until}`;
    area += `M${from} ${floor}V${y}H${until}V${floor}Z`;
  });
  return draw("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("path", { class: "lead", d: area }),
    draw("path", { class: "series", d: path, "vector-effect": "non-scaling-stroke" }));
}

/** Marks where a combatant went down, left or died, on their row.
 * @param {import("./chart_series.js").Series} series @param {number} row */
function drawFalls({ number, name }, row) {
  const before = chart.watched[chart.watched.indexOf(chart.line[0]) - 1];
  let [was] = before && states[before].people[number] ? findFate(states[before].people[number]) : [""];
  return chart.line.flatMap((seq, at) => {
    const card = states[seq].people[number];
    const [sign, how] = !card || events[seq].off ? [was, ""] : findFate(card);
    if (sign === was) return [];
    was = sign;
    if (!sign) return [];
    const mark = putAt(make("span", "mark", sign), at);
    mark.title = `${name}: ${how}`;
    mark.style.setProperty("--row", String(row));
    return [mark];
  });
}

/** Draws where rounds begin and where the fight ends, with their names as far as there is room. */
function drawRounds() {
  const end = findEnd(chart.line);
  const begun = chart.line.flatMap((seq, at) => (events[seq].kind === "r" ? [at] : []));
  if (end >= 0 && end < chart.line.length - 1) begun.push(end);
  const width = Math.max(130, find("chart").clientWidth - 190); // without names and values
  const nameOf = (/** @type {number} */ at) => (at === end ? say("chart-after")
    : say("chart-round", { number: states[chart.line[at]].scene.round ?? "" }));
  const endOf = (/** @type {number} */ at) => partOf(at) + (nameOf(at).length * LETTER) / width;
  let free = 0;
  return begun.map((at) => {
    const hasRoom = partOf(at) >= free && (at >= end || endOf(at) <= partOf(end));
    if (hasRoom) free = endOf(at);
    return putAt(make("span", "round", hasRoom ? nameOf(at) : ""), at);
  });
}

/** Marks a turning point in the colour of the side that gained, if it is on the line.
 * @param {Page.Turn} turn */
function drawTurn(turn) {
  const [seq, said, , side] = turn;
  if (!chart.line.includes(seq)) return [];
  const mark = makeLink(seq, signTurn(turn));
  mark.className = `turning line-${sides.indexOf(side) % 8}`;
  mark.title = said;
  mark.ariaLabel = say("chart-go", { seq, said });
  return [putAt(mark, chart.line.indexOf(seq))];
}

/** Moves the cursor to a stop, and shows the values there.
 * @param {Page.Stop} stop @param {Page.State} state */
export function showCursor(stop, state) {
  chart.at = [stop.seq, state];
  if (!chart.chosen) return; // it is made when its pane is opened
  const { line } = findWatched();
  if (chart.watched !== line) {
    chart.watched = line;
    findWorn();
    drawChart();
  } else moveCursor();
}

function moveCursor() {
  const [seq, state] = chart.at;
  if (!state || !chart.cursor) return;
  const at = chart.line.findIndex((each) => each >= seq);
  putAt(chart.cursor, at < 0 ? chart.line.length - 1 : at);
  chart.cursor.hidden = !isMomentTold(seq);
  for (const row of find("chart").querySelectorAll("li")) {
    const value = computeChartValue(state.people[row.dataset.number], chart.score);
    const text = value === null ? "" : chart.score && chart.score !== ALL ? formatScore(chart.score, value)
      : say("percent", { number: Math.round(value * 100) });
    const [sign] = text ? findFate(state.people[row.dataset.number]) : [""];
    write(row.lastElementChild, sign ? `${sign} ${text}` : text);
  }
}
