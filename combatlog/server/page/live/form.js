// A form made from an option of the rules: its blanks as chips, switches and fields. What a choice is
// barred by stands beside it; nothing about the rules is known here.
import { make, makeName } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { limitField } from "./range.js";
import { makeReason } from "./reasons.js";
import { REPLACING, listBlanks, takeChoice, takesList } from "./values.js";

const MANY = 14; // more choices than these are a list
const MODIFIERS = ["enhanced", "impaired", "ward", "bane"];
let numbered = 0;

/** @typedef {(field: string, choice?: Server.Choice | null, isTyping?: boolean) => void} Changed */
/** The modifiers against one of several targets.
 * @typedef {{ kind: "each", label: string, modifiers: Server.Blank[], values: Page.Values }} Each */

/** Makes the blanks of an option. `changed` is called with a field when its value has changed.
 * @param {Server.Option} option @param {Page.Values} values @param {Changed} changed */
export function makeBlanks(option, values, changed) {
  return [...listBlanks(option, values), ...listEach(option, values)].map((blank) => {
    const box = make("div", `blank ${blank.kind}`);
    numbered += 1;
    const label = make("p", "blank-name", blank.label);
    label.id = `blank-${numbered}`;
    box.setAttribute("role", "group");
    box.setAttribute("aria-labelledby", label.id);
    box.append(label, ...makeInside(blank, values, changed, label.id));
    return box;
  });
}

/** Returns, where several targets are chosen, the modifiers against each of them alone.
 * @param {Server.Option} option @param {Page.Values} values @returns {Each[]} */
function listEach({ blanks = [] }, values) {
  const aims = blanks.find(({ kind, several }) => kind === "aims" && several);
  const chosen = (aims && values[aims.field]) ?? [];
  if (chosen.length < 2) return [];
  const modifiers = blanks.filter(({ kind, field }) => kind === "reason" && MODIFIERS.includes(field));
  values.each ??= {};
  return chosen.map((/** @type {string} */ target) => {
    values.each[target] ??= {};
    const label = aims?.choices?.find(({ value }) => value === target)?.name ?? target;
    return { kind: "each", label, modifiers, values: values.each[target] };
  });
}

/** @param {Server.Blank | Each} blank @param {Page.Values} values @param {Changed} changed
 * @param {string} label @returns {HTMLElement[]} */
function makeInside(blank, values, changed, label) {
  if (blank.kind === "each") {
    return blank.modifiers.flatMap((each) => makeReason(each, blank.values, changed));
  }
  if (blank.kind === "risk") return makeRisk(blank, values, changed);
  if (blank.kind === "switch") return [makeSwitch(blank, values, changed)];
  if (blank.kind === "reason") return makeReason(blank, values, changed);
  const parts = [];
  const choices = blank.choices ?? [];
  if (choices.length > MANY && !takesList(blank)) parts.push(makeList(blank, values, changed, label));
  else if (choices.length) parts.push(makeChips(blank, values, changed));
  if (!choices.length || blank.open) parts.push(...makeField(blank, values, changed, label));
  return parts;
}

/** @param {Server.Blank} blank @param {Page.Values} values @param {Changed} changed */
function makeChips(blank, values, changed) {
  const box = make("div", "chips");
  let group = null;
  for (const choice of blank.choices ?? []) {
    if (choice.group !== group && choice.group) box.append(make("span", `chips-group ${choice.group}`, choice.group));
    group = choice.group;
    const chip = make("button", choice.group === "gone" ? "chip gone" : "chip", makeName(choice.name || choice.value));
    chip.type = "button";
    if (choice.note) chip.append(" ", make("span", "quiet", choice.note));
    const obstacle = (choice.obstacles ?? [])[0];
    if (choice.barred) {
      chip.classList.add("barred");
      chip.title = obstacle?.reason ?? "";
    }
    const now = values[blank.field];
    const is = takesList(blank) ? (now ?? []).includes(choice.value) : now === choice.value;
    chip.setAttribute("aria-pressed", String(is));
    chip.addEventListener("click", () => {
      values[blank.field] = takeChoice(blank, values, choice.value);
      changed(blank.field, choice);
    });
    box.append(chip);
  }
  box.append(...makeAlso(blank, values, changed));
  return box;
}

