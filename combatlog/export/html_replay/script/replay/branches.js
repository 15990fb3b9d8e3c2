// What was undone: a tree of the branches beside the line, each of which can be watched; and what a
// correction changed, then and now.
import { find, make, makeName, write } from "../stage/dom.js";
import { SCORE, events, formatScore, isThere, listScores, states } from "../stage/fight.js";
import { describeLook, say } from "../stage/labels.js";
import { firstWords } from "../stage/news.js";
import { findBeginning } from "./forks.js";
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
  button.addEventListener("click", () => changed(() => watchLine(branch), findBeginning(branch)));
  const count = branch.tip - branch.from;
  const about = events[branch.tip].mark || say("branch-from", { seq: branch.from, count });
  const item = make("li", "", button, " ", make("span", "quiet", about));
  if (children.length) item.append(make("ul", "", ...children));
  return item;
}

/** Returns the name of a branch that has none: the first and last of its events. */
function nameEvents(branch) {
  const first = findBeginning(branch);
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
  box.replaceChildren(...compareStates(states[was], states[end], [say("then"), say("now")]));
}

/** Shows how everybody stands at the end of the watched branch, beside the fight as it stands. */
export function showCompared() {
  const { branch, line } = findWatched();
  find("compared-box").hidden = !branch;
  if (!branch) return;
  const present = states[listPresent().at(-1)];
  const heads = [say("as-it-stands"), say("this-branch")];
  find("compared").replaceChildren(...compareStates(present, states[line.at(-1)], heads));
}

/** Returns a table of everybody who stands otherwise in two states, or a sentence that nobody does. */
function compareStates(then, now, heads) {
  const rows = [];
  for (const number of new Set([...then.people.keys(), ...now.people.keys()])) {
    const [one, other] = [then, now].map(({ people }) => (isThere(people[number]) ? people[number] : null));
    if (one === other) continue;
    const [left, right] = listDifferent(one, other);
    if (!left && !right) continue;
    const head = make("th", "", makeName((other ?? one).name, "who"));
    head.scope = "row";
    rows.push(make("tr", "", head, make("td", "", left || "–"), make("td", "", right || "–")));
  }
  if (!rows.length) return [make("p", "quiet", say("then-same"))];
  const top = make("tr", "", ...["", ...heads].map((words) => {
    const cell = make(words ? "th" : "td", "", words);
    if (words) cell.scope = "col";
    return cell;
  }));
  return [make("table", "compared", make("thead", "", top), make("tbody", "", ...rows))];
}

/** Returns in words what one card has and another has not: [of the one, of the other]. */
function listDifferent(one, other) {
  const facts = [one, other].map((card) => (card ? listFacts(card) : [say("not-there")]));
  return facts.map((each, nth) => each.filter((fact) => !facts[1 - nth].includes(fact)).join(", "));
}

function listFacts(card) {
  const wounds = card.wounds ?? [];
  const named = wounds.map(firstWords);
  return [
    ...(card.standing || card.look === "down" || card.hidden ? [describeFate(card)] : []),
    ...listScores(card).map((score) => `${score} ${formatScore(score, card[SCORE + score][0])}`),
    ...wounds, ...(card.conditions ?? []).filter((each) => !named.includes(firstWords(each))),
    ...(card.area ? [say("in-area", { area: card.area })] : []),
  ];
}

function describeFate({ standing, how, look }) {
  if (standing === "dead") return how ? say("dead-of", { how }) : say("dead");
  return how || describeLook(look);
}
