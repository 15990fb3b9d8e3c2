// Sitting down at the table: a name, and the link or the spoken code; then the referee admits.
import { find, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { BASE, Fault, send } from "./connection.js";
import { offerPasskey } from "./passkeys.js";

const LOOK = 1500; // milliseconds between looks whether somebody was admitted
const NAME = "combatlog-name";
const TOLD = "combatlog-told"; // why this browser has no seat any more
const SEATED = "combatlog-seated"; // set once this browser has a seat, which its cookie shows

/** Returns the seat once the referee has admitted it. `link` is the token of a link, or empty.
 * @param {string} link @returns {Promise<Server.SeatView>} */
export async function knock(link) {
  find("app").hidden = true;
  const own = await findOwnSeat();
  if (own?.admitted) return own;
  find("joining").hidden = false;
  if (own) return waitForAdmission();
  write(find("join-answer"), takeTold());
  if (!BASE) keep(SEATED, "");
  find("code-box").hidden = Boolean(link);
  find("name").value = read(NAME) ?? "";
  find(link ? "name" : "code").focus();
  return new Promise((resolve) => {
    offerPasskey((seat) => {
      keep(SEATED, "yes");
      resolve(seat);
    });
    find("join").addEventListener("submit", async (/** @type {Event} */ submit) => {
      submit.preventDefault();
      const name = find("name").value.trim();
      const shown = link || find("code").value.trim();
      if (!name || !shown) return;
      try {
        const seat = await send("POST", "/api/knock", { shown, name });
        keep(NAME, name);
        keep(SEATED, "yes");
        resolve(seat.admitted ? seat : await waitForAdmission());
      } catch (fault) {
        write(find("join-answer"), fault.said ?? fault.message ?? say("live.lost"));
      }
    });
  });
}

/** Returns the seat of this browser; null without one. At a first visit it is not asked for.
 * @returns {Promise<Server.SeatView | null>} */
async function findOwnSeat() {
  if (read(SEATED) === "" && !BASE) return null; // a hall's page gives seats, too
  for (;;) {
    try {
      return await send("GET", "/api/seat");
    } catch (fault) {
      if (fault.status === 401) return null;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

/** Waits until the referee has admitted this phone.
 * @returns {Promise<Server.SeatView>} */
async function waitForAdmission() {
  find("join").hidden = true;
  find("waiting-room").hidden = false;
  for (;;) {
    try {
      const seat = await send("GET", "/api/seat");
      if (seat.admitted) return seat;
    } catch (fault) {
      if (fault instanceof Fault && fault.status === 401) {
        tellAtDoor(say("live.not-admitted"));
        location.reload();
      }
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

/** Keeps what is said to whoever sits at the sign-in next, in this tab.
 * @param {string} words */
export function tellAtDoor(words) {
  try {
    sessionStorage.setItem(TOLD, words);
  } catch {
    // without storage nothing is said
  }
}

/** Returns what was kept to be said, once. */
function takeTold() {
  try {
    const words = sessionStorage.getItem(TOLD) ?? "";
    sessionStorage.removeItem(TOLD);
    return words;
  } catch {
    return "";
  }
}

/** Returns what this browser keeps under a name, empty without it; null where it keeps nothing.
 * @param {string} name */
function read(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} text */
function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // without storage the name is typed again next time
  }
}
