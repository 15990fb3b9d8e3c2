// A question before something that is easily done by mistake. It stands where it was tapped, and nothing
// happens until it is answered.
import { find, write } from "../stage/dom.js";

/** @type {{ done: (() => void) | null }} */
const doubt = { done: null };

/** Takes the answers. */
export function followDoubt() {
  find("doubt-yes").addEventListener("click", () => {
    const { done } = doubt;
    dropDoubt();
    done?.();
  });
  find("doubt-no").addEventListener("click", dropDoubt);
}

/** Asks: `words` say what would happen, `yes` is what the button for it is called, `done` does it.
 * @param {string} words @param {string} yes @param {() => void} done */
export function ask(words, yes, done) {
  doubt.done = done;
  find("doubt").hidden = false;
  write(find("doubt-words"), words);
  write(find("doubt-yes"), yes);
  find("doubt").scrollIntoView({ block: "nearest" });
}

/** Takes the question away. */
export function dropDoubt() {
  doubt.done = null;
  find("doubt").hidden = true;
  write(find("doubt-words"), "");
}
