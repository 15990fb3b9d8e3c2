// Statistics, and the damage: of the chosen rounds and people, below what stands out in the whole fight.
import { find, make, makeLink, makeName } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { findBlows, followDamage, makeDamage, showDamage, sumHarm } from "./damage.js";
import { chooseName, describeSpan, findSpan, isNameTold, isWholeFight, offerFilter, onFilter, tellsEverybody } from "./filter.js";
import { showGlance } from "./glance.js";
import { UNKNOWN, drawBar, makeTable } from "./tables.js";
import { sumTallies } from "./tallies.js";

// Where a row has what was rolled, kept off, dealt, lost by others, and who fell; the same of what was done to them; the rest.
const [ROLLED, KEPT, DEALT, COST, FELLED, KILLED, STRUCK, ABSORBED, TAKEN, LOST, ATTACKS, HITS, AIDS, SAVES] = Array.from({ length: 14 }, (_, at) => at + 1);
const END = 17; // the columns of a row, with its name
const NOTHING = ["0", "–"]; // a column of nothing else is left out
/** @typedef {any[]} Row */

/** `beside` are those of the line that the watched one left.
 * @type {{ numbers: Server.Numbers | null, beside: Server.Numbers | null }} */
const shown = { numbers: null, beside: null };

/** Shows the statistics, in place of those that were shown; with those of the line that the watched one left,
 * `beside`.
 * @param {Server.Numbers} numbers @param {Server.Numbers | null} [beside] */
export function makeNumbers(numbers, beside = null) {
  if (!shown.numbers) {
    followDamage();
    onFilter(showNumbers);
    find("jumps").onclick = (/** @type {any} */ click) => document.querySelector(click.target.dataset.to)?.scrollIntoView();
  }
  Object.assign(shown, { numbers, beside });
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
  find("best-title").hidden = isWholeFight() ? !cards.length : !best.length;
  find("best").replaceChildren(...cards.map(([title, words, seq]) =>
    make("li", "", make("span", "quiet", title), seq ? makeLink(seq, words) : makeName(words))));
  const [people, owners] = [combatants, players].map((rows, nth) => (isWholeFight()
    ? rows.map(/** @returns {Row} */ (row, at) => [...row, at]) : sumTallies(tallies, rows, nth + 1, first, last))
    .sort(compareRows));
  const told = people.filter(([name]) => isNameTold(name));
  const there = isWholeFight() ? shown.beside : null;
  showGlance(told, /** @type {Page.Turn[]} */ (shown.numbers.turns), there?.combatants.filter(([name]) => isNameTold(name)));
  const others = tellsEverybody() ? listOthers(people) : [];
  find("chain").replaceChildren(...(tellsEverybody() ? describeChain(people, others) : []));
  find("numbers").replaceChildren(...(told.length ? makeTables(say("by-combatant"), told, others, there?.combatants)
    : [make("p", "quiet", say("no-numbers"))]), ...(owners.length && tellsEverybody() ? makeTables(say("by-player"), owners, undefined, there?.players) : []));
  showDamage();
}

/** Puts first who cost others the most, then who lost the most; where that is not known, who dealt and took the most.
 * @param {Row} one @param {Row} other */
function compareRows(one, other) {
  const order = one[COST] === UNKNOWN ? [DEALT, TAKEN] : [COST, LOST, DEALT, TAKEN];
  return order.reduce((by, at) => by || Number(other[at]) - Number(one[at]) || 0, 0);
}

/** Makes the tables of some: what they cost others and lost; how that came; the rest. A heading sorts all of them.
 * `others` are rows of the first two, by which the sums of both halves are the same; `there` those of the line that
 * the watched one left, for the first one.
 * @param {string} who @param {Row[]} rows @param {Row[]} [others] @param {Row[]} [there] */
