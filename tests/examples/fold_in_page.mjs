// Folds fights as the page does, and prints what it has after each event. The first argument is the
// address of the page's module; fights come in, and states go out, as JSON. Cards that states share
// are printed once.
import { readFileSync } from "node:fs";

const { SCORE, beginFight, clearFight, events, formatScore, isThere, listScores, markEvents, states, takeRow } =
  await import(process.argv[2]);
const { setLabels } = await import(new URL("labels.js", process.argv[2]).href);

const { labels, fights } = JSON.parse(readFileSync(0, "utf8"));
setLabels(labels);

/** Returns a card with its scores as the page writes them. */
function describe(card) {
  if (!isThere(card)) return { card, scores: [] };
  const write = (score) => card[SCORE + score].map((number) => formatScore(score, number));
  return { card, scores: listScores(card).map((score) => [score, ...write(score)]) };
}

function fold({ rows, marks, off, dice }) {
  clearFight();
  beginFight({ marks: [], off: [], dice });
  rows.forEach(takeRow);
  markEvents(marks, off);
  const found = new Map();
  const cards = [];
  const number = (card, make) => {
    if (!found.has(card)) found.set(card, cards.push(make(card)) - 1);
    return found.get(card);
  };
  return {
    states: states.map(({ scene, people }) => [
      number(scene, (card) => card),
      ...Array.from(people, (card) => (card ? number(card, describe) : null)),
    ]),
    cards,
    off: events.filter((event) => event?.off).map(({ seq }) => seq),
    marked: events.filter((event) => event?.mark).map(({ seq, mark }) => [seq, mark]),
  };
}

process.stdout.write(JSON.stringify(fights.map(fold)));
