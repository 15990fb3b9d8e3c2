// The sentences of the page.
/** @type {Record<string, string>} */
let labels = {};

/** @param {Record<string, string>} given */
export function setLabels(given) {
  labels = given;
}

/** Returns a sentence of the phrasebook with its fields filled in.
 * @param {string} key @param {Record<string, any>} fields */
export function say(key, fields = {}) {
  return labels[key].replace(/\{(\w+)\}/g, (whole, field) => fields[field] ?? whole);
}

/** Returns the word for the look of a combatant; what holds them is one itself.
 * @param {string} look */
export function describeLook(look) {
  /** @type {Record<string, string>} */
  const words = {
    unhurt: say("plight.unhurt"),
    hurt: say("plight.hurt"),
    held: say("plight.held"),
    down: say("plight.down"),
    dying: say("plight.dying"),
    dead: say("plight.dead"),
    gone: say("plight.gone"),
  };
  return words[look] ?? look;
}

/** Returns a number with its sign: "+2", "−4".
 * @param {number} number */
export function formatSigned(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}
