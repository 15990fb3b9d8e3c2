// The events that are stepped through: those of the present line, or all that were recorded.
const line = events.filter((event) => event && !event.mark && event.kind !== "m")
  .map((event) => event.seq);
const everything = events.filter(Boolean).map((event) => event.seq);
const onLine = new Set(line);

let stops = line;

/** The number of the stop at a seq, or of the last one before it. */
function stopAt(seq, among = stops) {
  let low = 0;
  let high = among.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (among[middle] <= seq) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The number of the next stop (`way` 1) or the one before (−1) of a kind; else the last one. */
function stopOf(kinds, from, way) {
  for (let at = from + way; at >= 0 && at < stops.length; at += way) {
    if (kinds.includes(events[stops[at]].kind)) return at;
  }
  return way > 0 ? stops.length - 1 : 0;
}

/** The number of the next stop at which something happens in the fight; −1 if none does. */
function stopAfter(from) {
  for (let at = from + 1; at < stops.length; at += 1) if (!events[stops[at]].quiet) return at;
  return -1;
}

/** The fight as it is shown at a stop: what stands beside a line that was left is shown on the
 * one that is. */
function stateAt(at) {
  let shown = at;
  if (stops === line) while (shown > 0 && events[stops[shown]].off) shown -= 1;
  return states[at < 0 ? 0 : stops[shown]];
}
