// The ways of arrows: from a token into the gutter between the sides, and out of it to another one.
// Where other tokens stand in between, an arrow goes through the gap below or above its own.
const BOW = 14; // how far an arrow rises, in pixels
const CORNER = 10; // how far from a corner it leaves a token whose way is blocked

/** Returns the edges [left, right] of the gutter between the places of both halves.
 * @param {Page.Box[]} places @param {number} across */
export function measureGutter(places, across) {
  const isRight = (/** @type {Page.Box} */ { x, width }) => x + width / 2 > across / 2;
  const left = Math.max(0, ...places.filter((each) => !isRight(each)).map(({ x, width }) => x + width));
  return [left || across * 0.4, Math.min(...places.filter(isRight).map(({ x }) => x), left ? across : across * 0.6)];
}

/** Returns {ways, start, bend, end}: the points from a token to the gutter and from there to the other
 * one, and the curve between them.
 * @param {Page.Ground} field @param {Page.Box} from @param {Page.Box} to */
export function findRoute(field, from, to) {
  const [out, into] = [from, to].map((place) => findPort(field, place));
  const [start, end] = /** @type {Page.Point[]} */ ([out.pop(), into.pop()]);
  const [left, right] = field.gutter;
  const middle = (start[1] + end[1]) / 2;
  const isAcross = start[0] !== end[0];
  const inward = start[0] <= left ? 1 : -1;
  const bend = isAcross ? [(start[0] + end[0]) / 2, Math.max(4, middle - BOW)]
    : [start[0] + inward * Math.min(40, 0.8 * (right - left)), middle];
  return { ways: [out, into.reverse()], start, bend, end };
}

/** Returns the points from a token to the gutter; the last one is at the gutter.
 * @param {Page.Ground} field @param {Page.Box} own @returns {Page.Point[]} */
export function findPort({ across, down, gap, gutter, places }, own) {
  const isRight = own.x + own.width / 2 > across / 2;
  const way = isRight ? -1 : 1;
  const edge = isRight ? own.x : own.x + own.width;
  const inner = isRight ? Math.max(gutter[1], 0) : gutter[0];
  const y = own.y + own.height / 2;
  if ((inner - edge) * way < 1) return [[edge, y]];
  const isBetween = (/** @type {Page.Box} */ { x, width }) => (isRight ? x < edge - 1 && x + width > inner : x + width > edge + 1 && x < inner);
  const blocks = places.filter((place) => place !== own && isBetween(place));
  const rise = Math.min(own.height / 2, BOW + 2);
  if (!blocks.some(({ y: top, height }) => y + rise > top && y - rise < top + height)) return [[edge, y], [inner, y]];
  const isBelow = own.y + own.height + gap <= down;
  const [side, passage] = isBelow ? [own.y + own.height, own.y + own.height + gap / 2] : [own.y, own.y - gap / 2];
  const x = edge - way * CORNER;
  return [[x, side], [x, passage], [inner, passage]];
}
