// Lanes: for each combatant, round by round, a mark for each blow that they gave or took, and for what else they
// did, which leads to its moment; what they lost, and whether they were out.
import { find, make, makeLink, makeName, makeUnseen } from "../stage/dom.js";
import { events, isThere, sides, states } from "../stage/fight.js";
import { describeLook, say } from "../stage/labels.js";
import { countLoss } from "../stage/news.js";
import { isOver } from "../stage/outcome.js";
import { chooseRound, isPersonTold, isRoundTold, onFilter } from "./filter.js";
import { isPresent } from "./player.js";
import { findWatched } from "./stops.js";
import { makeHead } from "./tables.js";

/** @typedef {Map<number, number>} Count */
/** What somebody did or took: the event, what it was, and whether nothing came of it.
 * @typedef {{ seq: number, kind: keyof typeof SIGNS, isVain: boolean }} Mark */
/** @typedef {{ number: number, at: number, isAfter: boolean, marks: Map<number, Mark[]>, lost: Count, end: number }} Round */

const SIGNS = { acted: "●", gave: "►", struck: "◆", helped: "♥", aided: "♡" };
const VAIN = { "►": "▻", "◆": "◇" }; // the signs of blows of which nothing came

/** @type {{ line: number[] | null, rounds: Round[], room: number }} */
const shown = { line: null, rounds: [], room: 0 };

/** Writes the lanes of the watched line, once its pane is open, and marks what belongs to the present moment. */
export function writeLanes() {
  const { line, beats } = findWatched();
  if (shown.line === line) return markPresent();
  if (!shown.line) onFilter(drawLanes);
  shown.line = line;
  shown.rounds = collectRounds(line);
  readBeats(shown.rounds, beats);
  drawLanes();
}

