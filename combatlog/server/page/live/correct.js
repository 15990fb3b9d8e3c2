// Correcting the past: at an earlier moment its event can be said otherwise, struck, or preceded. A tap on a
// die asks at once what it shows. The preview shows then and now, before anybody asks why; it is applied as
// shown and with a reason, or not at all.
import { find, make, makeName, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { showRow } from "../replay/log.js";
import { makeKey, send } from "./connection.js";
import { makeKeys } from "./keys.js";
import { findNeeded, makeNeeds } from "./needs.js";
import { keepReason, listKnownReasons } from "./reasons.js";
import { propose } from "./proposals.js";
import { dropAnswer, sendUntilAnswered, showAnswer, showRefusal } from "./say.js";
import { describeEvent, findLast, followMoments, goTo, listDice, listInputs, openView, returnToNow } from "./view.js";

const MOST_REASONS = 5; // that are offered
const NO_REASON = "…"; // stands in a preview for what nobody has said yet
/** @type {{ isReferee: boolean, fight: string, seq: number, moment: number, change: string, words: string,
 * key: string, preview: Server.Preview | null, head: number, typed: import("./needs.js").Typed[] }} */
const correcting = { isReferee: false, fight: "", seq: 0, moment: 0, change: "", words: "", key: "", preview: null, head: 0, typed: [] };

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
    if (document.activeElement === find("correct-why") && correcting.preview) apply();
    else readWords();
  });
  find("correct-apply").addEventListener("click", apply);
  find("correct-drop").addEventListener("click", close);
  addEventListener("click", takeDie);
}

/** Takes the tap on a die: on the stage, in the small print of the story, or in the log.
 * @param {any} click */
function takeDie({ target }) {
  const thrown = target.closest?.("#dice .set, #story .thrown, #log .row.kind-d a");
  if (!thrown) return;
  const link = thrown.matches(".thrown") ? thrown.parentElement.querySelector("a[href]") : thrown;
  const seq = Number(link.dataset.seq ?? link.hash.slice(5));
  const nth = [...thrown.querySelectorAll(".die")].indexOf(target.closest(".die"));
  goTo(seq);
  const found = findThrow(seq, thrown.matches(".thrown") ? -1 : Math.max(0, nth));
  if (found) choose(found);
  if (find("tab-play").checkVisibility()) openView("play");
}

/** Returns the throw of a die that an event shows as its nth, by the face: of equal ones the same in order as
 * among what the beat shows. With a negative nth, or of several dice that do not match, 0: none is meant.
 * @param {number} seq @param {number} nth */
function findThrow(seq, nth) {
  const inputs = listInputs(seq);
  const thrown = inputs.filter((each) => listDice(each).length === 1);
  if (thrown.includes(seq)) return seq;
  if (thrown.length === 1) return thrown[0];
  const die = listDice(seq)[nth];
  if (!die) return 0;
  const isSame = (/** @type {Page.Die} */ [sides, face]) => sides === die[0] && face === die[1];
  const same = thrown.filter((each) => listDice(each).some(isSame));
  let before = listDice(seq).slice(0, nth).filter(isSame).length;
  for (let each = inputs[0]; each < seq; each += 1) {
    if (!inputs.includes(each)) before += listDice(each).filter(isSame).length;
  }
  return same[Math.min(before, same.length - 1)] ?? 0;
}

/** Shows what can be corrected at a moment: the input itself, else those that led to it.
 * @param {number} moment */
function pointAt(moment) {
  dropAnswer();
  const inputs = listInputs(moment);
  point(inputs.includes(moment) ? moment : inputs.at(-1) ?? moment);
  find("correct-inputs").replaceChildren(...inputs.map((seq) => {
    const chip = make("button", "chip", make("span", "quiet", `#${seq}`), " ", makeName(describeEvent(seq)));
    chip.type = "button";
    chip.dataset.seq = String(seq);
    chip.addEventListener("click", () => choose(seq));
    return chip;
  }));
  markInput();
}

/** Chooses an input; of a die, asks at once what it shows.
 * @param {number} seq */
function choose(seq) {
  point(seq);
  if (listDice(seq).length === 1) begin("amend");
}

/** @param {number} seq */
function point(seq) {
  close();
  correcting.seq = seq;
  write(find("correct-about"), listInputs(seq).length ? "" : `#${seq} ${describeEvent(seq)}`);
  showRow(seq);
  markInput();
}

function markInput() {
  const box = find("correct-inputs");
  for (const chip of box.children) {
    const is = Number(chip.dataset.seq) === correcting.seq;
    chip.setAttribute("aria-pressed", String(is));
    if (is) box.scrollTop = chip.offsetTop - box.offsetTop;
  }
}

function close() {
  Object.assign(correcting, { change: "", words: "", preview: null, typed: [] });
  find("correct-form").hidden = true;
  find("app").classList.remove("with-change");
  find("correct-preview").hidden = true;
  find("correct-apply").disabled = true;
  showFault("");
}

/** Begins a change; what is typed, or a face, says it otherwise. What is struck is shown at once.
 * @param {string} change */
