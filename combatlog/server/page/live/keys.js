// Keys for the faces of a die.
import { make, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";

const MOST_KEYS = 20; // a die with more faces has a field
const MOST_FACES = 1000; // of what is no single die
/** @type {Record<number, number>} */
const COLUMNS = { 4: 4, 6: 6, 8: 4, 10: 5, 12: 6, 20: 5 }; // of keys on a phone, so that rows are full

/** Returns the number of faces of a die such as “d8”; 0 if it is not known.
 * @param {string} die */
function countFaces(die) {
  return Number(/^d(\d+)$/.exec(die)?.[1] ?? 0);
}

/** Makes keys for the faces of a die; `chosen` is called with a face. It cannot be `present`.
 * @param {string} die @param {(face: number) => void} chosen */
export function makeKeys(die, chosen, present = 0) {
  const faces = countFaces(die);
  const box = make("div", "keys");
  if (faces && faces <= MOST_KEYS) {
    box.style.setProperty("--columns", String(COLUMNS[faces] ?? 5));
    for (let face = 1; face <= faces; face += 1) {
      const key = make("button", "key", String(face));
      key.type = "button";
      key.disabled = face === present;
      key.addEventListener("click", () => chosen(face));
      box.append(key);
    }
    return box;
  }
  const form = make("form", "keys");
  const field = make("input");
  const most = faces || MOST_FACES;
  Object.assign(field, { type: "number", min: 1, max: most, inputMode: "numeric", required: true });
  field.setAttribute("aria-label", say("live.face", { die }));
  const done = make("button", "key", "⏎");
  done.setAttribute("aria-label", say("live.enter"));
  const fault = make("p", "obstacle");
  fault.setAttribute("role", "alert");
  form.noValidate = true; // the sentence stands at the field
  form.append(field, done, fault);
  form.addEventListener("submit", (/** @type {Event} */ submit) => {
    submit.preventDefault();
    const face = Number(field.value);
    const isFace = Number.isInteger(face) && face >= 1 && face <= most;
    const isSame = isFace && face === present;
    field.setAttribute("aria-invalid", String(!isFace || isSame));
    write(fault, isSame ? say("live.same-face", { face }) : isFace ? "" : say("live.no-face", { die, most }));
    if (isFace && !isSame) chosen(face);
    else field.focus();
  });
  return form;
}
