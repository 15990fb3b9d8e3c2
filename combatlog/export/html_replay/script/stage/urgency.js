// How urgent a condition is: what burns or kills comes first, what helps its bearer last.
const URGENT = /\b(fire|burning|ablaze|dying|bleeding|poisoned|drowning|breached|adrift)\b/;
const BOON = /\blocked on\b|^(jury-rigged|boosted|inspired|blessed|shielded|hidden|invisible|hasted)\b|\benhanced$/;
const LOCK = /\blocked on\b/;
const BRIEF = 14; // so many letters of a condition stand whole where there is little room

/** Returns whether a condition is good for who has it.
 * @param {string} text */
export const isBoon = (text) => BOON.test(text);

/** @param {string} text */
const measureUrgency = (text) => (URGENT.test(text) ? 0 : isBoon(text) ? 2 : 1);

/** Returns whether a condition burns or kills.
 * @param {string} text */
export const isUrgent = (text) => measureUrgency(text) === 0;

/** Returns conditions, the most urgent first.
 * @template T @param {T[]} all @param {(one: T) => string} read */
export const sortByUrgency = (all, read) => [...all].sort((one, other) => measureUrgency(read(one)) - measureUrgency(read(other)));

/** Returns a condition in few words: “locked on”, “out of action”.
 * @param {string} text */
export function abridge(text) {
  if (LOCK.test(text)) return "locked on";
  return text.length <= BRIEF ? text : firstWord(text);
}

/** Returns the first words of a text, up to one that is more than an article.
 * @param {string} text */
export const firstWord = (text) => /^(\S{1,3} )*\S+/.exec(text)?.[0] ?? text;
