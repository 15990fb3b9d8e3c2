// A token: a combatant on the field. It is made once and then updated.
import { draw, make, write } from "./dom.js";
import { MOST_OTHERS, SCORE, findBody, formatScore, isDead, isStepped, listScores } from "./fight.js";
import { describeLook, say } from "./labels.js";
import { HELD, describeFate, firstWords } from "./news.js";
import { fitMarks, fitName, fitNews } from "./room.js";
import { abridge, isUrgent, sortByUrgency } from "./urgency.js";

const MOST_LOST = 2;
const DETACHMENT = 12; // marks of a detachment at its full strength

/** @typedef {ReturnType<typeof makeToken>} Token */

/** Makes the token of a combatant.
 * @param {number} number */
export function makeToken(number) {
  const kept = {
    box: make("div", "token"), fill: make("span", "fill"), behind: make("span", "behind"), behindLost: make("span", "behind-lost"), name: make("bdi", "name"), number: make("span", "number"),
    most: make("span", "most"), unit: make("small", "unit"), bodyUnit: make("span", "body-unit"), body: make("span", "body"), bodyMost: make("span", "body-most"), others: make("span", "others"), troop: make("span", "troop"), sign: make("span", "sign"),
    word: make("span", "word"), value: make("span", "value"), marks: make("span", "marks"), news: make("span", "news"),
    clock: draw("svg", { class: "clock", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: "M12 3a9 9 0 1 0 .01 0zM12 7v5l4 2" })),
  };
  const { box, fill, behind, behindLost, name, value, others, troop, unit, body, bodyUnit, sign, word, marks, news } = kept;
  const state = make("span", "state", sign, word);
  for (const part of [fill, troop, unit, bodyUnit, body, kept.bodyMost, others]) part.setAttribute("aria-hidden", "true");
  value.append(kept.number, kept.most, unit, bodyUnit, body, kept.bodyMost, kept.clock);
  fill.append(make("span", "pool-lost"), behindLost, make("span", "pool"), behind);
  box.append(fill, name, value, others, troop, state, marks, news);
  box.dataset.number = number;
  box.setAttribute("role", "listitem");
  return { ...kept, state };
}

/** Shows a card on its token, and what is new. `plans` says what they have declared.
 * @param {Token} kept @param {Page.Card} card @param {Page.News[]} news @param {Page.Plan[]} plans */
