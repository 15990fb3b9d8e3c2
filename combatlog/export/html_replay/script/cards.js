// A card for everybody, by side; each is made once and kept up.
const cards = new Map();
const sides = new Map();

/** Shows everybody as they are; `before` is the state of the stop before. */
function showCards(state, before) {
  let any = false;
  for (let number = 0; number < given.people; number += 1) {
    const card = state.people[number];
    any = any || isThere(card);
    showCard(number, isThere(card) ? card : null, before.people[number]);
  }
  find("nobody").hidden = any;
  for (const side of sides.values()) {
    side.box.hidden = ![...side.list.children].some((child) => !child.hidden);
  }
}

function showCard(number, card, before) {
  if (!card && !cards.has(number)) return;
  if (!cards.has(number)) cards.set(number, makeCard(number));
  const kept = cards.get(number);
  kept.box.hidden = !card;
  if (!card || (kept.card === card && kept.before === before)) return;
  kept.card = card;
  kept.before = before;
  kept.box.classList.toggle("changed", before !== undefined && before !== card);
  kept.box.dataset.plight = card.plight;
  join(kept.box, card.side, number);
  write(kept.name, card.name);
  write(kept.about, aboutOf(card));
  write(kept.standing, standingOf(card));
  kept.standing.hidden = !kept.standing.textContent;
  showScores(kept.scores, card, before);
  showList(kept.ails, card.ails, say("conditions"));
  showList(kept.wounds, card.wounds, say("wounds"));
  showList(kept.crew, card.crew && [say("aboard", { who: card.crew.join(", ") })]);
  showMore(kept.more, card);
}

function makeCard(number) {
  const kept = { box: make("li", "card") };
  for (const part of ["about", "standing"]) kept[part] = make("p", part);
  kept.name = make("bdi", "");
  kept.scores = make("div", "scores");
  for (const part of ["ails", "wounds", "crew"]) kept[part] = make("ul", part);
  kept.more = make("details", "more");
  kept.more.append(make("summary", "", say("arms")), make("ul"));
  kept.box.dataset.number = number;
  const head = make("div", "who", make("h4", "", swatch(number), kept.name), kept.standing);
  kept.box.append(head, kept.about, kept.scores, kept.ails, kept.wounds, kept.crew, kept.more);
  return kept;
}

/** The colour that somebody has in the chart. */
function swatch(number) {
  const box = make("span", `swatch line-${number % 8}`);
  box.setAttribute("aria-hidden", "true");
  return box;
}

/** Puts a card among those of its side, in the order they joined. */
function join(box, side, number) {
  if (!sides.has(side)) {
    const list = make("ul", "cards");
    const whole = make("section", "side", make("h3", "", named(side)), list);
    sides.set(side, { box: whole, list });
    find("cards").append(whole);
  }
  const { list } = sides.get(side);
  if (box.parentElement === list) return;
  const after = [...list.children].find((child) => Number(child.dataset.number) > number);
  list.insertBefore(box, after ?? null);
}

function aboutOf(card) {
  return [
    card.player && say("player", { player: card.player }),
    card.scale,
    card.leader && say("leader"),
    card.armor && say("armor", { number: card.armor }),
    card.shield && say("shield", { number: card.shield }),
    card.area && say("in-area", { area: card.area }),
    card.engaged && say("engaged", { who: card.engaged }),
  ].filter(Boolean).join(" · ");
}

/** How somebody stands: out of the fight, or how they look where no number is known. */
function standingOf(card) {
  if (card.standing === "dead") {
    return card.how ? say("dead-of", { how: card.how }) : say("dead");
  }
  if (card.standing) return card.how ? say("gone-how", { how: card.how }) : say("gone");
  return card.hidden || card.plight === "down" ? PLIGHTS[card.plight] : "";
}

function showScores(box, card, before) {
  const scores = scoresOf(card);
  const shown = [...box.children].map((child) => child.dataset.score);
  if (shown.join("\n") !== scores.join("\n")) {
    box.replaceChildren(...scores.map((score, at) =>
      makeScore(score, shapeOf(score, at, scores.length))));
  }
  scores.forEach((score, at) =>
    showScore(box.children[at], score, card[SCORE + score], before?.[SCORE + score]));
}

function showList(list, items, label = "") {
  list.hidden = !items;
  if (label) list.setAttribute("aria-label", label);
  list.replaceChildren(...(items ?? []).map((item) => make("li", "", named(item))));
}

/** Arms and skills, folded away. */
function showMore(box, card) {
  const items = [...(card.arms ?? []), ...(card.skills ?? [])];
  box.hidden = !items.length;
  write(box.firstChild, card.skills ? `${say("arms")}, ${say("skills")}` : say("arms"));
  showList(box.lastChild, items);
}
