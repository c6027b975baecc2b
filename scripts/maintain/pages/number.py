# SPDX-License-Identifier: MIT
"""How a value is written. A format is a comma and words behind an expression:

  us ms s ns | x (1.25) | times (1.3 times) | percent | KiB MiB GiB MB GB kB bytes | TB/s GB/s | T/s G/s M/s | GHz MHz | J
  bare       without the unit        .N   N decimals        Nd   N significant digits        interval   low to high

Without a unit one is chosen by size. Three significant digits, but what stands before the point is written whole.
"""
import re

from .runs import Missing

# unit: (dimension, scale, how it is written)
UNITS = {
    "ns": ("ns", 1, "ns"), "us": ("ns", 1e3, "µs"), "ms": ("ns", 1e6, "ms"), "s": ("ns", 1e9, "s"),
    "x": ("ratio", 1, ""), "times": ("ratio", 1, "times"), "percent": ("percent", 1, "%"),
    "bytes": ("bytes", 1, "bytes"), "KiB": ("bytes", 2**10, "KiB"), "MiB": ("bytes", 2**20, "MiB"),
    "GiB": ("bytes", 2**30, "GiB"), "kB": ("bytes", 1e3, "kB"), "MB": ("bytes", 1e6, "MB"), "GB": ("bytes", 1e9, "GB"),
    "GB/s": ("bytes/s", 1e9, "GB/s"), "TB/s": ("bytes/s", 1e12, "TB/s"), "M/s": ("/s", 1e6, "M/s"),
    "G/s": ("/s", 1e9, "G/s"), "T/s": ("/s", 1e12, "T/s"), "GHz": ("hz", 1e9, "GHz"), "MHz": ("hz", 1e6, "MHz"),
    "J": ("joules", 1, "J"), "count": ("count", 1, ""),
}
BY_SIZE = {"ns": ("us", "ms", "s"), "bytes": ("bytes", "KiB", "MiB", "GiB"), "bytes/s": ("GB/s", "TB/s"),
           "/s": ("M/s", "G/s", "T/s"), "hz": ("MHz", "GHz"), "ratio": ("times",), "percent": ("percent",),
           "joules": ("J",), "count": ("count",)}
WRITTEN = r"[-−]?\d+(?:,\d{3})*(?:\.\d+)?"
WORDS = sorted((re.escape(word) for _, _, word in UNITS.values() if word), key=len, reverse=True)
UNIT = f"(?:{'|'.join(WORDS)})"


def unit_by_size(value):
    chosen = None
    for unit in BY_SIZE[value.dimension]:
        if chosen is None or abs(value.number) >= UNITS[unit][1]:
            chosen = unit
    return chosen


def digits_of(number, unit, decimals, significant):
    if decimals is None:
        if unit == "count" and float(number).is_integer():
            decimals = 0
        elif unit == "times":
            decimals = 0 if abs(number) >= 99.95 else 1 if abs(number) >= 1 else 2
        elif unit == "percent" and not significant:
            decimals = 0 if abs(number) >= 10 else 1
        else:
            significant = significant or 3
            whole = f"{abs(number):.{significant - 1}e}"
            decimals = max(0, significant - 1 - int(whole.split("e")[1]))
    return f"{number:,.{decimals}f}"


def parse(text):
    """(unit or None, bare, decimals or None, significant or None, interval) of the words of a format."""
    unit, bare, decimals, significant, interval = None, False, None, None, False
    for word in text.split():
        if word in UNITS:
            unit = word
        elif word == "bare":
            bare = True
        elif word == "interval":
            interval = True
        elif re.fullmatch(r"\.\d", word):
            decimals = int(word[1:])
        elif re.fullmatch(r"[1-9]d", word):
            significant = int(word[0])
        else:
            raise Missing(f"{word!r} is not a format")
    return unit, bare, decimals, significant, interval


def write(value, form):
    """The text of a value."""
    if isinstance(value.number, str):
        return value.number
    unit, bare, decimals, significant, interval = parse(form)
    unit = unit or unit_by_size(value)
    dimension, scale, word = UNITS[unit]
    number = value.number
    if dimension != value.dimension:
        if (value.dimension, dimension) == ("ratio", "percent"):
            number *= 100
        elif {value.dimension, dimension} != {"count", "ratio"}:
            raise Missing(f"{value.how}: is in {value.dimension}, not in {unit}")
    text = digits_of(number / scale, unit, decimals, significant)
    if interval:
        if value.low is None or value.high is None:
            raise Missing(f"{value.how}: has no interval")
        text = " to ".join(digits_of(end / scale, unit, decimals, significant) for end in (value.low, value.high))
    return text if bare or not word else f"{text} {word}"


def pattern(form):
    """A regular expression of what `write` may have written by that format before, at the end of a text."""
    interval = "interval" in form.split()
    number = f"{WRITTEN} to {WRITTEN}" if interval else WRITTEN
    return rf"(?:\?|(?<![\d.,\w]){number}(?:\s{UNIT}|%)?)$"
