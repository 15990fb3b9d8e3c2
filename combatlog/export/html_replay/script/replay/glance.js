// What the numbers say first, of the chosen rounds and people: who cost others and lost the most, how the sides hit and with
// which luck, and the only turning point.
import { find, make, makeLink, makeName } from "../stage/dom.js";
import { sides } from "../stage/fight.js";
import { formatSigned, say } from "../stage/labels.js";
import { makeTurn } from "./chart.js";
import { findHardest } from "./damage.js";
import { isMomentTold, isNameOf, listTold, nameChosen, tellsEverybody } from "./filter.js";
import { sayBeside } from "./outcomes.js";
import { UNKNOWN } from "./tables.js";

const [DEALT, COST, TAKEN, LOST, ATTACKS, HITS, LUCK] = [3, 4, 9, 10, 11, 12, 16]; // where a row has them

/** Shows the tiles; those of who did the most with what it is on the line that the watched one left, of which `there` are the
 * rows.
 * @param {any[][]} rows @param {Page.Turn[]} turns @param {any[][]} [there] */
export function showGlance(rows, turns, there) {
  const told = turns.filter(([seq]) => isMomentTold(seq));
  const turn = told.length === 1 ? told[0] : null; // several have a list
  const isKnown = rows.every((row) => row[COST] !== UNKNOWN); // else what was dealt is
  const titles = isKnown
    ? [say("most-cost"), say("most-lost"), say("all-cost"), say("all-lost")]
    : [say("most-dealt"), say("most-taken"), say("damage-dealt"), say("damage-taken")];
  const [given, taken] = rows.length > 1 ? titles : titles.slice(2);
  find("glance").replaceChildren(
    ...makeMost(rows, isKnown ? COST : DEALT, false, given, there),
    ...makeMost(rows, isKnown ? LOST : TAKEN, true, taken, there),
    ...makeHits(rows),
    ...(turn ? [makeTile(tellsEverybody() ? say("turning-point") : say("everybodys-turning-point"), makeTurn(turn))] : []));
}

/** @param {string} title @param {HTMLElement[]} inside */
const makeTile = (title, ...inside) => make("li", "", make("span", "quiet", title), ...inside);

/** Makes the tile of who has the most of something, which leads to the hardest blow of it.
 * @param {any[][]} rows @param {number} at @param {boolean} isTaken @param {string} title @param {any[][]} [there] */
function makeMost(rows, at, isTaken, title, there) {
  const [best, words] = findMost(rows, at);
  if (!best) return [];
  const seq = findHardest(best.at(-1), isTaken);
  const [, then] = there ? findMost(there, at) : [null, words];
  return [makeTile(title, seq ? makeLink(seq, words) : makeName(words),
    ...(then === words ? [] : [make("small", "there", sayBeside(then || "–"))]))];
}

/** Returns the row of who has the most of something, and this in words.
 * @param {any[][]} rows @param {number} at @returns {[any[] | null, string]} */
function findMost(rows, at) {
  const most = Math.max(0, ...rows.map((row) => Number(row[at]) || 0));
  const best = rows.find((row) => Number(row[at]) === most);
  return most && best ? [best, `${best[0]}, ${most}`] : [null, ""];
}

/** Makes the tile of the attacks that dealt damage, and of the luck, of each side.
 * @param {any[][]} rows */
function makeHits(rows) {
  const people = listTold();
  const lines = sides.flatMap((side, nth) => {
    const own = rows.filter(([name]) => people.some((card) => isNameOf(name, card) && card.side === side));
    const [attacks, hits, luck] = [ATTACKS, HITS, LUCK].map((at) => own.reduce((sum, row) => sum + (parseFloat(String(row[at]).replace("−", "-")) || 0), 0));
    if (!side || !attacks) return [];
    const whose = tellsEverybody() ? side : nameChosen();
    return [make("p", `line-${nth % 8}`, makeName(whose), make("span", "", say("hits-of", { hits, attacks, luck: formatSigned(Math.round(luck)) })))];
  });
  return lines.length ? [makeTile(say("hits-and-luck"), ...lines)] : [];
}
