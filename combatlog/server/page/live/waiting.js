// What this reader said and the table does not have yet: it waits for a connection, or came too late.
// It is never shown as part of the fight. And the sign at the head of the page, which counts it.
import { find, make, makeName, write } from "../stage/dom.js";
import { events } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { makeKey } from "./connection.js";
import { propose } from "./proposals.js";
import { addCommand, beginQueue, isOnItsWay, setLive, takeBack } from "./queue.js";
import { forgetSlip, showRefusal } from "./say.js";
import { findLast, followMoments } from "./view.js";

const SOON = 1200; // milliseconds before a command that is on its way is shown
/** @type {{ entries: import("./queue.js").Entry[], how: string, shown: number, isHead: boolean, timer: any,
 * followers: (() => void)[] }} */
const waiting = { entries: [], how: "live", shown: 0, isHead: true, timer: 0, followers: [] };

/** Begins with the seat of this reader.
 * @param {Server.SeatView} seat */
export function beginWaiting(seat) {
  followMoments((/** @type {number} */ seq, /** @type {boolean} */ isHead) => {
    Object.assign(waiting, { shown: seq, isHead });
    showSign();
  });
  beginQueue(seat.id, (entries) => {
    waiting.entries = [...entries];
    clearTimeout(waiting.timer);
    const isSlow = entries.some((each) => each.late || !each.tried) || waiting.how !== "live";
    if (isSlow || !entries.length) show();
    else waiting.timer = setTimeout(show, SOON);
  });
}

/** Calls a function when what waits has changed.
 * @param {() => void} changed */
export function followQueue(changed) {
  waiting.followers.push(changed);
}

/** Takes in whether the stream is live, lost or ended.
 * @param {string} how */
export function showConnection(how) {
  waiting.how = how;
  setLive(how === "live");
  showSign();
}

/** Shows the sign: live, how far behind the reader looks, or how much waits to be sent. */
export function showSign() {
  const sign = find("connection");
  const count = waiting.entries.filter(({ late }) => !late).length;
  const isOffline = waiting.how !== "live";
  const behind = waiting.isHead || !events.length ? 0 : Math.max(0, findLast() - waiting.shown);
  const words = [
    isOffline ? (count ? say("live.offline-waiting", { count }) : say("live.lost")) : say("live.live"),
    !isOffline && behind ? say("live.behind", { count: behind }) : "",
  ];
  sign.dataset.how = waiting.how;
  const text = words.filter(Boolean).join(" · ");
  if (sign.textContent !== text) write(sign, text);
}

function show() {
  clearTimeout(waiting.timer);
  find("queue").hidden = !waiting.entries.length;
  find("queue").replaceChildren(...waiting.entries.map(makeEntry));
  showSign();
  for (const changed of waiting.followers) changed();
}

/** @param {import("./queue.js").Entry} entry */
function makeEntry(entry) {
  const { key, words, late, line } = entry;
  const item = make("li", `queued ${late ? "late" : ""}`, make("p", "", makeName(words)));
  item.append(make("p", "quiet", late || (isOnItsWay(entry) ? say("live.on-its-way") : say("live.waits-for-connection"))));
  /** @type {[string, () => void][]} */
  const choices = late ? [[say("live.say-now"), () => sayNow(entry)]] : [];
  if (line) choices.unshift([say("live.propose-then"), () => proposeLate(entry)]);
  if (!isOnItsWay(entry)) choices.push([late ? say("live.drop") : say("live.take-back"), () => dropQueued(key)]);
  if (choices.length) item.append(make("div", "chips", ...choices.map(([name, done], at) => {
    const button = make("button", late && !at ? "main" : "", name);
    button.type = "button";
    button.addEventListener("click", done);
    return button;
  })));
  return item;
}

/** @param {string} key */
function dropQueued(key) {
  takeBack(key);
  forgetSlip();
}

/** Says again, for the fight as it is now, what came too late, also where it was doubted; what stands against it is shown.
 * @param {import("./queue.js").Entry} entry */
async function sayNow({ key, fight, command: { ask, ...meant }, words }) {
  takeBack(key);
  const { fault } = await addCommand(fight, { ...meant, head: findLast(), key: makeKey() }, words);
  if (fault && fault.kind !== "unsent") showRefusal(fault, null);
}

/** Proposes that it counts for when it was said.
 * @param {import("./queue.js").Entry} entry */
async function proposeLate({ key, fight, line }) {
  if (await propose(fight, line, say("live.said-in-time"))) takeBack(key);
}
