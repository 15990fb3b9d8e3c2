// The present event: where the fight stands, what happens, its dice, what waits.
function showMoment(event, state) {
  const { scene } = state;
  write(find("where"), scene.where ?? "");
  write(find("clock"), scene.clock ?? "");
  const told = find("event");
  told.replaceChildren(make("span", "seq", `#${event.seq}`), " ", saidOf(event));
  if (event.note) told.append(" ", make("span", "note", event.note));
  if (event.mark) told.append(" ", make("span", "note", event.mark));
  const several = event.dice.length > 1;
  find("dice").replaceChildren(...event.dice.map((die) => dieRow(die, several)));
  find("dice").hidden = !event.dice.length;
  const declared = scene.declared ?? [];
  find("declared-box").hidden = !declared.length;
  find("declared").replaceChildren(
    ...declared.map((seq) => make("li", "", named(events[seq].said))));
  showBattlefield(scene.areas ?? {}, state.people);
}

/** An event's words, struck through where it was undone. */
function saidOf(event) {
  if (!event.mark) return named(event.said, "said");
  return make("del", "said", unseen(`${say("undone")}: `), named(event.said));
}

function showBattlefield(areas, people) {
  const names = Object.keys(areas);
  find("battlefield-box").hidden = !names.length;
  find("battlefield").replaceChildren(...names.map((name) => {
    const here = people.filter((card) => isThere(card) && card.area === name && !card.standing);
    const box = make("li", "area", make("h3", "", named(name)));
    const those = here.map((card) => make("li", "", swatch(people.indexOf(card)), named(card.name)));
    box.append(those.length ? make("ul", "", ...those) : make("p", "quiet", say("empty")));
    if (areas[name].length) {
      box.append(make("p", "quiet", say("beside", { areas: areas[name].join(", ") })));
    }
    return box;
  }));
}
