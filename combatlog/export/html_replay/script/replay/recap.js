// The recap: who fell and what would have saved them, missed chances, unlikely rolls, the damage.
import { find, make } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeTable } from "./numbers.js";

/** Shows the recap, in place of the one that was shown. */
export function makeRecap({ falls, missed, rolls, damage, fought, turns }) {
  find("falls").replaceChildren(...falls.map(makeFall));
  find("nobody-fell").hidden = falls.length > 0;
  fill("missed", missed.map(([seq, said]) => make("li", "", makeLink(seq, said))));
  fill("unlikely", rolls.map(([seq, said, chance]) =>
    make("li", "", make("strong", "chance", formatChance(chance)), " ", makeLink(seq, said))));
  fill("odds", turns.map(([seq, said, chances]) =>
    make("li", "", makeLink(seq, said), make("ul", "", ...chances.map((each) => make("li", "", each))))));
  find("fought").replaceChildren(...fought.map((each) => make("p", "", each)));
  makeDamage(damage);
}

/** Fills a list, and hides its box where there is nothing to say. */
function fill(name, items) {
  find(name).replaceChildren(...items);
  find(`${name}-box`).hidden = !items.length;
}

function makeFall([seq, said, blows, rescues, nothing]) {
  const parts = [make("p", "fell", makeLink(seq, said))];
  const list = blows.map(([at, words]) => make("li", "", makeLink(at, words)));
  if (list.length) parts.push(make("ol", "blows", ...list));
  if (rescues.length) {
    parts.push(make("p", "quiet", say("saved-by")));
    parts.push(make("ul", "rescues", ...rescues.map((words) => make("li", "", words))));
  }
  if (nothing) parts.push(make("p", "quiet", nothing));
  return make("li", "fall", ...parts);
}

function makeLink(seq, words) {
  const link = make("a", "", words);
  link.href = `#seq=${seq}`;
  return link;
}

function formatChance(chance) {
  const percent = 100 * chance;
  return say("percent", { number: percent < 1 ? percent.toFixed(1) : Math.round(percent) });
}

/** Shows the damage by the chosen dimension. */
function makeDamage(damage) {
  const names = Object.keys(damage).filter((name) => damage[name].length);
  find("damage-box").hidden = !names.length;
  const choice = find("dimension");
  const chosen = choice.value;
  choice.replaceChildren(...names.map((name) => make("option", "", name)));
  if (names.includes(chosen)) choice.value = chosen;
  const columns = [say("blows"), say("hits"), say("dealt"), say("absorbed")];
  const write = () => {
    const rows = damage[choice.value];
    const title = say("damage-by", { what: choice.value });
    find("damage").replaceChildren(makeTable(title, rows, columns.slice(0, rows[0].length - 1)));
  };
  choice.onchange = write; // in place of the one for what was shown before
  if (names.length) write();
}
