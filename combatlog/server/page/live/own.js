// The people that this reader speaks for, with their numbers and what they have declared; and why a
// number of the chosen one is so: what has changed it, the last first.
import { find, make, makeName } from "../stage/dom.js";
import { SCORE, events, findLine, formatScore, isThere, listScores, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findNumber } from "./view.js";

const MOST_CAUSES = 12;

/** Shows the people of this reader; `chosen` is called with the id of one who is tapped. */
export function showOwn(people, who, chosen) {
  const state = states.at(-1);
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

function describeScores(card) {
  const scores = listScores(card).slice(0, 6).map((score) => {
    const [now, most] = card[SCORE + score];
    const number = formatScore(score, now);
    return `${score} ${now === most ? number : `${number}/${formatScore(score, most)}`}`;
  });
  return [...scores, card.armor && say("armor", { number: card.armor })].filter(Boolean).join(" · ");
}

/** Shows what has changed a combatant. Each of it leads to its moment, where it can be corrected. */
export function showCauses(number) {
  const found = listCauses(number);
  find("causes").replaceChildren(...found.map(({ seq, said }) => {
    const link = make("a", "", make("span", "seq", `#${seq}`), " ", makeName(said));
    link.href = `#seq=${seq}`;
    return make("li", "", link);
  }));
  if (!found.length) find("causes").replaceChildren(make("li", "quiet", say("live.no-causes")));
}

/** Returns the events of the line that have changed a combatant, the last first: of those that
 * follow from one input, each. */
function listCauses(number) {
  const line = findLine(events.length - 1);
  const changed = line.filter((seq, at) => at > 0 && isThere(states[line[at - 1]].people[number])
    && states[seq].people[number] !== states[line[at - 1]].people[number]);
  return changed.slice(-MOST_CAUSES).reverse().map((seq) => events[seq]);
}
