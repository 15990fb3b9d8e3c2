// Links to a moment: `#seq=41`. The page reads the address and keeps it up to date.
import { find, write } from "../stage/dom.js";
import { events } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { follow, pause, present } from "./player.js";
import { listPresent } from "./stops.js";

const SETTLED = 200; // milliseconds: browsers stop listening to addresses that change too often
/** @type {any} */
let settling = 0;
let linked = 0; // the event that leads to the present stop: of a correction its own, as it ends with another beat

/** Returns the event that the address names; 0 if it names none, the last one if it names one behind the end, which
 * is said. */
export function readLink(address = location.hash) {
  const match = /^#seq=([0-9]+)$/.exec(address);
  const seq = match ? Number(match[1]) : 0;
  if (seq < events.length) return seq;
  toast(say("beyond", { seq: match?.[1] ?? "" }));
  return listPresent().at(-1) ?? 0;
}

/** Puts the event into the address, once it has not changed for a moment.
 * @param {number} seq */
function keepLink(seq) {
  clearTimeout(settling);
  settling = setTimeout(() => history.replaceState(null, "", `#seq=${seq}`), SETTLED);
}

/** @param {number} seq */
function makeLink(seq) {
  return `${location.href.split("#")[0]}#seq=${seq}`;
}

async function copyLink() {
  const seq = linked || readLink() || present();
  try {
    await navigator.clipboard.writeText(makeLink(seq));
    toast(say("copied", { seq }));
  } catch {
    toast(say("not-copied", { seq }));
  }
}

/** @type {any} */
let fading = 0;

/** Shows a message that disappears by itself.
 * @param {string} text */
function toast(text) {
  clearTimeout(fading);
  write(find("toast"), text);
  fading = setTimeout(() => write(find("toast"), ""), 4000);
}

/** Goes where links lead: `go` is called with a seq.
 * @param {(seq: number) => void} go */
export function followLinks(go) {
  addEventListener("hashchange", ({ newURL }) => { // the page may have written its own address since
    const seq = readLink(new URL(newURL).hash);
    if (seq && seq !== linked) {
      pause();
      go(seq);
    }
  });
  addEventListener("click", (/** @type {any} */ click) => {
    const seq = readLink(click.target.closest?.("a[href^='#seq=']")?.getAttribute("href") ?? "");
    if (!seq || click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    pause();
    go(seq);
  });
  for (const id of ["copy", "copy-too"]) find(id).addEventListener("click", copyLink);
  follow((/** @type {Page.Stop} */ { seq, correction }) => {
    linked = correction?.made ?? seq;
    keepLink(linked);
  });
}
