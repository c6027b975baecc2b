// SPDX-License-Identifier: MIT
// cases.js: every case with its time, its interval and its samples; sorted, searched, opened.
import { badge } from "./chart.js";
import { samplesOf } from "./data.js";
import { figureHref } from "./figures.js";
import { finder, heads, sorted } from "./finder.js";
import { historyPicture, rug, samplesPicture } from "./picture.js";
import { anchor, breakable, bytes, capital, factor, finds, h, href, nodes, percent, plural, range,
  table, time } from "./text.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").State} State */

/** Columns: by which member they sort, their name, their class, and what stands in them.
 * @type {[string, string, string, (row: Row) => import("./text.js").Child][]} */
const COLUMNS = [
  ["variant", "Method", "method",
    (row) => [row.variant, badge(row), row.settings && h("small", {}, ` ${row.settings}`),
      h("small", { class: "narrow" }, breakable(`${row.task} ${row.input}`))]],
  ["task", "Task", "task", (row) => [breakable(row.task), h("small", {}, ` ${row.input}`)]],
  ["time", "Time", "n", (row) => row.status === "ok"
    ? [time(row.time), row.wall > 0 && h("small", {}, " wall"),
      row.joules && h("small", {}, ` ${row.joules}`)] : row.status.replace(/_/g, " ")],
  ["low", "Interval", "n interval", (row) => range(row.low, row.high, time)],
  ["speedup", "Factor", "n", (row) => row.base ? "baseline" : row.speedup && factor(row.speedup)],
  ["percent", "Of the bound", "n bound", (row) => row.percent && percent(row.percent)],
  ["n", "Samples, ±10 %", "rug", (row) => row.time && rug(row, samplesOf(row))],
];

/** @param {State} state */
export function cases(state) {
  const { views, labels, id } = state;
  const home = Math.max(0, views.findIndex((view) => view.byName.has(id)));
  /** @type {import("./finder.js").Control[]} */
  const controls = views.length < 2 ? []
    : [["device", "Device", labels.map((label, i) => [String(i), label])]];
  const query = { device: home ? String(home) : "", ...state.query };
  return [h("h1", {}, "All cases"), finder({ ...state, query }, { label: "Search cases",
    placeholder: "words of a name, a status, a kind", step: 100, controls,
    make: ({ q, device, sort, down }, set) => {
      const view = views[Number(device || 0)] ?? views[0], named = view.byName.get(id);
      const found = view.rows.filter((row) =>
        finds(q, `${row.name} ${row.status} ${row.kind} ${row.about?.origin ?? ""}`));
      const rows = sort ? sorted(found, (row) => /** @type {any} */ (row)[sort], Boolean(down))
        : found;
      const all = named && !q ? [named, ...rows.filter((row) => row !== named)] : rows;
      return { count: all.length, total: view.rows.length, body: (most) =>
        h("table", { class: "cases" },
          h("caption", {}, "A row opens: what it is, its samples, and why it takes that "
            + "long. The bound is the least time that its work can take on this device."),
          h("thead", {}, heads(COLUMNS.map(([key, name, of]) => [key, name, of]),
            { sort, down }, set)),
          h("tbody", {}, all.slice(0, most).map((row) => rowNodes(view, row, row === named)))) };
    } })];
}

/** A row, and the one below it that it opens.
 * @param {View} view @param {Row} row @param {boolean} open */
function rowNodes(view, row, open) {
  const cell = h("td", { colspan: COLUMNS.length });
  const more = h("tr", { class: "more", hidden: !open }, cell);
  const fill = () => cell.childElementCount || cell.append(...nodes(caseBody(view, row)));
  const toggle = () => {
    const shown = !more.toggleAttribute("hidden");
    button.setAttribute("aria-expanded", String(shown));
    fill();
  };
  const button = h("button", { "aria-expanded": String(open), onclick: toggle },
    COLUMNS[0][3](row));
  if (open)
    fill();
  return [h("tr", { id: open ? row.name : null }, COLUMNS.map(([, , of, show], i) => i
    ? h("td", { class: of }, show(row)) : h("th", { class: of, scope: "row" }, button))), more];
}

/** @param {View} view @param {Row} row */
function caseBody(view, row) {
  const figures = view.figures.filter((figure) => figure.series.some((series) =>
    series.points.some((point) => point.case === row.at)));
  const facts = [
    !row.base && row.speedup_low && `Factor: ${range(row.speedup_low, row.speedup_high, factor)}.`,
    row.floor != null && `Lower bound ${time(row.floor)}, by ${row.bound}: `
      + `${percent(row.percent)} of the time.`,
    row.energy && `Energy: ${row.energy}.`,
    row.counters && `One execution has ${row.counters}.`,
    row.n > 0 && `${plural(row.n, "sample")} of ${plural(row.inner ?? 1, "execution")}`
      + `${row.stop ? `; stopped: ${row.stop}` : ""}.`,
    row.part > 0 && "A part of the job, or a yardstick: it does not answer the question."];
  return [row.about && h("p", {}, `${capital(row.about.summary)}. `,
    h("small", {}, row.about.source)),
    (row.mark || row.status !== "ok") && h("p", {}, h("b", {}, row.status === "ok" ? "Doubt: "
      : `${capital(row.status.replace(/_/g, " "))}: `), row.reason || row.mark),
    row.samples.length > 0 && row.time && samplesPicture(row, samplesOf(row)),
    view.history.filter((one) => one.case === row.at).map((one) => historyPicture(view, one)),
    row.why && h("p", {}, h("b", {}, "Why: "), row.why),
    h("p", { class: "note" }, facts.filter(Boolean).join(" ")),
    row.kernels.length > 0 && kernelTable(view.kernels, row.kernels),
    figures.length > 0 && h("p", { class: "note" }, "In figures: ", figures.map((figure, i) =>
      [i > 0 && ", ", h("a", { href: figureHref(view, figure) }, figure.title)])),
    h("p", { class: "note" }, h("code", {}, row.name), " ",
      anchor(href("cases", row.name), "this case"))];
}

/** Facts of kernels.
 * @param {import("./types.js").Kernels} kernels @param {number[]} list */
export const kernelTable = (kernels, list) => table("Kernels, as the driver compiled them",
  ["kernel", "group", ["registers", "n"], ["shared", "n"], ["spilled", "n"], "the driver says",
    "SPIR-V"], list.map((at) => [kernels.name[at], kernels.group[at],
    kernels.registers[at] ?? "–", bytes(kernels.shared[at]), bytes(kernels.spill[at]),
    kernels.facts[at].map(([label, value]) => `${label} ${value}`).join(", "),
    h("code", {}, kernels.sha256[at].slice(0, 12))]));
