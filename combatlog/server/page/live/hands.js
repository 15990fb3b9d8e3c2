// What can be done now: for the chosen combatant, and for the fight as a whole. Everything is offered
// by the rules; an attack is three taps: who, whom, resolve.
import { find } from "../stage/dom.js";
import { states } from "../stage/fight.js";
import { markToken } from "../stage/field.js";
import { followBranch } from "./branch.js";
import { hasActed, showChosenForm, showWhy } from "./chosen_form.js";
import { followCorrecting, setCorrectedFight } from "./correct.js";
import { showAsked } from "./dice_pad.js";
import { dropDoubt, followDoubt } from "./doubt.js";
import { followKeyboard, keepFocus, reachTokens } from "./focus.js";
import { placeHands, openHands } from "./hands_place.js";
import { showHint, showUndeclared } from "./hint.js";
import { followLine, setLineFight } from "./line.js";
import { followMain, showMain } from "./main_bar.js";
import { showOwn } from "./own.js";
import { describeDeed } from "./names.js";
import { showObstacle } from "./obstacles.js";
import { showOdds } from "./odds.js";
import { readOptions, readOptionsAhead } from "./options.js";
import { goToFault } from "./range.js";
import { keepReason, listReasons } from "./reasons.js";
import { findResolve } from "./resolving.js";
import { dropRefusal, followOverruling, sayCommand, sayIn, showAnswer, waitFor } from "./say.js";
import { beginValues, findBar, listMissing, makeDeclaration, takeChoice, takesList } from "./values.js";
import { findLast, findNumber, followTaps, openView } from "./view.js";
import { followQueue } from "./waiting.js";
import { followNumbers } from "./why.js";

/** @type {Page.Hands & { asking: string, begun: boolean, coming: string, tapped: string, where: string }} */
const hands = {
  seat: /** @type {any} */ (null), fight: "", turn: /** @type {any} */ (null), who: "", options: null,
  asking: "", option: null, values: {}, touched: false, begun: false, coming: "", tapped: "", where: "",
};

/** @param {Server.SeatView} seat @param {string} fight */
export function beginHands(seat, fight) {
  Object.assign(hands, { seat, fight, turn: null, who: "", options: null, option: null, coming: "", tapped: "" });
  sayIn(fight);
  setLineFight(fight);
  setCorrectedFight(fight);
  find("hands").hidden = seat.role === "spectator";
  if (hands.begun) return;
  hands.begun = true;
  followTaps(tapToken);
  placeHands();
  followLine(seat.role === "referee");
  followOverruling();
  followDoubt();
  followKeyboard(seat.role === "referee");
  followBranch(seat.role === "referee");
  followNumbers(() => hands.who && showWhy(hands, acts), () => hands.who);
  followQueue(() => hands.turn && keepFocus(() => showAsked(hands.turn.awaited, hands.fight)));
  followCorrecting(seat.role === "referee");
  followMain(seat.role === "referee", {
    turn: () => hands.turn,
    fight: () => hands.fight,
    isOpen: ({ type, name }) => hands.option?.name === name && hands.option.type === type,
    open: openRuling,
    declare: (option) => declare(option, {}),
    nameOf,
  });
}

export function endHands() {
  find("hands").hidden = true;
}

/** Shows the turn: the dice, who has not declared, and what the referee can do.
 * @param {Server.Turn} turn */
export function showTurn(turn) {
  keepFocus(() => showAll(turn));
}

/** @param {Server.Turn} turn */
function showAll(turn) {
  const isNew = !hands.turn || hands.turn.last !== turn.last;
  hands.turn = turn;
  if (isNew) dropDoubt();
  const where = states.at(-1)?.scene.where ?? "";
  if (where !== hands.where) dropRefusal();
  hands.where = where;
  showAsked(turn.awaited, hands.fight);
  showUndeclared(turn);
  showPeople(turn);
  showMain(turn);
  showChosen();
  reachTokens();
  showHint(turn, hands.seat.role, isBusy());
  if (isNew && hands.who) choose(hands.who, false);
  if (isNew && hands.seat.role === "player") readOptionsAhead(hands.fight, turn, hands.who);
  if (!hands.who) {
    const own = turn.people.filter(({ yours }) => yours);
    if (hands.seat.role === "player" && own.length === 1) choose(own[0].id, false);
  }
}

/** Shows the people that this reader speaks for, with what they have declared.
 * @param {Server.Turn} turn */
function showPeople({ people }) {
  showOwn(people, hands.who, tapOwn);
}

function isBusy() {
  return Boolean(hands.who || hands.option);
}

/** Opens the form of a ruling, and shows it; without one, closes what is open.
 * @param {Server.Option | null} option */
function openRuling(option) {
  hands.option = null;
  if (option) openOption(option);
  else showChosen();
  showMain(hands.turn);
  if (option) find("form").scrollIntoView({ block: "nearest" });
}

/** @param {string} id */
function nameOf(id) {
  return hands.turn.people.find((one) => one.id === id)?.name ?? id;
}

/** Chooses a combatant, and asks what they can do.
 * @param {string} id @param {boolean} moving */
