#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""browser.py: pages of claimcheck as Chromium shows them. At 1440 and 390 pixels, light and dark, nothing is wider
than the window, the console is silent, nothing is asked of anywhere, every link within the page leads somewhere and opens
what it leads to, and axe-core, where scripts/test has put it, finds nothing but what is minor. Of a first page, too: the
overview is within the first screen, the page is 12 screens at most, the filter, the search and the keyboard work, all claims
are there without JavaScript, and it prints on 8 pages. A page that sets devices side by side shows those that are chosen.
Prints what is not so. Exit code: 0, 1, 77 (no Chromium here).

  tests/cli/browser.py [--pictures FOLDER] PAGE.html...     FOLDER: gets screenshots of each, and a print as PDF
"""
import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

TIMEOUT_S = 60
FINDS = """(() => {
  const faults = [], width = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth > width;
  if (wide) faults.push('the page is ' + document.documentElement.scrollWidth + ' wide, of ' + width);
  const scrolls = e => { for (; e; e = e.parentElement)
    if (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX)) return true; return false; };
  if (wide) for (const e of document.querySelectorAll('body *')) {
    const box = e.getBoundingClientRect();
    if (box.right > width + 1 && box.width > 0 && !scrolls(e) && !e.closest('svg'))
      faults.push('<' + e.localName + ' ' + e.className + '> ends at ' + Math.round(box.right) + ': '
        + e.textContent.slice(0, 60));
  }
  for (const a of document.querySelectorAll('a')) {
    const href = a.href.animVal || a.getAttribute('href') || '#', target = href.slice(1);
    if (href[0] !== '#') continue;
    if (!document.getElementById(decodeURIComponent(target))) faults.push('#' + target + ' leads nowhere');
  }
  for (const i of document.images) if (!i.complete || !i.naturalWidth) faults.push('an image does not show: ' + i.alt);
  return faults.slice(0, 10);
})()"""
OPENS = """(() => {
  const place = document.querySelector('details.case[id], details.row[id]');
  if (!place) return [];
  location.hash = '#' + encodeURIComponent(place.id);
  return new Promise(r => setTimeout(() => r(place.open ? [] : ['#' + place.id + ' stays closed']), 100));
})()"""
# Checks a first page of at most two devices; the window is 1440 x 900.
FIRST = """(() => {
  const faults = [], bottom = e => Math.round(e.getBoundingClientRect().bottom + scrollY);
  const several = document.querySelectorAll('.hero .dev').length;
  for (const e of document.querySelectorAll('h1, .lead, .hero .bar, .legend, .top, .card:first-child'))
    if (several < 3 && bottom(e) > 900) faults.push('<' + e.className + '> of the overview ends at ' + bottom(e));
  if (several < 1 && document.documentElement.scrollHeight > 12 * 900)
    faults.push('the page is ' + document.documentElement.scrollHeight + ' high');
  const rows = [...document.querySelectorAll('#claims .row')], shown = () => rows.filter(r => r.checkVisibility()).length;
  if (!rows.length) return faults;
  for (const b of document.querySelectorAll('.filter button')) {
    b.click();
    const wanted = Number(/[0-9]+$/.exec(b.textContent.trim())[0]);
    if (shown() !== wanted || b.getAttribute('aria-pressed') !== 'true')
      faults.push(b.textContent + ' shows ' + shown());
    b.click();
  }
  const find = document.getElementById('find'), type = t => { find.value = t; find.dispatchEvent(new Event('input')); };
  type(rows[rows.length - 1].id.replace('claim-', ''));
  if (shown() < 1 || rows[rows.length - 1].hidden) faults.push('the search hides what it should find');
  type('zzz qqq');
  if (shown() !== 0 || document.getElementById('shown').textContent !== '0 of ' + rows.length + ' claims')
    faults.push('the search finds what is not there: ' + shown());
  type('');
  if (shown() !== rows.length) faults.push('the search leaves rows hidden');
  rows[0].open = false;
  rows[0].querySelector('summary').focus();
  return faults;
})()"""
# A page that sets two devices side by side (scripts/maintain/site).
COMPARED = """(() => {
  const faults = [], table = document.getElementById('both'), lists = [...document.querySelectorAll('select')];
  const columns = () => [...table.rows[1].cells].filter(c => c.dataset.d && c.checkVisibility()).length;
  const change = e => e.dispatchEvent(new Event('change'));
  if (columns() !== 2) faults.push(columns() + ' devices side by side');
  lists[1].value = lists[0].value;
  change(lists[1]);
  if (columns() !== 1) faults.push(columns() + ' columns of one device');
  const differs = document.getElementById('differs');
  differs.checked = true;
  change(differs);
  if ([...table.tBodies[0].rows].some(r => !r.hidden)) faults.push('a device differs from itself');
  return faults;
})()"""
OPENED = "document.querySelector('#claims .row') ? document.querySelector('#claims .row').open : true"
WITHOUT = """(() => {
  const faults = [...document.querySelectorAll('#claims .row')].filter(r => !r.checkVisibility()).map(r => r.id);
  const filter = document.querySelector('.filter');
  return faults.concat(filter && filter.checkVisibility() ? ['a filter that filters nothing'] : []);
})()"""
AXE = """axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations
  .filter(v => v.impact !== 'minor')
  .map(v => 'axe: ' + v.id + ', ' + v.nodes.length + ' times: ' + v.nodes[0].html.slice(0, 100)))"""
AXE_FILE = os.path.join(os.path.dirname(__file__), "../../build/node/node_modules/axe-core/axe.min.js")
PRINT_MOST = 8
TIME = "performance.getEntriesByType('navigation')[0].loadEventEnd"


class Browser:
    """Chromium, by its protocol for debuggers, through pipes."""

    def __init__(self, program, folder):
        to_read, self.write = os.pipe()
        self.read, to_write = os.pipe()

        def pipes():
            read, write = os.dup(to_read), os.dup(to_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--user-data-dir=" + folder]
        self.process = subprocess.Popen([program, *arguments], preexec_fn=pipes, close_fds=False, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer, self.count, self.events, self.session = b"", 0, [], None

    def message(self):
        while b"\0" not in self.buffer:
            more = os.read(self.read, 1 << 20)
            if not more:
                raise EOFError("Chromium has gone")
            self.buffer += more
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.count += 1
        request = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.write, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]["message"]))
                return answer["result"]
            self.events.append(answer)

    def wait(self, event):
        while not any(e.get("method") == event for e in self.events):
            self.events.append(self.message())

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return answer["result"].get("value", ["no value: %s" % answer.get("exceptionDetails", "")])

    def open(self, path):
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.events = []
        self.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("Page.loadEventFired")

    def show(self, width, scheme):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def press(self, key, code):
        for what in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=what, key=key, code=key, windowsVirtualKeyCode=code,
                      **({"text": "\r"} if what == "keyDown" else {}))

    def without_scripts(self):
        """What is not to be seen where no script runs."""
        self.call("Emulation.setScriptExecutionDisabled", value=True)
        self.events = []
        self.call("Page.reload")
        self.wait("Page.loadEventFired")
        faults = self.value(WITHOUT)
        self.call("Emulation.setScriptExecutionDisabled", value=False)
        return ["without scripts: " + fault for fault in faults]

    def faults(self):
        bad = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        asked = [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]
        return (["the console: " + json.dumps(e["params"])[:300] for e in self.events if e.get("method") in bad]
                + ["asked for " + url[:100] for url in asked if not url.startswith("data:") and not url.endswith(".html")])


def picture(browser, name):
    """What of the page has room in a picture."""
    height = min(int(browser.value("document.documentElement.scrollHeight")), 12000)
    width = browser.value("innerWidth")
    shot = browser.call("Page.captureScreenshot", captureBeyondViewport=True,
                        clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})
    with open(name + ".png", "wb") as file:
        file.write(base64.b64decode(shot["data"]))


def first_faults(browser):
    """Of a first page alone."""
    browser.show(1440, "light")
    faults = browser.value(FIRST)
    browser.press("Enter", 13)
    if not browser.value(OPENED):
        faults.append("a claim does not open by the keyboard")
    pdf = base64.b64decode(browser.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"])
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    if pages > PRINT_MOST and browser.value("document.querySelectorAll('.hero .dev').length") < 3:
        faults.append("it prints on %d pages" % pages)
    return faults


def axe_faults(browser):
    if not os.path.exists(AXE_FILE):
        return []
    with open(AXE_FILE, encoding="utf-8") as file:
        browser.call("Runtime.evaluate", expression=file.read())
    return browser.value(AXE)


def look(browser, path, pictures):
    browser.open(path)
    faults = []
    taken = browser.value(TIME)
    first = browser.value("document.body.className") == "first"
    faults += first_faults(browser) if first else []
    for width, scheme in ((1440, "light"), (390, "dark")):
        browser.show(width, scheme)
        faults += ["%d, %s: %s" % (width, scheme, fault) for fault in browser.value(FINDS)]
        if first or os.path.getsize(path) < 1_000_000:  # axe takes minutes for more
            faults += ["%d, %s: %s" % (width, scheme, fault) for fault in axe_faults(browser)]
        if pictures:
            name = os.path.basename(os.path.dirname(os.path.abspath(path)))
            picture(browser, os.path.join(pictures, "%s-%d-%s" % (name, width, scheme)))
    if pictures:
        print("%s: %d bytes, open after %.0f ms" % (path, os.path.getsize(path), taken))
        pdf = browser.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
        with open(os.path.join(pictures, name + ".pdf"), "wb") as file:
            file.write(base64.b64decode(pdf["data"]))
    faults += browser.value(OPENS) + browser.faults()
    faults += browser.value(COMPARED) if browser.value("document.body.classList.contains('compare')") else []
    return faults + (browser.without_scripts() if first else [])


def main():
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    arguments = sys.argv[1:]
    pictures = None
    if arguments[:1] == ["--pictures"]:
        pictures, arguments = arguments[1], arguments[2:]
    if not program:
        print("browser: skipped, no Chromium here")
        return 77
    if not os.path.exists(AXE_FILE):
        print("browser: axe-core is not here: scripts/test puts it into build/node where npm is")
    code = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(program, folder)
        try:
            for path in arguments:
                for fault in look(browser, path, pictures):
                    print("%s: %s" % (path, fault))
                    code = 1
            browser.session = None
            browser.call("Browser.close")
        finally:
            browser.process.terminate()
            browser.process.wait()
    return code


if __name__ == "__main__":
    sys.exit(main())
