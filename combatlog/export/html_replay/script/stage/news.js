// What is new about a combatant, in a few short words that stand at the token.
import { SCORE, events, findBody, formatScore, isDead, isThere, listScores } from "./fight.js";
import { describeLook, say } from "./labels.js";
import { abridge, firstWord, isBoon, sortByUrgency } from "./urgency.js";

const LOCKED = / locked on\b/; // a target is lost in silence
const LOST_ROUND = "lost the round";
export const HELD = "⊘"; // the sign of who cannot act, and is not felled: bound, spellbound
const SAVED = -2; // a target lost nothing as it passed its save
const PLAIN = ["armor", "shield", "area", "at", "side", "player", "scale", "kind"];

/** Returns the news between two cards of a combatant, the gravest first. Where there is little room, the short form or the sign stands for the text; `state` says
 * that it is a condition. What their wounds have told already is not told again.
 * @param {Page.Card | undefined} card @param {Page.Card | undefined} before @returns {Page.News[]} */
export function listNews(card, before) {
  if (!isThere(card) || card === before) return [];
  if (!isThere(before)) return [{ kind: "note", text: say("news.joined"), sign: "→" }];
  let silent = false;
  /** @type {Page.News[]} */
  const found = [...tellStanding(card, before), ...tellScores(card, before)];
  for (const what of ["wounds", "conditions"]) {
    /** @type {string[][]} */
    const [was, now] = [before[what] ?? [], card[what] ?? []];
    const short = what === "wounds" ? "✚" : "";
    for (const text of what === "wounds" ? now : sortByUrgency(now, String)) {
      const kind = what === "wounds" ? "wound" : isBoon(text) ? "gain" : text === LOST_ROUND ? "note" : "loss"; // no blow took that
      if (was.includes(text)) continue;
      const said = firstWords(text);
      const known = was.some((other) => isSame(firstWords(other), said)); // it has changed
      const clock = known && card.due && text.endsWith(card.due) ? card.due : ""; // of a wound
      if (clock) found.push({ kind: "note", text: clock, short: "", sign: "◔" });
      else if (what === "wounds" && known) found.push(tellMended(text.split(/[;,]/)[0]));
      else if (what === "conditions" && isTold(said, before)) silent = true;
      else if (!found.some((other) => isSame(other.text, said))) { // a wound and its condition
        found.push({ kind: known ? "note" : kind, text: said, short, brief: what === "wounds" ? `✚ ${firstWord(said)}` : abridge(said), sign: kind === "gain" ? "+" : card.look === "down" ? "▼" : "!", state: what === "conditions" });
      }
    }
    if (card.standing === "dead") continue;
    for (const text of was) {
      if (now.includes(text) || now.some((other) => isSame(dropNumbers(firstWords(other)), dropNumbers(firstWords(text))))) continue;
      if (LOCKED.test(text)) silent = true;
      else if (isBoon(text)) found.push({ kind: "note", text: tellEnd(firstWords(text)), sign: "–" });
      else found.push({ kind: "gain", text: tellEnd(firstWords(text)), sign: "✓" });
    }
  }
  for (const key of PLAIN) {
    if (card[key] !== before[key]) found.push({ kind: "note", text: tellPlain(key, card), sign: key === "at" || key === "area" ? "⇢" : "•" });
  }
  if (card.name !== before.name) found.push({ kind: "note", text: card.name });
  if (card.engaged !== before.engaged) {
    const text = card.engaged ? say("engaged", { who: card.engaged }) : say("news.free");
    found.push({ kind: "note", text, sign: card.engaged ? "⇄" : "↮" });
  }
  if (!found.length && !silent) found.push({ kind: "note", text: say("news.changed") });
  return found.some(({ kind }) => kind === "fate") ? found.filter(({ kind }) => kind !== "gain") : found;
}

/** Returns whether who a beat is about is struck in it.
 * @param {Partial<Page.Stop>} beat */
function isStruckIn({ about = -1, from = [], rolls = [], seq = 0 }) {
  const start = from.length ? Math.min(...rolls) : Infinity;
  for (let at = seq; at && at >= start; at = events[at].parent) if (events[at].struck.includes(about)) return true;
  return false;
}

/** Returns the news of a combatant in a beat, at its target with what became of the blow. What would have been otherwise by then
 * is neither lost nor won.
 * @param {Page.Card} card @param {Page.Card | undefined} before @param {number} number @param {Partial<Page.Stop>} beat */
