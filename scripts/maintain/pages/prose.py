# SPDX-License-Identifier: MIT
"""Numbers with a unit that a page states on its own: neither marked, nor in a table that is written, nor allowed."""
import re

from . import number
from .page import CODE, MARK, TABLE, line_of

UNITS = (r"(?:µs|us|ms|ns|s|[kMG]?Hz|[kKMGT]?i?B|bytes|[kKMGT]?i?B/s|[kMGT]/s|%|per cent|times"
         r"|(?:[MGT] |[a-z]illion )?(?:operations|bounds)(?:/s| per second))(?![\w/])")
NUMBER = re.compile(rf"(?:(?P<first>{number.WRITTEN})(?:\s+to\s+|–))?(?<![\w.,:])(?P<last>{number.WRITTEN})"
                    rf"(?:\s?{UNITS}|\s?×(?!\s*\d)(?!\w))|(?<!\d )(?<!\d)×\s?(?P<factor>{number.WRITTEN})")
RANGE = re.compile(rf"(?<![\w.,:])(?P<last>{number.WRITTEN})\s+(?:to|against)\s+{number.WRITTEN}[^\n<(]{{0,9}}"
                   r"<!--(?![^>]*interval)")
INLINE = re.compile(r"`[^`\n]*`|\]\([^)]*\)|<!--.*?-->", re.S)
PRINTED = re.compile(r"<!-- printed by ([^\n]+?) -->.*?<!-- /printed -->", re.S)  # a test of that name prints and holds it
GRID = re.compile(r"(?:^\|.*\|\n)+", re.M)
BARE = re.compile(rf"\|\s*[*~]*{number.WRITTEN}(?:\s*/\s*{number.WRITTEN})*[*]*\s*(?=\|)")


def spans(pattern, text):
    return [match.span() for match in pattern.finditer(text)]


def inside(at, ranges):
    return any(start <= at < end for start, end in ranges)


def allowed_spans(name, text, allowed):
    """(spans, entries whose text the page has not). The first row of a table stands for all of it."""
    found, missing = [], []
    for entry in allowed:
        if entry["page"] != name:
            continue
        for words in entry["texts"]:
            places = spans(re.compile(r"\s+".join(re.escape(word) for word in words.split())), text)
            if words.startswith("|"):
                places = [(start, GRID.match(text, start).end()) for start, end in places if GRID.match(text, start)]
            found += [(start, end, words) for start, end in places]
            if not places:
                missing.append(words)
    return found, missing


def unmarked(name, text, allowed):
    """A line for each number that stands on its own, and for each entry of the allow-list that is not needed."""
    apart = spans(CODE, text) + spans(TABLE, text)
    apart += spans(INLINE, text) + spans(PRINTED, text)
    allow, missing = allowed_spans(name, text, allowed)
    lines, needed = [], set()
    places = []
    for match in NUMBER.finditer(text):
        group = "last" if match.group("last") else "factor"
        marked = MARK.match(text, match.end())
        if marked and match.group("first") and "interval" not in marked.group(1):
            places.append((match.start("first"), match.group("first")))
        elif not marked:
            places.append((match.start(group), " ".join(match.group(0).split())))
    places += [(match.start("last"), match.group("last")) for match in RANGE.finditer(text)]
    for grid in GRID.finditer(text):
        bare = BARE.search(grid.group(0))
        if bare:
            row = grid.group(0)[grid.group(0).rfind("\n", 0, bare.start()) + 1:].split("\n")[0]
            places.append((grid.start() + 1, f"the table with the row {row[:60]}"))
    for at, what in sorted(set(places)):
        if inside(at, apart):
            continue
        by = [words for start, end, words in allow if start <= at < end]
        needed.update(by)
        if not by:
            lines.append(f"{name}:{line_of(text, at)}: {what} is neither marked nor in docs/tables/allowed.toml")
    lines += [f"docs/tables/allowed.toml: {name} does not say {words!r}" for words in missing]
    lines += [f"docs/tables/allowed.toml: {name}: {words!r} has no number that wants it"
              for words in sorted({words for *_, words in allow} - needed)]
    return lines
