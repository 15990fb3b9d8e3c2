// Which moments of the fight as it stands are at the same point as those of another line.
import { states } from "../stage/fight.js";
import { findWatched, listBeside, listKept, listPresent } from "./stops.js";

/** Returns whether a beat tells something.
 * @param {Page.Stop} beat */
export function tells({ heading, story, correction }) {
  return !heading && !correction && story.length > 0;
}

/** Returns the turn in which a beat was thrown for: it may end behind that.
 * @param {Page.Stop} beat */
const turnOf = ({ seq, rolls }) => states[rolls[0] ?? seq].scene.where;

/** Returns the blow of the fight as it stands that is the like of a beat of another line: in the same turn, by the same
 * attackers on the same target; of several such blows the same one.
 * @param {Page.Stop | undefined} beat @param {Page.Stop[]} told @param {Page.Stop[]} kept */
function findLike(beat, told, kept) {
  if (!beat?.from.length || beat.about === undefined) return undefined;
  const isLike = (/** @type {Page.Stop} */ other) => other.about === beat.about && !other.rolls.length === !beat.rolls.length && turnOf(other) === turnOf(beat) && String(other.from) === String(beat.from);
  return kept.filter(isLike)[told.filter((each) => each.seq <= beat.seq && isLike(each)).length - 1];
}

/** Returns the event of the fight as it stands that is beside an event of a branch: behind the same blow (`alike`), else
 * behind as many beats of the turn, or at its end. Where the fight never came to this turn (not `same`), that is its
 * last event until the end of the round. `isBlow` tells whether the branch is at a blow.
 * @param {number} seq @param {Page.Branch | null} branch */
export function findMatch(seq, branch) {
  const apart = branch?.apart ?? 0;
  const kept = listKept(apart);
  const told = (branch ? listBeside(branch) : []).filter(tells);
  const past = told.filter((beat) => beat.seq <= seq);
  const beat = past.at(-1);
  const like = findLike(beat, told, kept);
  const isBlow = Boolean(beat?.from.length && beat.rolls.length);
  if (like && beat && (beat.seq === seq || states[seq].scene.where === turnOf(beat))) return { seq: like.seq, same: true, alike: true, isBlow };
  const place = findPlace(seq, told, apart);
  const last = past.reduce((most, each) => Math.max(most, findLike(each, told, kept)?.seq ?? 0), place.seq);
  return { ...place, seq: place.same ? last : place.seq, alike: false, isBlow };
}

/** Returns the event of the fight as it stands behind as many beats of a turn.
 * @param {number} seq @param {Page.Stop[]} told @param {number} apart */
function findPlace(seq, told, apart) {
  const { where, round = 0 } = states[seq].scene;
  const isThen = (/** @type {Page.Stop} */ beat) => states[beat.seq].scene.where === where;
  const kept = listKept(apart);
  const turn = kept.filter(isThen);
  if (!turn.length) return { seq: kept.findLast((beat) => (states[beat.seq].scene.round ?? 0) <= round)?.seq ?? apart, same: false };
  const rest = told.filter((beat) => beat.seq > seq);
  const isEnd = rest.length && !rest.some(isThen);
  const count = told.filter((beat) => beat.seq <= seq && isThen(beat)).length;
  const last = isEnd ? turn.at(-1) : turn[Math.min(count, turn.length) - 1];
  const begun = listPresent().find((each) => each > apart && states[each].scene.where === where);
  return { seq: last?.seq ?? begun ?? apart, same: true };
}

/** Returns the event of the fight as it stands that is beside an event of the watched what-if, and not behind its turn:
 * behind the same blow (`alike`), else behind as many beats.
 * @param {Page.Branch} whatIf @param {number} seq */
export function findThere({ apart, until = Infinity }, seq) {
  const told = findWatched().beats.filter((beat) => beat.seq > apart && tells(beat) && !beat.aside);
  const past = told.filter((beat) => beat.seq <= seq);
  const kept = listKept(apart).filter((beat) => beat.seq <= until);
  const beat = past.at(-1);
  const isBlow = Boolean(beat?.from.length && beat.rolls.length);
  const like = findLike(beat, told, kept);
  return { seq: like?.seq ?? listKept(apart).slice(0, past.length).findLast((each) => each.seq <= until)?.seq ?? apart, same: true, alike: Boolean(like), isBlow };
}
