// The series of the chart: the number of each combatant along the watched line, as steps.
import { SCORE, events, isThere, listScores, states } from "../stage/fight.js";
import { findWatched } from "./stops.js";

/** @typedef {{ number: number, name: string, side: string, points: [at: number, value: number | null][] }} Series */

/** Returns all scores that any combatant has, in the order they appear. */
export function listAllScores() {
  /** @type {Set<string>} */
  const scores = new Set();
  for (const card of Object.values(findLastCards())) {
    for (const score of listScores(card)) scores.add(score);
  }
  return [...scores];
}

/** Returns the last card of each combatant on the line, by number. */
export function findLastCards() {
  /** @type {Record<string, Page.Card>} */
  const cards = {};
  /** @type {Page.Card[] | null} */
  let seen = null;
  for (const seq of findWatched().line) {
    const { people } = states[seq];
    if (people === seen) continue;
    seen = people;
    people.forEach((card, number) => {
      if (isThere(card)) cards[number] = card;
    });
  }
  return cards;
}

/** What stands for all scores together, in place of one. */
export const ALL = "+";
/** @type {{ worn: Set<string> }} */
const together = { worn: new Set() };

/** Returns a card's value for the chart: a score or, without one, the share left of the first; or of all
 * that wore down.
 * @param {Page.Card} card @param {string} score @returns {number | null} */
export function computeChartValue(card, score) {
  if (!isThere(card)) return null;
  if (score && score !== ALL) return card[SCORE + score]?.[0] ?? null;
  if (score && card.standing === "dead") return 0;
  const counted = listScores(card).filter((each, at) => (score ? together.worn.has(each) : !at)).map((each) => card[SCORE + each]);
  const [now, most] = [0, 1].map((at) => counted.reduce((sum, each) => sum + Math.max(0, each[at]), 0));
  return most > 0 ? now / most : null;
}

/** Returns a series for each combatant with numbers: the points [place in the line, value] where it changes.
 * @param {string} score @param {number[]} line */
export function computeSeries(score, line) {
  /** @type {Map<number, Series>} */
  const all = new Map();
  line.forEach((seq, at) => {
    if (events[seq].off) return;
    const { people } = states[seq];
    people.forEach((card, number) => {
      const value = computeChartValue(card, score);
      if (!all.has(number)) {
        if (value === null) return;
        all.set(number, { number, name: card.name, side: card.side, points: [] });
      }
      const series = /** @type {Series} */ (all.get(number));
      if (isThere(card)) [series.name, series.side] = [card.name, card.side];
      const last = series.points.at(-1);
      if (!last || last[1] !== value) series.points.push([at, value]);
    });
  });
  return [...all.values()].sort((one, other) => one.number - other.number);
}

/** Returns the scores that count together: those of which anybody lost something on the watched line; all if nobody
 * did. */
export function findWorn() {
  /** @type {Set<string>} */
  const worn = new Set();
  /** @type {Page.Card[]} */
  let before = [];
  for (const seq of findWatched().line) {
    const { people } = states[seq];
    if (events[seq].off || people === before) continue;
    people.forEach((card, number) => {
      const was = before[number];
      if (card === was || !isThere(card) || !isThere(was)) return;
      for (const score of listScores(card)) if (card[SCORE + score][0] < was[SCORE + score]?.[0]) worn.add(score);
    });
    before = people;
  }
  const all = listAllScores();
  together.worn = worn.size ? worn : new Set(all);
  return all.filter((score) => together.worn.has(score));
}
