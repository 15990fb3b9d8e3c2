// Commands that are on their way or wait for a connection. Each keeps the last event that was seen
// when it was said, and its key; so it is recorded once, and only where nothing that it is about has
// changed since. They are kept by seat, so that a page that is opened again goes on sending them.
import { send } from "./connection.js";

/** @typedef {{ key: string, fight: string, command: any, words: string, at: number, tried: boolean, late: string,
 * line: string }} Entry */

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
 * `fault`, or neither where it waits for a connection.
 * @param {string} fight @param {any} command @param {string} words
 * @returns {Promise<{ recorded?: Server.Recording, fault?: any }>} */
export function addCommand(fight, command, words) {
  replaceOlder(command);
  const sent = { ...command, run: queue.run };
  const entry = { key: command.key, fight, command: sent, words, at: Date.now(), tried: false, late: "", line: "" };
  queue.entries.push(entry);
  const ended = new Promise((resolve) => queue.settled.set(entry.key, resolve));
  keep(entry);
  if (queue.isLive && navigator.onLine) sendNext();
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

/** A combatant's later declaration stands in place of one that was not sent yet.
 * @param {any} command */
function replaceOlder(command) {
  const by = findActor(command);
  const isOlder = (/** @type {Entry} */ each) => by && !each.tried && !each.late && findActor(each.command) === by;
  queue.entries.filter(isOlder).forEach(drop);
}

/** @param {any} command */
function findActor({ do: what, declarations = [] }) {
  return what === "declare" ? declarations[0]?.by : undefined;
}

/** Sends the first command that waits, then the next one. */
async function sendNext() {
  clearTimeout(queue.timer);
  const entry = queue.entries.find(({ late }) => !late);
  if (!entry || queue.sending || !navigator.onLine) return;
  queue.sending = entry.key;
  entry.tried = true;
  keep(entry);
  try {
    const recorded = await send("POST", `/api/fights/${entry.fight}/commands`, entry.command, WAIT.most);
    remove(entry);
    settle(entry, { recorded });
    queue.wait = WAIT.least;
  } catch (fault) {
    if (fault.kind === "offline") {
      settle(entry, {});
      queue.sending = "";
      queue.timer = setTimeout(sendNext, queue.wait);
      queue.wait = Math.min(WAIT.most, queue.wait * 2);
      keep(entry);
      return;
    }
    const isAwaited = queue.settled.has(entry.key) && fault.kind !== "conflict";
    if (isAwaited) remove(entry);
    else await keepLate(entry, fault);
    settle(entry, isAwaited ? { fault } : {});
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
