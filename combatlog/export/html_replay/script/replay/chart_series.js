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

/** Returns a card's value for the chart: a score or, without one, the share left of the first.
 * @param {Page.Card} card @param {string} score @returns {number | null} */
export function computeChartValue(card, score) {
  if (!isThere(card)) return null;
  if (score) return card[SCORE + score]?.[0] ?? null;
  const first = listScores(card)[0];
  if (!first) return null;
  const [now, most] = card[SCORE + first];
  return most > 0 ? Math.max(0, now / most) : null;
}

/** Returns a series for each combatant with numbers: the points [stop, value] where it changes.
 * @param {string} score */
export function computeSeries(score) {
  /** @type {Map<number, Series>} */
  const all = new Map();
  findWatched().line.forEach((seq, at) => {
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
