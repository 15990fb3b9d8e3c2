// What options are called: as the game calls them, else in plain words.
import { say } from "../stage/labels.js";
import { hasRounds } from "./resolving.js";

/** Returns the name of an option.
 * @param {Server.Option} option */
export function nameOption({ type, name, given }) {
  /** @type {Record<string, string>} */
  const words = {
    resolve: say("live.resolve"),
    "begin-round": hasRounds() ? say("live.next-round") : say("live.first-round"),
    "call-save": say("live.call-save"),
    harm: say("live.harm"),
    "call-morale": say("live.call-morale"),
    "set-score": say("live.set-score"),
    "add-condition": say("live.add-condition"),
    "end-condition": say("live.end-condition"),
    recover: say("live.recover"),
    arm: say("live.arm"),
    disarm: say("live.disarm"),
    revive: say("live.revive"),
    "take-over": say("live.take-over"),
    return: say("live.return"),
    remove: say("live.leaves"),
    kill: say("live.kill"),
    "set-skill": say("live.set-skill"),
    place: say("live.place"),
    crew: say("live.crew"),
    engage: say("live.engage"),
    burden: say("live.burden"),
    rename: say("live.rename"),
    "hand-over": say("live.hand-over"),
    "pass-time": say("live.pass-time"),
    rest: say("live.rest"),
    "choose-dice": say("live.choose-dice"),
    area: say("live.area"),
    "end-fight": say("live.end-fight"),
  };
  if (type === "set-trait") return say("live.set-trait", { trait: nameTrait(given.trait) });
  return name === type && words[type] ? words[type] : name;
}

/** @param {string} trait */
function nameTrait(trait) {
  /** @type {Record<string, string>} */
  const words = {
    scale: say("live.trait-scale"),
    each: say("live.trait-each"),
    critical: say("live.trait-critical"),
    broken: say("live.trait-broken"),
    morale: say("live.trait-morale"),
    nerve: say("live.trait-nerve"),
  };
  return words[trait] ?? trait;
}

/** Returns what a declaration is called while it is on its way; `nameOf` names combatants.
 * @param {Server.Option} option @param {Record<string, any>} values @param {(id: string) => string} nameOf */
export function describeDeed(option, values, nameOf) {
  const { by, who } = option.given ?? {};
  const chosen = (option.blanks ?? []).flatMap(({ field, choices = [] }) =>
    choices.filter(({ value }) => [values[field]].flat().includes(value)).map(({ name, value }) => name || value));
  const actor = by || who;
  const words = [nameOption(option), ...chosen].join(" · ");
  return actor ? `${nameOf(actor)}: ${words}` : words;
}
