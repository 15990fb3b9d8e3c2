// Helpers to make and find elements. Words are only ever inserted as text.
const SVG = "http://www.w3.org/2000/svg";

/** Returns the element with an id. Its kind stands in the page alone, so it may be any.
 * @param {string} id @returns {any} */
export function find(id) {
  return document.getElementById(id);
}

/** Makes an element with a class, a text or children.
 * @param {string} tag @param {string} kind @param {...(Node | string)} inside @returns {any} */
export function make(tag, kind = "", ...inside) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.append(...inside);
  return element;
}

/** Makes an SVG element with attributes.
 * @param {string} tag @param {Record<string, any>} attributes @param {...(Node | string)} inside */
export function draw(tag, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

/** Makes a name whose text direction does not affect the text around it.
 * @param {string} name */
export function makeName(name, kind = "") {
  return make("bdi", kind, name);
}

/** Makes a link to an event.
 * @param {number} seq @param {...(Node | string)} inside */
export function makeLink(seq, ...inside) {
  const link = make("a", "", ...inside);
  link.href = `#seq=${seq}`;
  return link;
}

/** Sets a text only if it differs, so that screen readers stay silent.
 * @param {Element} element @param {any} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Makes a text for screen readers only.
 * @param {string} text */
export function makeUnseen(text) {
  return make("span", "unseen", text);
}
