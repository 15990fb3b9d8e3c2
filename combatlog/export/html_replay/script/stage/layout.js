// The places of tokens on the field: as large as fits, in columns, side by side and area by area.
// Sides are named where a half of the field has several.
// Where there is room, tokens grow up to `most`.
const TIERS = [
  { name: "large", width: 168, height: 74, most: 124, gap: 8, label: 18 },
  { name: "medium", width: 128, height: 48, most: 92, gap: 6, label: 16 },
  { name: "small", width: 112, height: 30, most: 38, gap: 4, label: 15 },
  { name: "line", width: 80, height: 22, most: 26, gap: 3, label: 13 },
  { name: "tiny", width: 60, height: 17, most: 20, gap: 2, label: 0 },
];
/** @typedef {{ name: string, width: number, height: number, most: number, gap: number, label: number,
 * forced?: boolean }} Tier */
/** @typedef {(number: number, place: Page.Place) => string} KeyOf */
/** @typedef {[side: string, places: Page.Place[]]} Group */
/** An area; its name stands in the half `side`, whose tokens leave room for the head.
 * @typedef {{ area: string, halves: Group[][], rows: number, height: number, head: number, side: number, names: number[] }} Band */
/** @typedef {{ tier: string, gap: number, height: number, places: Map<string, Page.Box>,
 * labels: { name: string, x: number, y: number, width: number, side: number }[],
 * bands: { area: string, top: number, height: number, side: number }[] }} Laid */

const [LARGE, MEDIUM, ...SMALLER] = TIERS;
const LOW = { ...MEDIUM, height: 44 }; // rather than tokens of one line

/** The sizes in the order they are tried, each with the most columns of a side. In one column the
 * sides face each other best. */
/** @type {[Tier, number][]} */
const TRIED = [[LARGE, 1], [MEDIUM, 1], [LARGE, 2], [MEDIUM, 3], [LOW, 1], ...SMALLER.map((tier) => /** @type {[Tier, number]} */ ([tier, 99]))];
const MOST_WIDTH = 280;
const ALONE = 180; // the most of a token where no half has a second one
const WIDEST = 340; // pixels of a token, however high: the arrow between two has room
const STRETCH = 2.6; // high tokens are so much wider than high
/** @type {Record<string, number>} */
const MIDDLE = { large: 96, medium: 60, small: 48, line: 36, tiny: 24 };

/** Returns {tier, width, height, places, labels, bands} for a field of this size: the size of a token,
 * the rectangle of each place, by its key; those of the names of sides and of the areas.
 * @param {Page.Roster} roster @param {number} width @param {number} height @param {KeyOf} keyOf */
export function layOut({ areas, places }, width, height, keyOf) {
  for (const [tier, most] of TRIED) {
    const made = tryTier(tier, { areas, places }, width, height, keyOf, most);
    if (made) return made;
  }
  return tryTier({ .../** @type {Tier} */ (TIERS.at(-1)), forced: true }, { areas, places }, width, height, keyOf, 99);
}

/** @param {Tier} tier @param {Page.Roster} roster @param {number} width @param {number} height @param {KeyOf} keyOf
 * @param {number} columnsAllowed */
function tryTier(tier, { areas, places }, width, height, keyOf, columnsAllowed) {
  const middle = Math.min(MIDDLE[tier.name], width * 0.2);
  const half = (width - middle) / 2;
  const fitting = Math.max(1, Math.floor((half + tier.gap) / (tier.width + tier.gap)));
  const most = Math.min(fitting, columnsAllowed);
  if (half < tier.width && !tier.forced) return null;
  const head = areas.length > 1 || areas[0] ? Math.max(13, tier.label) : 0;
  const names = [0, 1].map((half) =>
    (new Set(places.filter((each) => each.half === half).map(({ side }) => side)).size > 1 ? tier.label : 0));
  for (let columns = 1; columns <= most; columns += 1) {
    const bands = areas.map((area) => measureBand(tier, places, area, columns, head, names));
    const needed = bands.reduce((sum, band) => sum + band.height, 0);
    if (needed <= height) return place(tier, bands, columns, width, height, middle, keyOf);
    if (tier.forced && columns === most) {
      const pressed = { ...tier, height: Math.max(9, tier.height * (height / needed) - tier.gap) };
      const again = areas.map((area) => measureBand(pressed, places, area, columns, head, names));
      return place(pressed, again, columns, width, height, middle, keyOf);
    }
  }
  return null;
}

