// Where we are, going elsewhere, playing by itself.
const player = { at: 0, timer: 0, heard: [] };
const SHAPE = { play: "M8 5v14l11-7z", pause: "M7 5h4v14H7zM14 5h4v14h-4z" };
const QUICK = 4;

/** The seq of the present event. */
function present() {
  return stops[player.at];
}

/** Shows a stop. */
function show(at) {
  player.at = Math.min(stops.length - 1, Math.max(0, at));
  const event = events[present()];
  const state = stateAt(player.at);
  const before = player.at > 0 ? stateAt(player.at - 1) : states[0];
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
  for (const id of ["start", "previous-round", "previous-turn", "previous"]) off(id, player.at === 0);
  for (const id of ["next", "next-turn", "next-round", "end"]) {
    off(id, player.at === stops.length - 1);
  }
  if (!player.timer || speed() < QUICK) {
    write(find("live"), say("spoken", { seq: event.seq, said: event.said }));
  }
}

/** Switches a button off without taking the focus from it. */
function off(id, is) {
  find(id).setAttribute("aria-disabled", String(is));
}

/** Goes to an event; one that was undone brings what was undone in sight. */
function go(seq) {
  if (!onLine.has(seq) && stops === line) showUndone(true);
  show(stopAt(seq));
}

const moves = {
  start: () => show(0),
  end: () => show(stops.length - 1),
  previous: () => show(player.at - 1),
  next: () => show(player.at + 1),
  "previous-turn": () => show(stopOf("t", player.at, -1)),
  "next-turn": () => show(stopOf("t", player.at, 1)),
  "previous-round": () => show(stopOf("r", player.at, -1)),
  "next-round": () => show(stopOf("r", player.at, 1)),
};

/** A step that somebody asked for: it pauses what plays. */
function move(name) {
  pause();
  moves[name]();
}

/** Steps through what was undone, too, or not; stays where it is as far as it can. */
function showUndone(shown) {
  const seq = present();
  stops = shown ? everything : line;
  find("undone").checked = shown;
  showUndoneRows(shown);
  show(stopAt(seq));
}

function speed() {
  return Number(find("speed").value);
}

function playOrPause() {
  if (player.timer) pause();
  else play();
}

function play() {
  if (stopAfter(player.at) < 0) show(0);
  player.timer = setTimeout(tick, 1000 / speed());
  playing(true);
}

function tick() {
  show(stopAfter(player.at));
  if (stopAfter(player.at) < 0) pause();
  else player.timer = setTimeout(tick, 1000 / speed());
}

function pause() {
  clearTimeout(player.timer);
  player.timer = 0;
  playing(false);
}

function playing(is) {
  const button = find("play");
  button.setAttribute("aria-label", is ? say("pause") : say("play"));
  button.title = is ? say("pause") : say("play");
  find("play-shape").setAttribute("d", is ? SHAPE.pause : SHAPE.play);
}
