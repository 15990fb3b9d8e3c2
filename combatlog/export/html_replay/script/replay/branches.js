// What was undone, corrected or imagined: a tree of the lines beside the fight as it stands, each of which can be
// watched; and what a correction changed, then and now.
import { makeDie } from "../stage/dice.js";
import { find, make, makeLink, makeName, write } from "../stage/dom.js";
import { events, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { makeProse, raiseStory } from "../stage/sentence.js";
import { countBeats, describeBeginning, describeBranch, describeUndoing, findBeginning, makeWatch, nameBranch, returnToOrigin, watchFromBeginning } from "./forks.js";
import { makeLeadAtEnd } from "./leads.js";
import { findMatch, findThere, listAhead } from "./matches.js";
import { compareStates, describeOutcome, isOtherwise, nameLeft } from "./outcomes.js";
import { isAtEnd, present } from "./player.js";
import { findFork, findWatched, listBranches, listCorrections, listWhatIfs } from "./stops.js";
import { closeTree } from "./tabs.js";
import { watchWhatIf } from "./what_ifs.js";

/** @typedef {Map<Page.Branch | null, Page.Branch[]>} Children */
/** @typedef {{ at: number, draw: (where: string) => HTMLElement }} Leaving the event behind which something leaves the fight, or that corrected it; and its item */

/** The buttons of the tree, and the branches whose end was reached or asked for.
 * @type {{ buttons: Map<Page.Branch, HTMLElement>, changed: Page.Watch, known: Set<number>, watched: Page.Branch | null }} */
const tree = { buttons: new Map(), changed: () => {}, known: new Set(), watched: null };

/** Draws the branches, corrections and what-ifs as a tree, from the fight as it stands, by the moment at which they leave
 * it: those that left a branch stand below it.
 * `changed` is called with a function that changes the watched line.
 * @param {Page.Watch} changed */
export function makeBranches(changed) {
  const branches = listBranches();
  const mended = listCorrections();
  const imagined = listWhatIfs().filter(({ more, base }) => !more && !base);
  find("branches-box").hidden = !branches.length && !mended.length && !imagined.length;
  const sorted = [...branches].sort((one, other) => one.from - other.from);
  tree.buttons.clear();
  tree.changed = changed;
  find("branches").addEventListener("click", closeBefore, true);
  find("compared-who").onclick = showTable;
  find("branches-open").hidden = find("branches-box").hidden;
  find("branches-box").ontoggle = openTree;
  find("to-tree").hidden = find("branches-box").hidden;
  find("to-tree").onclick = () => {
    find("what-if-box").hidePopover();
    find("branches-open").click();
    find("branches-box").querySelector("summary").focus({ preventScroll: true });
  };
  find("branches-open").onclick = () => {
    if (find("pane-story").hidden) find("tab-story").click(); // a second tap would make it higher
    find("choices").classList.remove("open");
    find("branches-box").open = true;
  };
  const children = groupBranches(sorted);
  const forks = [
    ...mended.map((beat) => ({ at: beat.correction?.made ?? beat.seq, draw: () => makeCorrection(beat) })),
    ...(children.get(null) ?? []).map((branch) => ({ at: branch.from, draw: (/** @type {string} */ where) => makeItem(branch, children, where) })),
    ...imagined.map((whatIf) => ({ at: whatIf.from, draw: () => makeImagined(whatIf) })),
  ];
  find("branches").replaceChildren(make("li", "root", make("span", "trunk", say("as-it-stands")), make("ul", "", ...groupForks(forks))));
  markWatched();
  find("app").classList.toggle("with-lines", Boolean(find("branches").querySelector(".watch, a")));
  find("back").onclick = () => returnToOrigin(changed); // in place of an earlier one
  for (const id of ["branch-before", "branch-after"]) {
    const way = id === "branch-after" ? 1 : -1;
    find(id).hidden = sorted.length < 2;
    find(id).onclick = () => {
      const at = sorted.findIndex((each) => each === findWatched().branch);
      const beside = sorted.at((at + way) % sorted.length);
      if (beside) watchFromBeginning(beside, changed);
    };
  }
}

/** Tells who was ahead at the end of each branch, once the tree is open; then shows what is watched, or the last line that
 * left the fight before the present moment. */
function openTree() {
  if (!find("branches-box").open) return;
  for (const [branch, button] of tree.buttons) {
    if (!button.nextElementSibling?.querySelector(".ahead")) button.nextElementSibling?.append(makeLeadAtEnd(branch));
  }
  const { branch: watched } = findWatched();
  const [, button] = [...tree.buttons].findLast(([each]) => (watched ? each === watched : each.from <= present())) ?? [];
  button?.closest(watched ? "li" : ".turn")?.scrollIntoView({ block: "start" });
}

/** Brings the item of the watched line into sight, where the tree is open.
 * @param {Page.Branch | null} branch */
function revealLine(branch) {
  tree.watched = branch;
  if (branch) tree.buttons.get(branch)?.closest("li")?.scrollIntoView({ block: "nearest" });
}

/** Closes the tree before something of it is shown, where it lies over the story.
 * @param {MouseEvent} click */
function closeBefore({ target }) {
  if (!target?.closest?.("a, button")) return;
  const box = find("branches-box");
  const hadFocus = box.contains(document.activeElement);
  closeTree();
  if (hadFocus && !box.open) box.querySelector("summary").focus({ preventScroll: true });
}

/** Closes the tree where it hides the table of who stands otherwise, which was asked for.
 * @param {MouseEvent} click */
function showTable(click) {
  if (!find("compared-box").open || find("compared").checkVisibility()) return;
  click.preventDefault();
  find("branches-box").open = false;
}

/** Makes the item of a correction, which leads to what it changed.
 * @param {Page.Stop} beat */
function makeCorrection({ seq, story, correction }) {
  const made = correction?.made ?? seq;
  return make("li", "", makeLink(made, `✎ ${say("corrected-there")}`), " ", make("span", "quiet", `#${made} · `, ...makeProse(story)));
}

/** Makes an item for each turn at which something leaves the fight as it stands, with what leaves it there.
 * @param {Leaving[]} forks */
function groupForks(forks) {
  /** @type {Map<string, HTMLElement[]>} */
  const turns = new Map();
  for (const { at, draw } of forks.sort((one, other) => one.at - other.at)) {
    const where = states[at].scene.where || say("before-rounds");
    turns.set(where, [...(turns.get(where) ?? []), draw(where)]);
  }
  return [...turns].map(([where, items]) => make("li", "turn", make("span", "", where), make("ul", "", ...items)));
}

/** Returns the branches that began on each branch, by it; by null those that left the present line. Of
 * several branches with an event, the one that began last has it.
 * @param {Page.Branch[]} sorted */
function groupBranches(sorted) {
  /** @type {Map<number, Page.Branch>} */
  const owners = new Map();
  for (const branch of sorted) {
    for (let at = branch.tip; at > branch.from; at = events[at].parent) owners.set(at, branch);
  }
  /** @type {Children} */
  const children = new Map();
  for (const branch of sorted) {
    const parent = owners.get(branch.from) ?? null;
    children.set(parent, [...(children.get(parent) ?? []), branch]);
  }
  return children;
}

/** Makes the item of a what-if: its question, which plays it, and what came of it.
 * @param {Page.Branch} whatIf */
function makeImagined(whatIf) {
  const button = make("button", "might-watch", `▶ ${whatIf.name}`);
  button.onclick = () => watchWhatIf(whatIf);
  tree.buttons.set(whatIf, button);
  return make("li", "", button, make("span", "quiet", describeOutcome(whatIf)));
}

/** Makes the item of a branch, with those that left it. `where` is the turn that stands above it.
 * @param {Page.Branch} branch @param {Children} children @param {string} where @returns {HTMLElement} */
function makeItem(branch, children, where) {
  const name = nameBranch(branch);
  const above = name.startsWith(`${where} · `) ? `${where} · ` : "";
  const button = makeWatch("watch", branch, tree.changed, make("span", "unseen", above), makeName(name.slice(above.length)));
  tree.buttons.set(branch, button);
  const count = branch.tip - branch.from;
  const about = describeUndoing(branch) || say("branch-from", { seq: branch.from, count });
  const beginning = describeBeginning(branch);
  const item = make("li", "", button, " ",
    make("span", "quiet branch-about", make("s", "", button.textContent.includes(beginning) ? "" : beginning), " ",
      make("span", "", `${about} · ${countBeats(branch)}, ${nameEvents(branch)}`)));
  const imagined = listWhatIfs().filter(({ more, base }) => !more && base === branch).map(makeImagined);
  const later = [...imagined, ...(children.get(branch) ?? []).map((each) => makeItem(each, children, where))];
  if (later.length) item.append(make("ul", "", ...later));
  return item;
}

/** Returns the first and last event of a branch: “#7–53”.
 * @param {Page.Branch} branch */
function nameEvents(branch) {
  const first = findBeginning(branch);
  return first === branch.tip ? `#${first}` : `#${first}–${branch.tip}`;
}

/** Marks in the tree the line that is watched. */
function markWatched() {
  const { branch } = findWatched();
  const mark = (/** @type {HTMLElement} */ item, /** @type {boolean} */ is) => {
    if (is) item.setAttribute("aria-current", "true");
    else item.removeAttribute("aria-current");
    item.dataset.here = is ? say("here") : "";
  };
  const here = [branch, branch?.base].map((each) => each && tree.buttons.get(each)).find(Boolean); // not each what-if is in the tree
  const trunk = find("branches").querySelector(".trunk");
  for (const each of [trunk, ...tree.buttons.values()]) mark(each, each === (here ?? trunk));
}

/** Says which branch is watched, and where it ends; also where what was undone is shown among the others.
 * @param {Page.Stop} stop */
export function showWatched({ seq }) {
  const { branch } = findWatched();
  markWatched();
  const isApart = branch ? seq > findFork(branch) : Boolean(events[seq]?.mark); // until there it is the fight as it stands
  const isImagined = Boolean(branch?.until) && seq > (branch?.apart ?? 0);
  find("watched").hidden = !branch;
  document.documentElement.classList.toggle("watching-line", Boolean(branch));
  document.documentElement.classList.toggle("imagined", isImagined);
  document.documentElement.classList.toggle("beside-line", isApart && !isImagined);
  find("not-so").hidden = !isApart;
  write(find("not-so"), isImagined ? say("not-so-what-if") : (branch?.base ?? branch)?.mended ? say("not-so-mended") : say("not-so-undone"));
  find("watched").title = branch ? describeBranch(branch) : "";
  if (!branch) return;
  const name = branch.until ? branch.name : describeBranch(branch);
  const gap = { name: "\n" };
  const said = branch.until ? say("what-if-watched", gap) : describeUndoing(branch) ? say("watched-undone", gap) : say("watched", gap);
  const [before, after] = said.split("\n");
  find("watched-name").replaceChildren(make("span", "watching", before), name, after);
}

/** Shows what a correction changed: who stood how then and now; or that the watched branch ends here.
 * @param {Page.Stop} stop */
export function showCorrection(stop) {
  const box = find("then-now");
  const { branch } = findWatched();
  const isEnd = branch !== null && isAtEnd();
  const wasEnd = box.matches(".ends");
  box.hidden = !stop.correction && !isEnd;
  find("app").classList.toggle("comparing", !box.hidden && !isEnd);
  box.classList.toggle("ends", isEnd);
  if (isEnd) box.replaceChildren(...describeEnd(branch, stop));
  if (isEnd || wasEnd) raiseStory();
  if (isEnd || !stop.correction) return;
  const { was, end } = stop.correction;
  const before = listBranches().find(({ mended, tip }) => mended && tip === was);
  box.replaceChildren(...compareStates(states[was], states[end], [say("then"), say("now")]),
    ...(before ? [make("p", "", makeWatch("", before, tree.changed, say("as-it-was")), " ", make("s", "", describeBeginning(before)))] : []));
}

/** Says what the watched branch was and how it ended, with the way back; of a what-if no more than how that one stands
 * and why it stops, with its other die where the last beat shows that: the table has who stands otherwise.
 * @param {Page.Branch} branch @param {Page.Stop} stop */
function describeEnd(branch, { seq, rolls }) {
  const back = make("button", "", `↩ ${say("to-where-you-were")}`);
  back.onclick = () => returnToOrigin(tree.changed);
  if (branch.until) {
    const [thrown, place, was] = branch.turned ?? [0, 0, 0];
    const dice = rolls.includes(thrown) ? [makeDie(events[thrown].dice[place], false, false, was)] : [];
    return [back, make("p", "", ...dice, make("b", "", branch.ends ?? ""))];
  }
  const offer = find("what-if-open"); // its row gives way to this
  const again = offer.hidden ? [] : [make("button", "offer", offer.textContent)];
  for (const button of again) button.onclick = () => find("what-if-box").showPopover();
  const reason = describeUndoing(branch);
  const [from, where] = [branch.from, seq].map((each) => {
    const { scene } = states[each];
    return scene.round ? scene.where ?? "" : say("before-rounds");
  });
  const most = countBeats(branch);
  const lead = find("strength-lead").textContent;
  return [
    make("div", "end-ways", back, ...again), make("p", "", make("b", "", `${describeOutcome(branch)}.`), " ", make("span", "", say("branch-ends"), make("span", "began", reason && `: ${reason}`), ". "),
      make("span", "began", from === where ? say("branch-within", { most, where }) : say("branch-over", { most, from, where })),
      make("span", "began", lead ? ` ${lead[0].toUpperCase()}${lead.slice(1)}.` : "")),
  ];
}

/** Shows who stands otherwise at this moment of the watched branch than in the fight as it stands behind the same blow,
 * or else at a moment that is told; before anything is different, what will be first, and on demand who stands otherwise
 * at the end of the branch: at once where it was reached before.
 * @param {Page.Stop} stop @param {Page.State} state */
export function showCompared(stop, state) {
  const { seq } = stop;
  const { branch, line } = findWatched();
  find("compared-box").hidden = !branch;
  if (branch !== tree.watched) revealLine(branch);
  if (!branch) return;
  if (isAtEnd()) tree.known.add(branch.tip);
  const last = /** @type {number} */ (line.at(-1));
  const compare = (/** @type {number} */ until, /** @type {Page.State} */ here) => {
    const isEnd = until >= (findWatched().told.at(-1)?.seq ?? last); // a what-if stands beside the whole turn there
    /** @type {{ seq: number, same?: boolean, alike?: boolean }} */
    const match = !branch.until ? findMatch(until, branch) : isEnd ? { seq: branch.until } : findThere(branch, until);
    const there = states[match.seq];
    const [one, other] = [there, here].map(({ scene }) => scene.where ?? "");
    const { base } = branch;
    const [stands, stood] = [nameLeft(branch), branch.until ? say("what-if-head") : say("branch-head")]
      .map((said, nth) => make("span", "", said, make("span", one === other ? "unseen" : "", ` (${nth ? other : one})`)));
    const ahead = [...listAhead(branch, until, match.seq)].filter(([who, before]) => !isOtherwise(who, states[before], here));
    const [table] = compareStates(there, here, [stands, stood], ahead.map(([who]) => who));
    const [blow, moment] = base ? [say("same-blow-line", match), say("beside-line", match)] : [say("same-blow", match), say("beside-moment", match)];
    table.prepend(make("caption", "quiet", match.same === false ? say("other-point") : match.alike ? blow : moment));
    return table;
  };
  const here = isAtEnd() && !branch.until ? branch.tip : seq; // as the tree tells it
  const now = seq > branch.apart ? compare(here, here === seq ? state : states[here]) : null;
  const isNow = now?.tagName === "TABLE";
  if (!isNow && !tree.known.has(branch.tip)) {
    const show = make("button", "to-end", say("show-end"));
    show.onclick = () => {
      tree.known.add(branch.tip);
      showCompared(stop, state);
      find("compared-who").focus(); // this button is gone
    };
    write(find("compared-who"), say("as-until-here"));
    const first = branch.until ? branch.name : describeBeginning(branch);
    find("compared").replaceChildren(make("p", "quiet", say("different-first", { first })), show);
    return;
  }
  const table = isNow ? now : compare(last, states[last]);
  const who = [...table.querySelectorAll("tbody th")].map((/** @type {Element} */ each) => each.textContent).join(", ");
  write(find("compared-who"), !who ? (branch.base ? say("as-there-line") : say("as-there")) : isNow ? say("otherwise", { who }) : say("otherwise-later", { who }));
  find("compared").replaceChildren(...(who ? [table] : []));
}
