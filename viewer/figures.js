// SPDX-License-Identifier: MIT
// figures.js: the figures of the papers, measured again; of several devices in one picture each.
import { deviceKey, verdict } from "./chart.js";
import { figurePicture } from "./picture.js";
import { anchor, capital, h, href, plural } from "./text.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Figure} Figure */
/** @typedef {import("./types.js").State} State */

/** What a figure is of: a paper's, by its kind; those of what measures the device are its limits.
 * @param {View} view @param {Figure} figure */
const kindOf = (view, figure) => view.techniques.some(({ name, limits }) =>
  limits && name === figure.technique && figure.kind === "figure") ? "limits" : figure.kind;

/** A figure's name: its key, and which part of a split one it is.
 * @param {Figure} figure */
const nameOf = (figure) => [figure.key, ...Object.values(figure.split)].join(" ");

/** The address of a figure.
 * @param {View} view @param {Figure} figure */
export const figureHref = (view, figure) =>
  href(kindOf(view, figure) === "figure" ? "figures" : "device", nameOf(figure));

/** @param {State} state */
export function figures(state) {
  const { views, labels } = state, names = figureNames(views, "figure");
  return [h("h1", {}, "The papers’ figures"), h("p", { class: "key" },
    h("span", {}, "◇ the paper’s own numbers"), h("span", {}, "bars are intervals"),
    views.length > 1 && h("span", {}, "numbers and colours are methods, dashes and marks devices"),
    deviceKey(labels)),
  h("details", { class: "toc" }, h("summary", {}, `${names.length} figures`),
    h("ul", {}, names.map((name) => h("li", {},
      h("a", { href: href("figures", name) }, titleOf(named(views, name))))))),
  h("div", { class: "figures" }, names.map((name) => figureNode(state, name, "figures")))];
}

/** @param {View[]} views @param {string} kind */
export const figureNames = (views, kind) => [...new Set(views.flatMap((view) =>
  view.figures.filter((figure) => kindOf(view, figure) === kind).map(nameOf)))];

/** One figure of each document that has it.
 * @param {View[]} views @param {string} name */
const named = (views, name) =>
  views.map((view) => view.figures.find((figure) => nameOf(figure) === name) ?? null);

/** @param {Record<string, string>} settings */
const listed = (settings) =>
  Object.entries(settings).map(([axis, value]) => `${axis} ${value}`).join(", ");

/** @param {(Figure | null)[]} all */
function titleOf(all) {
  const { title, split } = /** @type {Figure} */ (all.find(Boolean));
  return [title, listed(split)].filter(Boolean).join(", ");
}

/** @param {State} state @param {string} name @param {string} view */
export function figureNode({ views, labels, id }, name, view) {
  const all = named(views, name), first = /** @type {Figure} */ (all.find(Boolean));
  const title = titleOf(all), held = listed(first.held);
  // Rows and lines do not mix.
  const same = all.map((figure) => figure && !figure.rows === !first.rows ? figure : null);
  const set = views.flatMap((one) =>
    one.figures.filter((figure) => figure.technique === first.technique));
  const captions = [first.text, held && `All at ${held}.`,
    first.left_out > 0 && `Left out: ${plural(first.left_out, "point")} without a time.`,
    first.warning];
  return h("figure", { id: name, class: id === name ? "target" : null },
    h("h2", {}, title, "\u00a0", anchor(href(view, name), title)),
    figurePicture(same, views.map((one) => one.device.name), labels, set),
    h("figcaption", {}, captions.filter(Boolean).join(" ")),
    views.map((one, i) => verdicts(one, all[i], views.length > 1 ? `${labels[i]}: ` : "")));
}

/** What a document says of the claims that a figure has all cases of.
 * @param {View} view @param {Figure | null} figure @param {string} label */
const verdicts = (view, figure, label) => (figure?.claims ?? []).length > 0
  && h("p", { class: "note" }, label, figure?.claims?.map((at, i) => {
    const claim = view.claims[at];
    return [i > 0 && "; ", verdict(view, claim.class, claim.verdict), " ",
      h("a", { href: href("claims", claim.id) }, capital(claim.short))];
  }));
