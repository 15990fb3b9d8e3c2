// The order of this reader's own commands: what they have recorded, which the page may not show yet, and
// what is said while the command before is under way. It is sent with the head that this one leaves, as
// long as nobody else recorded in between; where this one is refused, it is not sent.

/** @typedef {{ key: string, fight: string, after: string, late: string }} Said */

/** @type {Map<string, Set<number>>} */
const recorded = new Map(); // the seqs of this page's own events, by fight

/** Keeps which events a command has recorded.
 * @param {string} fight @param {number[]} seqs */
export function keepRecorded(fight, seqs) {
  const own = recorded.get(fight) ?? new Set();
  for (const seq of seqs) own.add(seq);
  recorded.set(fight, own);
}

/** Forgets the events of a fight, whose history may be another one from now on.
 * @param {string} fight */
export function forgetRecorded(fight) {
  recorded.delete(fight);
}

/** Returns the last event behind a head up to which everything is this reader's own.
 * @param {string} fight @param {number} head */
export function findOwnHead(fight, head) {
  const own = recorded.get(fight);
  let last = head;
  while (own?.has(last + 1)) last += 1;
  return last;
}

/** Returns the entries that were said after another one, or after one of these.
 * @template {Said} T @param {T[]} entries @param {T} first @returns {T[]} */
export function listFollowers(entries, first) {
  const found = [first];
  for (const entry of entries) if (!entry.late && found.some(({ key }) => key === entry.after)) found.push(entry);
  return found.slice(1);
}
