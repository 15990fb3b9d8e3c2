// Who is winning: what each side has left at each stop, the two halves of the field by thick lines, and the
// present moment. It has the scale of the slider below it. On a branch, the fight as it stands goes on behind
// it, dotted, to its own end.
import { showBalance, toPercent } from "../stage/balance.js";
import { draw, find, make, makeName, write } from "../stage/dom.js";
import { events, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findEnd, isOver } from "../stage/outcome.js";
import { describeLead, drawLeads, joinNames } from "./leads.js";
import { makeMarks } from "./marks.js";
import { computeCourses, findShare, listHalves, readShare } from "./shares.js";
import { countPlaces, findFork, findStop, findWatched, listKeptStops, listPresent, listStops } from "./stops.js";

const SIZE = { width: 600, height: 64, top: 9, bottom: 5 };
/** @typedef {import("./shares.js").Course} Course */

/** What is drawn of the line, for which stops; `xs` are the stops of its places. `stepped`: when the last step was.
 * @type {{ line: number[], stops: Page.Stop[] | null, xs: number[], courses: Course[], cursor: SVGElement | null,
 * dots: SVGElement[], left: HTMLElement[], turns: Page.Turn[], tip: HTMLElement, stepped: number }} */
const shown = { line: [], stops: null, xs: [], courses: [], cursor: null, dots: [], left: [], turns: [], tip: make("p", "read-out"), stepped: 0 };
const LETTER = 4; // pixels for a letter in the name of a round
const GAP = 5; // pixels beside it
const isNarrow = matchMedia("(width<=64rem),(height<=30rem)"); // little room beside the graph
const QUICK = 700; // milliseconds: who steps faster than that waits for no dice
const TAP = 8; // pixels that a finger moves in a tap

/** Makes the picture; `turns` are the turning points. It is tapped and dragged like the slider.
 * @param {Page.Turn[]} turns */
export function makeStrength(turns) {
  shown.turns = turns;
  const box = find("strength");
  let begun = 0;
  let isDragged = false; // farther than a tap
  const drag = (/** @type {PointerEvent & { target: Element }} */ { type, buttons, clientX, target }) => {
    const picture = box.querySelector("svg");
    if (!picture) return;
    if (type === "pointerdown") [begun, isDragged] = [clientX, false];
    isDragged ||= buttons === 1 && Math.abs(clientX - begun) > TAP;
    const { left, width } = picture.getBoundingClientRect();
    const slider = find("slider");
    const at = Math.max(0, Math.min(listStops().length - 1, Math.round(((clientX - left) / width) * slider.max)));
    readOut(listStops()[at]);
    if (buttons !== 1 || (target.closest("a") && !isDragged)) return;
    slider.value = at;
    slider.dispatchEvent(new Event("input"));
  };
  box.addEventListener("pointerdown", drag);
  box.addEventListener("pointermove", drag);
  box.addEventListener("click", (/** @type {any} */ click) => {
    if (!isDragged) return;
    click.preventDefault(); // what began on a mark was no tap on it
    click.stopPropagation();
  }, true);
}

/** Takes the turning points of another line.
 * @param {Page.Turn[]} turns */
export function markTurns(turns) {
  Object.assign(shown, { turns, stops: null });
}

/** Returns where a stop stands in the picture.
 * @param {number} stop */
const xOfStop = (stop) => (SIZE.width * stop) / Math.max(1, countPlaces() - 1);

/** Returns where a place of the line stands in the picture.
 * @param {number} at */
const xOf = (at) => xOfStop(shown.xs[at] ?? 0);

/** @param {number} part */
const yOf = (part) => SIZE.top + (SIZE.height - SIZE.top - SIZE.bottom) * (1 - part);

