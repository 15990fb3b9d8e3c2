// The field: both sides face each other, and everybody is in view. A token stays where it is until
// its combatant changes sides or moves to another area.
import { makeCloseups, showCloseups } from "./closeups.js";
import { drawHulls, listAboard } from "./crews.js";
import { judgeDie } from "./dice.js";
import { find, make, makeName } from "./dom.js";
import { events, findOldFace, isDead, isThere, sides } from "./fight.js";
import { say } from "./labels.js";
import { layOut } from "./layout.js";
import { makeLinks, showLinks } from "./links.js";
import { describeBlow, describeLoss, hasDied, listBeatNews, measureLoss, tellPlace } from "./news.js";
import { listPlans, strikesFallen, tellComing } from "./plans.js";
import { makeKey } from "./roster.js";
import { measureGutter } from "./routes.js";
import { listSkirmishes } from "./skirmishes.js";
import { makeToken, showToken } from "./token.js";

const ROOMY = 60; // the least height of a token, in pixels, that has two lines of marks

const GRAND = 108; // so high are those of few who have much room

const VAST = 150; // and those of a duel

const AIRY = 200; // between so distant sides the names of areas have room

const TIGHT = 68; // in a lower one, a word and a row of news have no room below each other
const COMPACT = ["small", "line", "tiny"]; // tokens of one line
const CROWD = 13; // so many on the field are a crowd, in which those who act are drawn large
/** A token, with where it is and what its texts tell: the card, of which event there is news (0 without any), the plans.
 * @typedef {import("./token.js").Token & { at?: string, seen?: [Page.Card, number, string] | null }} Kept */
/** @typedef {import("./layout.js").Laid & Omit<Page.Ground, "places">} Laid */
/** @typedef {Map<number, Page.Box>} Places */
/** @typedef {Partial<Page.Stop>} Beat */

/** What is on the field; `first` has the key of the first place of a combatant, also of each side.
 * @type {{ roster: Page.Roster | null, laid: Laid | null, tokens: Map<number, Kept>, sides: Map<string, HTMLElement>,
 * shown: [Page.State, Page.State, Beat] | null, links: SVGElement[], closeups: HTMLElement | null, first: Map<string, string> }} */
const field = {
  roster: null, laid: null, tokens: new Map(), sides: new Map(), shown: null, links: [], closeups: null, first: new Map(),
};

/** Makes the field for everybody in a roster. `chosen` is called with the number of a token.
 * @param {Page.Roster} roster @param {(number: number) => void} chosen */
export function makeField(roster, chosen) {
  field.roster = roster;
  field.links = makeLinks();
  const box = find("field");
  field.closeups = makeCloseups();
  box.append(...field.links, field.closeups);
  box.addEventListener("click", (/** @type {{ target: Element }} */ { target }) => {
    const token = target.closest(".token");
    if (token) chosen(Number(token.getAttribute("data-number")));
  });
  new ResizeObserver(() => {
    lay();
    if (field.shown) showField(...field.shown);
  }).observe(box);
  lay();
}

/** Sets another roster, when a fight has grown or another line is watched.
 * @param {Page.Roster} roster */
export function setRoster(roster) {
  field.roster = roster;
  lay();
}

function lay() {
  const box = find("field");
  const { clientWidth: width, clientHeight: height } = box;
  const { roster } = field;
  const laid = roster && width && height ? layOut(roster, width, height, makeKey) : null;
  if (!roster || !laid) return;
  field.first.clear();
  for (const place of [...roster.places].reverse()) {
    field.first.set(String(place.number), makeKey(place.number, place));
    field.first.set(`${place.number}\n${place.side}`, makeKey(place.number, place));
  }
  field.laid = { ...laid, across: width, down: height, gutter: measureGutter([...laid.places.values()], width) };
  box.dataset.tier = laid.tier;
  box.classList.toggle("roomy", laid.height >= ROOMY);
  box.classList.toggle("grand", laid.height >= GRAND);
  box.classList.toggle("vast", laid.height >= VAST);
  box.classList.toggle("tight", laid.height < TIGHT);
  box.classList.toggle("airy", field.laid.gutter[1] - field.laid.gutter[0] >= AIRY);
  box.classList.toggle("compact", COMPACT.includes(laid.tier));
  box.classList.toggle("fine", COMPACT.indexOf(laid.tier) > 0);
  for (const token of field.tokens.values()) token.seen = null; // their texts have other room
  for (const old of box.querySelectorAll(".side-name, .band")) old.remove();
  for (const { name, x, y, width: wide, side } of laid.labels) {
    const label = make("p", `side-name half-${side}`, makeName(name));
    label.setAttribute("aria-hidden", "true"); // the list of the side has the name
    label.style.setProperty("left", `${x}px`);
    label.style.setProperty("top", `${y}px`);
    label.style.setProperty("width", `${wide}px`);
    box.prepend(label);
  }
  for (const { area, top, height: tall, side } of laid.bands) {
    const band = make("div", `band half-${side}`, makeName(area || say("news.nowhere"), "band-name"));
    band.style.setProperty("top", `${top}px`);
    band.style.setProperty("height", `${tall}px`);
    box.prepend(band);
  }
}

