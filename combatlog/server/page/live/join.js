// Sitting down at the table: a name, and the link or the spoken code; then the referee admits.
import { find, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { Fault, send } from "./connection.js";

const LOOK = 1500; // milliseconds between looks whether somebody was admitted
const NAME = "combatlog-name";

/** Returns the seat once the referee has admitted it. `link` is the token of a link, or empty. */
export async function knock(link) {
  find("app").hidden = true;
  find("joining").hidden = false;
  const own = await findOwnSeat();
  if (own) return own.admitted ? own : waitForAdmission();
  find("code-box").hidden = Boolean(link);
  find("name").value = readName();
  find(link ? "name" : "code").focus();
  return new Promise((resolve) => {
    find("join").addEventListener("submit", async (submit) => {
      submit.preventDefault();
      const name = find("name").value.trim();
      const shown = link || find("code").value.trim();
      if (!name || !shown) return;
      try {
        const seat = await send("POST", "/api/knock", { shown, name });
        keepName(name);
        resolve(seat.admitted ? seat : await waitForAdmission());
      } catch (fault) {
        write(find("join-answer"), fault.said ?? fault.message ?? say("live.lost"));
      }
    });
  });
}

async function findOwnSeat() {
  try {
    return await send("GET", "/api/seat");
  } catch {
    return null;
  }
}

/** Waits until the referee has admitted this phone. */
async function waitForAdmission() {
  find("join").hidden = true;
  find("waiting-room").hidden = false;
  for (;;) {
    try {
      const seat = await send("GET", "/api/seat");
      if (seat.admitted) return seat;
    } catch (fault) {
      if (fault instanceof Fault && fault.status === 401) location.reload();
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

function readName() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

function keepName(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // without storage the name is typed again next time
  }
}
