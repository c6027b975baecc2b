// SPDX-License-Identifier: MIT
// picture.js: a figure with its axes, the samples of a case, and the passes of a trace. Geometry
// only.
import { DASHES, DIAMOND, glyph, scale, SHAPES } from "./chart.js";
import { micro } from "./data.js";
import { day, h, inUnit, plural, s, time } from "./text.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Figure} Figure */
/** @typedef {import("./types.js").Series} Series */
/** @typedef {import("./types.js").Passes} Passes */
/** @typedef {{name: string, look: string, x: number, y: number}} End */

const COLOURS = 8,
  NARROW = 360, WIDE = 640;

/** How wide pictures are drawn, so that their words stay legible in a narrow window. */
export const room = () => (matchMedia("(max-width: 700px)").matches ? NARROW : WIDE);

/** What a series is of: "" where it is the device itself.
 * @param {Series} series @param {string[]} names of devices */
const variantOf = (series, names) => (names.includes(series.name ?? "") ? "" : (series.name ?? ""));

/** A colour a variant. The same one in all figures of a set, where two of a figure do not collide.
 * @param {Figure[]} set @param {string[]} variants of one figure, in its order @param {string[]}
 * names */
export function coloursOf(set, variants, names) {
  const order = [...new Set(set.flatMap((figure) =>
        figure.series
          .filter((series) => series.role === "measured")
          .map((series) => variantOf(series, names))))];
  const taken = new Set();
  return new Map(
    variants.map((variant) => {
      let colour = variant ? Math.max(0, order.indexOf(variant)) % COLOURS : 0;
      for (let tries = 0; taken.has(colour) && tries < COLOURS; tries++)
        colour = (colour + 1) % COLOURS;
      taken.add(colour);
      return [variant, colour];
    }));
}

/** One figure of one or more devices: colour is the variant, dash and marker the device, a diamond
 * the paper's own. Lines end at the variant's name, or at its number in the legend where names have
 * no room; marks of one device differ by variant, and those of clouds of points are hollow for
 * further devices: no colour says anything alone.
 * @param {(Figure | null)[]} figures one a document @param {string[]} names of the devices
 * @param {string[]} labels of the devices @param {Figure[]} set figures that share colours */
