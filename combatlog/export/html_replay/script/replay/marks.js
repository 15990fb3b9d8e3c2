// The marks over the graph of who is winning: turning points above; on the line of their side, who went
// down, left or died. Those that would lie on each other stand below each other, or are one.
import { make } from "../stage/dom.js";
import { events, isDead, isThere, sides, states } from "../stage/fight.js";
import { describeLook, say } from "../stage/labels.js";
import { spreadMarks } from "./forks.js";
import { findShare, listHalves, signTurn } from "./shares.js";

/** @typedef {import("./shares.js").Course} Course */
/** @typedef {{ mark: HTMLElement, left: number, top: number }} Placed a mark, and its middle in pixels */

const MOST_MARKS = 60;
const TOUCH = 13; // pixels between two marks
const CLOSE = 9; // pixels between a turning point and a mark below it, which stays on its line
const TURN = 4; // pixels from the top to the middle of a turning point
const STEPS = [0, 1, -1, 2, -2, 3, -3];

/** Makes the marks of a line. `placeOf` says where a place of it stands and a share of a side there, as parts
 * of the picture.
 * @param {number[]} line @param {Page.Turn[]} turns @param {Course[]} courses
 * @param {(at: number, part: number, nth: number) => [left: number, top: number]} placeOf @param {HTMLElement} picture
 * @returns {HTMLElement[]} */
export function makeMarks(line, turns, courses, placeOf, { clientWidth: width, clientHeight: height }) {
  const halves = listHalves(courses);
  /** @type {(sign: string, kind: string, seq: number, said: string, side?: string) => Placed} */
  const place = (sign, kind, seq, said, side) => {
    const mark = make("a", `mark ${kind}`, sign);
    mark.href = `#seq=${seq}`;
    mark.title = said;
    mark.tabIndex = -1;
    mark.setAttribute("aria-hidden", "true");
    const course = halves.find(({ names }) => names.includes(side ?? ""));
    if (course) mark.classList.add(`line-${course.nth % 8}`);
    const at = line.indexOf(seq);
    const [left, top] = placeOf(at, course ? findShare(course, at) : 1, course?.nth ?? 0);
    return { mark, left: left * width, top: top * height };
  };
  const above = turns.filter(([seq]) => line.includes(seq))
    .map((turn) => ({ ...place(signTurn(turn), `turn line-${sides.indexOf(turn[3]) % 8}`, turn[0], turn[1]), top: TURN }));
  spreadMarks(above, width, TOUCH);
  const placed = [...above];
  const falls = listFalls(line).slice(0, MOST_MARKS);
  const isDeath = (/** @type {typeof falls[0]} */ [, kind]) => Number(kind === "death");
  for (const [sign, kind, seq, said, side] of falls.sort((one, other) => isDeath(other) - isDeath(one))) {
    const fall = place(sign, kind, seq, said, side);
    const touching = placed.filter(({ left }) => Math.abs(left - fall.left) < TOUCH);
    const same = touching.find(({ mark }) => mark.textContent === sign && mark.className === fall.mark.className);
    const free = STEPS.map((step) => fall.top + step * TOUCH)
      .find((top) => top > 0 && top <= height && touching.every((each) => Math.abs(each.top - top) >= (above.includes(each) ? CLOSE : TOUCH - 1)));
    const room = same ?? (free === undefined ? touching.at(-1) : undefined);
    if (room) {
      room.mark.title += `; ${said}`; // those who fell together have one mark
      continue;
    }
    placed.push({ ...fall, top: free ?? fall.top });
    fall.mark.style.setProperty("left", `${(100 * fall.left) / width}%`);
    fall.mark.style.setProperty("top", `${(100 * (free ?? fall.top)) / height}%`);
  }
  return placed.map(({ mark }) => mark);
}

/** Lists who went down, left or died along a line.
 * @param {number[]} line */
function listFalls(line) {
  /** @type {[sign: string, kind: string, seq: number, said: string, side: string][]} */
  const falls = [];
  let seen = states[0].people;
  for (const seq of line) {
    const { people } = states[seq];
    if (people === seen || events[seq].off) continue;
    people.forEach((card, number) => {
      const was = seen[number];
      if (card === was || !isThere(card) || !isThere(was)) return;
      const [sign, how] = describeFall(card, was);
      if (sign) falls.push([sign, isDead(card) ? "death" : "felled", seq, `${card.name}: ${how}`, card.side]);
    });
    seen = people;
  }
  return falls;
}

/** Returns a sign and a word where somebody went down, left or died, as one card follows another.
 * @param {Page.Card} card @param {Page.Card} was */
function describeFall(card, was) {
  if (isDead(card)) return isDead(was) ? ["", ""] : ["✕", say("dead")];
  if (card.standing && !was.standing) return ["↗", card.how || say("gone")];
  return card.look === "down" && was.look !== "down" && !was.standing ? ["✚", describeLook("down")] : ["", ""];
}
