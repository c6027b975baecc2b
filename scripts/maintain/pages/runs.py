# SPDX-License-Identifier: MIT
"""Run files, traces and published figures: the one module that knows their formats.

Times are in nanoseconds throughout. What is not there raises Missing, whose text is one line that names it.
"""
import json
import re

from bounded import ENDINGS, text_of
from unreadable import UNFIT, UNREADABLE, why

from . import tree, twins


# Units of metrics; all others are counts.
METRIC_UNITS = {"B": "bytes", "bytes": "bytes", "ratio": "ratio", "ns": "ns", "bounds/s": "/s", "FLOP/s": "/s", "B/s": "bytes/s"}


class Missing(ValueError):
    """A file, case, metric, figure or name that is not there."""


class Unreadable(ValueError):
    """A file that cannot be read, or is none of its kind: no page can be looked at."""


class NoCase(Missing):
    """A case that is not in a run which is there, or has no time in it."""


class NotProjected(Missing):
    """Something that no page asked for when the run was projected: its file in results/pages does not have it."""

    def __init__(self, what):
        super().__init__(f"{what} is not in its file of results/pages: scripts/maintain/project makes it again")


def read_json(stem):
    """stem: a path without its ending; whichever is there."""
    for ending in ENDINGS:
        path = stem.with_name(stem.name + ending)
        if path.is_file():
            try:
                return path, json.loads(text_of(path))
            except UNREADABLE as error:
                raise Unreadable(f"{path}: {why(error)}") from None
    remedy = ": scripts/maintain/project makes it" if "pages" in stem.parts else ""
    raise Missing(f"no file {stem}.json, {stem}.json.xz or {stem}.json.gz{remedy}")


def follow(document, path, where):
    """The entry at a dotted path; of a list that of KEY=NUMBER: ceilings.bandwidth.copy.bytes=65536.bytes_per_s."""
    for step in path.split("."):
        key, _, wanted = step.partition("=")
        if isinstance(document, list) and wanted:
            document = next((entry for entry in document if str(entry.get(key)) == wanted), None)
            if document is None:
                raise Missing(f"{where}: no {step} of {path}")
        elif isinstance(document, dict) and step in document:
            document = document[step]
        else:
            raise Missing(f"{where}: no {step} of {path}")
    if document is None:
        raise Missing(f"{where}: {path} is null")
    return document


def copied(document, path, into):
    """Copies the entry at a dotted path, as follow() finds it, into another document."""
    step, _, rest = path.partition(".")
    key, _, wanted = step.partition("=")
    if isinstance(document, list):
        entry = next(entry for entry in document if str(entry.get(key)) == wanted)
        other = next((entry for entry in into if str(entry.get(key)) == wanted), None)
        if other is None:
            other = {key: entry[key]}
            into.append(other)
        copied(entry, rest, other)
    elif rest:
        copied(document[step], rest, into.setdefault(step, type(document[step])()))
    else:
        into[step] = document[step]


def numbers(part, keys, where):
    """Those of an object: the first is there, the others may be null."""
    found = [part.get(key) for key in keys] if isinstance(part, dict) else [None]
    if found[0] is None or not all(value is None or isinstance(value, (int, float)) for value in found):
        raise Unreadable(f"{where}: no numbers {', '.join(keys)}")
    return found


def dimension_of(key):
    """What a key's last word says that it is measured in: ns, bytes, bytes/s, percent, hz, joules, or a plain count."""
    for end, dimension in (("ns", "ns"), ("us", "ns"), ("bytes", "bytes"), ("bytes_per_s", "bytes/s"), ("per_s", "/s"),
                           ("percent", "percent"), ("hz", "hz"), ("j", "joules"), ("bytes_read", "bytes"), ("bytes_written", "bytes")):
        if key == end or key.endswith("_" + end):
            return dimension
    return "count"