/** Returns the groups of an area by half, and the height that it needs.
 * @param {Tier} tier @param {Page.Place[]} places @param {string} area @param {number} columns @param {number} head
 * @param {number[]} names @returns {Band} */
function measureBand(tier, places, area, columns, head, names) {
  const halves = [0, 1].map((half) => {
    /** @type {Map<string, Page.Place[]>} */
    const sides = new Map();
    for (const each of places) {
      if (each.area !== area || each.half !== half) continue;
      sides.set(each.side, [...(sides.get(each.side) ?? []), each]);
    }
    return [...sides];
  });
  const rows = halves.map((groups) => countRows(groups, columns));
  const heights = halves.map((groups, half) =>
    groups.length * names[half] + rows[half] * (tier.height + tier.gap));
  const side = Number(heights[1] < heights[0]);
  heights[side] += head;
  return { area, halves, rows: Math.max(...rows, 1), height: Math.max(...heights, tier.height + tier.gap), head, side, names };
}

/** @param {Group[]} groups @param {number} columns */
const countRows = (groups, columns) =>
  groups.reduce((sum, [, group]) => sum + Math.ceil(group.length / columns), 0);

/** @param {Tier} tier @param {Band[]} bands @param {number} columns @param {number} width @param {number} height
 * @param {number} middle @param {KeyOf} keyOf @returns {Laid} */
function place(tier, bands, columns, width, height, middle, keyOf) {
  /** @type {any} */
  const made = { tier: tier.name, places: new Map(), labels: [], bands: [] };
  const half = (width - middle) / 2;
  const used = [0, 1].map((side) => // columns of each half
    Math.min(columns, Math.max(1, ...bands.flatMap(({ halves }) => halves[side].map(([, group]) => group.length)))));
  const room = height - bands.reduce((sum, band) => sum + band.height, 0);
  const rows = bands.reduce((sum, band) => sum + band.rows, 0);
  const tallest = rows === 1 && tier === LARGE ? ALONE : tier.most;
  const grown = Math.max(0, Math.min(tallest - tier.height, Math.floor(room / rows)));
  const widths = used.map((count) => Math.min(Math.max(MOST_WIDTH, STRETCH * (tier.height + grown)), WIDEST, (half - tier.gap * (count - 1)) / count));
  const step = tier.height + grown + tier.gap;
  const spare = (room - rows * grown) / bands.length;
  made.gap = tier.gap;
  made.height = tier.height + grown;
  let top = 0;
  for (const band of bands) {
    const tall = band.height + band.rows * grown + spare;
    if (band.head) made.bands.push({ area: band.area, top, height: tall, side: band.side });
    band.halves.forEach((groups, side) => {
      const head = side === band.side ? band.head : 0;
      const [count, across] = [used[side], widths[side]];
      const whole = across * count + tier.gap * (count - 1);
      const aside = across + tier.gap;
      let y = top + head;
      const label = band.names[side];
      const needed = groups.length * label + countRows(groups, columns) * step;
      y += Math.max(0, (tall - head - needed) / 2);
      for (const [name, group] of groups) {
        if (label) made.labels.push({ name, x: side ? width - whole : 0, y, width: whole, side });
        y += label;
        group.forEach((each, at) => {
          made.places.set(keyOf(each.number, each), {
            x: side ? width - across - (at % count) * aside : (at % count) * aside,
            y: y + Math.floor(at / count) * step,
            width: across,
            height: made.height,
          });
        });
        y += Math.ceil(group.length / columns) * step;
      }
    });
    top += tall;
  }
  return made;
}
