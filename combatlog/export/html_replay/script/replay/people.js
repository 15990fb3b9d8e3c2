// A card for each combatant with all their numbers, by side. A card is made once and then updated.
import { find, make, makeName, write } from "../stage/dom.js";
import { SCORE, isThere, listScores } from "../stage/fight.js";
import { describeLook, say } from "../stage/labels.js";
import { chooseShape, makeScore, showScore } from "./scores.js";

const cards = new Map();
const sides = new Map();

/** Shows all combatants in a state; `before` is the state at the stop before. */
export function showCards(state, before) {
  for (const number of new Set([...cards.keys(), ...state.people.keys()])) {
    const card = state.people[number];
    showCard(number, isThere(card) ? card : null, before.people[number]);
  }
  for (const side of sides.values()) {
    side.box.hidden = ![...side.list.children].some((child) => !child.hidden);
  }
}

function showCard(number, card, before) {
  if (!card && !cards.has(number)) return;
  if (!cards.has(number)) cards.set(number, makeCard(number));
  const kept = cards.get(number);
  kept.box.hidden = !card;
  if (!card || (kept.card === card && kept.before === before)) return;
  kept.card = card;
  kept.before = before;
  kept.box.classList.toggle("changed", before !== undefined && before !== card);
  kept.box.dataset.look = card.look;
  join(kept.box, card.side, number);
  write(kept.name, card.name);
  write(kept.about, describeCard(card));
  write(kept.standing, describeStanding(card));
  kept.standing.hidden = !kept.standing.textContent;
  showScores(kept.scores, card, before);
  showList(kept.conditions, card.conditions, say("conditions"));
  showList(kept.wounds, card.wounds, say("wounds"));
  showList(kept.crew, card.crew && [say("aboard", { who: card.crew.join(", ") })]);
  showMore(kept.more, card);
}

function makeCard(number) {
  const kept = { box: make("li", "card") };
  for (const part of ["about", "standing"]) kept[part] = make("p", part);
  kept.name = make("bdi", "");
  kept.scores = make("div", "scores");
  for (const part of ["conditions", "wounds", "crew"]) kept[part] = make("ul", part);
  kept.more = make("details", "more");
  kept.more.append(make("summary", "", say("arms")), make("ul"));
  kept.box.dataset.number = number;
  const head = make("div", "who", make("h4", "", kept.name), kept.standing);
  kept.box.append(head, kept.about, kept.scores, kept.conditions, kept.wounds, kept.crew, kept.more);
  return kept;
}

/** Brings the card of a combatant into sight. */
export function revealCard(number) {
  cards.get(number)?.box.scrollIntoView({ block: "nearest" });
}

/** Puts a card among those of its side, in the order of joining. */
function join(box, side, number) {
  if (!sides.has(side)) {
    const list = make("ul", "cards");
    const whole = make("section", "side", make("h3", "", makeName(side)), list);
    sides.set(side, { box: whole, list });
    find("cards").append(whole);
  }
  const { list } = sides.get(side);
  if (box.parentElement === list) return;
  const after = [...list.children].find((child) => Number(child.dataset.number) > number);
  list.insertBefore(box, after ?? null);
}

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

/** Returns words for a combatant who is out, or for the look of one without known numbers. */
function describeStanding(card) {
  if (card.standing === "dead") {
    return card.how ? say("dead-of", { how: card.how }) : say("dead");
  }
  if (card.standing) return card.how ? say("gone-how", { how: card.how }) : say("gone");
  return card.hidden || ["down", "held"].includes(card.look) ? describeLook(card.out ?? card.look) : "";
}

function showScores(box, card, before) {
  const scores = listScores(card);
  const shown = [...box.children].map((child) => child.dataset.score);
  if (shown.join("\n") !== scores.join("\n")) {
    box.replaceChildren(...scores.map((score, at) =>
      makeScore(score, chooseShape(score, at, scores.length))));
  }
  scores.forEach((score, at) =>
    showScore(box.children[at], score, card[SCORE + score], before?.[SCORE + score]));
}

function showList(list, items, label = "") {
  list.hidden = !items;
  if (label) list.setAttribute("aria-label", label);
  list.replaceChildren(...(items ?? []).map((item) => make("li", "", makeName(item))));
}

/** Shows arms and skills, folded away. */
function showMore(box, card) {
  const items = [...(card.arms ?? []), ...(card.skills ?? [])];
  box.hidden = !items.length;
  write(box.firstChild, card.skills ? `${say("arms")}, ${say("skills")}` : say("arms"));
  showList(box.lastChild, items);
}
