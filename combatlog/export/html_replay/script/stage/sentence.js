// The sentence of a beat or an event, its dice and its small print.
import { find, make, makeName, makeUnseen, write } from "./dom.js";
import { events, findOldFace, states } from "./fight.js";
import { makeDie } from "./dice.js";
import { say } from "./labels.js";
import { hasDied } from "./news.js";
import { isOver } from "./outcome.js";
import { strikesFallen } from "./plans.js";

const SIZES = 6; // in which a sentence is written
const DICE_SIZES = 6;
const MANY = 8; // so many names in a row are told whole, of more the first ones
const FIRST = 3;
const HELD = 90; // so many letters of a death without dice stand large and alone

/** Makes the words of a beat: texts, names and what stands out. `fold` makes what stands for the names
 * of a long row behind the first ones, of how many there are.
 * @param {Page.Span[]} spans @param {(count: number) => Node | string} [fold] */
export function makeProse(spans, fold) {
  const made = spans.map(makeSpan);
  if (fold) for (const [from, to] of findRows(spans).reverse()) made.splice(from + 1, to - from, fold((to - from) / 2));
  return made;
}

/** @param {Page.Span} span @returns {Node | string} */
function makeSpan(span) {
  if (typeof span === "string") return span;
  const [text, number] = span;
  if (number === undefined) return make("strong", "", text);
  const name = makeName(text, "who");
  name.dataset.number = number;
  return name;
}

/** Returns the places [from, to] of the names between which all others of a long row stand.
 * @param {Page.Span[]} spans */
function findRows(spans) {
  const found = [];
  const isName = (/** @type {number} */ at) => Array.isArray(spans[at]) && spans[at][1] !== undefined;
  for (let at = 0; at < spans.length; at += 1) {
    const start = at;
    while (isName(at) && isName(at + 2) && /^(,| \S+) $/.test(String(spans[at + 1]))) at += 2;
    if ((at - start) / 2 >= MANY) found.push([start + 2 * (FIRST - 1), at]);
  }
  return found;
}

/** Makes the words of a beat; a tap shows the names of a long row.
 * @param {Page.Span[]} spans */
function foldNames(spans) {
  const words = make("span", "");
  words.append(...makeProse(spans, (count) => {
    const more = make("button", "more", `… ${say("news.more", { count })}`);
    more.addEventListener("click", () => {
      words.replaceChildren(...makeProse(spans));
      fitSentence();
    });
    return make("span", "", " ", more);
  }));
  return words;
}

/** Returns the clock after all that an event has brought with it: the end of a fight counts its last round.
 * @param {number | null} seq */
function findClock(seq) {
  let last = seq ?? 0;
  while (last && events[last + 1]?.kind === "e" && events[last + 1].parent === last) last += 1;
  return states[last].scene.clock;
}

/** Shows the sentence of a stop.
 * @param {Page.Stop} stop @param {Page.State} state @param {Page.State} before */
export function showSentence(stop, state, before) {
  const { where = "" } = (states[stop.rolls.at(-1) ?? -1] ?? state).scene; // whose turn it was when the dice fell
  const isAfter = (isOver(before) || stop.aside) && isOver(state);
  const clock = findClock(isAfter || !isOver(state) ? null : stop.seq) ?? state.scene.clock ?? "";
  write(find("where"), isAfter ? say("afterwards") : where);
  write(find("clock"), isAfter && clock ? say("since", { clock }) : clock);
  const words = find("event");
  words.dataset.seq = stop.seq;
  const said = stop.story.length ? stop.story : [stop.heading];
  words.classList.toggle("heading", !stop.story.length);
  words.replaceChildren(...(stop.mark ? [makeUndone(said)] : [foldNames(said)]));
  if (stop.rolls.length) splitResult(/** @type {HTMLElement} */ (words.firstChild));
  const isDeath = state.people.some((card, number) => hasDied(card, before.people[number]));
  if (isDeath && isOver(before)) find("outcome").hidden = true; // a death afterwards has the room to itself
  const isAlone = !stop.rolls.length && find("outcome").hidden && words.textContent.length < HELD;
  words.classList.toggle("held", isDeath && isAlone);
  find("where").classList.toggle("opens", Boolean(stop.opens));
  if (stop.opens) words.prepend(makeUnseen(stop.opens), " ");
  find("app").classList.toggle("by-event", Boolean(stop.single));
  if (stop.single) words.prepend(make("span", "seq", `#${stop.seq}`), " ");
  const late = stop.from.some((number) => strikesFallen(stop, number, before)) ? say("news.declared") : "";
  for (const more of [stop.note, stop.mark]) {
    if (more) words.append(" ", make("span", "note", more));
  }
  if (late) placeBeforeResult(words, make("span", "note late", late));
  find("small").replaceChildren(...(stop.small?.length ? [make("span", "", ...makeProse(stop.small))] : []));
  showDice(stop, state);
  fitSentence();
  openSmall(false);
}

/** Puts a note behind the first sentence, which tells the deed.
 * @param {HTMLElement} words @param {HTMLElement} note */
function placeBeforeResult(words, note) {
  const result = words.querySelector(".result");
  if (result) result.before(note, " ");
  else words.append(" ", note);
}

/** Wraps what stands behind the first sentence, or from its first strong words on: it waits until the dice
 * have landed.
 * @param {HTMLElement} words */
