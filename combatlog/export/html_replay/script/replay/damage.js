// The damage, taken apart by a dimension; of the chosen rounds and people, of one source, at one target.
import { find, make } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { describeSpan, findSpan, isNameTold, nameChosen, offer, tellsEverybody } from "./filter.js";
import { UNKNOWN, makeLosses } from "./tables.js";

const DIMENSIONS = ["source", "target", "weapon", "round", "side", "side struck"]; // their order in a blow
const [SOURCE, TARGET, , ROUND] = DIMENSIONS.map((_, at) => at);
const SEQ = DIMENSIONS.length; // where a blow has its event
const DEALT = SEQ + 1; // the damage that it dealt, and behind it what armor kept off and what was lost, if they are known

/** @type {{ names: Record<string, string[]>, rounds: number[], blows: number[][] }} */
const shown = { names: {}, rounds: [], blows: [] };

/** Takes the blows, and offers what they can be chosen by.
 * @param {Server.Numbers} numbers */
export function makeDamage({ names, rounds, blows }) {
  Object.assign(shown, { names, rounds, blows });
  find("damage-box").hidden = !blows.length;
  const isNew = !find("dimension").value;
  offer("dimension", DIMENSIONS.map((name) => [name, name]));
  if (isNew) find("dimension").value = "weapon"; // the table above is by source
  for (const [at, id] of ["source", "target"].entries()) {
    const known = [...new Set(blows.map((blow) => blow[at]))].sort((one, other) => one - other);
    offer(id, [["", say("everybody")], ...known.map((nth) => [String(nth), names[id][nth]])]);
  }
}

/** Shows the damage as chosen. */
export function showDamage() {
  if (!shown.blows.length) return;
  const dimension = find("dimension").value;
  const found = listBlows().filter((blow) => [SOURCE, TARGET].every((at) => {
    const { value } = find(DIMENSIONS[at]);
    return !value || Number(value) === blow[at];
  }));
  const title = say("damage-by", { what: dimension, span: describeSpan() });
  const who = nameChosen();
  /** @type {[string, number[][]][]} */
  const parts = tellsEverybody() ? [[title, found]] : [
    [`${title}: ${say("dealt-by", { who })}`, found.filter((blow) => isBlowOf(blow, SOURCE))],
    [`${title}: ${say("taken-by", { who })}`, found.filter((blow) => isBlowOf(blow, TARGET))]];
  const columns = [say("rolled"), say("less-armor"), say("is-dealt"), say("lost"), say("blows"), say("through")];
  const tables = parts.flatMap(([name, blows]) =>
    (blows.length ? [makeLosses(name, sumBlows(blows, DIMENSIONS.indexOf(dimension)), columns, (row) => row.at(-1), dimension)] : []));
  find("damage").replaceChildren(...(tables.length ? tables : [make("p", "quiet", say("no-blows"))]));
}

/** @param {number[]} blow @param {number} at */
const isBlowOf = (blow, at) => isNameTold(shown.names[DIMENSIONS[at]][blow[at]]);

/** Returns the blows of the chosen rounds. */
function listBlows() {
  const [first, last] = findSpan();
  return shown.blows.filter((blow) => shown.rounds[blow[ROUND]] >= first && shown.rounds[blow[ROUND]] <= last);
}

/** Returns the events of the chosen rounds in which a combatant dealt damage, or took it.
 * @param {number} who @param {boolean} isTaken */
export function findBlows(who, isTaken) {
  return listBlows().filter((blow) => blow[DEALT] && blow[isTaken ? TARGET : SOURCE] === who).map((blow) => blow[SEQ]);
}

/** Returns the hardest blow of the chosen rounds that a combatant dealt, or took; 0 if there is none.
 * @param {number} who @param {boolean} isTaken */
export function findHardest(who, isTaken) {
  const own = listBlows().filter((blow) => blow[isTaken ? TARGET : SOURCE] === who);
  return own.reduce((hardest, blow) => (blow[DEALT] > hardest[DEALT] ? blow : hardest), Array(DEALT + 1).fill(0))[SEQ];
}

/** Returns the damage of the chosen rounds that no combatant dealt: rows of a name, what was rolled, kept
 * off by armor, dealt and lost, and the events. The first `count` sources are combatants.
 * @param {number} count */
export function sumHarm(count) {
  return sumBlows(listBlows().filter((blow) => blow[SOURCE] >= count), SOURCE).map((row) => [...row.slice(0, 5), row.at(-1)]);
}

/** Returns [name, rolled, absorbed, dealt, lost, blows, through, events] of some blows, where
 * the most was lost first;
 * `UNKNOWN` for what is not known.
 * @param {number[][]} blows @param {number} at @returns {any[][]} */
function sumBlows(blows, at) {
  /** @type {Map<number, number[][]>} */
  const groups = new Map();
  for (const blow of blows) groups.set(blow[at], [...(groups.get(blow[at]) ?? []), blow]);
  const rows = [...groups].map(([nth, group]) => {
    const [dealt, ...known] = group[0].slice(DEALT).map((_, more) => group.reduce((sum, blow) => sum + blow[DEALT + more], 0));
    const [absorbed, lost] = known;
    const numbers = known.length ? [dealt + absorbed, absorbed, dealt, lost] : [UNKNOWN, UNKNOWN, dealt, UNKNOWN];
    return { dealt, lost: lost ?? 0, row: [shown.names[DIMENSIONS[at]][nth], ...numbers, group.length, group.filter((blow) => blow[DEALT]).length, group.map((blow) => blow[SEQ])] };
  });
  if (at !== ROUND) rows.sort((one, other) => other.lost - one.lost || other.dealt - one.dealt);
  return rows.map(({ row }) => row);
}

/** Shows the damage again when something else is chosen. */
export function followDamage() {
  for (const id of ["dimension", "source", "target"]) find(id).addEventListener("change", showDamage);
}
