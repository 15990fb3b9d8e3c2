// Who is ahead: in words, and what lies between the courses of the two halves, in the colour of the one that
// is ahead.
import { toPercent } from "../stage/balance.js";
import { draw, make } from "../stage/dom.js";
import { findLine } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findMatch } from "./matches.js";
import { computeCourses, findShare, listHalves } from "./shares.js";

/** @typedef {import("./shares.js").Course} Course */
const LEVEL = 1; // hundredths by which nobody is ahead

/** Returns who is ahead by how much, by what their half has left more; then of whom, where both halves are one side; and
 * the same in short: “The party +6”, where its foes are several sides “The party +6 on all foes”.
 * @param {Course[]} courses @param {(course: Course) => number} share */
export function describeLead(courses, share) {
  const halves = listHalves(courses);
  const [leader, next] = halves.map((course) => ({ course, left: toPercent(share(course)) }))
    .sort((one, other) => other.left - one.left);
  if (!next) return ["", "", ""];
  const by = leader.left - next.left;
  const isShort = leader.course.names.length + next.course.names.length === 2;
  const side = joinNames(leader.course);
  if (by <= LEVEL) return [say("level"), "", say("level")];
  return [say("ahead", { side, by }), isShort ? say("ahead-of", { other: joinNames(next.course) }) : "", tellShort(leader.course, next.course, halves[1], by)];
}

/** Tells a lead in short: of several sides that are no players' as that of the foes.
 * @param {Course} leader @param {Course} next @param {Course} foes @param {number} by */
function tellShort(leader, next, foes, by) {
  if (leader === foes && leader.names.length > 1) return say("ahead-foes", { by });
  const side = joinNames(leader);
  return next.names.length > 1 ? say("ahead-of-all", { side, by }) : say("ahead-short", { side, by });
}

/** Makes the line that says for whom a line is better than the one that it left, and by how much: by what the lead is
 * otherwise at its end; nothing where nobody knows, or where that is hardly anything. Of a branch, also who is ahead there.
 * @param {Page.Branch} branch */
export function makeLeadAtEnd(branch) {
  const both = [branch.tip, branch.until ?? findMatch(branch.tip, branch).seq].map((seq) => listHalves(computeCourses(findLine(seq))));
  const [now, then] = both.map((halves) => halves.reduce((lead, course) => toPercent(findShare(course, Infinity)) - lead, 0)); // of the second half
  const by = both.every(({ length }) => length === 2) ? Math.abs(now - then) : 0;
  const better = both[0][now > then ? 1 : 0];
  const box = make("span", "quiet ahead");
  if (by > LEVEL) {
    const gain = make("span", `gain line-${better.nth % 8}`, say("gain", { side: joinNames(better), by }));
    gain.dataset.sign = now > then ? "▼" : "▲";
    box.append(gain);
  }
  const [said] = branch.until ? [""] : describeLead(both[0], (course) => findShare(course, Infinity));
  if (said) box.append(by > LEVEL ? " · " : "", say("lead-at-end", { said }));
  return box;
}

/** @param {Course} course */
export const joinNames = ({ names }) => names.reduce((one, other) => say("one-and-other", { one, other }));

/** Fills what lies between the halves. `xOf` and `yOf` say where a place and a share stand.
 * @param {Course[]} courses @param {number} from @param {number} until
 * @param {(at: number) => number} xOf @param {(part: number) => number} yOf */
export function drawLeads(courses, from, until, xOf, yOf) {
  const halves = listHalves(courses);
  if (halves.length < 2) return [];
  const places = [...new Set([from, ...halves.flatMap(({ points }) => points.map(([at]) => at))])]
    .filter((at) => at >= from && at <= until).sort((one, other) => one - other);
  /** @type {Map<number, string>} */
  const paths = new Map();
  places.forEach((at, each) => {
    const [leader, next] = halves.map((course) => ({ nth: course.nth, share: findShare(course, at) }))
      .sort((one, other) => other.share - one.share);
    if (leader.share === next.share) return;
    const [left, right] = [at, places[each + 1] ?? until].map((place) => xOf(place).toFixed(1));
    paths.set(leader.nth, `${paths.get(leader.nth) ?? ""}M${left} ${yOf(leader.share)}H${right}V${yOf(next.share)}H${left}Z`);
  });
  return [...paths].map(([nth, d]) => draw("path", { class: `lead line-${nth % 8}`, d }));
}
