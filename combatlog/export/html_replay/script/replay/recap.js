// The recap: who fell and what would have saved them, missed chances, unlikely rolls.
import { draw, find, make, makeLink, makeName, write } from "../stage/dom.js";
import { events, sides } from "../stage/fight.js";
import { describeLook, say } from "../stage/labels.js";
import { makeTurn } from "./chart.js";
import { isMomentTold, isNameTold, onFilter } from "./filter.js";
import { sayBeside } from "./outcomes.js";
import { isAtEnd, isPresent, present } from "./player.js";
import { findFork, findWatched, isSameTurn } from "./stops.js";
import { makePaneLink } from "./tabs.js";
import { makeWhatIf } from "./what_ifs.js";

/** A blow, or what stands between blows (`kind`); for a blow what all scores came to before and after it.
 * @typedef {[seq: number, kind: string, who: string, round: number, dealt: number, cost: string[], before?: number, left?: number]} Step */
/** @typedef {[seq: number, said: string]} Told */
/** @typedef {[seq: number, said: string, end: string, rescues: (string | [said: string, whatIf: number])[], nothing?: string]} Moment */
/** @typedef {[who: string, moments: Moment[], steps: Step[], whole: number, scores: string, side: string, brief: string, aids: Told[], saved: string]} Fall */
/** @typedef {[seq: number, who: string, said: string]} Survived */
/** @typedef {[who: string, often: string, chances: Told[]]} Missed */
/** @typedef {[seqs: number[], said: string, chance: number, who: string]} Unlikely */
/** @typedef {{ falls: Fall[], left: Survived[], calls: Survived[], missed: Missed[], rolls: Unlikely[], fought: string[], turns: [...Told, string[]][] }} Recap */

const SIGNS = { save: "◇", aid: "✚", gain: "↑" };
const ENDS = { down: "✚", dead: "✕" };
const HIGH = 40; // of the curve
const MOST_FALLS = 40; // that a page tells of: where there are so many, others may have fallen
/** `told` are those of whom it was told why nothing would have saved them, by the words; `at` is the moment at which it was
 * opened; `beside` are the falls of the line that the watched one left.
 * @type {{ recap: Recap | null, turns: Page.Turn[], told: Map<string, string>, at: number, beside: Fall[] | null }} */
const shown = { recap: null, turns: [], told: new Map(), at: -1, beside: null };

/** Shows the recap, in place of the one that was shown; with the turning points, where nobody fell, and with who fell
 * otherwise on the line that it left, of which `beside` is the recap.
 * @param {Recap} recap @param {Page.Turn[]} [turns] @param {Recap | null} [beside] */
export function makeRecap(recap, turns = [], beside = null) {
  if (!shown.recap) onFilter(drawRecap);
  const areAll = [recap, beside].every((each) => (each?.falls.length ?? 0) < MOST_FALLS);
  Object.assign(shown, { recap, turns, beside: areAll ? beside?.falls ?? null : null });
  drawRecap();
}

/** Shows what is told of the chosen people and rounds. */
function drawRecap() {
  if (!shown.recap) return;
  const { fought, turns } = shown.recap;
  const isTold = (/** @type {Fall} */ [who, moments]) => isNameTold(who) && moments.some(([seq]) => isMomentTold(seq));
  const falls = shown.recap.falls.filter(isTold);
  const missed = shown.recap.missed.filter(([who]) => isNameTold(who)).map(/** @returns {Missed} */ ([who, often, chances]) => {
    const told = chances.filter(([seq]) => isMomentTold(seq));
    return [who, told.length < chances.length ? "" : often, told];
  }).filter(([, , chances]) => chances.length);
  const rolls = shown.recap.rolls.filter(([seqs, , , who]) => isNameTold(who) && seqs.some(isMomentTold));
  const { until = Infinity } = findWatched().branch ?? {}; // a what-if does not go on behind it
  const spared = (shown.beside ?? []).filter((fall) => isTold(fall) && fall[1][0][0] <= until && !findLast(shown.recap?.falls, fall[0]));
  find("overview").replaceChildren(...falls.map(makeLine), ...spared.map(makeSpared));
  for (const part of /** @type {("left" | "calls")[]} */ (["left", "calls"])) {
    fill(part, shown.recap[part].filter(([seq, who]) => isNameTold(who) && isMomentTold(seq)).map(([seq, , said]) => make("li", "", tellLink(seq, said))));
  }
  shown.told.clear();
  find("falls").replaceChildren(...falls.map(makeFall));
  find("nobody-fell").hidden = falls.length > 0;
  write(find("nobody-fell"), shown.recap.falls.length ? say("nobody-chosen-fell") : say("nobody-fell"));
  fill("decided", shown.recap.falls.length ? [] : shown.turns.filter(([seq]) => isMomentTold(seq)).map((turn) => make("li", "", makeTurn(turn))));
  fill("missed", missed.map(makeMissed));
  fill("unlikely", rolls.map(([seqs, said, chance]) => {
    const often = seqs.length > 1 ? [" ", make("b", "", say("times", { number: seqs.length })), ...seqs.slice(1).flatMap((seq) => [" ", makeLink(seq, make("small", "", `#${seq}`))])] : [];
    return make("li", "", make("strong", "chance", formatChance(chance)), " ", tellLink(seqs[0], said), ...often);
  }));
  fill("odds", turns.filter(([seq]) => isMomentTold(seq)).map(([seq, said, chances]) =>
    make("li", "", tellLink(seq, said), make("ul", "", ...chances.map((each) => make("li", "", each))))));
  find("fought").replaceChildren(...fought.map((each) => make("p", "", each)));
}

