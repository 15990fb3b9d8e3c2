// A token: a combatant on the field. It is made once and then updated.
import { make, write } from "./dom.js";
import { SCORE, formatScore, isStepped, listScores } from "./fight.js";
import { describeLook, say } from "./labels.js";
import { firstWords } from "./news.js";

const MOST_NEWS = 3;
const MOST_LOST = 2;
const DETACHMENT = 12; // marks of a detachment at its full strength

export function makeToken(number) {
  const kept = { box: make("div", "token"), number };
  kept.fill = make("span", "fill");
  kept.name = make("bdi", "name");
  kept.value = make("span", "value");
  kept.marks = make("span", "marks");
  kept.troop = make("span", "troop");
  kept.state = make("span", "state");
  kept.news = make("span", "news");
  for (const part of ["fill", "troop"]) kept[part].setAttribute("aria-hidden", "true");
  kept.box.append(kept.fill, kept.name, kept.value, kept.troop, kept.state, kept.marks, kept.news);
  kept.box.dataset.number = number;
  kept.box.setAttribute("role", "listitem");
  return kept;
}

/** Shows a card on its token, and what is new. `plans` says what they have declared. */
export function showToken(kept, card, news, plans) {
  const scores = listScores(card);
  const first = scores[0];
  const { box } = kept;
  box.dataset.look = card.look;
  box.dataset.scale = card.scale ?? "individual";
  box.classList.toggle("hidden-numbers", Boolean(card.hidden));
  write(kept.name, card.name);
  write(kept.value, first ? formatFirst(first, card[SCORE + first]) : describeShort(card));
  const share = first ? computeShare(card[SCORE + first]) : guessShare(card.look);
  kept.fill.style.setProperty("--share", share);
  box.classList.toggle("low", share <= 1 / 3);
  write(kept.state, describeState(card));
  write(kept.marks, describeMarks(card, plans));
  showTroop(kept, card, share);
  showNews(kept, news);
  const spoken = [card.name, first ? `${first} ${kept.value.textContent}` : describeShort(card),
    describeState(card).slice(2), // without its sign
    ...(card.wounds ?? []), ...(card.conditions ?? []), ...plans].filter(Boolean);
  const words = [...new Set(spoken)].join(", ");
  box.setAttribute("aria-label", words);
  box.title = words;
}

function formatFirst(score, [now, most]) {
  if (isStepped(score)) return formatScore(score, now);
  return now === most ? formatScore(score, now) : `${formatScore(score, now)}/${most}`;
}

function computeShare([now, most]) {
  return most > 0 ? Math.min(1, Math.max(0, now / most)) : 0;
}

function guessShare(look) {
  return { unhurt: 1, hurt: 0.6, down: 0.1 }[look] ?? 0;
}

function describeShort(card) {
  return card.hidden && !card.standing ? describeLook(card.look) : "";
}

/** Returns the word for somebody who is out: "down", "dead", "fled". */
function describeState(card) {
  if (card.standing === "dead") return `✕ ${describeLook("dead")}`;
  if (card.standing) return `↗ ${card.how || describeLook("gone")}`;
  return card.look === "down" ? `▼ ${describeLook("down")}` : "";
}

/** Returns what is lost behind the first score, wounds, conditions and declarations, each in a few
 * words. */
function describeMarks(card, plans) {
  const lost = listScores(card).slice(1).filter((score) => card[SCORE + score][0] < card[SCORE + score][1])
    .map((score) => `${score} ${formatFirst(score, card[SCORE + score])}`);
  const wounds = (card.wounds ?? []).map(firstWords);
  const conditions = (card.conditions ?? []).map(firstWords).filter((each) => !wounds.includes(each));
  const all = [...lost.slice(0, MOST_LOST), ...wounds.map((each) => `✚ ${each}`), ...conditions, ...plans];
  return [...new Set(all)].join(" · ");
}

/** Shows the marks of a detachment: they thin out as it wears down. */
function showTroop(kept, card, share) {
  const is = card.scale === "detachment";
  kept.troop.hidden = !is;
  if (is) write(kept.troop, "▮".repeat(Math.max(card.standing ? 0 : 1, Math.round(share * DETACHMENT))));
}

function showNews(kept, news) {
  kept.box.classList.toggle("changed", news.length > 0);
  const short = news.filter((each) => each.short);
  const told = short.length ? [...short, ...news.filter((each) => !each.short)]
    : news.map((each) => ({ ...each, short: each.text }));
  const shown = told.slice(0, MOST_NEWS).map(makeNews);
  if (news.length > MOST_NEWS) {
    const more = say("news.more", { count: news.length - MOST_NEWS });
    shown.push(make("span", "new note long-only", more));
  }
  kept.news.replaceChildren(...shown);
}

/** Makes something new; what has no short form is only shown where there is room. */
function makeNews({ kind, text, short }) {
  const long = make("span", "long", text);
  if (!short) return make("span", `new ${kind} long-only`, long);
  return make("span", `new ${kind} shortened`, long, make("span", "short", short));
}
