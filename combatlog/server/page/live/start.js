// The start of the live page: who is here, which fight, and the stream of it.
import { find } from "../stage/dom.js";
import { say, setLabels } from "../stage/labels.js";
import { followKeys } from "../replay/keys.js";
import { followTheme } from "../replay/theme.js";
import { followStream } from "./connection.js";
import { followFights, showLatest } from "./fights.js";
import { beginHands, endHands, showTurn } from "./hands.js";
import { knock, tellAtDoor } from "./join.js";
import { tellChanges } from "./others.js";
import { forgetRecorded } from "./order.js";
import { showProposals } from "./proposals.js";
import { setRun } from "./queue.js";
import { sendUntilAnswered } from "./say.js";
import { showBeforeFights, showCompany, showTable } from "./table.js";
import { closeView, findLast, findMark, prepareView, takeFrame } from "./view.js";
import { beginWaiting, showConnection, showSign } from "./waiting.js";

/** @type {{ seat: Server.SeatView, fight: string, opening: any, opened: number, stop: (() => void) | null }} */
const page = { seat: /** @type {any} */ (null), fight: "", opening: null, opened: 0, stop: null };

setLabels(JSON.parse(find("data").textContent).labels);
followTheme();
followKeys();
prepareView();
begin();

async function begin() {
  const link = location.hash.slice(1);
  page.seat = await knock(/^[\w-]{20,}$/.test(link) ? link : "");
  history.replaceState(null, "", location.pathname + location.search); // nobody reads the link over a shoulder
  document.documentElement.dataset.role = page.seat.role;
  find("joining").hidden = true;
  find("app").hidden = false;
  beginWaiting(page.seat);
  followFights(page.seat, openFight, () => showBeforeFights(page.seat));
}

/** Opens a fight, in place of the one that is open.
 * @param {string} fight */
async function openFight(fight) {
  page.stop?.();
  page.opened += 1;
  const own = page.opened;
  endHands();
  closeView();
  page.fight = fight;
  const opening = await sendUntilAnswered("GET", `/api/fights/${fight}`);
  if (own !== page.opened) return; // another one was chosen meanwhile
  page.opening = opening;
  document.title = page.opening.title;
  beginHands(page.seat, fight);
  page.stop = followStream(fight, () => [findLast(), findMark()], hear, (how) => {
    showConnection(how);
    if (how !== "ended") return;
    if (page.seat.role !== "referee") tellAtDoor(say("live.removed"));
    location.reload();
  });
}

/** @type {Record<string, (data: any) => void>} */
const HEARD = {
  frame(frame) {
    const last = findLast();
    if (!frame.after && last > 0) forgetRecorded(page.fight); // the campaign was restored
    if (!takeFrame(frame, page.opening)) openFight(page.fight);
    else {
      showSign();
      tellChanges(page.fight, last, frame.head);
    }
  },
  company(company) {
    showCompany(company, page.seat);
  },
  beside(beside) {
    showTable(beside, page.seat);
    showProposals(beside.proposals);
    showTurn(beside.turn);
    showLatest(beside.latest);
    setRun(beside.run);
  },
};

/** @param {string} kind @param {any} data */
function hear(kind, data) {
  HEARD[kind]?.(data);
}
