// Correcting the past: at an earlier moment its event can be said otherwise, struck, or preceded. The
// preview shows then and now; it is applied as shown, or not at all.
import { find, make, makeName, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeKey, send } from "./connection.js";
import { makeKeys } from "./keys.js";
import { keepReason, listKnownReasons } from "./reasons.js";
import { propose } from "./proposals.js";
import { sendUntilAnswered, showAnswer, showRefusal } from "./say.js";
import { describeEvent, findLast, followMoments, listDice, listInputs, returnToNow } from "./view.js";

const MOST_REASONS = 4; // that are offered
/** @type {{ isReferee: boolean, fight: string, seq: number, moment: number, change: string, line: string, said: string,
 * key: string, preview: Server.Preview | null, head: number, answers: string[] }} */
const correcting = { isReferee: false, fight: "", seq: 0, moment: 0, change: "", line: "", said: "", key: "", preview: null, head: 0, answers: [] };

/** Sets the fight that is corrected.
 * @param {string} fight */
export function setCorrectedFight(fight) {
  correcting.fight = fight;
  leave();
}

/** Offers corrections while an earlier moment is shown. Players propose what the referee applies.
 * @param {boolean} isReferee */
export function followCorrecting(isReferee) {
  correcting.isReferee = isReferee;
  write(find("correct-apply"), isReferee ? say("live.apply") : say("live.propose"));
  followMoments((/** @type {number} */ seq, /** @type {boolean} */ isHead) => {
    if (isHead && correcting.change) return; // the fight goes on meanwhile
    show(!isHead);
    if (seq !== correcting.moment && !isHead) pointAt(seq);
    correcting.moment = isHead ? 0 : seq;
  });
  find("correct-close").addEventListener("click", leave);
  for (const change of ["amend", "strike", "insert"]) {
    find(`correct-${change}`).addEventListener("click", () => begin(change));
  }
  find("correct-form").addEventListener("submit", (/** @type {Event} */ submit) => {
    submit.preventDefault();
    if (find("correct-words-box").hidden || find("correct-words").value.trim()) askPreview();
    else showFault(say("live.say-instead"), "correct-words");
  });
  find("correct-apply").addEventListener("click", apply);
  find("correct-drop").addEventListener("click", close);
}

/** Shows what can be corrected at a moment: the input itself, else those that led to it.
 * @param {number} moment */
function pointAt(moment) {
  const inputs = listInputs(moment);
  choose(inputs.includes(moment) ? moment : inputs.at(-1) ?? moment);
  find("correct-inputs").replaceChildren(...inputs.map((seq) => {
    const chip = make("button", "chip", make("span", "quiet", `#${seq}`), " ", makeName(describeEvent(seq)));
    chip.type = "button";
    chip.dataset.seq = String(seq);
    chip.addEventListener("click", () => choose(seq));
    return chip;
  }));
  markInput();
}

/** @param {number} seq */
function choose(seq) {
  close();
  correcting.seq = seq;
  write(find("correct-about"), listInputs(seq).length ? "" : `#${seq} ${describeEvent(seq)}`);
  markInput();
}

function markInput() {
  for (const chip of find("correct-inputs").children) {
    chip.setAttribute("aria-pressed", String(Number(chip.dataset.seq) === correcting.seq));
  }
}

function close() {
  correcting.change = "";
  correcting.preview = null;
  correcting.answers = [];
  find("correct-form").hidden = true;
  showFault("");
  find("correct-preview").hidden = true;
}

/** Begins a change; what is typed, or a face, says it otherwise.
 * @param {string} change */
function begin(change) {
  close();
  Object.assign(correcting, { change, line: "", key: makeKey() });
  const dice = change === "amend" ? listDice(correcting.seq) : [];
  const isDie = dice.length === 1;
  find("correct-form").hidden = false;
  find("correct-words-box").hidden = change === "strike" || isDie;
  find("correct-words").value = "";
  find("correct-why").value = "";
  find("correct-faces").replaceChildren(...(isDie ? [makeKeys(dice[0][0], takeFace, Number(dice[0][1]))] : []));
  offerReasons();
  if (change !== "strike" && !isDie) find("correct-words").focus();
  find("correct-form").scrollIntoView({ block: "nearest" });
}

/** @param {number} face */
function takeFace(face) {
  correcting.line = String(face);
  for (const key of find("correct-faces").querySelectorAll("button.key")) {
    key.setAttribute("aria-pressed", String(key.textContent === correcting.line));
  }
  askPreview();
}

