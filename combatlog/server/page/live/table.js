// Who is at the table: those who are here, those who knock, and for the referee the door.
import { find, make, makeName, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { beginBots, showBotPeople, showFailing } from "./bots.js";
import { BASE, send } from "./connection.js";
import { beginPasskeys } from "./passkeys.js";
import { beginReferees, showCandidates } from "./referees.js";

/** Who is at play: with their player, where that is known.
 * @typedef {{ id: string, name: string, player?: string }} Person */

/** @type {{ shown: string, begun: boolean, company: Partial<Server.Company>, beside: Server.Beside | null,
 * removing: string, chosen: Map<string, string>, first: string | undefined, redraw: () => void }} `chosen` is whom the referee
 * chose for who knocks, `first` whom the button at every tab lets in. */
const table = { shown: "", begun: false, company: {}, beside: null, removing: "", chosen: new Map(), first: undefined, redraw() {} };
const SETTLE = 800; // milliseconds in which a button that means somebody else now takes no tap

/** Shows who has come or gone.
 * @param {Server.Company} company @param {Server.SeatView} seat */
export function showCompany(company, seat) {
  table.company = company;
  if (table.beside) showTable(table.beside, seat);
}

/** Shows who is at the table and who knocks before the first fight, of which no stream tells.
 * @param {Server.SeatView} seat */
export async function showBeforeFights(seat) {
  const { seats } = /** @type {{ seats: Server.SeatView[] }} */ (await send("GET", "/api/table"));
  const [admitted, knocking] = [true, false].map((is) => seats.filter((each) => each.admitted === is));
  table.company = { seats: admitted, knocking };
  write(find("title"), say("live.before-fights"));
  showTable(/** @type {any} */ ({ turn: { waiting: [], awaited: [], people: [] } }), seat);
}

/** Shows the seats, and what the fight waits for from each; the referee admits, removes, and gives out
 * people.
 * @param {Server.Beside} beside @param {Server.SeatView} seat */
export function showTable(beside, seat) {
  table.beside = beside;
  const { people = [], turn } = beside;
  const { seats = [], knocking = [], failing = [] } = table.company;
  beginDoor(seat);
  const isReferee = seat.role === "referee";
  const now = JSON.stringify([seats, knocking, failing, people, turn.waiting, turn.awaited]);
  if (now === table.shown) return;
  table.shown = now;
  const own = seats.find(({ id }) => id === seat.id);
  if (own && own.role !== seat.role) location.reload(); // they may do and see something else now
  write(find("here-count"), knocking.length ? `+${knocking.length}` : String(seats.filter(({ here }) => here).length));
  find("seated").replaceChildren(...seats.filter(({ role }) => role === "player").map(({ name }) => new Option(name)));
  showKnock(knocking, seats);
  find("tab-table").classList.toggle("alert", knocking.length > 0 || failing.length > 0);
  find("knocking").replaceChildren(...knocking.map((each) => makeKnock(each, people, seats)));
  find("knocking-box").hidden = !knocking.length;
  find("send-away").hidden = knocking.length < 4;
  find("send-away").onclick = () => knocking.forEach(({ id }) => send("DELETE", `/api/seats/${id}`).catch(() => {}));
  const playable = people.length ? people : turn.people;
  find("alone").hidden = !isReferee || seats.length > 1 || knocking.length > 0;
  if (isReferee) {
    showBotPeople(playable);
    showCandidates(seats);
    showFailing(failing);
  }
  table.redraw = () => find("seats").replaceChildren(...seats.map((each) =>
    makeSeat(each, playable, describeDuty(each, playable, turn), isReferee && each.id !== seat.id)));
  table.redraw();
}

/** Says at every tab who knocks, with a button that lets the first one in.
 * @param {Server.SeatView[]} knocking @param {Server.SeatView[]} seats */
function showKnock([first, ...others], seats) {
  const isElse = !find("knocking-now").hidden && table.first !== first?.id;
  table.first = first?.id;
  find("knocking-now").hidden = !first;
  if (!first) return;
  if (isElse) holdButton(find("knocking-admit"));
  const { name } = first;
  write(find("knocking-who"), others.length ? say("live.knock-several", { name, count: others.length }) : say("live.knocks-now", { name }));
  const former = findFormer(first, seats);
  write(find("knocking-admit"), former ? say("live.admit-again", { name: former.name }) : say("live.admit"));
  const admitted = former ? { instead: former.id } : { role: "player", plays: [] };
  find("knocking-admit").onclick = () => send("POST", `/api/seats/${first.id}`, admitted).catch(() => {});
}

/** Keeps a button whose meaning has changed from a tap that was meant for what it was before.
 * @param {HTMLElement & { disabled: boolean }} button */
function holdButton(button) {
  button.disabled = true;
  setTimeout(() => (button.disabled = false), SETTLE);
}

/** Returns whether another phone can take the place of a seat: nobody is there now.
 * @param {Server.SeatView} seat */
const isLeft = ({ here, role, simulated }) => !here && !simulated && ["player", "spectator"].includes(role);

/** Returns the seat that was left by somebody of the name of whoever knocks.
 * @param {Server.SeatView} knocking @param {Server.SeatView[]} seats */
function findFormer({ name }, seats) {
  return seats.find((each) => isLeft(each) && each.name.toLowerCase() === name.toLowerCase());
}

/** @param {Server.SeatView} seat @param {Person[]} people @param {Server.SeatView[]} seats */
function makeKnock(seat, people, seats) {
  const item = make("li", "knock", make("p", "", say("live.knocks", { name: seat.name })));
  const plays = makePlays(people);
  plays.append(...seats.filter(isLeft).map(({ id, name }) => {
    const again = new Option(say("live.again", { name }), id, false, id === findFormer(seat, seats)?.id);
    again.dataset.seat = id;
    return again;
  }));
  const chosen = table.chosen.get(seat.id); // the list is made anew whenever somebody comes or goes
  if (chosen !== undefined && [...plays.options].some(({ value }) => value === chosen)) plays.value = chosen;
  plays.addEventListener("change", () => table.chosen.set(seat.id, plays.value));
  const admit = make("button", "main", say("live.admit"));
  const refuse = make("button", "", say("live.refuse"));
  for (const button of [admit, refuse]) button.type = "button";
  admit.addEventListener("click", () => send("POST", `/api/seats/${seat.id}`, readPlays(plays)).catch(() => {}));
  refuse.addEventListener("click", () => send("DELETE", `/api/seats/${seat.id}`).catch(() => {}));
  item.append(make("div", "chips", plays, admit, refuse));
  return item;
}

/** Returns what the fight waits for from somebody: their dice, or that they declare; or that nobody is theirs.
 * @param {Server.SeatView} seat @param {Person[]} people @param {Server.Turn} turn */
function describeDuty(seat, people, { waiting, awaited }) {
  if (seat.role !== "player") return "";
  const own = people.filter(({ id, player }) => seat.plays.includes(id) || player?.toLowerCase() === seat.name.toLowerCase());
  const isKnown = people.some(({ player }) => player !== undefined); // whose everybody is, the referee knows
  if (isKnown && !own.length) return say("live.plays-nobody");
  if (awaited.some(({ by }) => own.some(({ id }) => id === by))) return say("live.throws");
  return own.some(({ name }) => waiting.includes(name)) ? say("live.declares") : "";
}

/** @param {Server.SeatView} seat @param {Person[]} people @param {string} duty @param {boolean} mayChange */
function makeSeat(seat, people, duty, mayChange) {
  const names = seat.plays.map((id) => people.find((one) => one.id === id)?.name ?? id);
  const sign = make("span", `here ${seat.here ? "is" : ""}`, seat.here ? "●" : "○");
  sign.title = seat.here ? say("live.here") : say("live.away");
  const item = make("li", "seat", sign, make("span", "unseen", sign.title), " ", makeName(seat.name, "who"));
  const isRebound = mayChange && ["player", "spectator"].includes(seat.role);
  const words = [describeRole(seat.role), ...names, ...(seat.may ?? [])].filter(Boolean).join(" · ");
  if (words && !isRebound) item.append(" ", make("span", "quiet", words));
  if (seat.simulated) item.append(" ", make("span", "quiet", say("live.simulated")));
  if (duty) item.append(" ", make("span", "duty", duty));
  if (!mayChange) return item;
  if (isRebound) item.append(" ", makeRebinding(seat, people));
  if (seat.role !== "bot" && seat.role !== "referee") {
    const said = make("a", "quiet", say("live.said-their"));
    said.href = `${BASE}/api/said?name=${encodeURIComponent(seat.name)}`;
    said.download = "said.json";
    item.append(" ", said);
  }
  const remove = make("button", "", say("live.remove"));
  remove.type = "button";
  remove.addEventListener("click", () => askRemoval(seat.id));
  if (table.removing !== seat.id) item.append(" ", remove);
  else item.append(" ", makeQuestion(seat));
  return item;
}

/** Asks in place of the button whether a seat is to be removed; with "", nothing.
 * @param {string} id */
function askRemoval(id) {
  table.removing = id;
  table.redraw();
  if (id) find("remove-no").focus();
}

/** @param {Server.SeatView} seat */
function makeQuestion({ id, name }) {
  const yes = make("button", "main", say("live.remove"));
  const no = make("button", "", say("live.keep"));
  for (const button of [yes, no]) button.type = "button";
  no.id = "remove-no";
  yes.addEventListener("click", () => {
    table.removing = "";
    send("DELETE", `/api/seats/${id}`).catch(() => {});
  });
  no.addEventListener("click", () => askRemoval(""));
  return make("span", "chips question", make("span", "", say("live.remove-sure", { name })), yes, no);
}

/** Makes a list of whom a phone can play.
 * @param {Server.SeatView} seat @param {Person[]} people */
function makeRebinding(seat, people) {
  const plays = makePlays(people);
  plays.value = seat.role === "spectator" ? "spectator" : seat.plays[0] ?? "";
  plays.addEventListener("change", () => send("POST", `/api/seats/${seat.id}`, readPlays(plays)).catch(() => {}));
  return plays;
}

/** @param {Person[]} people */
function makePlays(people) {
  const plays = make("select");
  plays.setAttribute("aria-label", say("live.plays"));
  plays.append(new Option(say("live.own-people"), ""), new Option(say("live.spectator"), "spectator"),
    ...people.map(({ id, name }) => new Option(name, id)));
  return plays;
}

/** Returns what a seat becomes by the choice in such a list.
 * @param {HTMLSelectElement} list */
function readPlays({ value, selectedOptions }) {
  if (selectedOptions[0]?.dataset.seat) return { instead: value };
  if (value === "spectator") return { role: "spectator", plays: [] };
  return { role: "player", plays: value ? [value] : [] };
}

/** @param {string} role */
function describeRole(role) {
  /** @type {Record<string, string>} */
  const words = { referee: say("live.referee"), spectator: say("live.spectator"), bot: say("live.bot"), player: "" };
  return words[role];
}

/** Lets the referee open and close the door for the spoken code.
 * @param {Server.SeatView} seat */
function beginDoor(seat) {
  if (table.begun) return;
  table.begun = true;
  beginPasskeys();
  find("said").href = `${BASE}/api/said`;
  find("to-campaigns").hidden = !BASE;
  find("door").hidden = seat.role !== "referee";
  if (seat.role !== "referee") return;
  beginBots();
  beginReferees(() => location.reload());
  const show = (/** @type {Server.Door} */ { code, link }) => {
    write(find("door-code"), code);
    write(find("door-link"), link);
    find("door-link").href = link;
    find("door-open").checked = Boolean(code);
    find("door-ways").hidden = !link;
    if (link) find("door-picture").src = `${BASE}/api/door.svg?${encodeURIComponent(code)}`;
  };
  send("GET", "/api/table").then(({ door, votes }) => {
    if (door) show(door);
    find("votes").value = votes;
  }).catch(() => {});
  find("votes").addEventListener("change", () =>
    send("POST", "/api/votes", { votes: find("votes").value }).catch(() => {}));
  find("door-open").addEventListener("change", async (/** @type {any} */ change) => {
    show(await send("POST", "/api/door", { open: change.target.checked }));
  });
  find("door-new").addEventListener("click", async () => show(await send("POST", "/api/door", { open: true })));
}
