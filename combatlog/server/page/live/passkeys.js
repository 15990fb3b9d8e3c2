// Passkeys: keeping one for a seat, and sitting down by it on another device. They need TLS.
import { find, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { send } from "./connection.js";

/** Whether this browser can have passkeys here. */
const CAN = isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

/** @param {string} text @returns {Uint8Array} */
function decode(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer | null} buffer */
function encode(buffer) {
  const letters = Array.from(new Uint8Array(buffer ?? new ArrayBuffer(0)), (byte) => String.fromCharCode(byte));
  return btoa(letters.join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Returns a credential as it is sent.
 * @param {any} made */
function write64({ id, rawId, type, response }) {
  /** @type {Record<string, string>} */
  const told = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (response[name]) told[name] = encode(response[name]);
  }
  return { id, rawId: encode(rawId), type, response: told, clientExtensionResults: {} };
}

/** Lets somebody sit down by a passkey; `entered` is called with the seat.
 * @param {(seat: Server.SeatView) => void} entered */
export function offerPasskey(entered) {
  find("passkey-enter").hidden = !CAN;
  find("passkey-enter").onclick = () => tell("join-answer", async () => {
    const asked = await send("POST", "/api/passkeys/challenge");
    const made = await navigator.credentials.get({ publicKey: { ...asked, challenge: decode(asked.challenge), allowCredentials: [] } });
    entered(await send("POST", "/api/passkeys/enter", { credential: write64(made) }));
    return "";
  });
}

/** Lets a person who sits here keep a passkey for the seat, or forget all. */
export function beginPasskeys() {
  find("passkey-box").hidden = !CAN;
  find("passkey-keep").addEventListener("click", () => tell("passkey-answer", async () => {
    const asked = await send("POST", "/api/passkeys/new");
    const made = await navigator.credentials.create({ publicKey: {
      ...asked,
      challenge: decode(asked.challenge),
      user: { ...asked.user, id: decode(asked.user.id) },
      excludeCredentials: asked.excludeCredentials.map((/** @type {any} */ each) => ({ ...each, id: decode(each.id) })),
    } });
    await send("POST", "/api/passkeys", { credential: write64(made) });
    return say("live.passkey-kept");
  }));
  find("passkey-forget").addEventListener("click", () => tell("passkey-answer", async () => {
    await send("DELETE", "/api/passkeys");
    return say("live.passkey-forgotten");
  }));
}

/** Does something, and shows what it says, or why it was not done.
 * @param {string} where @param {() => Promise<string>} work */
async function tell(where, work) {
  try {
    write(find(where), await work());
  } catch (fault) {
    write(find(where), fault.said ?? (fault.kind ? fault.message : say("live.passkey-none")));
  }
}
