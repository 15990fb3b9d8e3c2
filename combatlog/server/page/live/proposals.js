// Proposals of players: an undo or a correction that others agree to, or not. The server applies one
// only at the head that its voters have seen.
import { find, make, makeName } from "../stage/dom.js";
import { say } from "../stage/labels.js";
import { makeKey } from "./connection.js";
import { sendUntilAnswered, showAnswer, showRefusal } from "./say.js";
import { findLast } from "./view.js";

const shown = { written: "" };

/** Proposes a line such as “undo” or “amend 5 3; why: misheard”. Returns whether it was taken. */
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

/** Shows the proposals that wait, with what this reader can say to them. */
export function showProposals(proposals) {
  const written = JSON.stringify(proposals);
  if (written === shown.written) return;
  shown.written = written;
  find("proposals").hidden = !proposals.length;
  find("proposals").replaceChildren(...proposals.map(makeProposal));
}

function makeProposal(proposal) {
  const { by, said, why, stale, votes, waiting, mine, votes_here: isAsked } = proposal;
  const item = make("li", "proposal", make("p", "", makeName(by, "who"), `: ${said}`));
  if (why) item.append(make("p", "note", why));
  if (stale) item.append(make("p", "quiet", say("live.stale")));
  const answers = make("div", "chips");
  const choices = mine ? [["no", say("live.withdraw")]] : [["no", say("live.disagree")]];
  if (isAsked) choices.unshift(["yes", say("live.agree")]);
  for (const [answer, words] of choices) {
    const button = make("button", answer === "yes" ? "main" : "", words);
    button.type = "button";
    button.addEventListener("click", () => vote(proposal, answer));
    answers.append(button);
  }
  if (isAsked || mine) item.append(answers);
  if (waiting.length) item.append(make("p", "quiet", say("live.waits", { who: waiting.join(", ") })));
  if (votes.length) item.append(make("p", "quiet", say("live.agreed", { who: votes.map(({ name }) => name).join(", ") })));
  return item;
}

/** Answers a proposal, at the head at which it was shown. */
async function vote({ id, head }, answer) {
  try {
    await sendUntilAnswered("POST", `/api/proposals/${id}`, { answer, head });
  } catch (fault) {
    showRefusal(fault, null);
  }
}