/** Makes the switch with which the next choice is added to what is chosen, where there is more to choose.
 * @param {Server.Blank} blank @param {Page.Values} values @param {Changed} changed */
function makeAlso({ field, kind, several, choices = [] }, values, changed) {
  const count = values[field]?.length ?? 0;
  if (!several || !REPLACING.includes(kind) || !count || choices.length < 2) return [];
  values.also ??= {};
  const chip = make("button", "chip also", say("live.and-also"));
  chip.type = "button";
  chip.setAttribute("aria-pressed", String(Boolean(values.also[field])));
  chip.addEventListener("click", () => {
    values.also[field] = !values.also[field];
    changed(field);
  });
  return [chip];
}

/** @param {Server.Blank} blank @param {Page.Values} values @param {Changed} changed @param {string} label */
function makeList(blank, values, changed, label) {
  const list = make("select", "", new Option("…", ""));
  list.setAttribute("aria-labelledby", label);
  for (const { value, name, note, barred } of blank.choices ?? []) {
    const option = new Option(`${name || value}${note ? ` · ${note}` : ""}`, value);
    option.disabled = Boolean(barred);
    list.append(option);
  }
  list.value = values[blank.field] ?? "";
  list.addEventListener("change", () => {
    values[blank.field] = list.value || undefined;
    changed(blank.field);
  });
  return list;
}

/** @param {Server.Blank} blank @param {Page.Values} values @param {Changed} changed @param {string} label */
function makeField(blank, values, changed, label) {
  const field = make("input");
  field.type = blank.kind === "number" ? "number" : "text";
  field.setAttribute("aria-labelledby", label);
  const known = (blank.choices ?? []).some(({ value }) => value === values[blank.field]);
  const now = values[blank.field];
  field.value = known || now === undefined || Array.isArray(now) ? "" : now;
  field.placeholder = describeField(blank);
  field.addEventListener("input", () => {
    const text = field.value.trim();
    values[blank.field] = text === "" ? undefined : takesList(blank) ? [text] : text;
    changed(blank.field, null, true);
  });
  return [field, limitField(field, blank)];
}

/** Returns what a field takes.
 * @param {Server.Blank} blank */
function describeField({ kind, needed, choices = [] }) {
  if (kind === "weapons") return say("live.or-dice");
  if (kind === "dice") return say("live.dice-or-number");
  if (kind === "weapon") return say("live.weapon");
  if (choices.length) return say("live.or-else");
  return needed ? (["text", "area"].includes(kind) ? say("live.needed") : "") : say("live.optional");
}

/** @param {Server.Blank} blank @param {Page.Values} values @param {Changed} changed */
function makeSwitch(blank, values, changed) {
  const chip = make("button", "chip", blank.label);
  chip.type = "button";
  chip.setAttribute("aria-pressed", String(Boolean(values[blank.field])));
  chip.addEventListener("click", () => {
    values[blank.field] = !values[blank.field];
    changed(blank.field);
  });
  return chip;
}

/** Makes a save that is part of the action: the score, what a passed save gives, and what a failed
 * one costs.
 * @param {Server.Blank} blank @param {Page.Values} values @param {Changed} changed @returns {HTMLElement[]} */
function makeRisk(blank, values, changed) {
  const now = values[blank.field] ?? {};
  const makeRiskChip = (/** @type {string} */ words, /** @type {string} */ field, /** @type {string} */ value) => {
    const chip = make("button", "chip", words);
    chip.type = "button";
    chip.setAttribute("aria-pressed", String(now[field] === value));
    chip.addEventListener("click", () => {
      const { [field]: was, ...others } = now;
      const next = was === value ? others : { ...others, [field]: value };
      values[blank.field] = next.save ? next : undefined;
      changed(blank.field);
    });
    return chip;
  };
  const scores = (blank.choices ?? []).map(({ value, name }) => makeRiskChip(name || value, "save", value));
  if (!now.save) return [make("div", "chips", ...scores)];
  return [make("div", "chips", ...scores,
    make("span", "chips-group", say("live.if-passed")), makeRiskChip(say("live.passed-enhanced"), "passed", "enhanced"),
    make("span", "chips-group", say("live.if-failed")), makeRiskChip(say("live.failed-exposed"), "failed", "exposed"),
    makeRiskChip(say("live.failed-lost"), "failed", "lost"))];
}
