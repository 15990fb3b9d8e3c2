// What is said to the server: every command with the last event that was seen, and a key. A command
// whose answer was lost is said again under the same key.
import { find, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeKey, send } from "./connection.js";
import { describeEvent, findLast } from "./view.js";

const AGAIN = 700; // milliseconds before a command without an answer is said again
const TRIES = 20;
const said = { fight: "", waiting: 0, overrule: null };

/** Sets the fight that commands are for. */
export function sayIn(fight) {
  said.fight = fight;
  showAnswer("");
}

/** Says a command; returns what was recorded, or null where it was refused. The refusal is shown;
 * `overrule` is called with a reason if the referee overrules it. */
export async function sayCommand(command, overrule = null) {
  const sent = { head: findLast(), key: makeKey(), ...command };
  showWaiting(1);
  try {
    const recorded = await sendUntilAnswered("POST", `/api/fights/${said.fight}/commands`, sent);
    showAnswer(recorded.told.join(" "));
    return recorded;
  } catch (fault) {
    showRefusal(fault, overrule);
    return null;
  } finally {
    showWaiting(-1);
  }
}

/** Says a command; its answer or refusal stands in an element of its own. */
export async function sayWhere(place, command) {
  const sent = { head: findLast(), key: makeKey(), ...command };
  showWaiting(1);
  try {
    const recorded = await sendUntilAnswered("POST", `/api/fights/${said.fight}/commands`, sent);
    place.className = "";
    write(place, recorded.told.join(" ") || describeEvent(await waitFor(recorded)));
    return recorded;
  } catch (fault) {
    place.className = "obstacle";
    write(place, fault.message || say("live.lost"));
    return null;
  } finally {
    showWaiting(-1);
  }
}

/** Returns the last event of what was recorded, once the page has it. */
async function waitFor({ seqs, last }) {
  for (let left = 20; left && findLast() < last; left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return seqs.at(-1) ?? last;
}

/** Sends a request until it is answered: what was recorded is recorded once. */
export async function sendUntilAnswered(method, path, sent) {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await send(method, path, sent);
    } catch (fault) {
      if (fault.kind !== "offline" || !left) throw fault;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}

/** Shows how many commands are on their way. */
function showWaiting(more) {
  said.waiting += more;
  find("hands").classList.toggle("sending", said.waiting > 0);
  write(find("sending"), said.waiting > 0 ? say("live.sending", { count: said.waiting }) : "");
}

/** Shows a sentence below what can be done. */
export function showAnswer(text) {
  find("answer-box").hidden = !text;
  find("answer-box").classList.remove("refused");
  write(find("answer"), text);
  find("overrule").hidden = true;
  if (text) find("answer-box").scrollIntoView({ block: "nearest" });
}

/** Shows why something was refused; the referee may overrule it. */
export function showRefusal(fault, overrule) {
  const isReferee = document.documentElement.dataset.role === "referee";
  showAnswer(fault.message || say("live.lost"));
  find("answer-box").classList.add("refused");
  said.overrule = fault.overrulable && isReferee ? overrule : null;
  find("overrule").hidden = !said.overrule;
}

/** Lets the referee give a reason, and says the refused command again with it. */
export function followOverruling() {
  find("overrule").addEventListener("submit", (submit) => {
    submit.preventDefault();
    const why = find("overrule-why").value.trim();
    if (why && said.overrule) said.overrule(why);
    find("overrule-why").value = "";
  });
}
