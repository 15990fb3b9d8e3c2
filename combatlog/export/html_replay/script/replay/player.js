// The present stop, moves to other stops, and playback.
import { find, write } from "../stage/dom.js";
import { events, isDead, isThere, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { countPlaces, findBefore, findNextStop, findState, findStop, findStopOfKind, findWatched, listStops } from "./stops.js";

/** @typedef {(stop: Page.Stop, state: Page.State, before: Page.State) => void} Heard */

/** What is shown; `before` is the stop from before the page was printed.
 * @type {{ at: number, timer: number, asked: number, heard: Heard[], before?: number }} */
const player = { at: 0, timer: 0, asked: 0, heard: [] };
const SHAPE = { play: "M8 5v14l11-7z", pause: "M7 5h4v14H7zM14 5h4v14h-4z" };
const QUICK = 4;
const BEAT = { first: 500, least: 1000, letter: 9, most: 2200, death: 1200, fall: 900 }; // milliseconds

/** Returns the seq of the present stop. */
export function present() {
  return listStops()[player.at].seq;
}

/** Returns whether an event belongs to the present stop.
 * @param {number} seq */
export function isPresent(seq) {
  const stops = listStops();
  const at = findStop(stops[player.at]?.seq ?? 0);
  return seq > (stops[at - 1]?.seq ?? 0) && seq <= (stops[at]?.seq ?? 0);
}

/** Returns whether the last stop is shown. */
export function isAtEnd() {
  return player.at >= listStops().length - 1;
}

/** Calls a function with each stop that is shown.
 * @param {Heard} heard */
export function follow(heard) {
  player.heard.push(heard);
}

/** Shows a stop.
 * @param {number} at */
export function show(at) {
  const stops = listStops();
  const last = player.at;
  player.asked = 0;
  player.at = Math.min(stops.length - 1, Math.max(0, at));
  const stop = stops[player.at];
  const state = findState(player.at);
  const first = stop.single ? states[0] : state; // nothing has happened before the opening sentence
  const isBeside = findWatched().everything && !stop.single;
  const before = isBeside ? findBefore(stop) : player.at > 0 ? findState(player.at - 1) : first;
  document.documentElement.classList.toggle("still", player.at !== last + 1 || (player.timer > 0 && readSpeed() >= QUICK));
  for (const each of player.heard) each(stop, state, before);
  showPlace(stop, stops);
}

/** @param {Page.Stop} stop @param {Page.Stop[]} stops */
function showPlace(stop, stops) {
  const fields = { seq: stop.seq, at: player.at + 1, count: stops.length };
  const slider = find("slider");
  slider.max = countPlaces() - 1;
  slider.value = player.at;
  const said = find("event").textContent;
  slider.ariaValueText = `${say("place", fields)}: ${said}`;
  write(find("place"), say("place-short", fields));
  for (const id of ["start", "previous-round", "previous-turn", "previous"]) setDisabled(id, player.at === 0);
  for (const id of ["next", "next-turn", "next-round", "end"]) setDisabled(id, isAtEnd());
  if (!player.timer || readSpeed() < QUICK) {
    write(find("live"), stop.single ? say("spoken", { seq: stop.seq, said }) : said);
  }
}

/** Switches a button off without taking the focus from it.
 * @param {string} id @param {boolean} is */
function setDisabled(id, is) {
  find(id).ariaDisabled = String(is);
}

/** Goes to the stop with an event. `reach` is called first if it is on no stop of this line.
 * @param {number} seq @param {(seq: number) => void} reach */
export function go(seq, reach) {
  if (!findWatched().line.includes(seq) && !findWatched().everything) reach(seq);
  const correction = listStops().findIndex((stop) => stop.correction?.made === seq);
  show(correction >= 0 ? correction : findStop(findWatched().mode === "beats" ? events[seq].blow || seq : seq));
  player.asked = seq;
}

/** @type {Record<string, () => void>} */
export const moves = {
  start: () => show(0),
  end: () => show(listStops().length - 1),
  previous: () => show(player.at - 1),
  next: () => show(player.at + 1),
  "previous-turn": () => show(findStopOfKind("t", player.at, -1)),
  "next-turn": () => show(findStopOfKind("t", player.at, 1)),
  "previous-round": () => show(findStopOfKind("r", player.at, -1)),
  "next-round": () => show(findStopOfKind("r", player.at, 1)),
};

/** Makes a move that the reader asked for, and pauses playback.
 * @param {string} name */
export function move(name) {
  pause();
  moves[name]();
}

/** Shows the end of the line while the page is printed, and then the present stop again.
 * @param {boolean} is */
export function showForPrint(is) {
  const { at } = player;
  show(is ? listStops().length - 1 : player.before ?? at);
  player.before = at;
}

/** Changes what the stops are, and stays at the present event if it can.
 * @param {() => void} change */
export function changeStops(change) {
  const seq = player.asked || present();
  change();
  player.at = -2;
  show(findStop(seq));
}

function readSpeed() {
  return Number(find("speed").value);
}

export function playOrPause() {
  if (player.timer) pause();
  else play(BEAT.first); // what stands there has been read
}

/** Plays from the present stop, which nobody has read yet, unless it is the last one. */
export function playFromHere() {
  if (!isAtEnd()) play();
}

/** Plays. The present stop is shown no longer than `most` milliseconds. */
function play(most = Infinity) {
  clearTimeout(player.timer);
  if (findNextStop(player.at) < 0) show(0);
  player.timer = setTimeout(tick, Math.min(most, measure()));
  showPlaying(true);
}

function tick() {
  show(findNextStop(player.at));
  if (findNextStop(player.at) < 0) pause();
  else player.timer = setTimeout(tick, measure());
}

/** Returns how long the present stop is shown, in milliseconds. An event takes a second, a beat long
 * enough to be read; a death holds a moment, and a fall a shorter one. */
function measure() {
  const length = listStops()[player.at].single ? 0 : find("event").textContent.length;
  return (Math.min(BEAT.most, BEAT.least + BEAT.letter * length) + measureFall()) / readSpeed();
}

/** Returns how much longer a stop is shown in which somebody died, or went down or away. */
function measureFall() {
  const before = player.at > 0 ? findState(player.at - 1) : states[0];
  const fallen = findState(player.at).people.filter((card, number) => {
    const was = before.people[number];
    return isThere(card) && isThere(was) && card !== was
      && (card.standing ? card.standing !== was.standing : card.look === "down" && was.look !== "down");
  });
  if (!fallen.length) return 0;
  return fallen.some(isDead) ? BEAT.death : BEAT.fall;
}

export function pause() {
  clearTimeout(player.timer);
  player.timer = 0;
  showPlaying(false);
}

/** @param {boolean} is */
function showPlaying(is) {
  document.documentElement.classList.toggle("playing", is);
  const button = find("play");
  button.ariaLabel = is ? say("pause") : say("play");
  button.title = is ? say("pause") : say("play");
  find("play-shape").setAttribute("d", is ? SHAPE.pause : SHAPE.play);
}

