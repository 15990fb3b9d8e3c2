// What was undone: a tree of the branches beside the line, each of which can be watched; and what a
// correction changed, then and now.
import { find, make, makeName, write } from "../stage/dom.js";
import { events, isThere, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { listNews } from "../stage/news.js";
import { findWatched, listBranches, listPresent, watchLine } from "./stops.js";

/** Lists the branches as a tree: those that left a branch stand below it. `changed` is called with
 * a function that changes the watched line. */
export function makeBranches(changed) {
  const branches = listBranches();
  find("branches-box").hidden = !branches.length;
  const sorted = [...branches].sort((one, other) => one.from - other.from);
  find("branches").replaceChildren(...listChildren(null, sorted, changed, new Set()));
  find("back").addEventListener("click", () => changed(() => watchLine(null)));
}

/** Returns the items of the branches that left the line of a branch, or the present one. */
function listChildren(parent, branches, changed, placed) {
  const items = [];
  for (const branch of branches) {
    if (placed.has(branch) || findParent(branch, branches) !== parent) continue;
    placed.add(branch);
    items.push(makeItem(branch, listChildren(branch, branches, changed, placed), changed));
  }
  return items;
}

/** Returns the branch on which another one began, null for the present line. */
function findParent(branch, branches) {
  const owners = branches.filter((other) =>
    other !== branch && other.from < branch.from && branch.from <= other.tip);
  return owners.findLast((other) => isOn(other, branch.from)) ?? null;
}

function isOn(branch, seq) {
  for (let at = branch.tip; at > branch.from; at = events[at].parent) if (at === seq) return true;
  return false;
}

function makeItem(branch, children, changed) {
  const given = !/^(main|branch-\d+)$/.test(branch.name);
  const button = make("button", "watch", makeName(given ? branch.name : nameEvents(branch)));
  button.type = "button";
  button.addEventListener("click", () => changed(() => watchLine(branch)));
  const count = branch.tip - branch.from;
  const about = events[branch.tip].mark || say("branch-from", { seq: branch.from, count });
  const item = make("li", "", button, " ", make("span", "quiet", about));
  if (children.length) item.append(make("ul", "", ...children));
  return item;
}

/** Returns the name of a branch that has none: the first and last of its events. */
function nameEvents(branch) {
  let first = branch.tip;
  while (events[first].parent > branch.from) first = events[first].parent;
  return first === branch.tip ? `#${first}` : `#${first}–${branch.tip}`;
}

/** Says which branch is watched. */
export function showWatched() {
  const { branch } = findWatched();
  find("watched").hidden = !branch;
  write(find("watched-name"), branch ? say("watched", { name: nameEvents(branch) }) : "");
}

/** Shows what a correction changed: who stood how then and now. */
export function showCorrection(stop) {
  const box = find("then-now");
  box.hidden = !stop.correction;
  if (!stop.correction) return;
  const { was, end } = stop.correction;
  const lines = listDifferences(states[was], states[end]);
  box.replaceChildren(make("h3", "", say("then-now")), make("ul", "", ...lines));
}

/** Shows how everybody stands at the end of the watched branch, beside the fight as it stands. */
export function showCompared() {
  const { branch, line } = findWatched();
  find("compared-box").hidden = !branch;
  if (!branch) return;
  const present = states[listPresent().at(-1)];
  find("compared").replaceChildren(...listDifferences(present, states[line.at(-1)]));
}

/** Lists what is new about everybody in a state after another one. */
function listDifferences(then, now) {
  const lines = [];
  now.people.forEach((card, number) => {
    const before = then.people[number];
    if (!isThere(card) || card === before) return;
    const news = listNews(card, before ?? {}).map(({ text }) => text);
    if (news.length) lines.push(make("li", "", makeName(card.name, "who"), `: ${news.join(", ")}`));
  });
  return lines.length ? lines : [make("li", "", say("then-same"))];
}
