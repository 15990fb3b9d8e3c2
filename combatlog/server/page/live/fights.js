// The fights of the campaign: which one is open, starting one, and who joins it.
import { find, make } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeKey, send } from "./connection.js";
import { sayCommand, showAnswer } from "./say.js";

const fights = { list: [], open: "", opened: null, games: [], seat: null };

/** Opens the last fight, and lets the reader choose another one. */
export async function followFights(seat, opened) {
  Object.assign(fights, { seat, opened });
  find("fight").addEventListener("change", (change) => openOne(change.target.value));
  find("new-fight").hidden = seat.role !== "referee";
  if (seat.role === "referee") await prepareStart().catch(() => {});
  await readFights();
  const asked = new URLSearchParams(location.search).get("fight");
  const last = fights.list.find(({ number }) => String(number) === asked) ?? fights.list.at(-1);
  if (last) openOne(last.id);
  else if (seat.role === "referee") find("starting").showModal();
  else setTimeout(() => followFights(seat, opened), 3000);
}

async function readFights() {
  fights.list = await send("GET", "/api/fights");
  find("fight").replaceChildren(...fights.list.map(({ id, number, title }) => new Option(`${number} · ${title}`, id)));
  find("fight").value = fights.open;
}

function openOne(id) {
  fights.open = id;
  find("fight").value = id;
  const { game } = fights.list.find((each) => each.id === id);
  showCreatures(game);
  fights.opened(id);
}

/** Prepares the dialogue that starts a fight. */
async function prepareStart() {
  fights.games = await send("GET", "/api/games");
  find("game").replaceChildren(...fights.games.map(({ id, name }) => new Option(name, id)));
  find("new-fight").addEventListener("click", () => find("starting").showModal());
  find("start-cancel").addEventListener("click", () => find("starting").close());
  find("start-form").addEventListener("submit", async (submit) => {
    submit.preventDefault();
    const roster = find("roster").files[0];
    const sent = {
      title: find("fight-title").value.trim() || say("live.fight"),
      game: find("game").value,
      dice: find("dice-mode").value,
      key: makeKey(),
      ...(roster ? { roster: await roster.text() } : {}),
    };
    try {
      const started = await send("POST", "/api/fights", sent);
      await readFights();
      find("starting").close();
      openOne(started.id);
      find("joiners").open = true;
    } catch (fault) {
      find("start-answer").textContent = fault.message;
    }
  });
}

/** Shows the creatures of a game, and the form of joining. */
function showCreatures(game) {
  if (fights.seat.role !== "referee") return;
  const known = fights.games.find(({ id, name }) => id === game || name === game);
  if (!known) return;
  const search = find("creature-search");
  const show = () => {
    const words = search.value.toLowerCase();
    const found = known.creatures.filter(({ name }) => name.toLowerCase().includes(words));
    find("creatures").replaceChildren(...found.map(({ name, note }) => {
      const chip = make("button", "chip", name, " ", make("span", "quiet", note));
      chip.type = "button";
      chip.addEventListener("click", () => {
        const count = Number(find("creature-count").value) || 1;
        sayCommand({ do: "say", line: `join ${name.toLowerCase()}${count > 1 ? ` x${count}` : ""}` });
      });
      return chip;
    }));
  };
  search.oninput = show;
  show();
  showFields(known);
}

/** Shows the form for a character: their name, what they join as, and a field for each score and
 * thing that the game has. */
function showFields(known) {
  find("sheet-kind").replaceChildren(...known.kinds.map(({ name, note }) => new Option(note, name)));
  find("sheet").replaceChildren(...known.fields.filter(({ only }) => !only).map(({ name, label, kind, needed }) => {
    const field = make("input");
    field.name = name;
    field.type = { number: "number", switch: "checkbox" }[kind] ?? "text";
    field.required = needed;
    if (kind === "weapons") field.placeholder = say("live.weapons");
    return make("label", kind, label, " ", field);
  }));
  find("sheet-form").onsubmit = async (submit) => {
    submit.preventDefault();
    const given = new FormData(find("sheet-form"));
    const name = given.get("sheet-name").trim();
    const values = known.fields.map(({ name: field, kind }) => {
      const value = given.get(field);
      if (!value) return "";
      return kind === "switch" ? field : `${field} ${value}`;
    });
    const line = ["join", name, given.get("sheet-kind"), ...values].filter(Boolean).join(" ");
    if (!name) showAnswer(say("live.nameless"));
    else if (await sayCommand({ do: "say", line })) find("sheet-form").reset();
  };
}
