// Proposals of players: an undo or a correction that others agree to, or not. The server applies one
// only at the head that its voters have seen. The referee types the dice that a correction needs.
import { find, make, makeName } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeKey, send } from "./connection.js";
import { findNeeded, makeNeeds } from "./needs.js";
import { sendUntilAnswered, showAnswer, showRefusal } from "./say.js";
import { findLast } from "./view.js";

/** @type {{ written: string, proposals: Server.Proposal[] }} */
const shown = { written: "", proposals: [] };
/** @type {{ id: string, head: number, typed: import("./needs.js").Typed[], preview: Server.Preview | null, agrees: boolean }} */
const asked = { id: "", head: 0, typed: [], preview: null, agrees: false };

/** Proposes a line such as “undo” or “amend 5 3; why: misheard”. Returns whether it was taken.
 * @param {string} fight @param {string} line @param {string} why */
export async function propose(fight, line, why) {
  try {
    await sendUntilAnswered("POST", `/api/fights/${fight}/proposals`, { head: findLast(), key: makeKey(), line, why });
    showAnswer(say("live.proposed"));
    return true;
  } catch (fault) {
    showRefusal(fault, null);
    return false;
  }
}

/** Shows the proposals that wait, with what this reader can say to them.
 * @param {Server.Proposal[]} proposals */
export function showProposals(proposals) {
  const written = JSON.stringify(proposals);
  if (written === shown.written) return;
  const isOpen = proposals.some(({ mine, outcome }) => mine && outcome === "open");
  if (!isOpen && find("answer").textContent === say("live.proposed")) showAnswer("");
  Object.assign(shown, { written, proposals });
  showAll();
}

function showAll() {
  find("proposals").hidden = !shown.proposals.length;
  find("proposals").replaceChildren(...shown.proposals.map(makeProposal));
}

/** @param {Server.Proposal} proposal */
function makeProposal(proposal) {
  const { id, by, said, why, head, stale, votes, waiting, mine, votes_here: isAsked } = proposal;
  const item = make("li", "proposal", make("p", "", makeName(by, "who"), `: ${said}`));
  if (why && !said.includes(why)) item.append(make("p", "note", why));
  if (proposal.outcome === "rejected") {
    item.append(make("p", "obstacle", say("live.rejected", { who: proposal.rejected_by ?? "" })));
    return item;
  }
  if (stale) item.append(make("p", "quiet", say("live.stale")));
  const preview = asked.id === id && asked.head === head ? asked.preview : null;
  if (preview) item.append(...makePreview(proposal, preview));
  const answers = make("div", "chips");
  for (const [answer, words] of listAnswers(proposal)) {
    const button = make("button", ["yes", "again"].includes(answer) ? "main" : "", words);
    button.type = "button";
    button.disabled = answer === "yes" && Boolean(preview && findNeeded(preview));
    button.addEventListener("click", () => vote(proposal, answer));
    answers.append(button);
  }
  if (isAsked || mine) item.append(answers);
  if (waiting.length) item.append(make("p", "quiet", say("live.waits", { who: waiting.join(", ") })));
  if (votes.length) item.append(make("p", "quiet", say("live.agreed", { who: votes.map(({ name }) => name).join(", ") })));
  return item;
}

const isReferee = () => document.documentElement.dataset.role === "referee";

/** Returns what this reader can answer. What is stale is asked again, by its maker or the referee.
 * @param {Server.Proposal} proposal @returns {string[][]} */
function listAnswers({ to, stale, mine, votes_here: isAsked }) {
  const no = ["no", mine ? say("live.withdraw") : say("live.disagree")];
  if (stale) return mine || isReferee() ? [["again", say("live.ask-again")], no] : [no];
  const look = isReferee() && !to ? [["look", say("live.preview")]] : [];
  return isAsked ? [["yes", say("live.agree")], ...look, no] : [no];
}

/** Makes what a correction would change, and the keys of the die that it needs.
 * @param {Server.Proposal} proposal @param {Server.Preview} preview */
function makePreview(proposal, preview) {
  const parts = (preview.changes ?? []).map(({ name, field, then, now }) =>
    make("li", "", makeName(name, "who"), ` ${field} ${then || "–"} → ${now || "–"}`));
  const keys = makeNeeds(preview, asked.typed, (typed) => {
    asked.typed = typed;
    look(proposal, asked.agrees);
  });
  return [make("ul", "would-change", ...(parts.length ? parts : preview.lines.map((each) => make("li", "", each)))), ...keys];
}

/** Shows what a correction would change. Who has agreed to it does so after the last die that it needed; who only looks
 * is asked then.
 * @param {Server.Proposal} proposal */
async function look(proposal, isAgreed = false) {
  const { id, head, line } = proposal;
  if (asked.id !== id || asked.head !== head) Object.assign(asked, { id, head, typed: [] });
  asked.agrees = isAgreed;
  const sent = { head, line, answers: asked.typed.map(({ face }) => face) };
  try {
    asked.preview = await send("POST", `/api/fights/${proposal.fight}/preview`, sent);
  } catch (fault) {
    asked.typed = asked.typed.slice(0, -1);
    showRefusal(fault, null);
    return;
  }
  if (isAgreed && asked.preview && !findNeeded(asked.preview)) await answerWith(proposal, "yes");
  showAll();
}

/** Answers a proposal. Before the referee agrees to a correction, it is looked at: it may need dice.
 * @param {Server.Proposal} proposal @param {string} answer */
async function vote(proposal, answer) {
  if (answer === "look" || (answer === "yes" && isReferee() && !proposal.to)) await look(proposal, answer === "yes");
  else await answerWith(proposal, answer);
}

/** Answers a proposal at the head at which it was shown; it is asked again for the present one.
 * @param {Server.Proposal} proposal @param {string} answer */
async function answerWith({ id, head }, answer) {
  const answers = asked.id === id && asked.head === head && answer === "yes" ? asked.typed.map(({ face }) => face) : [];
  try {
    await sendUntilAnswered("POST", `/api/proposals/${id}`, { answer, answers, head: answer === "again" ? findLast() : head });
  } catch (fault) {
    showRefusal(fault, null);
  }
}
