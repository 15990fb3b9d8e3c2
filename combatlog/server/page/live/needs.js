// The dice that a correction needs and that never fell: whose each is and what for, asked one by one.
import { make, makeName } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeKeys } from "./keys.js";

/** A die that was typed for a correction.
 * @typedef {{ words: string, face: string }} Typed */

/** Returns the die that a correction still needs; nothing where it needs none, or draws it.
 * @param {Server.Preview} preview */
export function findNeeded({ needs = [], draws }) {
  return draws ? undefined : needs[0];
}

/** Makes the keys of the die that comes next, with what was typed before it and what comes after it.
 * `changed` is called with all that is typed then.
 * @param {Server.Preview} preview @param {Typed[]} typed @param {(typed: Typed[]) => void} changed
 * @returns {HTMLElement[]} */
export function makeNeeds(preview, typed, changed) {
  const needed = findNeeded(preview);
  const back = typed.length ? [makeTyped(typed, () => changed(typed.slice(0, -1)))] : [];
  if (!needed) return back;
  const [, ...others] = preview.needs ?? [];
  const { name: who, die, purpose } = needed;
  const count = typed.length + others.length ? [" ", make("span", "quiet", say("live.needs-count", { number: typed.length + 1, count: typed.length + others.length + 1 }))] : [];
  return [
    ...back,
    make("p", "needed", makeName(say("live.needs", { who, die, purpose })), ...count),
    makeKeys(die, (face) => changed([...typed, { words: describeNeeded(needed), face: String(face) }])),
    ...(others.length ? [make("p", "quiet", makeName(say("live.needs-then", { dice: others.map(describeNeeded).join(", ") })))] : []),
  ];
}

/** @param {Server.Needed} needed */
const describeNeeded = ({ name, die, purpose }) => `${name} ${die} (${purpose})`;

/** Makes the line of the dice that were typed, with a button that takes the last one back.
 * @param {Typed[]} typed @param {() => void} takenBack */
function makeTyped(typed, takenBack) {
  const button = make("button", "", make("span", "", "↶"));
  button.type = "button";
  button.setAttribute("aria-label", say("live.take-back"));
  button.title = say("live.take-back");
  button.addEventListener("click", takenBack);
  return make("p", "quiet typed-dice", makeName(typed.map(({ words, face }) => `${words} → ${face}`).join(", ")), " ", button);
}