export function showToken(kept, card, news, plans) {
  const scores = listScores(card);
  const first = scores[0];
  const { box } = kept;
  const was = news.length ? readValue(kept) : "";
  kept.value.style.minWidth = "";
  const taken = isMoving() && news.some(({ kind }) => kind === "loss") ? kept.value.offsetWidth : 0;
  const below = news.length && kept.others.offsetHeight ? kept.others.textContent : "";
  const [left, wide] = below ? [kept.others.offsetLeft, kept.others.offsetWidth] : [0, 0];
  if (below) box.style.setProperty("--below", `${kept.others.offsetTop}px ${box.clientWidth - left - wide}px auto ${left}px`);
  box.dataset.look = card.look;
  box.dataset.scale = card.scale ?? "individual";
  box.classList.toggle("hidden-numbers", Boolean(card.hidden));
  box.classList.toggle("wounded", Boolean(card.wounds));
  write(kept.name, card.name);
  kept.clock.toggleAttribute("hidden", !card.due);
  const [now, most] = first ? formatFirst(first, card[SCORE + first]) : [describeShort(card), ""];
  write(kept.most, most);
  write(kept.unit, first ?? "");
  const body = findBody(card);
  const isEaten = body !== "" && (card[SCORE + first][0] <= 0 || card[SCORE + body][0] < card[SCORE + body][1]);
  write(kept.bodyUnit, isEaten ? `${body} ` : "");
  write(kept.body, !isEaten ? "" : card[SCORE + body][0] ? formatScore(body, card[SCORE + body][0]) : "0");
  write(kept.bodyMost, isEaten ? formatFirst(body, card[SCORE + body])[1] : "");
  box.classList.toggle("eaten", isEaten);
  const isSpent = isEaten && card[SCORE + first][0] <= 0; // the score behind it is the one that counts
  write(kept.number, isSpent ? "" : now);
  box.classList.toggle("spent", isSpent);
  write(kept.others, card.standing ? "" : listOthers(card, isEaten));
  const share = first ? computeShare(card[SCORE + first]) : guessShare(card.look);
  kept.fill.style.setProperty("--share", share);
  box.classList.toggle("two", body !== "");
  for (const part of [kept.behindLost, kept.behind]) part.style.setProperty("--share", body ? computeShare(card[SCORE + body]) : 0);
  box.classList.toggle("low", (isSpent && card.look !== "down" ? computeShare(card[SCORE + body]) : share) <= 1 / 3);
  const [sign, word] = describeState(card);
  write(kept.sign, sign);
  write(kept.word, word);
  kept.state.hidden = !word;
  showTroop(kept, card, share, news.length > 0);
  box.classList.toggle("changed", news.length > 0);
  kept.news.replaceChildren();
  const spoken = [card.name, first ? `${first} ${now}${most}` : describeShort(card),
    word, isEaten ? `${body} ${formatFirst(body, card[SCORE + body]).join("")}` : "",
    ...(card.wounds ?? []), ...(card.conditions ?? []), ...plans.map(({ text }) => text)].filter(Boolean);
  const words = [...new Set(spoken)].join(", ");
  box.setAttribute("aria-label", words);
  box.title = [words, ...news.map(({ text }) => text), ...(body ? [say("bar-parts", { first, body })] : [])].join(" · ");
  const marks = [...listMarks(card, kept.others.clientHeight > 0, isEaten), ...plans];
  if (taken && was !== readValue(kept)) kept.value.style.minWidth = `${taken}px`; // what it was stands there at first
  fitNameBeside(kept, marks, card.name);
  if (news.length) fitNews(kept, news, card.name);
  else fitBelow(kept, marks, card);
  if (was && was !== readValue(kept)) kept.value.dataset.was = was; // stands there until the dice have landed
  else delete kept.value.dataset.was;
  if (was) kept.value.style.setProperty("--unit", `${kept.unit.offsetWidth && kept.value.clientWidth - kept.unit.offsetLeft}px`);
  if (below && (!kept.others.offsetHeight || below !== kept.others.textContent)) box.dataset.below = below; // as long
  else delete box.dataset.below;
}

/** Writes the marks; those of who is down below the word for that, where both have room: else it stands beside the name,
 * which gives way.
 * @param {Token} kept @param {Page.Plan[]} marks @param {Page.Card} card */
function fitBelow(kept, marks, card) {
  const { box, marks: line } = kept;
  const isDown = card.look === "down";
  box.classList.toggle("stacked", isDown && marks.length > 0);
  fitMarks(line, marks);
  if (!isDown || !marks.length || line.textContent) return;
  box.classList.remove("stacked");
  fitNameBeside(kept, marks, card.name);
  fitMarks(line, marks);
}

/** Writes the name as it has room where there are marks: they put the state beside it.
 * @param {Token} kept @param {Page.Plan[]} marks @param {string} text */
function fitNameBeside({ name, marks: line }, marks, text) {
  write(line, marks.map((mark) => mark.text).join(" · "));
  fitName(name, text);
}

/** Returns whether what is new comes with the dice: the page does not just go to another moment. */
const isMoving = () => !document.documentElement.classList.contains("still");

/** Returns what is seen of the value, but its unit.
 * @param {Token} kept */
const readValue = ({ value, unit }) => value.innerText.replace(unit.textContent, "").trim();

/** Returns a score and, where it is not whole, what it could be: ["3", "/6"].
 * @param {string} score @param {Page.Score} value */
function formatFirst(score, [now, most]) {
  return [formatScore(score, now), now === most || isStepped(score) ? "" : `/${most}`];
}

