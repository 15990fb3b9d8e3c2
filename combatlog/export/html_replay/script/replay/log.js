// The log: a row for each event; the present one is marked and scrolled into sight. It is made when
// its pane is opened, since a long fight has thousands of rows.
import { find, make, makeLink, makeName, makeUnseen } from "../stage/dom.js";
import { events } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findKind, hasWords, isNarrowed, isWholeFight, onCount, onFilter, tellShown } from "./filter.js";
import { isEventTold } from "./kinds.js";
import { findWatched } from "./stops.js";

const CLOSE = 2; // heights of a heading
const GAP = 4; // pixels below the present row while the fight plays

/** @type {{ rows: any[] | null, marks: string[] | null, present: any, seq: number, isCut: boolean, branch?: Page.Branch | null }} */
const log = { rows: null, marks: null, present: null, seq: 0, isCut: false, branch: undefined };

/** Shows the rows of what is chosen alone. */
export function followChoice() {
  onFilter(filterLog);
  for (const choice of ["all-dice", "single"]) {
    find(choice).addEventListener("change", () => {
      foldDice();
      tellShown();
      showRow(log.seq);
    });
  }
  onCount("log", () => {
    const [hasUndone, hasThrows] = [".with-undone", ".with-throws"].map((name) => find("log").matches(name));
    const rows = (log.rows ?? []).filter((row) => row && !row.matches(hasUndone ? ".elsewhere" : ".elsewhere, .off:not(.own)") && (hasThrows || !row.matches(".log-throw")));
    return [rows.filter((row) => !row.hidden && !row.matches(".context")).length, rows.length];
  });
}

/** Leaves out the dice that are asked for and thrown, unless they are chosen or searched, or each event is a step: the
 * attack or save that they are for tells them again. */
function foldDice() {
  const isTable = document.querySelector(".hands"); // where a die is corrected by its row
  find("log").classList.toggle("with-throws", Boolean(isTable) || find("all-dice").checked || find("single").checked || findKind() === "dice" || !hasWords(""));
}

/** A row that begins a round or a turn stays where something of it does, but does not count. */
function filterLog() {
  foldDice();
  const isAll = isWholeFight() && !isNarrowed();
  if (!log.rows || (isAll && !log.isCut)) return;
  log.isCut = !isAll;
  let [isRound, isTurn] = [false, false];
  for (const row of log.rows.slice(1).reverse()) {
    if (!row) continue; // of a what-if
    const isChosen = isEventTold(Number(row.firstChild.dataset.seq)) && hasWords(row.textContent);
    const [isRoundHead, isTurnHead] = ["r", "t"].map((letter) => row.matches(`.kind-${letter}`));
    const isContext = isNarrowed() && ((isRoundHead && isRound) || (isTurnHead && isTurn));
    row.hidden = !isChosen && !isContext;
    row.classList.toggle("context", isContext && !isChosen);
    if (!row.matches(".off") && !isRoundHead && !isTurnHead && isChosen) isRound = isTurn = true;
    if (isRoundHead) isRound = false;
    if (isRoundHead || isTurnHead) isTurn = false;
  }
  find("log-nothing").hidden = log.rows.some((row) => row && !row.hidden);
  revealRow();
}

/** Makes the rows that are not there yet, and those whose marks have changed. */
export function makeLog() {
  log.rows ??= [null];
  log.marks ??= [""];
  const grown = [];
  for (const event of events.slice(1)) {
    const { seq, imagined } = event;
    if (imagined) continue;
    const mark = describeMark(event);
    if (log.rows[seq] && log.marks[seq] === mark) continue;
    const row = makeRow(event);
    if (log.rows[seq]) log.rows[seq].replaceWith(row);
    else grown.push(row);
    log.rows[seq] = row;
    log.marks[seq] = mark;
  }
  find("log").append(...grown);
  for (const row of log.rows.splice(events.length)) row.remove();
  if (log.present && !log.present.isConnected) log.present = null;
  log.branch = undefined; // rows are new
  showRow(log.seq);
  filterLog();
  tellShown();
}

/** Returns what a row is made of: the words, which another fight has otherwise, the mark, and whether it stands beside the row.
 * @param {Page.Event} event */
function describeMark({ seq, mark, said }) {
  return `${said}\n${mark}\n${events[seq - 1]?.mark === mark}`;
}

/** @param {Page.Event} event */
function makeRow(event) {
  const link = makeLink(event.seq, make("span", "seq", `#${event.seq}`), makeWords(event));
  link.tabIndex = -1;
  link.dataset.seq = event.seq;
  if (event.note) link.append(" ", make("span", "note", event.note));
  if (event.mark && event.mark !== events[event.seq - 1]?.mark) link.append(" ", make("span", "note", event.mark));
  const row = make("li", `row kind-${event.kind}`, link);
  if (event.mark || event.kind === "m") row.classList.add("off");
  if (event.quiet) row.classList.add("quiet");
  if ("dw".includes(event.kind)) row.classList.add("log-throw");
  return row;
}

/** Makes an event's words, struck through if it was undone.
 * @param {Page.Event} event */
function makeWords(event) {
  if (!event.mark) return makeName(event.said, "said");
  return make("del", "said", makeUnseen(`${say("undone")}: `), makeName(event.said));
}

