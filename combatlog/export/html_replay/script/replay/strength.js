// Who is winning: what each side has left along the line, the two halves of the field by thick lines, and the
// present moment. On a branch, the fight as it stands goes on beside it, faintly.
import { showBalance, toPercent } from "../stage/balance.js";
import { draw, find, make, makeName, write } from "../stage/dom.js";
import { events, isDead, isThere, states } from "../stage/fight.js";
import { describeLook, say } from "../stage/labels.js";
import { findEnd, isOver } from "../stage/outcome.js";
import { describeLead, drawLeads, joinNames } from "./leads.js";
import { computeCourses, findShare, listHalves, readShare } from "./shares.js";
import { findWatched, listPresent } from "./stops.js";

const SIZE = { width: 600, height: 64, top: 9, bottom: 2 };
const LABEL = 22; // how far apart the names of sides stand, in hundredths of the height
const AFTERWARDS = 0.06; // of the width, for what came after the fight
/** @typedef {import("./shares.js").Course} Course */

/** What is drawn; `first` is the place of the line at which the picture begins, `end` where the fight ends and
 * `last` where the picture does, of the longer of the watched line and the one that stands.
 * @type {{ line: number[] | null, courses: Course[], cursor: SVGElement | null, dots: SVGElement[], first: number,
 * end: number, last: number, turns: Page.Turn[] }} */
const shown = { line: null, courses: [], cursor: null, dots: [], first: 0, end: 0, last: 1, turns: [] };
const MOST_MARKS = 60;
const MOST_NAMES = 8;
const AFTER = 48; // pixels between the names of the last round and of what came after the fight
const LATE = 0.93; // where a name stands left of its line, for want of room

/** Makes the picture; `turns` are the turning points.
 * @param {Page.Turn[]} turns @param {(seq: number) => void} chosen */
export function makeStrength(turns, chosen) {
  shown.turns = turns;
  followSize();
  find("strength").addEventListener("click", (/** @type {MouseEvent & { target: Element }} */ click) => {
    const picture = find("strength").querySelector("svg");
    if (!picture || click.target.closest("a")) return;
    const box = picture.getBoundingClientRect();
    const { line } = findWatched();
    const part = Math.min(1, Math.max(0, (click.clientX - box.left) / box.width));
    const at = line.findIndex((_, place) => xOf(place) >= part * SIZE.width);
    chosen(line[at < 0 ? line.length - 1 : at]);
  });
}

/** Returns where a place of the line stands in the picture. It begins with the first round, and what came
 * after the fight has little room.
 * @param {number} at */
function xOf(at) {
  const { first, end, last } = shown;
  const rest = last > end ? AFTERWARDS : 0;
  const part = at <= end ? ((1 - rest) * Math.max(0, at - first)) / Math.max(1, end - first)
    : 1 - rest + (rest * (at - end)) / (last - end);
  return SIZE.width * Math.min(1, part);
}

/** @param {number} part */
const yOf = (part) => SIZE.top + (SIZE.height - SIZE.top - SIZE.bottom) * (1 - part);

/** @param {number[]} line */
function drawAll(line) {
  const { branch } = findWatched();
  const stands = branch ? listPresent() : line;
  const whole = stands.length > line.length ? stands : line;
  const end = findEnd(whole);
  shown.line = line;
  shown.first = Math.max(0, line.findIndex((seq) => events[seq].kind === "r"));
  shown.last = Math.max(1, whole.length - 1);
  shown.end = end < 0 ? shown.last : end;
  shown.courses = computeCourses(line);
  const picture = draw("svg", {
    viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, preserveAspectRatio: "none", role: "img", "aria-labelledby": "strength-title",
  });
  picture.append(...drawScale(), ...drawLeads(shown.courses, shown.first, line.length - 1, xOf, yOf), ...drawRounds(whole));
  if (branch) {
    const apart = stands.findLastIndex((seq) => seq <= branch.apart);
    picture.append(...listHalves(computeCourses(stands)).map((course) => drawCourse(course, stands.length - 1, "kept", apart)));
  }
  const halves = listHalves(shown.courses);
  picture.append(...shown.courses.map((course) => drawCourse(course, line.length - 1, halves.includes(course) ? "" : "minor")));
  shown.cursor = draw("line", { class: "cursor", y1: 0, y2: SIZE.height });
  shown.dots = shown.courses.map(({ nth }) => draw("path", { class: `dot line-${nth % 8}`, "vector-effect": "non-scaling-stroke" }));
  picture.append(shown.cursor, ...shown.dots);
  const plot = make("div", "plot", picture, make("span", "scale", formatShare(1)), ...makeMarks(line));
  find("strength").replaceChildren(plot, make("div", "names", ...nameRounds(whole)));
  find("strength-legend").replaceChildren(...shown.courses.map(makeLabel));
  spreadLabels();
}

