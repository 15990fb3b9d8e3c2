// The present stop, moves to other stops, and playback.
const player = { at: 0, timer: 0, heard: [] };
const SHAPE = { play: "M8 5v14l11-7z", pause: "M7 5h4v14H7zM14 5h4v14h-4z" };
const QUICK = 4;

/** Returns the seq of the present event. */
function present() {
  return stops[player.at];
}

/** Shows a stop. */
function show(at) {
  player.at = Math.min(stops.length - 1, Math.max(0, at));
  const event = events[present()];
  const state = findState(player.at);
  const before = player.at > 0 ? findState(player.at - 1) : states[0];
  showMoment(event, state);
  showCards(state, before);
  showRow(event.seq);
  showCursor();
  showPlace(event);
  for (const each of player.heard) each(event.seq);
}

function showPlace(event) {
  const fields = { seq: event.seq, at: player.at + 1, count: stops.length };
  const slider = find("slider");
  slider.max = stops.length - 1;
  slider.value = player.at;
  slider.setAttribute("aria-valuetext", `${say("place", fields)}: ${event.said}`);
  write(find("place"), say("place-short", fields));
  for (const id of ["start", "previous-round", "previous-turn", "previous"]) setDisabled(id, player.at === 0);
  for (const id of ["next", "next-turn", "next-round", "end"]) {
    setDisabled(id, player.at === stops.length - 1);
  }
  if (!player.timer || readSpeed() < QUICK) {
    write(find("live"), say("spoken", { seq: event.seq, said: event.said }));
  }
}

/** Switches a button off without taking the focus from it. */
function setDisabled(id, is) {
  find(id).setAttribute("aria-disabled", String(is));
}

/** Goes to an event. If it was undone, undone events are shown. */
function go(seq) {
  if (!onLine.has(seq) && stops === line) showUndone(true);
  show(findStop(seq));
}

const moves = {
  start: () => show(0),
  end: () => show(stops.length - 1),
  previous: () => show(player.at - 1),
  next: () => show(player.at + 1),
  "previous-turn": () => show(findStopOfKind("t", player.at, -1)),
  "next-turn": () => show(findStopOfKind("t", player.at, 1)),
  "previous-round": () => show(findStopOfKind("r", player.at, -1)),
  "next-round": () => show(findStopOfKind("r", player.at, 1)),
};

/** Makes a move that the reader asked for, and pauses playback. */
function move(name) {
  pause();
  moves[name]();
}

/** Includes or skips undone events; stays at the present event if it can. */
function showUndone(included) {
  const seq = present();
  stops = included ? everything : line;
  find("undone").checked = included;
  showUndoneRows(included);
  show(findStop(seq));
}

function readSpeed() {
  return Number(find("speed").value);
}

function playOrPause() {
  if (player.timer) pause();
  else play();
}

function play() {
  if (findNextStop(player.at) < 0) show(0);
  player.timer = setTimeout(tick, 1000 / readSpeed());
  showPlaying(true);
}

function tick() {
  show(findNextStop(player.at));
  if (findNextStop(player.at) < 0) pause();
  else player.timer = setTimeout(tick, 1000 / readSpeed());
}

function pause() {
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