class Case:
    """A case of a run file."""

    def __init__(self, run, entry):
        self.run, self.entry, self.name = run, entry, entry["name"]
        self.where = f"{run.alias}: {self.name}"

    def clock(self):
        """The clock that its time is by: gpu, or wall where the host is in the loop."""
        return "gpu" if self.entry["kind"] == "gpu" else "wall"

    def statistic(self, clock):
        """(median, low, high) in ns, of several launches that between them; low and high None without an interval."""
        if self.entry["status"] != "ok":
            raise NoCase(f"{self.where} has no time: {self.entry['status']}")
        self.run.members.add((self.name, clock))
        between = self.entry.get("launches")
        statistics = between["time"] if between and clock == self.clock() else self.entry.get(clock)
        if not statistics:
            raise Missing(f"{self.where} has no {clock} time")
        return numbers(statistics, ("median_ns", "interval_low_ns", "interval_high_ns"), f"{self.where}: {clock} time")

    def time_ratio(self):
        """Its time over the baseline's, paired in the same rounds: (ratio, low, high); None for the baseline itself."""
        if self.entry.get("baseline"):
            return None
        pairs = (self.entry.get("launches") or self.entry).get("time_ratio")
        if not pairs:
            raise Missing(f"{self.where} has no ratio to a baseline")
        return numbers(pairs, ("case_over_baseline", "interval_low", "interval_high"), f"{self.where}: time_ratio")

    def group(self):
        """Cases of one group share rounds, and the baseline."""
        return self.entry["workload"], self.entry.get("cache") or "hot"

    def metric(self, path):
        """(number, dimension) of an entry by its dotted path, such as metrics.n_out or counters.dispatches; facts.NAME are
        those of its workload."""
        if path == "floor":
            path = "floor_percent"
        key = path.split(".")[-1]
        if path.startswith("facts."):
            workloads = {entry["name"]: entry for entry in self.run.document["workloads"]}
            self.run.facts.add((self.entry["workload"], path))
            return follow(workloads.get(self.entry["workload"], {}), path, self.where), dimension_of(key)
        self.run.members.add((self.name, path))
        if path.startswith("metrics."):
            metric = follow(self.entry, path, self.where)
            return metric["value"], METRIC_UNITS.get(metric["unit"], "count")
        return follow(self.entry, path, self.where), dimension_of(key)


