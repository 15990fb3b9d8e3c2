// Where a branch left the watched line: a button in the story, which tells how the branch began.
import { make } from "../stage/dom.js";
import { events } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findWatched, listBranches, watchLine } from "./stops.js";

const WORDS = 70; // so many letters of the first sentence are told

/** Returns the items of the branches beside a line, by the number of the beat they stand behind.
 * `changed` is called with a function that watches the branch, and the event it begins at. */
export function makeForks(beats, changed) {
  const found = new Map();
  const { branch: watched, line } = findWatched();
  const along = new Set(line);
  for (const branch of listBranches()) {
    if (branch === watched || !(branch.from === 0 || along.has(branch.from)) || along.has(branch.tip)) continue;
    const after = beats.findLastIndex(({ seq }) => seq <= branch.from);
    const at = Math.max(0, after);
    found.set(at, [...(found.get(at) ?? []), makeFork(branch, changed)]);
  }
  return found;
}

/** Returns the first event of a branch behind the line that it left. */
export function findBeginning(branch) {
  let first = branch.tip;
  while (events[first].parent > branch.from) first = events[first].parent;
  return first;
}

function makeFork(branch, changed) {
  const told = branch.beats.find(({ heading, story }) => !heading && story.length);
  const words = told ? told.story.map((span) => (typeof span === "string" ? span : span[0])).join("")
    : events[findBeginning(branch)].said;
  const short = words.length > WORDS ? `${words.slice(0, WORDS)}…` : words;
  const about = events[branch.tip].mark;
  const button = make("button", "fork-watch", make("b", "", `↳ ${say("fork")}: `), make("s", "", short));
  button.type = "button";
  if (about) button.title = about;
  button.addEventListener("click", () => changed(() => watchLine(branch), findBeginning(branch)));
  return make("li", "fork", button);
}
