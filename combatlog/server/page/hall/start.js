// The campaigns in which this browser has a seat, and making another one.
import { find, make } from "../stage/dom.js";
import { say, setLabels } from "../stage/labels.js";
import { send } from "../live/connection.js";

setLabels(JSON.parse(find("data").textContent).labels);
find("make").addEventListener("submit", async (/** @type {Event} */ submit) => {
  submit.preventDefault();
  try {
    const made = await send("POST", "/api/campaigns", { name: find("name").value.trim() });
    location.assign(made.path);
  } catch (fault) {
    find("answer").textContent = fault.message || say("live.lost");
  }
});
addEventListener("pageshow", showCampaigns);

async function showCampaigns() {
  try {
    /** @type {Server.CampaignList} */
    const { campaigns, makes } = await send("GET", "/api/campaigns");
    find("campaigns").replaceChildren(...campaigns.map(makeItem));
    find("none").hidden = campaigns.length > 0;
    find("make").hidden = !makes;
  } catch (fault) {
    find("answer").textContent = fault.message || say("live.lost");
  }
}

/** @param {Server.CampaignView} campaign */
function makeItem({ name, path, called, role, admitted }) {
  const link = make("a", "", name);
  link.href = path;
  link.dir = "auto";
  const roles = /** @type {Record<string, string>} */ ({ referee: say("live.referee"), spectator: say("live.spectator") });
  const words = [called, roles[role], admitted ? "" : say("live.campaign-waits")].filter(Boolean).join(" · ");
  return make("li", "seat", link, " ", make("span", "quiet", words));
}
