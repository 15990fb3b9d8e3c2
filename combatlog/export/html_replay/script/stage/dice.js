// Dice, drawn in their shapes with their facets and faces.
import { draw, make } from "./dom.js";
import { say } from "./labels.js";

/** @type {Record<string, string>} */
const SHAPES = {
  d4: "M24 5 44 41H4Z",
  d6: "M8 8H40V40H8Z",
  d8: "M24 3 43 24 24 45 5 24Z",
  d10: "M24 3 45 20 41 31 24 45 7 31 3 20Z",
  d12: "M24 3 44 18 36 43H12L4 18Z",
  d20: "M24 2 43 13V35L24 46 5 35V13Z",
};
/** @type {Record<string, string>} */
const FACETS = {
  d4: "M24 5 24 41",
  d6: "M8 8 13 13M40 8 35 13M8 40 13 35M40 40 35 35M13 13H35V35H13Z",
  d8: "M5 24 24 33 43 24M24 33V45",
  d10: "M3 20 24 31 45 20M24 31V45M24 3 13 26M24 3 35 26",
  d12: "M24 11 37 20.500 32 36H16L11 20.500ZM24 3V11M44 18 37 20.500M36 43 32 36M12 43 16 36M4 18 11 20.500",
  d20: "M24 12 36 33H12ZM24 2V12M43 13 24 12 5 13M43 35 36 33 43 13M5 35 12 33 5 13M24 46 36 33M24 46 12 33",
};
const ROUND = "M24 4A20 20 0 1 1 23.990 4Z";
/** @type {Record<string, number>} */
const LOW = { d4: 7 };

/** Draws the shape of a die with a text on it.
 * @param {string} die @param {string} text */
export function drawDie(die, text) {
  const picture = draw("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" });
  const at = { x: 24, y: 25 + (LOW[die] ?? 0), "text-anchor": "middle", "dominant-baseline": "central" };
  picture.append(draw("path", { class: "shape", d: SHAPES[die] ?? ROUND }));
  if (FACETS[die]) picture.append(draw("path", { class: "facets", d: FACETS[die] }));
  picture.append(draw("text", at, text));
  return picture;
}

/** Returns how a die stands: "kept", "dropped", or "outdone" by another attacker's. */
export const judgeDie = (/** @type {any} */ counts, /** @type {any} */ outdone) => (!counts ? "dropped" : outdone ? "outdone" : "kept");

/** Makes a die of an event. Of several dice the one that counts stands out, the others are struck.
 * Where another attacker's roll `outdid` this one, even its best die stands back. With `was`, it is the die of a
 * what-if that had this face in the fight.
 * @param {[string, number, number]} die @param {boolean} several @param {boolean} outdone @param {number} [was] */
export function makeDie([die, face, counts], several, outdone, was) {
  const fields = { die: die || "?", face };
  const spoken = outdone ? say("die-outdone", fields)
    : !several ? say("die-shown", fields)
      : counts ? say("die-counts", fields) : say("die-dropped", fields);
  const picture = drawDie(die, String(face));
  if (!counts) picture.append(draw("path", { class: "strike", d: "M6 42 42 6" }));
  const item = make("div", `die ${judgeDie(counts, outdone)}`, picture);
  item.setAttribute("role", "listitem");
  item.setAttribute("aria-label", was === undefined ? spoken : `${spoken}, ${say("die-instead", { was })}`);
  item.append(make("span", "kind", die));
  item.lastChild.setAttribute("aria-hidden", "true");
  if (was !== undefined) {
    item.classList.add("instead");
    const old = make("span", "was-face", make("s", "", String(was)), " →");
    old.setAttribute("aria-hidden", "true");
    item.prepend(old);
  }
  return item;
}
