// What is new about a combatant, in a few short words that stand at the token.
import { SCORE, formatScore, isThere, listScores } from "./fight.js";
import { describeLook, say } from "./labels.js";

const PLAIN = ["armor", "shield", "area", "side", "player", "scale", "kind"];

/** Returns the news between two cards of a combatant: [{kind, text, short}], the gravest first. Where
 * there is little room, only what has a short form is shown. */
export function listNews(card, before) {
  if (!isThere(card) || card === before) return [];
  if (!isThere(before)) return [{ kind: "note", text: say("news.joined") }];
  const found = [...tellStanding(card, before), ...tellScores(card, before)];
  for (const what of ["wounds", "conditions"]) {
    const was = before[what] ?? [];
    const now = card[what] ?? [];
    const kind = what === "wounds" ? "wound" : "loss";
    const short = what === "wounds" ? "✚" : "";
    for (const text of now) {
      if (was.includes(text)) continue;
      const known = was.some((other) => firstWords(other) === firstWords(text)); // it has changed
      found.push({ kind: known ? "note" : kind, text: firstWords(text), short });
    }
    if (card.standing === "dead") continue;
    for (const text of was) {
      const stays = now.some((other) => firstWords(other) === firstWords(text));
      if (!now.includes(text) && !stays) {
        found.push({ kind: "gain", text: say("news.over", { what: firstWords(text) }) });
      }
    }
  }
  for (const key of PLAIN) {
    if (card[key] !== before[key]) found.push({ kind: "note", text: tellPlain(key, card) });
  }
  if (card.name !== before.name) found.push({ kind: "note", text: card.name });
  if (card.engaged !== before.engaged) {
    const text = card.engaged ? say("engaged", { who: card.engaged }) : say("news.free");
    found.push({ kind: "note", text });
  }
  if (!found.length) found.push({ kind: "note", text: say("news.changed") });
  return found;
}

function tellStanding(card, before) {
  if (card.standing !== before.standing) {
    if (!card.standing) return [{ kind: "gain", text: say("news.back") }];
    const text = card.standing === "gone" && card.how ? card.how : describeLook(card.standing);
    return [{ kind: "fate", text, short: text }];
  }
  if (card.look === before.look) return [];
  if (card.look === "down") {
    const text = describeLook("down");
    return [{ kind: "fate", text, short: text }];
  }
  if (card.hidden) {
    const kind = card.look === "unhurt" ? "gain" : "loss";
    return [{ kind, text: describeLook(card.look), short: describeLook(card.look) }];
  }
  return [];
}

function tellScores(card, before) {
  const found = [];
  for (const score of listScores(card)) {
    const [now, most] = card[SCORE + score];
    const [was, mostBefore] = before[SCORE + score] ?? [];
    if (now !== was) {
      const fields = { score, was: formatScore(score, was ?? now), now: formatScore(score, now) };
      const kind = now < was ? "loss" : "gain";
      found.push({ kind, text: say("news.score", fields), short: formatChange(now - was) });
    } else if (most !== mostBefore) {
      found.push({ kind: "note", text: say("news.most", { score, most: formatScore(score, most) }) });
    }
  }
  return found;
}

const formatChange = (change) => (change < 0 ? `−${-change}` : `+${change}`);

/** Returns what a combatant has lost of all scores together: "−5"; empty where nothing is known. */
export function describeLoss(card, before) {
  if (!isThere(card) || !isThere(before) || card === before) return "";
  const losses = listScores(card).map((score) => {
    const [was] = before[SCORE + score] ?? card[SCORE + score];
    return Math.min(0, card[SCORE + score][0] - was);
  });
  const lost = losses.reduce((sum, each) => sum + each, 0);
  return lost < 0 ? formatChange(lost) : "";
}

function tellPlain(key, card) {
  if (key === "armor") return say("armor", { number: card.armor ?? 0 });
  if (key === "shield") return say("shield", { number: card.shield ?? 0 });
  if (key === "area") return card.area ? say("in-area", { area: card.area }) : say("news.changed");
  return String(card[key] ?? "–");
}

/** Returns the words before the first bracket or comma: "broken limb". */
export function firstWords(text) {
  return text.split(/[(,;:·]/)[0].trim();
}
