// The connection to the server: requests, and the stream of a fight. The last screen stays up while
// it is lost; afterwards the stream goes on behind the last event that the page has.
const RETRY = { least: 500, most: 8000 }; // milliseconds
const SILENT = 40_000; // without a sign of life for so long, the stream is opened again

/** What the path of the table begins with, where a server has the tables of many campaigns. */
export const BASE = location.pathname.replace(/\/[^/]*$/, "");

const GATEWAY = [502, 503, 504]; // a proxy without its server
const isJson = (/** @type {Response} */ { headers }) => (headers.get("content-type") ?? "").includes("json");

/** A request that was not carried out, with the server's sentence. */
export class Fault extends Error {
  /** @param {number} status @param {{ said: string, kind?: Server.Fault["kind"] | "offline", overrulable?: boolean, last?: number }} fault */
  constructor(status, { said, kind = "broken", overrulable = false, last = 0 }) {
    super(said);
    this.status = status;
    this.kind = kind;
    this.overrulable = overrulable;
    this.last = last;
  }
}

/** Sends a request, and returns the answer. Throws `Fault`; without a connection, or an answer within
 * `patience` milliseconds, one of kind "offline".
 * @param {string} method @param {string} path @param {unknown} [sent] @returns {Promise<any>} */
export async function send(method, path, sent, patience = 0) {
  /** @type {RequestInit & { headers: Record<string, string> }} */
  const request = { method, headers: {}, credentials: "same-origin" };
  if (patience) request.signal = /** @type {any} */ (AbortSignal).timeout(patience);
  if (sent !== undefined) {
    request.headers["content-type"] = "application/json";
    request.body = JSON.stringify(sent);
  }
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(BASE + path, request);
  } catch {
    throw new Fault(0, { kind: "offline", said: "" });
  }
  if (answer.status === 204) return null;
  const read = await readAnswer(answer);
  if (!answer.ok) throw new Fault(answer.status, read);
  return read;
}

/** Reads an answer. Throws `Fault` of kind "offline" where nobody knows what the table did: it said so
 * itself, the answer was cut off, or it is another's (a proxy's without its server, a hotspot's own page).
 * @param {Response} answer @returns {Promise<any>} */
async function readAnswer(answer) {
  const read = isJson(answer) ? await answer.json().catch(() => null) : { said: answer.statusText };
  const isOthers = !isJson(answer) && (answer.ok || GATEWAY.includes(answer.status));
  if (!read || isOthers || answer.status === 504) throw new Fault(0, { kind: "offline", said: "" });
  return read;
}

/** Returns a new key for a command. */
export function makeKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12)); // also where the page is not secure
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Follows the stream of a fight until it is stopped. `heard` is called with (kind, data), `told`
 * with "live", "lost" or "ended", `after` returns the last event that the page has, and its mark.
 * @param {string} fight @param {() => [number, string]} after @param {(kind: string, data: any) => void} heard
 * @param {(how: string) => void} told */
export function followStream(fight, after, heard, told) {
  /** @type {{ stopped: boolean, abort: AbortController | null, wait: number, timer: any }} */
  const stream = { stopped: false, abort: null, wait: RETRY.least, timer: 0 };

  async function open() {
    clearTimeout(stream.timer);
    stream.abort?.abort();
    const abort = new AbortController();
    stream.abort = abort;
    /** @type {any} */
    let silence = 0;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => abort.abort(), SILENT);
    };
    try {
      listen();
      const [last, mark] = after();
      const answer = await fetch(`${BASE}/api/fights/${fight}/stream?after=${last}&mark=${mark}`, { signal: abort.signal, credentials: "same-origin" });
      if (answer.status === 401 || answer.status === 403) {
        told("ended");
        return;
      }
      if (!answer.ok) throw new Error(answer.statusText);
      stream.wait = RETRY.least;
      told("live");
      await readEvents(/** @type {ReadableStream} */ (answer.body), listen, heard);
    } catch {
      // the connection was lost; it is opened again
    } finally {
      clearTimeout(silence);
    }
    if (stream.stopped || stream.abort !== abort) return;
    told("lost");
    stream.timer = setTimeout(open, stream.wait);
    stream.wait = Math.min(RETRY.most, stream.wait * 2);
  }

  const wake = () => {
    if (document.visibilityState === "visible" && !stream.stopped) open();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  for (const change of ["online", "offline"]) addEventListener(change, wake);
  open();
  return () => {
    stream.stopped = true;
    clearTimeout(stream.timer);
    stream.abort?.abort();
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("pageshow", wake);
    for (const change of ["online", "offline"]) removeEventListener(change, wake);
  };
}

/** Reads server-sent events; `listen` is called with each sign of life.
 * @param {ReadableStream<any>} body @param {() => void} listen @param {(kind: string, data: any) => void} heard */
async function readEvents(body, listen, heard) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    listen();
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      /** @type {Record<string, string>} */
      const fields = { event: "frame", data: "" };
      for (const line of block.split("\n")) {
        const [, name, rest] = /^(\w+): ?(.*)$/.exec(line) ?? [];
        if (name in fields) fields[name] = rest;
      }
      if (fields.data) heard(fields.event, JSON.parse(fields.data));
    }
  }
}
