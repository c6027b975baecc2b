#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""looks.py: the viewer as Chromium shows it: every view of one device, of two, of a software device, of hostile names and of
nothing, at 1280 and 390 pixels, light and dark. Nothing is wider than the window, no word of a picture leaves it or covers
another, the console is silent, nothing is asked of anywhere, every address leads to what it names, axe-core finds nothing.
Files are dropped, lists are searched and sorted, all by the keyboard where a person would; without scripts the sentences are
there; it prints. Prints what is not so. Exit code: 0, 1, 77 (no Chromium here).

  tests/viewer/looks.py [--pictures FOLDER] [PAGE.html...]     PAGE: looked at, too, in all its views
"""
import base64
import json
import os
import re
import shutil
import sys
import tempfile
import time

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]
from browser import AXE_FILE, Browser, axe_faults  # noqa: E402
from document import document, page  # noqa: E402

VIEWS = ("overview", "claims", "figures", "cases", "compare", "device")
ALL = ((1280, "light"), (390, "dark"), (1280, "dark"), (390, "light"))
READY = "performance.getEntriesByName('ready').length > 0"
GO = """new Promise(done => { location.hash = %s; setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 0); })"""
LOOK = """(() => {
  const faults = [], width = document.documentElement.clientWidth, box = e => e.getBoundingClientRect();
  if (document.documentElement.scrollWidth > width) {
    faults.push('it is ' + document.documentElement.scrollWidth + ' wide');
    for (const e of document.querySelectorAll('body *'))
      if (box(e).right > width + 1 && box(e).width > 0 && !e.closest('svg, .wide, .hidden')) faults.push('too wide: ' + e.outerHTML.slice(0, 80));
  }
  if (!document.querySelector('main h1')) faults.push('it is empty');
  if (document.querySelector('main .warning')?.textContent.includes('cannot be drawn')) faults.push(document.querySelector('main .warning').textContent);
  for (const svg of document.querySelectorAll('main svg')) {
    const frame = box(svg), texts = [...svg.querySelectorAll('text')].filter(t => t.textContent).map(t => [t, box(t)]);
    for (const [i, [text, a]] of texts.entries()) {
      if (a.left < frame.left - 2 || a.right > frame.right + 2 || a.top < frame.top - 2 || a.bottom > frame.bottom + 3)
        faults.push('leaves its picture: ' + text.textContent.slice(0, 60));
      for (const [other, b] of texts.slice(i + 1))
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6)
          faults.push('covers another: ' + text.textContent.slice(0, 40) + ' | ' + other.textContent.slice(0, 40));
    }
    if (/NaN|Infinity|undefined/.test(svg.outerHTML)) faults.push('no number: ' + /.{30}(NaN|Infinity|undefined).{20}/s.exec(svg.outerHTML)?.[0]);
  }
  if (/\\b(NaN|undefined|null|Infinity|\\[object)/.test(document.querySelector('main').innerText)) faults.push('no word: '
    + /.{0,30}\\b(NaN|undefined|null|Infinity|\\[object).{0,20}/.exec(document.querySelector('main').innerText)[0]);
  return faults.slice(0, 8);
})()"""
LINKS = "[...new Set([...document.querySelectorAll('main a')].map(a => a.getAttribute('href') ?? a.getAttribute('href')))]"
LEADS = """(() => { const id = decodeURIComponent(location.hash.split('?')[0].split('/').slice(1).join('/'));
  const target = document.getElementById(id); return !id || Boolean(target && target.getBoundingClientRect().height > 0); })()"""
DROP = """new Promise(done => { const bag = new DataTransfer();
  for (const [name, text] of %s) bag.items.add(new File([text], name));
  dispatchEvent(new DragEvent('drop', { dataTransfer: bag, cancelable: true, bubbles: true }));
  setTimeout(() => done([document.querySelector('#note').innerText, location.hash, document.title]), 700); })"""
TEXT = "document.querySelector('main').innerText"


class Page:
    """A page that is open, and what is wrong with it."""

    def __init__(self, browser, path, name):
        self.browser, self.path, self.name, self.faults = browser, path, name, []
        browser.open(path)
        self.check(self.wait(READY), "is never ready")

    def wait(self, expression, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.browser.value(expression) is True:
                return True
            time.sleep(0.05)
        return False

    def check(self, so, what):
        if not so:
            self.faults.append("%s: %s" % (self.name, what))

    def reload(self):
        before, self.browser.events = self.browser.events, []
        self.browser.call("Page.reload")
        self.browser.wait("Page.loadEventFired")
        self.browser.events = before + self.browser.events

    def go(self, address):
        self.browser.value(GO % json.dumps(address))

    def text(self):
        return self.browser.value(TEXT)

    def views(self, pictures, axe=ALL):
        """Every view, at both widths and in both schemes."""
        links = set()
        for width, scheme in ALL:
            self.browser.show(width, scheme)
            for view in VIEWS:
                self.go("#" + view)
                for fault in self.browser.value(LOOK) + (axe_faults(self.browser) if (width, scheme) in axe else []):
                    self.check(False, "%s, %d, %s: %s" % (view, width, scheme, fault))
                links.update(self.browser.value(LINKS))
                if pictures:
                    self.picture(os.path.join(pictures, "%s-%s-%d-%s.png" % (self.name, view, width, scheme)), width)
        self.browser.show(1280, "light")
        # Some of each view; all would take minutes.
        for view in VIEWS:
            for address in sorted(link for link in links if re.match("#%s[/?]" % view, link))[:5]:
                self.go(address)
                self.check(self.browser.value(LEADS), "%s leads nowhere" % address)
        self.check(all(re.match("#(%s)([/?]|$)" % "|".join(VIEWS), link) for link in links), "a link leaves the page")
        return links

    def picture(self, path, width):
        height = min(int(self.browser.value("document.documentElement.scrollHeight")), 6000)
        shot = self.browser.call("Page.captureScreenshot", captureBeyondViewport=True,
                                 clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def silent(self):
        for fault in self.browser.faults():
            self.check(False, fault)

    def pages(self, address):
        self.go(address)
        pdf = base64.b64decode(self.browser.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"])
        return len(re.findall(rb"/Type\s*/Page\b", pdf))


def uses(shown):
    """What a person does with it."""
    value, check = shown.browser.value, shown.check
    type_ = "(() => { const q = document.querySelector('#q'); q.value = %s; q.dispatchEvent(new Event('input')); })()"
    for view, all_of in (("claims", 18), ("cases", 8)):
        shown.go("#" + view)
        said = "document.querySelector('.said').textContent"
        check(value(said) == str(all_of), "%s has %s" % (view, value(said)))
        value(type_ % "'no such word'")
        check(value(said) == "0 of %d" % all_of, "%s finds what is not there: %s" % (view, value(said)))
        value(type_ % "'claim_3'" if view == "claims" else type_ % "'depth:3'")
        check(value(said) == "1 of %d" % all_of, "%s does not find one: %s" % (view, value(said)))
        check("?q=" in value("location.hash"), "what is searched is not in the address")
        shown.reload()
        check(shown.wait("document.querySelector('.said')?.textContent === '1 of %d'" % all_of),
              "%s: the address does not keep the search" % view)
    shown.go("#claims")
    value("(() => { const s = document.querySelector('#verdict'); s.value = 'WEAKER'; s.dispatchEvent(new Event('change')); })()")
    check(value("[...document.querySelectorAll('.claims .verdict')].every(v => v.dataset.word === 'WEAKER')"), "the filter leaves other verdicts")
    shown.go("#claims/paper.claim_1")
    check(value("document.getElementById('paper.claim_1').open"), "a claim's address does not open it")
    check("One launch measured it." in shown.text(), "a claim's mark is not explained")
    # By the keyboard: a claim opens by Enter, a column sorts, a case opens.
    shown.go("#claims")
    value("document.querySelector('.claims summary').focus()")
    shown.browser.press("Enter", 13)
    check(shown.wait("document.querySelector('.claims details').open && document.querySelector('.claims .body').innerText.length > 50", 3),
          "a claim does not open by the keyboard")
    shown.go("#cases")
    value("document.querySelector('#sort-time').focus()")
    for wanted in ("ascending", "descending"):
        shown.browser.press("Enter", 13)
        check(shown.wait("document.querySelector('#sort-time').closest('th').ariaSort === '%s'" % wanted, 3), "no column sorts " + wanted)
        check(value("document.activeElement.id") == "sort-time", "sorting loses the keyboard")
    check("7 µs" in value("document.querySelector('tbody tr').innerText"), "the longest time is not the first")
    value("document.querySelector('tbody button').focus()")
    shown.browser.press("Enter", 13)
    check(shown.wait("document.querySelector('.more:not([hidden]) svg') !== null", 3), "a case does not open by the keyboard")
    check(value("document.activeElement.ariaExpanded") == "true", "an open case is not said to be open")
    # Symbols stand beside each colour; the best and the paper's have words.
    shown.go("#overview")
    first = " ".join(value("document.querySelector('.answers tbody tr').innerText").split())
    for wanted in ("\u2605 a_method 5 \u00d7 as fast as a_method4 1 \u00b5s; not in the paper", "paper 3 \u00d7", "[2.4, 2.6]", "WEAKER", "1 run of 1 card"):
        check(wanted in first, "the first screen does not say %s: %s" % (wanted, first))
    check(value("document.querySelector('.bars .best').innerText").startswith("a_method"), "the best is not marked")
    check("fastest" in value("document.querySelector('.bars .best').textContent"), "the best has no word")
    check(value("[...document.querySelectorAll('.bars li.paper')].every(e => e.querySelector('.badge')?.textContent === 'paper')"), "a paper's bar has no word")
    check(value("document.querySelectorAll('.bars .fill').length") == 7, "bars are missing")
    check(shown.pages("#overview") <= 4, "the overview prints on too many pages")
    check(shown.pages("#claims") <= 8, "the claims print on too many pages")


def dropped(shown, other, again):
    """Files of all kinds, dropped; `again` is what is open already."""
    def drop(*files):
        return shown.browser.value(DROP % json.dumps(files))
    for name, text, wanted in (("a.txt", "rubbish", "neither a page nor a view"), ("a.html", "<p>", "without a run"), ("run.json", '{"session": {}}', "--format view"),
                               ("a.json.xz", "x", "xz"), ("b.json", json.dumps(dict(other, view=2)), "newer"), ("c.json.gz", "x", "cannot be unpacked"),
                               ("c.json", json.dumps(again), "open already")):
        note, _, title = drop((name, text))
        shown.check(wanted in note and len(note) > 10 and "Device B" not in title, "%s dropped: %s" % (name, note))
    note, address, title = drop(("view.json", json.dumps(other)), ("rubbish.json", "{"))
    shown.check("rubbish.json" in note and address == "#compare" and "Device B" in title, "dropped: %s, %s, %s" % (note, address, title))
    shown.check("All cases of two" in shown.text(), "two devices are not compared: " + shown.text()[:100])
    note, _, title = drop(("page.html", page([document("Device C")])))
    shown.check(note == "" and "Device C" in title, "a page dropped: %s" % note)


def broken(shown, view):
    """A document that lacks what a view needs is said, and the others stay."""
    less = dict(view, claims=[{"id": "a"}])
    note = shown.browser.value(DROP % json.dumps([["less.json", json.dumps(less)]]))[0]
    shown.check("less.json is not whole" in note, "a document without its pairs: %s" % note)
    del view["papers"]
    shown.browser.value(DROP % json.dumps([["broken.json", json.dumps(view)]]))
    shown.go("#claims")
    shown.check("cannot be drawn" in shown.text(), "a broken document is drawn")
    shown.go("#device")
    shown.check("Broken" in shown.text(), "a view that could be drawn is not")


def without_scripts(browser, path):
    browser.open(path)
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.events = []
    browser.call("Page.reload")
    browser.wait("Page.loadEventFired")
    text = browser.value("document.body.innerText")
    controls = browser.value("[...document.querySelectorAll('nav, .open')].filter(e => e.checkVisibility()).length")
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    wanted = ["2 of 16 claims", "CONFIRMED", "statement 17"]
    return ["without scripts: no " + one for one in wanted if one not in text] + ["without scripts: a control that does nothing"] * (controls > 0)


def too_old(browser, path):
    """A browser that cannot unpack says so, and shows the sentence."""
    browser.open(path)
    browser.call("Page.addScriptToEvaluateOnNewDocument", source="delete globalThis.DecompressionStream")
    browser.events = []
    browser.call("Page.reload")
    browser.wait("Page.loadEventFired")
    text = browser.value("document.body.innerText")
    return ["an old browser: no " + one for one in ("cannot unpack the page", "2 of 16 claims") if one not in text]


def run(browser, folder, pictures, given):
    bad = "</script><script>document.title='BAD'</script><img src=http://bad.example/ onerror=alert(1)>\"'&amp;<!-- \u05d0\u05d1 \u202e" + 40 * " W" + 120 * "x"
    pages = {"one": [document()], "two": [document(), document("Device B")], "software": [document("A CPU", software=True)],
             "hostile": [document(bad, bad)], "none": []}
    faults = []
    for name, views in pages.items():
        path = os.path.join(folder, name + ".html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(page(views))
        shown = Page(browser, path, name)
        shown.views(pictures, ALL if name == "one" else ALL[:2])
        if name == "one":
            uses(shown)
            dropped(shown, document("Device B"), document())
            broken(shown, document("Broken"))
        if name == "two":
            shown.go("#overview")
            shown.check(shown.browser.value("[...document.querySelectorAll('main > .key a')].length") == 3, "a page of two does not begin with both")
            shown.go("#claims")
            shown.check(shown.browser.value("document.querySelectorAll('.claims > li').length") == 18, "a claim of two devices stands twice")
            shown.go("#figures")
            shown.check(shown.browser.value("['1', '2'].every(n => [...document.getElementById('a 1').querySelectorAll('svg text')].filter(t => t.firstChild?.textContent === n).length === 2)"),
                        "colour alone tells lines of two devices apart")
            shown.go("#device")
            shapes = "new Set([...document.querySelectorAll('#roofline .dot%s')].map(e => e.getAttribute('d'))).size"
            shown.check(shown.browser.value(shapes % ".hollow") >= 2, "colour alone tells points of two devices apart")
        if name == "software":
            shown.go("#overview")
            shown.check(shown.browser.value("document.querySelectorAll('.fill, .track, .answers').length") == 0, "a software device has bars")
            for view in VIEWS:
                shown.go("#" + view)
                shown.check("say nothing of a GPU" in shown.text(), "%s of a software device has no warning" % view)
        if name == "hostile":
            shown.check(shown.browser.value("document.querySelectorAll('main script, main img').length") == 0, "a name became an element")
            shown.check("BAD" not in shown.browser.value("document.title").split("<")[0], "a name became a script")
        shown.silent()
        faults += shown.faults
    faults += without_scripts(browser, os.path.join(folder, "one.html")) + too_old(browser, os.path.join(folder, "one.html"))
    for path in given:
        shown = Page(browser, path, os.path.basename(path))
        shown.views(pictures, axe=ALL[:2])
        shown.silent()
        faults += shown.faults
    return faults


def main():
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    arguments, pictures = sys.argv[1:], None
    if arguments[:1] == ["--pictures"]:
        pictures, arguments = arguments[1], arguments[2:]
    if not program:
        print("viewer: skipped, no Chromium here")
        return 77
    if not os.path.exists(AXE_FILE):
        print("viewer: axe-core is not here: scripts/test puts it into build/node where npm is")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(program, folder)
        try:
            faults = run(browser, folder, pictures, arguments)
            browser.session = None
            browser.call("Browser.close")
        finally:
            browser.process.terminate()
            browser.process.wait()
    for fault in faults:
        print(fault)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
