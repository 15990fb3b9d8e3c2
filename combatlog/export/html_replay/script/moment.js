// The present event: round and turn, its words, its dice, the pending declarations.
function showMoment(event, state) {
  const { scene } = state;
  write(find("where"), scene.where ?? "");
  write(find("clock"), scene.clock ?? "");
  const words = find("event");
  words.replaceChildren(make("span", "seq", `#${event.seq}`), " ", makeWords(event));
  if (event.note) words.append(" ", make("span", "note", event.note));
  if (event.mark) words.append(" ", make("span", "note", event.mark));
  const several = event.dice.length > 1;
  find("dice").replaceChildren(...event.dice.map((die) => makeDie(die, several)));
  find("dice").hidden = !event.dice.length;
  const declared = scene.declared ?? [];
  find("declared-box").hidden = !declared.length;
  find("declared").replaceChildren(
    ...declared.map((seq) => make("li", "", makeName(events[seq].said))));
  showBattlefield(scene.areas ?? {}, state.people);
}

/** Makes an event's words, struck through if it was undone. */
function makeWords(event) {
  if (!event.mark) return makeName(event.said, "said");
  return make("del", "said", makeUnseen(`${say("undone")}: `), makeName(event.said));
}

function showBattlefield(areas, people) {
  const names = Object.keys(areas);
  find("battlefield-box").hidden = !names.length;
  find("battlefield").replaceChildren(...names.map((name) => {
    const here = people.filter((card) => isThere(card) && card.area === name && !card.standing);
    const box = make("li", "area", make("h3", "", makeName(name)));
    const those = here.map((card) => make("li", "", makeSwatch(people.indexOf(card)), makeName(card.name)));
    box.append(those.length ? make("ul", "", ...those) : make("p", "quiet", say("empty")));
    if (areas[name].length) {
      box.append(make("p", "quiet", say("beside", { areas: areas[name].join(", ") })));
    }
    return box;
  }));
}
