// SPDX-License-Identifier: MIT
// data.js: documents, one a device: read from the page and from dropped files, with rows in place
// of columns.

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Claim} Claim */

const VERSION = 1;

/** @param {string} name @param {Blob} packed */
async function gunzip(name, packed) {
  try {
    return await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).text();
  } catch {
    throw Error(`${name} cannot be unpacked: it is not whole, or not packed by gzip.`);
  }
}

/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** The documents of a page of the viewer: of this one, or of another.
 * @param {string} name @param {Document} page @returns {Promise<View[]>} */
export const readPage = (name, page) =>
  Promise.all([...page.querySelectorAll("script.run")].map(async (block) => {
    const packed = new Blob([bytesOf((block.textContent ?? "").trim())]);
    return viewOf(name, await gunzip(name, packed));
  }));

/** The names of a site's data files that an address asks for, ?run=NAME, of those that its page
 * lists.
 * @param {string} search @param {Document} page */
export function runsOf(search, page) {
  const of = (/** @type {string} */ text) => new URLSearchParams(text).getAll("run");
  const listed = [...page.querySelectorAll("#runs a")].flatMap((link) =>
    of((link.getAttribute("href") ?? "").replace(/#.*/, "")));
  return [...new Set(of(search))].filter((name) => listed.includes(name));
}

/** The document of a data file of a site: a script, since a page on disk may load nothing else.
 * @param {string} name @returns {Promise<View>} */
export async function readSite(name) {
  const block = document.createElement("script");
  block.src = `${name}.js`;
  await new Promise((done, fail) => {
    block.onload = done;
    block.onerror = () => fail(Error(`${block.src} cannot be read: it belongs beside this page.`));
    document.head.append(block);
  });
  const packed = /** @type {any} */ (globalThis).claimcheckRuns?.[name];
  if (typeof packed !== "string")
    throw Error(`${block.src} is not a data file of this page. Make the site again.`);
  return viewOf(name, await gunzip(name, new Blob([bytesOf(packed)])));
}

/** The documents of a file: a page or a view, packed by gzip or not. Throws what a reader
 * understands.
 * @param {File} file @returns {Promise<View[]>} */
export async function readFile(file) {
  const { name } = file;
  if (name.endsWith(".xz"))
    throw Error(`${name} is a run, packed by xz, which browsers cannot read. `
      + `Make its view: claimcheck export ${name} --format view`);
  const text = name.endsWith(".gz") ? await gunzip(name, file) : await file.text();
  if (!text.trimStart().startsWith("<"))
    return [viewOf(name, text)];
  const found = await readPage(name, new DOMParser().parseFromString(text, "text/html"));
  if (!found.length)
    throw Error(`${name} is a page without a run of claimcheck.`);
  return found;
}

/** A document of a text. Throws what a reader understands.
 * @param {string} name @param {string} text */
export function viewOf(name, text) {
  const found = parsed(text);
  if (found?.view > VERSION)
    throw Error(`${name} is a view of version ${found.view}; this page reads version ${VERSION}. `
      + "Open it with the page of a newer claimcheck.");
  if (found?.packed_cases || found?.session)
    throw Error(`${name} is a run, which has no verdicts. `
      + `Make its view: claimcheck export ${name} --format view`);
  if (found?.view !== VERSION)
    throw Error(`${name} is neither a page nor a view of claimcheck.`);
  try {
    return prepare(found);
  } catch (fault) {
    throw Error(`${name} is not whole: ${/** @type {Error} */ (fault).message}. Make it again.`);
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The executable writes us for a terminal, which may have no µ. A number keeps its unit.
 * @param {string} text */
export const micro = (text) => text.replace(/(\d[ \u00a0]?)us\b/g, "$1µs")
  .replace(/(\d) (?=[×%]|[nµm]?s\b)/g, "$1\u00a0");

/** Rows of the columns, and what is looked up by name. Computes nothing.
 * @param {any} view @returns {View} */
export function prepare(view) {
  const columns = Object.entries(view.cases);
  view.rows = view.cases.name.map((/** @type {string} */ name, /** @type {number} */ at) => {
    /** @type {any} */
    const row = { at };
    for (const [key, values] of columns)
      row[key] = /** @type {any[]} */ (values)[at];
    row.settings = row.settings.slice(row.variant.length).trim(); // tables write both in one column
    const [task, ...input] = (view.works[row.work] ?? "").split("/");
    row.task = task;
    row.input = input.join(" ");
    row.technique = view.techniques[row.technique];
    row.about = row.technique?.variants[`${row.bench}/${row.variant}`];
    return row;
  });
  for (const claim of view.claims) {
    claim.found = micro(claim.found);
    claim.paper_says = micro(claim.paper_says);
    for (const pair of claim.pairs)
      pair.text = micro(pair.text);
  }
  for (const row of view.rows)
    row.why = row.why && micro(row.why);
  for (const limit of view.limits)
    limit.text = micro(limit.text);
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
