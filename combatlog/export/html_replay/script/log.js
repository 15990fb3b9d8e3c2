// The log: a row for each event; the present one is marked and scrolled into sight.
const rows = [null];
let presentRow = null;

function makeLog(chosen) {
  const list = find("log");
  let lastMark = "";
  for (const event of events) {
    if (!event) continue;
    const button = make("button", "", make("span", "seq", `#${event.seq}`), makeWords(event));
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.seq = event.seq;
    if (event.note) button.append(" ", make("span", "note", event.note));
    if (event.mark && event.mark !== lastMark) button.append(" ", make("span", "note", event.mark));
    lastMark = event.mark;
    const row = make("li", `row kind-${event.kind}`, button);
    if (!onLine.has(event.seq)) row.classList.add("off");
    if (event.quiet) row.classList.add("quiet");
    rows.push(row);
  }
  list.append(...rows.slice(1));
  list.addEventListener("click", (click) => {
    const button = click.target.closest("button");
    if (button) chosen(Number(button.dataset.seq));
  });
}

/** Marks the row of an event. */
function showRow(seq) {
  const row = rows[seq];
  if (presentRow === row) return;
  const focused = presentRow?.contains(document.activeElement);
  if (presentRow) {
    presentRow.classList.remove("present");
    presentRow.firstChild.removeAttribute("aria-current");
    presentRow.firstChild.tabIndex = -1;
  }
  row.classList.add("present");
  row.firstChild.setAttribute("aria-current", "step");
  row.firstChild.tabIndex = 0;
  presentRow = row;
  if (focused) row.firstChild.focus({ preventScroll: true });
  keepInSight(row);
}

/** Scrolls the log, and only the log, to a row. */
function keepInSight(row) {
  const list = find("log");
  const box = list.getBoundingClientRect();
  const at = row.getBoundingClientRect();
  const margin = Math.min(60, box.height / 4);
  if (at.top < box.top + margin || at.bottom > box.bottom - margin) {
    list.scrollTop += at.top - box.top - box.height / 3;
  }
}

/** Shows or hides the rows of undone events. */
function showUndoneRows(visible) {
  find("log").classList.toggle("with-undone", visible);
  if (presentRow) keepInSight(presentRow);
}
