// What options are called: as the game calls them, else in plain words.
import { say } from "../stage/labels.js";

/** Returns the name of an option. */
export function nameOption({ type, name, given }) {
  const words = {
    resolve: say("live.resolve"),
    "begin-round": say("live.next-round"),
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
  if (type === "set-trait") return say("live.set-trait", { trait: given.trait });
  return name === type && words[type] ? words[type] : name;
}
