// The stops that the page steps through: the events of the present line, or all events.
const line = events.filter((event) => event && !event.mark && event.kind !== "m")
  .map((event) => event.seq);
const everything = events.filter(Boolean).map((event) => event.seq);
const onLine = new Set(line);

let stops = line;

/** Returns the index of the stop at a seq, or of the last one before it. */
function findStop(seq, among = stops) {
  let low = 0;
  let high = among.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (among[middle] <= seq) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the index of the next (`way` 1) or previous (−1) stop of a kind, else the end. */
function findStopOfKind(kinds, from, way) {
  for (let at = from + way; at >= 0 && at < stops.length; at += way) {
    if (kinds.includes(events[stops[at]].kind)) return at;
  }
  return way > 0 ? stops.length - 1 : 0;
}

/** Returns the index of the next stop that is not quiet; −1 if there is none. */
function findNextStop(from) {
  for (let at = from + 1; at < stops.length; at += 1) if (!events[stops[at]].quiet) return at;
  return -1;
}

/** Returns the state to show at a stop. On the present line, an event beside an undone line shows
 * the state of the event before it. */
function findState(at) {
  let last = at;
  if (stops === line) while (last > 0 && events[stops[last]].off) last -= 1;
  return states[at < 0 ? 0 : stops[last]];
}
