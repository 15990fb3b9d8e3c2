// The panes beside the stage. On a phone they share its height: beside the story the field is higher.
import { find, makeLink } from "../stage/dom.js";

/** Returns the names of the panes, in the order of their tabs. */
function listPanes() {
  return [...find("tabs").querySelectorAll("[role=tab]")].filter((tab) => !tab.hidden)
    .map((tab) => tab.id.slice(4));
}

/** Opens a pane beside the stage; `opened` is called with its name.
 * @param {string} name @param {(name: string) => void} opened */
export function openPane(name, opened) {
  growPane(false);
  lendRoom(name);
  showTab(name, opened);
}

/** Opens a pane as high as the one before it.
 * @param {string} name @param {(name: string) => void} opened */
function showTab(name, opened) {
  for (const each of listPanes()) {
    const is = each === name;
    const tab = find(`tab-${each}`);
    tab.ariaSelected = String(is);
    tab.tabIndex = is ? 0 : -1;
    find(`pane-${each}`).hidden = !is;
  }
  if (name !== "story") closeTree();
  const root = find("app");
  if (root.dataset.pane !== name) document.documentElement.classList.add("still"); // the field gets another height
  root.dataset.pane = name;
  opened(name);
}

/** Returns whether the pane has the room of the stage, too.
 * @returns {boolean} */
const isGrown = () => find("app").classList.contains("grown");

/** Those that are read, not watched: on the smallest phones they open with the room of the stage, until the fight goes on. */
const READ = ["numbers", "recap"];
const isTiny = matchMedia("(width<=22rem) and (30rem<height<=40rem)");
const room = { isLent: false };

/** Lends a pane that is read the room of the stage on the smallest phones. The table keeps its own.
 * @param {string} name */
function lendRoom(name) {
  if (!READ.includes(name) || isGrown() || !isTiny.matches || !find("grow").checkVisibility()) return;
  growPane(true);
  room.isLent = true;
}

/** Takes back the room that a pane was lent: it has to see the fight go on. */
export function takeRoomBack() {
  if (room.isLent) growPane(false);
}

/** Gives the pane the room of the stage, which leaves its bars and one line of the sentence; or gives it back.
 * @param {boolean} is */
function growPane(is) {
  room.isLent = false;
  if (is === isGrown()) return;
  if (!is) find("seek").querySelector("input").checked = false; // its choices need the room
  document.documentElement.classList.add("still");
  find("app").classList.toggle("grown", is);
  for (const each of ["grow", "widen"]) find(each).ariaPressed = String(is);
}

/** Makes a link to an event that opens a pane on it, and has the words of its tab.
 * @param {string} pane @param {number} seq */
export function makePaneLink(pane, seq) {
  const link = makeLink(seq, find(`tab-${pane}`).textContent);
  link.className = "to-pane";
  link.dataset.pane = pane;
  return link;
}

/** Brings a fall of the recap into sight, and marks it.
 * @param {string} hash */
function showFall(hash) {
  for (const each of find("falls").children) {
    const is = [each, ...each.children].some(({ id }) => id === `fall${hash}`);
    each.classList.toggle("shown", is);
    if (is) each.scrollIntoView({ block: "start" });
  }
}

/** Returns whether a pane leaves the stage no more than a low field and a short sentence, or nothing: on a phone. */
function isStageLow() {
  return find("app").dataset.pane !== "story" && matchMedia("(width<40rem)").matches;
}

/** Closes the list of branches where it lies over the story: in a narrow or low window. */
export function closeTree() {
  if (matchMedia("(width<40rem),(height<=30rem)").matches) find("branches-box").open = false;
}

/** @param {(name: string) => void} opened */
export function followTabs(opened) {
  const bar = find("tabs");
  const grow = (/** @type {boolean} */ is) => {
    growPane(is);
    opened(find("app").dataset.pane); // what is shown there is brought into sight
  };
  const choose = (/** @type {string} */ name) => {
    if (!READ.includes(name)) takeRoomBack();
    lendRoom(name);
    showTab(name, opened);
  };
  for (const each of ["grow", "widen"]) find(each).addEventListener("click", () => grow(!isGrown()));
  find("seek").addEventListener("change", (/** @type {any} */ { target }) => {
    if (find("grow").checkVisibility()) grow(target.checked);
  });
  find("app").addEventListener("click", (/** @type {any} */ click) => {
    if (isGrown() && click.target.closest("a[href^='#seq='], .fork-watch, .watch, .might-watch")) grow(false);
    if (click.target.closest(".split, .fork-watch")) closeTree();
    const link = click.target.closest("a[href^='#seq=']");
    if (!link) return;
    const pane = link.dataset.pane ?? (isStageLow() && link.closest("#splits") ? "story" : "");
    if (pane) openPane(pane, opened);
    if (pane === "recap") showFall(link.hash);
  });
  bar.addEventListener("click", (/** @type {any} */ click) => {
    const tab = click.target.closest("[role=tab]");
    if (!tab) return;
    if (tab.getAttribute("aria-selected") === "true" && find("grow").checkVisibility()) grow(!isGrown());
    else choose(tab.id.slice(4));
    if (click.detail) tab.blur(); // behind a mouse the arrow keys step through the fight
  });
  bar.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {"ArrowRight"} */ (event.key)];
    if (!way) return;
    const panes = listPanes();
    const at = panes.findIndex((each) => find(`tab-${each}`) === document.activeElement);
    const next = panes[(at + way + panes.length) % panes.length];
    choose(next);
    find(`tab-${next}`).focus();
    event.preventDefault();
    event.stopPropagation();
  });
}
