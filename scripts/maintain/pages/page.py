# SPDX-License-Identifier: MIT
"""A page: its tables between <!-- table NAME --> and <!-- /table -->, its numbers before <!--{{...}}-->."""
import re

from unreadable import UNFIT, why

from . import number
from .runs import Missing, Unreadable

TABLE = re.compile(r"<!-- table (\S+) -->\n(.*?)<!-- /table -->", re.S)
MARKER = re.compile(r"<!-- /?table\b.*?-->")
MARK = re.compile(r"<!--\s*\{\{(.*?)\}\}\s*-->", re.S)
CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.S | re.M)


def line_of(text, at):
    return text.count("\n", 0, at) + 1


class Page:
    """text: as it should be. errors: what cannot be had; differences: what stood there otherwise. A line each.

    blank: text has '?' for each number, and tables are empty.
    """

    def __init__(self, name, text, definitions, blank=False):
        self.name, self.definitions, self.old, self.blank = name, definitions, text, blank
        self.errors, self.differences, self.listing = [], [], []
        self.up = "../" * name.count("/")
        self.code = [match.span() for match in CODE.finditer(text)]
        pieces, end = [], 0
        found = [(match, self.table) for match in TABLE.finditer(text)]
        found += [(match, self.mark) for match in MARK.finditer(text)]
        whole = {start for match, _ in found for start in (match.start(), match.end() - len("<!-- /table -->"))}
        for match in MARKER.finditer(text):
            if match.start() not in whole and not self.in_code(match.start()):
                self.errors.append(f"{name}:{line_of(text, match.start())}: {match.group(0)} has no counterpart")
        for match, made in sorted(found, key=lambda pair: pair[0].start()):
            if match.start() < end or self.in_code(match.start()):
                continue
            try:
                start, replacement = made(match, end)
            except Missing as error:
                self.errors.append(f"{name}:{line_of(text, match.start())}: {error}")
                continue
            except UNFIT as error:
                where = f"{name}:{line_of(text, match.start())}"
                raise Unreadable(f"{where}: a file has unexpected contents: {why(error)}") from None
            pieces += [text[end:start], replacement]
            end = match.end()
        self.text = "".join([*pieces, text[end:]])

    def in_code(self, at):
        return any(start <= at < end for start, end in self.code)

    def table(self, match, _):
        made = f"<!-- table {match.group(1)} -->\n{self.definitions.table(match.group(1), self.up)}\n<!-- /table -->"
        if made != match.group(0):
            before, after = match.group(0).split("\n"), made.split("\n")
            row = next((i for i, pair in enumerate(zip(before, after)) if pair[0] != pair[1]),
                       min(len(before), len(after)))
            self.differs(match.start(), row, f"table {match.group(1)}: the runs say "
                         f"{after[row] if row < len(after) else 'no more'}")
        self.listing.append(f"{self.name}:{line_of(self.old, match.start())}: table {match.group(1)}")
        return match.start(), f"<!-- table {match.group(1)} -->\n<!-- /table -->" if self.blank else made

    def mark(self, match, end):
        if not self.old[self.old.rfind("\n", 0, match.start()) + 1:match.start()].strip(" -"):
            raise Missing(f"{match.group(0)} begins its line, which ends a paragraph")
        value, form = self.definitions.evaluate(" ".join(match.group(1).split()), set())
        if value is None:
            self.listing.append(f"{self.name}:{line_of(self.old, match.start())}: holds: {match.group(1)}")
            return match.start(), match.group(0)
        made = number.write(value, form)
        stood = re.search(number.pattern(form), self.old[end:match.start()])
        if not stood:
            raise Missing(f"no number, and no '?', comes before {match.group(0)}")
        stood = stood.group(0)
        if " ".join(stood.split()) != made:
            self.differs(match.start(), 0, f"{stood} should be {made} by {match.group(1)}")
        else:
            made = stood
        self.listing.append(f"{self.name}:{line_of(self.old, match.start())}: {made}: {value.how}")
        return match.start() - len(stood), ("?" if self.blank else made) + match.group(0)

    def differs(self, at, row, text):
        self.differences.append(f"{self.name}:{line_of(self.old, at) + row}: {text}")