/** @param {Page.Score} score */
function computeShare([now, most]) {
  return most > 0 ? Math.min(1, Math.max(0, now / most)) : 0;
}

/** @param {string} look */
function guessShare(look) {
  return look === "unhurt" ? 1 : look === "hurt" ? 0.6 : look === "down" ? 0.1 : 0;
}

/** @param {Page.Card} card */
function describeShort(card) {
  return card.hidden && !card.standing ? describeLook(card.look) : "";
}

/** Returns a sign and the word for somebody who is out: "down", "dead", "fled", "bound".
 * @param {Page.Card} card */
function describeState(card) {
  if (card.standing === "dead") return ["✕", describeLook("dead")];
  if (card.standing) return ["↗", describeFate(card)];
  if (card.look === "held") return [HELD, card.out];
  return card.look === "down" ? [isDead(card) ? "✕" : "▼", describeLook(card.out ?? "down")] : ["", ""];
}

/** Returns the time that is left, what burns or kills, wounds, what is lost behind the first score unless that is told beside it,
 * and other conditions, those last that help, each in few words and in fewer.
 * @param {Page.Card} card @param {boolean} isLossTold @param {boolean} isBodyTold @returns {Page.Plan[]} */
function listMarks(card, isLossTold, isBodyTold) {
  const lost = isLossTold ? [] : listScores(card).slice(isBodyTold ? 2 : 1)
    .filter((score) => card[SCORE + score][0] < card[SCORE + score][1])
    .map((score) => ({ text: `${score} ${formatFirst(score, card[SCORE + score]).join("")}`, short: `${score} ${formatScore(score, card[SCORE + score][0])}` }));
  const wounds = [...new Set((card.wounds ?? []).map(firstWords))];
  const conditions = [...new Set((card.conditions ?? []).map(firstWords))]
    .filter((each) => !wounds.some((wound) => `${wound} `.startsWith(`${each} `)) && !(card.look === "held" && each === card.out)
      && !(card.look === "down" && card.wounds?.some((/** @type {string} */ wound) => wound.includes(each))));
  const states = sortByUrgency(conditions, String).map((text) => ({ text, short: abridge(text) }));
  return [
    ...(card.due ? [{ text: card.due, short: card.due.split(" ").slice(0, 2).join(" ") }] : []),
    ...states.filter(({ text }) => isUrgent(text)),
    ...wounds.map((each) => ({ text: `✚ ${each}`, short: `✚ ${each.split(" ")[0]}` })),
    ...lost.slice(0, MOST_LOST), ...states.filter(({ text }) => !isUrgent(text)),
  ];
}

/** Returns what else protects or makes a combatant, in one line: “STR 11 · DEX 14 · armor 1”.
 * @param {Page.Card} card @param {boolean} isBodyTold */
function listOthers(card, isBodyTold) {
  const all = listScores(card);
  const scores = all.slice(isBodyTold ? 2 : 1);
  if (scores.length > MOST_OTHERS) scores.length = 0;
  if (isBodyTold && card[SCORE + all[0]][0] <= 0) scores.unshift(all[0]); // the one behind it stands in its place
  const told = scores.map((score) => `${score}\u00a0${formatFirst(score, card[SCORE + score]).join("")}`);
  return [...told, ...(card.armor ? [say("armor", { number: card.armor }).replace(" ", "\u00a0")] : [])].join(" ·\u00a0");
}

/** Shows the marks of a detachment: they thin out as it wears down, once the dice have landed.
 * @param {Token} kept @param {Page.Card} card @param {number} share @param {boolean} isNew */
function showTroop(kept, card, share, isNew) {
  const is = card.scale === "detachment";
  const was = isNew && kept.troop.offsetWidth ? kept.troop.textContent : "";
  kept.troop.hidden = !is;
  if (is) write(kept.troop, "▮".repeat(Math.max(card.standing ? 0 : 1, Math.round(share * DETACHMENT))));
  if (is && was && was !== kept.troop.textContent) kept.troop.dataset.was = was;
  else delete kept.troop.dataset.was;
}
