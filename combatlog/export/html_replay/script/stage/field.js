// The field: both sides face each other, and everybody is in view. A token stays where it is until
// its combatant changes sides or moves to another area.
import { find, make, makeName } from "./dom.js";
import { events, isThere } from "./fight.js";
import { say } from "./labels.js";
import { layOut } from "./layout.js";
import { makeLinks, showLinks } from "./links.js";
import { describeLoss, listNews } from "./news.js";
import { makeKey } from "./roster.js";
import { makeToken, showToken } from "./token.js";

const ROOMY = 60; // the least height of a token, in pixels, that has two lines of marks

const NARROW = 200; // a narrower token, in pixels, says what was lost as "−4"
const field = {
  roster: null, laid: null, tokens: new Map(), sides: new Map(), shown: null, links: null, chosen: null, first: null,
};

/** Makes the field for everybody in a roster. `chosen` is called with the number of a token. */
export function makeField(roster, chosen) {
  field.roster = roster;
  field.chosen = chosen;
  field.links = makeLinks();
  const box = find("field");
  box.append(field.links);
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
  box.classList.toggle("roomy", field.laid.height >= ROOMY);
  box.classList.toggle("narrow", field.laid.width < NARROW);
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
    if (isThere(card)) places.set(number, showOne(card, before.people[number], number, plans, acting));
  });
  for (const [number, token] of field.tokens) token.box.hidden = !places.has(number);
  const amount = describeLoss(state.people[beat.about], before.people[beat.about]);
  const blows = (beat.from ?? [])
    .filter((from) => from !== beat.about && places.has(from) && places.has(beat.about))
    .map((from, nth) => [places.get(from), places.get(beat.about), nth ? "" : amount]);
  const locks = [];
  for (const number of places.keys()) {
    for (const other of state.people[number].locked ?? []) {
      if (other > number && places.has(other)) locks.push([places.get(number), places.get(other)]);
    }
  }
  showLinks(field.links, field.laid.across, field.laid.down, blows, locks);
  find("nobody").hidden = places.size > 0;
  const died = [...places.keys()].some((number) => hasDied(state.people[number], before.people[number]));
  find("field").classList.toggle("death", died);
}

function hasDied(card, before) {
  return card.standing === "dead" && isThere(before) && before.standing !== "dead";
}

function showOne(card, before, number, plans, acting) {
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
  const news = listNews(card, before);
  token.box.classList.toggle("acting", acting.has(number));
  token.box.classList.toggle("low-half", place.y + place.height / 2 > field.laid.down / 2);
  token.box.classList.toggle("right-half", place.x + place.width / 2 > field.laid.across / 2);
  const plan = plans.get(number) ?? [];
  const seen = [card, news.length > 0, plan.join("\n")];
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

/** Returns what has been declared, by combatant: the words of the event behind the name. */
function listPlans(state) {
  const plans = new Map();
  for (const seq of state.scene.declared ?? []) {
    const { said, doer } = readPlan(state, seq);
    if (doer === undefined) continue;
    plans.set(doer, [...(plans.get(doer) ?? []), `→ ${said}`]);
  }
  return plans;
}

function readPlan(state, seq) {
  const { said } = events[seq];
  const doer = state.people.findIndex((card) => isThere(card) && said.startsWith(`${card.name} `));
  if (doer < 0) return {};
  return { said: said.slice(state.people[doer].name.length + 1), doer };
}

/** Marks a token as the one that the reader has chosen. */
export function markToken(number) {
  for (const [each, token] of field.tokens) token.box.classList.toggle("chosen", each === number);
}
