// What moves the fight on: resolve and the next round, undo and redo, and behind “more” all other rulings
// about the fight, and notes.
import { find, make } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { ask } from "./doubt.js";
import { nameOption } from "./names.js";
import { propose } from "./proposals.js";
import { isDecided, isFightOver } from "./resolving.js";
import { sayCommand, showAnswer } from "./say.js";
import { openView } from "./view.js";

/** What the bar asks of the hands: the turn, the fight, whether the form of an option is open, to open it (null:
 * to close it), to declare it as it is, and the name of a combatant.
 * @typedef {{ turn: () => Server.Turn, fight: () => string, isOpen: (option: Server.Option) => boolean,
 * open: (option: Server.Option | null) => void, declare: (option: Server.Option) => unknown,
 * nameOf: (id: string) => string }} Acts */
/** @type {{ isReferee: boolean, acts: Acts }} */
const bar = { isReferee: false, acts: /** @type {any} */ (null) };

/** Makes the buttons work.
 * @param {boolean} isReferee @param {Acts} acts */
export function followMain(isReferee, acts) {
  Object.assign(bar, { isReferee, acts });
  find("undo").addEventListener("click", () =>
    (isReferee ? sayCommand({ do: "undo" }, say("live.undo-do")) : askUndo()));
  find("redo").addEventListener("click", () => sayCommand({ do: "redo" }, say("live.redo-do")));
  find("answer-redo").addEventListener("click", () => find("redo").click());
  find("join-open").addEventListener("click", () => openView("join"));
  addEventListener("click", (/** @type {any} */ { target }) => {
    if (!target.closest?.("#more-main")) find("more-main").open = false;
  });
  find("noting").addEventListener("submit", async (/** @type {Event} */ submit) => {
    submit.preventDefault();
    const text = find("note").value.trim();
    if (!text || !(await sayCommand({ do: "note", text }, text))) return;
    find("note").value = "";
    find("more-main").open = false; // the answer stands behind it
    showAnswer(say("live.noted"));
  });
}

/** Asks a player whether they would propose to take back what they did last, and names it; or else what an
 * undo takes back, of whomever that is. */
function askUndo() {
  const { can_undo: last, own_deed: own, own_undo: line } = bar.acts.turn();
  const undo = () => propose(bar.acts.fight(), "undo", "");
  if (!own || !line) ask(say("live.undo-ask", { what: last }), say("live.propose"), undo);
  else ask(say("live.undo-ask", { what: own }), say("live.propose"), () => propose(bar.acts.fight(), line, say("live.taken-back")), [say("live.undo-last", { what: last }), undo]);
}

/** Shows the referee's rulings about the fight: what moves it on first, the rest behind “more”.
 * @param {Server.Turn} turn */
export function showMain({ rulings, can_undo: undo, can_redo: redo }) {
  const { isReferee } = bar;
  find("undo").disabled = !undo;
  find("undo").title = undo ? say("live.undo", { what: undo }) : "";
  for (const id of ["redo", "more-main", "join-open"]) find(id).hidden = !isReferee;
  if (!isReferee) return;
  const isWon = isDecided(bar.acts.turn()) && !isDeclared();
  const isFirst = isFightOver() ? (/** @type {Server.Option} */ { type }) => type === "rest"
    : (/** @type {Server.Option} */ { type, given }) => type === "begin-round"
      || (isWon ? type === "end-fight" : type === "resolve" && !given.who);
  const first = rulings.filter(isFirst);
  const others = rulings.filter((each) => !first.includes(each));
  find("moving").replaceChildren(...first.map((option) => makeRuling(option)));
  find("rulings").replaceChildren(...others.map((option) => makeRuling(option)));
  find("moving").hidden = bar.acts.turn().awaited.length > 0;
  find("redo").disabled = !redo;
  find("redo").title = redo ? say("live.redo", { what: redo }) : "";
}

const isDeclared = () => bar.acts.turn().people.some(({ declared }) => declared.length);

/** @param {Server.Option} option */
function makeRuling(option) {
  const leftOut = bar.acts.turn().left_out[bar.acts.turn().rulings.indexOf(option)];
  const next = isDeclared() ? "resolve" : isDecided(bar.acts.turn()) ? "end-fight" : leftOut ? "" : "begin-round";
  const is = option.type === next;
  const one = option.type === "resolve" && option.given.who;
  const name = one ? say("live.resolve-one", { who: bar.acts.nameOf(one) }) : nameOption(option);
  const isOpen = bar.acts.isOpen(option); // its form has the main button
  const button = make("button", is && !option.barred && !isOpen ? "main" : "", name);
  button.type = "button";
  button.setAttribute("aria-expanded", String(isOpen));
  button.title = option.obstacles?.[0]?.reason ?? "";
  button.classList.toggle("barred", Boolean(option.barred));
  const go = () => {
    find("more-main").open = false;
    if (isOpen) bar.acts.open(null);
    else if (option.blanks?.length && option.type !== "resolve") bar.acts.open(option);
    else bar.acts.declare(option);
  };
  button.addEventListener("click", () => {
    if (leftOut) ask(`${leftOut}.`, say("live.anyway", { what: name }), go);
    else go();
  });
  return button;
}
