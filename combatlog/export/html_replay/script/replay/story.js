// The story: every beat of the line, round by round; the present one is marked.
import { find, make } from "../stage/dom.js";
import { makeProse } from "../stage/sentence.js";
import { findWatched } from "./stops.js";
import { keepInSight } from "./log.js";

const told = { beats: [], rows: [], present: null };

/** Writes the story of the watched line. */
function writeStory() {
  const { beats } = findWatched();
  let at = 0;
  while (at < beats.length && told.beats[at] === beats[at]) at += 1;
  if (at === beats.length && at === told.beats.length) return;
  for (const row of told.rows.splice(at)) row.remove();
  const grown = beats.slice(at).map((beat, more) => makeBeat(beat, at + more));
  told.rows.push(...grown);
  find("story").append(...grown);
  told.beats = [...beats];
  if (told.present && !told.present.isConnected) told.present = null;
}

function makeBeat(beat, at) {
  const row = make("li", beat.heading ? "beat round" : beat.correction ? "beat corrected" : "beat");
  const link = make("a", "", ...makeProse(beat.heading ? [beat.heading] : beat.story));
  link.href = `#seq=${beat.seq}`;
  link.tabIndex = -1;
  link.dataset.at = at;
  row.append(link);
  return row;
}

/** Marks the beat of a stop. */
export function showBeat(stop) {
  writeStory();
  const row = told.rows[findBeat(stop.seq)];
  if (told.present === row || !row) return;
  told.present?.classList.remove("present");
  if (told.present) {
    told.present.firstChild.removeAttribute("aria-current");
    told.present.firstChild.tabIndex = -1;
  }
  row.classList.add("present");
  row.firstChild.setAttribute("aria-current", "step");
  row.firstChild.tabIndex = 0;
  told.present = row;
  keepInSight(find("story"), row);
}

/** Returns the index of the first beat that ends at or behind an event. */
function findBeat(seq) {
  const { beats } = findWatched();
  let low = 0;
  let high = beats.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (beats[middle].seq >= seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Brings the present beat into sight, after its pane has been opened. */
export function revealBeat() {
  if (told.present) keepInSight(find("story"), told.present);
}
