// The fights of the campaign: which one is open, and starting one.
import { find } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeKey, send } from "./connection.js";
import { followJoining, showJoining } from "./joining.js";
import { openView } from "./view.js";

const LOOK = 2000; // milliseconds between looks for the first fight, and who is here: later the stream tells
/** @type {{ list: Server.ListedFight[], written: string, open: string, opened: ((fight: string) => void) | null,
 * games: Server.GameView[], starting: boolean }} */
const fights = { list: [], written: "", open: "", opened: null, games: [], starting: false };

/** Opens the last fight, and lets the reader choose another one. Who looks at the last fight follows
 * when the next one is started. `wait` is called again and again while there is none.
 * @param {Server.SeatView} seat @param {(fight: string) => void} opened @param {() => Promise<void>} wait */
export async function followFights(seat, opened, wait) {
  fights.opened = opened;
  find("fight").addEventListener("change", (/** @type {any} */ change) => openOne(change.target.value));
  find("new-fight").hidden = seat.role !== "referee";
  if (seat.role === "referee") await prepareStart().catch(() => {});
  await readFights().catch(() => {});
  const asked = new URLSearchParams(location.search).get("fight");
  const last = fights.list.find(({ number }) => String(number) === asked) ?? fights.list.at(-1);
  if (last) openOne(last.id);
  else if (seat.role === "referee") find("starting").show(); // beside it the first ones are let in
  const look = () => {
    if (fights.open || document.visibilityState !== "visible") return;
    wait().catch(() => {}); // without a connection there is nothing new
    followLast();
  };
  setInterval(look, LOOK);
  look();
}

/** Takes in which fight is the last one of the campaign.
 * @param {string} latest */
export function showLatest(latest) {
  if (latest && latest !== fights.list.at(-1)?.id) followLast();
}

/** Looks for fights that were started since. */
async function followLast() {
  if (document.visibilityState !== "visible" || fights.starting) return;
  const was = fights.list.at(-1)?.id ?? "";
  await readFights().catch(() => {}); // without a connection there is nothing new
  const last = fights.list.at(-1)?.id ?? "";
  if (!fights.starting && last !== was && fights.open === was) openOne(last);
}

async function readFights() {
  /** @type {Server.ListedFight[]} */
  const list = await send("GET", "/api/fights");
  const written = JSON.stringify(list.map(({ id, title }) => [id, title]));
  fights.list = list;
  if (written === fights.written) return;
  fights.written = written;
  find("fight").replaceChildren(...list.map(({ id, number, title }) => new Option(`${number} · ${title}`, id)));
  find("fight").value = fights.open;
}

/** @param {string} id */
function openOne(id) {
  fights.open = id;
  find("fight").value = id;
  const game = fights.list.find((each) => each.id === id)?.game;
  const known = fights.games.find((each) => each.id === game || each.name === game);
  if (known) showJoining(known, id);
  return fights.opened?.(id);
}

/** Prepares the dialogue that starts a fight. */
async function prepareStart() {
  followJoining();
  fights.games = await send("GET", "/api/games");
  find("game").replaceChildren(...fights.games.map(({ id, name }) => new Option(name, id)));
  find("new-fight").addEventListener("click", () => {
    find("game").value = fights.games.find(({ id, name }) => [id, name].includes(fights.list.at(-1)?.game ?? ""))?.id ?? find("game").value;
    find("starting").showModal();
  });
  find("start-cancel").addEventListener("click", () => find("starting").close());
  find("start-form").addEventListener("submit", async (/** @type {Event} */ submit) => {
    submit.preventDefault();
    const roster = find("roster").files[0];
    const sent = {
      title: find("fight-title").value.trim() || say("live.fight"),
      game: find("game").value,
      dice: find("dice-mode").value,
      key: makeKey(),
      ...(roster ? { roster: await roster.text() } : {}),
    };
    fights.starting = true;
    try {
      const started = await send("POST", "/api/fights", sent);
      await readFights();
      find("starting").close();
      await openOne(started.id);
      find("start-form").reset();
      openView("join");
    } catch (fault) {
      find("start-answer").textContent = fault.message;
    } finally {
      fights.starting = false;
    }
  });
}
