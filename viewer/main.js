// SPDX-License-Identifier: MIT
// main.js: the address names the view, #claims/ID or #cases?q=words; files are opened by a choice,
// or dropped anywhere.
import { cases } from "./cases.js";
import { warnings } from "./chart.js";
import { claims } from "./claims.js";
import { compare } from "./compare.js";
import { labelsOf, readFile, readPage, readSite, runsOf } from "./data.js";
import { device } from "./device.js";
import { figures } from "./figures.js";
import { overview } from "./overview.js";
import { h, href, nodes } from "./text.js";

/** Views, and which of them say by themselves that a device is a software one.
 * @type {Record<string, {title: string, says?: boolean,
 *   make: (state: import("./types.js").State) => import("./text.js").Child}>} */
const VIEWS = {
  overview: { title: "Overview", make: overview, says: true },
  claims: { title: "Claims", make: claims },
  figures: { title: "Figures", make: figures },
  cases: { title: "All cases", make: cases },
  compare: { title: "Compare", make: compare },
  device: { title: "Device", make: device, says: true },
};
const OPENED = /\.(json|html|gz)$/;

/** @type {import("./types.js").View[]} */
let views = [];

/** What a page without a document shows; of a site, its list.
 * @returns {import("./text.js").Child} */
let home = () => [h("h1", {}, "claimcheck"), h("p", { class: "lead" },
  "Drop a page or a view of a run here, or a folder of them, or choose “Open a run…”.")];

/** @param {string} selector @returns {any} */
const find = (selector) => document.querySelector(selector);

/** What an address asks for.
 * @param {string} hash */
export function stateOf(hash) {
  const [path, search = ""] = hash.replace(/^#/, "").split("?"),
    [name, ...rest] = path.split("/");
  const decode = (/** @type {string} */ text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return {
    view: Object.hasOwn(VIEWS, name) ? name : "overview", id: decode(rest.join("/")),
    query: Object.fromEntries(new URLSearchParams(search))
  };
}

function show() {
  const state = { ...stateOf(location.hash), views, labels: labelsOf(views) };
  for (const link of document.querySelectorAll("header nav a"))
    if (link.getAttribute("href") === href(state.view))
      link.setAttribute("aria-current", "page");
    else
      link.removeAttribute("aria-current");
  find("main").replaceChildren(...nodes(views.length ? drawn(state) : home()));
  find("header nav").hidden = !views.length;
  const names = [...new Set(views.map((view) => view.device.name))];
  document.title = `${names.join(" and ") || "claimcheck"}: ${VIEWS[state.view].title}`;
  const target = state.id && document.getElementById(state.id);
  if (target)
    target.scrollIntoView();
  else
    scrollTo(0, 0);
}

/** A view of the documents; a sentence where one of them lacks what it needs.
 * @param {import("./types.js").State} state */
function drawn(state) {
  const { title, make, says } = VIEWS[state.view];
  try {
    return [make(state), !says && views.filter(({ device }) => device.software).map((view) =>
      h("section", { class: "device", "aria-label": view.device.name },
        warnings(view.device)))].reverse();
  } catch (fault) {
    return [h("h1", {}, title), h("p", { class: "warning" },
      `What is open cannot be drawn: ${messageOf(fault)}. Load the page again to begin anew.`)];
  }
}

/** @param {unknown} fault */
const messageOf = (fault) => fault instanceof Error ? fault.message : String(fault);

/** Opens files, each of which may fail with a sentence; what opens is shown, once.
 * @param {File[]} files */
async function open(files) {
  const faults = files.length ? [] : ["Nothing there ends in .html, .json or .gz."];
  const before = views.length;
  for (const file of files)
    try {
      for (const view of await readFile(file))
        if (views.some((one) => sameRuns(one, view)))
          faults.push(`${file.name}: ${view.device.name} is open already, with these runs.`);
        else
          views = [...views, view];
    } catch (fault) {
      faults.push(messageOf(fault));
    }
  find("#note").replaceChildren(...faults.map((fault) => h("span", {}, fault)));
  if (before && views.length > before && location.hash !== href("compare"))
    location.hash = href("compare");
  else
    show();
}

/** @param {import("./types.js").View} a @param {import("./types.js").View} b */
const sameRuns = (a, b) => a.device.name === b.device.name
  && JSON.stringify(a.device.runs) === JSON.stringify(b.device.runs);

/** The files of what was dropped; of folders those that may be a page or a view.
 * @param {DataTransfer} dropped @returns {Promise<File[]>} */
async function filesOf(dropped) {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some((entry) => entry.isDirectory))
    return [...dropped.files];
  /** @type {(entry: any) => Promise<File[]>} */
  const walk = async (entry) => {
    if (entry.isFile)
      return [await new Promise((done, fail) => entry.file(done, fail))];
    const reader = entry.createReader(), found = [];
    for (let some = [null]; some.length; found.push(...some))
      some = await new Promise((done, fail) => reader.readEntries(done, fail));
    return (await Promise.all(found.map(walk))).flat();
  };
  return (await Promise.all(entries.map(walk))).flat().filter((file) => OPENED.test(file.name));
}

async function start() {
  const nav = find("header nav");
  nav.append(...Object.entries(VIEWS).map(([name, { title }]) =>
    h("a", { href: href(name) }, title)));
  find(".open").hidden = false;
  addEventListener("hashchange", show);
  matchMedia("(max-width: 700px)").addEventListener("change", show);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    if (event.dataTransfer)
      open(await filesOf(event.dataTransfer));
  });
  for (const id of ["#open", "#folder"])
    find(id).addEventListener("change", (/** @type {any} */ { target }) => {
      open([...target.files].filter((file) => id === "#open" || OPENED.test(file.name)));
      target.value = ""; // so that the same file may be chosen again
    });
  try {
    const wanted = runsOf(location.search, document);
    if (document.getElementById("runs")) {
      const list = [...find("main").childNodes];
      home = () => list;
      find("header b").replaceChildren(h("a", { href: "?" }, "All devices"));
    }
    views = [...await readPage("The run in this page", document),
      ...await Promise.all(wanted.map(readSite))];
  } catch (fault) {
    find("#note").textContent = messageOf(fault);
  }
  show();
  performance.mark("ready");
}

if (typeof document !== "undefined")
  start();
