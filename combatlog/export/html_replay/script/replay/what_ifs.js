// What would have saved somebody, to be watched: a line that was never recorded.
import { make } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { findBeginning, markOrigin } from "./forks.js";
import { isAtEnd, move, playOrPause } from "./player.js";
import { listWhatIfs, watchLine } from "./stops.js";

/** What watches another line, with the field in sight.
 * @type {{ changed: Page.Watch }} */
const way = { changed: () => {} };

/** @param {Page.Watch} changed */
export function followWhatIfs(changed) {
  way.changed = changed;
}

/** Makes the button that plays a what-if, by its place.
 * @param {number} place */
export function makeWhatIf(place) {
  const branch = listWhatIfs()[place];
  const button = make("button", "what-if", `▶ ${say("what-if")}`);
  button.onclick = () => {
    markOrigin();
    way.changed(() => watchLine(branch), findBeginning(branch));
    for (const step of ["previous", "next"]) move(step); // so that it moves
    if (!isAtEnd()) playOrPause();
  };
  return button;
}
