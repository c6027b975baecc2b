# SPDX-License-Identifier: MIT
"""What stands within {{...}} or {...}: terms, arithmetic from left to right, and comparisons.

  CASE time RUN          median of one execution, by the clock that counts for the case's kind
  CASE gpu|wall RUN      by that clock
  CASE speedup RUN       the baseline's time over the case's, paired in the same rounds
  CASE floor RUN         per cent of the floor; so any entry of the case by its dotted path, as metrics.n_out
  CASE pass.PASS.each TRACE   of a trace: share, total, each or count
  CASE may have a *: the fastest of the cases that it fits; CASE axes.AXIS RUN then says where that was
  RUN:PATH               an entry of the file, as h100:ceilings.step_ns.dependent
  FIGURE                 a published figure, as deliot.unity.first_passes.after
  NAME                   a value that docs/tables defines
  12.5 or 3.35TB/s       itself

Between terms stand / * + -, with spaces around. A time over a time of the same group, one of them the baseline, is the
paired ratio; any other is that of the medians. `A < B` says that the whole interval of A lies below that of B, `A ~ B`
that they overlap: it writes nothing, and fails where it is not so.
"""
import dataclasses
import re

from . import number
from .runs import Missing, dimension_of

UNITS = {"ns": ("ns", 1), "us": ("ns", 1e3), "ms": ("ns", 1e6), "s": ("ns", 1e9), "ratio": ("ratio", 1),
         "bytes": ("bytes", 1), "KiB": ("bytes", 2**10), "MiB": ("bytes", 2**20), "GiB": ("bytes", 2**30),
         "MB": ("bytes", 1e6), "fraction": ("percent", 100)}
COMPARISONS = ("<", "~")


@dataclasses.dataclass
class Value:
    number: object
    dimension: str
    low: float = None
    high: float = None
    case: object = None      # the case whose time this is
    clock: str = None
    how: str = ""            # what it rests on, for --list


def term(words, store, named, used):
    """Takes the words of one term off the front."""
    word = words.pop(0)
    if re.fullmatch(r"\d+(\.\d+)?(e\d+)?", word):
        return Value(float(word), "count", how="number")
    literal = re.fullmatch(r"(\d+(?:\.\d+)?)([A-Za-z][A-Za-z/]*)", word)
    if literal and literal.group(2) in number.UNITS:
        dimension, scale, _ = number.UNITS[literal.group(2)]
        return Value(float(literal.group(1)) * scale, dimension, how=word)
    if "/" in word:
        if len(words) < 2:
            raise Missing(f"{word}: a case is followed by a metric and a run")
        return of_case(word, words.pop(0), words.pop(0), store, used)
    if ":" in word:
        alias, path = word.split(":", 1)
        run = store.run(alias)
        used.add(alias)
        dimensions = [dimension_of(step) for step in reversed(path.split("."))]
        dimension = next((found for found in dimensions if found != "count"), "count")
        return Value(run.entry(path), dimension, how=f"{alias}:{path}")
    if "." in word:
        figure, unit = store.figure(word)
        dimension, scale = UNITS.get(unit, ("count", 1))
        return Value(figure * scale, dimension, how=f"published {word}")
    if word not in named:
        raise Missing(f"no value is named {word}")
    return evaluate(named[word], store, named, used)


def of_case(name, metric, alias, store, used):
    alias = store.newest_of(alias, name)
    run = store.run(alias)
    case = run.case(name)
    used.add(alias)
    how = f"{case.name} {metric} {alias}"
    if metric.startswith("pass."):
        part, _, amount = metric[len("pass."):].rpartition(".")
        number, dimension = run.span(name, part, amount)
        return Value(number, dimension, how=how)
    if metric in ("time", "gpu", "wall"):
        clock = case.clock() if metric == "time" else metric
        number, low, high = case.statistic(clock)
        return Value(number, "ns", low, high, case, clock, how)
    if metric == "speedup":
        pairs = case.time_ratio()
        if not pairs:
            return Value(1, "ratio", 1, 1, how=how)
        ratio, low, high = pairs
        return Value(1 / ratio, "ratio", 1 / high if high else None, 1 / low if low else None,
                     how=f"{how}, paired with its baseline")
    number, dimension = case.metric(metric)
    return Value(number, dimension, how=how)


