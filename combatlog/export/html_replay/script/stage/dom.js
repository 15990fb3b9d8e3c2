// Helpers to make and find elements. Words are only ever inserted as text.
const SVG = "http://www.w3.org/2000/svg";

export function find(id) {
  return document.getElementById(id);
}

/** Makes an element with a class, a text or children. */
export function make(tag, kind = "", ...inside) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.append(...inside);
  return element;
}

/** Makes an SVG element with attributes. */
export function draw(tag, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

/** Makes a name whose text direction does not affect the text around it. */
export function makeName(name, kind = "") {
  return make("bdi", kind, name);
}

/** Sets a text only if it differs, so that screen readers stay silent. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Makes a text for screen readers only. */
export function makeUnseen(text) {
  return make("span", "unseen", text);
}