/** Shows a state; `before` is the one before it, `beat` says who acts on whom.
 * @param {Page.State} state @param {Page.State} before @param {Beat} beat */
export function showField(state, before, beat) {
  const { shown } = field;
  field.shown = [state, before, beat];
  const { laid, closeups } = field;
  find("nobody").hidden = state.people.some(isThere);
  if (!laid || !closeups) return;
  /** @type {Beat} */
  const blow = { ...beat, ...beat.blow };
  const acting = new Set([...(blow.from ?? []), ...(blow.about === undefined ? [] : [blow.about])]);
  const plans = listPlans(state, beat.seq ?? 0);
  const aboard = listAboard(state.people);
  /** @type {Places} */
  const places = new Map();
  state.people.forEach((card, number) => {
    const place = isThere(card) && findPlace(card, number, laid);
    if (!place) return;
    places.set(number, place);
    const token = placeToken(card, number, place, laid);
    token.box.classList.toggle("acting", acting.has(number));
    token.box.classList.toggle("locked", Boolean(card.locked));
    const was = before.people[number];
    const [mine, falls] = [plans.get(number) ?? [], isFallen(card) && !isFallen(was)];
    let news = listBeatNews(card, was, number, beat);
    if (falls && mine.length) news = tellComing(news, mine);
    else if (strikesFallen(beat, number, before)) news = [...news, { kind: "note", text: say("news.declared"), sign: "→" }];
    if (news.length) token.box.style.setProperty("--hit", String(measureLoss(card, was)));
    token.box.classList.toggle("falls", falls);
    token.box.classList.toggle("dies", hasDied(card, was));
    tellToken(token, card, news, [...tellWhere(card, state, aboard.get(number)), ...mine], beat.seq ?? 0);
  });
  for (const [number, token] of field.tokens) token.box.hidden = !places.has(number);
  const large = showCloseups(closeups, listLarge(state, before, places, acting, beat), laid);
  for (const [number, token] of field.tokens) token.box.classList.toggle("large", large.has(number));
  const drawn = new Map([...places, ...large]);
  const blows = listBlows(state, before, drawn, blow);
  showLinks(field.links, { ...laid, places: [...drawn.values()] }, blows, findSkirmishes(state, before, places),
    drawHulls(aboard, places, laid, (number) => findTeam(state.people[number])));
  const died = [...places.keys()].some((number) => hasDied(state.people[number], before.people[number]));
  const fell = [...places.keys()].some((number) => isFallen(state.people[number]) && !isFallen(before.people[number]));
  const { classList } = find("field");
  if (shown?.[2].seq !== beat.seq && (died || fell)) { // it darkens again after the fall before
    classList.remove("death", "felling");
    void find("field").offsetWidth;
  }
  classList.toggle("death", died);
  classList.toggle("felling", fell && !died);
}

/** Returns where somebody is, while the fight goes on: aboard a craft, or at a place without an area.
 * @param {Page.Card} card @param {Page.State} state @param {number} [craft] @returns {Page.Plan[]} */
function tellWhere(card, { scene, people }, craft) {
  if (card.standing || !scene.strength) return [];
  const where = [craft === undefined ? "" : say("news.aboard", { craft: people[craft].name }), tellPlace(card)];
  return where.filter(Boolean).map((text) => ({ text, short: text }));
}

/** Returns the blows of a beat between those who are drawn; the first one tells what the target lost, but
 * in a crowd. Harm that nobody did has no attacker.
 * @param {Page.State} state @param {Page.State} before @param {Places} drawn @param {Beat} beat */
function listBlows(state, before, drawn, beat) {
  const { about = -1, from = [], cause } = beat;
  const to = drawn.get(about);
  const card = state.people[about];
  const was = before.people[about];
  if (!to || !isThere(card)) return [];
  const isPast = hasDied(card, was) && isDead(was) && !beat.rolls?.length; // its blow was told before
  const [told, kind] = isPast ? ["", "past"] : describeBlow(beat, card, was);
  const part = measureLoss(card, was);
  const amount = drawn.size < CROWD ? told : "";
  const places = from.flatMap((each) => (each === about ? [] : drawn.get(each) ?? []));
  const blows = from.filter((each) => each !== about && drawn.has(each)).map((each, nth) =>
    ({ from: places[nth], to, amount: nth ? "" : amount, dice: listDice(beat, each), kind, part }));
  return cause && amount && !blows.length ? [{ from: null, to, amount, dice: [], kind: "", part }] : blows;
}

/** Returns the skirmishes with the places of their members; those are fresh that were not there before.
 * @param {Page.State} state @param {Page.State} before @param {Places} places */
