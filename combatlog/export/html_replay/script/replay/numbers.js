// Statistics, as they were computed when they were asked for.
import { find, make, makeName } from "../stage/dom.js";
import { say } from "../stage/labels.js";

/** Shows the statistics, in place of those that were shown. */
export function makeNumbers({ combatants, players, columns }) {
  const parts = [combatants.length ? makeTable(say("by-combatant"), combatants, columns)
    : make("p", "quiet", say("no-numbers"))];
  if (players.length) parts.push(makeTable(say("by-player"), players, columns));
  find("numbers").replaceChildren(...parts);
}

/** Makes a table of people or things: rows of a name and its cells. */
export function makeTable(title, people, columns) {
  const head = make("tr");
  for (const name of [say("who"), ...columns]) {
    const cell = make("th", "", name);
    cell.scope = "col";
    head.append(cell);
  }
  const body = people.map(([name, ...cells]) => {
    const first = make("th", "", makeName(name));
    first.scope = "row";
    return make("tr", "", first, ...cells.map((cell) => make("td", "", cell)));
  });
  const table = make("table", "", make("caption", "", title), make("thead", "", head),
    make("tbody", "", ...body));
  const scroller = make("div", "scroller", table);
  scroller.tabIndex = 0;
  scroller.setAttribute("role", "region");
  scroller.setAttribute("aria-label", title);
  return scroller;
}
