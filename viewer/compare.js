// SPDX-License-Identifier: MIT
// compare.js: two or more devices side by side: verdicts that differ, the methods of each task, and
// all cases of two.
import { DASHES, deviceKey, glyph, logTicks, MARKERS, scale, SHAPES, spaced,
  verdict } from "./chart.js";
import { finder, heads, pick, sorted } from "./finder.js";
import { coloursOf, room, short } from "./picture.js";
import { breakable, capital, factor, finds, h, href, plural, range, s, time } from "./text.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Claim} Claim */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").State} State */
/** @typedef {{row: Row, other: Row, by: number, least: number | null, most: number | null}} Both */

/** @param {State} state */
export function compare(state) {
  const { views, labels } = state;
  if (views.length < 2)
    return [h("h1", {}, "Compare"), h("p", { class: "lead" }, "This page has one device."),
      h("p", {}, "Drop a second page or view on it, or a folder of them, or choose "
        + "“Open a run…”. Nothing leaves your computer.")];
  return [h("h1", {}, "Compare"), h("p", { class: "key" }, deviceKey(labels)), differing(state),
    methods(state), pairOf(state)];
}

/** Claims whose verdicts have no word in common, of all devices that decided them.
 * @param {View[]} views @returns {{tested: number, differ: (Claim | null)[][]}} */
export function verdictsThatDiffer(views) {
  const ids = [...new Set(views.flatMap((view) => view.claims.map((claim) => claim.id)))];
  const tested = ids.map((id) => views.map((view) => {
    const claim = view.byClaim.get(id);
    return claim?.words.length ? claim : null; // on an edge, or undecided, it has none
  })).filter((all) => all.filter(Boolean).length > 1);
  const common = (/** @type {Claim} */ a, /** @type {Claim} */ b) =>
    a.words.some((word) => b.words.includes(word));
  const differ = tested.filter((all) => {
    const known = all.filter((claim) => claim != null);
    return known.some((a) => known.some((b) => !common(a, b)));
  });
  return { tested: tested.length, differ };
}

/** @param {State} state */
function differing({ views, labels }) {
  const { tested, differ } = verdictsThatDiffer(views);
  return h("section", {}, h("h2", {}, `${differ.length} of ${plural(tested, "verdict")} differ`),
    h("p", { class: "note" }, "Of claims that two devices decide. A verdict that is undecided, or "
      + "between two words, does not count."),
    h("ul", { class: "differ" }, differ.map((all) => {
      const claim = /** @type {Claim} */ (all.find(Boolean));
      return h("li", {}, h("a", { href: href("claims", claim.id) }, capital(claim.short)),
        claim.paper_says && h("small", {}, ` ${claim.paper_says}`), all.map((one, i) => one
          && h("div", {}, `${MARKERS[i % 4]} ${labels[i]}: `, verdict(views[i], one.class,
            one.verdict), " ", one.found)));
    })));
}

/** The methods of each technique's task on all devices: a row a method, a marker a device.
 * @param {State} state */
function methods({ views, labels }) {
  const first = views.find((view) => view.techniques.some(({ headline }) => headline)) ?? views[0];
  const cards = first.techniques.map(({ title, headline, limits }) => {
    const rows = (limits ? [] : headline?.bars ?? []).map((bar) => {
      const { name } = first.rows[bar.case];
      return { name,
        all: views.map((view) => view.device.software ? null : view.byName.get(name)) };
    }).filter(({ all }) => all.filter((row) => Number(row?.time) > 0).length > 1);
    return rows.length > 0 && h("article", { class: "card" }, h("h3", {}, title),
      dots(rows, labels), h("p", { class: "note" }, headline?.workload.replaceAll("/", " ")));
  });
  return h("section", {}, h("h2", {}, "The same methods, the same task"),
    h("p", { class: "key" }, h("span", {}, "time of one execution, logarithmic: left is faster"),
      h("span", {}, `numbers: how much faster ${MARKERS[1]} is than ${MARKERS[0]}`)),
    h("div", { class: "cards" }, cards));
}

