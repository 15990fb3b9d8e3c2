// The typed line of the prompt, with its completion.
import { find, make } from "../stage/dom.js";
import { send } from "./connection.js";
import { sayCommand, waitFor } from "./say.js";

const PAUSE = 120; // milliseconds without a key before suggestions are asked for
/** @type {{ fight: string, timer: any, said: string[], at: number, suggested: Server.Completion[] }} */
const line = { fight: "", timer: 0, said: [], at: 0, suggested: [] };

/** Sets the fight that lines are said in.
 * @param {string} fight */
export function setLineFight(fight) {
  line.fight = fight;
}

/** @param {boolean} isReferee */
export function followLine(isReferee) {
  find("typed").hidden = !isReferee;
  const field = find("line");
  find("typed").addEventListener("submit", async (/** @type {Event} */ submit) => {
    submit.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    line.said.push(text);
    line.at = line.said.length;
    field.select(); // what is typed before the answer takes its place
    sayLine(text);
  });
  field.addEventListener("input", () => {
    clearTimeout(line.timer);
    line.timer = setTimeout(complete, PAUSE);
  });
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Tab" && line.suggested.length) {
      take(line.suggested[0]);
      event.preventDefault();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      line.at = Math.max(0, Math.min(line.said.length, line.at + (event.key === "ArrowUp" ? -1 : 1)));
      field.value = line.said[line.at] ?? "";
      event.preventDefault();
    }
    event.stopPropagation();
  });
}

/** Says a line; what would leave somebody out is asked first.
 * @param {string} text */
async function sayLine(text, doubts = true) {
  const field = find("line");
  const insist = () => sayLine(text, false);
  const recorded = await sayCommand({ do: "say", line: text, ask: doubts }, text, null, insist);
  if (!recorded) return;
  await waitFor(recorded); // the next line is said after it
  if (field.value.trim() === text) field.value = "";
  suggest([]);
}

async function complete() {
  const text = find("line").value;
  if (!text.trim()) {
    suggest([]);
    return;
  }
  try {
    const found = await send("GET", `/api/fights/${line.fight}/completions?line=${encodeURIComponent(text)}`);
    if (find("line").value === text) suggest(found);
  } catch {
    suggest([]);
  }
}

/** Shows suggestions: {text, shown, note}; `text` is the whole line with it.
 * @param {Server.Completion[]} found */
function suggest(found) {
  line.suggested = found.slice(0, 8);
  find("suggestions").replaceChildren(...line.suggested.map((each) => {
    const chip = make("button", "chip quiet", each.shown);
    chip.type = "button";
    if (each.note) chip.title = each.note;
    chip.addEventListener("click", () => take(each));
    return chip;
  }));
}

/** @param {{ text: string }} completion */
function take({ text }) {
  const field = find("line");
  field.value = text;
  field.focus();
  complete();
}
