// The marks over the graph of who is winning: turning points above; on the line of their side, who went
// down, left or died. Those that would lie on each other stand below each other, or are one, which opens a list.
import { find, make, makeLink } from "../stage/dom.js";
import { events, isThere, sides, states } from "../stage/fight.js";
import { spreadMarks } from "./forks.js";
import { findFate } from "./lanes.js";
import { findShare, listHalves, signTurn } from "./shares.js";

/** @typedef {import("./shares.js").Course} Course */
/** A mark, its middle in pixels, and what it stands for; that of a fall with its sign and side.
 * @typedef {{ mark: HTMLElement, left: number, top: number, told: [seq: number, said: string][], sign: string, side?: string }} Placed */

const MOST_MARKS = 60;
const TOUCH = 13; // pixels between two marks
const CLOSE = 9; // pixels between a turning point and a mark below it, which stays on its line
const NARROW = 300; // pixels of a graph on a phone
const FINGER = 24; // pixels between two turning points there
const TURN = 4; // pixels from the top to the middle of a turning point
const STEPS = [0, 1, -1, 2, -2, 3, -3];
const NEAR = 3; // of these on a phone, whose graph is low

/** Makes the marks of a line. `placeOf` says where a place of it stands and a share of a side there, as parts
 * of the picture.
 * @param {number[]} line @param {Page.Turn[]} turns @param {Course[]} courses
 * @param {(at: number, part: number, nth: number) => [left: number, top: number]} placeOf @param {HTMLElement} picture
 * @returns {HTMLElement[]} */
export function makeMarks(line, turns, courses, placeOf, { clientWidth: width, clientHeight: height }) {
  const halves = listHalves(courses);
  const isNarrow = width < NARROW;
  /** @type {(sign: string, kind: string, seq: number, said: string, side?: string) => Placed} */
  const place = (sign, kind, seq, said, side) => {
    const mark = makeLink(seq, sign);
    mark.className = `mark ${kind}`;
    mark.title = said;
    mark.tabIndex = -1;
    mark.draggable = false; // a drag moves through the fight
    mark.ariaHidden = "true";
    const course = halves.find(({ names }) => names.includes(side ?? ""));
    if (course) mark.classList.add(`line-${course.nth % 8}`);
    const at = line.indexOf(seq);
    const [left, top] = placeOf(at, course ? findShare(course, at) : 1, course?.nth ?? 0);
    return { mark, left: left * width, top: top * height, told: [[seq, said]], sign, side };
  };
  const all = turns.filter(([seq]) => line.includes(seq))
    .map((turn) => ({ ...place(signTurn(turn), `turn line-${sides.indexOf(turn[3]) % 8}`, turn[0], turn[1]), top: TURN }));
  const above = isNarrow ? joinClose(all) : all;
  spreadMarks(above, width, isNarrow ? FINGER : TOUCH);
  const placed = [...above];
  const falls = listFalls(line).slice(0, MOST_MARKS);
  const isDeath = (/** @type {typeof falls[0]} */ [, kind]) => Number(kind === "death");
  for (const [sign, kind, seq, said, side] of falls.sort((one, other) => isDeath(other) - isDeath(one))) {
    const fall = place(sign, kind, seq, said, side);
    const touching = placed.filter(({ left }) => Math.abs(left - fall.left) < TOUCH);
    const same = touching.find((each) => each.side === side && (isNarrow || each.sign === sign));
    const free = STEPS.slice(0, isNarrow ? NEAR : STEPS.length).map((step) => fall.top + step * TOUCH)
      .find((top) => top > 0 && top <= height && touching.every((each) => Math.abs(each.top - top) >= (above.includes(each) ? CLOSE : TOUCH - 1)));
    const room = same ?? (free === undefined ? touching.at(-1) : undefined);
    if (room) {
      join(room, fall); // those who fell together have one mark
      continue;
    }
    placed.push({ ...fall, top: free ?? fall.top });
    fall.mark.style.setProperty("left", `${(100 * fall.left) / width}%`);
    fall.mark.style.setProperty("top", `${(100 * (free ?? fall.top)) / height}%`);
  }
  for (const each of placed) if (each.told.length > 1) offerList(each);
  return placed.map(({ mark }) => mark);
}

/** Makes one mark of turning points that are closer together than a finger can tell apart, with the sign of the first.
 * @param {Placed[]} marks */
function joinClose(marks) {
  /** @type {Placed | undefined} */
  let last;
  return marks.filter((each) => {
    if (last && each.left - last.left < FINGER) return join(last, each);
    last = each;
    return true;
  });
}

/** @param {Placed} one @param {Placed} other */
function join(one, other) {
  one.told.push(...other.told);
  one.mark.title += `; ${other.mark.title}`;
}

/** Writes on a mark for how many it stands, and lists them when it is clicked, each as a link. A finger, for which a list
 * would cover the sentence, leads from one to the next.
 * @param {Placed} placed */
function offerList({ mark, told }) {
  mark.append(make("sup", "", String(told.length)));
  let next = 0;
  mark.onclick = (click) => {
    if (matchMedia("(pointer: coarse)").matches) {
      mark.setAttribute("href", `#seq=${told[next][0]}`);
      next = (next + 1) % told.length;
      return;
    }
    click.preventDefault();
    const list = make("ul", "graph-list", ...told.map(([seq, said]) => make("li", "", makeLink(seq, said))));
    list.popover = "auto";
    list.onclick = () => list.remove();
    find("controls").append(list);
    list.showPopover();
  };
}

/** Lists who went down, left or died along a line. Who died of a blow is told at the death alone.
 * @param {number[]} line */
function listFalls(line) {
  /** @type {[sign: string, kind: string, seq: number, said: string, side: string][]} */
  const falls = [];
  /** @type {Map<number, typeof falls[0]>} */
  const dying = new Map();
  let seen = states[0].people;
  for (const seq of line) {
    const { people } = states[seq];
    if (people === seen || events[seq].off) continue;
    people.forEach((card, number) => {
      const was = seen[number];
      if (card === was || !isThere(card) || !isThere(was)) return;
      const [sign, how] = describeFall(card, was);
      if (!sign || (card.standing === "gone" && card.crew)) return; // its crew counts
      const isDeath = sign === "✕";
      const before = falls.indexOf(/** @type {any} */ (dying.get(number)));
      if (isDeath && before >= 0) falls.splice(before, 1);
      falls.push([sign, isDeath ? "death" : "felled", seq, `${card.name}: ${how}`, card.side]);
      if (card.out === "dying") dying.set(number, falls[falls.length - 1]);
    });
    seen = people;
  }
  return falls;
}

/** Returns a sign and a word where somebody went down, left or died, as one card follows another. Who dies of a blow is
 * down (“dying”) until the death itself.
 * @param {Page.Card} card @param {Page.Card} was */
function describeFall(card, was) {
  const [sign, how] = findFate(card);
  return sign === findFate(was)[0] || (sign === "✚" && was.standing) ? ["", ""] : [sign, how];
}
