// What is said to the server: every command with the last event that was seen, and a key. A command
// whose answer was lost, or that has no connection, waits in a queue and is said again under its key.
import { find, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeKey, send } from "./connection.js";
import { ask } from "./doubt.js";
import { addCommand } from "./queue.js";
import { describeEvent, findLast } from "./view.js";

const AGAIN = 700; // milliseconds before a command without an answer is said again
const TRIES = 20;
const MOST_TOLD = 3; // events that are told one by one
const REPEATED = ["undo", "redo"]; // what is meant twice when it is tapped twice
const SLIP = 500; // milliseconds in which the same tap again is a slip of the finger
/** @typedef {{ written: string, at: number, ended: Promise<any> }} Saying */
/** @type {{ fight: string, waiting: number, own: number, overrule: ((why: string) => void) | null, latest: Saying }} */
const said = {
  fight: "", waiting: 0, own: 0, overrule: null, latest: { written: "", at: 0, ended: Promise.resolve() },
};

/** Sets the fight that commands are for.
 * @param {string} fight */
export function sayIn(fight) {
  Object.assign(said, { fight, own: 0 });
  showAnswer("");
}

/** Says a command, which the reader calls by `words`. Returns what was recorded, null where it was
 * refused, or a record without events where it waits for a connection. The refusal is shown;
 * `overrule` is called with a reason if the referee overrules it. Where it is doubted, the reader is asked,
 * and `insist` is called if they mean it.
 * @param {object} command @param {string} words @param {((why: string) => void) | null} overrule
 * @param {(() => void) | null} insist */
export function sayCommand(command, words, overrule = null, insist = null) {
  return sayOnce(command, () => carryOut(command, words, overrule, insist));
}

/** Says a command, unless it is what was said just before, by a second tap of the same finger: then its answer is that
 * of the first one. What is meant twice when it is tapped twice is said again.
 * @param {any} command @param {() => Promise<any>} carry */
function sayOnce(command, carry) {
  const written = `${said.fight} ${JSON.stringify(command)}`;
  const { latest } = said;
  if (!REPEATED.includes(command.do) && latest.written === written && Date.now() - latest.at < SLIP) return latest.ended;
  const saying = { written, at: Date.now(), ended: carry() };
  said.latest = saying;
  saying.ended.then((recorded) => {
    if (!recorded) saying.at = 0; // what was refused or asked about can be said again at once
  });
  return saying.ended;
}

/** Takes the next tap for no slip: what is taken back can be said again at once. */
export function forgetSlip() {
  said.latest.at = 0;
}

/** Says a command, and shows how it ended.
 * @param {object} command @param {string} words @param {((why: string) => void) | null} overrule
 * @param {(() => void) | null} insist */
async function carryOut(command, words, overrule, insist) {
  const sent = { head: findLast(), key: makeKey(), ...command };
  showWaiting(1);
  const { recorded, fault } = await addCommand(said.fight, sent, words);
  showWaiting(-1);
  if (fault?.kind === "unsent") return null; // the refusal of the one before stands there
  if (fault) {
    if (fault.kind === "doubt" && insist) {
      showAnswer("");
      ask(fault.message, say("live.anyway", { what: words }), insist);
    } else showRefusal(fault, overrule);
    return null;
  }
  keepOwn(recorded);
  showAnswer(recorded ? recorded.told.join(" ") : "");
  find("answer-redo").hidden = recorded?.kind !== "undone" || !recorded.told.length;
  return recorded ?? { told: [], seqs: [], last: 0 };
}

/** Keeps which events this reader has recorded.
 * @param {Server.Recording | null | undefined} recorded */
function keepOwn(recorded) {
  said.own = Math.max(said.own, ...(recorded?.seqs ?? []));
}

/** Returns whether an event is, or may be, what this reader has said.
 * @param {number} seq */
export function isOwn(seq) {
  return said.waiting > 0 || seq <= said.own;
}

/** Says a command, which the reader calls by `words`; its answer or refusal stands in an element of its own. With `again`
 * each tap counts.
 * @param {HTMLElement} place @param {object} command @param {string} words */
export function sayWhere(place, command, words, again = false) {
  const carry = () => carryOutWhere(place, command, words);
  return again ? carry() : sayOnce(command, carry);
}

/** @param {HTMLElement} place @param {object} command @param {string} words */
async function carryOutWhere(place, command, words) {
  const sent = { head: findLast(), key: makeKey(), ...command };
  showWaiting(1);
  const { recorded, fault } = await addCommand(said.fight, sent, words, true);
  if (recorded) await waitFor(recorded);
  showWaiting(-1);
  place.className = fault ? "obstacle" : "";
  if (fault) write(place, fault.message || say("live.lost"));
  else write(place, recorded ? recorded.told.join(" ") || describeEvents(recorded.seqs) : "");
  return fault ? null : recorded ?? { told: [], seqs: [], last: 0 };
}

/** Returns the words of events: of many, those of the first and the last one.
 * @param {number[]} seqs */
function describeEvents(seqs) {
  const words = seqs.map(describeEvent);
  return words.length > MOST_TOLD ? `${words[0]} … ${words.at(-1)}` : words.join(" · ");
}

/** Returns the last event of what was recorded, once the page has it.
 * @param {{ seqs: number[], last: number }} recorded */
export async function waitFor({ seqs, last }) {
  for (let left = 20; left && findLast() < last; left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return seqs.at(-1) ?? last;
}

/** Sends a request until it is answered: what was recorded is recorded once.
 * @param {string} method @param {string} path @param {unknown} [sent] */
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

/** Shows how many commands are on their way.
 * @param {number} more */
function showWaiting(more) {
  said.waiting += more;
  find("hands").classList.toggle("sending", said.waiting > 0);
  write(find("sending"), said.waiting > 0 ? say("live.sending", { count: said.waiting }) : "");
}

/** Shows a sentence below what can be done.
 * @param {string} text */
export function showAnswer(text) {
  find("answer-box").hidden = !text;
  find("answer-box").classList.remove("refused");
  write(find("answer"), text);
  for (const id of ["overrule", "answer-redo"]) find(id).hidden = true;
}

/** Shows why something was refused; the referee may overrule it.
 * @param {any} fault @param {((why: string) => void) | null} overrule */
export function showRefusal(fault, overrule) {
  const isReferee = document.documentElement.dataset.role === "referee";
  showAnswer(fault.message || say("live.lost"));
  find("answer-box").classList.add("refused");
  said.overrule = fault.overrulable && isReferee ? overrule : null;
  find("overrule").hidden = !said.overrule;
}

/** Takes away an answer that is about something else than what is looked at now. */
export function dropAnswer() {
  if (!find("answer-box").classList.contains("refused")) showAnswer("");
}

/** Takes away a refusal that is about something else than what is done now. */
export function dropRefusal() {
  if (find("answer-box").classList.contains("refused")) showAnswer("");
}

/** Lets the referee give a reason, and says the refused command again with it. */
export function followOverruling() {
  find("overrule").addEventListener("submit", (/** @type {Event} */ submit) => {
    submit.preventDefault();
    const why = find("overrule-why").value.trim();
    if (why && said.overrule) said.overrule(why);
    find("overrule-why").value = "";
  });
}
