// The sentence of a beat or an event, its dice and its small print.
import { find, make, makeName, makeUnseen, write } from "./dom.js";
import { events } from "./fight.js";
import { makeDie } from "./dice.js";
import { say } from "./labels.js";

// So many letters are written smaller on a phone; so many everywhere.
const LONG = { phone: 90, everywhere: 200 };

const makeText = (spans) => spans.map((span) => (typeof span === "string" ? span : span[0])).join("");

/** Makes the words of a beat: texts, names and what stands out. */
export function makeProse(spans) {
  return spans.map((span) => {
    if (typeof span === "string") return span;
    const [text, number] = span;
    if (number === undefined) return make("strong", "", text);
    const name = makeName(text, "who");
    name.dataset.number = number;
    return name;
  });
}

/** Shows the sentence of a stop: {seq, heading, story, small, rolls, note, mark}. */
export function showSentence(stop, state) {
  const { scene } = state;
  write(find("where"), scene.where ?? "");
  write(find("clock"), scene.clock ?? "");
  const words = find("event");
  words.dataset.seq = stop.seq;
  const said = stop.story.length ? stop.story : [stop.heading];
  words.classList.toggle("heading", !stop.story.length);
  const { length } = makeText(said);
  words.classList.toggle("long", length > LONG.phone);
  words.classList.toggle("longer", length > LONG.everywhere);
  words.replaceChildren(...(stop.mark ? [makeUndone(said)] : makeProse(said)));
  if (stop.single) words.prepend(make("span", "seq", `#${stop.seq}`), " ");
  for (const more of [stop.note, stop.mark]) {
    if (more) words.append(" ", make("span", "note", more));
  }
  find("small").replaceChildren(...makeProse(stop.small ?? []));
  showDice(stop.rolls);
}

function makeUndone(said) {
  return make("del", "said", makeUnseen(`${say("undone")}: `), ...makeProse(said));
}

function showDice(rolls) {
  const thrown = rolls.map((seq) => events[seq]).filter(({ dice }) => dice.length);
  find("dice").replaceChildren(...thrown.map(({ dice, modifier }) => {
    const group = make("div", "group", ...dice.map((die) => makeDie(die, dice.length > 1)));
    if (modifier) group.append(make("span", `modifier ${modifier}`, modifier === "enhanced" ? say("enhanced") : say("impaired")));
    return group;
  }));
}
