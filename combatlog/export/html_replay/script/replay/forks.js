// Where a branch left the watched line: a button in the story, which tells how the branch began.
import { find, make, makeLink } from "../stage/dom.js";
import { events, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { tells } from "./matches.js";
import { describeOutcome } from "./outcomes.js";
import { playFromHere, present } from "./player.js";
import { countPlaces, findStop, findWatched, isNamed, listBranches, listCorrections, listKept, watchLine } from "./stops.js";

const APART = 24; // pixels between two marks on the slider

/** What is marked: how many stops which line has, over how many pixels.
 * @type {{ line: number[] | null, count: number, width: number }} */
const splits = { line: null, count: 0, width: 0 };

/** Marks on the slider where branches left the watched line, and corrections: one mark for a correction and the
 * line it took the place of.
 * @param {Page.Watch} changed */
export function showSplits(changed) {
  const { branch: watched, line } = findWatched();
  const count = countPlaces();
  const width = find("splits").clientWidth;
  if (splits.line === line && splits.count === count && splits.width === width) return;
  Object.assign(splits, { line, count, width });
  const along = new Set(line);
  const mended = listCorrections().filter(({ correction }) => along.has(correction?.made ?? 0));
  const beside = listBranches().filter((each) => each !== watched && each !== watched?.base && along.has(each.from) && !along.has(each.tip)
    && !mended.some(({ correction }) => correction?.was === each.tip));
  const place = (/** @type {HTMLElement} */ mark, /** @type {number} */ seq, /** @type {string} */ title) => {
    mark.tabIndex = -1; // the story has the same, for the keyboard
    mark.title = title;
    return { mark, left: (width * findStop(seq)) / Math.max(1, count - 1) };
  };
  const marks = [
    ...beside.map((branch) => place(makeWatch("split", branch, changed, "↳"), branch.from, `${nameKind(branch)}: ${describeBranch(branch)}`)),
    ...mended.map(({ seq, story, correction }) => {
      const mark = makeLink(correction?.made ?? seq, "✎");
      mark.className = "split";
      return place(mark, seq, `${say("corrected-there")}: ${plain(story)}`);
    }),
  ].sort((one, other) => one.left - other.left);
  spreadMarks(marks, width, APART);
  find("splits").replaceChildren(...marks.map(({ mark }) => mark));
}

/** Places marks so far apart that none covers another; all in pixels.
 * @param {{ mark: HTMLElement, left: number }[]} marks @param {number} width @param {number} apart */
export function spreadMarks(marks, width, apart) {
  const gap = Math.min(apart, width / marks.length);
  marks.forEach((each, at) => {
    if (at) each.left = Math.max(each.left, marks[at - 1].left + gap);
  });
  marks.reduceRight((most, each) => {
    each.left = Math.min(each.left, most);
    each.mark.style.setProperty("left", `${(100 * each.left) / Math.max(1, width)}%`);
    return each.left - gap;
  }, width);
}

/** Returns what a branch is: what was undone, or how it was told before a correction.
 * @param {Page.Branch} branch */
const nameKind = ({ mended }) => (mended ? say("fork-mended") : say("fork"));

/** Returns a branch in words, without what came of it: by whom and why it was taken back, when it began, and its
 * name if it was given one.
 * @param {Page.Branch} branch */
export function describeBranch(branch) {
  return [describeUndoing(branch), ...placeBranch(branch)].filter(Boolean).join(" · ");
}

/** @param {Page.Branch} branch */
const placeBranch = (branch) => [states[branch.from].scene.where ?? "", isNamed(branch) ? branch.name : ""];

/** Returns when a branch began, its name if it was given one, and what came of it: “Round 2 · Ada dead
 * (as it stands: down)”. Where another one has the same of all this, it also has what was different first.
 * @param {Page.Branch} branch */
export function nameBranch(branch) {
  const others = listBranches().filter((other) => other !== branch && nameOutcome(other) === nameOutcome(branch));
  const first = describeBeginning(branch);
  const isSame = others.some((other) => describeBeginning(other) === first);
  return [nameOutcome(branch), others.length ? first : "", isSame ? `#${findBeginning(branch)}` : ""].filter(Boolean).join(" · ");
}

/** @param {Page.Branch} branch */
const nameOutcome = (branch) => [...placeBranch(branch), describeOutcome(branch)].filter(Boolean).join(" · ");

/** Returns how many beats of a branch are told: “3 beats”; where none is, its events.
 * @param {Page.Branch} branch */
export function countBeats(branch) {
  const { length: count } = listTold(branch);
  return count === 1 ? say("beat") : count ? say("beats", { count }) : say("count", { count: branch.tip - branch.from });
}

/** Returns the beats of a branch that tell something.
 * @param {Page.Branch} branch */
const listTold = ({ beats }) => beats.filter(tells);

/** Returns who took a branch back, and why: “undone by Sam: he was not there”.
 * @param {Page.Branch} branch */
export function describeUndoing({ tip }) {
  return events[tip].mark.replace(/ by #\d+/, "");
}

/** @typedef {HTMLElement & { words?: string }} Fork */

/** Returns the items of the branches beside a line, by the number of the beat they stand behind.
 * `changed` is called with a function that watches the branch, and the event it begins at.
 * @param {Page.Stop[]} beats @param {Page.Watch} changed */
export function makeForks(beats, changed) {
  /** @type {Map<number, Fork[]>} */
  const found = new Map();
  const { branch: watched, line, everything } = findWatched();
  const along = new Set(line);
  for (const branch of listBranches()) {
    if (everything && !branch.mended) continue; // its beats stand among the others
    if (branch === watched || branch === watched?.base || !(branch.from === 0 || along.has(branch.from)) || along.has(branch.tip)) continue;
    const after = beats.findLastIndex(({ seq }) => seq <= branch.from);
    const at = Math.max(0, after);
    found.set(at, [...(found.get(at) ?? []), makeFork(branch, changed)]);
  }
  return found;
}

/** Makes a button that plays a branch from its beginning.
 * @param {string} kind @param {Page.Branch} branch @param {Page.Watch} changed @param {...(Node | string)} inside */
export function makeWatch(kind, branch, changed, ...inside) {
  const button = make("button", kind, ...inside);
  button.onclick = () => {
    watchFromBeginning(branch, changed);
    playFromHere();
  };
  return button;
}

/** Where the reader was on the fight as it stands, with which pane, when another line was chosen; and on that, when a what-if
 * was. No event where that is not known.
 * @typedef {{ branch: Page.Branch | null, seq: number, pane: string }} Origin */
const NOWHERE = { branch: null, seq: 0, pane: "" };
/** @type {{ present: Origin, beside: Origin }} */
const origin = { present: NOWHERE, beside: NOWHERE };

/** Keeps where the reader is, before the watched line is left for another one.
 * @param {boolean} isWhatIf */
export function markOrigin(isWhatIf) {
  const { branch } = findWatched();
  const here = { branch, seq: present(), pane: find("app").dataset.pane };
  if (!branch) origin.present = here;
  if (isWhatIf && branch?.until) return; // the way back from the next one is the same
  origin.beside = isWhatIf && branch ? here : NOWHERE;
}

/** Leads back to where the reader was, from a what-if to the line from which it was chosen; before the moment is known, to the
 * one that is beside the present.
 * @param {Page.Watch} changed */
export function returnToOrigin(changed) {
  const isBeside = findWatched().branch?.until && origin.beside.branch;
  const { branch, seq, pane } = isBeside ? origin.beside : origin.present;
  origin.beside = NOWHERE;
  changed(() => watchLine(branch), seq);
  if (pane && find("app").dataset.pane !== pane) find(`tab-${pane}`).click();
}

/** Watches a branch from its beginning.
 * @param {Page.Branch} branch @param {Page.Watch} changed */
export function watchFromBeginning(branch, changed) {
  markOrigin(false);
  changed(() => watchLine(branch), findBeginning(branch));
}

/** Returns the first event of a branch behind the line that it left.
 * @param {Page.Branch} branch */
export function findBeginning(branch) {
  let first = branch.tip;
  while (events[first].parent > branch.from) first = events[first].parent;
  return first;
}

/** Returns the first sentence of a branch that is not told on the line that stands; where only dice are
 * different, these.
 * @param {Page.Branch} branch */
export function describeBeginning(branch) {
  const told = listTold(branch);
  const kept = listKept(branch);
  for (const [at, beat] of told.entries()) {
    const words = plain(beat.story);
    if (words !== plain(kept[at]?.story ?? [])) return /^.*?[.!?]”?(?= |$)/.exec(words)?.[0] ?? words;
    if (plain(beat.small) !== plain(kept[at].small)) return plain(beat.small);
  }
  return told.length ? plain(told[0].story) : events[findBeginning(branch)].said;
}

/** @param {Page.Span[]} spans */
const plain = (spans) => spans.map((span) => (typeof span === "string" ? span : span[0])).join("");

/** Makes the item of a branch; `words` are all that is told on it, for a search.
 * @param {Page.Branch} branch @param {Page.Watch} changed @returns {Fork} */
function makeFork(branch, changed) {
  const about = describeUndoing(branch);
  const fork = make("li", "fork", makeWatch("fork-watch", branch, changed, make("b", "", `↳ ${nameKind(branch)}, ${countBeats(branch)}: `),
    make("s", "", describeBeginning(branch)), about && ` ${about}`));
  fork.words = `${fork.textContent} ${listTold(branch).map(({ story }) => plain(story)).join(" ")}`;
  return fork;
}
