// Who can stand where: the halves of the field, their sides, the areas, and everybody who ever is
// there. A place is kept for all of them, so nobody moves when somebody else comes.
import { listAboard, sortCrews } from "./crews.js";
import { isThere } from "./fight.js";

/** Returns the places of everybody in these states, as {areas, halves}: the names of the areas (one
 * empty name if there are none), and for each half (0 the players', 1 the others') the places:
 * {number, side, area, half}, in the order of joining, each crew behind its craft.
 * @param {Page.State[]} states @returns {Page.Roster} */
export function readRoster(states) {
  /** @type {Map<number, Map<string, Page.Place>>} */
  const people = new Map();
  /** @type {Set<string>} */
  const ours = new Set();
  /** @type {Set<string>} */
  const areas = new Set();
  /** @type {Map<number, number>} */
  const aboard = new Map();
  /** @type {Page.Card[]} */
  let seen = [];
  for (const { scene, people: cards } of states) {
    for (const name of Object.keys(scene.areas ?? {})) areas.add(name);
    if (cards === seen) continue;
    cards.forEach((card, number) => {
      if (seen[number] === card || !isThere(card)) return;
      if (card.kind !== "npc") ours.add(card.side);
      const found = people.get(number) ?? new Map();
      people.set(number, found);
      const { side, area = "" } = card;
      found.set(`${side}\n${area}`, { number, side, area, half: 0 });
    });
    if (cards.some((card, number) => card !== seen[number] && card?.crew)) {
      for (const [member, craft] of listAboard(cards)) if (!aboard.has(member)) aboard.set(member, craft);
    }
    seen = cards;
  }
  const sorted = sortCrews([...people.keys()].sort((one, other) => one - other), aboard);
  const places = sorted.flatMap((number) => dropNowhere([...(people.get(number)?.values() ?? [])]));
  for (const place of places) place.half = ours.has(place.side) || !ours.size ? 0 : 1;
  if (!ours.size) splitSides(places);
  const named = [...areas];
  if (places.some((place) => !areas.has(place.area))) named.unshift("");
  for (const place of places) if (!areas.has(place.area)) place.area = "";
  const unique = new Map(places.map((place) => [makeKey(place.number, place), place]));
  return { areas: named, places: [...unique.values()] };
}

/** Drops the places in no area of somebody who is in an area at some time: until then they stand
 * where they come to first.
 * @param {Page.Place[]} places */
function dropNowhere(places) {
  const named = places.filter(({ area }) => area);
  return named.length ? named : places;
}

/** Puts the first side left and all others right, where nobody plays a character.
 * @param {Page.Place[]} places */
function splitSides(places) {
  for (const place of places) place.half = place.side === places[0].side ? 0 : 1;
}

/** Returns the key of the place where a combatant stands.
 * @param {number} number @param {{ side: string, area?: string }} place */
export function makeKey(number, { side, area }) {
  return `${number}\n${side}\n${area ?? ""}`;
}