function findSkirmishes(state, before, places) {
  const isShown = (/** @type {number} */ number) => places.has(number);
  const known = new Set(listSkirmishes(before.people, isShown).map(String));
  return listSkirmishes(state.people, isShown).map((members) =>
    ({ places: members.flatMap((number) => places.get(number) ?? []), fresh: !known.has(String(members)) }));
}

/** Returns those who act or have changed in a crowd, who are drawn large.
 * @param {Page.State} state @param {Page.State} before @param {Places} places @param {Set<number>} acting @param {Beat} beat */
function listLarge(state, before, places, acting, beat) {
  /** @type {import("./closeups.js").Closeup[]} */
  const wanted = [];
  if (places.size >= CROWD) {
    for (const [number, place] of places) {
      const card = state.people[number];
      const news = listBeatNews(card, before.people[number], number, beat);
      const loss = describeLoss(card, before.people[number]);
      const one = { number, place, card, news, loss, team: findTeam(card) };
      if (acting.has(number)) wanted.unshift(one);
      else if (news.some(({ short }) => short)) wanted.push(one);
    }
  }
  return wanted;
}

/** @param {Page.Card} card */
const findTeam = (card) => Math.max(0, sides.indexOf(card.side));

/** Returns the half of the field in which a side stands.
 * @param {string} side */
export function findHalf(side) {
  return field.roster?.places.find((place) => place.side === side)?.half ?? 1;
}

/** Returns the dice that an attacker throws in a beat.
 * @param {Beat} beat @param {number} from @returns {Page.ThrownDie[]} */
function listDice(beat, from) {
  return (beat.rolls ?? []).filter((seq) => events[seq].acts.includes(from)).flatMap((seq) =>
    events[seq].dice.map(/** @returns {Page.ThrownDie} */ ([die, face, counts], nth) => [die, face, judgeDie(counts, beat.outdone?.includes(seq)), findOldFace(seq, nth)]));
}

/** @param {Page.Card | undefined} card */
export const isFallen = (card) => !isThere(card) || card.look === "down" || (card.standing !== undefined && !card.away);

/** Puts the token of a combatant at a place; it is made where there is none yet.
 * @param {Page.Card} card @param {number} number @param {Page.Box} place @param {Laid} laid */
function placeToken(card, number, place, { across }) {
  /** @type {Kept} */
  const token = field.tokens.get(number) ?? makeToken(number);
  field.tokens.set(number, token);
  join(token.box, card.side);
  token.box.hidden = false; // what is hidden has no room for its texts
  const wanted = [place.x, place.y, place.width, place.height].join(" ");
  if (token.at !== wanted) {
    token.at = wanted;
    token.box.style.setProperty("transform", `translate(${place.x}px, ${place.y}px)`);
    token.box.style.setProperty("width", `${place.width}px`);
    token.box.style.setProperty("height", `${place.height}px`);
  }
  token.box.dataset.team = findTeam(card) % 8;
  token.box.classList.toggle("right-half", place.x + place.width / 2 > across / 2);
  return token;
}

/** Shows a combatant on their token, if that tells something else yet.
 * @param {Kept} token @param {Page.Card} card @param {Page.News[]} news @param {Page.Plan[]} plans @param {number} seq */
function tellToken(token, card, news, plans, seq) {
  const [of, told] = [news.length ? seq || 1 : 0, plans.map(({ text }) => text).join("\n")];
  if (of || !token.seen || token.seen[0] !== card || token.seen[1] || token.seen[2] !== told) {
    if (of && token.seen?.[1] && token.seen[1] !== of) rest(token.box);
    showToken(token, card, news, plans);
  }
  token.seen = [card, of, told];
}

/** Ends how a token moves, so that a second blow in a row is felt as the first one.
 * @param {HTMLElement} box */
function rest(box) {
  box.classList.remove("changed");
  void box.offsetWidth; // reading it makes the browser take notice
}

/** Puts a token into the list of its side, which screen readers tell.
 * @param {HTMLElement} box @param {string} side */
function join(box, side) {
  const list = field.sides.get(side) ?? makeList(side);
  if (box.parentElement !== list) list.append(box);
}

/** @param {string} side */
function makeList(side) {
  const list = make("div", "side-list");
  list.setAttribute("role", "list");
  list.setAttribute("aria-label", side);
  find("field").append(list);
  field.sides.set(side, list);
  return list;
}

/** Returns the place where a combatant stands, else the first one of theirs.
 * @param {Page.Card} card @param {number} number @param {Laid} laid */
function findPlace(card, number, { places }) {
  const { first } = field;
  const keys = [makeKey(number, card), first.get(`${number}\n${card.side}`), first.get(String(number))];
  return places.get(keys.find((key) => key && places.has(key)) ?? "");
}

/** Marks a token as the one that the reader has chosen.
 * @param {number} number */
export function markToken(number) {
  for (const [each, token] of field.tokens) token.box.classList.toggle("chosen", each === number);
}