/** @param {number[]} line */
function drawAll(line) {
  const { branch } = findWatched();
  shown.line = line;
  shown.stops = listStops();
  shown.xs = line.map((seq) => findStop(seq));
  shown.courses = computeCourses(line);
  const picture = draw("svg", {
    viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, preserveAspectRatio: "none", role: "img", "aria-labelledby": "strength-title",
  });
  picture.append(...drawScale(), ...drawLeads(shown.courses, 0, line.length - 1, xOf, yOf), ...drawRounds(line));
  const halves = listHalves(shown.courses);
  const kept = branch ? listHalves(computeCourses(listPresent())).flatMap((course) => drawKept(course, findFork(branch))) : [];
  picture.append(...kept, ...shown.courses.map((course) => drawCourse(course, kindOf(course))));
  picture.append(...halves.flatMap(drawUndone));
  shown.cursor = draw("line", { class: "cursor", y1: 0, y2: SIZE.height });
  shown.dots = shown.courses.map((course) =>
    draw("path", { class: `dot line-${course.nth % 8} ${kindOf(course).slice("minor ".length)}`, "vector-effect": "non-scaling-stroke" }));
  picture.append(shown.cursor, ...shown.dots);
  const plot = make("div", "plot", picture, ...[100, 50, 0].map((part) => make("span", `axis at-${part}`, String(part))), shown.tip);
  find("strength").replaceChildren(plot, make("div", "names", ...nameRounds(line)));
  if (branch) plot.append(makeFork(findFork(branch)));
  plot.append(...makeMarks(line, shown.turns, shown.courses, placeMark, plot));
  shown.left = shown.courses.map(() => make("output"));
  const labels = shown.courses.map(makeLabel);
  find("strength-legend").replaceChildren(...halves.flatMap((half) => [half, ...shown.courses.filter((course) => course !== half && course.half === half.half)])
    .map((course) => labels[shown.courses.indexOf(course)]), ...(kept.length ? [make("li", "as-counts", say("as-it-stands"))] : []));
}

/** Marks where the watched branch leaves the fight as it stands.
 * @param {number} apart */
function makeFork(apart) {
  const sign = make("span", "fork-sign", "↳");
  sign.title = say("leaves-here");
  sign.style.setProperty("left", `${(100 * xOfStop(findStop(apart))) / SIZE.width}%`);
  return sign;
}

/** Returns how a course is drawn: that of a side beside others only on demand.
 * @param {Course} course */
const kindOf = (course) => (listHalves(shown.courses).includes(course) ? "" : `minor of-${course.half}`);

/** Makes the label of a half, or below it of one of its sides: its name, and what it has left at the present
 * moment.
 * @param {Course} course @param {number} at */
function makeLabel(course, at) {
  const part = course.nth >= 0 && listHalves(shown.courses).every(({ nth, half }) => half !== course.half || nth < 0);
  let name = makeName(joinNames(course));
  if (course.nth < 0) {
    const choice = make("input", "unseen"); // shows the lines of its sides
    choice.type = "checkbox";
    name = make("label", `parts-${course.half}`, choice, name);
  }
  return make("li", `line-${course.nth % 8}${part ? " of-half" : ""}`, name, " ", shown.left[at]);
}

/** @param {number} share */
const formatShare = (share) => say("percent", { number: toPercent(share) });

/** Names the rounds, and what came after the fight, below their lines, as far as there is room: the last ones first,
 * if need be left of their lines; by their numbers alone where more of them have room so.
 * @param {number[]} line @returns {HTMLElement[]} */
function nameRounds(line, isShort = false) {
  const end = findEnd(line);
  const width = find("strength").clientWidth || SIZE.width;
  /** @type {[x: number, left: number, right: number, name: HTMLElement][]} */
  const placed = [];
  const place = (/** @type {number} */ x, /** @type {string} */ words, isLast = false) => {
    const part = x / SIZE.width;
    const wide = LETTER * words.length + (isShort ? LETTER : 2 * GAP);
    const left = [part * width, part * width - wide].slice(0, isLast ? 2 : 1).find((from) =>
      from >= 0 && from + wide <= width + 2 * GAP && placed.every(([, one, other]) => from >= other || from + wide <= one));
    if (left === undefined) return;
    const name = make("span", left < part * width ? "round-name late" : "round-name", words);
    name.style.setProperty("left", `${100 * part}%`);
    placed.push([x, left, left + wide, name]);
  };
  if (end >= 0 && end < line.length - 1) place(xOf(end), say("chart-after"), true);
  const rounds = listRounds(line);
  const nameOf = (/** @type {number} */ seq, isFirst = false) => (isShort && !isFirst ? String(states[seq].scene.round) : nameRound(seq));
  for (const at of [...rounds.slice(-1), ...rounds.slice(0, -1)]) place(xOf(at), nameOf(line[at], at === rounds[0]), at === rounds.at(-1));
  for (const [stop, seq] of listKeptRounds()) place(xOfStop(stop), nameOf(seq));
  const short = isShort ? [] : nameRounds(line, true);
  if (short.length > placed.length) return short;
  return placed.sort(([one], [other]) => one - other).map(([, , , name]) => name);
}