export function listBeatNews(card, before, number, beat) {
  const news = beat.aside ? listOtherwise(card, before) : listCalmNews(card, before, isNamedIn(beat, number));
  const blow = beat.about === number ? tellBlow(beat, card, before) : null;
  return !blow || (blow.kind === "loss" && news.some(({ kind }) => kind !== "note")) ? news : blow.kind === "note" ? [...news, blow] : [blow, ...news];
}

/** Returns the news of a combatant in a beat. Where the beat does not name them, and nothing but conditions
 * is new, it is told without alarm: conditions are recorded at the end of a turn, behind what they follow
 * from.
 * @param {Page.Card} card @param {Page.Card | undefined} before @param {boolean} isNamed */
function listCalmNews(card, before, isNamed) {
  const news = listNews(card, before);
  return isNamed || !isStateOnly(news) ? news : news.map((each) => (each.kind === "gain" ? each : { ...each, kind: "note" }));
}

/** Returns what stands otherwise with a combatant beside the fight: scores and conditions without alarm.
 * @param {Page.Card} card @param {Page.Card | undefined} before @returns {Page.News[]} */
export function listOtherwise(card, before) {
  return listNews(card, before).map((each) => (["loss", "gain", "wound"].includes(each.kind) ? { ...each, kind: "note" } : each));
}

/** Returns whether nothing but conditions is new.
 * @param {Page.News[]} news */
export function isStateOnly(news) {
  return news.every(({ kind, state }) => state || kind === "note" || kind === "gain");
}

/** Returns whether a beat names a combatant; an event by itself is about all whom it changes.
 * @param {Partial<Page.Stop>} beat @param {number} number */
export function isNamedIn(beat, number) {
  if (beat.single || !beat.story) return true;
  return beat.about === number || beat.from?.includes(number)
    || beat.story.some((span) => Array.isArray(span) && span[1] === number);
}

/** Returns whether a wound has told a condition already: “critical damage: out of action”.
 * @param {string} said @param {Page.Card} before */
function isTold(said, before) {
  return (before.wounds ?? []).some((wound) => wound.includes(said) || isSame(firstWords(wound), said));
}

/** Returns what has become of a wound: “bleeding: tended”.
 * @param {string} text */
function tellMended(text) {
  return { kind: "gain", text, short: text.split(": ").at(-1), sign: "✓" };
}

/** @param {string} what */
const tellEnd = (what) => (what === LOST_ROUND ? say("news.ready") : say("news.over", { what }));
/** @param {string} text */
const dropNumbers = (text) => text.replace(/\d+/g, "");

/** Returns whether two texts are the same, or one begins with the other: “bleeding”, “bleeding from the torso”.
 * @param {string} one @param {string} other */
function isSame(one, other) {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}

/** @param {Page.Card} card @param {Page.Card} before @returns {Page.News[]} */
function tellStanding(card, before) {
  if (card.standing !== before.standing) {
    if (!card.standing) return [{ kind: "gain", text: say("news.back") }];
    const text = describeFate(card);
    return [{ kind: card.away ? "away" : "fate", text, short: text, sign: card.standing === "dead" ? "✕" : "↗" }];
  }
  if (card.look === before.look && card.out === before.out) return [];
  if (card.look === "down") {
    const text = describeLook(card.out ?? "down");
    return [{ kind: "fate", text, short: text, sign: isDead(card) ? "✕" : "▼" }];
  }
  if (card.look === "held") return [{ kind: "loss", text: card.out, short: card.out, sign: HELD, state: true }];
  if (card.hidden) {
    const kind = card.look === "unhurt" ? "gain" : "loss";
    return [{ kind, text: describeLook(card.look), short: describeLook(card.look) }];
  }
  return [];
}

/** Returns how somebody is out: "dead", "fled", "got away".
 * @param {Page.Card} card */
export function describeFate({ standing = "", how }) {
  if (standing !== "gone" || !how) return describeLook(standing);
  return how === "retreated" ? say("news.away") : how;
}

/** @param {Page.Card} card @param {Page.Card} before */
function tellScores(card, before) {
  /** @type {Page.News[]} */
  const found = [];
  for (const score of listScores(card)) {
    const [now, most] = card[SCORE + score];
    if (!before[SCORE + score]) continue; // it was hidden before
    const [was, mostBefore] = before[SCORE + score];
    if (now !== was) {
      const fields = { score, was: formatScore(score, was), now: formatScore(score, now) };
      const kind = now < was ? "loss" : "gain";
      const short = formatChange(now - was);
      found.push({ kind, text: say("news.score", fields), short, brief: `${score} ${short}` });
    } else if (most !== mostBefore) {
      found.push({ kind: "note", text: say("news.most", { score, most: formatScore(score, most) }) });
    }
  }
  return found;
}

