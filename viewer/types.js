// SPDX-License-Identifier: MIT
// types.js: members of a document that the viewer reads, for tsc --checkJs. No code.
// results/view.schema.json has them all, and says what they mean.
export {};

/** @typedef {number | null} Maybe null where there is none */
/** @typedef {{word: string, mark: string, means: string, tested: boolean,
 *   decided: boolean}} Word */
/** @typedef {{file: string, started: string, commit: string, driver: string, profile: string,
 *   cases: number, note: string}} Run */
/** @typedef {{name: string, software: boolean, driver: string, os: string, cpu: string,
 *   memory: Maybe, profile: string, started: string, cards: number, pool: string, runs: Run[],
 *   warnings: string[], notes?: string[]}} Device */
/** @typedef {{cite: string, title: string, authors: string[], doi: string | null}} Paper */
/** @typedef {{summary: string, source: string,
 *   origin: "paper" | "library" | "contender"}} Variant */
/** @typedef {{case: number, factor: Maybe, low: Maybe, high: Maybe, time_ns: Maybe,
 *   clock: "gpu" | "wall"}} Bar */
/** @typedef {{claim: Maybe, workload: string, task: string | null, baseline: Maybe, bars: Bar[],
 *   best: number[], stated: {case: number, factor: number, text: string} | null}} Headline */
/** @typedef {{name: string, title: string, question: string | null, picture: string | null,
 *   picture_text: string | null, limits: boolean, headline: Headline | null,
 *   variants: Record<string, Variant>}} Technique */
/** @typedef {{value: Maybe, low: Maybe, high: Maybe, paper: Maybe, from: Maybe, to: Maybe,
 *   unit: string, log: boolean}} Shown */
/** @typedef {{label: string, a: number | string, b: number | string | null, a_value: Maybe,
 *   b_value: Maybe, unit: string, text: string, samples: number, verdict: string, class: string,
 *   shown: Shown | null}} Pair */
/** @typedef {{id: string, paper: string, technique: string, class: string, words: string[],
 *   verdict: string, statement: string, short: string, found: string, paper_says: string,
 *   zone: string, reason: string, gloss: string | null, hardware: string | null, where: string,
 *   quote: string, on: "gpu" | "cpu" | "both" | null, rests_on: string | null, command: string,
 *   marks: string[], deviations: string[], preconditions: string[], observed: string[],
 *   runs: number, cards: number, pairs: Pair[]}} Claim */
/** @typedef {{key: string, title: string, means: string, counts: Record<string, number>,
 *   claims: number[]}} Group */
/** @typedef {{label: string, unit: string, log: boolean, low: number, high: number,
 *   ticks: {at: number, text: string}[]}} Axis */
/** @typedef {{x: Maybe, y: Maybe, low: Maybe, high: Maybe, case: Maybe}} Point */
/** @typedef {{name: string | null, role: "paper" | "measured" | "limit",
 *   line: "none" | "solid" | "dashed", marks: boolean, points: Point[]}} Series */
/** @typedef {{key: string, kind: "figure" | "roofline" | "growth", technique: string | null,
 *   title: string, text: string, split: Record<string, string>, held: Record<string, string>,
 *   left_out: number, claims?: number[], warning: string | null, x: Axis, y?: Axis,
 *   rows?: string[],
 *   series: Series[], rules: {axis: "x" | "y", at: number, text: string}[]}} Figure */
/** @typedef {{title: string, text: string, rows: (number | string)[], axis: Axis, boxes:
 *   {row: number, name: string, start_ns: number, end_ns: number, gap: boolean}[]}} Passes */
/** @typedef {{name: string[], sha256: string[], group: (string | null)[], registers: Maybe[],
 *   shared: Maybe[], spill: Maybe[], facts: [string, string][][]}} Kernels */
/** @typedef {{case: number, points: {run: number, time: Maybe, low: Maybe,
 *   high: Maybe}[]}} History */
/** One case: a row of the document's columns, and what data.js looks up.
 * @typedef {{name: string, at: number, bench: string, variant: string, settings: string,
 *   kind: string, base: number, part: number, status: string, reason: string, wall: number,
 *   n: number, inner: Maybe, time: Maybe, low: Maybe, high: Maybe, between_low: Maybe,
 *   between_high: Maybe, setting: string, prepared: string | null, speedup: Maybe,
 *   speedup_low: Maybe, speedup_high: Maybe, floor: Maybe, bound: string | null, percent: Maybe,
 *   why: string | null, kernels: number[], counters: string, tick: [number, number],
 *   samples: number[], throttled: number[], counted: number,
 *   stop: string, api: string, mark: string, joules: string | null, energy: string | null,
 *   task: string, input: string, technique: Technique,
 *   about?: Variant}} Row */
/** @typedef {{view: number, tool: {version: string, commit: string, url: string | null},
 *   device: Device, command: string, sentence: string, words: Word[],
 *   marks?: Record<string, string>, groups: Group[],
 *   untested: {reason: string, claims: number[]}[], surprises: number[],
 *   recommendations: {technique: string, text: string}[], papers: Record<string, Paper>,
 *   techniques: Technique[], claims: Claim[], figures: Figure[], passes: Passes[],
 *   limits: {name: string, text: string}[], works: string[], kernels: Kernels,
 *   history: History[], rows: Row[], byName: Map<string, Row>,
 *   byClaim: Map<string, Claim>}} View */
/** What is shown: the address, and the documents.
 * @typedef {{view: string, id: string, query: Record<string, string>, views: View[],
 *   labels: string[]}} State */