/** Brings the fall of the present beat into sight. At another moment than before, where nobody falls, that of the last beat
 * that felled somebody; at the end of the fight all of them. */
export function revealFall() {
  const { branch, analysed } = findWatched();
  const beside = analysed ? null : branch; // it is that of the fight as it stands
  const at = Math.min(present(), beside ? findFork(beside) : Infinity);
  const falls = (shown.recap?.falls ?? []).flatMap(([, moments, steps]) => moments.map(([seq]) => ({ seq, blow: findFelling(steps, seq) })))
    .sort((one, other) => one.blow - other.blow);
  const fell = falls.find(({ seq, blow }) => isPresent(seq) || isPresent(blow));
  if (!fell && at === shown.at) return; // the reader has read on
  shown.at = at;
  const last = fell ?? (isAtEnd() && !beside ? null : falls.findLast(({ blow }) => blow <= at));
  if (last) find(`fall#seq=${last.seq}`)?.scrollIntoView();
  else find("pane-recap").scrollTop = 0;
}

/** Returns the blow that led to a moment at which somebody fell, or that moment.
 * @param {Step[]} steps @param {number} seq */
const findFelling = (steps, seq) => steps.findLast(([at, kind]) => kind === "blow" && at <= seq)?.[0] ?? seq;

/** Fills a list, and hides its box where there is nothing to say.
 * @param {string} name @param {HTMLElement[]} items */
function fill(name, items) {
  find(name).replaceChildren(...items);
  find(`${name}-box`).hidden = !items.length;
}

/** @param {string} side */
const lineOf = (side) => `line-${sides.indexOf(side) % 8}`;

/** Returns the last fall of somebody.
 * @param {Fall[] | null | undefined} falls @param {string} who */
const findLast = (falls, who) => falls?.findLast(([name]) => name === who);

/** Returns how a fall ended: `down` or `dead`.
 * @param {Fall} fall */
const findEnd = ([, moments]) => /** @type {Moment} */ (moments.at(-1))[2];

/** Makes the line of one who did not fall on the watched line, but on the one that it left.
 * @param {Fall} fall */
function makeSpared(fall) {
  const [who, , , , , side, brief] = fall;
  return make("li", lineOf(side), make("b", "", makeName(who)), ` ${say("not-fallen")} `, make("small", "there", sayBeside(`${describeLook(findEnd(fall))}, ${brief}`)));
}

/** Returns how who fell on the watched line ended on the one that it left, if otherwise; behind their last fall.
 * @param {Fall} fall */
function tellBeside(fall) {
  const { beside, recap } = shown;
  const other = findLast(beside, fall[0]);
  if (!beside || findLast(recap?.falls, fall[0]) !== fall || (other && findEnd(other) === findEnd(fall))) return [];
  return [" ", make("small", "there", sayBeside(other ? describeLook(findEnd(other)) : say("came-up")))];
}

/** Makes the line of one who fell, which leads to their card; on phones without what would have saved them.
 * @param {Fall} fall */
