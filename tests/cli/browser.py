#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""browser.py: pages of `claimcheck report` as Chromium shows them: at 1280 and 400 pixels, light and dark, nothing is
wider than the window, the console is silent, every link within the page leads somewhere and opens what it leads to.
Prints what is not so. Exit code: 0, 1, 77 (no Chromium here).

  tests/cli/browser.py [--pictures FOLDER] PAGE.html...     FOLDER: gets screenshots of each, and a print as PDF
"""
import base64
import json
import os
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
    const target = (a.href.animVal || a.getAttribute('href') || '').slice(1);
    if (!document.getElementById(decodeURIComponent(target))) faults.push('#' + target + ' leads nowhere');
  }
  for (const i of document.images) if (!i.complete || !i.naturalWidth) faults.push('an image does not show: ' + i.alt);
  return faults.slice(0, 10);
})()"""
OPENS = """(() => {
  const place = document.querySelector('details.case[id]');
  if (!place) return [];
  location.hash = '#' + encodeURIComponent(place.id);
  return new Promise(r => setTimeout(() => r(place.open ? [] : ['#' + place.id + ' stays closed']), 100));
})()"""
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
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.events = []
        self.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("Page.loadEventFired")

    def show(self, width, scheme):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def faults(self):
        bad = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return ["the console: " + json.dumps(e["params"])[:300] for e in self.events if e.get("method") in bad]


def picture(browser, name):
    """What of the page has room in a picture."""
    height = min(int(browser.value("document.documentElement.scrollHeight")), 12000)
    width = browser.value("innerWidth")
    shot = browser.call("Page.captureScreenshot", captureBeyondViewport=True,
                        clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})
    with open(name + ".png", "wb") as file:
        file.write(base64.b64decode(shot["data"]))


def look(browser, path, pictures):
    browser.open(path)
    faults = []
    taken = browser.value(TIME)
    for width, scheme in ((1280, "light"), (400, "dark")):
        browser.show(width, scheme)
        faults += ["%d, %s: %s" % (width, scheme, fault) for fault in browser.value(FINDS)]
        if pictures:
            name = os.path.basename(os.path.dirname(os.path.abspath(path)))
            picture(browser, os.path.join(pictures, "%s-%d-%s" % (name, width, scheme)))
    if pictures:
        print("%s: %d bytes, open after %.0f ms" % (path, os.path.getsize(path), taken))
        pdf = browser.call("Page.printToPDF", printBackground=False)
        with open(os.path.join(pictures, name + ".pdf"), "wb") as file:
            file.write(base64.b64decode(pdf["data"]))
    return faults + browser.value(OPENS) + browser.faults()


def main():
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    arguments = sys.argv[1:]
    pictures = None
    if arguments[:1] == ["--pictures"]:
        pictures, arguments = arguments[1], arguments[2:]
    if not program:
        print("browser: skipped, no Chromium here")
        return 77
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


sys.exit(main())