export function figurePicture(figures, names, labels, set) {
  const first = /** @type {Figure} */ (figures.find(Boolean));
  const several = figures.filter(Boolean).length > 1, home = figures.findIndex(Boolean);
  const rows = first.rows ? [...new Set(figures.flatMap((figure) => figure?.rows ?? []))] : null;
  const measured = figures.flatMap((figure) =>
    figure?.series.filter((series) => series.role === "measured") ?? []);
  const variants = [...new Set(measured.map((series) => variantOf(series, names)))];
  const colours = coloursOf(set, variants, names);
  const isLine = (/** @type {Series} */ series) =>
    series.line !== "none" && series.points.length > 1;
  const cloud = several && !rows && variants.length > 1 && !measured.some(isLine);
  const beside = !rows && variants.length > 1 && !cloud
    && (several || measured.every(isLine));
  const named = beside && !several && room() === WIDE;
  const numbers = new Map(variants.map((variant, i) => [variant, String(i + 1)]));
  const frame = frameOf(figures, rows, named ? variants : beside ? [...numbers.values()] : []);
  const legend = new Map(), devices = new Map(), parts = axes(first, frame, rows, legend);
  /** @type {End[]} */
  const ends = [];
  /** @type {{x: number, y: number}[]} */
  const spots = []; // of numbers beside single points
  figures.forEach((figure, device) => figure?.series.forEach((series) => {
    const own = series.role === "measured", paper = series.role === "paper";
    if (!own && device > home)
      return; // the paper's numbers are the same in each document
    const variant = variantOf(series, names);
    const look = own ? `c${colours.get(variant) ?? 0}` : paper ? "said" : "limit";
    const byVariant = own && (cloud || !several);
    const dash = several && own ? DASHES[device % 4] : series.line === "dashed" ? DASHES[1] : null;
    const shape = paper ? DIAMOND : !series.marks ? null
      : byVariant ? SHAPES[variants.indexOf(variant) % SHAPES.length] : SHAPES[device % 4];
    const name = own ? [variant, several && labels[device]].filter(Boolean).join(", ")
      : series.name;
    const points = placed(series, /** @type {Figure} */ (figure), rows, frame);
    const drawn = series.line !== "none" && points.length > 1;
    if (!points.length)
      return;
    parts.push(seriesParts(points, { look: cloud && own && device > home ? `${look} hollow` : look,
      dash, shape, drawn, rows: rows != null, frame },
      (point) => [name, !rows && inUnit(point.x, first.x.unit), inUnit(rows ? point.x : point.y,
        (rows ? first.x : first.y)?.unit)].filter(Boolean).join(": ")));
    const numbered = beside && own && !named ? `${numbers.get(variant)} ${variant}` : null;
    const last = points[points.length - 1];
    if (beside && own && !drawn && device === home) {
      const spot = { x: last.px + 8, y: last.py + 4 };
      while (spots.some(({ x, y }) => Math.abs(x - spot.x) < 18 && Math.abs(y - spot.y) < 13))
        spot.y += 2;
      spots.push(spot);
      parts.push(s("text", { class: "over", ...spot }, numbers.get(variant)));
    }
    if (beside && own && drawn)
      ends.push({ name: named ? variant : numbers.get(variant) ?? "", look,
        x: last.px, y: last.py });
    if (several && own && variant)
      legendAdd(legend, numbered ?? variant, look,
        { dash: null, drawn: !cloud, shape: cloud ? shape : null });
    else if (!several && own && !named || !own)
      legendAdd(legend, numbered ?? (name || labels[device]), look, { dash, drawn, shape });
    if (several && own)
      legendAdd(devices, labels[device], cloud && device > home ? "ink hollow" : "ink",
        { dash, drawn, shape: SHAPES[cloud ? 0 : device % 4] });
  }));
  return [h("div", { class: "picture" }, s("svg", { class: "chart", role: "img",
    viewBox: `0 0 ${frame.width} ${frame.height}`,
    "aria-label": `${first.title}. ${first.text ?? ""}` }, parts, labelsAt(ends, frame))),
  h("ul", { class: "legend" }, [...legend.values(), ...devices.values()])];
}

/** @typedef {import("./types.js").Point & {px: number, py: number}} Placed */

/** Where the points of a series stand; those that have a place.
 * @param {Series} series @param {Figure} figure @param {string[] | null} rows
 * @param {Frame} frame @returns {Placed[]} */
const placed = (series, figure, rows, { x, y }) => series.points.map((point) => ({ ...point,
  px: x(Number(point.x)),
  py: y(rows ? rows.indexOf(figure.rows?.[Number(point.y)] ?? "") : Number(point.y)) }))
  .filter(({ px, py }) => isFinite(px) && isFinite(py));

/** A line, the intervals of its points, and their marks.
 * @param {Placed[]} points @param {any} how @param {(point: Placed) => string} say */
function seriesParts(points, { look, dash, shape, drawn, rows, frame: { x, y } }, say) {
  const path = points.map(({ px, py }, i) => `${i ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`);
  return [drawn && s("path", { class: `line ${look}`, "stroke-dasharray": dash, d: path.join("") }),
    points.map((point) => {
      const { px, py, low, high } = point, known = low != null && high != null && high > low;
      return [known && s("path", { class: `line ${look}`, d: rows
        ? `M${x(low).toFixed(1)} ${py.toFixed(1)}H${x(high).toFixed(1)}`
        : `M${px.toFixed(1)} ${y(low).toFixed(1)}V${y(high).toFixed(1)}` }),
      shape && glyph(px, py, shape, { class: look === "said" ? look : `dot ${look}` }, say(point))];
    })];
}

/** @typedef {ReturnType<typeof frameOf>} Frame */

/** Where things stand. In a narrow window rows have their names above them, not on the left.
 * @param {(Figure | null)[]} figures @param {string[] | null} rows
 * @param {string[]} ends names that stand beside lines */
