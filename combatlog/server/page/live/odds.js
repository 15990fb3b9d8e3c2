// The odds of what is about to be declared, beside it. They come when they come: nobody waits for them,
// and where they are hidden or there are none, nothing is shown.
import { find, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { send } from "./connection.js";

const PAUSE = 250; // milliseconds without a change before they are asked for
const LEAST = 0.005; // what is less likely is left out
const odds = { asked: "", timer: 0 };

/** Shows the odds of a declaration in a fight at an event; without one, none.
 * @param {string} fight @param {number} last @param {any} declared */
export function showOdds(fight, last, declared) {
  const asked = declared ? JSON.stringify([fight, last, declared]) : "";
  if (asked === odds.asked) return;
  odds.asked = asked;
  clearTimeout(odds.timer);
  write(find("chances"), "");
  if (!declared) return;
  odds.timer = setTimeout(async () => {
    const found = await send("POST", `/api/fights/${fight}/odds`, { head: last, declarations: [declared] }).catch(() => null);
    if (odds.asked === asked) write(find("chances"), found ? describeOdds(found, declared) : "");
  }, PAUSE);
}

/** Returns the odds of those whom a declaration is about, in words.
 * @param {any} odds @param {any} declared */
function describeOdds({ combatants }, { targets = [], target }) {
  const about = [...targets.map((/** @type {Server.Aim} */ aim) => aim.target), target].filter(Boolean);
  return about.filter((id) => combatants[id]).map((id) => describeOne(combatants[id])).join("; ");
}

/** @param {any} one */
function describeOne({ name, ends, scores }) {
  const [first] = Object.entries(scores);
  const numbers = first ? Object.keys(first[1].after ?? {}).map(Number).sort((one, other) => one - other) : [];
  const [least, most] = [numbers[0], numbers.at(-1)];
  const range = numbers.length ? [`${first[0]} ${least === most ? least : `${least}–${most}`}`] : [];
  /** @type {Record<string, string>} */
  const words = { dead: say("live.odds-dead"), down: say("live.odds-down"), gone: say("live.odds-gone") };
  const fates = Object.keys(words).filter((fate) => (ends[fate]?.value ?? 0) >= LEAST)
    .map((fate) => `${words[fate]} ${Math.round(100 * ends[fate].value)} %`);
  return say("live.odds", { who: name, what: [...range, ...fates].join(", ") });
}
