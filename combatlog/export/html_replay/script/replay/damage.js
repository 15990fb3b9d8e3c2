// The damage, taken apart by a dimension; of some rounds, of one source, at one target.
import { find, make } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeTable } from "./tables.js";

const DIMENSIONS = ["source", "target", "weapon", "round", "side", "side struck"]; // their order in a blow
const ROUND = DIMENSIONS.indexOf("round");
export const SEQ = DIMENSIONS.length; // where a blow has its event
export const DEALT = SEQ + 1; // and the damage that it dealt
/** @typedef {[who: string, dealt: number, blows: number, through: number, ...absorbed: number[], events: number[]]} Row */

/** @type {{ names: Record<string, string[]>, rounds: number[], blows: number[][], first: number, last: number, span: string }} */
const shown = { names: {}, rounds: [], blows: [], first: 0, last: Infinity, span: "" };

/** Takes the blows, and offers what they can be chosen by.
 * @param {Server.Numbers} numbers */
export function makeDamage({ names, rounds, blows }) {
  Object.assign(shown, { names, rounds, blows });
  find("damage-box").hidden = !blows.length;
  offer("dimension", DIMENSIONS.map((name) => [name, name]));
  for (const [at, id] of ["source", "target"].entries()) {
    const known = [...new Set(blows.map((blow) => blow[at]))].sort((one, other) => one - other);
    offer(id, [["", say("everybody")], ...known.map((nth) => [String(nth), names[id][nth]])]);
  }
}

/** Fills a list of choices; what was chosen stays so if it can.
 * @param {string} id @param {string[][]} choices */
export function offer(id, choices) {
  const select = find(id);
  const chosen = select.value;
  select.replaceChildren(...choices.map(([value, words]) => new Option(words, value)));
  if (choices.some(([value]) => value === chosen)) select.value = chosen;
}

/** Shows the damage of the rounds from `first` to `last`, `span` in words, as chosen. */
export function showDamage(first = shown.first, last = shown.last, span = shown.span) {
  Object.assign(shown, { first, last, span });
  if (!shown.blows.length) return;
  const dimension = find("dimension").value;
  const rows = sumBlows(dimension);
  const columns = [say("dealt"), say("blows"), say("through"), say("absorbed")];
  find("damage").replaceChildren(rows.length
    ? makeTable(say("damage-by", { what: dimension, span }), rows, columns.slice(0, rows[0].length - 2), 1,
      (row) => row.at(-1))
    : make("p", "quiet", say("no-blows")));
}

/** Returns the blows of the shown rounds. */
export function listBlows() {
  return shown.blows.filter((blow) => shown.rounds[blow[ROUND]] >= shown.first && shown.rounds[blow[ROUND]] <= shown.last);
}

/** Returns [name, dealt, blows, through, absorbed, events] of the chosen blows, the most damage first.
 * @param {string} dimension */
function sumBlows(dimension) {
  const at = DIMENSIONS.indexOf(dimension);
  /** @type {Map<number, number[][]>} */
  const groups = new Map();
  for (const blow of listBlows()) {
    if (!["source", "target"].every((name, nth) => !find(name).value || Number(find(name).value) === blow[nth])) continue;
    groups.set(blow[at], [...(groups.get(blow[at]) ?? []), blow]);
  }
  const rows = [...groups].map(/** @returns {Row} */ ([nth, blows]) => {
    const [dealt, ...absorbed] = blows[0].slice(DEALT).map((_, more) =>
      blows.reduce((sum, blow) => sum + blow[DEALT + more], 0));
    const through = blows.filter((blow) => blow[DEALT]).length;
    return [shown.names[dimension][nth], dealt, blows.length, through, ...absorbed, blows.map((blow) => blow[SEQ])];
  });
  return dimension === "round" ? rows : rows.sort((one, other) => other[1] - one[1]);
}

/** Shows the damage again when something else is chosen. */
export function followDamage() {
  for (const id of ["dimension", "source", "target"]) find(id).addEventListener("change", () => showDamage());
}