function markPresent() {
  for (const link of find("lanes").querySelectorAll("td a")) {
    if (isPresent(Number(link.hash.slice("#seq=".length)))) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  fitLanes();
  const box = find("lanes").parentElement; // which scrolls sideways where there are many rounds
  box.scrollLeft = box.querySelector("td:has([aria-current])")?.offsetLeft - box.clientWidth / 2;
}

/** Numbers the marks of each round where they have no room in one line. */
function fitLanes() {
  const lanes = find("lanes");
  const { clientWidth: room } = lanes.parentElement;
  if (shown.room === room) return;
  shown.room = room;
  lanes.classList.remove("numbered");
  lanes.classList.toggle("numbered", lanes.scrollWidth > room);
}

/** Draws the lanes of the chosen people and rounds. */
function drawLanes() {
  const rounds = shown.rounds.filter(({ at }) => isRoundTold(at));
  const last = states[shown.line?.at(-1) ?? 0].people;
  const head = make("tr", "", makeHead(say("who"), "col"),
    ...rounds.map((round) => makeHead(makeChooser(round), "col")));
  const nthOf = (/** @type {Page.Card} */ { side }) => Math.max(0, sides.indexOf(side));
  const body = last.map(/** @returns {[Page.Card, number]} */ (card, number) => [card, number])
    .filter(([card, number]) => isThere(card) && isPersonTold(number))
    .sort(([one], [other]) => nthOf(one) - nthOf(other))
    .map(([card, number]) => make("tr", `line-${nthOf(card) % 8}`, makeHead(makeName(card.name), "row"),
      ...rounds.map((round) => makeCell(round, number))));
  shown.room = 0;
  find("lanes").replaceChildren(make("thead", "", head), make("tbody", "", ...body));
  markPresent();
}

/** Makes the name of a round, which chooses it alone, or all rounds again.
 * @param {Round} round */
function makeChooser(round) {
  const button = make("button", "sort", nameRound(round));
  button.title = say("only-this-round");
  button.onclick = () => chooseRound(round.at);
  return button;
}

/** @param {Round} round */
function nameRound({ number, isAfter }) {
  if (number) return say("chart-round", { number });
  return isAfter ? say("chart-after") : say("before-rounds");
}

/** Returns the rounds of a line: the number, who gave and took which blows and lost how much, and the last event.
 * The time before the first round is a round 0, and so is that after the fight, whose place (`at`) is behind the last.
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
        marks: new Map(), lost: new Map(), end: seq };
      rounds.push(round);
    }
    const { acts, struck, dice, tested, off } = events[seq];
    const isBlow = dice.length && tested === acts; // a treatment is tested, and helps if it is passed
    for (const each of acts) addMark(round, each, { seq, kind: isBlow ? "gave" : tested[1] && dice.length ? "helped" : "acted", isVain: false });
    for (const each of struck) addMark(round, each, { seq, kind: "struck", isVain: !states[seq].people[each].hidden });
    if (off) continue;
    if (states[seq].people !== states[before].people) addLosses(round, seq, before);
    round.end = before = seq;
  }
  return rounds.filter(({ number, marks, lost }) => number || marks.size || lost.size);
}

/** @param {Round} round @param {number} number @param {Mark} mark */
function addMark({ marks }, number, mark) {
  marks.set(number, [...(marks.get(number) ?? []), mark]);
}

/** Adds who gave aid to whom, and tells the blows that came to nothing: missed or beaten by another's. Who breaks away
 * from a melee gave none.
 * @param {Round[]} rounds @param {Page.Stop[]} beats */
function readBeats(rounds, beats) {
  let last = 0;
  for (const { aid, seq, from, about, rolls, outdone, failed } of beats) {
    const begun = last;
    last = seq;
    const round = aid || rolls.length ? rounds.find(({ end }) => end >= seq) : null;
    if (!round) continue;
    for (const [each, marks] of round.marks) {
      const isFrom = from.includes(each);
      for (const mark of marks) {
        if (aid && isFrom && mark.seq > begun && mark.seq <= seq && mark.kind === "acted") mark.kind = "helped";
        if (mark.kind !== "gave" || !rolls.includes(mark.seq)) continue;
        if (!isFrom || failed !== undefined || outdone.includes(mark.seq)) mark.isVain = true;
        else if (about === undefined) mark.kind = "acted";
      }
      if (aid) round.marks.set(each, marks.filter((mark) => !isFrom || !rolls.includes(mark.seq))); // the aid is told by itself
    }
    if (aid && about !== undefined) addMark(round, about, { seq, kind: "aided", isVain: false });
  }
}

/** Adds what everybody lost between two events, which came of the last blow at them.
 * @param {Round} round @param {number} seq @param {number} before */
function addLosses({ lost, marks }, seq, before) {
  states[seq].people.forEach((card, number) => {
    const loss = countLoss(card, states[before].people[number]);
    if (!loss) return;
    lost.set(number, (lost.get(number) ?? 0) + loss);
    const blow = marks.get(number)?.findLast(({ kind }) => kind === "struck");
    if (blow) blow.isVain = false;
  });
}

/** @param {Round} round @param {number} number */
function makeCell(round, number) {
  const card = states[round.end].people[number];
  const cell = make("td");
  if (!isThere(card)) return cell;
  const [sign, how] = findFate(card);
  const lost = round.lost.get(number);
  const marks = (round.marks.get(number) ?? []).map(makeMark);
  marks.forEach((mark, nth) => {
    if (nth) mark.tabIndex = -1; // the story has the same, for the keyboard
  });
  cell.append(make("div", "", ...marks, ...(sign ? [makeSign(sign, how)] : [])), ...(lost ? [make("b", "", `−${lost}`)] : []));
  return cell;
}

/** Makes the mark of what somebody did or took, which leads there.
 * @param {Mark} mark */
function makeMark({ seq, kind, isVain }) {
  const sign = SIGNS[kind];
  const link = makeLink(seq, isVain ? VAIN[/** @type {"◆"} */ (sign)] ?? sign : sign);
  link.title = link.ariaLabel = events[seq].said;
  return link;
}

/** Returns the sign of who is down or dying, has left or is dead, and what it means; empty for others.
 * @param {Page.Card} card @returns {[sign: string, meaning: string]} */
export function findFate(card) {
  if (card.standing === "dead") return ["✕", describeLook("dead")];
  if (card.standing) return ["↗", card.how || describeLook("gone")];
  return card.look === "down" ? ["✚", describeLook(card.out || "down")] : ["", ""];
}

/** Makes a sign with its meaning, for those who do not see it, too.
 * @param {string} sign @param {string} meaning */
function makeSign(sign, meaning) {
  const mark = make("span", "", sign);
  mark.title = meaning;
  mark.ariaHidden = "true";
  return make("span", "", mark, makeUnseen(meaning));
}
