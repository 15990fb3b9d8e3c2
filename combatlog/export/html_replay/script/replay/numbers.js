// Statistics, and the damage: of the whole fight or of some rounds, below what stands out in it.
import { find, make, makeLink, makeName } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { DEALT, SEQ, followDamage, listBlows, makeDamage, offer, showDamage } from "./damage.js";
import { makeTable } from "./tables.js";
import { sumTallies } from "./tallies.js";

const MAIN = 4; // columns of the first table
/** @typedef {(string | number)[]} Row */

/** @type {{ numbers: Server.Numbers | null }} */
const shown = { numbers: null };

/** Shows the statistics, in place of those that were shown. The rounds that were chosen stay so.
 * @param {Server.Numbers} numbers */
export function makeNumbers(numbers) {
  const { last, after } = numbers;
  if (!shown.numbers) {
    followDamage();
    for (const id of ["first-round", "last-round"]) find(id).addEventListener("change", showRounds);
  }
  shown.numbers = numbers;
  const rounds = Array.from({ length: last + 1 }, (_, number) =>
    [String(number), number ? say("chart-round", { number }) : say("before-rounds")]);
  if (after) rounds.push([String(last + 1), say("after-rounds")]);
  offer("first-round", rounds);
  offer("last-round", [["", say("to-the-end")], ...rounds]);
  find("rounds-box").hidden = !last;
  find("best").replaceChildren(...numbers.best.map(([title, words, seq]) =>
    make("li", "", make("span", "quiet", title), seq ? makeLink(seq, words) : makeName(words))));
  makeDamage(numbers);
  showRounds();
}

/** Shows the numbers of the chosen rounds. The first is never behind the last. */
function showRounds() {
  if (!shown.numbers) return;
  const { combatants, players, columns, tallies } = shown.numbers;
  const first = Number(find("first-round").value);
  const chosen = find("last-round").value;
  const last = chosen ? Number(chosen) : Infinity;
  if (last < first) {
    find("last-round").value = String(first);
    showRounds();
    return;
  }
  const isWhole = !first && last === Infinity;
  const [from, to] = ["first-round", "last-round"].map((id) => find(id).selectedOptions[0].text);
  const span = isWhole ? say("whole-fight") : from === to ? from : `${from} ${say("rounds-to")} ${to}`;
  showDamage(first, last, span);
  const blows = listBlows().filter((blow) => blow[DEALT]);
  const explain = (/** @type {Row} */ row, /** @type {number} */ at) => blows.filter((blow) => blow[at] === row.at(-1)).map((blow) => blow[SEQ]);
  const [people, owners] = [combatants, players].map((rows, nth) => (isWhole
    ? rows.map(/** @returns {Row} */ (row, at) => [...row, at]) : sumTallies(tallies, rows, nth + 1, first, last))
    .sort((one, other) => Number(other[1]) - Number(one[1]) || Number(other[2]) - Number(one[2])));
  /** @param {string} who @param {Row[]} rows @param {(row: Row, at: number) => number[]} [why] */
  const makeTables = (who, rows, why) => (rows.length ? [
    makeTable(say("damage-of-whom", { who, span }), rows, columns.slice(0, MAIN), 2, why),
    makeTable(say("rest-of-whom", { who, span }), rows.map(([name, ...cells]) => [name, ...cells.slice(MAIN)]), columns.slice(MAIN)),
  ] : []);
  find("numbers").replaceChildren(...(people.length ? makeTables(say("by-combatant"), people, explain)
    : [make("p", "quiet", say("no-numbers"))]), ...makeTables(say("by-player"), owners));
}
