// What the chosen combatant can do, and the form of what was chosen from it: its blanks, its odds, what
// stands against it, and the buttons that declare it.
import { find, make, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeBlanks } from "./form.js";
import { nameOption } from "./names.js";
import { findObstacle, showObstacle } from "./obstacles.js";
import { showOdds } from "./odds.js";
import { goToFault } from "./range.js";
import { isLastToDeclare } from "./resolving.js";
import { beginValues, findBar, listMissing, makeDeclaration } from "./values.js";
import { findLast } from "./view.js";
import { showCauses } from "./why.js";

/** What the form leaves to the hands: to open an option, to show all anew, to declare what is open, and to resolve
 * what was recorded.
 * @typedef {{ open: (option: Server.Option, values?: Page.Values | null, isMeant?: boolean) => void,
 * redraw: () => void, declare: () => any, resolve: (recorded: any) => void }} Acts */

/** Returns whether a player has declared an action: then it stands, and no form asks for it again.
 * @param {Page.Hands} hands */
export function hasActed(hands) {
  return hands.seat.role === "player" && Boolean(findOne(hands)?.acted);
}

/** @param {Page.Hands} hands */
function findOne({ turn, who }) {
  return turn?.people.find(({ id }) => id === who);
}

/** Shows what the chosen combatant can do, and the form of what was chosen.
 * @param {Page.Hands} hands @param {Acts} acts */
export function showChosenForm(hands, acts) {
  const { options, option, values } = hands;
  const makeChip = (/** @type {Server.Option} */ each) => makeAction(hands, each, acts);
  const box = find("chosen");
  box.hidden = (!options && !option) || hands.turn?.awaited.length > 0; // dice come first
  const actions = (options?.turn ?? []).map(makeChip);
  const rulings = (options?.rulings ?? []).map(makeChip);
  find("actions").replaceChildren(...actions);
  find("more-rulings").hidden = !rulings.length;
  const isRuling = option && options?.rulings?.includes(option);
  write(find("rulings-name"), isRuling ? `${say("live.rulings")}: ${nameOption(option)}` : say("live.rulings"));
  find("about").replaceChildren(...rulings);
  find("causes-box").hidden = !hands.who;
  if (hands.who) showWhy(hands, acts);
  const form = find("form");
  const barred = option ? "" : hasActed(hands) ? say("live.declared") : findObstacle(options);
  form.hidden = !option && !barred;
  find("app").classList.toggle("with-form", !box.hidden && Boolean(option));
  if (barred) form.replaceChildren(make("p", "quiet", barred));
  const missing = option ? listMissing(option, values) : [""];
  const isDeed = option && !missing.length && options?.turn.includes(option) && !findBar(option, values) && hands.touched;
  showOdds(hands.fight, findLast(), isDeed ? makeDeclaration(option, values) : null);
  if (!option) return;
  const bar = findBar(option, values);
  const obstacles = option.obstacles?.length ? option.obstacles : bar ? [bar] : [];
  form.replaceChildren(
    ...obstacles.map(({ reason }) => make("p", "obstacle", reason)),
    make("div", "blanks", ...makeBlanks(option, values, (field, choice, isTyping) => {
      hands.touched = true;
      showObstacle(choice?.barred ? choice.obstacles?.[0] : undefined);
      if (!isTyping) acts.redraw();
      else form.querySelector(".declares").hidden = listMissing(option, values).length > 0;
    })),
    makeDeclares(hands, option, missing, bar, acts),
  );
}

/** Shows why the chosen one's numbers are so; a score can be stated otherwise.
 * @param {Page.Hands} hands @param {Acts} acts */
export function showWhy(hands, { open }) {
  showCauses(hands.fight, hands.who, hands.seat.role === "referee", (score) => {
    const option = hands.options?.rulings?.find(({ type }) => type === "set-score");
    if (option) open(option, { ...beginValues(option), score }, true);
    find("form").querySelector("input[type=number]")?.focus();
  });
}

/** @param {Page.Hands} hands @param {Server.Option} option @param {Acts} acts */
function makeAction(hands, option, { open }) {
  const button = make("button", "chip action", nameOption(option));
  button.type = "button";
  button.classList.toggle("barred", Boolean(option.barred));
  button.title = option.obstacles?.[0]?.reason ?? "";
  button.setAttribute("aria-pressed", String(option === hands.option));
  button.addEventListener("click", () => {
    showObstacle(option.obstacles?.[0]);
    if (hands.options?.rulings?.includes(option)) find("more-rulings").open = false; // its name stands in the list's place
    open(option);
    find("form").scrollIntoView({ block: "nearest" }); // below a list of rulings
  });
  return button;
}

/** Makes the button that declares an option, and for the referee one that resolves at once, too, where
 * nobody else is waited for. What is barred only the referee can insist on.
 * @param {Page.Hands} hands @param {Server.Option} option @param {unknown[]} missing
 * @param {Server.Obstacle | undefined} bar @param {Acts} acts */
function makeDeclares(hands, option, missing, bar, { declare, resolve }) {
  const isDeed = hands.options?.turn.includes(option);
  const button = make("button", `declare ${bar ? "" : "main"}`, isDeed ? say("live.declare", { what: nameOption(option) })
    : option.type === "begin-round" ? say("live.begin-round") : nameOption(option));
  button.disabled = Boolean(bar) && !(bar?.overrulable && hands.seat.role === "referee");
  const both = make("button", "declare-resolve", say("live.declare-resolve"));
  both.hidden = !isDeed || Boolean(bar) || !isLastToDeclare(hands.turn, findOne(hands)?.name ?? hands.who);
  for (const each of [button, both]) {
    each.type = "button";
    each.title = bar?.reason ?? "";
    each.addEventListener("click", async () => {
      if (goToFault(find("form"))) return;
      const recorded = await declare();
      if (recorded && each === both) resolve(recorded);
    });
  }
  const box = make("div", "declares", button, both);
  box.hidden = missing.length > 0;
  return box;
}
