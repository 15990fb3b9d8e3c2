// What a token has room for: texts are shown whole, in fewer words, or as signs; what has no room at
// all is left to the sentence. Nothing is cut.
import { make, write } from "./dom.js";

/** @typedef {[kind: string, text?: string]} Shown */

const FORMS = 11;
const WORDS = [2, 3]; // the last forms that tell what is new in words
const NAMES = 3; // sizes of a name
const LEAST = 5; // letters that are left of a name
const BAR = 3; // pixels at the foot of a token that its bar takes

/** Writes marks, the first ones being the most urgent: the last ones in fewer words where all are not whole,
 * then as many as are whole, and how many more there are.
 * @param {HTMLElement} box @param {Page.Plan[]} marks */
export function fitMarks(box, marks) {
  for (let whole = marks.length; whole >= 0; whole -= 1) {
    write(box, marks.map(({ text, short }, at) => (at < whole ? text : short)).join(" · "));
    if (isWhole(box)) return;
  }
  for (let count = marks.length - 1; count > 0; count -= 1) {
    for (const form of /** @type {("text" | "short")[]} */ (["text", "short"])) {
      const told = marks.slice(0, count).map((mark, at) => (at ? mark.short : mark[form]));
      write(box, `${told.join(" · ")} +${marks.length - count}`);
      if (isWhole(box)) return;
    }
  }
  const words = (marks[0]?.short ?? "").split(" ");
  do write(box, words.join(" ") + (words.length ? " …" : ""));
  while (!isWhole(box) && words.pop());
  if (!marks.length) write(box, "");
}

/** Writes a name in the largest size in which it is whole, if need be in two lines, or in place of signs and units;
 * else without the end of what stands before its last word, which tells it from others: “Root G… 2”; else its
 * beginning. Where not even that has room, the token does without its number.
 * @param {HTMLElement} name @param {string} text */
export function fitName(name, text) {
  const { classList } = /** @type {HTMLElement} */ (name.parentElement);
  for (const [spared, isCut] of [[-1], [0], [1], [2], [0, 1], [1, 1], [2, 1], [3], [3, 1]]) {
    classList.toggle("wordless", spared >= 0); // where its state stands beside it, that is a sign
    classList.toggle("spare", spared > 0);
    classList.toggle("bare", spared > 1); // without the name of a score behind the first
    classList.toggle("sparest", spared > 2);
    write(name, text);
    if (isCut ? isCutFitted(name, text) : isSizeFitted(name, spared < 0 ? 1 : NAMES)) return;
  }
}

/** @param {HTMLElement} name @param {number} smallest */
function isSizeFitted(name, smallest) {
  for (let size = 0; size <= smallest; size += 1) { // the last one is in two lines
    name.dataset.size = String(size);
    if (isNameWhole(name)) return true;
  }
  name.dataset.size = String(NAMES - 1);
  return false;
}

/** Cuts as few letters from a name as must be; returns whether what is left has room.
 * @param {HTMLElement} name @param {string} text */
function isCutFitted(name, text) {
  const last = text.lastIndexOf(" ");
  for (const [end, least] of /** @type {[string, number][]} */ ([[text.slice(last), 1], ["", LEAST]])) {
    const isFit = (/** @type {number} */ kept) => {
      write(name, `${text.slice(0, kept).trim()}…${end}`);
      return isNameWhole(name);
    };
    let [fits, most] = [least, (end ? last : text.length) - 1]; // a name may have thousands of letters
    while (fits < most) {
      const kept = (fits + most + 1) >> 1;
      if (isFit(kept)) fits = kept;
      else most = kept - 1;
    }
    if (most >= least && isFit(fits)) return true;
  }
  return false;
}

/** Returns whether a text is whole, above the bar of its token.
 * @param {HTMLElement} box */
function isWhole(box) {
  const isAbove = box.offsetTop + box.offsetHeight <= (box.parentElement?.clientHeight ?? 0) - BAR;
  return isAbove && box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
}

/** Shows what is new at a token, [{kind, text, short, sign}], in the longest form that is whole and
 * leaves its name whole, the longer ones in two rows where the token is high enough; else the name gives way.
 * @param {{ news: HTMLElement, name: HTMLElement }} token @param {Page.News[]} news @param {string} text */