/** @param {number} change */
const formatChange = (change) => (change < 0 ? `−${-change}` : `+${change}`);

/** @param {Page.Card} card @param {Page.Card | undefined} before */
export function hasDied(card, before) {
  if (!isDead(card) || !isThere(before)) return false;
  return !isDead(before) || (card.standing === "dead" && before.standing !== "dead"); // a death by an earlier blow is told
}

/** Returns what a combatant has lost of all scores together; 0 where nothing is known.
 * @param {Page.Card | undefined} card @param {Page.Card | undefined} before */
export function countLoss(card, before) {
  if (!isThere(card) || !isThere(before) || card === before) return 0;
  const losses = listScores(card).map((score) => {
    const [was] = before[SCORE + score] ?? card[SCORE + score];
    return Math.max(0, was - card[SCORE + score][0]);
  });
  return losses.reduce((sum, each) => sum + each, 0);
}

/** Returns what a combatant has lost of all scores together: "−5"; empty where nothing is known.
 * @param {Page.Card | undefined} card @param {Page.Card | undefined} before */
export function describeLoss(card, before) {
  const lost = countLoss(card, before);
  return lost ? formatChange(-lost) : "";
}

/** Returns which part of what protects a combatant at their best a loss is: 0 to 1.
 * @param {Page.Card} card @param {Page.Card | undefined} before */
export function measureLoss(card, before) {
  const most = [listScores(card)[0], findBody(card)].reduce((sum, score) => sum + (score ? card[SCORE + score][1] : 0), 0);
  return most ? Math.min(1, countLoss(card, before) / most) : 0;
}

/** Returns what stands at the arrow of a beat: what its target lost, else how it failed, and the kind of the
 * arrow: "dull" where nothing came of it.
 * @param {Partial<Page.Stop>} beat @param {Page.Card} card @param {Page.Card | undefined} before
 * @returns {[amount: string, kind: string]} */
export function describeBlow(beat, card, before) {
  const loss = describeLoss(card, before);
  if (loss || beat.aid) return [loss, beat.aid ? "aid" : ""];
  const blow = tellBlow(beat, card, before);
  return [blow?.short ?? "", beat.failed === undefined ? "" : "dull"];
}

/** Returns what became of the blow of a beat at its target where no number tells it, and what hurt somebody
 * whom nobody struck; null if there is no such thing.
 * @param {Partial<Page.Stop>} beat @param {Page.Card} card @param {Page.Card | undefined} before @returns {Page.News | null} */
function tellBlow(beat, card, before) {
  const { failed, cause } = beat;
  if (failed !== undefined) {
    if (failed === SAVED) return { kind: "dull", text: say("blow-saved"), short: say("blow-saved"), sign: "✓" };
    if (failed < 0) return { kind: "dull", text: say("blow-missed"), short: say("blow-missed"), sign: "○" };
    return { kind: "dull", text: failed ? `${say("armor", { number: failed })} · 0` : say("blow-turned"), short: "0", sign: "0" };
  }
  if (cause && countLoss(card, before)) return { kind: "note", text: firstWords(cause), short: firstWord(firstWords(cause)) };
  return card.hidden && isStruckIn(beat) ? { kind: "loss", text: say("blow-hit"), short: say("blow-hit"), sign: "●" } : null;
}

/** @param {string} key @param {Page.Card} card */
function tellPlain(key, card) {
  if (key === "armor") return say("armor", { number: card.armor ?? 0 });
  if (key === "shield") return say("shield", { number: card.shield ?? 0 });
  if (key === "area") return card.area ? say("in-area", { area: card.area }) : say("news.changed");
  if (key === "at") return tellPlace(card) || say("news.changed");
  return String(card[key] ?? "–");
}

/** Returns where somebody went who is in no area: “near the rocks”; empty where nobody knows.
 * @param {Page.Card} card */
export const tellPlace = ({ at: place }) => (place ? say("news.at", { place }) : "");

/** Returns the words before the first bracket or comma: "broken limb".
 * @param {string} text */
export function firstWords(text) {
  return text.split(/[(,;:·]/)[0].trim();
}
