// The present stop, moves to other stops, and playback.
import { find, write } from "../stage/dom.js";
import { isThere, states } from "../stage/fight.js";
import { say } from "../stage/labels.js";
import { findNextStop, findState, findStop, findStopOfKind, findWatched, listStops } from "./stops.js";

const player = { at: 0, timer: 0, asked: 0, heard: [] };
const SHAPE = { play: "M8 5v14l11-7z", pause: "M7 5h4v14H7zM14 5h4v14h-4z" };
const QUICK = 4;
const BEAT = { least: 1000, letter: 9, most: 2200, death: 900 }; // milliseconds

/** Returns the seq of the present stop. */
export function present() {
  return listStops()[player.at].seq;
}

/** Returns whether the last stop is shown. */
export function isAtEnd() {
  return player.at >= listStops().length - 1;
}

/** Calls a function with each stop that is shown: (stop, state, before, forward). */
export function follow(heard) {
  player.heard.push(heard);
}

/** Shows a stop. */
export function show(at) {
  const stops = listStops();
  const last = player.at;
  player.asked = 0;
  player.at = Math.min(stops.length - 1, Math.max(0, at));
  const stop = stops[player.at];
  const state = findState(player.at);
  const before = player.at > 0 ? findState(player.at - 1) : states[0];
  document.documentElement.classList.toggle("still", player.at !== last + 1 || (player.timer > 0 && readSpeed() >= QUICK));
  for (const each of player.heard) each(stop, state, before);
  showPlace(stop, stops);
}

function showPlace(stop, stops) {
  const fields = { seq: stop.seq, at: player.at + 1, count: stops.length };
  const slider = find("slider");
  slider.max = stops.length - 1;
  slider.value = player.at;
  const said = find("event").textContent;
  slider.setAttribute("aria-valuetext", `${say("place", fields)}: ${said}`);
  write(find("place"), say("place-short", fields));
  for (const id of ["start", "previous-round", "previous-turn", "previous"]) setDisabled(id, player.at === 0);
  for (const id of ["next", "next-turn", "next-round", "end"]) {
    setDisabled(id, player.at === stops.length - 1);
  }
  if (!player.timer || readSpeed() < QUICK) {
    write(find("live"), stop.single ? say("spoken", { seq: stop.seq, said }) : said);
  }
}

/** Switches a button off without taking the focus from it. */
function setDisabled(id, is) {
  find(id).setAttribute("aria-disabled", String(is));
}

/** Goes to the stop with an event. `reach` is called first if it is on no stop of this line. */
export function go(seq, reach) {
  if (!findWatched().line.includes(seq) && !findWatched().everything) reach(seq);
  show(findStop(seq));
  player.asked = seq;
}

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

/** Makes a move that the reader asked for, and pauses playback. */
export function move(name) {
  pause();
  moves[name]();
}

/** Shows the end of the line while the page is printed, and then the present stop again. */
export function showForPrint(is) {
  const { at } = player;
  show(is ? listStops().length - 1 : player.before ?? at);
  player.before = at;
}

/** Changes what the stops are, and stays at the present event if it can. */
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
  else play();
}

function play() {
  if (findNextStop(player.at) < 0) show(0);
  player.timer = setTimeout(tick, measure());
  showPlaying(true);
}

function tick() {
  show(findNextStop(player.at));
  if (findNextStop(player.at) < 0) pause();
  else player.timer = setTimeout(tick, measure());
}

/** Returns how long the present stop is shown, in milliseconds. An event takes a second, a beat long
 * enough to be read, and a death a moment more. */
function measure() {
  const stop = listStops()[player.at];
  if (stop.single) return BEAT.least / readSpeed();
  const length = find("event").textContent.length;
  const dies = findDeaths() ? BEAT.death : 0;
  return (Math.min(BEAT.most, BEAT.least + BEAT.letter * length) + dies) / readSpeed();
}

/** Returns whether somebody has died since the stop before. */
function findDeaths() {
  const before = player.at > 0 ? findState(player.at - 1) : states[0];
  return findState(player.at).people.some((card, number) => isThere(card)
    && card.standing === "dead" && before.people[number]?.standing !== "dead");
}

export function pause() {
  clearTimeout(player.timer);
  player.timer = 0;
  showPlaying(false);
}

function showPlaying(is) {
  const button = find("play");
  button.setAttribute("aria-label", is ? say("pause") : say("play"));
  button.title = is ? say("pause") : say("play");
  find("play-shape").setAttribute("d", is ? SHAPE.pause : SHAPE.play);
}

