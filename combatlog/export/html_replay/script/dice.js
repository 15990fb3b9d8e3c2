// Dice, drawn in their shapes with their faces.
const SHAPES = {
  d4: "M24 5 44 41H4Z",
  d6: "M8 8H40V40H8Z",
  d8: "M24 3 43 24 24 45 5 24Z",
  d10: "M24 3 45 20 41 31 24 45 7 31 3 20Z",
  d12: "M24 3 44 18 36 43H12L4 18Z",
  d20: "M24 2 43 13V35L24 46 5 35V13Z",
};
const ROUND = "M24 4A20 20 0 1 1 23.990 4Z";
const LOW = { d4: 7 };

/** Draws the shape of a die with a text on it. */
function drawDie(die, text) {
  const picture = draw("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" });
  const at = { x: 24, y: 25 + (LOW[die] ?? 0), "text-anchor": "middle", "dominant-baseline": "central" };
  picture.append(draw("path", { d: SHAPES[die] ?? ROUND }), draw("text", at, text));
  return picture;
}

/** Makes a die of an event. Of several dice the one that counts stands out. */
function makeDie([die, face, counts], several) {
  const fields = { die: die || "?", face };
  const spoken = !several
    ? say("die-shown", fields)
    : counts ? say("die-counts", fields) : say("die-dropped", fields);
  const item = make("div", `die ${counts ? "kept" : "dropped"}`, drawDie(die, String(face)));
  item.setAttribute("role", "listitem");
  item.setAttribute("aria-label", spoken);
  item.append(make("span", "kind", die));
  item.lastChild.setAttribute("aria-hidden", "true");
  return item;
}
