// Other referees: making somebody one, handing the table over, and a link for one who is not here.
import { find, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { send } from "./connection.js";

/** Prepares the forms, for the referee.
 * @param {() => void} left is called once the referee has left the table */
export function beginReferees(left) {
  find("hand-form").addEventListener("submit", async (/** @type {Event} */ submit) => {
    submit.preventDefault();
    const to = find("hand-to");
    const then = find("hand-then").value;
    const name = to.selectedOptions[0]?.textContent ?? "";
    if (!to.value || (then !== "referee" && !confirm(say("live.hand-sure", { name })))) return;
    try {
      if (then === "referee") await send("POST", `/api/seats/${to.value}`, { role: "referee", plays: [] });
      else await send("POST", `/api/seats/${to.value}/hand-over`, { then });
      write(find("hand-answer"), "");
      if (then === "leave") left();
    } catch (fault) {
      write(find("hand-answer"), fault.message || say("live.lost"));
    }
  });
  find("invite").addEventListener("click", async () => {
    const made = await send("POST", "/api/referees").catch(() => null);
    write(find("invitation"), made ? say("live.invited", { link: made.link }) : say("live.lost"));
  });
}

/** Shows who could become a referee.
 * @param {Server.SeatView[]} seats */
export function showCandidates(seats) {
  const list = find("hand-to");
  const chosen = list.value;
  list.replaceChildren(...seats.filter(({ role }) => ["player", "spectator"].includes(role))
    .map(({ id, name }) => new Option(name, id)));
  if (seats.some(({ id }) => id === chosen)) list.value = chosen;
}
