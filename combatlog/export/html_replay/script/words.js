// The data of the page, and its sentences.
const given = JSON.parse(document.getElementById("data").textContent);

/** Returns a sentence of the phrasebook with its fields filled in. */
function say(key, fields = {}) {
  return given.labels[key].replace(/\{(\w+)\}/g, (whole, field) => fields[field] ?? whole);
}

/** The words for the look of a combatant. */
const LOOKS = {
  unhurt: say("plight.unhurt"),
  hurt: say("plight.hurt"),
  down: say("plight.down"),
  dead: say("plight.dead"),
  gone: say("plight.gone"),
};

/** Returns a number with its sign: "+2", "−4". */
function formatSigned(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}
