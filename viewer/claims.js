// SPDX-License-Identifier: MIT
// claims.js: every claim of the papers, by how it counts: searched, filtered, opened.
import { claimScale, deviceKey, launches, MARKERS, verdict, verdictBar }
  from "./chart.js";
import { finder } from "./finder.js";
import { anchor, capital, finds, h, href, inUnit, nodes, plural, table } from "./text.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Claim} Claim */
/** @typedef {import("./types.js").Pair} Pair */
/** @typedef {import("./types.js").State} State */
/** Claims with a title, of all documents; with a reason each, where they were not tested.
 * @typedef {{key: string, title: string, means?: string, counts: Map<View, Record<string, number>>,
 *   parts: {reason: string, ids: string[]}[]}} Group */

/** @param {State} state */
export function claims(state) {
  const { views, labels, id } = state, groups = groupsOf(views);
  const words = views[0].words.map(({ word, mark }) => [word, `${mark} ${word}`]);
  const count = (/** @type {Group[]} */ some) =>
    some.flatMap(({ parts }) => parts.flatMap(({ ids }) => ids)).length;
  return [h("h1", {}, "Claims"), h("p", { class: "key" },
    h("span", {}, "● measured, with its interval"), h("span", {}, "◇ the paper"),
    h("span", {}, "┊ equal"), h("span", {}, h("i", { class: "swatch zone" }), " confirms"),
    deviceKey(labels)),
  finder(state, { label: "Search claims", placeholder: "words of a claim, a paper, a technique",
    step: Infinity, controls: [["verdict", "Verdict", [["", "all"], ...words]],
      ["of", "Group", [["", "all claims"], ...groups.map(({ key, title }) => [key, title])]]],
    make: ({ q, verdict: word, of }) => {
      const fits = (/** @type {string} */ key) => {
        const all = views.flatMap((view) => view.byClaim.get(key) ?? []);
        return (!word || all.some((claim) => claim.class === word))
          && finds(q, all.map((claim) => textOf(claim, views)).join(" "));
      };
      const shown = groups.filter(({ key }) => !of || key === of).map((group) => ({ ...group,
        parts: group.parts.map(({ reason, ids }) => ({ reason, ids: ids.filter(fits) }))
          .filter(({ ids }) => ids.length) })).filter(({ parts }) => parts.length);
      return { count: count(shown), total: count(groups),
        body: () => shown.map((group) => section(group, views, labels, id)) };
    } })];
}

/** What a search looks at.
 * @param {Claim} claim @param {View[]} views */
const textOf = (claim, views) => [claim.id, claim.statement, claim.short, claim.verdict,
  claim.technique, claim.quote, paperOf(claim, views)?.cite, claim.hardware].join(" ");

/** @param {Claim} claim @param {View[]} views */
const paperOf = (claim, views) =>
  views.map((view) => view.papers[claim.paper]).find((paper) => paper != null);

/** Groups of all documents, each claim once, in the order of the first that has it; those that
 * were not tested last.
 * @param {View[]} views @returns {Group[]} */
function groupsOf(views) {
  const seen = new Set(), found = new Map();
  const add = (/** @type {View} */ view, /** @type {any} */ { key, title, means, counts },
    /** @type {string} */ reason, /** @type {number[]} */ list) => {
    const ids = list.map((at) => view.claims[at].id).filter((id) => !seen.has(id) && seen.add(id));
    const group = found.get(key) ?? { key, title, means, counts: new Map(), parts: [] };
    const part = group.parts.find((/** @type {any} */ one) => one.reason === reason);
    if (part)
      part.ids.push(...ids);
    else
      group.parts.push({ reason, ids });
    if (counts)
      group.counts.set(view, counts);
    found.set(key, group);
  };
  for (const view of views)
    for (const group of view.groups)
      add(view, group, "", group.claims);
  for (const view of views)
    for (const { reason, claims } of view.untested)
      add(view, { key: "untested", title: "Not tested here, by reason" }, reason, claims);
  return [...found.values()].map((group) => ({ ...group,
    parts: group.parts.filter((/** @type {any} */ part) => part.ids.length) }))
    .filter(({ parts }) => parts.length);
}

/** @param {Group} group @param {View[]} views @param {string[]} labels @param {string} id */
function section({ title, means, counts, parts }, views, labels, id) {
  const list = (/** @type {string[]} */ ids) =>
    h("ul", { class: "claims" }, ids.map((key) => row(views, labels, key, key === id)));
  return h("section", { class: "group" }, h("h2", {}, title),
    means && h("p", { class: "note" }, means),
    views.map((view) => counts.has(view) && verdictBar(view, counts.get(view) ?? {})),
    parts.map(({ reason, ids }) => !reason ? list(ids)
      : h("details", { open: ids.includes(id) || ids.length < 4 }, h("summary", {},
        `${capital(reason)} `, h("small", {}, plural(ids.length, "claim"))), list(ids))));
}

