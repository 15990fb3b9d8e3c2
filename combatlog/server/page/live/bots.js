// What the referee makes for programs: tokens of bots, with what they may do, and webhooks.
import { find, make, write } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { send } from "./connection.js";

const LOOK = 30_000; // milliseconds between two looks at whether webhooks were told
const bots = { people: "", failing: "[]" };

/** Prepares the forms, for the referee alone. */
export function beginBots() {
  find("bot-form").addEventListener("submit", makeBot);
  find("hook-form").addEventListener("submit", addHook);
  find("tab-table").addEventListener("click", showHooks);
  setInterval(() => {
    if (document.visibilityState === "visible" && !find("pane-table").hidden) showHooks();
  }, LOOK);
  showHooks();
}

/** Shows whom a bot can be made for.
 * @param {Pick<Server.Playable, "id" | "name">[]} people */
export function showBotPeople(people) {
  const now = JSON.stringify(people);
  if (now === bots.people) return;
  bots.people = now;
  const checked = new Set([...find("bot-people").querySelectorAll("input:checked")].map(({ value }) => value));
  find("bot-people").replaceChildren(...people.map(({ id, name }) => {
    const label = make("label", "switch wide");
    const box = make("input");
    Object.assign(box, { type: "checkbox", value: id, checked: checked.has(id) });
    label.append(box, ` ${say("live.bot-plays", { name })}`);
    return label;
  }));
}

/** @param {any} submit */
async function makeBot(submit) {
  submit.preventDefault();
  const form = submit.target;
  const ids = [...find("bot-people").querySelectorAll("input:checked")].map(({ value }) => value);
  const may = [form.elements["bot-reads"].value, ...ids.flatMap((id) => [`declare:${id}`, `roll:${id}`])];
  const name = form.elements["bot-name"].value;
  await show("bot-made", async () => {
    const { token } = await send("POST", "/api/bots", { name, may });
    form.reset();
    return [say("live.bot-token", { name }), token];
  });
}

/** @param {any} submit */
async function addHook(submit) {
  submit.preventDefault();
  const form = submit.target;
  await show("hook-made", async () => {
    const { secret } = await send("POST", "/api/webhooks", { url: form.elements["hook-url"].value });
    form.reset();
    return [say("live.hook-secret"), secret];
  });
  showHooks();
}

/** Shows what was made, or why not. A secret is shown this once.
 * @param {string} place @param {() => Promise<string[]>} begin */
async function show(place, begin) {
  try {
    const [words, secret] = await begin();
    find(place).replaceChildren(words, " ", make("code", "", secret));
  } catch (fault) {
    write(find(place), fault.message || say("live.lost"));
  }
}

/** Shows the webhooks whose last delivery failed.
 * @param {Server.WebhookView[]} failing */
export function showFailing(failing) {
  const now = JSON.stringify(failing);
  if (now === bots.failing) return;
  bots.failing = now;
  find("hook-faults").replaceChildren(...failing.map(({ place, fault }) =>
    make("p", "obstacle", say("live.hook-failed", { place, fault }))));
  showHooks();
}

async function showHooks() {
  /** @type {Server.WebhookView[]} */
  const hooks = await send("GET", "/api/webhooks").catch(() => []);
  find("hooks").replaceChildren(...hooks.map(({ id, place, fault }) => {
    const item = make("li", "seat", make("span", "who", place));
    if (fault) item.append(" ", make("span", "duty", say("live.hook-fault", { fault })));
    const remove = make("button", "", say("live.remove"));
    remove.type = "button";
    remove.addEventListener("click", () => send("DELETE", `/api/webhooks/${id}`).catch(() => {}).then(showHooks));
    item.append(" ", remove);
    return item;
  }));
}