function makeLine(fall) {
  const [who, moments, , , , side, brief, aids, saved] = fall;
  const end = findEnd(fall);
  const link = makeLink(moments[0][0], make("b", "", ENDS[/** @type {"down"} */ (end)], " ", makeName(who)), ` ${brief}`,
    ...(saved ? [make("span", "", `; ${saved}`)] : []), ...aids.map(([, said]) => `; ${said}`));
  link.dataset.pane = "recap";
  return make("li", lineOf(side), link, ...tellBeside(fall));
}

/** Makes the card of one who fell: the moments, the course of what they had left, the blows and what stands
 * between them, and what would have saved them.
 * @param {Fall} fall */
function makeFall([who, moments, steps, whole, scores, side, , aids]) {
  const blows = steps.filter(([, , , , , , left]) => left !== undefined);
  const heads = moments.map(([seq, said], nth) => {
    const blow = findFelling(steps, seq);
    if (isSameTurn(blow, seq)) events[seq].blow = blow;
    const head = make("p", nth ? "" : "fell", tellLink(seq, said), " ", makePaneLink("story", seq));
    head.id = `fall#seq=${seq}`;
    return head;
  });
  /** @type {Map<number, string>} */
  const felling = new Map();
  for (const [seq, , end] of [...moments].reverse()) felling.set(findFelling(steps, seq), end);
  const saved = moments.flatMap(([, , end, rescues, nothing]) => [
    ...(rescues.length ? [make("p", "quiet", end === "dead" ? say("saved-by", { who }) : say("kept-up-by", { who })),
      make("ul", "rescues", ...rescues.map(makeRescue))] : []),
    ...(nothing ? [make("p", "quiet", tellNothing(nothing, who))] : tellMissing(rescues)),
  ]);
  return make("li", `fall ${lineOf(side)}`, ...heads, ...(blows.length ? [drawCourse(moments, blows, whole, scores)] : []),
    make("ol", "blows", ...steps.map((step) => makeStep(step, whole, scores.includes(" + "), felling.get(step[0]))),
      ...aids.map(([seq, said]) => make("li", "between", tellLink(seq, make("b", "", SIGNS.aid), " ", said)))), ...saved);
}

/** Returns why nothing is told of what would have saved who fell in a what-if.
 * @param {(string | [said: string, whatIf: number])[]} rescues */
function tellMissing(rescues) {
  const { analysed, branch } = findWatched();
  return analysed && branch?.until && !rescues.length ? [make("p", "quiet", say("not-of-what-if"))] : [];
}

/** Returns why nothing would have saved somebody, of all to whom the same applies for the first one alone.
 * @param {string} why @param {string} who */
function tellNothing(why, who) {
  const first = shown.told.get(why) ?? who;
  shown.told.set(why, first);
  return first === who ? why : say("saved-as", { who: first });
}

/** Draws what one had left, blow by blow, with a mark where they went down and died.
 * @param {Moment[]} moments @param {Step[]} blows @param {number} whole @param {string} scores */
