// Who is winning: the strength of each side along the line, and the present moment.
import { showBalance } from "../stage/balance.js";
import { draw, find, make, makeName, write } from "../stage/dom.js";
import { findHalf } from "../stage/field.js";
import { events, isDead, isThere, sides, states } from "../stage/fight.js";
import { describeLook, say } from "../stage/labels.js";
import { findEnd, isOver } from "../stage/outcome.js";
import { countMembers, readShare } from "./shares.js";
import { findWatched } from "./stops.js";
import { findTurningBeat } from "./turns.js";

const SIZE = { width: 600, height: 64, top: 9, bottom: 5 };
const LABEL = 22; // how far apart the names of sides stand, in hundredths of the height
const LEVEL = 1; // hundredths by which nobody is ahead
/** @typedef {[at: number, part: number]} Point */
/** @typedef {{ side: string, nth: number, most: number, points: Point[] }} Series */
/** @typedef {import("./turns.js").Turn} Turn */

/** What is drawn; `first` is the place of the line at which the picture begins.
 * @type {{ line: number[] | null, series: Series[], cursor: SVGElement | null, dots: SVGElement[],
 * first: number, turns: Turn[] }} */
const shown = { line: null, series: [], cursor: null, dots: [], first: 0, turns: [] };
const MOST_MARKS = 60;
const MOST_NAMES = 8;
const LATE = 0.95; // where a name stands left of its line, for want of room

/** Makes the picture; `turns` are the turning points.
 * @param {Turn[]} turns @param {(seq: number) => void} chosen */
export function makeStrength(turns, chosen) {
  shown.turns = turns;
  followSize();
  find("strength").addEventListener("click", (/** @type {MouseEvent & { target: Element }} */ click) => {
    const picture = find("strength").firstElementChild;
    if (!picture || click.target.closest("a")) return;
    const box = picture.getBoundingClientRect();
    const { line } = findWatched();
    const part = Math.min(1, Math.max(0, (click.clientX - box.left) / box.width));
    chosen(line[Math.round(shown.first + part * (line.length - 1 - shown.first))]);
  });
}

/** Returns for each side the points [place on the line, share] where what it has left changes, and how
 * many it had at most.
 * @param {number[]} line @returns {Series[]} */
function computeSides(line) {
  /** @type {Map<string, Series>} */
  const found = new Map();
  /** @type {Record<string, number> | null} */
  let seen = null;
  line.forEach((seq, at) => {
    const { scene: { strength }, people } = states[seq];
    if (!strength || strength === seen || events[seq].off) return;
    seen = strength;
    for (const side of Object.keys(strength)) {
      const series = found.get(side) ?? { side, nth: Math.max(0, sides.indexOf(side)), most: 1, points: [] };
      series.points.push([at, readShare(seq, side)]);
      series.most = Math.max(series.most, countMembers(people, side));
      found.set(side, series);
    }
  });
  return [...found.values()];
}

/** Returns where a place of the line stands in the picture, which begins with the first round.
 * @param {number} at @param {number[]} line */
const xOf = (at, line) =>
  (SIZE.width * Math.max(0, at - shown.first)) / Math.max(1, line.length - 1 - shown.first);
/** @param {number} part */
const yOf = (part) => SIZE.top + (SIZE.height - SIZE.top - SIZE.bottom) * (1 - part);

/** @param {number[]} line */
function drawAll(line) {
  shown.line = line;
  shown.first = Math.max(0, line.findIndex((seq) => events[seq].kind === "r"));
  shown.series = computeSides(line);
  const picture = draw("svg", {
    viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, preserveAspectRatio: "none", role: "img", "aria-labelledby": "strength-title",
  });
  picture.append(...drawScale(), ...drawLeads(line), ...drawRounds(line));
  shown.series.forEach(({ points, nth }) => picture.append(drawSide(points, nth, line)));
  shown.cursor = draw("line", { class: "cursor", y1: 0, y2: SIZE.height });
  shown.dots = shown.series.map(({ nth }) => draw("path", { class: `dot line-${nth % 8}`, "vector-effect": "non-scaling-stroke" }));
  picture.append(shown.cursor, ...shown.dots);
  const most = make("span", "scale", formatShare(1));
  find("strength").replaceChildren(picture, most, ...nameRounds(line), ...makeMarks(line));
  find("strength-legend").replaceChildren(...shown.series.map(makeLabel));
  spreadLabels();
}

