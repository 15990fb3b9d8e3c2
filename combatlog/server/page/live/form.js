// A form made from an option of the rules: its blanks as chips, switches and fields. What a choice is
// barred by stands beside it; nothing about the rules is known here.
import { make, makeName } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { limitField } from "./range.js";

const MANY = 14; // more choices than these are a list
const MODIFIERS = ["enhanced", "impaired", "ward", "bane"];
const STORE = "combatlog-reasons";
const MOST_REASONS = 8;
const reasons = readReasons();
let numbered = 0;

/** @typedef {(field: string, choice?: Server.Choice | null, isTyping?: boolean) => void} Changed */
/** The modifiers against one of several targets.
 * @typedef {{ kind: "each", label: string, modifiers: Server.Blank[], values: Page.Values }} Each */

/** Returns the values that an option begins with.
 * @param {Server.Option} option */
export function beginValues(option) {
  /** @type {Page.Values} */
  const values = {};
  for (const blank of option.blanks ?? []) {
    const usual = (blank.default ?? []).filter((each) => isOpen(blank, each));
    if (usual.length) values[blank.field] = takesList(blank) ? [...usual] : usual[0];
    else if (blank.needed && !takesList(blank)) {
      const left = (blank.choices ?? []).filter((each) => !each.barred);
      if (left.length === 1) values[blank.field] = left[0].value;
    }
  }
  return values;
}

/** Returns whether a choice of a blank is not barred.
 * @param {Server.Blank} blank @param {string} value */
function isOpen(blank, value) {
  return !(blank.choices ?? []).find((each) => each.value === value)?.barred;
}

/** @param {Server.Blank} blank */
const takesList = (blank) => blank.several || ["aims", "weapons"].includes(blank.kind);

/** Returns the blanks that have to be filled in, and are not.
 * @param {Server.Option} option @param {Page.Values} values */
export function listMissing(option, values) {
  return (option.blanks ?? []).filter(({ field, needed }) => {
    const value = values[field];
    return needed && (value === undefined || value === "" || value.length === 0);
  });
}

/** Returns the blanks of an option, where what clashes with what is chosen is barred, too.
 * @param {Server.Option} option @param {Page.Values} values @returns {Server.Blank[]} */
function listBlanks({ blanks = [], clashes = [] }, values) {
  return blanks.map((blank) => (blank.choices ? { ...blank, choices: blank.choices.map((choice) => {
    const clash = clashes.find(({ values: two }) => two[blank.field] === choice.value
      && Object.entries(two).every(([field, value]) => field === blank.field || isChosen(values, field, value)));
    return clash ? { ...choice, barred: true, obstacles: [...(choice.obstacles ?? []), ...clash.obstacles] } : choice;
  }) } : blank));
}

/** @param {Page.Values} values @param {string} field @param {string} value */
function isChosen(values, field, value) {
  return [values[field]].flat().includes(value);
}

/** Returns what bars an option with these values; nothing where it can be declared.
 * @param {Server.Option} option @param {Page.Values} values @returns {Server.Obstacle | undefined} */
export function findBar(option, values) {
  if (option.obstacles?.length) return option.obstacles[0];
  const chosen = listBlanks(option, values).flatMap(({ field, choices = [] }) =>
    choices.filter(({ value, barred }) => barred && isChosen(values, field, value)));
  return chosen.flatMap(({ obstacles = [] }) => obstacles)[0];
}

/** Returns the declaration of an option with these values.
 * @param {Server.Option} option @param {Page.Values} values */
export function makeDeclaration(option, values, overrule = "") {
  /** @type {Record<string, any>} */
  const declared = { type: option.type, ...option.given };
  for (const blank of option.blanks ?? []) {
    const value = values[blank.field];
    if (value === undefined || value === "" || value === false) continue;
    if (blank.kind === "aims") declared[blank.field] = value.map((/** @type {string} */ target) => makeAim(target, values));
    else if (blank.kind === "risk") {
      if (value.save) declared[blank.field] = value;
    } else if (blank.kind === "number") declared[blank.field] = Number(value);
    else declared[blank.field] = value;
  }
  if (overrule) declared.overrule = overrule;
  return declared;
}

