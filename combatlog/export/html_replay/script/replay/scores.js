// A score: a bar, a small number if there are many, or a die if the score is one.
import { drawDie } from "../stage/dice.js";
import { make, write } from "../stage/dom.js";
import { formatScore, isStepped } from "../stage/fight.js";
import { formatSigned, say } from "../stage/labels.js";

const MANY = 5;

/** Returns how a score is shown, as one of `count` scores.
 * @param {string} score @param {number} at @param {number} count */
export function chooseShape(score, at, count) {
  if (isStepped(score)) return "stepped";
  return at > 0 && count > MANY ? "plain" : "bar";
}

/** Makes the element of a score; `showScore` updates it.
 * @param {string} score @param {string} shape */
export function makeScore(score, shape) {
  const box = make("div", `score ${shape}`);
  box.dataset.score = score;
  const name = make("span", "name", score);
  const number = make("span", "number");
  const change = make("span", "change");
  name.ariaHidden = "true";
  number.ariaHidden = "true";
  box.append(name, number, change);
  if (shape === "stepped") {
    box.role = "img";
    box.append(make("span", "steps"));
  } else {
    box.role = "meter";
    box.ariaValueMin = "0";
    if (shape === "bar") box.append(make("span", "track", make("span", "fill")));
  }
  return box;
}

/** Returns the number beside a score; beside a die, which shows its own, only the maximum.
 * @param {{ now: string, most: string }} fields @param {boolean} stepped */
function formatNumber({ now, most }, stepped) {
  if (now === most) return stepped ? "" : now;
  return stepped ? say("die-was", { most }) : `${now}/${most}`;
}

/** Shows the value of a score, its maximum, and its last change.
 * @param {any} box @param {string} score @param {Page.Score} now @param {Page.Score} [before] */
export function showScore(box, score, [now, most], before) {
  const fields = { now: formatScore(score, now), most: formatScore(score, most) };
  const stepped = box.classList.contains("stepped");
  const spoken = stepped ? say("die-of", fields) : say("of", fields);
  box.ariaLabel = stepped ? `${score}: ${spoken}` : score;
  if (stepped) {
    box.querySelector(".steps").replaceChildren(drawDie(`d${now}`, now ? String(now) : "–"));
  } else {
    box.ariaValueNow = now;
    box.ariaValueMax = Math.max(most, now, 0);
    box.ariaValueText = spoken;
  }
  write(box.querySelector(".number"), formatNumber(fields, stepped));
  const share = most > 0 ? Math.min(1, Math.max(0, now / most)) : 0;
  const fill = box.querySelector(".fill");
  if (fill) fill.style.width = `${share * 100}%`;
  box.classList.toggle("low", share <= 1 / 3 && most > 0);
  box.classList.toggle("lost", now < most);
  const by = before && !stepped ? now - before[0] : 0;
  const change = box.querySelector(".change");
  write(change, by ? formatSigned(by) : "");
  change.classList.toggle("down", by < 0);
}
