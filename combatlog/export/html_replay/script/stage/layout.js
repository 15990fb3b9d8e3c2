// The places of tokens on the field: as large as fits, in columns, side by side and area by area.
// Sides are named where a half of the field has several.
// Where there is room, tokens grow up to `most`.
const TIERS = [
  { name: "large", width: 168, height: 74, most: 96, gap: 8, label: 18 },
  { name: "medium", width: 128, height: 48, most: 74, gap: 6, label: 16 },
  { name: "small", width: 112, height: 30, most: 38, gap: 4, label: 15 },
  { name: "line", width: 80, height: 22, most: 26, gap: 3, label: 13 },
  { name: "tiny", width: 60, height: 17, most: 20, gap: 2, label: 0 },
];
const [LARGE, MEDIUM, ...SMALLER] = TIERS;

/** The sizes in the order they are tried, each with the most columns of a side. In one column the
 * sides face each other best. */
const TRIED = [[LARGE, 1], [MEDIUM, 1], [LARGE, 2], [MEDIUM, 3], ...SMALLER.map((tier) => [tier, 99])];
const MOST_WIDTH = 280;
const MIDDLE = { large: 96, medium: 72, small: 48, line: 36, tiny: 24 };

/** Returns {tier, width, height, places, labels, bands} for a field of this size: the size of a token,
 * the rectangle of each place, by its key; those of the names of sides and of the areas. */
export function layOut({ areas, places }, width, height, keyOf) {
  for (const [tier, most] of TRIED) {
    const made = tryTier(tier, { areas, places }, width, height, keyOf, most);
    if (made) return made;
  }
  return tryTier({ ...TIERS.at(-1), forced: true }, { areas, places }, width, height, keyOf, 99);
}

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

/** Returns the groups of an area by half, and the height that it needs. */
function measureBand(tier, places, area, columns, head, names) {
  const halves = [0, 1].map((half) => {
    const sides = new Map();
    for (const each of places) {
      if (each.area !== area || each.half !== half) continue;
      if (!sides.has(each.side)) sides.set(each.side, []);
      sides.get(each.side).push(each);
    }
    return [...sides];
  });
  const rows = halves.map((groups) => countRows(groups, columns));
  const heights = halves.map((groups, half) =>
    groups.length * names[half] + rows[half] * (tier.height + tier.gap));
  return { area, halves, rows: Math.max(...rows, 1), height: Math.max(...heights, tier.height + tier.gap) + head, head, names };
}

const countRows = (groups, columns) =>
  groups.reduce((sum, [, group]) => sum + Math.ceil(group.length / columns), 0);

function place(tier, bands, columns, width, height, middle, keyOf) {
  const made = { tier: tier.name, places: new Map(), labels: [], bands: [] };
  const half = (width - middle) / 2;
  const across = Math.min(MOST_WIDTH, (half - tier.gap * (columns - 1)) / columns);
  const room = height - bands.reduce((sum, band) => sum + band.height, 0);
  const rows = bands.reduce((sum, band) => sum + band.rows, 0);
  const grown = Math.max(0, Math.min(tier.most - tier.height, Math.floor(room / rows)));
  const step = tier.height + grown + tier.gap;
  const spare = (room - rows * grown) / bands.length;
  made.middle = middle;
  made.height = tier.height + grown;
  made.width = across;
  let top = 0;
  for (const band of bands) {
    const tall = band.height + band.rows * grown + spare;
    if (band.head) made.bands.push({ area: band.area, top, height: tall, head: band.head });
    band.halves.forEach((groups, side) => {
      const used = across * columns + tier.gap * (columns - 1);
      const aside = across + tier.gap;
      let y = top + band.head;
      const label = band.names[side];
      const needed = groups.length * label + countRows(groups, columns) * step;
      y += Math.max(0, (tall - band.head - needed) / 2);
      for (const [name, group] of groups) {
        if (label) made.labels.push({ name, x: side ? width - used : 0, y, width: used, side });
        y += label;
        group.forEach((each, at) => {
          made.places.set(keyOf(each.number, each), {
            x: side ? width - across - (at % columns) * aside : (at % columns) * aside,
            y: y + Math.floor(at / columns) * step,
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
