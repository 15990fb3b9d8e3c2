// What a beat cost: for each combatant who lost something, a few signs behind the sentence.
import { make, makeName } from "../stage/dom.js";
import { isThere } from "../stage/fight.js";
import { describeLook } from "../stage/labels.js";
import { describeLoss, isNamedIn, isStateOnly, listBeatNews, listNews, listOtherwise } from "../stage/news.js";

/** Returns what changed for the combatants between two states, as elements, and why a blow cost its target nothing. What does
 * not count as a loss or a gain is left out, and so are the mere conditions of those whom the beat does not name.
 * @param {Page.State} state @param {Page.State} before @param {Page.Stop} beat @returns {HTMLElement[]} */
export function listCosts(state, before, beat) {
  if (state.people === before.people && beat.failed === undefined) return [];
  return state.people.flatMap((card, number) => {
    const was = before.people[number];
    if (!isThere(card) || !isThere(was)) return [];
    const changed = card === was ? [] : beat.aside ? listScoresOf(card, was) : listSigns(card, was, isNamedIn(beat, number));
    const signs = changed.length || beat.about !== number ? changed : listVain(card, was, number, beat);
    if (!signs.length) return [];
    const cost = make("span", "cost", makeName(card.name), ...signs);
    cost.dataset.number = number;
    return [cost];
  });
}

/** Returns what became of a blow that cost its target nothing: “armor 1 · 0”.
 * @param {Page.Card} card @param {Page.Card} was @param {number} number @param {Page.Stop} beat */
function listVain(card, was, number, beat) {
  return listBeatNews(card, was, number, beat).filter(({ kind }) => kind === "dull").map(({ text }) => make("b", "dull", text));
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

/** Returns the scores that stand otherwise beside the fight: “STR 10 → 11”.
 * @param {Page.Card} card @param {Page.Card} was */
function listScoresOf(card, was) {
  return listOtherwise(card, was).filter(({ brief, state }) => brief && !state).map(({ text }) => make("b", "", text));
}

/** Returns [number, name] of everybody in a state.
 * @param {Page.State} state @returns {[number: any, name: string][]} */
export function listPeople({ people }) {
  return people.map(/** @returns {[Page.Card, number]} */ (card, number) => [card, number]).filter(([card]) => isThere(card))
    .map(/** @returns {[number, string]} */ ([card, number]) => [number, card.name]);
}
