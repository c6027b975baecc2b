#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""report_page.py: what must hold of both pages of `claimcheck report`: elements nest and close, every id is there once,
every link within a page and between the two leads somewhere, nothing is fetched, the one script is named by its hash, rows
of a table are as wide as its first, pictures keep their texts on the canvas, images are small and within it, and the size.
Prints what does not hold. Exit code: 0, 1.

  tests/cli/report_page.py FOLDER [TEXT...]      TEXT: a text that a person can read on one of them
"""
import base64
import hashlib
import html.parser
import os
import re
import sys

VOID = {"meta", "br", "link", "img", "input", "hr"}
CLOSES_ITSELF = {"li", "path"}  # of lists; of pictures
PAGES = {  # bytes at most, and sections that are always there
    "index.html": (600_000, ("claims", "untested")),
    "cases.html": (5_000_000, ("devices", "roofline", "cases", "kernels")),
}
PICTURE_MAX = 60 * 1024
WIDEST = 1.0  # of a character, in parts of its size


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.faults, self.text = [], {}, [], [], []
        self.canvas = None
        self.tables = []  # of each open one: the width of its first row, and of the one at hand

    def fault(self, what):
        self.faults.append("line %d: %s" % (self.getpos()[0], what))

    def picture(self, source):
        head = "data:image/png;base64,"
        png = base64.b64decode(source[len(head) :], validate=True) if source.startswith(head) else b""
        if not png.startswith(b"\x89PNG\r\n") or not png.endswith(b"IEND\xaeB`\x82") or len(png) > PICTURE_MAX:
            self.fault("no small PNG of its own: %s, %d bytes" % (source[:40], len(png)))

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        if len(names) != len(attrs):
            self.fault("an attribute twice in <%s>" % tag)
        for name, value in attrs:
            if name.startswith("on"):
                self.fault("a handler in <%s>" % tag)
            page = name == "href" and value.partition("#")[0] in PAGES
            if name == "href" and tag == "image":
                self.picture(value)
                continue
            if name in ("src", "srcset", "data", "action") or (name == "href" and not page and not value.startswith("#")):
                self.fault("<%s> fetches %s" % (tag, value))
            if name == "id":
                if value in self.ids:
                    self.fault("id %s twice" % value)
                self.ids[value] = True
            if name == "href":
                self.links.append(value)
            if value is not None and re.search(r"\bnan\b|\binf\b", value) and tag == "path":
                self.fault("a position that is none")
        if tag == "table":
            self.tables.append([None, 0])
        if tag == "tr":
            self.tables[-1][1] = 0
        if tag in ("td", "th"):
            self.tables[-1][1] += int(names.get("colspan", 1))
        if tag == "svg" and "viewbox" in names:
            self.canvas = [float(x) for x in names["viewbox"].split()[2:]]
        if tag == "text" and self.canvas:
            x, y = float(names["x"]), float(names["y"])
            if not (0 <= x <= self.canvas[0] and 0 < y <= self.canvas[1]):
                self.fault("a text off the canvas")
        if tag == "script" and self.open and self.open[-1] != "body":
            self.fault("a script within <%s>" % self.open[-1])
        if tag == "li" and self.open and self.open[-1] == "li":
            self.open.pop()
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag == "tr":
            first, width = self.tables[-1]
            self.tables[-1][0] = first or width
            if width != (first or width):
                self.fault("a row of %d cells in a table of %d" % (width, first))
        if tag == "table":
            self.tables.pop()
        if tag == "ul" and self.open and self.open[-1] == "li":
            self.open.pop()
        if not self.open or self.open[-1] != tag:
            self.fault("</%s> ends %s" % (tag, self.open[-1:]))
        else:
            self.open.pop()

    def handle_data(self, data):
        self.text.append(data)


def policy_faults(data):
    """The policy allows the script that is there, and no other."""
    scripts = re.findall(r"<script>(.*?)</script>", data, re.S)
    if len(scripts) != 1 or data.count("<script") != 1:
        return ["not one script"]
    wanted = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', data)
    named = re.findall(r"script-src ([^;]*)", policy.group(1)) if policy else []
    return [] if named == ["'sha256-%s'" % wanted] else ["the policy names %s, the script is %s" % (named, wanted)]


def read(folder, name):
    with open(os.path.join(folder, name), "rb") as file:
        data = file.read()
    page = Page()
    page.feed(data.decode("utf-8"))
    page.close()
    most, sections = PAGES[name]
    faults = page.faults + policy_faults(data.decode("utf-8"))
    faults += ["no section #%s" % needed for needed in sections if needed not in page.ids]
    if page.open:
        faults.append("still open: %s" % page.open)
    if len(data) > most:
        faults.append("%d bytes" % len(data))
    if re.search(rb"url\(|@import|https?://", data):
        faults.append("an address")
    return page, ["%s: %s" % (name, fault) for fault in faults]


def main():
    folder, wanted = sys.argv[1], sys.argv[2:]
    pages, faults = {}, []
    for name in PAGES:
        pages[name], own = read(folder, name)
        faults += own
    for name, page in pages.items():
        for link in page.links:
            file, _, target = link.partition("#")
            if target and target not in pages[file or name].ids:
                faults.append("%s: %s leads nowhere" % (name, link))
    text = "".join(part for page in pages.values() for part in page.text)
    faults += ["nobody can read '%s'" % words for words in wanted if words not in text]
    for fault in faults[:20]:
        print(fault)
    return 1 if faults else 0


sys.exit(main())
