// Commands that are on their way or wait for a connection. Each keeps the last event that was seen
// when it was said, and its key; so it is recorded once, and only where nothing that it is about has
// changed since. They are kept by seat, so that a page that is opened again goes on sending them.
// What is said while the one before is under way goes behind it.
import { say } from "../stage/labels.js";
import { send } from "./connection.js";
import { findOwnHead, keepRecorded, listFollowers } from "./order.js";

/** `after` is the key of the command that was under way when this one was said; `isShownElsewhere`: who
 * said it shows its refusal, so that it is not kept.
 * @typedef {{ key: string, fight: string, command: any, words: string, at: number, tried: boolean, late: string,
 * line: string, after: string, isShownElsewhere: boolean }} Entry */

const STORE = "combatlog-queue";
const WAIT = { least: 500, most: 8000 }; // milliseconds before what had no answer is sent again
/** @type {{ seat: string, entries: Entry[], isLive: boolean, sending: string, timer: any, wait: number,
 * changed: ((entries: Entry[]) => void) | null, settled: Map<string, (ended: any) => void>, run: string }} */
const queue = {
  seat: "", entries: [], isLive: true, sending: "", timer: 0, wait: WAIT.least, changed: null, settled: new Map(),
  run: "",
};

/** Begins with what this seat had said before. `changed` is called with all entries when they do.
 * @param {string} seat @param {(entries: Entry[]) => void} changed */
export function beginQueue(seat, changed) {
  Object.assign(queue, { seat, changed });
  queue.entries = readStore();
  addEventListener("storage", followStore);
  addEventListener("offline", () => setLive(false)); // until the stream is live again; a table without the internet has one
  changed(queue.entries);
  sendNext();
}

/** Drops what another tab of this seat has sent, or taken back.
 * @param {StorageEvent} change */
function followStore({ key: name, newValue }) {
  const gone = newValue === null && queue.entries.find(({ key }) => name === storeName(key));
  if (gone && gone.key !== queue.sending) drop(gone);
}

/** Takes the name of the server's run, which goes with every command: so the server knows whether it
 * could have been refused before.
 * @param {string} run */
export function setRun(run) {
  queue.run = run;
}

/** Says a command in a fight; `words` are what the reader calls it. Returns how it ended: `recorded`,
 * `fault` (of kind “unsent” where the one before it was refused), or neither where it waits for a connection.
 * @param {string} fight @param {any} command @param {string} words
 * @returns {Promise<{ recorded?: Server.Recording, fault?: any }>} */
export function addCommand(fight, command, words, isShownElsewhere = false) {
  replaceOlder(fight, command);
  const isSent = queue.isLive;
  const sent = { ...command, head: isSent ? findOwnHead(fight, command.head) : command.head, run: queue.run };
  const before = queue.entries.filter((each) => each.fight === fight && !each.late).at(-1);
  const entry = {
    key: command.key, fight, command: sent, words, at: Date.now(), tried: false, late: "", line: "",
    after: isSent && before ? before.key : "", isShownElsewhere,
  };
  queue.entries.push(entry);
  const ended = new Promise((resolve) => queue.settled.set(entry.key, resolve));
  keep(entry);
  if (isSent) sendNext();
  else settle(entry, {});
  return ended;
}

/** Takes out what was not sent yet, or came too late.
 * @param {string} key */
export function takeBack(key) {
  const entry = queue.entries.find((each) => each.key === key);
  if (entry && !isOnItsWay(entry)) drop(entry);
}

/** Returns whether an entry may have arrived, so that it cannot be taken back.
 * @param {Entry} entry */
export function isOnItsWay({ tried, late }) {
  return tried && !late;
}

/** Says whether there is a connection.
 * @param {boolean} isLive */
export function setLive(isLive) {
  queue.isLive = isLive;
  if (isLive) {
    queue.wait = WAIT.least;
    sendNext();
  }
  queue.changed?.(queue.entries);
}

/** A combatant's later declaration of one kind stands in place of the last one said, if that was not sent yet.
 * @param {string} fight @param {any} command */
function replaceOlder(fight, command) {
  const last = queue.entries.filter((each) => each.fight === fight).at(-1);
  const deed = describeDeed(command);
  if (deed && last && !last.tried && !last.late && describeDeed(last.command) === deed) drop(last);
}