export function fitNews({ news: row, name }, news, text) {
  row.classList.add("measured"); // while it moves, a word is larger than where it comes to rest
  for (let form = 0; form < FORMS; form += 1) {
    row.replaceChildren(...shorten(news, form).map(makeNew));
    row.classList.remove("in-rows");
    if (row.scrollWidth <= row.clientWidth + 1 && isNameWhole(name)) break;
    if (WORDS.includes(form) && isInRows(row, name)) break;
  }
  if (!isNameWhole(name) || name.parentElement?.matches(".spare")) fitName(name, text); // its state has given way
  row.classList.remove("measured");
}

/** Puts what is new in two rows. Returns whether it is whole then, below its name.
 * @param {HTMLElement} row @param {HTMLElement} name */
function isInRows(row, name) {
  row.classList.add("in-rows");
  return getComputedStyle(row).flexWrap === "wrap" && row.scrollWidth <= row.clientWidth + 1
    && row.offsetTop >= name.offsetTop + name.offsetHeight && isNameWhole(name);
}

/** @param {HTMLElement} name */
function isNameWhole(name) {
  const words = document.createRange();
  words.selectNodeContents(name);
  const [{ width, height }, room] = [words, name].map((each) => each.getBoundingClientRect());
  return width <= room.width + 0.1 && height < 1.3 * room.height; // letters are higher than their line
}

/** Returns [kind, text] of what is new: 0 in words, 1 numbers as changes, 2 the losses in one number, 3 a wound
 * or a fall without the conditions that come with it, 4 what has no number in short, 5 the gravest of those; 6 who
 * falls in words before the number, 7 as a sign, 8 the gravest in words, 9 and 10 as signs. Who falls is told before anything else.
 * @param {Page.News[]} all @param {number} step @returns {Shown[]} */
function shorten(all, step) {
  const isGrave = (/** @type {Page.News} */ { kind }) => kind === "fate" || kind === "wound";
  const news = step > 2 && all.some(isGrave) ? all.filter((each) => !each.state || isGrave(each)) : all;
  return shortenWords(news, step - Number(step > 2) - Number(step > 6), step === 6);
}

/** @param {Page.News[]} news @param {number} form @param {boolean} isWorded @returns {Shown[]} */
function shortenWords(news, form, isWorded) {
  const isChange = (/** @type {{ short?: any }} */ { short }) => /^[−+]\d+$/.test(short);
  const isFate = (/** @type {Page.News} */ { kind }) => kind === "fate" || kind === "away";
  const isLoss = (/** @type {Page.News} */ each) => each.kind === "loss" && isChange(each);
  const grave = [...news.filter(({ short }) => short), ...news.filter(({ short }) => !short)];
  const changes = news.filter(isChange).length; // of several scores each says which
  if (form < 2) return grave.map(/** @returns {Shown} */ (each) => [each.kind, !form || !isChange(each) ? each.text : changes > 1 ? each.brief : each.short]);
  const sum = grave.filter(isLoss).reduce((all, { short = "" }) => all + Number(short.slice(1)), 0);
  const fates = grave.filter(isFate).map(/** @returns {Shown} */ ({ kind, text, sign }) => [kind, form < 7 && (form !== 5 || !sum || isWorded) ? text : sign]);
  const urgent = grave.find(({ state }) => state); // the others give way to it
  const others = grave.filter((each) => !isFate(each) && !isLoss(each) && (form < 4 || !each.state || each === urgent))
    .map(/** @returns {Shown} */ (each) => [each.kind, form < 3 && !isChange(each) ? each.text : form > 6 && each.sign && !isChange(each) ? each.sign : (form === 3 && each.kind === "wound" && each.brief) || each.short || (each.state && each.brief) || each.sign || "•"]);
  const all = [...fates, .../** @type {Shown[]} */ (sum ? [["loss", `−${sum}`]] : []), ...others];
  const different = all.filter(([, text], at) => all.findIndex(([, other]) => other === text) === at);
  return different.slice(0, [9, 9, 9, 9, 3, 2, fates.length ? 1 : 2, 2, 1][form]);
}

/** @param {Shown} shown */
const makeNew = ([kind, text = ""]) => make("span", `new ${kind}`, text);
