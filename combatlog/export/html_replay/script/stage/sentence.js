// The sentence of a beat or an event, its dice and its small print.
import { find, make, makeName, makeUnseen, write } from "./dom.js";
import { events } from "./fight.js";
import { makeDie } from "./dice.js";
import { say } from "./labels.js";

const SMALLEST = 4; // the last step of the sizes in which a sentence is written

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
  words.replaceChildren(...(stop.mark ? [makeUndone(said)] : makeProse(said)));
  if (stop.single) words.prepend(make("span", "seq", `#${stop.seq}`), " ");
  for (const more of [stop.note, stop.mark]) {
    if (more) words.append(" ", make("span", "note", more));
  }
  find("small").replaceChildren(...makeProse(stop.small ?? []));
  showDice(stop);
  fitSentence();
}

/** Writes the sentence in the largest size in which it is whole. */
function fitSentence() {
  const words = find("event");
  for (let size = 0; size <= SMALLEST; size += 1) {
    words.dataset.size = size;
    if (words.scrollHeight <= words.clientHeight + 1) return;
  }
}

/** Fits the sentence again when its room changes. */
export function followRoom() {
  let { clientHeight: height, clientWidth: width } = find("event");
  new ResizeObserver(() => {
    const words = find("event");
    if (words.clientHeight === height && words.clientWidth === width) return;
    ({ clientHeight: height, clientWidth: width } = words);
    fitSentence();
  }).observe(find("event"));
}

function makeUndone(said) {
  return make("del", "said", makeUnseen(`${say("undone")}: `), ...makeProse(said));
}

function showDice({ rolls, outdone }) {
  const thrown = rolls.map((seq) => events[seq]).filter(({ dice }) => dice.length);
  find("dice").replaceChildren(...thrown.map(({ seq, dice, modifier }) => {
    const beaten = outdone.includes(seq);
    const group = make("div", "group", ...dice.map((die) => makeDie(die, dice.length > 1, beaten)));
    if (modifier) group.append(makeModifier(modifier));
    return group;
  }));
}

function makeModifier(modifier) {
  const words = modifier === "enhanced" ? say("enhanced") : say("impaired");
  const mark = make("span", `modifier ${modifier}`, makeUnseen(words));
  mark.title = words;
  return mark;
}
