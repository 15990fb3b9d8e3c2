// A link to a moment: `#seq=41`, read and kept up.
const SETTLED = 200; // milliseconds: browsers stop listening to addresses that change too often
let settling = 0;

/** The event that the address names, if there is one. */
function linked() {
  const match = /^#seq=([0-9]{1,9})$/.exec(location.hash);
  const seq = match ? Number(match[1]) : 0;
  return seq >= 1 && seq < events.length ? seq : 0;
}

/** Puts the event into the address, once it stays. */
function keepLink(seq) {
  clearTimeout(settling);
  settling = setTimeout(() => history.replaceState(null, "", `#seq=${seq}`), SETTLED);
}

function linkTo(seq) {
  return `${location.href.split("#")[0]}#seq=${seq}`;
}

async function copyLink() {
  const seq = present();
  try {
    await navigator.clipboard.writeText(linkTo(seq));
    toast(say("copied", { seq }));
  } catch {
    toast(say("not-copied", { seq }));
  }
}

let fading = 0;

/** A word that goes away by itself. */
function toast(text) {
  clearTimeout(fading);
  write(find("toast"), text);
  fading = setTimeout(() => write(find("toast"), ""), 4000);
}

function followLinks() {
  addEventListener("hashchange", () => {
    const seq = linked();
    if (seq && seq !== present()) {
      pause();
      go(seq);
    }
  });
  find("copy").addEventListener("click", copyLink);
  player.heard.push(keepLink);
}
