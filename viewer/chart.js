// SPDX-License-Identifier: MIT
// chart.js: verdicts, bars of methods, the scale of a claim. Geometry: numbers are the document's.
import { capital, digits, factor, h, hidden, href, inUnit, plural, range, s, time, times }
  from "./text.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Claim} Claim */
/** @typedef {import("./types.js").Headline} Headline */

/** A marker a device, and a dash; a document's place says which. Variants take further shapes. */
export const MARKERS = ["●", "▲", "■", "▼"];
export const SHAPES = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M0-5L5 4H-5z", "M-4-4H4V4H-4z",
  "M-5-4H5L0 5z", "M-1.7-5h3.4v3.3H5v3.4H1.7V5h-3.4V1.7H-5v-3.4h3.3z", "M5-5V5L-4 0z",
  "M-5-2H5V2H-5z", "M-5-5V5L4 0z"];
export const DASHES = [null, "7 4", "2 3", "9 3 2 3"];
export const DIAMOND = "M0-7L7 0L0 7L-7 0z";
const STATED = "M0-6L6 0L0 6L-6 0z";

/** Where a value stands between two places.
 * @param {number} low @param {number} high @param {boolean} log
 * @param {number} from @param {number} to @returns {(value: number) => number} */
export function scale(low, high, log, from, to) {
  const f = log ? Math.log : Number;
  return (value) =>
    from + (to - from) * (high > low ? (f(value) - f(low)) / (f(high) - f(low)) : 0.5);
}

/** Round numbers of a logarithmic axis: tens where it is long, else 1, 2 and 5, else closer ones.
 * @param {number} low @param {number} high */
export function logTicks(low, high) {
  const decades = Math.log10(high / low), found = [];
  const steps = decades > 2.5 ? [1] : decades > 1.4 ? [1, 3] : decades > 0.5 ? [1, 2, 5]
    : [1, 1.1, 1.2, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const step of steps)
      found.push(Number((step * 10 ** power).toPrecision(3)));
  return found.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
}

/** Those of the ticks that have room, the first ones first.
 * @param {number[]} ticks @param {(value: number) => number} x @param {number} room */
export const spaced = (ticks, x, room) => ticks.reduce((/** @type {number[]} */ kept, tick) =>
  kept.every((other) => Math.abs(x(other) - x(tick)) > room) ? [...kept, tick] : kept, []);

/** @param {number} x @param {number} y @param {string} shape @param {Record<string, any>}
 * attributes @param {string} [title] */
export const glyph = (x, y, shape, attributes, title) =>
  s("path", { d: shape, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, ...attributes },
    title && s("title", {}, title));

/** A verdict: its sign and its word, or words.
 * @param {View} view @param {string} kind one of the document's words @param {string} [text] */
export function verdict(view, kind, text = kind) {
  const word = view.words.find((one) => one.word === kind);
  return h("span", { class: "verdict", "data-word": kind, title: word?.means },
    h("span", { "aria-hidden": "true" }, word?.mark ?? "·"), ` ${text}`);
}

/** How many claims have which verdict, as a bar of segments with sign and number.
 * @param {View} view @param {Record<string, number>} counts */
export function verdictBar(view, counts) {
  const shown = tested(view, counts);
  return h("div", { class: "counts", role: "img",
    "aria-label": shown.map(({ word, n }) => `${n} ${word}`).join(", ") },
  shown.map(({ word, mark, n }) => h("b", { "data-word": word, style: `flex-grow:${n}`,
    title: `${n} ${word}` }, `${mark} ${n}`)));
}

/** The words that are counted, in the document's order, without what was not tested.
 * @param {View} view @param {Record<string, number>} counts */
export const tested = (view, counts) => view.words.filter((word) => word.tested)
  .map((word) => ({ ...word, n: counts[word.word] ?? 0 })).filter(({ n }) => n);

/** What a method is, where it is of a paper or of a library.
 * @param {Row} row */
