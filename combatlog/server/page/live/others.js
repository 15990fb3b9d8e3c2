// What somebody else took back, brought back or corrected: said once to those whose fight it changed.
import { find } from "../stage/dom.js";
import { events } from "../stage/fight.js";
import { listCorrections } from "../replay/stops.js";
import { isOwn, showAnswer } from "./say.js";

const others = { fight: "", head: 0, shown: "" };

/** Says what changed the past among the events behind `last`, unless it was this reader's doing; what was
 * said before goes with the next event.
 * @param {string} fight @param {number} last @param {number} head the event that the fight stands at now */
export function tellChanges(fight, last, head) {
  const before = fight === others.fight ? others.head : head;
  if (fight !== others.fight) others.shown = "";
  Object.assign(others, { fight, head });
  if (!last || last >= events.length - 1) return;
  const words = describeChange(last, before);
  if (!words && !others.shown) return;
  if (words || find("answer").textContent === others.shown) showAnswer(words);
  others.shown = words;
}

/** Returns what was changed behind an event, empty without it; `before` is where the fight stood.
 * @param {number} last @param {number} before */
function describeChange(last, before) {
  const made = events.slice(last + 1).filter(({ kind, seq }) => "mx".includes(kind) && !isOwn(seq)).at(-1);
  if (!made) return "";
  const told = listCorrections().find(({ correction }) => correction?.made === made.seq);
  if (told) return told.story.map((span) => (typeof span === "string" ? span : span[0])).join("");
  const undone = made.kind === "m" && made.parent < before ? findNext(made.parent, before) : null;
  return `${made.said}${undone ? `: ${undone.said}` : ""}.`;
}

/** Returns the first event behind one on the line that led to another.
 * @param {number} seq @param {number} end */
function findNext(seq, end) {
  let next = events[end];
  while (next && next.parent > seq) next = events[next.parent];
  return next && next.seq > seq ? next : null;
}
