// Reasons for modifiers, rulings and corrections: those that were given before are offered again.
import { make } from "../stage/dom.js";
import { say } from "../stage/labels.js";

const STORE = "combatlog-reasons";
const MOST_REASONS = 8;
const reasons = readReasons();

/** Remembers a reason, to be offered again.
 * @param {string} text */
export function keepReason(text) {
  const at = reasons.indexOf(text);
  if (at >= 0) reasons.splice(at, 1);
  if (text) reasons.unshift(text);
  reasons.length = Math.min(reasons.length, MOST_REASONS);
  try {
    localStorage.setItem(STORE, JSON.stringify(reasons));
  } catch {
    // without storage they are offered as long as the page is open
  }
}

/** Returns the reasons that were given before, the last first. */
export function listKnownReasons() {
  return [...reasons];
}

/** Returns the reasons that were used at an earlier visit.
 * @returns {string[]} */
function readReasons() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return kept.filter((/** @type {unknown} */ each) => typeof each === "string").slice(0, MOST_REASONS);
  } catch {
    return [];
  }
}

/** Makes a modifier: a chip, and once it is on, its reason: one of those used before, or typed.
 * @param {Server.Blank} blank @param {Page.Values} values @param {(field: string) => void} changed
 * @returns {HTMLElement[]} */
export function makeReason(blank, values, changed) {
  const now = values[blank.field];
  const chip = make("button", "chip", blank.label);
  chip.type = "button";
  chip.setAttribute("aria-pressed", String(now !== undefined));
  chip.addEventListener("click", () => {
    values[blank.field] = now === undefined ? say("live.ruled") : undefined;
    changed(blank.field);
  });
  if (now === undefined) return [chip];
  const field = make("input");
  field.type = "text";
  field.value = now === say("live.ruled") ? "" : now;
  field.placeholder = say("live.reason");
  field.setAttribute("aria-label", say("live.reason"));
  field.addEventListener("input", () => {
    values[blank.field] = field.value || say("live.ruled");
  });
  const known = reasons.filter((each) => each !== now).map((each) => {
    const usual = make("button", "chip quiet", each);
    usual.type = "button";
    usual.addEventListener("click", () => {
      values[blank.field] = each;
      changed(blank.field);
    });
    return usual;
  });
  return [chip, field, ...known];
}

/** Returns the reasons that values give, to be remembered.
 * @param {Server.Option} option @param {Page.Values} values @returns {string[]} */
export function listReasons(option, values) {
  const own = (option.blanks ?? []).filter(({ kind }) => kind === "reason").map(({ field }) => values[field]);
  const each = Object.values(values.each ?? {}).flatMap((reasons) => Object.values(reasons));
  return [...own, ...each].filter((why) => why && why !== say("live.ruled"));
}
