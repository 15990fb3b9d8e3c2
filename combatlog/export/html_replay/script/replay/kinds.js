// Of which kind an event is, and whom it concerns: what the log and the story are chosen by.
import { events, isDead, isThere, states } from "../stage/fight.js";
import { countLoss } from "../stage/news.js";
import { findKind, isMomentTold, isPersonTold, tellsEverybody } from "./filter.js";

const ASIDE = ["m", "x", "a"]; // kinds of events with which a table rules on its own record

/** Returns whether an event is of the chosen rounds, people and kind.
 * @param {number} seq */
export function isEventTold(seq) {
  return isMomentTold(seq) && isOfKind(seq, findKind()) && (tellsEverybody() || listConcerned(seq).some(isPersonTold));
}

/** Returns whether an event is of a kind: damage, falls and deaths, dice, or rulings; any is of an empty one.
 * @param {number} seq @param {string} kind */
export function isOfKind(seq, kind) {
  const { struck, dice, kind: letter, ruling, parent } = events[seq];
  const has = (/** @type {(card: Page.Card, before: Page.Card) => unknown} */ changed) => {
    const [now, before] = [states[seq].people, states[parent].people];
    return now !== before && now.some((card, number) => card !== before[number] && changed(card, before[number]));
  };
  if (kind === "damage") return struck.length > 0 || has(countLoss);
  if (kind === "fates") return has((card, before) => isOut(card) && isOut(card) !== isOut(before));
  if (kind === "dice") return dice.length > 0;
  return !kind || ruling || ASIDE.includes(letter);
}

/** Returns how somebody is out of the fight; empty for others.
 * @param {Page.Card | undefined} card */
function isOut(card) {
  if (!isThere(card)) return "";
  return isDead(card) ? "dead" : card.standing || (card.look === "down" ? "down" : "");
}

/** Returns the numbers of those whom an event concerns: who acts, is struck or named in it.
 * @param {number} seq */
function listConcerned(seq) {
  const { acts, struck, lapsed, tested, said } = events[seq];
  return [...acts, ...struck, ...lapsed, ...tested.slice(0, 1), ...listNamed(said, states[seq].people)];
}

/** @type {{ people: Page.Card[], names: RegExp | null, numbers: Map<string, number> }} */
const known = { people: [], names: null, numbers: new Map() };

/** Returns the numbers of those whom words name. “Drone 2” does not name the drone.
 * @param {string} words @param {Page.Card[]} people */
export function listNamed(words, people) {
  if (known.people !== people) {
    known.people = people;
    known.numbers = new Map(people.flatMap((card, number) => (isThere(card) ? [[card.name, number]] : [])));
    const names = [...known.numbers.keys()].sort((one, other) => other.length - one.length).map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    known.names = names.length ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{N}])`, "gu") : null;
  }
  return known.names ? [...words.matchAll(known.names)].map(([name]) => /** @type {number} */ (known.numbers.get(name))) : [];
}
