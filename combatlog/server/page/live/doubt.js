// A question before something that is easily done by mistake. It stands where it was tapped, and nothing
// happens until it is answered.
import { find, write } from "../stage/dom.js";

/** @typedef {() => void} Done */
/** @type {{ done: Done | null, other: Done | null, key: string }} */
const doubt = { done: null, other: null, key: "" };

/** Takes the answers. */
export function followDoubt() {
  for (const [id, field] of /** @type {["doubt-yes" | "doubt-other", "done" | "other"][]} */ ([["doubt-yes", "done"], ["doubt-other", "other"]])) {
    find(id).addEventListener("click", () => {
      const done = doubt[field];
      dropDoubt();
      done?.();
    });
  }
  find("doubt-no").addEventListener("click", dropDoubt);
}

/** Asks: `words` say what would happen, `yes` is what the button for it is called, `done` does it. There may be
 * another way: what its button is called, and what does it. Who asks for the same again is shown the question.
 * @param {string} words @param {string} yes @param {Done} done @param {[string, Done] | []} other */
export function ask(words, yes, done, [otherWords = "", other] = []) {
  const key = JSON.stringify([words, yes, otherWords]);
  const isAgain = key === doubt.key;
  Object.assign(doubt, { done, other: other ?? null, key });
  find("doubt").hidden = false;
  write(find("doubt-words"), words);
  write(find("doubt-yes"), yes);
  write(find("doubt-other"), otherWords);
  find("doubt-other").hidden = !other;
  if (!isAgain) return;
  find("doubt-yes").focus();
  find("doubt").classList.remove("again");
  void find("doubt").offsetWidth; // so that it begins anew
  find("doubt").classList.add("again");
}

/** Takes the question away. */
export function dropDoubt() {
  Object.assign(doubt, { done: null, other: null, key: "" });
  find("doubt").hidden = true;
  find("doubt").classList.remove("again");
  write(find("doubt-words"), "");
}
