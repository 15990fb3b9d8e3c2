// The keyboard. Elements with keys of their own keep them: lists, and the space key of buttons.
import { find } from "../stage/dom.js";
import { move, playOrPause } from "./player.js";
import { findWatched, listStops } from "./stops.js";

/** @type {Record<string, any>} */
const MOVES = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  "Shift+ArrowLeft": "previous-turn",
  "Shift+ArrowRight": "next-turn",
  PageUp: "previous-round",
  PageDown: "next-round",
  Home: "start",
  End: "end",
};
const PRESSED = "button, summary, input[type=checkbox]";
const OWN = "select, dialog, .scroller, input:not([type=checkbox], [type=range])";

/** @param {KeyboardEvent} event */
function handleKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  const { target } = event;
  const within = (/** @type {string} */ what) => target instanceof Element && target.closest(what);
  if (within(OWN) || !listStops().length) return;
  const name = MOVES[(event.shiftKey ? "Shift+" : "") + event.key];
  if (name) move(name);
  else if (event.key === " " && !within(PRESSED)) playOrPause();
  else if (event.key === "Escape" && findWatched().branch && !document.querySelector(":popover-open")) find("back").click();
  else if (event.key === "w") (find("what-if-open").hidden ? find("what-if-next") : find("what-if-open")).click();
  else if (event.key === "?") openHelp();
  else return;
  event.preventDefault();
}

export function followKeys() {
  addEventListener("keydown", handleKey);
  for (const id of ["help-open", "help-too"]) find(id).addEventListener("click", openHelp);
  find("help-close").addEventListener("click", () => find("help").close());
}

/** Opens the help at its top; the button that closes it has the focus. */
function openHelp() {
  find("help").showModal();
  find("help").scrollTop = 0;
}
