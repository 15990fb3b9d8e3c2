// How the sides stand: above the field a bar for each, which drains towards the edge as the side
// loses strength.
import { find, make, makeName } from "./dom.js";
import { say } from "./labels.js";

/** @typedef {{ side: string, nth: number, half: number, share: number, weight: number }} Side */

/** @type {{ key: string, bars: ReturnType<typeof makeBar>[] }} */
const shown = { key: "", bars: [] };

/** Returns a part of 1 in whole hundredths; a half of one counts as one, whatever became of its last digits.
 * @param {number} part */
export const toPercent = (part) => Math.round(100 * part + 1e-9);

/** Shows the sides: [{side, nth, half, share, weight}]. `nth` is the number of its colour, `share` what
 * is left of its strength, `weight` how much of its half of the field the bar takes. After the fight
 * that is what was left at its end.
 * @param {Side[]} sides @param {boolean} isAfter */
export function showBalance(sides, isAfter) {
  const key = JSON.stringify(sides.map(({ side, half, weight }) => [side, half, weight]));
  if (shown.key !== key) {
    shown.key = key;
    shown.bars = sides.map(makeBar);
    const halves = [0, 1].map((half) =>
      make("div", `half half-${half}`, ...shown.bars.filter((bar) => bar.half === half).map(({ box }) => box)));
    find("balance").replaceChildren(...halves);
  }
  find("balance").classList.toggle("after", isAfter);
  find("balance").title = isAfter ? say("at-the-end") : "";
  sides.forEach(({ share }, at) => {
    const bar = shown.bars[at];
    bar.left.style.setProperty("width", `${Math.round(100 * share)}%`);
    const percent = makePercent(String(toPercent(share)));
    const was = bar.percent.textContent;
    delete bar.percent.dataset.was;
    if (was === percent.textContent) return;
    const number = bar.percent.firstChild.textContent;
    if (number) Object.assign(percent.dataset, { was, bare: number }); // stands there until the dice have landed
    bar.percent.replaceWith(percent);
    bar.percent = percent;
  });
}

/** @param {Side} side */
function makeBar({ side, nth, half, weight }) {
  const left = make("span", "left");
  const percent = makePercent("");
  const name = makeName(side, "whose");
  const since = make("small", "since", say("bar-at-end"));
  const words = make("span", "words", ...(half ? [percent, since, name] : [name, since, percent]));
  const box = make("div", `bar line-${nth % 8}`, words, make("span", "whole", left));
  box.style.setProperty("flex-grow", weight);
  return { box, left, percent, half };
}

/** @param {string} number */
const makePercent = (number) => make("b", "", make("span", "", number), make("span", "sign", say("percent", { number: "" })));