function frameOf(figures, rows, ends) {
  const width = room(), narrow = width === NARROW, pitch = narrow ? 34 : 23;
  const longest = (/** @type {string[]} */ texts) =>
    6.6 * Math.max(...texts.map((text) => text.length));
  const numbers = figures.flatMap((figure) => figure?.y?.ticks.map(({ text }) => text) ?? []);
  const left = !rows ? 28 + longest(["", ...numbers]) : narrow ? 8
    : Math.min(270, 16 + longest(rows));
  const beside = ends.length ? Math.min(180, 24 + longest(ends)) : 14;
  const top = 8;
  const bottom = top + (rows ? rows.length * pitch + 4 : narrow ? 230 : 280);
  const right = width - beside;
  const span = (/** @type {"x" | "y"} */ which) => {
    const all = figures.flatMap((figure) => figure?.[which] ?? []);
    return [Math.min(...all.map(({ low }) => low)), Math.max(...all.map(({ high }) => high))];
  };
  const { x: ax, y: ay } = /** @type {Figure} */ (figures.find(Boolean));
  const x = scale(span("x")[0], span("x")[1], ax.log, left, right);
  const y = rows ? (/** @type {number} */ row) => top + pitch * row + (narrow ? 24 : 14)
    : scale(span("y")[0], span("y")[1], ay?.log ?? false, bottom, top);
  return { x, y, left, right, top, bottom, width, height: bottom + 40, narrow };
}

/** Grid, numbers and names of both axes, rows, and the lines that a document asks for.
 * @param {Figure} figure @param {Frame} frame @param {string[] | null} rows
 * @param {Map<string, Element>} legend
 * @returns {import("./text.js").Child[]} */
function axes(figure, { x, y, left, right, top, bottom, width, narrow }, rows, legend) {
  const middle = { "text-anchor": "middle" }, before = { "text-anchor": "end" };
  /** @type {import("./text.js").Child[]} */
  const parts = [s("rect", { class: "frame", x: left, y: top, width: right - left,
    height: bottom - top })];
  let end = -Infinity;
  for (const tick of figure.x.ticks.filter(({ at }) => x(at) >= left - 1 && x(at) <= right + 1)) {
    const text = micro(tick.text), at = x(tick.at), half = text.length * 3.4;
    const fits = at - half > end + 6;
    parts.push(s("path", { class: "grid", d: `M${at.toFixed(1)} ${top}V${bottom}` }),
      fits && s("text", { x: Math.min(width - half, Math.max(half, at)).toFixed(1), y: bottom + 16,
        ...middle }, text));
    end = fits ? at + half : end;
  }
  for (const tick of rows ? [] : figure.y?.ticks ?? [])
    parts.push(s("path", { class: "grid", d: `M${left} ${y(tick.at).toFixed(1)}H${right}` }),
      s("text", { x: left - 6, y: (y(tick.at) + 4).toFixed(1), ...before }, micro(tick.text)));
  rows?.forEach((row, i) => parts.push(s("path", { class: "grid", d: `M${left} ${y(i)}H${right}` }),
    s("text", narrow ? { class: "over", x: left, y: y(i) - 8 }
      : { x: left - 8, y: y(i) + 4, ...before }, short(row, narrow ? 50 : 38),
    s("title", {}, row))));
  parts.push(s("text", { x: (left + right) / 2, y: bottom + 34, ...middle }, figure.x.label),
    !rows && s("text", { transform: `translate(13 ${(top + bottom) / 2}) rotate(-90)`, ...middle },
      figure.y?.label));
  for (const { axis, at, text } of figure.rules) {
    const across = axis === "x", place = across ? x(at) : y(at);
    parts.push(s("path", { class: "rule",
      d: across ? `M${place} ${top}V${bottom}` : `M${left} ${place}H${right}` }));
    legendAdd(legend, micro(text), "rule", { dash: null, drawn: true, shape: null, across });
  }
  return parts;
}

/** A text that has room: whole, or its begin.
 * @param {string} text @param {number} most */
export const short = (text, most) => text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** Names beside the ends of lines, pushed apart; on the right of the frame.
 * @param {End[]} ends @param {Frame} frame */
function labelsAt(ends, { right, top, bottom }) {
  const sorted = [...ends].sort((a, b) => a.y - b.y);
  /** @type {number[]} */
  const at = [];
  for (const { y } of sorted)
    at.push(Math.max(y, (at.at(-1) ?? top - 8) + 14));
  for (let i = at.length - 1, most = bottom + 4; i >= 0; i--, most -= 14)
    at[i] = Math.min(at[i], most);
  return sorted.map(({ name, look, x, y }, i) => [s("path", { class: `leader ${look}`,
    d: `M${(x + 5).toFixed(1)} ${y.toFixed(1)}L${right + 5} ${at[i].toFixed(1)}h4` }),
  s("text", { x: right + 12, y: (at[i] + 4).toFixed(1) }, short(name, 25), s("title", {}, name))]);
}

