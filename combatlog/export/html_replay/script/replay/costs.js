// What a beat cost: for each combatant who lost something, a few signs behind the sentence.
import { make, makeName } from "../stage/dom.js";
import { isThere } from "../stage/fight.js";
import { describeLook } from "../stage/labels.js";
import { describeLoss, isNamedIn, isStateOnly, listNews } from "../stage/news.js";

/** Returns what changed for the combatants between two states, as elements. What does not count as a
 * loss or a gain is left out, and so are the mere conditions of those whom the beat does not name.
 * @param {Page.State} state @param {Page.State} before @param {Page.Stop} beat @returns {HTMLElement[]} */
export function listCosts(state, before, beat) {
  if (state.people === before.people) return [];
  return state.people.flatMap((card, number) => {
    if (!isThere(card) || card === before.people[number] || !isThere(before.people[number])) return [];
    const signs = listSigns(card, before.people[number], isNamedIn(beat, number));
    if (!signs.length) return [];
    const cost = make("span", "cost", makeName(card.name), ...signs);
    cost.dataset.number = number;
    return [cost];
  });
}

/** @param {Page.Card} card @param {Page.Card} before @param {boolean} isNamed */
function listSigns(card, before, isNamed) {
  const news = listNews(card, before).filter(({ kind }) => kind !== "note");
  if (!isNamed && isStateOnly(news)) return [];
  const loss = describeLoss(card, before);
  const signs = loss ? [["loss", loss]] : [];
  for (const { kind, text, short, brief } of news) {
    if (kind === "fate") signs.push(["fate", card.standing === "dead" ? `✕ ${describeLook("dead")}` : text]);
    else if (kind === "away") signs.push([kind, text]);
    else if (kind === "wound") signs.push(["wound", `✚ ${text}`]);
    else if (kind === "gain" && short) signs.push(["gain", brief ?? short]);
    else if (kind === "loss" && !loss) signs.push(["loss", text]);
  }
  return signs.slice(0, 3).map(([kind, text]) => make("b", kind, text));
}

/** Returns [number, name] of everybody in a state.
 * @param {Page.State} state @returns {[number: any, name: string][]} */
export function listPeople({ people }) {
  return people.map(/** @returns {[Page.Card, number]} */ (card, number) => [card, number]).filter(([card]) => isThere(card))
    .map(/** @returns {[number, string]} */ ([card, number]) => [number, card.name]);
}