/** Returns a target with the modifiers against this target alone.
 * @param {string} target @param {Page.Values} values */
function makeAim(target, { each = {} }) {
  const reasons = Object.entries(each[target] ?? {}).filter(([, why]) => why !== undefined);
  return { target, ...Object.fromEntries(reasons) };
}

/** Remembers a reason, to be offered again.
 * @param {string} text */
export function keepReason(text) {
  const at = reasons.indexOf(text);
  if (at >= 0) reasons.splice(at, 1);
  if (text) reasons.unshift(text);
  reasons.length = Math.min(reasons.length, MOST_REASONS);
  try {
    localStorage.setItem(STORE, JSON.stringify(reasons));
  } catch {
    // without storage they are offered as long as the page is open
  }
}

/** Returns the reasons that were given before, the last first. */
export function listKnownReasons() {
  return [...reasons];
}

/** Returns the reasons that were used at an earlier visit.
 * @returns {string[]} */
function readReasons() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return kept.filter((/** @type {unknown} */ each) => typeof each === "string").slice(0, MOST_REASONS);
  } catch {
    return [];
  }
}

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
    if (choice.group !== group && choice.group) box.append(make("span", "chips-group", choice.group));
    group = choice.group;
    const chip = make("button", "chip", makeName(choice.name || choice.value));
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
      values[blank.field] = toggle(blank, now, choice.value);
      changed(blank.field, choice);
    });
    box.append(chip);
  }
  return box;
}

/** Returns a value after a choice was tapped: of several, it is added or taken out.
 * @param {Server.Blank} blank @param {any} now @param {string} value */
function toggle(blank, now, value) {
  if (!takesList(blank)) return now === value ? undefined : value;
  const list = now ?? [];
  if (list.includes(value)) return list.filter((/** @type {string} */ each) => each !== value);
  return blank.several ? [...list, value] : [value];
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
  return needed ? "" : say("live.optional");
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

/** Makes a modifier: a chip, and once it is on, its reason: one of those used before, or typed.
 * @param {Server.Blank} blank @param {Page.Values} values @param {Changed} changed @returns {HTMLElement[]} */
function makeReason(blank, values, changed) {
  const now = values[blank.field];
  const chip = make("button", "chip", blank.label);
  chip.type = "button";
  chip.setAttribute("aria-pressed", String(now !== undefined));
  chip.addEventListener("click", () => {
    values[blank.field] = now === undefined ? say("live.ruled") : undefined;
    changed(blank.field);
  });
  if (now === undefined) return [chip];
  const field = make("input");
  field.type = "text";
  field.value = now === say("live.ruled") ? "" : now;
  field.placeholder = say("live.reason");
  field.setAttribute("aria-label", say("live.reason"));
  field.addEventListener("input", () => {
    values[blank.field] = field.value || say("live.ruled");
  });
  const known = reasons.filter((each) => each !== now).map((each) => {
    const usual = make("button", "chip quiet", each);
    usual.type = "button";
    usual.addEventListener("click", () => {
      values[blank.field] = each;
      changed(blank.field);
    });
    return usual;
  });
  return [chip, field, ...known];
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

/** Returns the reasons that values give, to be remembered.
 * @param {Server.Option} option @param {Page.Values} values @returns {string[]} */
export function listReasons(option, values) {
  const own = (option.blanks ?? []).filter(({ kind }) => kind === "reason").map(({ field }) => values[field]);
  const each = Object.values(values.each ?? {}).flatMap((reasons) => Object.values(reasons));
  return [...own, ...each].filter((why) => why && why !== say("live.ruled"));
}
