// What came of a line: who stands otherwise on it than in the fight as it stands, as a table and in a line.
import { make, makeName } from "../stage/dom.js";
import { SCORE, events, formatScore, isThere, listScores, states } from "../stage/fight.js";
import { describeLook, say } from "../stage/labels.js";
import { firstWords } from "../stage/news.js";
import { findMatch } from "./matches.js";
import { findWatched } from "./stops.js";

const MOST_NAMED = 2; // of those who stand otherwise, in the line, with how they stand
const MOST_LISTED = 4; // of the others, by their names alone

/** The line of each branch, and how many events there were when it was written.
 * @type {WeakMap<Page.Branch, { count: number, said: string }>} */
const known = new WeakMap();

/** Returns what came of a branch or a what-if, as far as it is otherwise than in the fight as it stands, or on the undone line
 * on which it begins:
 * “Ada dead (as it stands: down); Wolf HP 2 (as it stands: 5)”.
 * @param {Page.Branch} branch */
export function describeOutcome(branch) {
  const last = known.get(branch);
  if (last?.count === events.length) return last.said;
  const there = states[branch.until ?? findMatch(branch.tip, branch).seq];
  const found = listOtherwise(there, states[branch.tip]);
  found.sort((one, other) => other.grave - one.grave);
  const named = found.slice(0, MOST_NAMED).map(({ name, brief: [then, now] }) => say("came-of", { who: name, now, then: sayBeside(then, branch) }));
  const more = found.slice(MOST_NAMED).map(({ name }) => name);
  const who = more.slice(0, MOST_LISTED).join(", ") + (more.length > MOST_LISTED ? ` +${more.length - MOST_LISTED}` : "");
  const said = found.length ? named.join("; ") + (who && `; ${say("came-more", { who })}`) : branch.base ? say("came-same-line") : say("came-same");
  known.set(branch, { count: events.length, said });
  return said;
}

/** Returns whether nobody stands otherwise because of a branch or a what-if.
 * @param {Page.Branch} branch */
export const isVain = (branch) => [say("came-same"), say("came-same-line")].includes(describeOutcome(branch));

/** Names the line that a branch left: “as it stands”.
 * @param {Page.Branch | null} branch */
export const nameLeft = (branch = findWatched().branch) => (branch?.base ? say("branch-left") : say("as-it-stands"));

/** Says how it is on the line that a branch left: “as it stands: dead”.
 * @param {string} then @param {Page.Branch | null} branch */
export const sayBeside = (then, branch = findWatched().branch) => say("stands-so", { line: nameLeft(branch), then });

/** Returns everybody who stands otherwise in two states: their name, what each has that the other has not, in short
 * and whole, and how grave it is: 2 where one of both is dead, 1 where one of both is down or away.
 * @param {Page.State} then @param {Page.State} now */
function listOtherwise(then, now) {
  /** @type {{ number: number, name: string, facts: string[], brief: string[], grave: number, placed: boolean }[]} */
  const found = [];
  for (const number of new Set([...then.people.keys(), ...now.people.keys()])) {
    const both = [then, now].map(({ people }) => (isThere(people[number]) ? people[number] : null));
    const [one, other] = both;
    if (one === other) continue;
    const card = /** @type {Page.Card} */ (other ?? one);
    const facts = listDifferent(one, other);
    const placed = !facts.some(Boolean);
    if (placed && one?.area !== other?.area) both.forEach((each, nth) => (facts[nth] = each?.area ? say("in-area", { area: each.area }) : ""));
    if (!facts.some(Boolean)) continue;
    const fates = both.map(briefFate);
    const isFate = fates[0] !== fates[1];
    if (isFate) both.forEach((each, nth) => (facts[nth] ||= [fates[nth], ...(each ? listFacts(each, null).slice(0, 2) : [])].join(", ")));
    const brief = isFate ? fates : shorten(facts);
    found.push({ number, name: card.name, facts, brief, grave: !isFate ? 0 : both.some((each) => each?.standing === "dead") ? 2 : 1, placed });
  }
  const isElse = found.some(({ placed }) => !placed); // then where they are tells little
  return isElse ? found.filter(({ placed }) => !placed) : found;
}

/** Returns the first facts of both: “STR 8” and “12”.
 * @param {string[]} facts */
function shorten(facts) {
  const [then, now] = facts.map((fact) => fact.split(", ").slice(0, 2).join(", "));
  const score = /^\S+ (?=\S+$)/.exec(then)?.[0] ?? "";
  return [now.startsWith(score) ? then.slice(score.length) || say("came-none") : then, now || say("came-none")];
}

/** @param {Page.Card | null} card */
function briefFate(card) {
  if (!card) return say("not-there");
  return isFated(card) ? firstWords(describeFate(card)) : say("came-up");
}

/** Returns whether somebody stands otherwise in two states.
 * @param {number} number @param {Page.State} then @param {Page.State} now */
export const isOtherwise = (number, then, now) => listOtherwise(then, now).some((each) => each.number === number);

/** Returns a table of everybody who stands otherwise in two states, without some, by their numbers; or a sentence that nobody
 * does.
 * @param {Page.State} then @param {Page.State} now @param {(string | Node)[]} heads @param {number[]} without */
export function compareStates(then, now, heads, without = []) {
  const rows = listOtherwise(then, now).filter(({ number }) => !without.includes(number)).map(({ name, facts: [left, right] }) => {
    const head = make("th", "", makeName(name, "who"));
    head.scope = "row";
    return make("tr", "", head, make("td", "", left || "–"), make("td", "", right || "–"));
  });
  if (!rows.length) return [make("p", "quiet", say("then-same"))];
  const top = make("tr", "", ...["", ...heads].map((words) => {
    const cell = make(words ? "th" : "td", "", words);
    if (words) cell.scope = "col";
    return cell;
  }));
  return [make("table", "compared", make("thead", "", top), make("tbody", "", ...rows))];
}

/** Returns in words what one card has and another has not: [of the one, of the other].
 * @param {Page.Card | null} one @param {Page.Card | null} other */
function listDifferent(one, other) {
  const both = [one, other];
  const facts = both.map((card, nth) => (card ? listFacts(card, both[1 - nth]) : [say("not-there")]));
  return facts.map((each, nth) => each.filter((fact) => !facts[1 - nth].includes(fact)).join(", "));
}

/** Returns what is told of a card beside another one: of wounds that only one of both has, no more than their names.
 * @param {Page.Card} card @param {Page.Card | null} beside @returns {string[]} */
function listFacts(card, beside) {
  const wounds = card.wounds ?? [];
  const named = wounds.map(firstWords);
  const others = (beside?.wounds ?? []).map(firstWords);
  const conditions = card.conditions ?? [];
  return [
    ...(isFated(card) || card.hidden ? [describeFate(card)] : []),
    ...listScores(card).map((score) => `${score} ${formatScore(score, card[SCORE + score][0])}`),
    ...wounds.map((wound, nth) => (others.includes(named[nth]) ? wound : named[nth])),
    ...conditions.filter((each) => !named.includes(firstWords(each)) && !wounds.some((wound) => wound.includes(each))),
  ];
}

/** @param {Page.Card} card */
const isFated = ({ standing, out, look }) => Boolean(standing || out || look === "down");

/** @param {Page.Card} card */
function describeFate({ standing, how, look, out }) {
  if (standing === "dead") return how ? say("dead-of", { how }) : say("dead");
  return how || describeLook(out || look);
}