def paired(a, b):
    """a / b by the file's paired ratio, or None."""
    if not (a.case and b.case) or a.case.run is not b.case.run or a.case.group() != b.case.group():
        return None
    over, under = (a, b) if b.case.entry.get("baseline") else (b, a)
    if over.case is under.case or not under.case.entry.get("baseline"):
        return None
    if over.clock != over.case.clock() or under.clock != over.clock:
        return None
    ratio, low, high = over.case.time_ratio()
    if over is b:
        ratio, low, high = 1 / ratio, 1 / high if high else None, 1 / low if low else None
    return Value(ratio, "ratio", low, high, how=f"paired ratio of {a.how} to {b.how}")


def divide(a, b):
    if a.case and b.case and a.clock != b.clock:
        raise Missing(f"{a.how} is by {a.clock} time, {b.how} by {b.clock} time: they have no ratio")
    if b.number == 0:
        raise Missing(f"{b.how} is 0")
    both = paired(a, b)
    if both:
        return both
    number = a.number / b.number
    if a.dimension == b.dimension:
        medians = "ratio of medians: " if a.case and b.case else ""
        dimension = "ratio"
    else:
        medians = ""
        dimension = {("bytes", "ns"): "bytes/s", ("count", "ns"): "/s"}.get((a.dimension, b.dimension), a.dimension)
        number = number * 1e9 if dimension.endswith("/s") else number
    how = f"{medians}{a.how} / {b.how}"
    if b.dimension == "count":
        return Value(number, dimension, a.low and a.low / b.number, a.high and a.high / b.number, how=how)
    return Value(number, dimension, how=how)


def combine(a, sign, b):
    if sign == "/":
        return divide(a, b)
    if sign == "*":
        return Value(a.number * b.number, a.dimension if b.dimension in ("count", "ratio") else b.dimension,
                     how=f"{a.how} * {b.how}")
    if a.dimension != b.dimension and (a.dimension, b.dimension) != ("ratio", "count"):
        raise Missing(f"{a.how} and {b.how} are not of one dimension")
    return Value(a.number + b.number if sign == "+" else a.number - b.number, a.dimension,
                 how=f"{a.how} {sign} {b.how}")


def evaluate(text, store, named, used):
    """The Value of an expression without its format; None for a comparison, which holds or raises."""
    words = text.split()
    if not words:
        raise Missing("an empty mark")
    for sign in COMPARISONS:
        if sign in words:
            at = words.index(sign)
            compare(" ".join(words[:at]), sign, " ".join(words[at + 1:]), store, named, used)
            return None
    value = term(words, store, named, used)
    while words:
        sign = words.pop(0)
        if sign not in ("/", "*", "+", "-") or not words:
            raise Missing(f"{text!r}: {sign!r} is not an operator, or nothing follows it")
        value = combine(value, sign, term(words, store, named, used))
    return value


def compare(left, sign, right, store, named, used):
    a, b = (evaluate(side, store, named, used) for side in (left, right))
    if a.dimension != b.dimension:
        raise Missing(f"{a.how} and {b.how} are not of one dimension")
    ends = [(value.low if value.low is not None else value.number,
             value.high if value.high is not None else value.number) for value in (a, b)]
    below = ends[0][1] < ends[1][0]
    above = ends[1][1] < ends[0][0]
    said = {"<": below, "~": not below and not above}[sign]
    if not said:
        found = "<" if below else ">" if above else "~"
        raise Missing(f"the page says {left} {sign} {right}, the runs say {found}: {a.number:.6g} and {b.number:.6g}")
