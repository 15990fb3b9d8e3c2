// Who joins the fight: creatures, a character by the form of the game, people of earlier fights, and a
// roster.
import { find, make, makeName, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { send } from "./connection.js";
import { goToFault, limitField } from "./range.js";
import { sayWhere } from "./say.js";

const MOST = 20; // of one creature at once
const NEEDED = ["weapons", "armor", "player"]; // fields that everybody fills in, although they may be empty
/** @type {{ game: Server.GameView, fight: string, count: number }} */
const joining = { game: /** @type {any} */ (null), fight: "", count: 1 };

/** Prepares the pane once; `known` games have the fields and creatures. */
export function followJoining() {
  find("tab-join").hidden = false;
  find("creature-search").addEventListener("input", showCreatures);
  find("creature-search").addEventListener("focus", () => find("creature-search").select());
  find("fewer").addEventListener("click", () => setCount(joining.count - 1));
  find("more-of-them").addEventListener("click", () => setCount(joining.count + 1));
  find("sheet-form").noValidate = true; // the sentence stands at the field
  find("sheet-form").addEventListener("submit", (/** @type {Event} */ submit) => {
    submit.preventDefault();
    joinSheet();
  });
  find("join-roster").addEventListener("change", async () => {
    const [file] = find("join-roster").files;
    if (file) await join({ do: "roster", text: await file.text() }, file.name);
    find("join-roster").value = "";
  });
  find("tab-join").addEventListener("click", showFormer);
}

/** Shows the creatures of a game, its form, and who was in the fights before this one.
 * @param {Server.GameView} game @param {string} fight */
export function showJoining(game, fight) {
  if (fight !== joining.fight) write(find("join-said"), ""); // it was about another fight
  Object.assign(joining, { game, fight });
  setCount(1);
  find("creature-search").value = "";
  showCreatures();
  showFields();
  showFormer();
}

/** Lets somebody join; what was said about it stands at the head of the pane. With `again` each tap counts.
 * @param {object} command @param {string} words */
async function join(command, words, again = false) {
  const recorded = await sayWhere(find("join-said"), command, words, again);
  return Boolean(recorded);
}

/** @param {number} count */
function setCount(count) {
  joining.count = Math.max(1, Math.min(MOST, count));
  write(find("creature-count"), `×${joining.count}`);
}

function showCreatures() {
  const words = find("creature-search").value.trim().toLowerCase();
  const found = joining.game.creatures.filter(({ name }) => name.toLowerCase().includes(words));
  find("creatures").replaceChildren(...found.map(({ name, note }) => {
    const button = make("button", "creature", make("span", "who", name), " ", make("span", "quiet", note));
    button.type = "button";
    button.addEventListener("click", async () => {
      const count = joining.count > 1 ? ` x${joining.count}` : "";
      const kind = find("creature-kind").value;
      const line = `join ${name.toLowerCase()}${count}${kind === "npc" ? "" : ` ${kind}`}`;
      if (await join({ do: "say", line }, line, true)) setCount(1);
    });
    return make("li", "", button);
  }));
}

/** Shows the form for a character: what the game needs first, the rest behind “more”. */
function showFields() {
  const { kinds, fields } = joining.game;
  for (const id of ["sheet-kind", "creature-kind"]) find(id).replaceChildren(...kinds.map(({ name, note }) => new Option(note, name)));
  find("creature-kind").value = "npc";
  const isFirst = (/** @type {Server.FormField} */ { name, needed, kind, only }) => !only
    && (needed || NEEDED.includes(name) || (["number", "die"].includes(kind) && !fields.some((each) => each.needed)));
  find("sheet").className = "sheet";
  const isWide = (/** @type {Server.FormField} */ { kind }) => kind === "weapons"; // a row of its own, the last
  const ordered = [...fields.filter((each) => !isWide(each)), ...fields.filter(isWide)];
  find("sheet").replaceChildren(...ordered.filter(isFirst).flatMap(makeLabel));
  find("sheet-more").replaceChildren(...ordered.filter((each) => !isFirst(each)).flatMap(makeLabel));
  find("more-fields").open = false;
}

/** @param {Server.FormField} field */
function makeLabel({ name, label, kind, only, least, most, choices = [] }) {
  if (kind === "die") {
    const list = make("select", "", new Option("…", ""), ...choices.map((die) => new Option(die, die)));
    list.name = name;
    return [make("label", "number", label, " ", list)];
  }
  const field = make("input");
  field.name = name;
  field.type = /** @type {Record<string, string>} */ ({ number: "number", switch: "checkbox" })[kind] ?? "text";
  if (kind === "number" && !(Number(least) < 0)) field.inputMode = "numeric";
  if (kind === "weapons") field.placeholder = say("live.weapons");
  if (name === "player") field.setAttribute("list", "seated");
  field.autocomplete = "off";
  return [
    make("label", kind === "weapons" ? "wide" : kind, only ? `${label} (${only})` : label, " ", field),
    limitField(field, { least, most }),
  ];
}

async function joinSheet() {
  if (goToFault(find("sheet-form"))) return;
  const given = new FormData(find("sheet-form"));
  const name = String(given.get("sheet-name") ?? "").trim();
  if (!name) {
    write(find("join-said"), say("live.nameless"));
    return;
  }
  const numbers = joining.game.fields.filter(({ kind }) => ["number", "die"].includes(kind));
  const isCreature = joining.game.creatures.some((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!isCreature && !numbers.some((each) => given.get(each.name))) {
    const needed = numbers.filter((each) => each.needed);
    const missing = needed.length ? needed : numbers.filter(({ only }) => !only);
    write(find("join-said"), say("live.unfilled", { fields: missing.map(({ label }) => label).join(", ") }));
    return;
  }
  const values = joining.game.fields.map(({ name: field, kind }) => {
    const value = String(given.get(field) ?? "").trim();
    if (!value) return "";
    return kind === "switch" ? field : `${field} ${value}`;
  });
  const line = ["join", name, given.get("sheet-kind"), ...values].filter(Boolean).join(" ");
  if (!(await join({ do: "say", line }, line))) return;
  if (find("sheet-form").elements["sheet-name"].value.trim() !== name) return; // the next one is typed already
  const kind = find("sheet-kind").value;
  find("sheet-form").reset();
  find("sheet-kind").value = kind;
  find("sheet-form").elements["sheet-name"].focus();
}

/** Shows who was in the other fights of the campaign, as they were at the end. */
async function showFormer() {
  const { fight } = joining;
  /** @type {Server.FormerPeople[]} */
  const former = await send("GET", "/api/people").catch(() => []);
  if (fight !== joining.fight) return;
  const others = former.filter(({ id, people }) => id !== fight && people.length);
  find("former-box").hidden = !others.length;
  find("former").replaceChildren(...others.map(({ number, title, people }) => make("section", "",
    make("h3", "", say("live.from-fight", { number, title })),
    make("div", "chips", ...people.map(({ name, player }) => {
      const chip = make("button", "chip", makeName(name), " ", make("span", "quiet", player));
      chip.type = "button";
      const line = `join ${name} from ${number}`;
      chip.addEventListener("click", () => join({ do: "say", line }, line));
      return chip;
    })))));
}
