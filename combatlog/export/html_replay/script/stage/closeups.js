// Close-ups: in a crowd, where tokens are lines, those who act or are struck are drawn large over
// their tokens. The tokens themselves stay where they are.
import { make, makeName } from "./dom.js";
import { SCORE, formatScore, listScores } from "./fight.js";
import { describeLook } from "./labels.js";

const MOST = 6; // more would hide the crowd
/** @typedef {{ number: number, place: Page.Box, card: Page.Card, news: Page.News[], loss: string,
 * team: number }} Closeup */

const SIZE = { width: 132, height: 36, gap: 3 };

export function makeCloseups() {
  const box = make("div", "closeups");
  box.setAttribute("aria-hidden", "true"); // the tokens tell the same
  return box;
}

/** Draws close-ups of [{number, place, card, news, loss, team}] on a field as it is laid out, at its
 * middle. Returns their places, by number.
 * @param {HTMLElement} box @param {Closeup[]} wanted @param {Omit<Page.Ground, "places">} ground */
export function showCloseups(box, wanted, { across, down, gutter }) {
  const room = Math.floor((down + SIZE.gap) / (SIZE.height + SIZE.gap)); // so many stand below each other
  const count = [0, 0];
  const drawn = wanted.filter(({ place }) => (count[Number(isRight(place, across))] += 1) <= room).slice(0, MOST);
  /** @type {Map<number, Page.Box>} */
  const places = new Map();
  for (const half of [false, true]) {
    const these = drawn.filter(({ place }) => isRight(place, across) === half)
      .sort((one, other) => one.place.y - other.place.y);
    let free = 0;
    these.forEach(({ number, place }, nth) => {
      const after = these.length - nth;
      const lowest = down - after * (SIZE.height + SIZE.gap) + SIZE.gap;
      const y = Math.max(0, Math.min(lowest, Math.max(free, place.y + (place.height - SIZE.height) / 2)));
      const width = Math.min(Math.max(SIZE.width, place.width), across / 2 - 14);
      const x = half ? Math.min(across - width, gutter[1]) : Math.max(0, gutter[0] - width);
      free = y + SIZE.height + SIZE.gap;
      places.set(number, { x, y, width, height: SIZE.height });
    });
  }
  box.replaceChildren(...drawn.map((each) => makeCloseup(each, /** @type {Page.Box} */ (places.get(each.number)), across)));
  return places;
}

/** @param {Page.Box} box @param {number} across */
const isRight = ({ x, width }, across) => x + width / 2 > across / 2;

/** @param {Closeup} closeup @param {Page.Box} place @param {number} across */
function makeCloseup({ card, news, loss, team }, place, across) {
  const first = listScores(card)[0];
  const value = first ? formatScore(first, card[SCORE + first][0]) : "";
  const grave = news.filter(({ kind, short }) => short && (!loss || kind !== "loss")).slice(0, 1);
  /** @type {{ kind: string, short?: string }[]} */
  const told = loss ? [{ kind: "loss", short: loss }, ...grave] : grave;
  if (!value && !told.length) told.push({ kind: "note", short: describeLook(card.look) });
  const right = isRight(place, across);
  const box = make("div", `closeup line-${team % 8}${right ? " right-half" : ""}`, makeName(card.name, "name"),
    make("span", "facts", ...told.map(({ kind, short = "" }) => make("span", `new ${kind}`, short)), make("b", "", value)));
  box.dataset.look = card.look;
  box.style.setProperty("transform", `translate(${place.x}px, ${place.y}px)`);
  box.style.setProperty("width", `${place.width}px`);
  box.style.setProperty("height", `${place.height}px`);
  return box;
}
