// Making and finding elements. Words only ever go in as text.
const SVG = "http://www.w3.org/2000/svg";

function find(id) {
  return document.getElementById(id);
}

/** An element with a class, a text or children. */
function make(tag, kind = "", ...inside) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.append(...inside);
  return element;
}

/** An SVG element with attributes. */
function draw(tag, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

/** Somebody's name, whose direction does not reach what stands around it. */
function named(name, kind = "") {
  return make("bdi", kind, name);
}

/** Changes a text only where it is another, so that screen readers stay quiet. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** What only screen readers say. */
function unseen(text) {
  return make("span", "unseen", text);
}
