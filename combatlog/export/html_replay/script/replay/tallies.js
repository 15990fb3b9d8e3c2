// Statistics of some rounds: the tallies of their rounds added up, and written as the whole fight's are.
import { UNKNOWN } from "./tables.js";

const SUMS = 16; // the numbers of a tally

/** Returns the rows of a table for the rounds from `first` to `last`, each with its number at the end.
 * `rows` are those of the whole fight, `at` is where a tally has the number of its row.
 * @param {number[][]} tallies @param {any[][]} rows @param {number} at @param {number} first
 * @param {number} last */
export function sumTallies(tallies, rows, at, first, last) {
  /** @type {Map<number, number[]>} */
  const sums = new Map();
  for (const tally of tallies) {
    if (tally[0] < first || tally[0] > last || tally[at] < 0) continue;
    const sum = sums.get(tally[at]) ?? Array(SUMS).fill(0);
    sums.set(tally[at], sum.map((number, nth) => number + (tally[nth + 3] ?? 0)));
  }
  return rows.flatMap((row, nth) => (sums.has(nth) ? [[row[0], ...formatTally(sums.get(nth) ?? [], row), nth]] : []));
}

/** Returns a tally in the columns of the tables; what the whole row hides stays hidden.
 * @param {number[]} sum @param {any[]} whole */
function formatTally(sum, whole) {
  const [stopped, dealt, cost, downed, kills, absorbed, taken, lost, attacks, hits, aids, passed, failed, dice, excess, variance] = sum;
  const counts = [dealt + stopped, stopped, dealt, cost, downed, kills, taken + absorbed, absorbed, taken, lost, attacks, hits, aids];
  return [...counts.map((count, at) => (whole[at + 1] === UNKNOWN ? UNKNOWN : String(count))),
    passed + failed ? `${passed} of ${passed + failed}` : "–", String(dice), formatLuck(excess, variance)];
}

/** Returns luck from twice its excess and 12 times its variance.
 * @param {number} excess @param {number} variance */
function formatLuck(excess, variance) {
  if (!variance) return "–";
  return `${excess < 0 ? "−" : "+"}${(Math.abs(excess) / 2).toFixed(1)} ± ${Math.sqrt(variance / 12).toFixed(1)}`;
}
