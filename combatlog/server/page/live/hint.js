// What is said to somebody who has chosen nobody: what to do, and who is waited for.
import { find, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { hasRounds, isDecided, isFightOver } from "./resolving.js";

/** @param {Server.Turn} turn */
export function showUndeclared({ waiting }) {
  find("waiting").hidden = !waiting.length;
  write(find("waiting"), waiting.length ? say("live.waiting", { who: waiting.join(", ") }) : "");
}

/** Shows what to do where nobody is chosen: begin, or tap somebody. A player who has nobody is told whom to ask.
 * @param {Server.Turn} turn @param {string} role @param {boolean} isBusy whether somebody or a form is open */
export function showHint(turn, role, isBusy) {
  const { people, awaited } = turn;
  if (role === "player") {
    find("hint").hidden = people.some(({ yours }) => yours);
    write(find("hint"), say("live.nobody-yours"));
    return;
  }
  const toDo = hasRounds() ? say("live.tap-somebody") : say("live.begin-first");
  const words = isFightOver() ? say("live.over") : isDecided(turn) ? say("live.decided") : people.length ? toDo : say("live.nobody-yet");
  find("hint").hidden = role !== "referee" || isBusy || awaited.length > 0;
  write(find("hint"), words);
}
