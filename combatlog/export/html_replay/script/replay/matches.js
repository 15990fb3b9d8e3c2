// Which moments of the fight as it stands are at the same point as those of another line.
import { states } from "../stage/fight.js";
import { findWatched, listBeside, listKept, listPresent } from "./stops.js";

/** Returns whether a beat tells something.
 * @param {Page.Stop} beat */
export function tells({ heading, story, correction }) {
  return !heading && !correction && story.length > 0;
}

/** Returns the event of the fight as it stands that is at the same point as an event of a branch, and whether it is
 * in the same turn: behind as many beats of it, or at its end. Where the fight never came to this turn, that is its
 * last event until the end of the round.
 * @param {number} seq @param {Page.Branch | null} branch */
export function findMatch(seq, branch) {
  const apart = branch?.apart ?? 0;
  const { where, round = 0 } = states[seq].scene;
  const isThen = (/** @type {Page.Stop} */ beat) => states[beat.seq].scene.where === where;
  const kept = listKept(apart);
  const turn = kept.filter(isThen);
  if (!turn.length) return { seq: kept.findLast((beat) => (states[beat.seq].scene.round ?? 0) <= round)?.seq ?? apart, same: false };
  const told = (branch ? listBeside(branch) : []).filter(tells);
  const rest = told.filter((beat) => beat.seq > seq);
  const isEnd = rest.length && !rest.some(isThen);
  const count = told.filter((beat) => beat.seq <= seq && isThen(beat)).length;
  const last = isEnd ? turn.at(-1) : turn[Math.min(count, turn.length) - 1];
  const begun = listPresent().find((each) => each > apart && states[each].scene.where === where);
  return { seq: last?.seq ?? begun ?? apart, same: true };
}

/** Returns the event of the fight as it stands that is behind as many beats as an event of the watched what-if, and
 * none behind its turn.
 * @param {Page.Branch} whatIf @param {number} seq */
export function findThere({ apart, until = Infinity }, seq) {
  const { length: count } = findWatched().beats.filter((beat) => beat.seq > apart && beat.seq <= seq && tells(beat) && !beat.aside);
  return listKept(apart).slice(0, count).findLast((beat) => beat.seq <= until)?.seq ?? apart;
}
