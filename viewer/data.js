// SPDX-License-Identifier: MIT
// data.js: documents, one a device: read from the page and from dropped files, with rows in place
// of columns.

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Claim} Claim */

const VERSION = 1;

/** @param {ReadableStream<any>} packed */
const gunzip = (packed) =>
  new Response(packed.pipeThrough(new DecompressionStream("gzip"))).text();

/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** The documents of a page of the viewer: of this one, or of another.
 * @param {Document} page @returns {Promise<View[]>} */
export function readPage(page) {
  return Promise.all(
    [...page.querySelectorAll("script.run")].map(async (block) => {
      const packed = new Blob([bytesOf((block.textContent ?? "").trim())]);
      return prepare(JSON.parse(await gunzip(packed.stream())));
    }));
}

/** The documents of a file: a page or a view, packed by gzip or not. Throws what a reader
 * understands.
 * @param {File} file @returns {Promise<View[]>} */
export async function readFile(file) {
  if (file.name.endsWith(".xz"))
    throw Error(`${file.name} is a run, packed by xz, which browsers cannot read. ` +
        `Make its view: claimcheck export ${file.name} --format view`);
  const text = file.name.endsWith(".gz") ? await gunzip(file.stream()) : await file.text();
  if (text.trimStart().startsWith("<")) {
    const found = await readPage(new DOMParser().parseFromString(text, "text/html"));
    if (!found.length) throw Error(`${file.name} is a page without a run of claimcheck.`);
    return found;
  }
  return [viewOf(file.name, text)];
}

/** A document of a text. Throws what a reader understands.
 * @param {string} name @param {string} text */
export function viewOf(name, text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw Error(`${name} is neither a page nor a view of claimcheck.`);
  }
  if (found?.view === VERSION && found.device && found.cases?.name) return prepare(found);
  if (found?.view > VERSION)
    throw Error(`${name} is a view of version ${found.view}; this page reads version ${VERSION}. ` +
        "Open it with the page of a newer claimcheck.");
  if (found?.packed_cases || found?.session)
    throw Error(`${name} is a run, which has no verdicts. ` +
        `Make its view: claimcheck export ${name} --format view`);
  throw Error(`${name} is neither a page nor a view of claimcheck.`);
}

/** Rows of the columns, and what is looked up by name. Computes nothing.
 * @param {any} view @returns {View} */
export function prepare(view) {
  const columns = Object.entries(view.cases);
  view.rows = view.cases.name.map((/** @type {string} */ name, /** @type {number} */ at) => {
    /** @type {any} */
    const row = { at };
    for (const [key, values] of columns)
      row[key] = /** @type {any[]} */ (values)[at];
    const [task, ...input] = (view.works[row.work] ?? "").split("/");
    row.task = task;
    row.input = input.join(" ");
    row.technique = view.techniques[row.technique];
    row.about = row.technique?.variants[`${row.bench}/${row.variant}`];
    return row;
  });
  view.byName = new Map(view.rows.map((/** @type {Row} */ row) => [row.name, row]));
  view.byClaim = new Map(view.claims.map((/** @type {Claim} */ claim) => [claim.id, claim]));
  return view;
}

/** Times of a case's samples, of one execution each, in their order.
 * @param {Row} row */
export const samplesOf = ({ samples, tick }) => samples.map((ticks) => tick[1] + tick[0] * ticks);

/** Names that tell documents apart: of one device by the day, the time, and at last a number.
 * @param {View[]} views */
export function labelsOf(views) {
  const forms = [(/** @type {View} */ view) => view.device.name,
    (/** @type {View} */ view) => `${view.device.name}, ${view.device.started.slice(0, 10)}`,
    (/** @type {View} */ view) => `${view.device.name}, ${view.device.started}`];
  return views.map((view, i) => {
    const others = views.filter((other) => other !== view);
    const form = forms.find((one) => others.every((other) => one(other) !== one(view)));
    return form ? form(view) : `${forms[2](view)} (${i + 1})`;
  });
}
