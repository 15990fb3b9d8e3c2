// The recap: who fell and what would have saved them, missed chances, unlikely rolls.
import { find, make, makeLink, makeName } from "../stage/dom.js";
import { events } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { isSameTurn } from "./stops.js";
import { drawBar } from "./tables.js";
import { makePaneLink } from "./tabs.js";

/** @typedef {[seq: number, who: string, harm: string[], dealt: number, round: number]} Blow */
/** @typedef {[seq: number, said: string]} Told */
/** @typedef {[seq: number, said: string, blows: Blow[], rescues: string[], nothing?: string]} Fall */
/** @typedef {[who: string, often: string, chances: Told[]]} Missed */

/** Shows the recap, in place of the one that was shown.
 * @param {{ falls: Fall[], missed: Missed[], rolls: [...Told, number][], fought: string[],
 * turns: [...Told, string[]][] }} recap */
export function makeRecap({ falls, missed, rolls, fought, turns }) {
  find("falls").replaceChildren(...falls.map(makeFall));
  find("nobody-fell").hidden = falls.length > 0;
  fill("missed", missed.map(makeMissed));
  fill("unlikely", rolls.map(([seq, said, chance]) =>
    make("li", "", make("strong", "chance", formatChance(chance)), " ", tellLink(seq, said))));
  fill("odds", turns.map(([seq, said, chances]) =>
    make("li", "", tellLink(seq, said), make("ul", "", ...chances.map((each) => make("li", "", each))))));
  find("fought").replaceChildren(...fought.map((each) => make("p", "", each)));
}

/** Fills a list, and hides its box where there is nothing to say.
 * @param {string} name @param {HTMLElement[]} items */
function fill(name, items) {
  find(name).replaceChildren(...items);
  find(`${name}-box`).hidden = !items.length;
}

/** @param {Fall} fall */
function makeFall([seq, said, blows, rescues, nothing]) {
  const blow = blows.at(-1)?.[0] ?? seq;
  if (isSameTurn(blow, seq)) events[seq].blow = blow;
  const parts = [make("p", "fell", tellLink(seq, said)), makePaneLink("story", seq)];
  const most = Math.max(1, ...blows.map(([, , , dealt]) => dealt));
  const list = blows.map((blow) => makeBlow(blow, most));
  if (list.length) parts.push(make("ol", "blows", ...list));
  if (rescues.length) {
    parts.push(make("p", "quiet", say("saved-by")));
    parts.push(make("ul", "rescues", ...rescues.map((words) => make("li", "", ...linkEvents(words)))));
  }
  if (nothing) parts.push(make("p", "quiet", nothing));
  const fall = make("li", "fall", ...parts);
  fall.id = `fall#seq=${seq}`;
  return fall;
}

/** Makes a blow: who struck with what, a bar as long as what was dealt, and what it cost.
 * @param {Blow} blow @param {number} most */
function makeBlow([seq, who, harm, dealt, round], most) {
  const when = round < 0 ? say("afterwards") : round ? say("in-round", { number: round }) : say("before-rounds");
  const link = tellLink(seq, make("span", "blow-who", make("b", "", who), " ", make("span", "quiet", when)));
  link.append(make("span", "blow-bar", drawBar(dealt / most), make("b", "", dealt ? say("blow-damage", { number: dealt }) : "")),
    make("span", "blow-cost", harm.join(", ")));
  return make("li", "", link);
}

/** Makes what one combatant missed, folded where it is more than one chance.
 * @param {Missed} missed */
function makeMissed([who, often, chances]) {
  const links = chances.map(([seq, said]) => make("li", "", tellLink(seq, said)));
  if (links.length === 1 || !often) return make("li", "", ...links[0].childNodes);
  return make("li", "", make("details", "",
    make("summary", "", makeName(who), ` ${often}`), make("ul", "", ...links)));
}

const NAMED = /(#[0-9]+)/;

/** Returns a text in which every event that it names is a link.
 * @param {string} words */
function linkEvents(words) {
  return words.split(NAMED).map((part) => (NAMED.test(part) ? tellLink(Number(part.slice(1)), part) : part));
}

/** Makes a link to an event around its words, in which its number is small print.
 * @param {number} seq @param {...(Node | string)} words */
function tellLink(seq, ...words) {
  return makeLink(seq, ...words.flatMap(/** @returns {(Node | string)[]} */ (part) => (typeof part === "string" ? part.split(NAMED) : [part]))
    .map((part) => (typeof part === "string" && NAMED.test(part) ? make("small", "", part) : part)));
}

/** @param {number} chance */
function formatChance(chance) {
  const percent = 100 * chance;
  return say("percent", { number: percent < 1 ? percent.toFixed(1) : Math.round(percent) });
}
