// What the replay and the live table have in common: the parts that follow the present stop, the
// buttons of the player, what an opened pane shows, and the way to an event on another line.
import { find } from "../stage/dom.js";
import { showField } from "../stage/field.js";
import { states } from "../stage/fight.js";
import { findEnd, isOver, showOutcome } from "../stage/outcome.js";
import { showSentence } from "../stage/sentence.js";
import { showCompared, showCorrection, showWatched } from "./branches.js";
import { showCursor } from "./chart.js";
import { followChoice, makeLog, revealRow, showRow } from "./log.js";
import { tellShown } from "./filter.js";
import { revealChanged, showCards } from "./people.js";
import { follow, move, moves, pause, playOrPause, show } from "./player.js";
import { findWatched, listBranches, listWhatIfs, watchLine } from "./stops.js";
import { revealBeat, showBeat } from "./story.js";
import { showStrength } from "./strength.js";
import { showOffers } from "./what_ifs.js";

/** Makes every part of the page show each stop, its outcome and sentence first. */
export function followStops() {
  followChoice();
  find("compared-box").open = matchMedia("(width>=40rem) and (height>=30rem)").matches;
  find("compared-box").ontoggle = revealBeat; // it gives room to the story, or takes it
  follow((stop, state) => showOutcome(stop.stops ? state : isOver(state) && !findWatched().branch?.until ? findEnding(state) : null, state));
  follow(showOffers); // which takes room from the sentence
  follow(showSentence);
  follow((stop, state, before) => showField(state, before, stop));
  follow((stop, state, before) => showCards(state, before));
  for (const part of [showStrength, showCursor, showWatched, showCompared, showCorrection]) follow(part);
  follow(showBeat); // the lists come last: what is told above them takes room from them
  follow((stop) => showRow(stop.seq));
}

/** Returns the state in which the fight ended: what comes after it changes nothing of how it ended, but for
 * those who died of it.
 * @param {Page.State} state */
function findEnding(state) {
  const { scene, people } = states[findWatched().line[findEnd(findWatched().line)]] ?? state;
  return { scene, people: people.map((card, nth) => (state.people[nth].standing === "dead" ? state.people[nth] : card)) };
}

/** Makes the buttons and the slider work. `asked` is called with what the reader asked for.
 * @param {(done: () => void) => void} asked */
export function followPlayer(asked = (done) => done()) {
  for (const name of Object.keys(moves)) find(name).addEventListener("click", () => asked(() => move(name)));
  find("play").addEventListener("click", () => asked(playOrPause));
  find("slider").addEventListener("input", (/** @type {any} */ { target }) => asked(() => {
    pause();
    show(Number(target.value));
  }));
}

/** Shows what a pane only shows once it is open.
 * @param {string} name */
export function showPane(name) {
  if (name === "story") revealBeat();
  if (name === "log") {
    makeLog();
    revealRow();
  }
  if (name === "people") revealChanged();
  tellShown();
}

/** Watches a line that has an event: the fight as it stands if it can, else a branch or a what-if. Where no line has
 * it, watches the fight as it stands, and returns false.
 * @param {number} seq */
export function watchLineOf(seq) {
  const isFound = [null, ...listBranches(), ...listWhatIfs()].some((each) => {
    watchLine(each);
    return findWatched().line.includes(seq);
  });
  if (!isFound) watchLine(null);
  return isFound;
}
