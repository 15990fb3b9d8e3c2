// Lanes: for each combatant, round by round, whether they acted, were struck, were out, and what they
// lost. A cell leads to the moment of its first event.
import { find, make, makeLink, makeName, makeUnseen } from "../stage/dom.js";
import { events, isThere, sides, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { describeLoss } from "../stage/news.js";
import { isOver } from "../stage/outcome.js";
import { findWatched } from "./stops.js";
import { makeHead } from "./tables.js";

/** @typedef {Map<number, number>} Count */
/** @typedef {{ number: number, isAfter: boolean, acts: Count, struck: Count, first: Count, start: number, end: number }} Round */

/** @type {{ line: number[] | null }} */
const shown = { line: null };

/** Writes the lanes of the watched line, once its pane is open. */
export function writeLanes() {
  const { line } = findWatched();
  if (shown.line === line) return;
  shown.line = line;
  const rounds = collectRounds(line);
  const last = states[line.at(-1) ?? 0].people;
  const head = make("tr", "", makeHead(say("who"), "col"),
    ...rounds.map((round) => makeHead(nameRound(round), "col")));
  const nthOf = (/** @type {Page.Card} */ { side }) => Math.max(0, sides.indexOf(side));
  const body = last.map(/** @returns {[Page.Card, number]} */ (card, number) => [card, number]).filter(([card]) => isThere(card))
    .sort(([one], [other]) => nthOf(one) - nthOf(other))
    .map(([card, number]) => make("tr", `line-${nthOf(card) % 8}`, makeHead(makeName(card.name), "row"),
      ...rounds.map((round) => makeCell(round, number))));
  find("lanes").replaceChildren(make("thead", "", head), make("tbody", "", ...body));
}

/** @param {Round} round */
function nameRound({ number, isAfter }) {
  if (number) return say("chart-round", { number });
  return isAfter ? say("chart-after") : say("before-rounds");
}

/** Returns the rounds of a line: the number, who acted and who was struck and how often, and the
 * cards at its end. The time before the first round is a round 0, and so is that after the fight.
 * @param {number[]} line */
function collectRounds(line) {
  /** @type {Round[]} */
  const rounds = [];
  for (const seq of line) {
    let round = rounds.at(-1);
    const isAfter = isOver(states[seq]);
    if (!round || events[seq].kind === "r" || isAfter !== round.isAfter) {
      const number = states[seq].scene.round ?? 0;
      const start = round?.end ?? seq;
      round = { number: events[seq].kind === "r" ? number : 0, isAfter, acts: new Map(), struck: new Map(), first: new Map(), start, end: seq };
      rounds.push(round);
    }
    for (const each of [...events[seq].acts, ...events[seq].struck]) {
      if (!round.first.has(each)) round.first.set(each, seq);
    }
    for (const each of events[seq].acts) round.acts.set(each, (round.acts.get(each) ?? 0) + 1);
    for (const each of events[seq].struck) round.struck.set(each, (round.struck.get(each) ?? 0) + 1);
    if (!events[seq].off) round.end = seq;
  }
  return rounds.filter(({ number, acts, struck }) => number || acts.size || struck.size);
}

/** @param {Round} round @param {number} number */
function makeCell(round, number) {
  const card = states[round.end].people[number];
  const cell = make("td");
  if (!isThere(card)) return cell;
  const signs = [];
  const struck = round.struck.get(number);
  if (round.acts.get(number)) signs.push(["●", say("lane.acted")]);
  if (struck) signs.push(["◆".repeat(Math.min(3, struck)), say("lane.struck")]);
  if (card.standing || card.look === "down") signs.push(["✕", say("lane.out")]);
  const inside = signs.flatMap(([sign, meaning]) => {
    const mark = make("span", "", sign);
    mark.setAttribute("aria-hidden", "true");
    return [mark, makeUnseen(`${meaning} `)];
  });
  const lost = describeLoss(card, states[round.start].people[number]);
  if (lost) inside.push(make("b", "", lost));
  const seq = round.first.get(number);
  if (!seq) {
    cell.append(...inside);
    return cell;
  }
  cell.append(makeLink(seq, ...inside));
  return cell;
}
