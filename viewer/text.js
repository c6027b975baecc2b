// SPDX-License-Identifier: MIT
// text.js: numbers as words, and elements. No other module makes text of a number.

const UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];
/** @type {[number, string][]} */
const RATES = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]];
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | false | null | undefined | readonly any[]} Child */
/** @typedef {Record<string, any>} Attributes */

/** @param {number | null | undefined} x @param {number} [n] significant digits */
export function digits(x, n = 3) {
  if (x == null || !isFinite(x))
    return "–";
  if (Math.abs(x) >= 10 ** n)
    return Math.round(x).toString();
  return Number(x.toPrecision(n)).toString();
}

/** @param {number | null | undefined} x */
export const times = (x, n = 3) => (x == null ? "–" : `${digits(x, n)} ×`);

/** A factor against something else, in words: what is below 1 is said as slower.
 * @param {number | null | undefined} x */
export function factor(x) {
  if (x == null)
    return "–";
  return Number(x.toPrecision(3)) >= 1 ? times(x) : `${times(1 / x)} slower`;
}

/** @param {number | null | undefined} x */
export const percent = (x) => (x == null ? "–" : `${digits(x, 2)} %`);

/** @param {number | null | undefined} ns */
export function time(ns) {
  if (ns == null || !isFinite(ns))
    return "–";
  const [size, unit] = UNITS.find(([size]) => ns >= Number(size) * 0.9995) ?? UNITS[3];
  return `${digits(ns / Number(size))} ${unit}`;
}

/** @param {number | null | undefined} count */
export function bytes(count) {
  if (count == null)
    return "–";
  const names = ["B", "KiB", "MiB", "GiB", "TiB"];
  let at = 0;
  for (; count >= 1024 && at < names.length - 1; at++)
    count /= 1024;
  return `${digits(count)} ${names[at]}`;
}

/** A value in the unit that a document gives.
 * @param {number | null | undefined} value @param {string | null | undefined} unit */
export function inUnit(value, unit, n = 4) {
  if (unit === "ns")
    return time(value);
  if (unit === "bytes")
    return bytes(value);
  if (unit === "×")
    return times(value, n);
  if (unit?.endsWith("/s") && value != null) {
    const [size, letter] = RATES.find(([size]) => value >= size) ?? [1, ""];
    return `${digits(value / size)} ${letter}${unit}`;
  }
  return digits(value, n) + ((unit === "%" || unit === "J") && value != null ? ` ${unit}` : "");
}

/** An interval; nothing where there is none.
 * @param {number | null | undefined} low @param {number | null | undefined} high
 * @param {(value: number) => string} how */
export const range = (low, high, how) =>
  low == null || high == null ? "" : `${how(low)} to ${how(high)}`;

/** @param {number} n @param {string} word */
export const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} when of ISO 8601 */
export const day = (when) => (when ?? "").slice(0, 10);

/** Whether all words of a search are in a text.
 * @param {string} query @param {string} text */
export function finds(query, text) {
  const all = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** @template {Element} E
 * @param {E} node @param {Attributes} attributes @param {Child[]} children */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on"))
      node.addEventListener(name.slice(2), value);
    else if (value != null && value !== false)
      node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...nodes(children));
  return node;
}

/** What of children is there, in one list; text stays text.
 * @param {Child} children @returns {(Node | string)[]} */
export function nodes(children) {
  if (Array.isArray(children))
    return children.flatMap(nodes);
  if (children == null || children === false)
    return [];
  return [typeof children === "number" ? String(children)
    : /** @type {Node | string} */ (children)];
}

/** An element of HTML: h("p", { class: "x" }, "text", child, [more]).
 * @param {string} tag @param {Attributes} attributes @param {Child[]} children */
export const h = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** An element of SVG.
 * @param {string} tag @param {Attributes} attributes @param {Child[]} children */
export const s = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** The address of a state: #view/id?name=value.
 * @param {string} view @param {string} [id] @param {Record<string, string>} [query] */
export function href(view, id = "", query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value);
  const search = new URLSearchParams(kept).toString();
  return `#${view}${id && `/${encodeURIComponent(id)}`}${search && `?${search}`}`;
}

/** A sign that leads to exactly this.
 * @param {string} address @param {string} to */
export const anchor = (address, to) =>
  h("a", { class: "anchor", href: address, title: `Link to ${to}`, "aria-label": `Link to ${to}` },
    "#");

/** A name that may go on in another line behind a dot.
 * @param {string} name */
export const breakable = (name) => name.split(".").flatMap((part, i) =>
  i ? [".", h("wbr"), part] : [part]);

/** A word for the eyes of a screen reader alone.
 * @param {string} text */
export const hidden = (text) => h("span", { class: "hidden" }, text);

/** What may be wider than the window: it scrolls by itself, by the keyboard, too.
 * @param {string} label @param {Child[]} children */
export const wide = (label, ...children) =>
  h("div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": `${label}; scrolls sideways` },
    ...children);

/** A table: its heads are texts, or a text and a class that its column has, too.
 * @param {string} caption @param {(string | [string, string])[]} heads @param {Child[][]} rows */
export function table(caption, heads, rows) {
  const classes = heads.map((one) => typeof one === "string" ? null : one[1]);
  return wide(caption, h("table", {}, h("caption", {}, caption), h("thead", {}, h("tr", {},
    heads.map((one, i) => h("th", { scope: "col", class: classes[i] },
      typeof one === "string" ? one : one[0])))),
  h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, i) =>
    i ? h("td", { class: classes[i] }, cell) : h("th", { scope: "row" }, cell)))))));
}
