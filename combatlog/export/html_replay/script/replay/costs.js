// What a beat cost: for each combatant who lost something, a few signs behind the sentence.
import { make, makeName } from "../stage/dom.js";
import { isThere } from "../stage/fight.js";
import { describeLook } from "../stage/labels.js";
import { describeLoss, listNews } from "../stage/news.js";

/** Returns what changed for the combatants between two states, as elements. What does not count as a
 * loss or a gain is left out. */
export function listCosts(state, before) {
  if (state.people === before.people) return [];
  return state.people.flatMap((card, number) => {
    if (!isThere(card) || card === before.people[number] || !isThere(before.people[number])) return [];
    const signs = listSigns(card, before.people[number]);
    if (!signs.length) return [];
    const cost = make("span", "cost", makeName(card.name), ...signs);
    cost.dataset.number = number;
    return [cost];
  });
}

function listSigns(card, before) {
  const news = listNews(card, before).filter(({ kind }) => kind !== "note");
  const loss = describeLoss(card, before);
  const signs = loss ? [["loss", loss]] : [];
  for (const { kind, text, short } of news) {
    if (kind === "fate") signs.push(["fate", card.standing === "dead" ? `✕ ${describeLook("dead")}` : text]);
    else if (kind === "wound") signs.push(["wound", `✚ ${text}`]);
    else if (kind === "gain" && short) signs.push(["gain", short]);
    else if (kind === "loss" && !loss) signs.push(["loss", text]);
  }
  return signs.slice(0, 3).map(([kind, text]) => make("b", kind, text));
}

/** Returns [number, name] of everybody in a state. */
export function listPeople({ people }) {
  return people.map((card, number) => [card, number]).filter(([card]) => isThere(card))
    .map(([card, number]) => [number, card.name]);
}