export const badge = ({ about }) => (about?.origin === "paper" || about?.origin === "library")
  && h("span", { class: "badge" }, about.origin);

/** All methods of one task in the document's order, as factors from the baseline on a logarithmic
 * scale. Where the document gives no times, as of a software device, a list.
 * @param {View} view @param {Headline} headline */
export function bars(view, headline) {
  const { bars: all, stated, best } = headline;
  const known = all.filter(({ factor }) => Number(factor) > 0);
  const ends = [1, stated?.factor, ...known.flatMap(({ factor, low, high }) => [factor, low, high])]
    .map(Number).filter((end) => end > 0 && isFinite(end));
  const low = Math.min(...ends) / 1.02, high = Math.max(...ends) * 1.02;
  const x = scale(low, high, true, 0, 100);
  const slower = logTicks(1, Math.max(1, 1 / low)).map((tick) => 1 / tick);
  const ticks = spaced([1, ...logTicks(1, high).reverse(), ...slower.reverse()], x, 20);
  const list = h("ol", { class: known.length ? "bars" : "bars plain" }, all.map((bar) => {
    const row = view.rows[bar.case], first = known.length > 0 && best.includes(bar.case);
    return h("li", { class: `${first ? "best " : ""}${row.about?.origin ?? ""}` },
      h("span", { class: "name" },
        h("a", { href: href("cases", row.name), title: row.about?.summary }, row.variant),
        first && h("span", { title: "fastest" }, "★", hidden(" fastest")), badge(row)),
      known.length > 0 && [track(bar, row, x, stated?.case === bar.case ? stated : null),
        h("b", {}, bar.case === headline.baseline ? "baseline" : factor(bar.factor)),
        h("span", { class: "time" }, time(bar.time_ns),
          bar.clock === "wall" && h("small", {}, " wall"))]);
  }));
  return [list, known.length > 0 && h("div", { class: "ticks", "aria-hidden": "true" },
    h("span", {}), h("span", { class: "track" }, ticks.map((tick) =>
      h("i", { class: "tick", style: `left:${x(tick).toFixed(2)}%` },
        tick < 1 ? `1/${digits(1 / tick)} ×` : times(tick)))))];
}

/** One bar, its interval, and the paper's number.
 * @param {import("./types.js").Bar} bar @param {Row} row @param {(value: number) => number} x
 * @param {Headline["stated"]} stated */
function track(bar, row, x, stated) {
  if (!(Number(bar.factor) > 0))
    return h("span", { class: "track" });
  const place = (/** @type {number} */ from, /** @type {number} */ to) =>
    `left:${from.toFixed(2)}%;width:${Math.max(to - from, 0.4).toFixed(2)}%`;
  const [from, to] = [x(1), x(Number(bar.factor))].sort((a, b) => a - b);
  return h("span", { class: "track" }, h("i", { class: "one", style: `left:${x(1)}%` }),
    h("i", { class: "fill", style: place(from, to) }),
    Number(bar.low) > 0 && Number(bar.high) > Number(bar.low) && h("i", { class: "interval",
      style: place(x(Number(bar.low)), x(Number(bar.high))),
      title: range(bar.low, bar.high, factor) }),
    stated && h("i", { class: "stated", role: "img", title: stated.text,
      style: `left:${x(stated.factor).toFixed(2)}%`,
      "aria-label": `${stated.text}, said of ${row.variant}` }));
}

/** One claim: the paper's number, and each device's with its interval, in the sentence's unit.
 * @param {(Claim | undefined)[]} claims one a document */
