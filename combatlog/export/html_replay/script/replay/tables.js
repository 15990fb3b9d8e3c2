// A table of people or things, with bars in scale, each of which opens to the events that it counts.
import { draw, make, makeLink, makeName } from "../stage/dom.js";
import { events } from "../stage/fight.js";
import { say } from "../stage/labels.js";

/** Makes the head of a column or a row.
 * @param {Node | string} inside @param {string} scope */
export function makeHead(inside, scope) {
  const cell = make("th", "", inside);
  cell.scope = scope;
  return cell;
}

/** Draws a bar that is filled to a part of its length.
 * @param {number} part */
export function drawBar(part) {
  return draw("svg", { class: "part", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { width: 100, height: 8 }), draw("rect", { class: "dealt", width: 100 * part, height: 8 }));
}

/** Makes a table of people or things: rows of a name and its cells. The first `bars` columns are bars, in
 * one scale; `explain` returns the events that a bar of a row counts.
 * @param {string} title @param {any[][]} rows @param {string[]} columns
 * @param {(row: any[], at: number) => number[]} [explain] */
export function makeTable(title, rows, columns, bars = 0, explain) {
  const most = Math.max(1, ...rows.flatMap((row) => row.slice(1, bars + 1)));
  const body = rows.map((row) => {
    const line = make("tr", "", makeHead(makeName(row[0]), "row"));
    line.append(...columns.map((_, at) => {
      const number = row[at + 1];
      if (at >= bars) return make("td", "", String(number));
      const isOpening = explain && Number(number);
      const bar = make(isOpening ? "button" : "span", "share", drawBar(number / most), make("b", "", String(number)));
      if (isOpening) bar.addEventListener("click", () => openCauses(line, bar, explain(row, at)));
      return make("td", "", bar);
    }));
    return line;
  });
  const head = make("tr", "", ...[say("who"), ...columns].map((name) => makeHead(name, "col")));
  const scroller = make("div", "scroller", make("table", "", make("caption", "", title),
    make("thead", "", head), make("tbody", "", ...body)));
  scroller.tabIndex = 0;
  scroller.setAttribute("role", "region");
  scroller.setAttribute("aria-label", title);
  return scroller;
}

/** Opens below a row the events that its bar counts, each a link; or closes them.
 * @param {HTMLTableRowElement} line @param {HTMLElement} bar @param {number[]} seqs */
function openCauses(line, bar, seqs) {
  const isOpen = bar.ariaExpanded === "true";
  for (const each of line.querySelectorAll("[aria-expanded=true]")) each.ariaExpanded = "false";
  if (line.nextElementSibling?.className === "causes") line.nextElementSibling.remove();
  if (isOpen) return;
  bar.ariaExpanded = "true";
  const cell = make("td", "", make("ul", "", ...seqs.map((seq) => make("li", "", makeLink(seq, events[seq].said)))));
  cell.colSpan = line.children.length;
  line.after(make("tr", "causes", cell));
}