function begin(change) {
  close();
  Object.assign(correcting, { change, key: makeKey() });
  const dice = change === "amend" ? listDice(correcting.seq) : [];
  const isDie = dice.length === 1;
  find("correct-form").hidden = false;
  find("app").classList.add("with-change");
  find("correct-words-box").hidden = change === "strike" || isDie;
  find("correct-words").value = "";
  find("correct-why").value = "";
  find("correct-faces").replaceChildren(...(isDie ? [makeKeys(dice[0][0], takeFace, Number(dice[0][1]))] : []));
  offerReasons();
  if (change === "strike") askPreview();
  else if (!isDie) find("correct-words").focus();
  find("correct-form").scrollIntoView({ block: "nearest" });
}

/** @param {number} face */
function takeFace(face) {
  correcting.words = String(face);
  for (const key of find("correct-faces").querySelectorAll("button.key")) {
    key.setAttribute("aria-pressed", String(key.textContent === correcting.words));
  }
  correcting.typed = [];
  askPreview();
}

function readWords() {
  if (!find("correct-words-box").hidden) {
    correcting.words = find("correct-words").value.trim();
    correcting.typed = [];
  }
  if (correcting.words || correcting.change === "strike") askPreview();
  else showFault(say("live.say-instead"), "correct-words");
}

/** Offers reasons to tap: those that were given before, and the usual ones. None is given by itself. */
function offerReasons() {
  const usual = [say("live.misheard"), say("live.misread"), say("live.forgotten"), say("live.otherwise")];
  const offered = [...new Set([...listKnownReasons(), ...usual])].slice(0, MOST_REASONS);
  find("correct-reasons").replaceChildren(...offered.map((reason) => {
    const chip = make("button", "chip quiet", reason);
    chip.type = "button";
    chip.addEventListener("click", () => {
      find("correct-why").value = reason;
      showFault("");
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
  find("tab-play").classList.toggle("correctable", is);
}

/** Returns the correction as the prompt would have it. */
function writeLine() {
  const { change, seq, words } = correcting;
  return `${change} ${seq} ${words}; why: ${find("correct-why").value.trim() || NO_REASON}`;
}

const listAnswers = () => correcting.typed.map(({ face }) => face);

async function askPreview() {
  const sent = { head: findLast(), line: writeLine(), answers: listAnswers() };
  try {
    const preview = await send("POST", `/api/fights/${correcting.fight}/preview`, sent);
    Object.assign(correcting, { preview, head: sent.head });
    showFault("");
    showPreview(preview);
    showAnswer("");
  } catch (fault) {
    Object.assign(correcting, { preview: null, typed: [] });
    find("correct-preview").hidden = true;
    find("correct-apply").disabled = true;
    showFault(fault.message || say("live.lost"), "correct-words");
  }
}

/** Shows at a field what is wrong with it; without a sentence, that nothing is.
 * @param {string} sentence @param {string} at */
function showFault(sentence, at = "") {
  for (const [place, id] of [["correct-fault", "correct-words"], ["correct-why-fault", "correct-why"]]) {
    const said = id === at ? sentence : "";
    write(find(place), said);
    find(place).hidden = !said;
    find(id).setAttribute("aria-invalid", String(Boolean(said)));
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
function showPreview(preview) {
  const { changes, ranges, lines } = preview;
  const can = ranges.map((each) => ({ ...each, then: each.now, now: describeRange(each) }));
  const rows = [...changes, ...can];
  find("correct-preview").hidden = false;
  find("correct-changes").replaceChildren(...rows.map(({ name, field, then, now }) => make("tr", "",
    make("th", "", makeName(name)), make("td", "", field), make("td", "then", then || say("live.none")),
    make("td", "now", now || say("live.none")))));
  find("correct-table").hidden = !rows.length;
  find("correct-lines").replaceChildren(...lines.map((each) => make("li", "", each)));
  find("correct-needs").replaceChildren(...makeNeeds(preview, correcting.typed, (typed) => {
    correcting.typed = typed;
    askPreview();
  }));
  find("correct-apply").disabled = Boolean(findNeeded(preview));
  find("correct-preview").scrollIntoView({ block: "end" });
}

async function apply() {
  if (!correcting.preview || find("correct-apply").disabled) return;
  if (!find("correct-why").value.trim()) {
    showFault(say("live.say-why"), "correct-why");
    return;
  }
  const { head, key } = correcting;
  const line = writeLine();
  if (!correcting.isReferee) {
    if (await propose(correcting.fight, line, "")) leave();
    return;
  }
  const path = `/api/fights/${correcting.fight}/corrections`;
  try {
    const recorded = await sendUntilAnswered("POST", path, { head, key, line, answers: listAnswers() });
    keepReason(find("correct-why").value.trim());
    leave();
    returnToNow();
    if (recorded.told.length) showAnswer(recorded.told.join(" ")); // else it is told with the news, as to all others
  } catch (fault) {
    showRefusal(fault, null);
    if (fault.kind === "conflict") askPreview();
  }
}
