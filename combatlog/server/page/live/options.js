// What each combatant can do. A player's people are asked about ahead, so that a phone without its
// connection still offers what could be done at the last event that it has.
import { send } from "./connection.js";
import { findLast } from "./view.js";

const MOST_AHEAD = 6; // people
/** @type {{ fight: string, last: number, options: Record<string, Server.Options> }} */
const known = { fight: "", last: 0, options: {} };

/** Returns what can be done by a combatant. Throws `Fault`.
 * @param {string} fight @param {string} who @returns {Promise<Server.Options>} */
export async function readOptions(fight, who) {
  try {
    const found = await send("GET", `/api/fights/${fight}/options/${encodeURIComponent(who)}`);
    keep(fight, who, found);
    return found;
  } catch (fault) {
    const isKnown = fault.kind === "offline" && known.fight === fight && known.last === findLast();
    if (isKnown && known.options[who]) return known.options[who];
    throw fault;
  }
}

/** Asks about the own people of a turn but for the one who is asked about anyway.
 * @param {string} fight @param {Server.Turn} turn @param {string} chosen */
export async function readOptionsAhead(fight, { people, last }, chosen) {
  const own = people.filter(({ id, yours }) => yours && id !== chosen);
  for (const { id } of own.slice(0, MOST_AHEAD)) {
    if (last !== findLast()) return;
    await readOptions(fight, id).catch(() => null);
  }
}

/** @param {string} fight @param {string} who @param {Server.Options} found */
function keep(fight, who, found) {
  if (known.fight !== fight || known.last !== found.last) Object.assign(known, { fight, last: found.last, options: {} });
  known.options[who] = found;
}