/** Marks the row of an event.
 * @param {number} seq */
export function showRow(seq) {
  log.seq = seq;
  if (!log.rows) return;
  showOwnRows();
  find("log-beyond").hidden = !events[seq]?.imagined;
  const isFolded = log.rows[seq]?.matches(".log-throw") && !find("log").matches(".with-throws");
  const row = isFolded ? log.rows.slice(0, seq).findLast((each) => each && !each.matches(".log-throw, .off")) : log.rows[seq];
  if (log.present === row || !row) return;
  const focused = log.present?.contains(document.activeElement);
  if (log.present) {
    log.present.classList.remove("present");
    log.present.firstChild.removeAttribute("aria-current");
    log.present.firstChild.tabIndex = -1;
  }
  row.classList.add("present");
  row.firstChild.setAttribute("aria-current", "step");
  row.firstChild.tabIndex = 0;
  log.present = row;
  if (focused) row.firstChild.focus({ preventScroll: true });
  revealRow();
}

/** Shows the rows of a branch that is watched, and no others. */
function showOwnRows() {
  const { branch, line } = findWatched();
  if (log.branch === branch) return;
  log.branch = branch;
  const own = new Set(line);
  log.rows?.forEach((row, seq) => {
    row?.classList.toggle("own", Boolean(branch) && own.has(seq));
    row?.classList.toggle("elsewhere", Boolean(branch) && !own.has(seq));
  });
  tellShown();
}

/** Brings the present row into sight; where it is not told, the last one before it that is, or else the first. */
export function revealRow() {
  if (find("pane-log").hidden) return; // it has nothing in sight, and it may be long
  const rows = log.rows ?? [];
  const isShown = (/** @type {any} */ row) => row?.checkVisibility();
  const row = rows.slice(0, log.seq + 1).findLast(isShown) ?? rows.find(isShown);
  if (row) keepInSight(find("log"), row);
}

/** Scrolls a list, and only the list, to a row, which then stands below what stays at its top.
 * @param {HTMLElement} list @param {HTMLElement} row */
export function keepInSight(list, row) {
  const scroller = getComputedStyle(list).overflowY === "visible" ? /** @type {HTMLElement} */ (list.parentElement) : list;
  const box = scroller.getBoundingClientRect();
  const at = row.getBoundingClientRect();
  const top = box.top + Math.max(0, ...listSticky(scroller).flat().map(({ offsetHeight }) => offsetHeight));
  const margin = Math.min(40, (box.bottom - top) / 4);
  if (at.top < top + margin || at.bottom > box.bottom - margin) {
    const tag = parseFloat(getComputedStyle(row).marginTop);
    const isPlaying = document.documentElement.matches(".playing"); // what comes behind it is not shown yet
    const above = isPlaying ? box.bottom - top - at.height - GAP : Math.min((box.bottom - top) / 3, box.bottom - top - at.height);
    scroller.scrollTop += at.top - top - Math.max(tag, above);
    if (!isPlaying) alignFirst(scroller, row);
  }
  partHeadings(scroller, row);
}

/** Returns what stays at the top of a list: the headings of rounds, and above the story the box of who stands otherwise.
 * @param {Element} scroller @returns {HTMLElement[][]} */
function listSticky(scroller) {
  return [".round:not([hidden])", "#compared-box"].map((part) => {
    const found = [.../** @type {NodeListOf<HTMLElement>} */ (scroller.querySelectorAll(part))];
    return found.length && getComputedStyle(found[0]).position === "sticky" ? found : [];
  });
}

/** Scrolls a little up or down to where no row is cut at the top of what is seen, with the present row in sight.
 * @param {HTMLElement} scroller @param {Element} row */
function alignFirst(scroller, row) {
  const measure = (/** @type {Element} */ each) => each.getBoundingClientRect();
  const box = measure(scroller);
  const stuck = listSticky(scroller).flat().map(measure).filter(({ top }) => top <= box.top);
  const top = Math.max(box.top, ...stuck.map(({ bottom }) => bottom));
  const cut = [...scroller.querySelectorAll("li:not(.round), #branches-box")].map(measure).find((each) => each.top < top - 1 && each.bottom > top + 1);
  const { top: begins, bottom: ends } = measure(row);
  if (!cut || cut.bottom > begins) return;
  const up = top - cut.top;
  scroller.scrollTop += ends + up <= box.bottom ? -up : cut.bottom + 2 - top;
}

/** Scrolls a little further where the heading of a row would stand right below the one before it, which stays.
 * @param {HTMLElement} scroller @param {HTMLElement} row */
function partHeadings(scroller, row) {
  const [headings, [compared]] = listSticky(scroller);
  if (compared?.offsetHeight) return; // it lies over them
  const [before, own] = headings.filter((each) => each === row || each.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING).slice(-2);
  if (!own) return;
  const [one, other] = [before, own].map((each) => each.getBoundingClientRect());
  const isStuck = one.top <= scroller.getBoundingClientRect().top;
  if (isStuck && other.top < one.top + CLOSE * one.height) scroller.scrollTop += other.top - one.top;
}

/** Shows or hides the rows of undone events.
 * @param {boolean} visible */
export function showUndoneRows(visible) {
  find("log").classList.toggle("with-undone", visible);
  tellShown();
  revealRow();
}
