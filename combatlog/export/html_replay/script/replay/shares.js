// What each side, and each half of the field, has left of its strength: as a part of what all who have
// joined it have when whole, so that help which comes later heals nobody.
import { findHalf } from "../stage/field.js";
import { events, isThere, sides, states } from "../stage/fight.js";

/** @typedef {[at: number, part: number]} Point */
/** The course of a side, or of a half with several sides (`nth` is −1).
 * @typedef {{ names: string[], half: number, nth: number, most: number, points: Point[] }} Course */

const WHOLE = 100; // the strength of one who is unhurt

/** Returns what sides have left together after an event, as a part of 1; not a number where it is not known.
 * @param {number} seq @param {string[]} names */
export function readShare(seq, names) {
  const { scene: { strength }, people } = states[seq];
  const left = names.reduce((sum, side) => sum + (strength?.[side] ?? NaN), 0);
  return left / countMembers(people, names) / WHOLE;
}

/** Returns how many have joined sides, whatever became of them.
 * @param {Page.Card[]} people @param {string[]} names */
const countMembers = (people, names) =>
  Math.max(1, people.filter((card) => isThere(card) && names.includes(card.side)).length);

/** Returns the course of each side along a line, and behind them those of the halves that have several.
 * @param {number[]} line @returns {Course[]} */
export function computeCourses(line) {
  /** @type {Map<string, Course>} */
  const found = new Map();
  walk(line, (at, seq, strength) => {
    for (const side of Object.keys(strength)) {
      const course = found.get(side) ?? { names: [side], half: findHalf(side), nth: Math.max(0, sides.indexOf(side)), most: 1, points: [] };
      course.points.push([at, readShare(seq, [side])]);
      course.most = Math.max(course.most, countMembers(states[seq].people, [side]));
      found.set(side, course);
    }
  });
  const all = [...found.values()];
  for (const half of [0, 1]) {
    const names = all.flatMap((course) => (course.half === half ? course.names : []));
    if (names.length < 2) continue;
    /** @type {Course} */
    const both = { names, half, nth: -1, most: 1, points: [] };
    walk(line, (at, seq, strength) => {
      const there = names.filter((side) => side in strength);
      if (there.length) both.points.push([at, readShare(seq, there)]);
    });
    all.push(both);
  }
  return all;
}

/** Calls a function with each place of a line at which the strengths are other ones than before.
 * @param {number[]} line @param {(at: number, seq: number, strength: Record<string, number>) => void} told */
function walk(line, told) {
  /** @type {Record<string, number> | null} */
  let seen = null;
  line.forEach((seq, at) => {
    const { strength } = states[seq].scene;
    if (!strength || strength === seen || events[seq].off) return;
    seen = strength;
    told(at, seq, strength);
  });
}

/** Returns what a course has left at a place of the line.
 * @param {Course} course @param {number} at */
export const findShare = ({ points }, at) => points.findLast(([place]) => place <= at)?.[1] ?? 1;

/** Returns the sign of a turning point: who leads now, or which half has gained.
 * @param {Page.Turn} turn */
export const signTurn = ([, , , side, took]) => (took ? "⇅" : findHalf(side) ? "▼" : "▲");

/** Returns the courses of the two halves, or of the one that is there.
 * @param {Course[]} courses */
export const listHalves = (courses) =>
  [0, 1].flatMap((half) => courses.findLast((course) => course.half === half) ?? []);