/** Makes the label of a side, or of a half, which stands at the end of its line: its name, and what it has
 * left at the present moment.
 * @param {Course} course */
function makeLabel(course) {
  const name = course.nth < 0 ? make("i", "", say("together")) : makeName(course.names[0]);
  name.title = joinNames(course);
  return make("li", `line-${course.nth % 8}`, name, make("output"));
}

/** @param {number} share */
const formatShare = (share) => say("percent", { number: toPercent(share) });

/** Puts the labels at the ends of their lines, or as near as they have room beside each other. */
function spreadLabels() {
  const items = [...find("strength-legend").children];
  const wanted = shown.courses.map(({ points, nth }, at) => ({ item: items[at], y: (100 * yOfSide(points[points.length - 1][1], nth)) / SIZE.height }))
    .sort((one, other) => one.y - other.y);
  const step = Math.min(LABEL, 100 / wanted.length);
  let free = step / 2;
  wanted.forEach(({ item, y }, at) => {
    const lowest = 100 - step / 2 - (wanted.length - 1 - at) * step;
    const top = Math.max(free, Math.min(lowest, y));
    item.style.setProperty("top", `${top}%`);
    free = top + step;
  });
}

/** Names the rounds, and what came after the fight, below their lines; of many rounds, each
 * so many-th.
 * @param {number[]} line @returns {HTMLElement[]} */
function nameRounds(line) {
  const begun = listRounds(line);
  const step = Math.ceil(begun.length / MOST_NAMES);
  const end = findEnd(line);
  const room = SIZE.width * Math.max(0.11, AFTER / (find("strength").clientWidth || SIZE.width));
  const isFree = (/** @type {number} */ at) => end < 0 || xOf(end) - xOf(at) > room;
  /** @type {[at: number, words: string][]} */
  const names = begun.filter((at, nth) => nth % step === 0 && isFree(at))
    .map((at) => [at, say("chart-round", { number: states[line[at]].scene.round })]);
  if (end >= 0 && end < line.length - 1) names.push([end, say("chart-after")]);
  return names.map(([at, words]) => {
    const name = make("span", "round-name", words);
    const left = xOf(at) / SIZE.width;
    name.style.setProperty("left", `${100 * left}%`);
    name.classList.toggle("late", left > LATE);
    return name;
  });
}

/** Returns the places of the line at which rounds begin.
 * @param {number[]} line */
const listRounds = (line) => line.flatMap((seq, at) => (events[seq].kind === "r" ? [at] : []));

/** @param {number[]} line */
function drawRounds(line) {
  const end = findEnd(line);
  return [...listRounds(line), ...(end < 0 ? [] : [end])].map((at) =>
    draw("line", { class: "round", x1: xOf(at), x2: xOf(at), y1: 0, y2: SIZE.height }));
}

/** Draws where a side has all of its strength left, half of it, and none. */
function drawScale() {
  return [1, 0.5, 0].map((part) => draw("line", { class: "scale", x1: 0, x2: SIZE.width, y1: yOf(part), y2: yOf(part) }));
}

/** Makes the marks over the picture: turning points above; on the line of their side, who went down,
 * left or died. The panes tell them in words.
 * @param {number[]} line @returns {HTMLElement[]} */
function makeMarks(line) {
  /** @type {[sign: string, kind: string, seq: number, said: string, side?: string][]} */
  const marks = shown.turns.map(([seq, said, , side, took]) => [took ? "⇅" : "▼", "turn", seq, said, side]);
  for (const { seq, correction, story } of findWatched().beats) {
    if (correction) marks.push(["✎", "turn mended", seq, String(story[0])]);
  }
  let seen = states[0].people;
  line.forEach((seq) => {
    const { people } = states[seq];
    if (people === seen || events[seq].off) return;
    people.forEach((card, number) => {
      const was = seen[number];
      if (card === was || !isThere(card) || !isThere(was)) return;
      const [sign, how] = describeFall(card, was);
      if (sign) marks.push([sign, isDead(card) ? "death" : "felled", seq, `${card.name}: ${how}`, card.side]);
    });
    seen = people;
  });
  return marks.filter(([, , seq]) => line.includes(seq)).slice(0, MOST_MARKS).map(([sign, kind, seq, said, side]) => {
    const at = line.indexOf(seq);
    const mark = make("a", `mark ${kind}`, sign);
    mark.href = `#seq=${seq}`;
    mark.title = said;
    mark.tabIndex = -1;
    mark.setAttribute("aria-hidden", "true");
    mark.style.setProperty("left", `${(100 * xOf(at)) / SIZE.width}%`);
    const course = shown.courses.find(({ names }) => names[0] === side);
    if (course) {
      mark.classList.add(`line-${course.nth % 8}`);
      if (!kind.startsWith("turn")) mark.style.setProperty("top", `${(100 * yOfSide(findShare(course, at), course.nth)) / SIZE.height}%`);
    }
    return mark;
  });
}

