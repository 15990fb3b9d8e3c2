// Going on with a branch: what was undone can be watched, and brought back as the line of the fight.
import { find } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { findWatched } from "../replay/stops.js";
import { sayCommand } from "./say.js";
import { followMoments, returnToNow } from "./view.js";

/** Lets the referee go on with the branch that they watch.
 * @param {boolean} isReferee */
export function followBranch(isReferee) {
  followMoments(() => {
    find("switch").hidden = !isReferee || !findWatched().branch;
  });
  find("switch").addEventListener("click", async () => {
    const branch = /** @type {any} */ (findWatched().branch);
    if (!branch) return;
    const line = `switch ${branch.name}`;
    if (await sayCommand({ do: "say", line }, say("live.switch"))) returnToNow();
  });
}