function makeTables(who, rows, others, there) {
  const fields = { who, span: describeSpan() };
  const names = { [ROLLED]: say("rolled"), [KEPT]: say("less-armor"), [DEALT]: say("is-dealt"), [COST]: say("others-lost"), [FELLED]: say("felled"),
    [KILLED]: say("killed"), [STRUCK]: say("rolled"), [ABSORBED]: say("less-armor"), [TAKEN]: say("is-taken"), [LOST]: say("lost"), [HITS]: say("hits-head"), [AIDS]: say("aid-given") };
  const all = [...rows, ...(others ?? [])];
  const isKnown = (/** @type {number} */ at) => all.some((row) => row[at] !== UNKNOWN);
  const tells = (/** @type {number} */ at) => rows.some((row) => !NOTHING.includes(row[at]));
  const main = isKnown(COST) ? [COST, LOST] : [DEALT, TAKEN];
  const halves = [[ROLLED, KEPT, DEALT, COST], [STRUCK, ABSORBED, TAKEN, LOST]].map((half) => half.filter((at) => isKnown(at) && !main.includes(at)));
  const explain = (/** @type {Row} */ row, /** @type {number} */ at) =>
    (!others ? [] : Array.isArray(row.at(-1)) ? row.at(-1) : findBlows(row.at(-1), at === 1));
  /** @type {import("./tables.js").Sorted[]} */
  const mates = [];
  const choose = (/** @type {Row[]} */ from, /** @type {number[]} */ columns) => from.map((row) => [row[0], ...columns.map((at) => row[at]), row.at(-1)]);
  const show = (/** @type {string} */ title, /** @type {Row[]} */ from, /** @type {number[]} */ columns, /** @type {import("./tables.js").TableOptions} */ more) =>
    makeTable(title, choose(from, columns),
      columns.map((at) => names[at] ?? shown.numbers?.columns[at - 1]), { mates, ...more });
  const [did, took] = halves;
  /** @type {[string, number][]} */
  const groups = [[say("they-did"), did.length], [say("they-took"), took.length]];
  const first = [...main, ...[FELLED, KILLED].filter(tells)];
  return [
    show(say("sums-of-whom", fields), all, first, { bars: [0, 1], explain, sums: 4, pick: others && chooseName, there: there && choose(there, first) }),
    ...(did.length + took.length ? [show(say("armor-of-whom", fields), all, [...did, ...took], { sums: 8,
      groups: groups.filter(([, count]) => count) })] : []),
    show(say("rest-of-whom", fields), rows.map(joinHits), Array.from({ length: END - HITS }, (_, at) => HITS + at).filter((at) => (at !== SAVES && at !== AIDS) || tells(at)), {}),
  ];
}

/** Returns a row with its hits as a part of its attacks, as saves are written.
 * @param {Row} row @returns {Row} */
function joinHits(row) {
  const attacks = Number(row[ATTACKS]);
  return row.map((cell, at) => (at !== HITS ? cell : attacks ? say("of-all", { count: cell, all: attacks }) : "–"));
}

/** Says how what was rolled came to what was lost, of all together; nothing where that is not known.
 * @param {Row[]} people @param {Row[]} others */
function describeChain(people, others) {
  const [rolled, armor, dealt, lost] = [ROLLED, KEPT, DEALT, COST].map((at) => sumUp([...people, ...others], at));
  if (!rolled) return [];
  const rest = sumUp(others.filter((row) => row[DEALT] === ""), COST);
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
  const fill = (/** @type {Row} */ row, /** @type {number[]} */ seqs) => [...row, ...Array(END - row.length).fill(""), seqs];
  const rows = sumHarm(shown.numbers?.combatants.length ?? 0).map((row) => fill(row.slice(0, 5), row.at(-1)));
  const rest = sumUp(people, LOST) - sumUp([...people, ...rows], COST);
  return rest > 0 ? [...rows, fill([say("no-blow"), "", "", "", String(rest)], [])] : rows;
}