/** Returns the rounds of the fight as it stands that begin behind the end of the watched branch: the stop and the event of each.
 * @returns {[stop: number, seq: number][]} */
function listKeptRounds() {
  if (!findWatched().branch) return [];
  const line = listPresent();
  return listRounds(line).map(/** @returns {[number, number]} */ (at) => [listKeptStops().findIndex(({ seq }) => seq >= line[at]), line[at]])
    .filter(([stop]) => stop >= listStops().length);
}

/** @param {number} seq */
const nameRound = (seq) => say("chart-round", { number: states[seq].scene.round });

/** Returns the places of the line at which rounds begin.
 * @param {number[]} line */
const listRounds = (line) => line.flatMap((seq, at) => (events[seq].kind === "r" ? [at] : []));

/** @param {number[]} line */
function drawRounds(line) {
  const end = findEnd(line);
  const rest = end < 0 ? [] : [draw("rect", { class: "graph-rest", x: xOf(end), y: 0, width: xOf(line.length - 1) - xOf(end), height: SIZE.height })];
  const ticks = [...listRounds(line), ...(end < 0 ? [] : [end])].map(xOf);
  return [...rest, ...[...ticks, ...listKeptRounds().map(([stop]) => xOfStop(stop))].map((x) =>
    draw("line", { class: "round", x1: x, x2: x, y1: 0, y2: SIZE.height }))];
}

/** Draws where a side has all of its strength left, half of it, and none. */
function drawScale() {
  return [1, 0.5, 0].map((part) => draw("line", { class: "scale", x1: 0, x2: SIZE.width, y1: yOf(part), y2: yOf(part) }));
}

/** @param {number} part @param {number} nth */
const yOfSide = (part, nth) => yOf(part) + nth * 0.4; // equal lines show beside each other

/** Returns where a place of the line stands in the picture, and a share of a side there, as parts of 1.
 * @param {number} at @param {number} part @param {number} nth @returns {[left: number, top: number]} */
const placeMark = (at, part, nth) => [xOf(at) / SIZE.width, yOfSide(part, nth) / SIZE.height];

/** Draws a course, with one step at each stop.
 * @param {Course} course @param {string} kind */
const drawCourse = ({ points, nth }, kind) =>
  drawLine(points.map(([at, part]) => [shown.xs[at], part]), nth, nth < 0 ? kind : `dash-${nth % 3} ${kind}`);

/** Draws what a half of the fight as it stands had left behind the event `apart`.
 * @param {Course} course @param {number} apart */
function drawKept(course, apart) {
  const line = listPresent();
  /** @type {[number, number][]} */
  const points = listKeptStops().flatMap(({ seq }, stop) => (seq < apart ? [] : [[stop, findShare(course, line.indexOf(seq))]]));
  return points.length ? [drawLine(points, course.nth, "kept", listKeptStops().length - 1)] : [];
}

/** Draws what a half had left in what was undone, where that stands among the others: each piece from the line and back.
 * @param {Course} course */
function drawUndone(course) {
  const line = new Set(shown.line);
  const stops = listStops();
  const yOfStop = (/** @type {number} */ at) => yOfSide(readCourses(stops[at] ?? stops[0])(course), course.nth).toFixed(1);
  let path = "";
  let isDrawn = false; // until here
  for (const [at, { seq }] of stops.entries()) {
    const isUndone = !line.has(seq) && Boolean(states[seq].scene.strength);
    if (isUndone && !isDrawn) path += `M${xOfStop(at).toFixed(1)} ${yOfStop(at - 1)}`;
    if (isUndone) path += `V${yOfStop(at)}H${xOfStop(Math.min(at + 1, stops.length - 1)).toFixed(1)}`;
    else if (isDrawn) path += `V${yOfStop(at)}`;
    isDrawn = isUndone;
  }
  return path ? [drawPath(path, course.nth, "undone")] : [];
}

/** @param {[stop: number, part: number][]} points @param {number} nth @param {string} kind @param {number} [end] */
function drawLine(points, nth, kind, end = listStops().length - 1) {
  let path = "";
  points.forEach(([stop, part], index) => {
    const until = points[index + 1]?.[0] ?? end;
    if (until <= stop && index < points.length - 1) return; // the stop ends with another strength
    const y = yOfSide(part, nth).toFixed(1);
    path += path ? `V${y}` : `M${xOfStop(stop).toFixed(1)} ${y}`;
    path += `H${xOfStop(until).toFixed(1)}`;
  });
  return drawPath(path, nth, kind);
}

