// The words that were searched for, marked in the rows that have them.
import { find } from "../stage/dom.js";

const LISTS = ["story", "log"];

/** Marks words, in lower case, in all rows that are shown; nothing where they are empty.
 * @param {string} words */
export function markWords(words) {
  const { CSS: { highlights }, Highlight } = /** @type {any} */ (globalThis); // some browsers that show the page have none
  highlights?.delete("found");
  if (!highlights || !words) return;
  const found = new Highlight();
  for (const row of LISTS.flatMap((id) => [...find(id).children])) {
    if (!row.hidden) for (const range of findWords(row, words)) found.add(range);
  }
  highlights.set("found", found);
}

/** Returns where an element has words, also over several of its parts.
 * @param {Element} row @param {string} words */
function findWords(row, words) {
  /** @type {Text[]} */
  const parts = [];
  const walk = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) parts.push(/** @type {Text} */ (walk.currentNode));
  const text = parts.map(({ data }) => data).join("").toLowerCase();
  /** @type {(at: number) => [Text, number]} */
  const place = (at) => {
    let left = at;
    const part = parts.find(({ length }) => left <= length || ((left -= length), false)) ?? parts[parts.length - 1];
    return [part, Math.min(left, part.length)]; // a few letters are longer in lower case
  };
  const ranges = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
    const range = new Range();
    range.setStart(...place(at));
    range.setEnd(...place(at + words.length));
    ranges.push(range);
  }
  return ranges;
}
