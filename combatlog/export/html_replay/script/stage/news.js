// What is new about a combatant, in a few short words that stand at the token.
import { SCORE, formatScore, isThere, listScores } from "./fight.js";
import { describeLook, say } from "./labels.js";

const PLAIN = ["armor", "shield", "area", "side", "player", "scale", "kind"];

/** Returns the news between two cards of a combatant: [{kind, text}], the gravest first. */
export function listNews(card, before) {
  if (!isThere(card) || card === before) return [];
  if (!isThere(before)) return [{ kind: "note", text: say("news.joined") }];
  const found = [...tellStanding(card, before), ...tellScores(card, before)];
  for (const what of ["wounds", "conditions"]) {
    const was = before[what] ?? [];
    const now = card[what] ?? [];
    const kind = what === "wounds" ? "wound" : "loss";
    for (const text of now) if (!was.includes(text)) found.push({ kind, text: firstWords(text) });
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
    return [{ kind: "fate", text }];
  }
  if (card.look === before.look) return [];
  if (card.look === "down") return [{ kind: "fate", text: describeLook("down") }];
  if (card.hidden) {
    const kind = card.look === "unhurt" ? "gain" : "loss";
    return [{ kind, text: describeLook(card.look) }];
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
      found.push({ kind: now < was ? "loss" : "gain", text: say("news.score", fields) });
    } else if (most !== mostBefore) {
      found.push({ kind: "note", text: say("news.most", { score, most: formatScore(score, most) }) });
    }
  }
  return found;
}

function tellPlain(key, card) {
  if (key === "armor") return say("armor", { number: card.armor ?? 0 });
  if (key === "shield") return say("shield", { number: card.shield ?? 0 });
  if (key === "area") return card.area ? say("in-area", { area: card.area }) : say("news.changed");
  return String(card[key] ?? "–");
}

/** Returns the words before the first bracket or comma: "broken limb". */
function firstWords(text) {
  return text.split(/[(,;:·]/)[0].trim();
}