async function choose(id, moving) {
  hands.who = id;
  markToken(id ? findNumber(id) : -1);
  if (hands.turn) {
    showPeople(hands.turn);
    showHint(hands.turn, hands.seat.role, isBusy());
  }
  if (!id) {
    hands.asking = ""; // an answer on its way opens nothing any more
    hands.options = null;
    hands.option = null;
    showChosen();
    return;
  }
  const asked = `${id} ${findLast()}`;
  hands.asking = asked;
  if (moving) {
    Object.assign(hands, { coming: id, tapped: "" });
    dropRefusal();
  }
  try {
    const options = await readOptions(hands.fight, id);
    if (hands.asking !== asked) return;
    if (moving) find("more-rulings").open = false;
    const kept = moving ? null : hands.option?.name;
    hands.options = options;
    const again = findAgain(options, kept);
    hands.option = null;
    if (again) openOption(again, isKept(again, kept) ? hands.values : null);
    else showChosen();
    takeTapped(id);
  } catch (fault) {
    if (hands.asking !== asked) return;
    hands.coming = "";
    showAnswer(fault.message);
  }
  if (moving) openHands();
}

/** Returns the option to open: the same as before, else an attack. What is barred only the referee keeps open.
 * @param {Server.Options} options @param {string | null | undefined} kept */
function findAgain({ turn, rulings = [] }, kept) {
  const all = [...turn, ...rulings];
  const isOpen = (/** @type {Server.Option} */ { barred }) => !barred || hands.seat.role === "referee";
  const again = all.find((each) => each.name === kept && isOpen(each));
  return again || hasActed(hands) ? again : turn.find(({ type, barred }) => type === "attack" && !barred);
}

/** Returns whether an option that is opened again keeps what the reader filled in: what was only proposed is
 * proposed anew, and players' choices that are barred by now are dropped.
 * @param {Server.Option} option @param {string | null | undefined} kept */
function isKept(option, kept) {
  return option.name === kept && hands.touched && (hands.seat.role === "referee" || !findBar(option, hands.values));
}

/** Takes the tap on a token: a target of the open option, or another combatant. Friends are attacked
 * by the form alone: a tap on one chooses them. Returns whether it was for the hands.
 * @param {string} id */
function tapToken(id) {
  if (hands.coming && hands.coming === hands.who && id !== hands.who) {
    hands.tapped = id; // what they can do to them is known in a moment
    return true;
  }
  const one = hands.turn?.people.find((each) => each.id === id);
  const { option } = hands;
  const blank = id === hands.who ? null : findTarget(id);
  if (option && blank) {
    const isAdded = hands.values.also?.[blank.field];
    hands.values[blank.field] = isAdded ? takeChoice(blank, hands.values, id) : takesList(blank) ? [id] : id;
    if (isAdded) {
      hands.touched = true;
      showChosen();
      return true;
    }
    const bar = findBar(option, hands.values);
    if (bar || listMissing(option, hands.values).length || goToFault(find("form"))) {
      showChosen();
      showObstacle(bar);
    } else declare(option, hands.values);
    return true;
  }
  if (!one?.yours) return false;
  tapOwn(id);
  return true;
}

/** Chooses somebody whom this reader speaks for. A second tap lets them go, unless a player has nobody else.
 * @param {string} id */
function tapOwn(id) {
  const isOnly = hands.seat.role === "player" && hands.turn.people.filter(({ yours }) => yours).length === 1;
  choose(id === hands.who && !isOnly ? "" : id, true);
}

/** Takes the tap that came before it was known what the chosen one can do.
 * @param {string} id */
function takeTapped(id) {
  const { tapped } = hands;
  if (hands.coming === id) Object.assign(hands, { coming: "", tapped: "" });
  if (tapped) tapToken(tapped);
}

/** Returns the blank of the open option that takes somebody as its target.
 * @param {string} id */
function findTarget(id) {
  return hands.option?.blanks?.find(({ kind, choices = [] }) => {
    const choice = choices.find(({ value, barred }) => value === id && !barred);
    return choice && (kind === "aims" ? choice.group === "foes" : kind === "combatants");
  });
}

/** Opens the form of an option. `isMeant` says that the reader chose the values.
 * @param {Server.Option} option @param {Page.Values | null} values */
function openOption(option, values = null, isMeant = false) {
  hands.option = option;
  hands.values = values ?? beginValues(option);
  hands.touched = isMeant || (hands.touched && values !== null); // the odds of what is only proposed are not asked for
  if (!(option.blanks?.length)) {
    declare(option, {});
    return;
  }
  showChosen();
}

/** Shows what the chosen combatant can do, and the form of what was chosen. */
function showChosen() {
  keepFocus(() => showChosenForm(hands, acts));
}

const acts = {
  open: openOption,
  redraw: showChosen,
  declare: () => hands.option && declare(hands.option, hands.values),
  resolve: resolveAfter,
};

/** Resolves what is declared, once the page has what was declared last.
 * @param {{ seqs: number[], last: number }} recorded */
async function resolveAfter(recorded) {
  await waitFor(recorded);
  const option = findResolve(hands.turn);
  if (option) declare(option, {});
}

/** Declares an option; returns what was recorded, if anything. Where it is refused, and the referee overrules
 * that, it is declared with the reason.
 * @param {Server.Option} option @param {Page.Values} values */
async function declare(option, values, overrule = "") {
  for (const reason of listReasons(option, values)) keepReason(reason);
  showOdds(hands.fight, findLast(), null);
  const declarations = [makeDeclaration(option, values, overrule)];
  const again = (/** @type {string} */ why) => declare(option, values, why);
  const { who } = hands;
  const recorded = await sayCommand({ do: "declare", declarations }, describeDeed(option, values, nameOf), again);
  if (recorded && option.type === "begin-round" && !find("pane-join").hidden) openView("story"); // all are here
  // The news may come before the answer; then the same option was opened anew.
  if (!recorded || who !== hands.who || option.name !== hands.option?.name) return recorded;
  hands.option = null;
  if (hands.seat.role === "referee") choose("", false);
  else showChosen();
  return recorded;
}
