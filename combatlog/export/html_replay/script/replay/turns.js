// The turning points in words: how much of its strength a side had before and after, as the bars over the
// field say it, and the beat that tells the loss.
import { events, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { readShare } from "./shares.js";
import { findWatched } from "./stops.js";

/** @typedef {[seq: number, said: string, side: string]} Turn */

/** Returns the turning points [seq, words] in the words of the page, of [seq, words, round, side]. Where
 * the strength of a side is not known, they stay as they are.
 * @param {any[][]} turns @returns {Turn[]} */
export function tellTurns(turns) {
  return turns.map(([seq, said, , side]) => {
    const [was, now] = measureTurn(seq, side);
    if (!(was > now)) return [seq, said, side];
    const fields = { side: side[0].toUpperCase() + side.slice(1), was, now };
    return [seq, now ? say("turned-to", fields) : say("turned-out", fields), side];
  });
}

/** Returns what a side had of its strength before the beat that tells a turning point and behind it, in
 * hundredths of the whole; where no beat tells a loss, before the turn and behind it.
 * @param {number} seq @param {string} side */
function measureTurn(seq, side) {
  const { beats } = findWatched();
  const measure = (/** @type {number[]} */ seqs) => seqs.map((each) => Math.round(100 * readShare(each, side)));
  const at = findTurningBeat(beats, seq, side);
  const told = at > 0 ? measure([beats[at - 1].seq, beats[at].seq]) : [];
  return told[0] > told[1] ? told : measure([findStart(seq), seq]);
}

/** Returns the event before a turn or phase that ends with an event.
 * @param {number} seq @returns {number} */
function findStart(seq) {
  let at = seq;
  while (at && events[at].kind !== "t") at = events[at].parent;
  return at;
}

/** @param {number} seq @param {string} side @returns {number | undefined} */
const readStrength = (seq, side) => states[seq].scene.strength?.[side];

/** Returns the index of the beat that tells of a turning point: the one in its turn in which the side lost
 * the most. A beat may end behind the turn.
 * @param {any[]} beats @param {number} seq @param {string} side */
export function findTurningBeat(beats, seq, side) {
  const start = findStart(seq);
  let at = beats.findIndex((beat) => beat.seq >= seq);
  if (at < 0) at = beats.length - 1;
  let [found, most] = [Math.max(0, at), 0];
  for (; at >= 0 && beats[at].seq > start; at -= 1) {
    if (beats[at].heading || beats[at].correction) continue;
    const [first, last] = [Math.max(start, beats[at - 1]?.seq ?? 0), Math.min(seq, beats[at].seq)];
    const lost = (readStrength(first, side) ?? 0) - (readStrength(last, side) ?? 0);
    if (lost > most) [found, most] = [at, lost];
  }
  return found;
}
