// The values that an option is filled in with: what it begins with, what is missing or barred, and the
// declaration that they make.

/** Kinds of blanks in which another choice replaces the first one, but where the reader asks for both. */
export const REPLACING = ["aims", "weapons"];

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

/** Returns whether a blank takes a list.
 * @param {Server.Blank} blank */
export const takesList = (blank) => blank.several || REPLACING.includes(blank.kind);

/** Returns the value of a blank after a choice was tapped. What was chosen is taken out again, but for the
 * only target, or one that is needed: it may have been proposed, and is meant. A target or weapon replaces another one, unless the
 * reader has asked for both (`also`).
 * @param {Server.Blank} blank @param {Page.Values} values @param {string} value */
export function takeChoice(blank, { [blank.field]: now, also = {} }, value) {
  if (!takesList(blank)) return now === value && !blank.needed ? undefined : value;
  const list = now ?? [];
  if (blank.kind === "aims" && list.length === 1 && list[0] === value) return list;
  if (list.includes(value)) return list.filter((/** @type {string} */ each) => each !== value);
  const isAdded = blank.several && (also[blank.field] || !REPLACING.includes(blank.kind));
  return isAdded ? [...list, value] : [value];
}

/** Returns the blanks that have to be filled in, and are not.
 * @param {Server.Option} option @param {Page.Values} values */
export function listMissing(option, values) {
  return (option.blanks ?? []).filter(({ field, needed }) => {
    const value = values[field];
    return needed && (value === undefined || value === "" || value.length === 0);
  });
}

/** Returns the blanks of an option, where what clashes with what is chosen is barred, too. Of choices that
 * belong to several people, like wounds, those of the chosen one are left; one alone need not be asked for.
 * @param {Server.Option} option @param {Page.Values} values @returns {Server.Blank[]} */
export function listBlanks({ blanks = [], clashes = [] }, values) {
  const whose = blanks.find(({ kind, several }) => kind === "combatants" && !several);
  const chosen = whose?.choices?.find(({ value }) => value === values[whose.field])?.name;
  const left = blanks.map((blank) => (!whose || blank.kind !== "choice" || !blank.choices?.some(({ group }) => group) ? blank
    : { ...blank, choices: blank.choices.filter(({ group }) => group === chosen), narrowed: true }));
  return left.filter((blank) => !("narrowed" in blank) || blank.choices.length > 1).map((blank) => (blank.choices ? { ...blank, choices: blank.choices.map((choice) => {
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
  for (const blank of listBlanks(option, values)) {
    const value = values[blank.field];
    if (value === undefined || value === "" || value === false) continue;
    if ("narrowed" in blank && !blank.choices?.some((choice) => choice.value === value)) continue;
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
