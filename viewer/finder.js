// SPDX-License-Identifier: MIT
// finder.js: a search field, lists to choose from, and what they leave: all in the address.
import { h, href, nodes } from "./text.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./text.js").Child} Child */
/** @typedef {Record<string, string>} Query */
/** What was found: of how many, and up to how many of it.
 * @typedef {{count: number, total: number, body: (most: number) => Child}} Found */
/** A list to choose from: its name in the address, its label, and its values with their texts.
 * @typedef {[string, string, string[][]]} Control */

/** @param {State} state
 * @param {{label: string, placeholder: string, step: number, controls?: Control[],
 *   make: (query: Query, set: (changes: Query) => void) => Found}} what */
export function finder(state, { label, placeholder, step, controls = [], make }) {
  const box = h("div", { class: "found-box" }), said = h("p", { class: "said", role: "status" });
  /** @type {Query} */
  const query = { q: "", ...state.query };
  let most = step;
  const set = (/** @type {Query} */ changes) => {
    Object.assign(query, changes);
    most = step;
    history.replaceState(null, "", href(state.view, "", query));
    fill();
  };
  const more = () => {
    most *= 4;
    fill();
  };
  function fill() {
    const { count, total, body } = make(query, set);
    said.textContent = count === total ? `${total}` : `${count} of ${total}`;
    const at = document.activeElement?.id;
    box.replaceChildren(...nodes([body(most),
      count > most && h("button", { onclick: more }, `Show more (${count - most})`)]));
    if (at?.startsWith("sort-")) // the head that was pressed is another element now
      document.getElementById(at)?.focus();
  }
  const input = h("input", { type: "search", id: "q", value: query.q, placeholder,
    oninput: (/** @type {any} */ event) => set({ q: event.target.value.trim() }) });
  fill();
  return [h("div", { class: "find", role: "search" }, h("label", { for: "q" }, label), input,
    controls.map(([name, title, options]) => h("span", {}, h("label", { for: name }, title),
      pick(name, options, query[name] ?? "", (value) => set({ [name]: value })))), said), box];
}

/** A list to choose from.
 * @param {string} id @param {string[][]} options @param {string} chosen
 * @param {(value: string) => void} set */
export const pick = (id, options, chosen, set) =>
  h("select", { id, onchange: (/** @type {any} */ event) => set(event.target.value) },
    options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));

/** The heads of a table's columns, each of which sorts, and sorts the other way when it did.
 * @param {string[][]} columns of a name, a title and a class @param {Query} query
 * @param {(changes: Query) => void} set */
export const heads = (columns, { sort, down }, set) => h("tr", {},
  columns.map(([name, title, of]) => h("th", { scope: "col", class: of,
    "aria-sort": sort === name ? (down ? "descending" : "ascending") : null },
  h("button", { id: `sort-${name}`,
    onclick: () => set({ sort: name, down: sort === name && !down ? "1" : "" }) }, title,
    sort === name && (down ? " ▼" : " ▲")))));

/** A list in the order of what `keyOf` gives, texts or numbers; what has none stands last.
 * @template T
 * @param {T[]} list @param {(one: T) => string | number | null | undefined} keyOf
 * @param {boolean} down @returns {T[]} */
export function sorted(list, keyOf, down) {
  const sign = down ? -1 : 1, keyed = list.map((one) => ({ one, key: keyOf(one) }));
  keyed.sort((a, b) => {
    if (a.key == null || b.key == null)
      return Number(a.key == null) - Number(b.key == null);
    return sign * (typeof a.key === "string" ? a.key.localeCompare(String(b.key))
      : a.key - Number(b.key));
  });
  return keyed.map(({ one }) => one);
}
