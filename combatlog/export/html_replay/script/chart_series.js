// What the chart draws: everybody's number over the present line, as steps.

/** All scores that anybody ever has, in the order they are met. */
function allScores() {
  const found = new Set();
  for (const card of Object.values(lastCards())) for (const score of scoresOf(card)) found.add(score);
  return [...found];
}

/** Everybody with numbers as they are last seen on the line, by number. */
function lastCards() {
  const found = {};
  let seen = null;
  for (const seq of line) {
    const { people } = states[seq];
    if (people === seen) continue;
    seen = people;
    people.forEach((card, number) => {
      if (isThere(card)) found[number] = card;
    });
  }
  return found;
}

/** A card's number for the chart: a score, or (no score) the share that is left of the first. */
function chartValue(card, score) {
  if (!isThere(card)) return null;
  if (score) return card[SCORE + score]?.[0] ?? null;
  const first = scoresOf(card)[0];
  if (!first) return null;
  const [now, most] = card[SCORE + first];
  return most > 0 ? Math.max(0, now / most) : null;
}

/** For everybody with numbers the points [stop, value] at which theirs changes. */
function chartSeries(score) {
  const found = new Map();
  line.forEach((seq, at) => {
    if (events[seq].off) return;
    const { people } = states[seq];
    people.forEach((card, number) => {
      const value = chartValue(card, score);
      if (!found.has(number)) {
        if (value === null) return;
        found.set(number, { number, name: card.name, points: [] });
      }
      const series = found.get(number);
      if (isThere(card)) series.name = card.name;
      const last = series.points.at(-1);
      if (!last || last[1] !== value) series.points.push([at, value]);
    });
  });
  return [...found.values()].sort((one, other) => one.number - other.number);
}
