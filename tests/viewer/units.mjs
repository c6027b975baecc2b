// SPDX-License-Identifier: MIT
// units.mjs: what of viewer/ needs no browser: numbers, addresses, documents, colours, and how it is written.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const folder = fileURLToPath(new URL("../../viewer/", import.meta.url));
const load = (name) => import(`${folder}${name}.js`);
const { bytes, digits, factor, finds, href, inUnit, nodes, percent, plural, time, times } =
  await load("text");
const { labelsOf, prepare, samplesOf, viewOf } = await load("data");
const { logTicks, scale, spaced } = await load("chart");
const { coloursOf } = await load("picture");
const { casesOfBoth } = await load("compare");
const { stateOf } = await load("main");

const files = readdirSync(folder).filter((name) => /\.(js|css|html)$/.test(name));
const textOf = (name) => readFileSync(folder + name, "utf8");

/** A document of two cases, with what another test changes. */
function document(change = {}) {
  return { view: 1, words: [], groups: [], claims: [], figures: [], works: ["a.b/n:4"],
    device: { name: "A device", started: "2026-01-02T03:04:05Z" }, limits: [],
    techniques: [{ name: "a", variants: { "b/fast": { origin: "paper" } } }],
    cases: { name: ["a.b/slow/n:4", "a.b/fast/n:4/tile:8"], work: [0, 0], technique: [0, 0],
      bench: ["b", "b"], variant: ["slow", "fast"], settings: ["slow", "fast tile:8"], wall: [0, 0],
      setting: ["x", "x"], time: [20, 10], between_low: [19, 9.5], between_high: [21, 10.5],
      tick: [[1, 20], [2, 10]], samples: [[0, -1, 1], [0, -2, 2]] }, ...change };
}

test("numbers have their digits and their units", () => {
  assert.deepEqual([6984, 999.6, 999960, 2.5e9, 0.4, null, NaN].map(time),
    ["6.98 µs", "1 µs", "1 ms", "2.5 s", "0.4 ns", "–", "–"]);
  assert.deepEqual([20.924, 1234.5, 0.001234, null].map((x) => digits(x)),
    ["20.9", "1235", "0.00123", "–"]);
  assert.deepEqual([2, 0.5, 0.9999, null].map(factor), ["2 ×", "2 × slower", "1 ×", "–"]);
  assert.deepEqual([0, 1023, 1024, 1.5 * 2 ** 30].map(bytes), ["0 B", "1023 B", "1 KiB", "1.5 GiB"]);
  assert.equal(times(7.0856), "7.09 ×");
  assert.equal(percent(37.69), "38 %");
  assert.equal(inUnit(88.4, "%"), "88.4 %");
  assert.equal(inUnit(2.94e12, "B/s"), "2.94 TB/s");
  assert.equal(inUnit(12, "op/s"), "12 op/s");
  assert.equal(inUnit(2.5, "×"), "2.5 ×");
  assert.equal(inUnit(84000, "ns"), "84 µs");
  assert.equal(inUnit(12345, "1"), "12345");
  assert.deepEqual([plural(1, "run"), plural(0, "run")], ["1 run", "0 runs"]);
});

test("a search finds all of its words, in any order and case", () => {
  assert.ok(finds("b A", "a B c") && finds("", "x") && !finds("a z", "a b"));
});

test("every state has an address, and an address its state", () => {
  for (const [view, id, query] of [["overview", "", {}], ["claims", "a.b c/d%", { q: "x & y=z?#" }],
    ["cases", "", { sort: "time", down: "1" }]])
    assert.deepEqual(stateOf(href(view, id, query)), { view, id, query });
  assert.equal(href("claims", "", { q: "", of: "paper" }), "#claims?of=paper");
  for (const hash of ["", "#", "#nothing/x", "#constructor", "#claims/%"])
    assert.ok(["overview", "claims"].includes(stateOf(hash).view), hash);
});

test("children may be lists, and what is absent is left out", () => {
  assert.deepEqual(nodes(["a", null, false, undefined, [1, ["b", 0]]]), ["a", "1", "b", "0"]);
});

test("rows are what the columns say", () => {
  const view = prepare(document()), [slow, fast] = view.rows;
  assert.deepEqual([fast.task, fast.variant, fast.settings, fast.input], ["a.b", "fast", "tile:8", "n:4"]);
  assert.deepEqual([slow.at, fast.at, fast.about?.origin, slow.about], [0, 1, "paper", undefined]);
  assert.deepEqual(samplesOf(fast), [10, 6, 14]);
  assert.equal(view.byName.get("a.b/slow/n:4"), slow);
});

test("what is no document is refused by a sentence", () => {
  const text = (change) => JSON.stringify(document(change));
  assert.equal(viewOf("a.json", text()).rows.length, 2);
  for (const [content, wanted] of [["", /neither/], ["{", /neither/], ["null", /neither/], ["3", /neither/],
    ["[]", /neither/], ["{}", /neither/], [text({ view: 2 }), /newer/], [text({ cases: null }), /not whole/],
    ['{"packed_cases": {}, "session": {}}', /--format view/]])
    assert.throws(() => viewOf("a.json", content), (fault) => wanted.test(fault.message) && /^a\.json /.test(fault.message), content);
});

