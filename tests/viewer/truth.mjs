// SPDX-License-Identifier: MIT
// truth.mjs: what the viewer says of two kept runs is what the executable says of them: VIEW_A and
// VIEW_B are their documents, SHOW_A is `show --format json` of the first, COMPARE `compare --format
// json` of both. A document has six digits.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { casesOfBoth, verdictsThatDiffer } from "../../viewer/compare.js";
import { samplesOf, viewOf } from "../../viewer/data.js";

const read = (name) => readFileSync(process.env[name], "utf8");
const [a, b] = ["VIEW_A", "VIEW_B"].map((name) => viewOf(name, read(name)));
const show = JSON.parse(read("SHOW_A")), compared = JSON.parse(read("COMPARE"));

/** Whether two numbers are one to six digits, or both absent; of a quotient, both of its parts are. */
const same = (x, y, within = 5e-6) =>
  x == null || y == null ? x == y : Math.abs(x - y) <= within * Math.abs(y);

test("each case has the numbers that show prints", () => {
  assert.equal(a.rows.length, show.cases.length);
  for (const wanted of show.cases) {
    const row = a.byName.get(wanted.name), stats = wanted.time === "gpu" ? wanted.gpu : wanted.wall;
    assert.ok(row, wanted.name);
    for (const [value, other] of [[row.time, stats?.median_ns], [row.low, stats?.interval_low_ns],
      [row.high, stats?.interval_high_ns], [row.speedup, wanted.speedup], [row.floor, wanted.floor?.ns],
      [row.percent, wanted.floor_percent]])
      assert.ok(same(value ?? null, other ?? null), `${row.name}: ${value}, and show has ${other}`);
    assert.equal(row.status, wanted.status);
    assert.equal(row.base, Number(wanted.baseline));
  }
});

test("samples give back their median", () => {
  for (const row of a.rows.filter(({ samples, time }) => samples.length && time)) {
    const hot = new Set(row.counted ? [] : row.throttled);
    const known = samplesOf(row).filter((_, i) => !hot.has(i)).sort((x, y) => x - y), n = known.length;
    const median = (known[(n - 1) >> 1] + known[n >> 1]) / 2;
    assert.ok(Math.abs(median / row.time - 1) < 2e-3, `${row.name}: ${median}, not ${row.time}`);
  }
});

test("two runs differ as compare says", () => {
  const wanted = new Map(compared.rows.filter((row) => row.b_over_a != null).map((row) => [row.name, row]));
  const both = casesOfBoth(a, b);
  assert.deepEqual(new Set(both.map(({ row }) => row.name)), new Set(wanted.keys()));
  for (const { row, by, least, most } of both) {
    const { b_over_a, interval_low, interval_high } = wanted.get(row.name);
    for (const [value, other] of [[by, 1 / b_over_a], [least, interval_high && 1 / interval_high],
      [most, interval_low && 1 / interval_low]])
      assert.ok(same(value, other, 1e-5), `${row.name}: ${value}, and compare has ${other}`);
  }
});

test("the same verdicts differ", () => {
  const { tested, differ } = verdictsThatDiffer([a, b]);
  const [, n, of] = /(?:no\s+verdict|(\d+)) of (\d+)\s+(?:verdicts differ|differs)/.exec(compared.headline);
  assert.deepEqual([differ.length, tested], [Number(n ?? 0), Number(of)]);
});

test("pairs, bars, points and lists lead to what they name", () => {
  for (const view of [a, b]) {
    for (const claim of view.claims)
      for (const pair of claim.pairs)
        for (const at of [pair.a, pair.b])
          assert.ok(typeof at !== "number" || view.rows[at], claim.id);
    for (const { headline, name } of view.techniques)
      for (const bar of headline?.bars ?? [])
        assert.equal(view.rows[bar.case].technique.name, name);
    const listed = [...view.groups, ...view.untested].flatMap(({ claims }) => claims);
    assert.deepEqual([...listed].sort((x, y) => x - y), view.claims.map((_, i) => i));
    for (const figure of view.figures)
      for (const { case: at } of figure.series.flatMap(({ points }) => points))
        assert.ok(at == null || view.rows[at], figure.key);
  }
});