class Run:
    """A run file, whole or as results/pages has it; a trace, or a twin's file."""

    MAJOR = "2"  # of the schema of run files that this module reads

    def __init__(self, alias, path, document, root):
        self.alias, self.path, self.document = alias, path, document
        if not isinstance(self.document, dict):
            raise Unreadable(f"{self.path}: neither a run file nor a trace, nor counters of a CUDA port")
        if not self.is_trace() and not self.is_twin() and str(self.document.get("schema_version")).split(".")[0] != self.MAJOR:
            raise Missing(f"{self.path}: schema_version is not {self.MAJOR}.x")
        self.link = str(self.path.relative_to(root))
        self.asked = set()  # names of the cases that pages rest on
        # Further things that they ask for, for scripts/maintain/project: names that no case has, and of those with a * what fits; entries
        # of the file, of cases and of workloads by their dotted paths.
        self.absent, self.patterns, self.entries, self.members, self.facts = set(), {}, set(), set(), set()
        try:
            entries = twins.cases(self.document) if self.is_twin() else self.document["cases"]
            self.cases = {entry["name"]: Case(self, entry) for entry in entries}
        except UNFIT as error:
            raise Unreadable(f"{self.path}: its cases cannot be read: {why(error)}") from None

    def fits(self, name):
        """Names of the cases that went well and that a name with a * fits."""
        if self.is_projected():
            return self.document["patterns"].get(name, [])
        pattern = re.compile(re.escape(name).replace(r"\*", "[^/]*"))
        return [other for other, case in self.cases.items() if pattern.fullmatch(other) and case.entry["status"] == "ok"]

    def case(self, name):
        """The case of a name; with a * in it, for a part of a step of the name, the fastest of those that it fits."""
        if "*" in name:
            if self.is_projected() and name not in self.document["patterns"]:
                raise NotProjected(f"{self.alias}: {name}")
            fit = self.patterns[name] = self.fits(name)
            if not fit:
                raise NoCase(f"{self.alias}: no case {name}")
            self.asked.update(fit)
            return min((self.cases[other] for other in fit), key=lambda case: case.statistic(case.clock())[0])
        if name not in self.cases:
            if self.is_projected() and name not in self.document["absent"]:
                raise NotProjected(f"{self.alias}: {name}")
            self.absent.add(name)
            near = [other for other in self.cases if other.split("/")[:2] == name.split("/")[:2]]
            raise NoCase(f"{self.alias}: no case {name}" + (f"; there is {near[0]}" if near else ""))
        self.asked.add(name)
        return self.cases[name]

    def entry(self, path):
        self.entries.add(path)
        return follow(self.document, path, self.alias)

    def is_projected(self):
        return "projected" in self.document

    def is_trace(self):
        return "traceEvents" in self.document

    def is_twin(self):
        return "twin_of" in self.document

    def span(self, name, part, amount):
        """Of a trace: how much of a case one of its passes takes: share (%), total, each (ns) or count."""
        case, found = self.case(name).entry, {}
        for entry in case["passes"]:
            if entry["name"].replace(" ", "_") == part:
                total = entry["us"] * 1e3
                found = {"share": (100 * entry["us"] / case["gpu_us"], "percent"), "total": (total, "ns"),
                         "each": (total / entry["count"], "ns"), "count": (entry["count"], "count")}
        if amount not in found:
            raise Missing(f"{self.alias}: {name} has no pass {part}, or it has no {amount}")
        return found[amount]

    def provenance(self):
        """Device and driver, and in words what the file is where it is no run. A file's name has the date."""
        if self.is_trace():
            about = self.document["otherData"]
            return f"{about['device']}, driver {about['driver']}", " (trace)"
        if self.is_twin():
            device = self.document["device"]
            return f"{device['name']}, driver {device['driver']}", " (CUDA port)"
        device, launches = self.document["device"], self.document["session"].get("launches", 1)
        return f"{device['name']}, driver {device['driver_info']}", f" ({launches} launches)" if launches > 1 else ""


class Store:
    """All files that the pages rest on, each read once. runs: alias -> file below results/, without its suffix.

    read: gives the path and the document of a stem, in place of read_json.
    """

    def __init__(self, root, runs, read=read_json, newer=None):
        self.root, self.stems, self.read, self.opened, self.figures = root, runs, read, {}, None
        self.newer = newer or {}  # alias -> aliases of newer runs, the newest first

    def newest_of(self, alias, name):
        """The alias of the newest run that has a case; with a * in the name, of the run that has most of them."""
        newer = self.newer.get(alias, ())
        if "*" in name:
            return max((*newer, alias), key=lambda other: len(self.run(other).fits(name)))
        for other in newer:
            try:
                if self.run(other).case(name).entry["status"] == "ok":
                    return other
            except NoCase:
                continue
        return alias

    def mixes(self, aliases):
        """Whether an alias and a newer run, or two newer ones, are among these."""
        return any(len(aliases & {alias, *others}) > 1 for alias, others in self.newer.items())

    def run(self, alias):
        if alias not in self.stems:
            raise Missing(f"no run is named {alias} in docs/tables")
        if alias not in self.opened:
            path, document = self.read(self.root / "results" / self.stems[alias])
            self.opened[alias] = Run(alias, path, document, self.root)
        return self.opened[alias]

    def figure(self, name):
        """(number, unit) of a published figure."""
        if self.figures is None:
            self.figures = {figure["id"]: figure for _, document in tree.published(self.root) for figure in document["figures"]}
        if name not in self.figures:
            raise Missing(f"no published figure {name}")
        figure = self.figures[name]
        if figure["value"] is None:
            raise Missing(f"the published figure {name} has no value")
        return figure["value"], figure["unit"]
