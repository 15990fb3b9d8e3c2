// Where the hands are: below the stage, and on a phone in a pane of their own.
import { find } from "../stage/dom.js";
import { openView } from "./view.js";

const isSmall = matchMedia("(width<40rem)");

/** Puts the hands in their place, and again whenever the page becomes small or large. */
export function placeHands() {
  const stage = find("hands").previousElementSibling;
  const put = () => {
    if (isSmall.matches) find("pane-play").append(find("hands"));
    else stage.after(find("hands"));
    openView(find("tab-play").checkVisibility() ? "play" : "story"); // who only watches has no hands
  };
  isSmall.addEventListener("change", put);
  put();
}

/** On a phone, opens the pane of the hands. */
export function openHands() {
  if (isSmall.matches) openView("play");
}
