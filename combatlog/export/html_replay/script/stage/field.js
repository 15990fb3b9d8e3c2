// The field: both sides face each other, and everybody is in view. A token stays where it is until
// its combatant changes sides or moves to another area.
import { makeCloseups, showCloseups } from "./closeups.js";
import { judgeDie } from "./dice.js";
import { find, make, makeName } from "./dom.js";
import { events, isDead, isThere, sides } from "./fight.js";
import { say } from "./labels.js";
import { layOut } from "./layout.js";
import { makeLinks, showLinks } from "./links.js";
import { describeLoss, isNamedIn, listBeatNews } from "./news.js";
import { listPlans } from "./plans.js";
import { makeKey } from "./roster.js";
import { measureGutter } from "./routes.js";
import { listSkirmishes } from "./skirmishes.js";
import { makeToken, showToken } from "./token.js";

const ROOMY = 60; // the least height of a token, in pixels, that has two lines of marks

const TIGHT = 68; // in a lower one, a word and a row of news have no room below each other
const COMPACT = ["small", "line", "tiny"]; // tokens of one line
const CROWD = 13; // so many on the field are a crowd, in which those who act are drawn large
const field = {
  roster: null, laid: null, tokens: new Map(), sides: new Map(), shown: null, links: null, closeups: null, chosen: null, first: null,
};

/** Makes the field for everybody in a roster. `chosen` is called with the number of a token. */
export function makeField(roster, chosen) {
  field.roster = roster;
  field.chosen = chosen;
  field.links = makeLinks();
  const box = find("field");
  field.closeups = makeCloseups();
  box.append(...field.links, field.closeups);
  box.addEventListener("click", (click) => {
    const token = click.target.closest(".token");
    if (token) chosen(Number(token.dataset.number));
  });
  new ResizeObserver(() => {
    lay();
    if (field.shown) showField(...field.shown);
  }).observe(box);
  lay();
}

/** Sets another roster, when a fight has grown or another line is watched. */
export function setRoster(roster) {
  field.roster = roster;
  lay();
}

function lay() {
  const box = find("field");
  const { clientWidth: width, clientHeight: height } = box;
  if (!width || !height) return;
  field.first = new Map();
  for (const place of [...field.roster.places].reverse()) {
    field.first.set(String(place.number), makeKey(place.number, place));
    field.first.set(`${place.number}\n${place.side}`, makeKey(place.number, place));
  }
  field.laid = { ...layOut(field.roster, width, height, makeKey), across: width, down: height };
  box.dataset.tier = field.laid.tier;
  field.laid.gutter = measureGutter([...field.laid.places.values()], width);
  box.classList.toggle("roomy", field.laid.height >= ROOMY);
  box.classList.toggle("tight", field.laid.height < TIGHT);
  box.classList.toggle("compact", COMPACT.includes(field.laid.tier));
  box.classList.toggle("fine", COMPACT.indexOf(field.laid.tier) > 0);
  for (const token of field.tokens.values()) token.seen = null; // their texts have other room
  for (const old of box.querySelectorAll(".side-name, .band")) old.remove();
  for (const { name, x, y, width: wide, side } of field.laid.labels) {
    const label = make("p", `side-name half-${side}`, makeName(name));
    label.setAttribute("aria-hidden", "true"); // the list of the side has the name
    label.style.setProperty("left", `${x}px`);
    label.style.setProperty("top", `${y}px`);
    label.style.setProperty("width", `${wide}px`);
    box.prepend(label);
  }
  for (const { area, top, height: tall } of field.laid.bands) {
    const band = make("div", "band", makeName(area || say("news.nowhere"), "band-name"));
    band.style.setProperty("top", `${top}px`);
    band.style.setProperty("height", `${tall}px`);
    box.prepend(band);
  }
}

/** Shows a state; `before` is the one before it, `beat` says who acts on whom. */
export function showField(state, before, beat) {
  field.shown = [state, before, beat];
  if (!field.laid) return;
  const acting = new Set([...(beat.from ?? []), ...(beat.about === undefined ? [] : [beat.about])]);
  const plans = listPlans(state);
  const places = new Map();
  state.people.forEach((card, number) => {
    if (isThere(card)) places.set(number, showOne(card, before.people[number], number, plans, acting, beat));
  });
  for (const [number, token] of field.tokens) token.box.hidden = !places.has(number);
  const drawn = drawLarge(state, before, places, acting, beat);
  const onField = { across: field.laid.across, down: field.laid.down, gap: field.laid.gap, gutter: field.laid.gutter, places: [...drawn.values()] };
  const amount = describeLoss(state.people[beat.about], before.people[beat.about]);
  const blows = (beat.from ?? [])
    .filter((from) => from !== beat.about && places.has(from) && places.has(beat.about))
    .map((from, nth) => [drawn.get(from), drawn.get(beat.about), nth || places.size >= CROWD ? "" : amount, listDice(beat, from), Boolean(beat.aid)]);
  showLinks(field.links, onField, blows, findSkirmishes(state, before, places));
  find("nobody").hidden = places.size > 0;
  const died = [...places.keys()].some((number) => hasDied(state.people[number], before.people[number]));
  find("field").classList.toggle("death", died);
}