export function claimScale(claims) {
  const width = 280, middle = 14;
  const found = claims.map((claim) => (claim?.pairs ?? []).flatMap((pair) => pair.shown ?? []));
  const all = found.flat(), stated = [...new Set(all.flatMap(({ paper }) => paper ?? []))];
  if (!all.some(({ value }) => value != null))
    return null;
  const { unit, log: wanted } = all[0], ratio = unit === "×";
  const known = [...(ratio ? [1] : []), ...stated,
    ...all.flatMap(({ value, low, high }) => [value ?? [], low ?? [], high ?? []].flat())]
    .filter(isFinite);
  const log = wanted && Math.min(...known) > 0, ends = [Math.min(...known), Math.max(...known)];
  const room = (ends[1] - ends[0] || 1) * 0.06;
  const low = log ? ends[0] / 1.08 : ends[0] - room, high = log ? ends[1] * 1.08 : ends[1] + room;
  const x = scale(low, high, log, 10, width - 10);
  const within = (/** @type {number} */ value) => x(Math.min(Math.max(value, low), high));
  const zone = all.length === 1 && (all[0].from != null || all[0].to != null)
    && [within(all[0].from ?? low), within(all[0].to ?? high)];
  const ticks = spaced([...ratio ? [1] : [], ...log ? logTicks(low, high) : [], ...ends], x, 54);
  const n = [2, 3, 4].find((few) => // as many digits as tell ticks apart
    new Set(ticks.map((tick) => inUnit(tick, unit, few))).size === ticks.length);
  const list = (/** @type {(number | null)[]} */ values) =>
    values.slice(0, 3).map((value) => inUnit(value, unit, 3)).join(", ")
      + (values.length > 3 ? ` and ${values.length - 3} more` : "");
  return s("svg", { class: "scale", viewBox: `0 0 ${width} 38`, role: "img",
    "aria-label": `measured ${list(all.map(({ value }) => value))}`
      + (stated.length ? `; paper ${list(stated)}` : "") },
  zone && s("rect", { class: "zone", x: zone[0], width: Math.max(1, zone[1] - zone[0]),
    y: middle - 9, height: 18 }),
  s("path", { class: "axis", d: `M6 ${middle}H${width - 6}` }),
  ratio && s("path", { class: "equal", d: `M${x(1)} ${middle - 11}V${middle + 11}` }),
  ticks.map((tick) => {
    const text = inUnit(tick, unit, n), half = 3.5 * text.length;
    return [s("path", { class: "axis", d: `M${x(tick).toFixed(1)} ${middle}v4` }),
      s("text", { x: Math.min(width - half, Math.max(half, x(tick))).toFixed(1), y: 36,
        "text-anchor": "middle" }, text)];
  }),
  found.map((shown, device) => shown.map((one) => one.value != null && [
    one.low != null && one.high != null && s("path", { class: "line ink",
      d: `M${within(one.low).toFixed(1)} ${middle}H${within(one.high).toFixed(1)}` }),
    glyph(x(one.value), middle, SHAPES[device % 4], { class: "dot ink" },
      `measured ${inUnit(one.value, unit)}`)])),
  stated.map((value) => glyph(x(value), middle, STATED, { class: "said" },
    `paper ${inUnit(value, unit)}`)));
}

/** Which sign and dash is which device, where there are several.
 * @param {string[]} labels */
export const deviceKey = (labels) =>
  labels.length > 1 && labels.map((label, i) => h("span", {}, `${MARKERS[i % 4]} ${label}`));

/** What a verdict rests on, and its marks.
 * @param {Claim} claim */
export const launches = ({ runs, cards, marks }) =>
  [`${plural(runs, "run")} of ${plural(cards, "card")}`, ...marks].join("; ");

/** Why a device's numbers are worth less than others.
 * @param {import("./types.js").Device} device */
export const warnings = (device) => [...device.warnings, ...device.runs.flatMap(({ file, note }) =>
  note ? `${file}: ${note}.` : [])].map((text) =>
  h("p", { class: "warning" }, h("span", { "aria-hidden": "true" }, "⚠ "), text));

/** What its numbers are.
 * @param {import("./types.js").Device} device */
export const notes = ({ notes = [] }) => notes.length > 0
  && h("p", { class: "note" }, `${capital(notes.join(" · "))}`);