/** Returns who declares, and which kind of deed; empty for what is no declaration.
 * @param {any} command */
function describeDeed({ do: what, declarations: [first] = [] }) {
  return what === "declare" && first ? `${first.by} ${first.type}` : "";
}

/** Sends the first command that waits, then the next one. */
async function sendNext() {
  clearTimeout(queue.timer);
  const entry = queue.entries.find(({ late }) => !late);
  if (!entry || queue.sending || !queue.isLive) return;
  queue.sending = entry.key;
  if (entry.after && !entry.tried) entry.command.head = findOwnHead(entry.fight, entry.command.head);
  entry.tried = true;
  keep(entry);
  try {
    const recorded = await send("POST", `/api/fights/${entry.fight}/commands`, entry.command, WAIT.most);
    keepRecorded(entry.fight, recorded.seqs);
    remove(entry);
    settle(entry, { recorded });
    queue.wait = WAIT.least;
  } catch (fault) {
    if (fault.kind === "offline") {
      for (const each of queue.entries) settle(each, {}); // they all wait for a connection
      queue.sending = "";
      queue.timer = setTimeout(sendNext, queue.wait);
      queue.wait = Math.min(WAIT.most, queue.wait * 2);
      keep(entry);
      return;
    }
    const isAwaited = queue.settled.has(entry.key) && (fault.kind !== "conflict" || entry.isShownElsewhere);
    if (isAwaited) remove(entry);
    else await keepLate(entry, fault);
    settle(entry, isAwaited ? { fault } : {});
    for (const each of listFollowers(queue.entries, entry)) keepUnsent(each, entry);
  }
  queue.sending = "";
  sendNext();
}

/** Keeps what was refused after its sender had gone on, with the correction that it could be.
 * @param {Entry} entry @param {any} fault */
async function keepLate(entry, fault) {
  entry.late = fault.message;
  if (fault.kind === "conflict") {
    const found = await send("POST", `/api/fights/${entry.fight}/late`, entry.command).catch(() => null);
    entry.line = found?.line ?? "";
  }
  keep(entry);
}

/** Keeps what is not sent, since what was said before it was refused.
 * @param {Entry} entry @param {Entry} refused */
function keepUnsent(entry, refused) {
  const message = say("live.unsent", { what: refused.words });
  const isAwaited = queue.settled.has(entry.key);
  if (isAwaited && entry.isShownElsewhere) remove(entry);
  else {
    entry.late = message;
    keep(entry);
  }
  settle(entry, isAwaited ? { fault: { kind: "unsent", message } } : {});
}

/** @param {Entry} entry */
function remove(entry) {
  queue.entries = queue.entries.filter((each) => each !== entry);
  store(entry, null);
  queue.changed?.(queue.entries);
}

/** Removes what is not sent; nobody waits for its end.
 * @param {Entry} entry */
function drop(entry) {
  remove(entry);
  for (const each of queue.entries.filter(({ after }) => after === entry.key)) {
    each.after = entry.after;
    keep(each);
  }
  settle(entry, {});
}

/** @param {Entry} entry @param {object} ended */
function settle({ key }, ended) {
  queue.settled.get(key)?.(ended);
  queue.settled.delete(key);
}

/** Keeps an entry where a page that is opened again finds it, and shows all of them.
 * @param {Entry} entry */
function keep(entry) {
  store(entry, JSON.stringify(entry));
  queue.changed?.(queue.entries);
}

/** Stores the text of an entry, each under its own name: another tab of this seat has its own.
 * @param {Entry} entry @param {string | null} text */
function store({ key }, text) {
  const name = storeName(key);
  try {
    if (text) localStorage.setItem(name, text);
    else localStorage.removeItem(name);
  } catch {
    // without storage they are kept as long as the page is open
  }
}

/** @param {string} key */
function storeName(key) {
  return `${STORE} ${queue.seat} ${key}`;
}

/** @returns {Entry[]} */
function readStore() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(`${STORE} ${queue.seat} `));
    return names.map((name) => JSON.parse(localStorage.getItem(name) ?? "")).sort((one, other) => one.at - other.at);
  } catch {
    return [];
  }
}

/** Returns the entries of a fight.
 * @param {string} fight */
export function listQueued(fight) {
  return queue.entries.filter((each) => each.fight === fight);
}
