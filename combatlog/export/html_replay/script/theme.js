// Light or dark: as the system has it until somebody chooses.
const DARK = matchMedia("(prefers-color-scheme: dark)");
const CHOICE = "combatlog-theme";

function themed(name) {
  document.documentElement.dataset.theme = name;
  const button = find("theme");
  button.setAttribute("aria-pressed", String(name === "dark"));
}

function remembered() {
  try {
    const name = localStorage.getItem(CHOICE);
    return name === "dark" || name === "light" ? name : "";
  } catch {
    return ""; // a page that may keep nothing follows the system
  }
}

function followTheme() {
  const system = () => (DARK.matches ? "dark" : "light");
  themed(remembered() || system());
  DARK.addEventListener("change", () => themed(remembered() || system()));
  find("theme").addEventListener("click", () => {
    const name = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    themed(name);
    try {
      localStorage.setItem(CHOICE, name);
    } catch {
      // it holds for as long as the page is open
    }
  });
}
