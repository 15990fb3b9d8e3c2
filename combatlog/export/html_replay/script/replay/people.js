// A card for each combatant with all their numbers, by side. A card is made once and then updated.
import { find, make, makeName, write } from "../stage/dom.js";
import { isFallen } from "../stage/field.js";
import { SCORE, isThere, listScores, sides } from "../stage/fight.js";
import { describeLook, say } from "../stage/labels.js";
import { chooseShape, makeScore, showScore } from "./scores.js";

/** @typedef {ReturnType<typeof makeCard> & { card?: Page.Card, before?: Page.Card }} Kept */

/** @type {Map<number, Kept>} */
const cards = new Map();
/** @type {Map<string, { box: HTMLElement, list: HTMLElement, isOurs: boolean }>} */
const groups = new Map();

/** Shows all combatants in a state; `before` is the state at the stop before.
 * @param {Page.State} state @param {Page.State} before */
export function showCards(state, before) {
  for (const number of new Set([...cards.keys(), ...state.people.keys()])) {
    const card = state.people[number];
    showCard(number, isThere(card) ? card : null, before.people[number]);
  }
  for (const side of groups.values()) {
    side.box.hidden = !side.list.querySelector(":scope > :not([hidden])");
  }
}

/** @param {number} number @param {Page.Card | null} card @param {Page.Card} [before] */
function showCard(number, card, before) {
  if (!card && !cards.has(number)) return;
  /** @type {Kept} */
  const kept = cards.get(number) ?? makeCard(number);
  cards.set(number, kept);
  kept.box.hidden = !card;
  if (!card || (kept.card === card && kept.before === before)) return;
  kept.card = card;
  kept.before = before;
  kept.box.classList.toggle("changed", before !== undefined && before !== card);
  kept.box.dataset.look = card.look;
  kept.box.dataset.team = Math.max(0, sides.indexOf(card.side)) % 8;
  join(kept.box, card, number);
  write(kept.name, card.name);
  write(kept.about, describeCard(card));
  write(kept.standing, describeStanding(card));
  kept.standing.hidden = !kept.standing.textContent;
  showScores(kept.scores, card, before);
  showList(kept.conditions, card.conditions, say("conditions"));
  showList(kept.wounds, card.wounds, say("wounds"));
  showList(kept.crew, card.crew && [say("aboard", { who: card.crew.join(", ") })]);
  showMore(kept, card);
}

/** @param {number} number */
function makeCard(number) {
  const kept = {
    box: make("li", "card"), name: make("bdi", ""), about: make("p", "about"), standing: make("p", "standing"), scores: make("div", "scores"),
    conditions: make("ul", "conditions"), wounds: make("ul", "wounds"), crew: make("ul", "crew"),
    more: make("details", "more"), owns: make("summary", "", say("arms")), owned: make("ul"),
  };
  kept.more.append(kept.owns, kept.owned);
  kept.box.dataset.number = number;
  const head = make("div", "who", make("h4", "", kept.name), kept.standing);
  kept.box.append(head, kept.about, kept.scores, kept.conditions, kept.wounds, kept.crew, kept.more);
  return kept;
}

/** Brings a card into sight that has just changed: of the first who fell, else the first one. */
export function revealChanged() {
  const changed = [...cards.values()].filter(({ box }) => box.matches(".changed:not([hidden])"));
  (changed.find(({ card, before }) => isFallen(card) && !isFallen(before)) ?? changed[0])?.box.scrollIntoView({ block: "nearest" });
}

/** Brings the card of a combatant into sight.
 * @param {number} number */
export function revealCard(number) {
  cards.get(number)?.box.scrollIntoView({ block: "nearest" });
}

/** Puts a card among those of its side, in the order of joining. As on the stage, the players' sides
 * come before the others.
 * @param {HTMLElement} box @param {Page.Card} card @param {number} number */
function join(box, { side, kind }, number) {
  const group = groups.get(side) ?? makeSide(side);
  const { list } = group;
  if (kind !== "npc" && !group.isOurs) {
    group.isOurs = true;
    const other = [...groups.values()].find(({ isOurs }) => !isOurs);
    if (other) find("cards").insertBefore(group.box, other.box);
  }
  if (box.parentElement === list) return;
  const after = [...list.children].find((child) => Number(child.getAttribute("data-number")) > number);
  list.insertBefore(box, after ?? null);
}

/** @param {string} name */
function makeSide(name) {
  const list = make("ul", "cards");
  const side = { box: make("section", "side", make("h3", "", makeName(name)), list), list, isOurs: false };
  groups.set(name, side);
  find("cards").append(side.box);
  return side;
}

/** @param {Page.Card} card */
function describeCard(card) {
  return [
    card.player && say("player", { player: card.player }),
    card.scale,
    card.leader && say("leader"),
    card.armor && say("armor", { number: card.armor }),
    card.shield && say("shield", { number: card.shield }),
    card.area && say("in-area", { area: card.area }),
    card.engaged && say("engaged", { who: card.engaged }),
  ].filter(Boolean).join(" · ");
}

/** Returns words for a combatant who is out, or for the look of one without known numbers.
 * @param {Page.Card} card */
function describeStanding(card) {
  if (card.standing === "dead") {
    return card.how ? say("dead-of", { how: card.how }) : say("dead");
  }
  if (card.standing) return card.how ? say("gone-how", { how: card.how }) : say("gone");
  return card.hidden || ["down", "held"].includes(card.look) ? describeLook(card.out ?? card.look) : "";
}

/** @param {HTMLElement} box @param {Page.Card} card @param {Page.Card} [before] */
function showScores(box, card, before) {
  const scores = listScores(card);
  const shown = [...box.children].map((child) => child.getAttribute("data-score"));
  if (shown.join("\n") !== scores.join("\n")) {
    box.replaceChildren(...scores.map((score, at) =>
      makeScore(score, chooseShape(score, at, scores.length))));
  }
  scores.forEach((score, at) =>
    showScore(box.children[at], score, card[SCORE + score], before?.[SCORE + score]));
}

/** @param {HTMLElement} list @param {string[]} [items] */
function showList(list, items, label = "") {
  list.hidden = !items;
  if (label) list.ariaLabel = label;
  list.replaceChildren(...(items ?? []).map((item) => make("li", "", makeName(item))));
}

/** Shows arms and skills, folded away.
 * @param {Kept} kept @param {Page.Card} card */
function showMore(kept, card) {
  const items = [...(card.arms ?? []), ...(card.skills ?? [])];
  kept.more.hidden = !items.length;
  write(kept.owns, card.skills ? `${say("arms")}, ${say("skills")}` : say("arms"));
  showList(kept.owned, items);
}