/** @param {string} path @param {number} nth @param {string} kind */
const drawPath = (path, nth, kind) => draw("path", { class: `series line-${nth % 8} ${kind}`, d: path, "vector-effect": "non-scaling-stroke" });

/** Shows the present moment: how much each side has left, after the fight what it had at its end, who is ahead,
 * and where the moment stands. Sides of one half share its width by their strength.
 * @param {Page.Stop} stop */
export function showStrength(stop) {
  const { line } = findWatched();
  if (shown.stops !== listStops()) drawAll(line);
  const readCourse = readCourses(stop);
  const isAfter = isOver(states[stop.seq]);
  showBalance(shown.courses.filter(({ nth }) => nth >= 0).map((course) =>
    ({ side: course.names[0], nth: course.nth, half: course.half, share: readCourse(course), weight: course.most })), isAfter);
  const [lead, whom, short] = describeLead(shown.courses, readCourse);
  if (isNarrow.matches) writeLead(short, "");
  else writeLead(lead && isAfter ? say("lead-at-end", { said: lead }) : lead, whom);
  readOut(stop);
  find("strength").classList.toggle("at-once", !stop.rolls.length || performance.now() - shown.stepped < QUICK);
  shown.stepped = performance.now();
  const x = xOfStop(listStops().indexOf(stop)).toFixed(1);
  for (const end of ["x1", "x2"]) shown.cursor?.setAttribute(end, x);
  shown.courses.forEach((course, each) => {
    const share = readCourse(course);
    shown.dots[each].setAttribute("d", `M${x} ${yOfSide(share, course.nth).toFixed(1)}h0.01`);
    writeLate(shown.left[each], formatShare(share));
  });
}

/** Writes a text in whose place the one before it stands until the dice have landed.
 * @param {HTMLElement} box @param {string} now */
function writeLate(box, now) {
  const was = box.textContent;
  if (was === now) return box.querySelector("[data-was]")?.removeAttribute("data-was");
  const text = make("span", "", now);
  if (was) text.dataset.was = was;
  return box.replaceChildren(text);
}

/** Writes who is ahead, and of whom; what was said before stands until the dice have landed.
 * @param {string} lead @param {string} whom */
function writeLead(lead, whom) {
  const box = find("strength-lead");
  const [was, told] = [box.innerText, box.textContent];
  delete box.dataset.was;
  write(box.firstChild, lead);
  write(box.lastChild, whom);
  if (!told || told === box.textContent) return;
  void box.offsetWidth; // so that it waits anew
  box.dataset.was = was.charAt(0).toUpperCase() + was.slice(1);
}

/** Returns what reads the share of a course at a stop.
 * @param {Page.Stop} stop @returns {(course: Course) => number} */
function readCourses({ seq }) {
  const { line } = findWatched();
  let at = line.findIndex((each) => each >= seq);
  if (at < 0) at = line.length - 1;
  const { strength } = states[seq].scene;
  const isBeside = strength && line[at] !== seq; // what was undone has a strength of its own
  return (course) => (isBeside ? readShare(seq, course.names.filter((side) => side in strength)) || 0 : findShare(course, at));
}

/** Writes what the graph says at a stop: the round, the beat, what both halves have left, and who is ahead.
 * @param {Page.Stop} stop */
function readOut(stop) {
  const { round: number } = states[stop.seq].scene;
  const read = readCourses(stop);
  const at = listStops().indexOf(stop);
  const parts = [
    number ? say("chart-round", { number }) : say("before-rounds"), say("place-short", { at: at + 1, count: listStops().length }),
    ...listHalves(shown.courses).map((course) => `${joinNames(course)} ${formatShare(read(course))}`), describeLead(shown.courses, read)[0],
  ].filter(Boolean);
  shown.tip.replaceChildren(...parts.flatMap((words, nth) => [nth ? " · " : "", make("span", "", words)]));
  const part = `${(100 * xOfStop(at)) / SIZE.width}%`;
  shown.tip.style.setProperty("left", part);
  shown.tip.style.setProperty("translate", `-${part} 0`);
}