/** Makes the label of a side, which stands at the end of its line: its name, and what it has left at
 * the present moment.
 * @param {Series} series */
function makeLabel({ side, nth }) {
  const name = makeName(side);
  name.title = side;
  return make("li", `line-${nth % 8}`, name, make("output"));
}

/** @param {number} share */
const formatShare = (share) => say("percent", { number: Math.round(100 * share) });

/** Puts the labels at the ends of their lines, or as near as they have room beside each other. */
function spreadLabels() {
  const items = [...find("strength-legend").children];
  const wanted = shown.series.map(({ points, nth }, at) => ({ item: items[at], y: (100 * yOfSide(points[points.length - 1][1], nth)) / SIZE.height }))
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
  const isFree = (/** @type {number} */ at) => end < 0 || xOf(end, line) - xOf(at, line) > SIZE.width * 0.12;
  /** @type {[at: number, words: string][]} */
  const names = begun.filter((at, nth) => nth % step === 0 && isFree(at))
    .map((at) => [at, say("chart-round", { number: states[line[at]].scene.round })]);
  if (end >= 0 && end < line.length - 1) names.push([end, say("chart-after")]);
  return names.map(([at, words]) => {
    const name = make("span", "round-name", words);
    const left = xOf(at, line) / SIZE.width;
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
    draw("line", { class: "round", x1: xOf(at, line), x2: xOf(at, line), y1: 0, y2: SIZE.height }));
}

/** Draws where a side has all of its strength left, half of it, and none. */
function drawScale() {
  return [1, 0.5, 0].map((part) => draw("line", { class: "scale", x1: 0, x2: SIZE.width, y1: yOf(part), y2: yOf(part) }));
}

/** Makes the marks over the picture: turning points above; on the line of their side, who went down,
 * left or died. The panes tell them in words.
 * @param {number[]} line @returns {HTMLElement[]} */
function makeMarks(line) {
  const { beats } = findWatched();
  /** @type {[sign: string, kind: string, seq: number, said: string, side?: string][]} */
  const marks = shown.turns.filter(([seq]) => line.includes(seq))
    .map(([seq, said, side]) => ["▼", "turn", beats[findTurningBeat(beats, seq, side)]?.seq ?? seq, said]);
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
    mark.style.setProperty("left", `${(100 * xOf(at, line)) / SIZE.width}%`);
    const series = shown.series.find((each) => each.side === side);
    if (series) {
      mark.classList.add(`line-${series.nth % 8}`);
      mark.style.setProperty("top", `${(100 * yOfSide(findShare(series, at), series.nth)) / SIZE.height}%`);
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

/** Returns what a side has left at a place of the line, as a part of the whole.
 * @param {Series} series @param {number} at */
const findShare = ({ points }, at) => points.findLast(([place]) => place <= at)?.[1] ?? 1;
/** @param {number} part @param {number} nth */
const yOfSide = (part, nth) => yOf(part) + nth * 1.5;

/** @param {Point[]} points @param {number} nth @param {number[]} line */
function drawSide(points, nth, line) {
  let path = "";
  points.forEach(([at, part], index) => {
    const until = points[index + 1]?.[0] ?? line.length - 1;
    if (until <= shown.first) return; // they were still joining
    const y = yOfSide(part, nth).toFixed(1);
    path += path ? `V${y}` : `M${xOf(at, line).toFixed(1)} ${y}`;
    path += `H${xOf(until, line).toFixed(1)}`;
  });
  return draw("path", { class: `series line-${nth % 8} dash-${nth % 3}`, d: path, "vector-effect": "non-scaling-stroke" });
}

/** Returns the halves of the field with the sides that stand there, and what these have left together; the
 * half that is ahead first.
 * @param {number[]} shares */
function findLeaders(shares) {
  const halves = [0, 1].map((half) => {
    const inside = shown.series.map((series, each) => ({ series, share: shares[each] })).filter(({ series }) => findHalf(series.side) === half);
    const all = inside.reduce((sum, { series }) => sum + series.most, 0);
    const share = inside.reduce((sum, { series, share: part }) => sum + part * series.most, 0) / Math.max(1, all);
    return { share, inside: inside.map(({ series }) => series) };
  });
  return halves.filter(({ inside }) => inside.length).sort((one, other) => other.share - one.share);
}

/** Fills what lies between the side that is ahead and the other one, in the colour of the former; of more
 * sides, nothing: what is between them belongs to none.
 * @param {number[]} line */
function drawLeads(line) {
  if (shown.series.length > 2) return [];
  const places = [...new Set(shown.series.flatMap(({ points }) => points.map(([at]) => Math.max(at, shown.first))))].sort((one, other) => one - other);
  const paths = new Map();
  places.forEach((at, each) => {
    const [leader, next] = findLeaders(shown.series.map((series) => findShare(series, at)));
    if (!next || leader.share === next.share) return;
    const [from, to] = [at, places[each + 1] ?? line.length - 1].map((place) => xOf(place, line).toFixed(1));
    const [{ nth }] = leader.inside;
    paths.set(nth, `${paths.get(nth) ?? ""}M${from} ${yOf(leader.share)}H${to}V${yOf(next.share)}H${from}Z`);
  });
  return [...paths].map(([nth, d]) => draw("path", { class: `lead line-${nth % 8}`, d }));
}

/** Says in words who is ahead, by what they have left more than the others.
 * @param {number[]} shares @param {boolean} isAfter */
function tellLead(shares, isAfter) {
  const [leader, next] = findLeaders(shares);
  const by = next ? Math.round(100 * leader.share) - Math.round(100 * next.share) : 0;
  const side = leader?.inside.map((each) => each.side).reduce((one, other) => say("one-and-other", { one, other }));
  const said = by > LEVEL ? say("ahead", { side, by }) : say("level");
  write(find("strength-lead"), !next ? "" : isAfter ? say("lead-at-end", { said }) : said);
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

/** Shows how much strength each side has left, after the fight what it had at its end. Sides of one half
 * share its width by their strength.
 * @param {number[]} shares @param {boolean} isAfter */
function showBars(shares, isAfter) {
  showBalance(shown.series.map(({ side, nth, most }, each) =>
    ({ side, nth, half: findHalf(side), share: shares[each], weight: most })), isAfter);
}

/** Shows the present moment.
 * @param {Page.Stop} stop */
export function showStrength(stop) {
  const { line } = findWatched();
  if (shown.line !== line) drawAll(line);
  let at = line.findIndex((seq) => seq >= stop.seq);
  if (at < 0) at = line.length - 1;
  const { strength } = states[stop.seq].scene;
  const isBeside = strength && line[at] !== stop.seq; // what was undone has a strength of its own
  const shares = shown.series.map((series) => (isBeside ? readShare(stop.seq, series.side) || 0 : findShare(series, at)));
  const isAfter = isOver(states[stop.seq]);
  showBars(shares, isAfter);
  tellLead(shares, isAfter);
  for (const end of ["x1", "x2"]) shown.cursor?.setAttribute(end, String(xOf(at, line)));
  shown.series.forEach((series, each) => {
    const y = yOfSide(shares[each], series.nth).toFixed(1);
    shown.dots[each].setAttribute("d", `M${xOf(at, line).toFixed(1)} ${y}h0.01`);
    write(find("strength-legend").children[each].lastElementChild, formatShare(shares[each]));
  });
}
