// The start of the page. It opens at the linked moment, or where the first round begins.
write(find("title"), given.title);
write(find("subtitle"), `${given.game} · ${say("count", { count: line.length })}`);
const left = everything.length - line.length;
write(find("undone-count"), left ? `(${left})` : "");
find("undone-label").hidden = !left;

followTheme();
makeLog((seq) => {
  pause();
  go(seq);
});
makeChart((seq) => {
  pause();
  go(seq);
});
makeNumbers();
for (const name of Object.keys(moves)) {
  find(name).addEventListener("click", () => move(name));
}
find("play").addEventListener("click", playOrPause);
find("slider").addEventListener("input", (event) => {
  pause();
  show(Number(event.target.value));
});
find("undone").addEventListener("change", (event) => showUndone(event.target.checked));
followKeys();
new ResizeObserver(() => {
  const height = `${find("controls").offsetHeight}px`; // elements that stick below the controls need it
  document.documentElement.style.setProperty("--controls", height);
}).observe(find("controls"));

const opening = readLink();
if (opening) go(opening);
else show(Math.max(0, line.findIndex((seq) => events[seq].kind === "r")));
followLinks();
