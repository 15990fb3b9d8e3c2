// What would have saved somebody, and what another die would have done: lines that were never recorded, to be
// watched. The stage offers them at the moment at which they begin.
import { find, make, write } from "../stage/dom.js";
import { events } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findBeginning, markOrigin } from "./forks.js";
import { makeLeadAtEnd } from "./leads.js";
import { describeOutcome, isVain } from "./outcomes.js";
import { move, pause, playFromHere, show } from "./player.js";
import { findStop, findWatched, listStops, listWhatIfs, watchLine } from "./stops.js";

/** What watches another line, with the field in sight.
 * @type {{ changed: Page.Watch }} */
const way = { changed: () => {} };

/** Which what-ifs are offered at which of the stops, by its place.
 * @type {{ stops: Page.Stop[] | null, places: Map<number, Page.Branch[]> }} */
const offers = { stops: null, places: new Map() };

/** @param {Page.Watch} changed */
export function followWhatIfs(changed) {
  way.changed = changed;
}

/** Makes the button that plays a what-if, by its place.
 * @param {number} place */
export function makeWhatIf(place) {
  const button = make("button", "what-if", `▶ ${say("what-if")}`);
  button.onclick = () => watchWhatIf(listWhatIfs()[place]);
  return button;
}

/** Plays a what-if from its beginning.
 * @param {Page.Branch} whatIf */
export function watchWhatIf(whatIf) {
  markOrigin(true);
  way.changed(() => watchLine(whatIf), findBeginning(whatIf));
  for (const step of ["previous", "next"]) move(step); // so that it moves
  playFromHere();
}

/** Offers the what-ifs that begin at a stop of the fight as it stands or of the watched line, or would have changed what it tells:
 * first those that made a difference.
 * @param {Page.Stop} stop */
export function showOffers(stop) {
  const found = isOffering() ? [...findOffers(stop)].sort((one, other) => +isVain(one) - +isVain(other)) : [];
  const button = find("what-if-open");
  button.hidden = !found.length;
  showNext(found.length ? -1 : findNextOffer(stop));
  if (!found.length) return;
  write(button, found.length > 1 ? say("what-ifs-open", { count: found.length }) : say("what-if-open"));
  find("what-if-box").ontoggle = () => {
    find("what-if-box").ontoggle = null; // once
    found.forEach((whatIf, nth) => find("what-if-list").children[nth].append(makeLeadAtEnd(whatIf)));
  };
  find("what-if-list").replaceChildren(...found.map((whatIf, nth) => {
    const watch = make("button", "offered", `▶ ${whatIf.name}`);
    watch.autofocus = nth === 0; // once the box is open
    watch.onclick = () => {
      find("what-if-box").hidePopover();
      watchWhatIf(whatIf);
      find("play").focus({ preventScroll: true }); // the button that opened this is gone
    };
    return make("li", "", watch, " ", make("span", "quiet", describeOutcome(whatIf)));
  }));
}

/** Leads to the place of a stop at which a what-if begins, if there is one.
 * @param {number} place */
function showNext(place) {
  const button = find("what-if-next");
  button.hidden = place < 0;
  button.onclick = () => {
    pause();
    show(place);
    find("what-if-open").focus({ preventScroll: true });
  };
}

/** Returns whether what-ifs are offered: not on one, nor where undone events stand among the others. */
const isOffering = () => !findWatched().branch?.until && !findWatched().everything;

/** Returns the place of the first stop behind a stop at which a what-if begins, or −1.
 * @param {Page.Stop} stop */
function findNextOffer(stop) {
  const at = listStops().indexOf(stop);
  const later = isOffering() ? [...offers.places.keys()].filter((place) => place > at) : [];
  return later.length ? Math.min(...later) : -1;
}

/** @param {Page.Stop} stop */
function findOffers(stop) {
  const stops = listStops();
  if (offers.stops !== stops) Object.assign(offers, { stops, places: placeOffers(stops) });
  return offers.places.get(stops.indexOf(stop)) ?? [];
}

/** Returns the what-ifs by the places of the stops that tell of one of their moments.
 * @param {Page.Stop[]} stops */
function placeOffers(stops) {
  /** @type {Map<number, Page.Branch[]>} */
  const places = new Map();
  const { branch } = findWatched();
  for (const whatIf of listWhatIfs()) {
    const { at: all = [], base = null } = whatIf;
    if (base !== branch) continue;
    const told = all.filter((seq) => events[seq].kind !== "d" || seq === all.at(-1)).map((seq) => { // dice of a turn fall before all its blows
      const thrown = stops.findIndex(({ rolls }) => rolls.includes(seq));
      return thrown < 0 ? findStop(seq, stops) : thrown;
    });
    for (const at of new Set(told)) places.set(at, [...(places.get(at) ?? []), whatIf]);
  }
  return places;
}