/** @param {Map<string, Element>} legend @param {string} name @param {string} look
 * @param {{dash: string | null, drawn: boolean, shape: string | null, across?: boolean}} how */
function legendAdd(legend, name, look, { dash, drawn, shape, across }) {
  if (legend.has(name))
    return;
  const line = look === "rule" ? look : `line ${look}`;
  legend.set(name, h("li", {}, s("svg", { viewBox: "0 0 34 16", width: 34, height: 16,
    "aria-hidden": "true" },
  (drawn || !shape) && s("path", { class: line, "stroke-dasharray": dash,
    d: across ? "M17 0V16" : "M1 8H33" }),
  shape && glyph(17, 8, shape, { class: look === "said" ? look : `dot ${look}` })), ` ${name}`));
}

/** Samples in their order, as marks, and how they lie, as ticks on the right.
 * @param {Row} row @param {number[]} samples */
export function samplesPicture(row, samples) {
  const width = room(), left = 66, right = width - 52, top = 8, bottom = 124;
  const middle = { x: (left + right) / 2, "text-anchor": "middle" };
  const before = { x: left - 6, "text-anchor": "end" };
  const hot = new Set(row.counted ? [] : row.throttled);
  const low = Math.min(...samples, row.low ?? Infinity);
  const high = Math.max(...samples, row.high ?? -Infinity);
  const x = scale(0, Math.max(1, samples.length - 1), false, left + 6, right - 6);
  const y = scale(low, high, false, bottom - 6, top + 6), median = y(row.time ?? low);
  const ends = [high, low].filter((value) => Math.abs(y(value) - median) > 13);
  const label = `${plural(samples.length, "sample")} from ${time(low)} to ${time(high)}, `
    + `the median ${time(row.time)}` + (hot.size ? `; ${hot.size} throttled` : "");
  const rugs = samples.map((sample) => `M${right + 6} ${y(sample).toFixed(1)}H${right + 40}`);
  return h("div", { class: "picture" }, s("svg", { class: "chart", viewBox: `0 0 ${width} 160`,
    role: "img", "aria-label": label },
  s("rect", { class: "frame", x: left, y: top, width: right - left, height: bottom - top }),
  row.low != null && row.high != null && s("rect", { class: "zone", x: left, width: right - left,
    y: y(row.high), height: Math.max(1, y(row.low) - y(row.high)) }),
  s("path", { class: "equal", d: `M${left} ${median}H${right}` }),
  ends.map((value) => s("text", { ...before, y: y(value) + 4 }, time(value))),
  s("text", { class: "strong", ...before, y: median + 4 }, time(row.time)),
  samples.map((sample, i) => hot.has(i)
    ? glyph(x(i), y(sample), SHAPES[3], { class: "dot c1" }, "throttled, not counted")
    : s("circle", { class: "dot c0", cx: x(i).toFixed(1), cy: y(sample).toFixed(1), r: 2.4 })),
  s("path", { class: "tickmarks", d: rugs.join("") }),
  s("text", { ...middle, y: 141 }, "samples in their order; band: the median’s interval"),
  hot.size > 0 && s("text", { ...middle, y: 157 }, `▼ throttled, not counted: ${hot.size}`)));
}

/** The time of a case in the runs that have it, the oldest first.
 * @param {View} view @param {import("./types.js").History} history */
