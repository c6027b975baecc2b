#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""report_page.py: what must hold of every page of `claimcheck report`: elements nest and close, every id is there once,
every link within it leads somewhere, nothing is fetched, rows of a table are as wide as its first, pictures keep their
texts on the canvas, images are small and within it, and the size. Prints what does not hold. Exit code: 0, 1.

  tests/cli/report_page.py PAGE.html [TEXT...]      TEXT: a text that a person can read there
"""
import base64
import html.parser
import re
import sys

VOID = {"meta", "br", "link", "img", "input", "hr"}
CLOSES_ITSELF = {"li", "path"}  # of lists; of pictures
BYTES_MAX = 5_000_000
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
            if name == "src" and tag == "img":
                self.picture(value)
            elif name in ("src", "srcset", "data", "action") or (name == "href" and not value.startswith("#")):
                self.fault("<%s> fetches %s" % (tag, value))
            if name == "id":
                if value in self.ids:
                    self.fault("id %s twice" % value)
                self.ids[value] = True
            if name == "href":
                self.links.append(value[1:])
            if value is not None and re.search(r"\bnan\b|\binf\b", value) and tag == "path":
                self.fault("a position that is none")
        if tag == "table":
            self.tables.append([None, 0])
        if tag == "tr":
            self.tables[-1][1] = 0
        if tag in ("td", "th"):
            self.tables[-1][1] += int(names.get("colspan", 1))
        if tag == "svg":
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


def main():
    data = open(sys.argv[1], "rb").read()
    page = Page()
    page.feed(data.decode("utf-8"))
    page.close()
    faults = page.faults + ["#%s leads nowhere" % link for link in page.links if link not in page.ids]
    if page.open:
        faults.append("still open: %s" % page.open)
    if len(data) > BYTES_MAX:
        faults.append("%d bytes" % len(data))
    for needed in ("verdicts", "devices", "roofline", "cases"):
        if needed not in page.ids:
            faults.append("no section #%s" % needed)
    if re.search(rb"url\(|@import|https?://", data):
        faults.append("an address")
    text = "".join(page.text)
    faults += ["nobody can read '%s'" % wanted for wanted in sys.argv[2:] if wanted not in text]
    if sum(1 for _ in re.finditer(r"<script", data.decode("utf-8"))) != 1:
        faults.append("not one script")
    for fault in faults[:20]:
        print(fault)
    return 1 if faults else 0


sys.exit(main())
