// Light or dark: the system decides until the reader chooses.
import { find } from "../stage/dom.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");
const CHOICE = "combatlog-theme";

/** @param {string} name */
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  const button = find("theme");
  button.ariaPressed = String(name === "dark");
}

function readTheme() {
  try {
    const name = localStorage.getItem(CHOICE);
    return name === "dark" || name === "light" ? name : "";
  } catch {
    return ""; // without storage the page follows the system
  }
}

export function followTheme() {
  const button = find("theme");
  const system = () => (DARK.matches ? "dark" : "light");
  setTheme(readTheme() || system());
  DARK.addEventListener("change", () => setTheme(readTheme() || system()));
  find("theme-too").onclick = () => button.click(); // for which a small phone has no room in the head
  button.addEventListener("click", () => {
    const name = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    setTheme(name);
    try {
      localStorage.setItem(CHOICE, name);
    } catch {
      // without storage the choice lasts until the page is closed
    }
  });
}
