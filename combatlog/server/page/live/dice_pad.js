// The dice that are awaited: a key for each face, or rolled by the program.
import { find, make, makeName } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeKeys } from "./keys.js";
import { listQueued } from "./queue.js";
import { sayCommand, waitFor } from "./say.js";

/** Shows the awaited dice of a fight: those of this reader with keys, the others by name. Those that
 * wait to be sent are not asked for again.
 * @param {Server.Awaited[]} all @param {string} fight */
export function showAsked(all, fight) {
  const box = find("asked");
  const thrown = listQueued(fight).filter(({ command, late }) => command.do === "roll" && !late);
  const isThrown = (/** @type {any} */ each) => thrown.some(({ command }) =>
    ["by", "die", "purpose", "nth"].every((name) => command[name] === each[name]));
  const awaited = all.filter((each) => !isThrown(each));
  const own = awaited.filter(({ yours }) => yours);
  box.hidden = !awaited.length;
  const first = own[0];
  find("tab-play").classList.toggle("alert", Boolean(first)); // seen from the other panes
  find("tab-play").dataset.die = first?.die ?? "";
  const asked = first ? [first.by, first.die, first.purpose, first.nth].join(" ") : "";
  const isNew = asked !== (box.dataset.asked ?? "");
  box.dataset.asked = asked;
  if (!awaited.length) {
    box.replaceChildren();
    return;
  }
  const parts = [];
  if (first) {
    const line = make("p", "asked-for", say("live.asked"), " ", makeName(first.name, "who"), ` ${first.die} `,
      make("span", "quiet", first.purpose.replaceAll("-", " ")), ...describeTarget(first));
    const keys = makeKeys(first.die, (face) => roll(first, face));
    const drawn = make("button", "", say("live.roll"));
    drawn.type = "button";
    drawn.addEventListener("click", () => roll(first, null));
    parts.push(line, keys, make("div", "chips", drawn, ...makeRollAll(own)));
  }
  const others = awaited.filter((each) => each !== first);
  if (others.length) parts.push(make("p", "quiet", say("live.awaited", { who: listNames(others) })));
  box.replaceChildren(...parts);
  if (first && isNew) box.firstElementChild.scrollIntoView({ block: "nearest" }); // a form may have been scrolled there
}

/** Returns what a die has to show, where the server tells it.
 * @param {Server.Awaited} die */
function describeTarget({ score = "", bound = 0, high = false }) {
  if (!score) return [];
  const words = high ? say("live.at-least", { score, bound }) : say("live.at-most", { score, bound });
  return [" · ", make("span", "target", words)];
}

/** @param {Server.Awaited[]} awaited */
function listNames(awaited) {
  return awaited.map(({ name, die }) => `${name} ${die}`).join(", ");
}

/** @param {Server.Awaited} die @param {number | null} face */
function roll({ by, name, die, purpose, nth = 0 }, face) {
  const command = { do: "roll", by, die, purpose, nth };
  if (face === null) return sayCommand(command, `${name}: ${die}`);
  return sayCommand({ ...command, face }, `${name}: ${die} → ${face}`);
}

/** @param {Server.Awaited[]} own */
function makeRollAll(own) {
  if (own.length < 2) return [];
  const all = make("button", "", say("live.roll-all", { count: own.length }));
  all.type = "button";
  all.addEventListener("click", async () => {
    for (const each of own) {
      const recorded = await roll(each, null);
      if (!recorded) return;
      await waitFor(recorded); // the next one may be a die like it
    }
  });
  return [all];
}