test("documents of one device are told apart by their days", () => {
  const at = (started, name = "A device") => prepare(document({ device: { name, started } }));
  assert.deepEqual(labelsOf([at("2026-01-02T03"), at("2026-01-03T03"), at("2026-01-02T03", "Another")]),
    ["A device, 2026-01-02", "A device, 2026-01-03", "Another"]);
  const same = labelsOf([at("2026-01-02T03"), at("2026-01-02T04")]);
  assert.notEqual(same[0], same[1]);
  const twice = labelsOf([at("2026-01-02T03"), at("2026-01-02T03")]);
  assert.notEqual(twice[0], twice[1]);
});

test("scales and ticks", () => {
  assert.equal(scale(1, 100, true, 0, 10)(10), 5);
  assert.equal(scale(0, 4, false, 10, 0)(1), 7.5);
  assert.equal(scale(3, 3, true, 0, 10)(3), 5); // one value stands in the middle
  assert.deepEqual(logTicks(1, 1000), [1, 10, 100, 1000]);
  for (const [low, high] of [[0.9, 1.3], [1, 2], [0.01, 700], [5e-9, 6e-9]])
    for (const tick of logTicks(low, high))
      assert.ok(tick >= 0.99 * low && tick <= 1.01 * high, `${tick} of ${low} to ${high}`);
  assert.deepEqual(spaced([5, 6, 9], (x) => x, 2), [5, 9]);
});

test("a variant keeps its colour in a set of figures, and no two of a figure share one", () => {
  const figure = (names) => ({ series: names.map((name) => ({ name, role: "measured" })) });
  const all = Array.from({ length: 11 }, (_, i) => `v${i}`), set = [figure(all), figure(["v9", "v1"])];
  assert.equal(coloursOf(set, ["v3", "v5"], []).get("v5"), coloursOf(set, ["v5"], []).get("v5"));
  const clash = coloursOf(set, ["v1", "v9"], []); // 9 would be 1 of 8
  assert.notEqual(clash.get("v1"), clash.get("v9"));
  assert.equal(coloursOf(set, [""], ["A device"]).get(""), 0);
});

test("two documents are compared by their numbers, of the same clock and setting alone", () => {
  const a = prepare(document()), b = prepare(document());
  b.rows[0].time = 10;
  b.rows[1].wall = 1;
  const [one, ...others] = casesOfBoth(a, b);
  assert.equal(others.length, 0);
  assert.deepEqual([one.by, one.least, one.most], [2, 19 / 21, 21 / 19]);
  b.rows[0].between_low = null;
  assert.equal(casesOfBoth(a, b)[0].most, null);
  b.rows[0].setting = "y";
  assert.equal(casesOfBoth(a, b).length, 0);
  b.rows[0].setting = "x";
  b.rows[0].prepared = "1";
  assert.equal(casesOfBoth(a, b).length, 1);
  a.rows[0].prepared = "2";
  assert.equal(casesOfBoth(a, b).length, 0);
  a.rows[0].prepared = null;
  b.rows[0].time = null;
  assert.equal(casesOfBoth(a, b).length, 0);
});

test("joined, it is one script, which asks for nothing and makes no HTML of text", () => {
  const [page, script] = ["page", "script"].map((part) => execFileSync(`${folder}join.sh`, [folder, part], { encoding: "utf8" }));
  assert.equal([...page.matchAll(/<script type="module">/g)].length, 1);
  new vm.Script(`"use strict"; (async () => {${script}})`); // no name is declared twice, nothing is imported
  const modules = files.filter((name) => name.endsWith(".js") && name !== "types.js");
  for (const name of modules)
    assert.ok(script.includes(`// ${name}: `), `${name} is not in the page`);
  assert.ok(!script.includes("</script"));
  assert.equal(script.match(/^\/\/ \w+\.js: /gm).length, modules.length);
  for (const unwanted of ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "srcdoc", "eval(", "Function(",
    "fetch(", "XMLHttpRequest", "WebSocket", "sendBeacon", "localStorage", "<!--", "http:", "https:"])
    assert.ok(!script.replaceAll("http://www.w3.org/2000/svg", "").includes(unwanted), unwanted);
  assert.deepEqual([...new Set(page.match(/\{\{\w+\}\}/g))].sort(),
    ["{{description}}", "{{loader_hash}}", "{{runs}}", "{{script_hash}}", "{{script}}", "{{sentence}}", "{{title}}", "{{verdicts}}"]);
});

test("it is at most 2,500 lines of at most 100 columns", () => {
  const lines = files.flatMap((name) => textOf(name).split("\n").slice(0, -1).map((line) => [name, line]));
  assert.ok(lines.length <= 2500, `${lines.length} lines`);
  for (const [name, line] of lines)
    assert.ok([...line].length <= 100, `${name}: ${line}`);
});
