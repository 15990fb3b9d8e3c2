// The keyboard at the live table: focus stays where it was when what can be done is shown again, tokens
// are chosen by Enter, and a letter or digit begins the referee's line as at the prompt.
import { find } from "../stage/dom.js";

const FOCUSABLE = "button, input, select, summary, a[href]";
const FALLBACKS = ["asked", "form", "moving", "actions", "hands"]; // where focus goes, first to last
const FIELDS = "input, select, textarea, dialog, [contenteditable]";

/** Does something that shows parts of the hands again; what had the focus, or what stands there in its
 * place, has it afterwards.
 * @param {() => void} show */
export function keepFocus(show) {
  const was = /** @type {any} */ (document.activeElement);
  const box = was?.closest?.("#hands [id]:not(button, input, select)");
  if (!box || !find("hands").contains(was)) {
    show();
    return;
  }
  const at = listFocusable(box).indexOf(was);
  const name = nameElement(was);
  show();
  if (was.isConnected && isShown(was)) {
    if (document.activeElement !== was) was.focus();
    return;
  }
  const now = listFocusable(box);
  const next = now.find((each) => nameElement(each) === name) ?? now[Math.min(at, now.length - 1)] ?? findFallback();
  next?.focus({ preventScroll: true });
}

const isShown = (/** @type {any} */ element) => element.checkVisibility?.() ?? true;
const nameElement = (/** @type {any} */ element) => element.getAttribute("aria-label") ?? (element.textContent || element.placeholder);

/** @param {Element} box @returns {any[]} */
function listFocusable(box) {
  return [.../** @type {NodeListOf<any>} */ (box.querySelectorAll(FOCUSABLE))].filter((each) => !each.disabled && isShown(each));
}

function findFallback() {
  for (const id of FALLBACKS) {
    const found = listFocusable(find(id));
    const first = found.find((each) => each.classList.contains("main")) ?? found[0];
    if (first) return first;
  }
  return null;
}

/** Follows the keyboard outside of fields.
 * @param {boolean} isReferee */
export function followKeyboard(isReferee) {
  find("field").addEventListener("keydown", (/** @type {any} */ event) => {
    const token = event.target.closest(".token");
    if (!token || !["Enter", " "].includes(event.key)) return;
    token.click();
    event.preventDefault();
    event.stopPropagation();
  });
  find("form").addEventListener("keydown", (/** @type {any} */ event) => {
    if (event.key !== "Enter" || event.isComposing || event.target.tagName !== "INPUT") return;
    find("form").querySelector(".declares:not([hidden]) .declare:not(:disabled)")?.click();
    event.preventDefault();
  });
  if (!isReferee) return;
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (!/^[\p{L}\p{N}]$/u.test(event.key) || event.target?.closest?.(FIELDS) || document.querySelector("dialog[open]")) return;
    find("line").focus(); // the letter goes there
  });
  find("line").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") find("line").blur();
  });
}

/** Lets tokens be reached by the keyboard. */
export function reachTokens() {
  for (const token of find("field").querySelectorAll(".token")) token.tabIndex = 0;
}