/** A claim: closed, what it says and what was found; opened, everything.
 * @param {View[]} views @param {string[]} labels @param {string} id @param {boolean} open */
function row(views, labels, id, open) {
  const all = views.map((view) => view.byClaim.get(id)), several = views.length > 1;
  const claim = /** @type {Claim} */ (all.find(Boolean)), body = h("div", { class: "body" });
  const marker = (/** @type {number} */ i) => several && h("span", { title: labels[i], role: "img",
    "aria-label": labels[i] }, `${MARKERS[i % 4]} `);
  const fill = () => body.childElementCount || body.append(...nodes(claimBody(views, labels, id)));
  if (open)
    fill();
  return h("li", {}, h("details", { id, open,
    ontoggle: (/** @type {any} */ event) => event.target.open && fill() },
  h("summary", {},
    h("span", { class: "verdicts" }, all.map((one, i) => one
      && h("span", {}, marker(i), verdict(views[i], one.class, one.verdict)))),
    h("span", { class: "text" }, h("span", { class: "short" }, capital(claim.short)),
      all.map((one, i) => one && (one.found || one.reason) && h("span", { class: "found" },
        marker(i), one.found ? h("b", {}, one.found) : one.reason)),
      claim.paper_says && h("span", { class: "found" }, claim.paper_says,
        claim.hardware && ` · the paper’s device: ${claim.hardware}`),
      h("small", {}, [paperOf(claim, views)?.cite, launches(claim), claim.id]
        .filter(Boolean).join(" · "))),
    claimScale(all) ?? h("span", {})), body));
}

/** @param {View[]} views @param {string[]} labels @param {string} id */
function claimBody(views, labels, id) {
  const all = views.flatMap((view) => view.byClaim.get(id) ?? []), claim = all[0];
  const paper = paperOf(claim, views);
  const source = [paper && `${paper.authors.join(", ")}: ${paper.title}`, claim.where,
    claim.hardware && `Its device: ${claim.hardware}`, paper?.doi && `doi:${paper.doi}`];
  const pairs = views.flatMap((view, i) => (view.byClaim.get(id)?.pairs ?? [])
    .map((pair) => pairRow(view, pair, labels.length > 1 ? [labels[i]] : [])));
  const marks = [...new Set(all.flatMap((one) => one.marks))].flatMap((mark) =>
    views[0].marks?.[mark] ? [[mark, views[0].marks[mark]]] : []);
  return [h("p", {}, claim.statement),
    claim.quote && h("blockquote", {}, `“${claim.quote}”`,
      claim.gloss && h("p", {}, `In English: ${claim.gloss}`),
      h("footer", {}, source.filter(Boolean).join(". "))),
    [...new Set(all.flatMap(({ zone, reason }) => [zone, reason]))].filter(Boolean)
      .map((text) => h("p", {}, text)),
    claim.rests_on && h("p", { class: "rests" }, h("b", {}, "Rests on: "), claim.rests_on),
    pairs.length > 0 && table("What was compared", [...labels.length > 1 ? ["device"] : [], "this",
      "against", "of", "measured", ["paper", "n"], "verdict"], pairs),
    marks.length > 0 && h("dl", {}, marks.map(([mark, means]) =>
      [h("dt", {}, capital(mark)), h("dd", {}, means)])),
    claim.deviations.length > 0 && h("details", { open: claim.deviations.length < 3 },
      h("summary", {}, "What differs from the paper"),
      h("ul", {}, claim.deviations.map((text) => h("li", {}, text)))),
    claim.preconditions.length > 0 && h("p", { class: "note" },
      `Holds where: ${claim.preconditions.join("; ")}.`),
    claim.observed.length > 0 && h("p", { class: "note" }, claim.observed.join(" ")),
    h("p", { class: "note" }, "Measure it: ", h("code", {}, claim.command), " ",
      anchor(href("claims", id), "this claim"))];
}

/** What was compared, and what came of it.
 * @param {View} view @param {Pair} pair @param {string[]} label */
function pairRow(view, { a, b, a_value, b_value, unit, text, shown, ...pair }, label) {
  const side = (/** @type {Pair["b"]} */ at, /** @type {number | null} */ value) => {
    const row = typeof at === "number" ? view.rows[at] : null;
    return [row ? h("a", { href: href("cases", row.name) }, `${row.variant} ${row.settings}`.trim())
      : at, value != null && ` ${inUnit(value, unit)}`];
  };
  return [...label, side(a, a_value), side(b, b_value), pair.label, h("b", {}, text),
    shown?.paper != null && inUnit(shown.paper, shown.unit),
    verdict(view, pair.class, pair.verdict)];
}
