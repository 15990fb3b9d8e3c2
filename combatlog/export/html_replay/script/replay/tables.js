// A table of people or things, with a bar in one column, each of which opens to the events that it counts,
// and the sum of every column below them.
import { draw, make, makeLink, makeName } from "../stage/dom.js";
import { events } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { nameLeft } from "./outcomes.js";

const DEALT = 2;
const LOST = 3; // the column of what was lost, behind what was rolled, kept off and dealt
export const UNKNOWN = "?";

/** What a table has besides its cells: the columns with bars, which have one scale; the events that a bar of a row
 * counts; whether the sum of its columns stands below, for the first so many of them; groups of columns, with the
 * number of each; tables that are sorted together, whose rows are those of the same people; what stands above the
 * names; what a tap on the name of a row does that stands for a person; the rows of the line that the watched one left, whose
 * numbers stand in brackets where they are others. Of two columns with bars the first sorts the rows.
 * @typedef {{ there?: any[][], bars?: number[], explain?: (row: any[], at: number) => number[], sums?: number, groups?: [string, number][], mates?: Sorted[], first?: string, pick?: (name: string) => void }} TableOptions */
/** What sorts the rows of one of several tables.
 * @typedef {{ put: (order: number[]) => void, heads: HTMLElement }} Sorted */

/** Makes the head of a column or a row.
 * @param {Node | string} inside @param {string} scope */
export function makeHead(inside, scope) {
  const cell = make("th", "", inside);
  cell.scope = scope;
  return cell;
}

/** Makes a name to tap.
 * @param {string} name @param {(name: string) => void} pick */
function makePicker(name, pick) {
  const button = make("button", "sort", makeName(name));
  button.title = say("only-this-person");
  button.onclick = () => pick(name);
  return button;
}

/** Draws a bar that is filled to a part of its length.
 * @param {number} part */
export function drawBar(part) {
  return draw("svg", { class: "part", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { width: 100, height: 8 }), draw("rect", { class: "dealt", width: 100 * part, height: 8 }));
}

/** Makes a table of people or things: rows of a name and its cells.
 * @param {string} title @param {any[][]} rows @param {string[]} columns @param {TableOptions} options */
export function makeTable(title, rows, columns, options = {}) {
  const { bars = [], explain, sums = 0, groups = [], mates = [], first = say("who"), pick, there } = options;
  const others = new Map(there?.map((row) => [row[0], row]));
  const most = Math.max(1, ...rows.flatMap((row) => bars.map((at) => Number(row[at + 1]) || 0)));
  const body = rows.map((row) => {
    const line = make("tr", "", makeHead(pick && !Array.isArray(row.at(-1)) ? makePicker(row[0], pick) : makeName(row[0]), "row"));
    line.append(...columns.map((_, at) => {
      const number = row[at + 1];
      const other = others.get(row[0])?.[at + 1] ?? number;
      const beside = other === number ? [] : [make("small", "there", `(${other})`), " "];
      if (!bars.includes(at) || number === "") return make("td", "", ...beside, String(number));
      const seqs = explain?.(row, at) ?? [];
      const share = make(seqs.length ? "button" : "span", "share", ...beside, make("b", "", String(number)), drawBar(Number(number) / most || 0));
      if (seqs.length) share.addEventListener("click", () => openCauses(line, share, seqs));
      return make("td", "", share);
    }));
    return line;
  });
  const inside = make("tbody", "", ...body);
  const heads = make("tr");
  mates.push({ heads, put: (order) => {
    for (const bar of inside.querySelectorAll("[aria-expanded]")) bar.ariaExpanded = "false";
    inside.replaceChildren(...order.flatMap((nth) => body[nth] ?? []));
  } });
  const sort = (/** @type {number} */ at, isUp = false) => {
    const order = rows.map((row, nth) => ({ value: readCell(row[at]), nth }));
    order.sort(({ value: one }, { value: other }) => (one === other ? 0 : one < other === isUp ? -1 : 1));
    const most = Math.max(...mates.map(({ heads }) => Number(heads.dataset.rows)));
    for (let nth = rows.length; nth < most; nth += 1) order.push({ value: 0, nth }); // what no person has done
    for (const mate of mates) {
      for (const each of mate.heads.children) each.ariaSort = null;
      mate.put(order.map(({ nth }) => nth));
    }
  };
  heads.dataset.rows = String(rows.length);
  heads.append(...[first, ...columns].map((name, at) => makeSorter(name, at, sort)));
  if (bars.length > 1) /** @type {HTMLElement} */ (heads.children[1]).ariaSort = "descending";
  const above = groups.map(([name, count]) => {
    const cell = makeHead(name, "colgroup");
    cell.colSpan = count;
    return cell;
  });
  const table = make("table", "", make("caption", "", title, ...(there ? [" ", make("span", "there", say("there-about", { line: nameLeft() }))] : [])),
    make("thead", "", ...(above.length ? [make("tr", "groups", make("td"), ...above)] : []), heads), inside);
  if (sums && rows.length > 1) table.append(makeSums(rows, columns, sums));
  const scroller = make("div", "scroller", table);
  scroller.tabIndex = 0;
  scroller.role = "region";
  scroller.ariaLabel = title;
  return scroller;
}

