// SPDX-License-Identifier: MIT
// overview.js: what a device says at first sight: the sentence, the surprises, and all methods.
import { bars, claimScale, launches, notes, tested, verdict, verdictBar, warnings }
  from "./chart.js";
import { capital, day, factor, h, href, plural, time } from "./text.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Technique} Technique */
/** @typedef {import("./types.js").Headline} Headline */
/** @typedef {import("./types.js").Claim} Claim */
/** @typedef {import("./types.js").State} State */

const MOST = 5; // surprises
const WHOSE = { paper: "the paper’s method", library: "a library’s",
  contender: "not in the paper" };

/** @param {State} state */
export function overview({ views, labels }) {
  const places = labels.map((_, i) => `device ${i + 1}`);
  return [views.length > 1 && h("p", { class: "key" }, labels.map((label, i) =>
    h("a", { href: href("overview", places[i]) }, label)),
  h("a", { href: href("compare") }, "side by side")),
  views.map((view, i) => h("section", { class: "device", id: places[i], "aria-label": labels[i] },
    top(view), answers(view), surprises(view), key(view), h("div", { class: "cards" },
      view.techniques.flatMap((technique) => technique.headline && !technique.limits
        ? card(view, technique, technique.headline) : []))))];
}

/** @param {View} view */
function top(view) {
  const { device } = view, group = view.groups[0];
  const facts = [device.driver, device.os, day(device.started), `profile ${device.profile}`,
    `${plural(device.runs.length, "run")} of ${plural(device.cards, "card")}`];
  return h("div", { class: "top" },
    h("div", {}, h("p", { class: "note" }, "Published GPU speed-ups, measured again on"),
      h("h1", {}, device.name),
      h("p", { class: "note" }, facts.filter(Boolean).join(" · ")),
      h("p", { class: "lead" }, view.sentence), warnings(device), notes(device)),
    group && h("div", {}, h("p", { class: "note" },
      h("a", { href: href("claims", "", { of: group.key }) }, group.title)),
    verdictBar(view, group.counts),
    h("ul", { class: "words" }, tested(view, group.counts).map(({ word, means, n }) => h("li", {},
      h("a", { href: href("claims", "", { of: group.key, verdict: word }) }, verdict(view, word),
        ` ${n}`), h("small", {}, ` ${means}`))))));
}

/** Of each task the fastest method, what the paper says, and what was measured of that.
 * @param {View} view */
function answers(view) {
  const rows = view.techniques.flatMap((technique) => !technique.limits && technique.headline
    && technique.headline.best.length ? [answer(view, technique, technique.headline)] : []);
  return rows.length > 0 && !view.device.software && h("section", {},
    h("h2", {}, "The fastest method of each task, and what its paper says"),
    h("p", { class: "key" }, h("span", {}, "★ the fastest of all methods measured here"),
      h("span", {}, "[low, high]: the measured value lies between them with 95 % certainty")),
    h("table", { class: "answers" }, h("thead", {}, h("tr", {}, ["Task", "Fastest here",
      "The paper says", "That, measured here", "Verdict"].map((head) =>
      h("th", { scope: "col" }, head)))), h("tbody", {}, rows)));
}

/** @param {View} view @param {Technique} technique @param {Headline} headline */
function answer(view, { name, title }, headline) {
  const best = headline.bars.filter(({ case: at }) => headline.best.includes(at)), [first] = best;
  const origin = view.rows[first.case].about?.origin;
  const claim = headline.claim == null ? null : view.claims[headline.claim];
  const baseline = headline.baseline == null ? null : view.rows[headline.baseline];
  return h("tr", {}, h("th", { scope: "row" }, h("a", { href: href("overview", name) }, title)),
    h("td", {}, h("b", {}, "★ ", best.map(({ case: at }) => view.rows[at].variant).join(", ")),
      baseline && first.case !== headline.baseline
        && ` ${factor(first.factor)} as fast as ${baseline.variant}`,
      h("small", {}, time(first.time_ns), first.clock === "wall" && " wall",
        `; ${WHOSE[origin ?? "contender"]}`)),
    claim && [h("td", {}, claimLink(claim), claim.paper_says && `: ${claim.paper_says}`,
      h("span", { class: "note" }, ` ${view.papers[claim.paper]?.cite ?? ""}`)),
    h("td", {}, h("b", {}, claim.found), h("small", {}, launches(claim))),
    h("td", {}, verdict(view, claim.class, claim.verdict))]);
}

