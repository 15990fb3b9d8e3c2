// Who is at the table: those who are here, those who knock, and for the referee the door.
import { find, make, makeName, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { send } from "./connection.js";

const table = { shown: "", people: [], begun: false };

/** Shows the seats; the referee admits, removes, and gives out people. */
export function showTable({ seats = [], knocking = [], people = [] }, seat) {
  beginDoor(seat);
  const isReferee = seat.role === "referee";
  const now = JSON.stringify([seats, knocking, people]);
  if (now === table.shown) return;
  table.shown = now;
  write(find("here-count"), knocking.length ? `${seats.filter(({ here }) => here).length} +${knocking.length}` : String(seats.filter(({ here }) => here).length));
  find("tab-table").classList.toggle("alert", knocking.length > 0);
  find("knocking").replaceChildren(...knocking.map((each) => makeKnock(each, people)));
  find("knocking-box").hidden = !knocking.length;
  find("seats").replaceChildren(...seats.map((each) => makeSeat(each, people, isReferee && each.id !== seat.id)));
}

function makeKnock(seat, people) {
  const item = make("li", "knock", make("p", "", say("live.knocks", { name: seat.name })));
  const plays = make("select");
  plays.setAttribute("aria-label", say("live.plays"));
  plays.append(new Option(say("live.own-people"), ""), new Option(say("live.spectator"), "spectator"),
    ...people.map(({ id, name }) => new Option(name, id)));
  const match = people.find(({ player }) => player && player.toLowerCase() === seat.name.toLowerCase());
  if (match) plays.value = "";
  const admit = make("button", "main", say("live.admit"));
  const refuse = make("button", "", say("live.refuse"));
  for (const button of [admit, refuse]) button.type = "button";
  admit.addEventListener("click", () => {
    const role = plays.value === "spectator" ? "spectator" : "player";
    const given = role === "player" && plays.value ? [plays.value] : [];
    send("POST", `/api/seats/${seat.id}`, { plays: given, role });
  });
  refuse.addEventListener("click", () => send("DELETE", `/api/seats/${seat.id}`));
  item.append(make("div", "chips", plays, admit, refuse));
  return item;
}

function makeSeat(seat, people, mayChange) {
  const names = seat.plays.map((id) => people.find((one) => one.id === id)?.name ?? id);
  const words = [describeRole(seat.role), ...names].filter(Boolean).join(" · ");
  const sign = make("span", `here ${seat.here ? "is" : ""}`, seat.here ? "●" : "○");
  sign.title = seat.here ? say("live.here") : say("live.away");
  const item = make("li", "seat", sign, " ", makeName(seat.name, "who"), " ", make("span", "quiet", words));
  if (!mayChange) return item;
  const remove = make("button", "", say("live.remove"));
  remove.type = "button";
  remove.addEventListener("click", () => send("DELETE", `/api/seats/${seat.id}`));
  item.append(" ", remove);
  return item;
}

function describeRole(role) {
  const words = { referee: say("live.referee"), spectator: say("live.spectator"), bot: say("live.bot"), player: "" };
  return words[role];
}

/** Lets the referee open and close the door for the spoken code. */
function beginDoor(seat) {
  if (table.begun) return;
  table.begun = true;
  find("door").hidden = seat.role !== "referee";
  if (seat.role !== "referee") return;
  const show = ({ code, link }) => {
    write(find("door-code"), code || "–");
    write(find("door-link"), link);
    find("door-link").href = link;
    find("door-open").checked = Boolean(code);
    find("door-picture").src = `/api/door.svg?${encodeURIComponent(code)}`;
  };
  send("GET", "/api/table").then(({ door }) => door && show(door)).catch(() => {});
  find("door-open").addEventListener("change", async (change) => {
    show(await send("POST", "/api/door", { open: change.target.checked }));
  });
}
