// The dice that are awaited: a key for each face, or rolled by the program.
import { find, make, makeName } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { sayCommand } from "./say.js";

const MOST_KEYS = 20; // a die with more faces has a field
const COLUMNS = { 4: 4, 6: 6, 8: 4, 10: 5, 12: 6, 20: 5 }; // of keys on a phone, so that rows are full

/** Returns the number of faces of a die such as “d8”; 0 if it is not known. */
function countFaces(die) {
  return Number(/^d(\d+)$/.exec(die)?.[1] ?? 0);
}

/** Makes keys for the faces of a die; `chosen` is called with a face. It cannot be `present`. */
export function makeKeys(die, chosen, present = 0) {
  const faces = countFaces(die);
  const box = make("div", "keys");
  if (faces && faces <= MOST_KEYS) {
    box.style.setProperty("--columns", String(COLUMNS[faces] ?? 5));
    for (let face = 1; face <= faces; face += 1) {
      const key = make("button", "key", String(face));
      key.type = "button";
      key.disabled = face === present;
      key.addEventListener("click", () => chosen(face));
      box.append(key);
    }
    return box;
  }
  const form = make("form", "keys");
  const field = make("input");
  Object.assign(field, { type: "number", min: 1, max: faces || 1000, inputMode: "numeric", required: true });
  field.setAttribute("aria-label", say("live.face", { die }));
  const done = make("button", "key", "⏎");
  done.setAttribute("aria-label", say("live.enter"));
  form.append(field, done);
  form.addEventListener("submit", (submit) => {
    submit.preventDefault();
    chosen(Number(field.value));
  });
  return form;
}

/** Shows the awaited dice: those of this reader with keys, the others by name. */
export function showAsked(awaited) {
  const box = find("asked");
  const own = awaited.filter(({ yours }) => yours);
  box.hidden = !awaited.length;
  if (!awaited.length) {
    box.replaceChildren();
    return;
  }
  const parts = [];
  const first = own[0];
  if (first) {
    const line = make("p", "asked-for", say("live.asked"), " ", makeName(first.name, "who"), ` ${first.die} `,
      make("span", "quiet", first.purpose));
    const keys = makeKeys(first.die, (face) => roll(first, face));
    const drawn = make("button", "", say("live.roll"));
    drawn.type = "button";
    drawn.addEventListener("click", () => roll(first, null));
    parts.push(line, keys, make("div", "chips", drawn, ...makeRollAll(own)));
  }
  const others = awaited.filter((each) => each !== first);
  if (others.length) parts.push(make("p", "quiet", say("live.awaited", { who: listNames(others) })));
  box.replaceChildren(...parts);
}

function listNames(awaited) {
  return awaited.map(({ name, die }) => `${name} ${die}`).join(", ");
}

function roll({ by, die, purpose, nth = 0 }, face) {
  const command = { do: "roll", by, die, purpose, nth };
  return sayCommand(face === null ? command : { ...command, face });
}

function makeRollAll(own) {
  if (own.length < 2) return [];
  const all = make("button", "", say("live.roll-all", { count: own.length }));
  all.type = "button";
  all.addEventListener("click", async () => {
    for (const each of own) if (!(await roll(each, null))) return;
  });
  return [all];
}