/** Returns the skirmishes with the places of their members; those are fresh that were not there before. */
function findSkirmishes(state, before, places) {
  const isThere = (number) => places.has(number);
  const known = new Set(listSkirmishes(before.people, isThere).map(String));
  return listSkirmishes(state.people, isThere).map((members) =>
    ({ places: members.map((number) => places.get(number)), fresh: !known.has(String(members)) }));
}

/** Draws those who act or have changed large, in a crowd; returns where everybody is drawn. */
function drawLarge(state, before, places, acting, beat) {
  const wanted = [];
  if (places.size >= CROWD) {
    for (const [number, place] of places) {
      const card = state.people[number];
      const news = listBeatNews(card, before.people[number], isNamedIn(beat, number));
      const loss = describeLoss(card, before.people[number]);
      const one = { number, place, card, news, loss, team: findTeam(card) };
      if (acting.has(number)) wanted.unshift(one);
      else if (news.some(({ short }) => short)) wanted.push(one);
    }
  }
  const large = showCloseups(field.closeups, wanted, field.laid);
  for (const [number, token] of field.tokens) token.box.classList.toggle("large", large.has(number));
  return new Map([...places, ...large]);
}

const findTeam = (card) => Math.max(0, sides.indexOf(card.side));

/** Returns the half of the field in which a side stands. */
export function findHalf(side) {
  return field.roster.places.find((place) => place.side === side)?.half ?? 1;
}

/** Returns the dice that an attacker throws in a beat: [die, face, how it stands]. */
function listDice(beat, from) {
  return (beat.rolls ?? []).filter((seq) => events[seq].acts.includes(from)).flatMap((seq) =>
    events[seq].dice.map(([die, face, counts]) => [die, face, judgeDie(counts, beat.outdone?.includes(seq))]));
}

function hasDied(card, before) {
  return isDead(card) && isThere(before) && before.standing !== "dead"; // also where a death by an earlier blow is told
}

function showOne(card, before, number, plans, acting, beat) {
  if (!field.tokens.has(number)) {
    const made = makeToken(number);
    field.tokens.set(number, made);
  }
  const token = field.tokens.get(number);
  join(token.box, card.side);
  const place = findPlace(card, number);
  const wanted = [place.x, place.y, place.width, place.height].join(" ");
  if (token.at !== wanted) {
    token.at = wanted;
    token.box.style.setProperty("transform", `translate(${place.x}px, ${place.y}px)`);
    token.box.style.setProperty("width", `${place.width}px`);
    token.box.style.setProperty("height", `${place.height}px`);
  }
  const news = listBeatNews(card, before, isNamedIn(beat, number));
  token.box.classList.toggle("acting", acting.has(number));
  token.box.dataset.team = findTeam(card) % 8;
  token.box.classList.toggle("right-half", place.x + place.width / 2 > field.laid.across / 2);
  const plan = plans.get(number) ?? [];
  const seen = [card, news.length > 0, plan.map(({ text }) => text).join("\n")];
  if (news.length || !token.seen || seen.some((each, nth) => each !== token.seen[nth])) {
    showToken(token, card, news, plan);
  }
  token.seen = seen;
  return place;
}

/** Puts a token into the list of its side, which screen readers tell. */
function join(box, side) {
  if (!field.sides.has(side)) {
    const list = make("div", "side-list");
    list.setAttribute("role", "list");
    list.setAttribute("aria-label", side);
    find("field").append(list);
    field.sides.set(side, list);
  }
  const list = field.sides.get(side);
  if (box.parentElement !== list) list.append(box);
}

function findPlace(card, number) {
  const { places } = field.laid;
  return places.get(makeKey(number, card)) ?? places.get(field.first.get(`${number}\n${card.side}`))
    ?? places.get(field.first.get(String(number)));
}

/** Marks a token as the one that the reader has chosen. */
export function markToken(number) {
  for (const [each, token] of field.tokens) token.box.classList.toggle("chosen", each === number);
}
