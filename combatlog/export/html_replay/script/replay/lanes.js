// Lanes: for each combatant, round by round, whether they acted, were struck, were out, and what they
// lost. A cell leads to the moment of its first event.
import { find, make, makeLink, makeName, makeUnseen } from "../stage/dom.js";
import { events, isDead, isThere, sides, states } from "../stage/fight.js";
import { describeLook, say } from "../stage/labels.js";
import { countLoss } from "../stage/news.js";
import { isOver } from "../stage/outcome.js";
import { isPersonTold, isRoundTold, onFilter } from "./filter.js";
import { findWatched } from "./stops.js";
import { makeHead } from "./tables.js";

/** @typedef {Map<number, number>} Count */
/** @typedef {{ number: number, at: number, isAfter: boolean, acts: Count, struck: Count, helped: Set<number>, aided: Set<number>, first: Count, lost: Count, end: number }} Round */

/** @type {{ line: number[] | null, rounds: Round[] }} */
const shown = { line: null, rounds: [] };

/** Writes the lanes of the watched line, once its pane is open. */
export function writeLanes() {
  const { line, beats } = findWatched();
  if (shown.line === line) return;
  if (!shown.line) onFilter(drawLanes);
  shown.line = line;
  shown.rounds = collectRounds(line);
  addAid(shown.rounds, beats);
  drawLanes();
}

/** Draws the lanes of the chosen people and rounds. */
function drawLanes() {
  const rounds = shown.rounds.filter(({ at }) => isRoundTold(at));
  const last = states[shown.line?.at(-1) ?? 0].people;
  const head = make("tr", "", makeHead(say("who"), "col"),
    ...rounds.map((round) => makeHead(nameRound(round), "col")));
  const nthOf = (/** @type {Page.Card} */ { side }) => Math.max(0, sides.indexOf(side));
  const body = last.map(/** @returns {[Page.Card, number]} */ (card, number) => [card, number])
    .filter(([card, number]) => isThere(card) && isPersonTold(number))
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

/** Returns the rounds of a line: the number, who acted, was struck and lost how much, and the cards at its
 * end. The time before the first round is a round 0, and so is that after the fight, whose place (`at`) is
 * behind the last.
 * @param {number[]} line */
function collectRounds(line) {
  /** @type {Round[]} */
  const rounds = [];
  let before = 0;
  for (const seq of line) {
    let round = rounds.at(-1);
    const isAfter = isOver(states[seq]);
    if (!round || events[seq].kind === "r" || isAfter !== round.isAfter) {
      const number = states[seq].scene.round ?? 0;
      round = { number: events[seq].kind === "r" ? number : 0, at: isAfter ? number + 1 : number, isAfter,
        acts: new Map(), struck: new Map(), helped: new Set(), aided: new Set(), first: new Map(), lost: new Map(), end: seq };
      rounds.push(round);
    }
    const { acts, struck, off } = events[seq];
    for (const each of [...acts, ...struck]) if (!round.first.has(each)) round.first.set(each, seq);
    for (const each of acts) round.acts.set(each, (round.acts.get(each) ?? 0) + 1);
    for (const each of struck) round.struck.set(each, (round.struck.get(each) ?? 0) + 1);
    if (off) continue;
    if (states[seq].people !== states[before].people) addLosses(round.lost, seq, before);
    round.end = before = seq;
  }
  return rounds.filter(({ number, acts, struck, lost }) => number || acts.size || struck.size || lost.size);
}

/** Adds who gave aid to whom.
 * @param {Round[]} rounds @param {Page.Stop[]} beats */
function addAid(rounds, beats) {
  for (const { aid, seq, from, about } of beats) {
    const round = aid && rounds.find(({ end }) => end >= seq);
    if (!round) continue;
    for (const each of from) round.helped.add(each);
    if (about === undefined) continue;
    round.aided.add(about);
    if (!round.first.has(about)) round.first.set(about, seq);
  }
}

/** Adds what everybody lost between two events.
 * @param {Count} lost @param {number} seq @param {number} before */
function addLosses(lost, seq, before) {
  states[seq].people.forEach((card, number) => {
    const loss = countLoss(card, states[before].people[number]);
    if (loss) lost.set(number, (lost.get(number) ?? 0) + loss);
  });
}

/** @param {Round} round @param {number} number */
function makeCell(round, number) {
  const card = states[round.end].people[number];
  const cell = make("td");
  if (!isThere(card)) return cell;
  const struck = round.struck.get(number) ?? 0;
  const [sign, how] = findFate(card);
  const lost = round.lost.get(number);
  const inside = [
    round.helped.has(number) ? makeSign("♥", say("lane.helped")) : makeSign(round.acts.get(number) ? "●" : "", say("lane.acted")),
    makeSign(struck ? `◆${struck > 1 ? struck : ""}` : "", say("lane.struck")),
    makeSign(sign, how),
    makeSign(round.aided.has(number) ? "♡" : "", say("lane.aided")),
    make("b", "", lost ? `−${lost}` : ""),
  ];
  const seq = round.first.get(number);
  cell.append(seq ? makeLink(seq, ...inside) : make("span", "", ...inside));
  return cell;
}

/** Returns the sign of who is down, has left or is dead, and what it means; empty for others.
 * @param {Page.Card} card @returns {[sign: string, meaning: string]} */
export function findFate(card) {
  if (isDead(card)) return ["✕", describeLook("dead")];
  if (card.standing) return ["↗", card.how || describeLook("gone")];
  return card.look === "down" ? ["✚", describeLook("down")] : ["", ""];
}

/** Makes a sign in its place of a cell, with its meaning for those who do not see it.
 * @param {string} sign @param {string} meaning */
function makeSign(sign, meaning) {
  if (!sign) return make("span");
  const mark = make("span", "", sign);
  mark.setAttribute("aria-hidden", "true");
  return make("span", "", mark, makeUnseen(`${meaning} `));
}
