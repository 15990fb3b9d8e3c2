// What would have saved somebody, watched: a line that was never recorded, and the way back from it to the
// same moment of the fight as it stands.
import { make } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { findBeginning } from "./forks.js";
import { isAtEnd, move, playOrPause, present } from "./player.js";
import { findWatched, listKept, listWhatIfs, watchLine } from "./stops.js";

/** What watches another line, and what is done before that.
 * @type {{ changed: Page.Watch, leave: () => void }} */
const ways = { changed: () => {}, leave: () => {} };

/** Takes what watches another line, and what brings the field into sight.
 * @param {Page.Watch} changed @param {() => void} leave */
export function followWhatIfs(changed, leave) {
  Object.assign(ways, { changed, leave });
}

/** Makes the button that plays a what-if, by its place.
 * @param {number} place */
export function makeWhatIf(place) {
  const branch = listWhatIfs()[place];
  const button = make("button", "what-if", `▶ ${say("what-if")}`);
  button.title = branch.name;
  button.onclick = () => {
    ways.leave();
    ways.changed(() => watchLine(branch), findBeginning(branch));
    for (const way of ["previous", "next"]) move(way); // so that it moves
    if (!isAtEnd()) playOrPause();
  };
  return button;
}

/** Returns the event of the fight as it stands at the moment of the watched what-if: behind as many beats, and
 * none behind its turn; 0 if none is watched. */
export function findSameMoment() {
  const { branch, beats } = findWatched();
  const until = branch?.until;
  if (!branch || !until) return 0;
  const count = beats.filter(({ seq }) => seq > branch.apart && seq <= present()).length;
  const kept = listKept(branch.apart).filter(({ seq }) => seq <= until);
  return (!isAtEnd() && kept[count - 1] || kept.at(-1))?.seq ?? until;
}
