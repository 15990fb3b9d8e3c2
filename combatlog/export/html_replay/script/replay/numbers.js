// Statistics, and the damage: of the chosen rounds and people, below what stands out in the whole fight.
import { find, make, makeLink, makeName } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { findBlows, followDamage, makeDamage, showDamage, sumHarm } from "./damage.js";
import { describeSpan, findSpan, isNameTold, isWholeFight, offerFilter, onFilter, tellsEverybody } from "./filter.js";
import { drawBar, makeLosses, makeTable } from "./tables.js";
import { sumTallies } from "./tallies.js";

const [DEALT, TAKEN] = [6, 4]; // columns of the first two tables
const [COST, LOST] = [4, 10]; // where a row has what others lost, and what they lost themselves
/** @typedef {any[]} Row */

/** @type {{ numbers: Server.Numbers | null }} */
const shown = { numbers: null };

/** Shows the statistics, in place of those that were shown.
 * @param {Server.Numbers} numbers */
export function makeNumbers(numbers) {
  if (!shown.numbers) {
    followDamage();
    onFilter(showNumbers);
    find("jumps").onclick = (/** @type {any} */ click) => document.querySelector(click.target.dataset.to)?.scrollIntoView();
  }
  shown.numbers = numbers;
  offerFilter();
  makeDamage(numbers);
  showNumbers();
}

/** Shows the numbers of what is chosen. */
function showNumbers() {
  if (!shown.numbers) return;
  const { best, combatants, players, tallies } = shown.numbers;
  const [first, last] = findSpan();
  const cards = best.filter(([, , , rows]) => tellsEverybody() || rows.some((/** @type {number} */ row) => isNameTold(combatants[row][0])));
  find("best").hidden = !isWholeFight();
  find("best-about").hidden = isWholeFight() || !best.length;
  find("best").replaceChildren(...cards.map(([title, words, seq]) =>
    make("li", "", make("span", "quiet", title), seq ? makeLink(seq, words) : makeName(words))));
  const [people, owners] = [combatants, players].map((rows, nth) => (isWholeFight()
    ? rows.map(/** @returns {Row} */ (row, at) => [...row, at]) : sumTallies(tallies, rows, nth + 1, first, last))
    .sort((one, other) => Number(other[3]) - Number(one[3]) || Number(other[9]) - Number(one[9])));
  const told = people.filter(([name]) => isNameTold(name));
  const others = tellsEverybody() ? listOthers(people) : [];
  find("chain").replaceChildren(...(tellsEverybody() ? describeChain(people, others) : []));
  find("numbers").replaceChildren(...(told.length ? makeTables(say("by-combatant"), told, others)
    : [make("p", "quiet", say("no-numbers"))]), ...(owners.length && tellsEverybody() ? makeTables(say("by-player"), owners) : []));
  showDamage();
}

/** Makes the tables of what some cost others, what they lost, and the rest. `others` are rows of the first by which
 * the sums of both are the same.
 * @param {string} who @param {Row[]} rows @param {Row[]} [others] */
function makeTables(who, rows, others) {
  const fields = { who, span: describeSpan() };
  const explain = (/** @type {boolean} */ isTaken) => (/** @type {Row} */ row) =>
    (!others ? [] : Array.isArray(row.at(-1)) ? row.at(-1) : findBlows(row.at(-1), isTaken));
  const cut = (/** @type {number} */ from, /** @type {number} */ count) => rows.map((row) => [row[0], ...row.slice(from + 1, from + 1 + count), row.at(-1)]);
  const sums = [say("rolled"), say("less-armor")];
  return [
    makeLosses(say("dealt-by-whom", fields), [...cut(0, DEALT), ...(others ?? [])],
      [...sums, say("is-dealt"), say("others-lost"), say("felled"), say("killed")], explain(false)),
    makeLosses(say("taken-by-whom", fields), cut(DEALT, TAKEN), [...sums, say("is-taken"), say("lost")], explain(true)),
    makeTable(say("rest-of-whom", fields), cut(DEALT + TAKEN, 5), (shown.numbers?.columns ?? []).slice(DEALT + TAKEN)),
  ];
}

/** Says how what was rolled came to what was lost, of all together; nothing where that is not known.
 * @param {Row[]} people @param {Row[]} others */
function describeChain(people, others) {
  const [rolled, armor, dealt, lost] = [1, 2, 3, COST].map((at) => sumUp([...people, ...others], at));
  if (!rolled) return [];
  const rest = sumUp(others.filter((row) => row[3] === ""), COST);
  const beyond = dealt + rest - lost;
  return [
    make("p", "", say("chain", { rolled, armor, dealt, lost }), beyond > 0 ? ` ${say("chain-beyond", { count: beyond })}` : "",
      rest > 0 ? ` ${say("chain-rest", { count: rest })}` : ""),
    drawBar((lost - rest) / rolled),
  ];
}

/** @param {Row[]} rows @param {number} at */
const sumUp = (rows, at) => rows.reduce((sum, row) => sum + Number(row[at]), 0);

/** Returns rows of what no combatant dealt: harm of other kinds, and losses without a blow.
 * @param {Row[]} people @returns {Row[]} */
function listOthers(people) {
  const rows = sumHarm(shown.numbers?.combatants.length ?? 0).map((row) => [...row.slice(0, 5), "", "", row.at(-1)]);
  const rest = sumUp(people, LOST) - sumUp([...people, ...rows], COST);
  return rest > 0 ? [...rows, [say("no-blow"), "", "", "", String(rest), "", "", []]] : rows;
}
