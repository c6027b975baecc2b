// SPDX-License-Identifier: MIT
// device.js: what a device can do, and what was run on it: limits, rooflines, growth, passes,
// kernels, history.
import { kernelTable } from "./cases.js";
import { notes, warnings } from "./chart.js";
import { figureNames, figureNode } from "./figures.js";
import { passesPicture } from "./picture.js";
import { bytes, capital, day, h, href, plural, table, time } from "./text.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").State} State */

/** Kinds of figures that are no paper's, in the order of this view.
 * @type {[string, string][]} */
const KINDS = [["limits", "What this device can do"],
  ["roofline", "How near the methods come to it"], ["growth", "How rates grow with the input"]];

/** @param {State} state */
export function device(state) {
  const { views, labels } = state, several = views.length > 1;
  return [h("h1", {}, several ? "Devices" : "Device"),
    h("div", { class: "cards" }, views.map((view, i) => facts(view, labels[i]))),
    KINDS.map(([kind, title]) => {
      const names = figureNames(views, kind);
      return names.length > 0 && h("section", { id: kind }, h("h2", {}, title),
        h("div", { class: "figures" }, names.map((name) =>
          figureNode(state, name, "device"))));
    }),
    views.map((view, i) => view.passes.length > 0 && h("section", {},
      h("h2", {}, `Passes, by a trace${several ? `: ${labels[i]}` : ""}`),
      h("div", { class: "figures" }, view.passes.map((passes) =>
        h("figure", {}, h("h2", {}, passes.title), passesPicture(passes, view),
          h("figcaption", {}, passes.text)))))),
    views.map((view, i) => view.history.length > 0 && h("section", {},
      h("h2", {}, `Over time${several ? `: ${labels[i]}` : ""}`), overTime(view))),
    views.map((view, i) => view.kernels.name.length > 0 && h("section", {},
      h("h2", {}, `Kernels${several ? `: ${labels[i]}` : ""}`), kernels(view.kernels)))];
}

/** The times of cases in each run that has them, the oldest first.
 * @param {View} view */
function overTime({ device, history, rows }) {
  const runs = device.runs.map((_, at) => at).reverse();
  return table("Time of a case in each run: its page has the intervals",
    ["method", "task", ...runs.map((at) => /** @type {[string, string]} */ (
      [day(device.runs[at].started), "n"]))],
    history.map((one) => [
      h("a", { href: href("cases", rows[one.case].name) }, rows[one.case].variant),
      rows[one.case].task, ...runs.map((at) => {
        const point = one.points.find(({ run }) => run === at);
        return point ? time(point.time) : "";
      })]));
}

/** All kernels, made when they are asked for: there are hundreds.
 * @param {View["kernels"]} list */
function kernels(list) {
  const open = (/** @type {any} */ { target }) => target.childElementCount > 1
    || target.append(kernelTable(list, list.name.map((_, at) => at)));
  return h("details", { ontoggle: open }, h("summary", {}, plural(list.name.length, "kernel")));
}

/** @param {View} view @param {string} label */
function facts({ device, tool, limits, command }, label) {
  const list = [["Driver", device.driver], ["System", device.os], ["Processor", device.cpu],
    ["Memory", device.memory && bytes(device.memory)], ["Profile", device.profile],
    ["Cards", device.cards], ["claimcheck", [tool.version, tool.commit].filter(Boolean).join(", ")],
    ...limits.map(({ name, text }) => [capital(name), text])].filter(([, value]) => value);
  return h("article", { class: "card" }, h("h2", {}, label), warnings(device), notes(device),
    h("dl", {}, list.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    table(plural(device.runs.length, "run"), ["started", "profile", "driver", "commit", "file"],
      device.runs.map((run) => [day(run.started), run.profile, run.driver,
        h("code", {}, (run.commit ?? "").slice(0, 8)), run.file])),
    command && h("p", { class: "note" }, "Measure it again: ", h("code", {}, command)));
}
