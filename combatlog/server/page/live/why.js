// Why a number of the chosen combatant is so. The referee sees the chain of causes of each value, and
// can state it otherwise; players see what has changed their people. Each cause leads to its moment,
// where it can be corrected.
import { find, make, makeLink, makeName } from "../stage/dom.js";
import { events, findLine, isThere, listScores, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { send } from "./connection.js";
import { findLast, findNumber } from "./view.js";

const MOST = 12;
/** @type {{ fight: string, who: string, field: string, asked: string, state: (score: string) => void }} */
const why = { fight: "", who: "", field: "", asked: "", state() {} };

/** Shows the causes when they are opened, also by a tap on the number of the chosen token.
 * @param {() => void} show @param {() => string} findChosen */
export function followNumbers(show, findChosen) {
  const box = find("causes-box");
  box.addEventListener("toggle", show);
  find("field").addEventListener("click", (/** @type {any} */ click) => {
    const token = click.target.closest(".token.chosen .value")?.closest(".token");
    if (!token || Number(token.dataset.number) !== findNumber(findChosen())) return;
    click.stopPropagation();
    box.open = true;
    box.scrollIntoView({ block: "nearest" });
  }, true);
}

/** Shows why a combatant's values are so. `state` is called with a score that is to be stated.
 * @param {string} fight @param {string} who @param {boolean} isReferee @param {(score: string) => void} state */
export function showCauses(fight, who, isReferee, state) {
  const number = findNumber(who);
  const card = /** @type {Page.State} */ (states.at(-1)).people[number];
  if (why.who !== who) find("causes-box").open = false; // somebody else was chosen
  if (!isReferee || !isThere(card)) {
    why.who = who;
    find("causes-of").replaceChildren();
    showChanges(number);
    return;
  }
  const fields = [...listScores(card), ...(card.armor ? ["armor"] : []), ...(card.conditions ?? []), ...(card.wounds ?? [])];
  if (why.who !== who || !fields.includes(why.field)) why.field = fields[0] ?? "";
  Object.assign(why, { fight, who, state });
  find("causes-of").replaceChildren(...fields.map((field) => {
    const chip = make("button", "chip", field);
    chip.type = "button";
    chip.setAttribute("aria-pressed", String(field === why.field));
    chip.addEventListener("click", () => {
      why.field = field;
      showCauses(fight, who, isReferee, state);
      [...find("causes-of").children].find(({ textContent }) => textContent === field)?.focus();
    });
    return chip;
  }));
  if (find("causes-box").open) readChain(listScores(card).includes(why.field));
}

/** Reads and shows the chain of causes of the chosen value.
 * @param {boolean} isScore */
async function readChain(isScore) {
  const { fight, who, field, state } = why;
  const asked = [fight, who, field, findLast()].join(" ");
  if (why.asked === asked || !field) return;
  why.asked = asked;
  const path = `/api/fights/${fight}/why?who=${encodeURIComponent(who)}&field=${encodeURIComponent(field)}`;
  /** @type {Server.ValueReason[]} */
  const chain = await send("GET", path).catch(() => []);
  if (why.asked !== asked) return;
  const reasons = chain.reverse().map(({ seq, value, said, sources }) => make("li", "",
    makeCause({ seq, said }, value),
    make("ul", "sources", ...sources.filter((each) => each.seq !== seq).map((each) => make("li", "", makeCause(each))))));
  const stated = make("button", "chip", say("live.state-it", { field }));
  stated.type = "button";
  stated.addEventListener("click", () => state(field));
  find("causes").replaceChildren(...reasons, ...(isScore ? [make("li", "", stated)] : []));
}

/** Makes a link to the moment of a cause.
 * @param {Pick<Server.Source, "seq" | "said">} cause */
function makeCause({ seq, said }, value = "") {
  return makeLink(seq, make("span", "seq", `#${seq}`), " ", ...(value ? [make("b", "", value), " "] : []), makeName(said));
}

/** Shows the events that have changed a combatant, the last first.
 * @param {number} number */
function showChanges(number) {
  const line = findLine(events.length - 1);
  const changed = line.filter((seq, at) => at > 0 && isThere(states[line[at - 1]].people[number])
    && states[seq].people[number] !== states[line[at - 1]].people[number]);
  const found = changed.slice(-MOST).reverse().map((seq) => make("li", "", makeCause(events[seq])));
  find("causes").replaceChildren(...(found.length ? found : [make("li", "quiet", say("live.no-causes"))]));
}