function drawCourse(moments, blows, whole, scores) {
  const high = (/** @type {number} */ number) => (HIGH * (1 - Math.max(0, number) / Math.max(1, whole))).toFixed(1);
  const at = (/** @type {number} */ nth) => (100 * nth / (blows.length + 1)).toFixed(1);
  const lefts = blows.map((blow) => blow[7] ?? 0);
  const steps = lefts.map((left, nth) => `H${at(nth + 1)}V${high(left)}`);
  const path = [`M0 ${high(blows[0][6] ?? 0)}`, ...steps].join("");
  const fall = draw("svg", { viewBox: `0 0 100 ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("path", { class: "lead", d: `${path}H100V${HIGH}H0Z` }), draw("path", { class: "series", d: `${path}H100`, "vector-effect": "non-scaling-stroke" }));
  const marks = moments.map(([seq, , end]) => {
    const nth = blows.findLastIndex((blow) => blow[0] <= seq);
    const mark = make("b", "", ENDS[/** @type {"down"} */ (end)]);
    mark.style.setProperty("left", `${end === "dead" && moments.length > 1 ? 98 : at(nth + 1)}%`);
    return mark;
  });
  const ticks = blows.flatMap(([, , , round], nth) => {
    if (round < 1 || round === blows[nth - 1]?.[3]) return [];
    const tick = make("small", "", say("chart-round", { number: round }));
    tick.style.setProperty("left", `${at(nth + 1)}%`);
    return [tick];
  });
  const from = blows[0][6] ?? 0;
  const about = say("left-over", { scores, from: from === whole ? whole : say("of", { now: from, most: whole }), to: lefts[lefts.length - 1] });
  return make("figure", "course", make("div", "", fall, ...ticks, ...marks), make("figcaption", "quiet", about.replace("-", "−")));
}

/** Makes a blow: who struck with what, a bar of what was left with what it took, what it cost, and where that was of
 * several scores, what was left; with a mark on the one that felled. Or what stands between blows.
 * @param {Step} step @param {number} whole @param {boolean} isSum @param {string} [end] */
function makeStep([seq, kind, who, round, dealt, cost, before, left], whole, isSum, end) {
  const when = make("span", "quiet", round < 0 ? say("after-rounds") : round ? say("in-round", { number: round }) : say("before-rounds"));
  if (kind !== "blow") return make("li", "between", tellLink(seq, make("b", "", SIGNS[/** @type {"aid"} */ (kind)]), " ", who, " ", when));
  const link = tellLink(seq, make("span", "blow-who", make("b", "", who), " ", when));
  if (end) link.firstChild.append(" ", make("b", "blow-felled", ENDS[/** @type {"down"} */ (end)], " ", describeLook(end)));
  const rest = left === undefined || !isSum ? [] : [say("blow-left", { now: `${left}`.replace("-", "−"), most: whole })];
  link.append(make("span", "blow-bar", before === undefined || left === undefined ? "" : drawLeft(before, left, whole),
    make("b", "", describeDealt(dealt, (before ?? dealt) - (left ?? 0)))), make("span", "blow-cost", [...cost, ...rest].join(", ")));
  return make("li", end ? "blow-felling" : "", link);
}

/** Returns what a blow dealt, and what it cost where that is something else: it may go beyond the last point.
 * @param {number} dealt @param {number} lost */
function describeDealt(dealt, lost) {
  if (!dealt) return "";
  return lost === dealt ? say("blow-damage", { number: dealt }) : say("blow-dealt", { number: dealt, lost });
}

/** Draws a bar of what is left after a blow, and what it took.
 * @param {number} before @param {number} left @param {number} whole */
function drawLeft(before, left, whole) {
  const wide = (/** @type {number} */ number) => 100 * Math.max(0, number) / Math.max(1, whole);
  return draw("svg", { class: "part", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { width: 100, height: 8 }), draw("rect", { class: "kept", width: wide(left), height: 8 }),
    draw("rect", { class: "dealt", x: wide(left), width: wide(before) - wide(left), height: 8 }));
}

/** Makes what would have saved somebody, with a button that plays it.
 * @param {string | [said: string, whatIf: number]} rescue */
function makeRescue(rescue) {
  if (typeof rescue === "string") return make("li", "", ...linkEvents(rescue));
  return make("li", "", ...linkEvents(rescue[0]), " ", makeWhatIf(rescue[1]));
}

/** Makes what one combatant missed, folded where it is more than one chance.
 * @param {Missed} missed */
function makeMissed([who, often, chances]) {
  const links = chances.map(([seq, said]) => make("li", "", tellLink(seq, said)));
  if (links.length === 1) return make("li", "", ...links[0].childNodes);
  return make("li", "", make("details", "",
    make("summary", "", makeName(who), ` ${often}`), make("ul", "", ...links)));
}

const NAMED = /(#[0-9]+)/;

/** Returns a text in which every event that it names is a link.
 * @param {string} words */
function linkEvents(words) {
  return words.split(NAMED).map((part) => (NAMED.test(part) ? tellLink(Number(part.slice(1)), part) : part));
}

/** Makes a link to an event around its words, in which its number is small print.
 * @param {number} seq @param {...(Node | string)} words */
function tellLink(seq, ...words) {
  return makeLink(seq, ...words.flatMap(/** @returns {(Node | string)[]} */ (part) => (typeof part === "string" ? part.split(NAMED) : [part]))
    .map((part) => (typeof part === "string" && NAMED.test(part) ? make("small", "", part) : part)));
}

/** @param {number} chance */
function formatChance(chance) {
  const percent = 100 * chance;
  return say("percent", { number: percent < 1 ? percent.toFixed(1) : Math.round(percent) });
}