/** Makes a table of damage, of the columns from what was rolled to what was lost, and others: what was lost stands
 * first, with the bar. Columns of which nothing is known are left out; then the bar is at what was dealt. What was dealt is
 * left out where it was all lost, and the last column where it is the one before it again.
 * @param {string} title @param {any[][]} rows @param {string[]} columns @param {(row: any[]) => number[]} explain
 * @param {string} first */
export function makeLosses(title, rows, columns, explain, first) {
  const count = columns.length;
  const areSame = (/** @type {number} */ one, /** @type {number} */ other) => rows.every((row) => row[one + 1] === row[other + 1]);
  const again = [areSame(DEALT, LOST) ? DEALT : count, areSame(count - 1, count - 2) ? count - 1 : count];
  const order = [LOST, ...columns.keys()].filter((at, nth) => (nth === 0 || at !== LOST) && rows.some((row) => row[at + 1] !== UNKNOWN)
    && !again.includes(at));
  return makeTable(title, rows.map((row) => [row[0], ...order.map((at) => row[at + 1]), row.at(-1)]), order.map((at) => columns[at]),
    { bars: [0], explain, sums: order.length, first });
}

/** Returns what a cell is sorted by: its first number, else its words.
 * @param {any} cell */
function readCell(cell) {
  const number = parseFloat(String(cell).replace("−", "-"));
  return Number.isNaN(number) ? String(cell) : number;
}

/** Makes the head of a column, which sorts the rows: names from the first, numbers from the greatest; a second
 * tap turns their order round.
 * @param {string} name @param {number} at @param {(at: number, isUp: boolean) => void} sort */
function makeSorter(name, at, sort) {
  const button = make("button", "sort", name);
  const cell = makeHead(button, "col");
  button.onclick = () => {
    const isUp = cell.ariaSort ? cell.ariaSort === "descending" : !at;
    sort(at, isUp);
    cell.ariaSort = isUp ? "ascending" : "descending";
  };
  return cell;
}

/** @param {any[][]} rows @param {string[]} columns @param {number} count */
function makeSums(rows, columns, count) {
  const cells = columns.map((_, at) => {
    const numbers = rows.map((row) => row[at + 1]);
    if (at >= count || numbers.includes(UNKNOWN)) return "";
    return String(numbers.reduce((sum, each) => sum + (Number(each) || 0), 0));
  });
  return make("tfoot", "", make("tr", "", makeHead(say("together"), "row"), ...cells.map((cell) => make("td", "", cell))));
}

/** Opens below a row the events that its bar counts, each a link; or closes them.
 * @param {HTMLTableRowElement} line @param {HTMLElement} bar @param {number[]} seqs */
function openCauses(line, bar, seqs) {
  const isOpen = bar.ariaExpanded === "true";
  if (line.nextElementSibling?.className === "causes") line.nextElementSibling.remove();
  bar.ariaExpanded = String(!isOpen);
  if (isOpen) return;
  const cell = make("td", "", make("ul", "", ...seqs.map((seq) => make("li", "", makeLink(seq, events[seq].said)))));
  cell.colSpan = line.children.length;
  line.after(make("tr", "causes", cell));
}