/** Offers reasons to tap: those that were given before, and a common one. None is given by itself. */
function offerReasons() {
  const offered = [...new Set([...listKnownReasons(), say("live.misheard")])].slice(0, MOST_REASONS);
  find("correct-reasons").replaceChildren(...offered.map((reason) => {
    const chip = make("button", "chip quiet", reason);
    chip.type = "button";
    chip.addEventListener("click", () => {
      find("correct-why").value = reason;
      if (correcting.change === "strike" || correcting.line || find("correct-words").value.trim()) askPreview();
    });
    return chip;
  }));
}

/** Ends correcting. */
function leave() {
  close();
  show(false);
  correcting.moment = 0;
}

/** Shows what can be corrected; on a phone it is in another pane than the log, whose tab says so.
 * @param {boolean} is */
function show(is) {
  find("correcting").hidden = !is;
  find("tab-play").classList.toggle("alert", is);
}

/** Returns the correction as the prompt would have it. */
function writeLine() {
  const words = correcting.line || find("correct-words").value.trim();
  return `${correcting.change} ${correcting.seq} ${words}; why: ${find("correct-why").value.trim()}`;
}

async function askPreview() {
  if (!find("correct-why").value.trim()) {
    showFault(say("live.say-why"), "correct-why");
    return;
  }
  const sent = { head: findLast(), line: writeLine(), answers: correcting.answers };
  try {
    const preview = await send("POST", `/api/fights/${correcting.fight}/preview`, sent);
    Object.assign(correcting, { preview, head: sent.head, said: sent.line });
    showFault("");
    showPreview(preview);
    showAnswer("");
  } catch (fault) {
    correcting.answers = [];
    find("correct-preview").hidden = true;
    showFault(fault.message || say("live.lost"), "correct-words");
  }
}

/** Shows at a field why there is no preview; without a sentence, that nothing is wrong.
 * @param {string} sentence @param {string} at */
function showFault(sentence, at = "") {
  write(find("correct-fault"), sentence);
  find("correct-fault").hidden = !sentence;
  for (const id of ["correct-words", "correct-why"]) {
    find(id).setAttribute("aria-invalid", String(Boolean(sentence) && id === at));
  }
  if (at && find(at).checkVisibility()) find(at).focus();
}

/** Returns what a value can become: a number from the lower to the higher, a condition or none.
 * @param {Server.Range} range */
function describeRange({ low, high }) {
  if (low === high) return low;
  if (isNaN(Number(low || "-")) || isNaN(Number(high || "-"))) {
    return say("live.either", { one: low || say("live.none"), other: high || say("live.none") });
  }
  return (Number(low) > Number(high) ? [high, low] : [low, high]).join("–");
}

/** Shows what would change, then and now, or can become by the dice that are still needed.
 * @param {Server.Preview} preview */
function showPreview({ changes, ranges, lines, needs, draws }) {
  const can = ranges.map((each) => ({ ...each, then: each.now, now: describeRange(each) }));
  const rows = [...changes, ...can];
  find("correct-preview").hidden = false;
  find("correct-changes").replaceChildren(...rows.map(({ name, field, then, now }) => make("tr", "",
    make("th", "", makeName(name)), make("td", "", field), make("td", "then", then || say("live.none")),
    make("td", "now", now || say("live.none")))));
  find("correct-table").hidden = !rows.length;
  find("correct-lines").replaceChildren(...lines.map((each) => make("li", "", each)));
  const first = draws ? null : needs[0];
  find("correct-needs").replaceChildren(...(first ? [
    make("p", "", say("live.needs", { who: first.name, die: first.die })),
    makeKeys(first.die, (face) => {
      correcting.answers.push(String(face));
      askPreview();
    })] : []));
  find("correct-apply").disabled = Boolean(first);
  find("correct-preview").scrollIntoView({ block: "end" });
}

async function apply() {
  const { head, said: line, key, answers } = correcting;
  if (!correcting.isReferee) {
    if (await propose(correcting.fight, line, "")) leave();
    return;
  }
  const path = `/api/fights/${correcting.fight}/corrections`;
  try {
    const recorded = await sendUntilAnswered("POST", path, { head, key, line, answers });
    keepReason(find("correct-why").value.trim());
    leave();
    returnToNow();
    showAnswer(recorded.told.join(" "));
  } catch (fault) {
    showRefusal(fault, null);
    if (fault.kind === "conflict") askPreview();
  }
}