export function historyPicture(view, { points }) {
  const width = room(), left = 66, right = width - 14, top = 8, bottom = 104;
  const middle = { "text-anchor": "middle" }, before = { x: left - 6, "text-anchor": "end" };
  const known = points.flatMap((point) =>
    [point.time, point.low, point.high].flatMap((ns) => ns ?? []));
  const ends = [Math.min(...known), Math.max(...known)];
  const y = scale(ends[0], ends[1], false, bottom - 8, top + 8);
  const x = scale(0, Math.max(1, points.length - 1), false, left + 36, right - 36);
  const days = points.map(({ run }) => day(view.device.runs[run].started));
  const labels = points.map((_, i) => i).filter((i) => i === 0 || i === points.length - 1);
  return h("div", { class: "picture" }, s("svg", { class: "chart", viewBox: `0 0 ${width} 142`,
    role: "img", "aria-label": `Times in ${plural(points.length, "run")}` },
  s("rect", { class: "frame", x: left, y: top, width: right - left, height: bottom - top }),
  (ends[0] < ends[1] ? ends : [ends[0]]).map((ns) =>
    s("text", { ...before, y: y(ns) + 4 }, time(ns))),
  points.map(({ time: ns, low, high }, i) => ns != null && [
    low != null && high != null && s("path", { class: "line c0",
      d: `M${x(i)} ${y(low)}V${y(high)}` }),
    glyph(x(i), y(ns), SHAPES[0], { class: "dot c0" }, `${days[i]}: ${time(ns)}`)]),
  labels.map((i) => s("text", { x: x(i), y: 121, ...middle }, days[i])),
  s("text", { x: (left + right) / 2, y: 137, ...middle }, "runs, the oldest first")));
}

/** Samples of a case in a line of a table: a tick each, 10 % on both sides of the median.
 * @param {Row} row @param {number[]} samples */
export function rug(row, samples) {
  const middle = row.time ?? 0, x = scale(0.9 * middle, 1.1 * middle, false, 1, 95);
  const ticks = samples.map((one) => `M${Math.min(95, Math.max(1, x(one))).toFixed(1)} 3v11`);
  return s("svg", { viewBox: "0 0 96 17", width: 96, height: 17, "aria-hidden": "true" },
    s("path", { class: "axis", d: "M1 15.5H95M48 13v4" }),
    s("path", { class: "tickmarks", d: ticks.join("") }));
}

/** Passes of a trace: a row a case, a box a pass, on one axis of time.
 * @param {Passes} passes @param {View} view */
export function passesPicture(passes, view) {
  const width = room(), narrow = width === NARROW, left = narrow ? 8 : 200, right = width - 14;
  const pitch = narrow ? 38 : 26, top = 8, bottom = top + passes.rows.length * pitch;
  const { axis } = passes, x = scale(axis.low, axis.high, axis.log, left, right);
  const at = (/** @type {number} */ ns) => x(ns / 1000); // the axis is of µs
  const y = (/** @type {number} */ row) => top + pitch * row + (narrow ? 16 : 3);
  const names = [...new Set(passes.boxes.filter(({ gap }) => !gap).map(({ name }) => name))];
  const middle = { "text-anchor": "middle" };
  const rows = passes.rows.map((row) => typeof row === "string" ? row
    : `${view.rows[row].variant} ${view.rows[row].settings}`.trim());
  return [h("div", { class: "picture" }, s("svg", { class: "chart", role: "img",
    viewBox: `0 0 ${width} ${bottom + 40}`, "aria-label": passes.title },
  axis.ticks.map((tick) => [s("path", { class: "grid", d: `M${x(tick.at)} ${top}V${bottom}` }),
    s("text", { x: x(tick.at), y: bottom + 16, ...middle }, micro(tick.text))]),
  rows.map((row, i) => s("text", narrow ? { class: "over", x: left, y: y(i) - 4 }
    : { x: left - 8, y: y(i) + 14, "text-anchor": "end" }, short(row, narrow ? 50 : 28),
  s("title", {}, row))),
  passes.boxes.map((box) => {
    const from = at(box.start_ns), to = at(box.end_ns), number = names.indexOf(box.name);
    return [s("rect", { class: box.gap ? "box gap" : `box c${number % COLOURS}`, x: from,
      y: y(box.row), width: Math.max(0.8, to - from), height: 19 },
    s("title", {}, `${box.name}: ${time(box.end_ns - box.start_ns)}`)),
    !box.gap && to - from > 14 && s("text", { class: "inbox", x: (from + to) / 2,
      y: y(box.row) + 14, ...middle }, number + 1)];
  }),
  s("text", { x: (left + right) / 2, y: bottom + 34, ...middle }, axis.label))),
  h("ol", { class: "legend" }, names.map((name, i) =>
    h("li", {}, h("i", { class: `swatch c${i % COLOURS}` }), ` ${i + 1} ${name}`)))];
}
