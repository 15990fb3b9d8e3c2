// The people that this reader speaks for, with their numbers and what they have declared.
import { find, make, makeName } from "../stage/dom.js";
import { SCORE, formatScore, isThere, listScores, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findNumber } from "./view.js";

/** Shows the people of this reader; `chosen` is called with the id of one who is tapped.
 * @param {Server.Person[]} people @param {string} who @param {(id: string) => void} chosen */
export function showOwn(people, who, chosen) {
  const state = /** @type {any} */ (states.at(-1));
  find("own").replaceChildren(...people.filter(({ yours }) => yours).map((one) => {
    const card = state.people[findNumber(one.id)];
    const chip = make("button", "chip person", makeName(one.name, "who"));
    chip.type = "button";
    chip.setAttribute("aria-pressed", String(one.id === who));
    if (isThere(card)) chip.append(" ", make("span", "quiet scores-line", describeScores(card)));
    for (const said of one.declared) chip.append(" ", make("span", "quiet declared", `✓ ${said}`));
    chip.classList.toggle("out", !one.can_act);
    chip.addEventListener("click", () => chosen(one.id));
    return chip;
  }));
}

/** @param {Page.Card} card */
function describeScores(card) {
  const scores = listScores(card).slice(0, 6).map((score) => {
    const [now, most] = card[SCORE + score];
    const number = formatScore(score, now);
    return `${score} ${now === most ? number : `${number}/${formatScore(score, most)}`}`;
  });
  return [...scores, card.armor && say("armor", { number: card.armor })].filter(Boolean).join(" · ");
}
