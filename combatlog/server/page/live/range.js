// The range of a field for a number: what is outside is refused at the field, with the reason.
import { make, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";

/** Lets a field take the whole numbers of a range, where there is one. Returns the element that says so
 * where the field has something else.
 * @param {HTMLInputElement} field @param {{ least?: number | null, most?: number | null }} range
 * @returns {HTMLElement} */
export function limitField(field, { least, most }) {
  const fault = make("span", "obstacle");
  fault.setAttribute("role", "alert");
  fault.hidden = true;
  if (typeof least !== "number" || typeof most !== "number") return fault;
  Object.assign(field, { min: least, max: most });
  const check = () => {
    const { valid } = field.validity;
    field.setAttribute("aria-invalid", String(!valid));
    fault.hidden = valid;
    write(fault, valid ? "" : say("live.no-number", { least: String(least).replace("-", "−"), most }));
  };
  field.addEventListener("input", check);
  check();
  return fault;
}

/** Goes to the first field of a form that has something else than it takes. Returns whether there is one.
 * @param {HTMLElement} form */
export function goToFault(form) {
  /** @type {HTMLElement | null} */
  const field = form.querySelector("[aria-invalid=true]");
  const folded = field?.closest("details");
  if (folded) folded.open = true;
  field?.focus();
  return Boolean(field);
}