/** The claims that lie farthest from their papers, in the document's order.
 * @param {View} view */
const surprises = (view) => view.surprises.length > 0 && h("section", { class: "surprises" },
  h("h2", {}, "Farthest from the papers"),
  h("p", { class: "key" }, h("span", {}, "● measured, with its interval"),
    h("span", {}, "◇ the paper"), h("span", {}, "┊ equal"),
    h("span", {}, h("i", { class: "swatch zone" }), " confirms")),
  h("ol", {}, view.surprises.slice(0, MOST).map((at) => surprise(view, view.claims[at]))),
  view.surprises.length > MOST && h("p", { class: "note" }, h("a", { href: href("claims") },
    `${plural(view.surprises.length - MOST, "more surprise")} among the claims`)));

/** @param {View} view @param {Claim} claim */
const surprise = (view, claim) => h("li", {}, h("div", {},
  verdict(view, claim.class, claim.verdict), " ", claimLink(claim),
  h("div", {}, h("b", {}, claim.found), claim.paper_says && ` · ${claim.paper_says}`),
  h("small", {}, [techniqueOf(view, claim), view.papers[claim.paper]?.cite,
    claim.hardware && `the paper’s device: ${claim.hardware}`,
    claim.on === "cpu" && "a claim about CPUs", launches(claim)].filter(Boolean).join(" · ")),
  claim.rests_on && h("small", { class: "rests" }, ` Rests on: ${claim.rests_on}`)),
claimScale([claim]));

/** The title of what a claim is about.
 * @param {View} view @param {Claim} claim */
const techniqueOf = (view, claim) =>
  view.techniques.find(({ name }) => name === claim.technique)?.title;

/** @param {Claim} claim */
const claimLink = (claim) => h("a", { href: href("claims", claim.id) }, capital(claim.short));

/** What the bars mean.
 * @param {View} view */
const key = (view) => [h("h2", {}, "All methods of each task"), !view.device.software
  && h("p", { class: "key" },
    h("span", {}, h("i", { class: "swatch paper" }), " the paper’s method"),
    h("span", {}, h("i", { class: "swatch" }), " another, which the paper does not have"),
    h("span", {}, h("i", { class: "swatch library" }), " a library"), h("span", {}, "★ fastest"),
    h("span", {}, "◇ the paper’s number"), h("span", {}, "┊ baseline, 1 ×"),
    h("span", {}, "━ interval"), h("span", {}, "wall: by the host’s clock"),
    h("span", {}, "scales are logarithmic: right is faster"))];

/** @param {View} view @param {Technique} technique @param {Headline} headline */
function card(view, technique, headline) {
  const claim = headline.claim == null ? null : view.claims[headline.claim];
  const [task, ...input] = headline.workload.split("/");
  return h("article", { class: "card", id: technique.name },
    h("header", {},
      technique.picture && h("img", { src: technique.picture, alt: "", width: 88, height: 66 }),
      h("div", {}, h("h3", {}, technique.title), h("p", { class: "note" }, technique.question))),
    claim && h("p", {}, verdict(view, claim.class, claim.verdict), " ", claimLink(claim), ": ",
      claim.found, claim.paper_says && ` · ${claim.paper_says}`),
    bars(view, headline),
    h("p", { class: "note" }, headline.task && `${headline.task} `,
      h("a", { href: href("cases", "", { q: task }) }, task), ` ${input.join(" ")}`),
    view.recommendations.filter((one) => one.technique === technique.name).map(({ text }) =>
      h("p", { class: "advice" }, h("b", {}, "Recommended: "), text)));
}
