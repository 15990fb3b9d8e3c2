// The sentences of the page.
let labels = {};

export function setLabels(given) {
  labels = given;
}

/** Returns a sentence of the phrasebook with its fields filled in. */
export function say(key, fields = {}) {
  return labels[key].replace(/\{(\w+)\}/g, (whole, field) => fields[field] ?? whole);
}

/** Returns the word for the look of a combatant. */
export function describeLook(look) {
  const words = {
    unhurt: say("plight.unhurt"),
    hurt: say("plight.hurt"),
    down: say("plight.down"),
    dead: say("plight.dead"),
    gone: say("plight.gone"),
  };
  return words[look];
}

/** Returns a number with its sign: "+2", "−4". */
export function formatSigned(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}