export function splitResult(words) {
  for (const node of words.childNodes) {
    const end = node instanceof Text ? /[.!?]”? /.exec(node.data) : null;
    if (!end && node.nodeName !== "STRONG") continue;
    const rest = end ? /** @type {Text} */ (node).splitText(end.index + end[0].length) : node;
    const later = [...words.childNodes].slice([...words.childNodes].indexOf(rest));
    words.append(make("span", "result", ...later));
    return;
  }
}

/** Shows whose turn it is now, behind the beat of another turn.
 * @param {Page.State} state */
export function showWhere(state) {
  const { where = "" } = state.scene;
  if (isOver(state) || find("where").textContent === where) return;
  write(find("where"), where);
  find("where").classList.remove("opens");
}

/** Shows the small print whole, or in the few lines it has room for; then a tap opens it.
 * @param {boolean} is */
function openSmall(is) {
  const small = find("small");
  small.closest(".told").classList.toggle("open", is);
  const isCut = is || small.scrollHeight > small.clientHeight + 1;
  small.onclick = isCut ? () => openSmall(!is) : null;
  small.onkeydown = isCut ? (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") openSmall(!is);
  } : null;
  small.title = isCut ? small.textContent : "";
  small.tabIndex = isCut ? 0 : -1;
  if (!isCut) return small.removeAttribute("role");
  small.setAttribute("role", "button");
  return small.setAttribute("aria-expanded", String(is));
}

/** Writes the sentence in the largest size in which it is whole, else without what a card says, too. */
function fitSentence() {
  const words = find("event");
  for (let nth = 0; nth < 2 * SIZES; nth += 1) {
    words.dataset.size = nth % SIZES;
    words.classList.toggle("brief", nth >= SIZES);
    if (words.scrollHeight <= words.clientHeight + 1) break;
  }
  raiseStory();
}

/** On a phone gives the story the room below the sentence; at the end of a line, that below what is told under it. */
export function raiseStory() {
  const [sheet, below] = [find("told-sheet"), find("then-now")];
  const { offsetTop, offsetHeight } = below.matches(".ends") ? below : sheet;
  find("rise").style.setProperty("--spare", `${sheet.parentElement.clientHeight - offsetTop - offsetHeight}px`);
}

/** Fits the sentence and its dice again when their room changes. */
export function followRoom() {
  const parts = [find("event"), find("told-sheet").parentElement];
  const measure = () => parts.flatMap(({ clientHeight, clientWidth }) => [clientHeight, clientWidth]).join(" ");
  let known = measure();
  const observer = new ResizeObserver(() => {
    if (measure() === known) return;
    fitDice();
    fitSentence();
    known = measure();
  });
  for (const part of parts) observer.observe(part);
}

/** @param {Page.Span[]} said */
function makeUndone(said) {
  return make("del", "said", makeUnseen(`${say("undone")}: `), ...makeProse(said));
}

/** Shows the dice of a stop: below those of several people, whose they are, and how a save or check
 * went.
 * @param {Page.Stop} stop @param {Page.State} state */
function showDice({ rolls, outdone }, { people }) {
  const thrown = rolls.map((seq) => events[seq]).filter(({ dice }) => dice.length);
  const isShared = new Set(thrown.map(({ tested }) => tested[0])).size > 1;
  find("dice").replaceChildren(...thrown.map(({ seq, dice, modifier, tested: [who, passed, against] }) => {
    const beaten = outdone.includes(seq);
    const set = make("div", "set", ...dice.map((die, nth) => makeDie(die, dice.length > 1, beaten, findOldFace(seq, nth))));
    set.dataset.seq = seq;
    if (modifier) set.append(makeModifier(modifier));
    const words = [];
    if (isShared && people[who]) words.push(makeName(people[who].name));
    if (against !== undefined) words.push(makeResult(passed, against));
    const failed = passed === 0 ? " failed" : "";
    return make("div", `group${failed}`, set, ...(words.length ? [make("span", "roller", ...words)] : []));
  }));
  fitDice();
}

/** Shows the dice in the largest size in which all are in sight, with whole names if they can. */
function fitDice() {
  const dice = find("dice");
  const names = [...dice.querySelectorAll(".roller bdi")];
  for (const isCutAllowed of [false, true]) {
    for (let size = 0; size < DICE_SIZES; size += 1) {
      dice.dataset.size = size;
      const areWhole = isCutAllowed || names.every((name) => name.clientWidth && name.scrollWidth <= name.clientWidth);
      if (areWhole && dice.scrollWidth <= dice.clientWidth + 1) return;
    }
  }
}

/** @param {number} passed @param {number} against */
function makeResult(passed, against) {
  const shown = make("span", "", `${passed ? "✓" : "✗"} ${against}`);
  shown.setAttribute("aria-hidden", "true");
  const words = passed ? say("passed-against", { against }) : say("failed-against", { against });
  const result = make("b", "", shown, makeUnseen(words));
  result.title = words;
  return result;
}

/** @param {string} modifier */
function makeModifier(modifier) {
  const words = modifier === "enhanced" ? say("enhanced") : say("impaired");
  const mark = make("span", `modifier ${modifier}`, makeUnseen(words));
  mark.title = words;
  return mark;
}