/** @param {{name: string, all: (Row | null | undefined)[]}[]} rows @param {string[]} labels */
function dots(rows, labels) {
  const narrow = room() < 400, width = room() - (narrow ? 30 : 60), left = narrow ? 116 : 150;
  const right = width - 96;
  const pitch = 22, bottom = rows.length * pitch + 6;
  const known = rows.flatMap(({ all }) => all.flatMap((row) =>
    [row?.low, row?.time, row?.high].map(Number))).filter((value) => value > 0);
  const low = Math.min(...known) / 1.1, high = Math.max(...known) * 1.1;
  const x = scale(low, high, true, left, right), ticks = spaced(logTicks(low, high), x, 52);
  const colours = coloursOf([], rows.map(({ name }) => name.split("/")[1]), []);
  return h("div", { class: "picture" }, s("svg", { class: "chart", role: "group",
    viewBox: `0 0 ${width} ${bottom + 24}`,
    "aria-label": `Times of ${plural(rows.length, "method")} on ${labels.join(" and ")}` },
  ticks.map((tick) => [s("path", { class: "grid", d: `M${x(tick).toFixed(1)} 6V${bottom}` }),
    s("text", { x: x(tick).toFixed(1), y: bottom + 17, "text-anchor": "middle" }, time(tick))]),
  rows.map(({ name, all }, i) => {
    const y = 6 + pitch * i + pitch / 2, variant = name.split("/")[1];
    const look = `c${colours.get(variant)}`;
    return [s("path", { class: "grid", d: `M${left} ${y}H${right}` }),
      s("a", { href: href("cases", name) }, s("text", { x: left - 8, y: y + 4,
        "text-anchor": "end" }, short(variant, narrow ? 15 : 20))),
      Number(all[0]?.time) > 0 && Number(all[1]?.time) > 0 && s("text", { x: width - 4, y: y + 4,
        "text-anchor": "end" }, factor(Number(all[0]?.time) / Number(all[1]?.time))),
      all.map((row, device) => row?.time != null && row.time > 0 && [
        row.low != null && row.high != null && s("path", { class: `line ${look}`,
          "stroke-dasharray": DASHES[device % 4],
          d: `M${x(row.low).toFixed(1)} ${y}H${x(row.high).toFixed(1)}` }),
        glyph(x(row.time), y, SHAPES[device % 4], { class: `dot ${look}` },
          `${labels[device]}: ${time(row.time)}`)])];
  })));
}

/** Whether two cases measure the same in the same way: see `setting` and `prepared` in the schema.
 * @param {Row} a @param {Row} b */
const comparable = (a, b) => a.wall === b.wall && a.setting === b.setting
  && (a.prepared === b.prepared || a.prepared == null || b.prepared == null);

/** All cases of two documents that can be compared. Quotients of the documents' numbers: intervals
 * are those that the executable makes for comparing runs.
 * @param {View} a @param {View} b @returns {Both[]} */
export const casesOfBoth = (a, b) => a.rows.flatMap((row) => {
  const other = b.byName.get(row.name);
  if (!other || !comparable(row, other) || !row.time || !other.time)
    return [];
  const over = (/** @type {number | null} */ x, /** @type {number | null} */ y) =>
    x != null && y != null ? x / y : null;
  return [{ row, other, by: row.time / other.time, least: over(row.between_low, other.between_high),
    most: over(row.between_high, other.between_low) }];
});

/** What the columns of the table of two sort by.
 * @type {Record<string, (one: Both) => string | number | null>} */
const KEYS = { name: ({ row }) => row.name, task: ({ row }) => row.task, a: ({ row }) => row.time,
  b: ({ other }) => other.time, by: ({ by }) => by, least: ({ least }) => least };

/** @param {State} state */
function pairOf({ views, labels, query, ...state }) {
  const choices = labels.map((label, i) => [String(i), label]);
  const [i, j] = [query.a ?? "0", query.b ?? "1"].map((at, place) => views[Number(at)] ? Number(at)
    : place);
  const both = casesOfBoth(views[i], views[j]);
  const go = (/** @type {string} */ name) => (/** @type {string} */ value) => {
    location.hash = href("compare", "", { ...query, [name]: value });
  };
  const columns = [["name", "Method", "method"], ["task", "Task", "task"],
    ["a", `A ${labels[i]}`, "n"], ["b", `B ${labels[j]}`, "n"], ["by", "B is faster by", "n"],
    ["least", "Interval", "n interval"]];
  return h("section", {}, h("h2", {}, "All cases of two"),
    h("p", { class: "find" }, h("label", { for: "a" }, "A"), pick("a", choices, String(i), go("a")),
      h("label", { for: "b" }, "B"), pick("b", choices, String(j), go("b"))),
    h("p", { class: "key" },
      "B is faster by the time on A over the time on B; slower where that is below 1."),
    finder({ views, labels, query, ...state }, { label: "Search cases",
      placeholder: "words of a name", step: 100,
      controls: [["of", "Of", [["", "methods"], ["limits", "device limits"]]]],
      make: ({ q, of, sort = "by", down = sort === "by" ? "1" : "" }, set) => {
        const all = both.filter(({ row }) => row.technique.limits === (of === "limits"));
        const found = sorted(all.filter(({ row }) => finds(q, row.name)), KEYS[sort] ?? KEYS.by,
          Boolean(down));
        return { count: found.length, total: all.length, body: (most) =>
          h("table", { class: "cases" },
            h("caption", {}, "Cases that both measured, by the same clock"),
            h("thead", {}, heads(columns, { sort, down }, set)),
            h("tbody", {}, found.slice(0, most).map(bothRow))) };
      } }));
}

/** @param {Both} both */
const bothRow = ({ row, other, by, least, most }) => h("tr", {},
  h("th", { scope: "row", class: "method" }, h("a", { href: href("cases", row.name) }, row.variant),
    row.settings && h("small", {}, ` ${row.settings}`),
    h("small", { class: "narrow" }, breakable(`${row.task} ${row.input}`))),
  h("td", { class: "task" }, breakable(row.task), h("small", {}, ` ${row.input}`)),
  h("td", { class: "n" }, time(row.time), row.wall ? h("small", {}, " wall") : ""),
  h("td", { class: "n" }, time(other.time)), h("td", { class: "n" }, h("b", {}, factor(by))),
  h("td", { class: "n interval" }, range(least, most, factor)));