/** Returns a sign and a word where somebody went down, left or died, as one card follows another.
 * @param {Page.Card} card @param {Page.Card} was */
function describeFall(card, was) {
  if (isDead(card)) return isDead(was) ? ["", ""] : ["✕", say("dead")];
  if (card.standing && !was.standing) return ["↗", card.how || say("gone")];
  return card.look === "down" && was.look !== "down" && !was.standing ? ["✚", describeLook("down")] : ["", ""];
}

/** @param {number} part @param {number} nth */
const yOfSide = (part, nth) => yOf(part) + nth * 1.5;

/** Draws a course to a place of its line, from the beginning of the picture or another place.
 * @param {Course} course @param {number} last @param {string} kind @param {number} [from] */
function drawCourse({ points, nth }, last, kind, from = shown.first) {
  let path = "";
  points.forEach(([at, part], index) => {
    const until = points[index + 1]?.[0] ?? last;
    if (until <= from) return; // they were still joining, or it is drawn with the branch
    const y = yOfSide(part, nth).toFixed(1);
    path += path ? `V${y}` : `M${xOf(Math.max(at, from)).toFixed(1)} ${y}`;
    path += `H${xOf(until).toFixed(1)}`;
  });
  const dash = nth < 0 || kind === "kept" ? "" : ` dash-${nth % 3}`;
  return draw("path", { class: `series line-${nth % 8}${dash} ${kind}`, d: path, "vector-effect": "non-scaling-stroke" });
}

/** Puts the picture below the stage; where it is narrow, over the slider; where it is low, at the head of
 * the numbers. */
function followSize() {
  const [narrow, low] = [matchMedia("(max-width: 39.99rem)"), matchMedia("(max-height: 30rem)")];
  const [box, controls] = [find("strength").parentElement, find("controls")];
  const put = () => {
    if (low.matches) find("pane-numbers").prepend(box);
    else if (narrow.matches) controls.prepend(box);
    else controls.after(box);
  };
  for (const each of [narrow, low]) each.addEventListener("change", put);
  put();
}

/** Shows the present moment: how much each side has left, after the fight what it had at its end, who is ahead,
 * and where the moment stands. Sides of one half share its width by their strength.
 * @param {Page.Stop} stop */
export function showStrength(stop) {
  const { line } = findWatched();
  if (shown.line !== line) drawAll(line);
  let at = line.findIndex((seq) => seq >= stop.seq);
  if (at < 0) at = line.length - 1;
  const { strength } = states[stop.seq].scene;
  const isBeside = strength && line[at] !== stop.seq; // what was undone has a strength of its own
  const readCourse = (/** @type {Course} */ course) => (isBeside ? readShare(stop.seq, course.names.filter((side) => side in strength)) || 0
    : findShare(course, at));
  const isAfter = isOver(states[stop.seq]);
  showBalance(shown.courses.filter(({ nth }) => nth >= 0).map((course) =>
    ({ side: course.names[0], nth: course.nth, half: course.half, share: readCourse(course), weight: course.most })), isAfter);
  const said = describeLead(shown.courses, readCourse);
  write(find("strength-lead"), said && isAfter ? say("lead-at-end", { said }) : said);
  for (const end of ["x1", "x2"]) shown.cursor?.setAttribute(end, String(xOf(at)));
  shown.courses.forEach((course, each) => {
    const share = readCourse(course);
    shown.dots[each].setAttribute("d", `M${xOf(at).toFixed(1)} ${yOfSide(share, course.nth).toFixed(1)}h0.01`);
    write(find("strength-legend").children[each].lastElementChild, formatShare(share));
  });
}
