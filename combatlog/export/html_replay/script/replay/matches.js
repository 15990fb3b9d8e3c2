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

/** Returns whether somebody was struck in a beat, or something hurt them.
 * @param {Page.Stop} beat */
const isBlow = ({ from, rolls, cause }) => Boolean(cause || (from.length && rolls.length));

/** Returns what two beats have in common that tell of the same blow on two lines: their turn, the attackers or the cause, and
 * the target.
 * @param {Page.Stop} beat */
function nameBlow(beat) {
  const { from, about, rolls, cause } = beat;
  return [turnOf(beat), cause ?? from, about, cause ? "" : rolls.length > 0].join();
}

/** Returns the blow of `kept`, a part of a line, that is the like of the last one of `told`, a part of another line; of several
 * such blows the same one. `alike` tells whether `told` ends with it.
 * @param {Page.Stop[]} told @param {Page.Stop[]} kept */
function findLike(told, kept) {
  const blow = told.findLast(isBlow);
  const isLike = (/** @type {Page.Stop} */ beat) => blow && nameBlow(beat) === nameBlow(blow);
  const like = kept.filter(isLike)[told.filter(isLike).length - 1];
  return { seq: like?.seq ?? 0, alike: Boolean(like) && blow === told.at(-1) };
}

/** Returns the targets of the blows that have fallen by event `there` of the line that a branch left, and are still to fall on
 * the watched branch behind its event `seq`, with the event before the first one of each: until then the two cannot be
 * compared.
 * @param {Page.Branch} branch @param {number} seq @param {number} there */
export function listAhead(branch, seq, there) {
  /** @type {Map<string, number>} */
  const past = new Map();
  const coming = new Set();
  for (const beat of findWatched().beats) {
    if (beat.seq <= branch.apart || !isBlow(beat)) continue;
    if (beat.seq > seq) coming.add(nameBlow(beat));
    else past.set(nameBlow(beat), (past.get(nameBlow(beat)) ?? 0) + 1);
  }
  /** @type {Map<number, number>} */
  const ahead = new Map();
  let last = branch.apart;
  for (const beat of coming.size ? listKept(branch) : []) {
    if (beat.seq > there) break;
    if (isBlow(beat)) {
      const name = nameBlow(beat);
      const left = past.get(name) ?? 0;
      past.set(name, left - 1);
      if (left <= 0 && coming.has(name) && !ahead.has(beat.about ?? -1)) ahead.set(beat.about ?? -1, last);
    }
    last = beat.seq;
  }
  return ahead;
}

/** Returns the event of the fight as it stands that is beside an event of a branch: behind the same blow (`alike`), else
 * behind as many beats of the turn, or at its end. Where the fight never came to this turn (not `same`), that is its
 * last event until the end of the round.
 * @param {number} seq @param {Page.Branch | null} branch */
export function findMatch(seq, branch) {
  const apart = branch?.apart ?? 0;
  const { where, round = 0 } = states[seq].scene;
  const isThen = (/** @type {Page.Stop} */ beat) => turnOf(beat) === where;
  const kept = listKept(branch);
  const turn = kept.filter(isThen);
  const told = (branch ? listBeside(branch) : []).filter(tells);
  const past = told.filter((beat) => beat.seq <= seq);
  const like = findLike(past, kept);
  if (like.alike && turnOf(/** @type {Page.Stop} */ (past.at(-1))) === where) return { ...like, same: true };
  const begun = listPresent().find((each) => each > apart && states[each].scene.where === where);
  if (!turn.length && begun) return { seq: Math.max(like.seq, begun), same: true };
  if (!turn.length) return { seq: kept.findLast((beat) => (states[beat.seq].scene.round ?? 0) <= round)?.seq ?? apart, same: false };
  const rest = told.filter((beat) => beat.seq > seq);
  const isEnd = rest.length && !rest.some(isThen);
  const place = isEnd ? turn.at(-1) : turn[Math.min(past.filter(isThen).length, turn.length) - 1];
  return { seq: Math.max(like.seq, place?.seq ?? begun ?? apart), same: true };
}

/** Returns the event of the line that the watched what-if left that is beside an event of it, and not behind its turn:
 * behind the same blow (`alike`), else behind as many beats.
 * @param {Page.Branch} whatIf @param {number} seq */
export function findThere(whatIf, seq) {
  const { apart, until = Infinity } = whatIf;
  const past = findWatched().beats.filter((beat) => beat.seq > apart && beat.seq <= seq && tells(beat) && !beat.aside);
  const kept = listKept(whatIf);
  const isIn = (/** @type {Page.Stop} */ beat) => beat.seq <= until;
  const like = findLike(past, kept.filter(isIn));
  return like.alike ? like : { seq: kept.slice(0, past.length).findLast(isIn)?.seq ?? apart };
}
