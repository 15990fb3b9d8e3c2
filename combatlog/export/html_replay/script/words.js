// What the page was given, and its words.
const given = JSON.parse(document.getElementById("data").textContent);

/** A sentence of the phrasebook with its fields filled in. */
function say(key, fields = {}) {
  return given.labels[key].replace(/\{(\w+)\}/g, (whole, field) => fields[field] ?? whole);
}

/** The words for how somebody looks. */
const PLIGHTS = {
  unhurt: say("plight.unhurt"),
  hurt: say("plight.hurt"),
  down: say("plight.down"),
  dead: say("plight.dead"),
  gone: say("plight.gone"),
};

/** "+2", "−4". */
function signed(number) {
  return number < 0 ? `−${-number}` : `+${number}`;
}
