# SPDX-License-Identifier: MIT
"""Whether a run agrees with what the repository knows: its other kept runs, its history, and the build at hand."""
import json
import re
from datetime import datetime, timezone

from bounded import text_of
from script import printed_by
from unreadable import UNFIT, UNREADABLE

# Fewer samples, or fewer values among them, may be equal by chance.
SAMPLES_LEAST = 6
VALUES_LEAST = 5
# Clocks of hosts may be a little behind.
EARLY_S = 3600
# Kept runs of other seeds that must agree before another number is a trouble.
SEEDS_LEAST = 3
# Members that a device states alike under every driver: runs of one name have one value of each.
OF_A_DEVICE = ("kind", "vendor_id", "subgroup_size", "timestamp_period_ns")
# PCI ids of vendors, and Mesa's own, with words of their devices and drivers.
VENDORS = {
    0x1002: r"AMD|Radeon|RADV|AMDVLK", 0x10DE: r"NVIDIA|GeForce|Quadro|Tesla|NVK", 0x8086: r"Intel|ANV", 0x13B5: r"\bARM\b|Mali|Panfrost|PanVK",
    0x5143: r"Qualcomm|Adreno|Turnip", 0x106B: r"Apple|MoltenVK|Honeykrisp", 0x14E4: r"Broadcom|V3D", 0x1010: r"Imagination|PowerVR",
    0x1AE0: r"Google|SwiftShader", 0x10005: r"llvmpipe|lavapipe",
}


def variant_of(name):
    """Of a case: technique.bench/variant."""
    return "/".join(name.split("/")[:2])


def axes_of(name):
    """Of a case: what stands behind technique.bench/variant."""
    return [part.split(":", 1)[0] for part in name.split("/")[2:]]


class Kept:
    """What is held against: of one run."""

    def __init__(self, path, document):
        session, device = document["session"], document["device"]
        self.path, self.commit, self.seed = path, document["tool"]["commit"], session["seed"]
        self.resolved, self.device, self.folders = path.resolve(), device, session.get("technique_files", [])
        self.started, self.uuid, self.name = session["started"], device["uuid"], device["name"]
        self.device = {key: device.get(key) for key in (*OF_A_DEVICE, "name", "driver_name", "driver_info", "software")}
        self.head = {"tool.commit": self.commit, "session.seed": self.seed} | {
            f"device.{key}": value for key, value in device.items() if isinstance(value, (str, int, float))}
        self.facts = {(workload["name"], key): json.dumps(value) for workload in document["workloads"]
                      for key, value in workload["facts"].items()}
        self.work = {case["name"]: case["work"] for case in document["cases"] if case["work"] and case["status"] == "ok"}
        self.cases = {case["name"]: case["samples"] or {} for case in document["cases"]}
        self.counts = {case["name"]: (case["counters"] or {}) | {"peak_bytes": case["peak_bytes"]} for case in document["cases"]
                       if case["status"] == "ok"}
        self.version = document["schema_version"]
        # A driver states these alike for every device of one name; of others than discrete ones the memory is the host's.
        self.stated = {"driver_version": device["driver_version"], "api_version": device["api_version"]} | {
            f"limits.{key}": value for key, value in (device.get("limits") or {}).items()
            if key != "memory_bytes" or device["kind"] == "discrete"}
        self.variants = [(case["name"], f"{case['technique']}.{case['bench']}", case["variant"], case["technique"]) for case in document["cases"]]

    def series(self):
        """Samples that can be those of another run, by the case, the clock and their number."""
        for name, samples in self.cases.items():
            for clock in ("gpu_total_ns", "wall_total_ns"):
                own = samples.get(clock) or []
                if len(own) >= SAMPLES_LEAST:
                    yield (name, clock, len(own)), own

    def is_same(self, other):
        return (self.started, self.uuid, self.name) == (other.started, other.uuid, other.name)


class Runs:
    """All kept runs, read when they are first asked for, but for those in `read`, by their paths. program: claimcheck."""

    def __init__(self, program, paths, known):
        self.read, self.held = {}, None
        self.program, self.paths, self.known, self.kept, self.words, self.times = program, list(paths), known, None, None, {}
        self.versions = {}

    def all(self):
        if self.kept is None:
            self.kept = []
            for path in self.paths:
                try:
                    self.kept.append(self.read.get(path) or Kept(path, json.loads(text_of(path))))
                except UNREADABLE + UNFIT:  # which is said when it is looked at itself
                    continue
            values = {}
            for run in self.kept:
                for (workload, key), value in run.facts.items():
                    values.setdefault((workload, run.seed, key), set()).add(value)
            self.of_device = {key for (_, _, key), own in values.items() if len(own) > 1}
            # Counters of variants that differ by the seed.
            self.of_seed, first = set(), {}
            for run in self.kept:
                for name, own in run.counts.items():
                    known = first.setdefault((run.name, run.commit, name), own)
                    if known != own:
                        self.of_seed |= {(variant_of(name), key) for key in own if own[key] != known.get(key)}
            # Facts and declared works that runs of one seed do not share, which few are.
            self.first, self.varied = {}, set()
            for run in self.kept:
                for what, name, value in seeded(run):
                    if self.first.setdefault((run.seed, what, name), value) != value:
                        self.varied.add((run.seed, what, name))
            self.series = {}
            for run in self.kept:
                for key, own in run.series():
                    self.series.setdefault(key, []).append((run, own, *own[:2]))
        return self.kept

    def names(self):
        """Axes of the cases of all kept runs, and their variants."""
        if self.held is None:
            held = {name for other in self.all() for name in other.cases}
            self.held = {axis for name in held for axis in axes_of(name)}, {variant_of(name) for name in held}
        return self.held

    def own_of(self, run):
        """Names of its facts, and of its cases, of which another run of its seed may have others."""
        self.all()
        found = {"facts": [], "work": []}
        for what, name, value in seeded(run):
            key = run.seed, what, name
            if key in self.varied or self.first.get(key, value) != value:
                found[what].append(name)
        return found["facts"], found["work"]

    def copied(self, run):
        """The first case of a run that has the samples of another one, by the other run."""
        self.all()
        found = {}
        for key, own in run.series():
            first, second = own[:2]
            for other, theirs, start, next_one in self.series.get(key, []):
                factor = first / start if start else 0
                if abs(second - factor * next_one) > 2 + 2 * factor + (second + factor) / (start or 1):  # nearly all end here
                    continue
                if start and other not in found and is_copy(own, theirs):
                    found[other] = key[0]
        return found

    def listed(self):
        """Benches with their variants, and axes, as the build at hand has them; None where it does not say."""
        if self.words is None:
            try:
                benches = {f"{technique['name']}.{bench['name']}": bench
                           for technique in json.loads(printed_by(self.program, "list", "--json"))["techniques"] for bench in technique["benches"]}
                parts = [part for bench in benches.values() for part in (bench, *bench["variants"])]
                self.words = ({name: {variant["name"] for variant in bench["variants"]} for name, bench in benches.items()},
                              {"cache"} | {axis["name"] for part in parts for axis in part["axes"]})
            except UNREADABLE + UNFIT:
                self.words = None, set()
        return self.words

    def version_of(self, commit):
        """The schema_version that a commit writes; None where it is not here, or says it in another way."""
        if commit not in self.versions:
            said = (self.known.git("grep", "-h", "-E", '^#define [A-Z_]*SCHEMA_VERSION +"', f"{commit}^{{commit}}", "--", "harness")
                    if re.fullmatch("HEAD|[0-9a-f]{7,40}", commit) else None)
            found = set(re.findall(r'"([0-9]+[.][0-9]+)"', said or ""))
            self.versions[commit] = found.pop() if len(found) == 1 else None
        return self.versions[commit]

    def committed(self, commit):
        """Seconds since 1970; None for a commit that is not here."""
        if commit not in self.times:
            said = self.known.git("show", "-s", "--format=%ct", f"{commit}^{{commit}}")
            self.times[commit] = int(said.split()[-1]) if said and said.split() else None
        return self.times[commit]


def seeded(run):
    """Yields (what, name, value) of what a seed decides."""
    yield from (("facts", name, value) for name, value in run.facts.items())
    yield from (("work", name, value) for name, value in run.work.items())


def is_copy(own, other):
    """Whether one series is the other of its length, times any number, but for whole nanoseconds. copied() has compared their
    first two samples."""
    if len(set(other)) < VALUES_LEAST:
        return False
    factor = sum(own) / sum(other)
    return all(abs(a - factor * b) <= 0.5 + 0.5 * factor + 1e-9 * a for a, b in zip(own, other))


def same_run_troubles(run, other):
    """Of one that is kept already."""
    missing = sorted(set(other.cases) - set(run.cases))
    if missing:
        yield f"{missing[0]}: it is not there, and {other.path.name}, the same run, has it"
    for key, value in run.head.items():
        if other.head.get(key, value) != value:
            yield f"its {key} is {value!r}, and {other.path.name}, the same run, has {other.head[key]!r}"


def device_troubles(run, others):
    device = run.device
    for other in others:
        if other.uuid == run.uuid and other.name != run.name:
            yield f"its device is {run.name!r}, and that UUID is known as {other.name!r} ({other.path.name})"
            break
    if not run.uuid.strip("0-"):
        yield "the UUID of its device is of zeros alone, which no driver gives"
    for key in OF_A_DEVICE:
        known = {other.device[key] for other in others if other.name == run.name and other.device[key] is not None}
        if known and run.device[key] is not None and run.device[key] not in known:
            yield f"its device has {key} {run.device[key]}, and in kept runs {run.name!r} has {', '.join(map(str, sorted(known)))}"
    text = f"{device['name']} {device['driver_name']} {device['driver_info']}"
    own = VENDORS.get(device.get("vendor_id"))
    if own and not re.search(own, text, re.IGNORECASE):
        yield f"its vendor_id is {device['vendor_id']:#x}, and neither device nor driver is of that vendor: {text[:80]!r}"
    for part in (device["name"], device["driver_name"]):
        named = [vendor for vendor, words in VENDORS.items() if re.search(words, part, re.IGNORECASE)]
        if own and named and device["vendor_id"] not in named:
            yield f"its vendor_id is {device['vendor_id']:#x}, and {part[:60]!r} is of another vendor"
            break
    if device["software"] != (device["kind"] == "cpu"):
        yield f"its device is of kind {device['kind']}, and software is {device['software']}"


def stated_troubles(run, others):
    """What the same driver says of a device of that name."""
    for other in others:
        if all(run.device[key] == other.device[key] for key in ("name", "driver_name", "driver_info")):
            for key, value in run.stated.items():
                if other.stated.get(key, value) != value:
                    yield f"its device.{key} is {value}, and in {other.path.name}, of the same driver, {other.stated[key]}"
                    return


def count_troubles(run, others, of_seed):
    """What a case submits and keeps, which its commit and the seed decide, and mostly the commit alone."""
    others = [other for other in others if (other.commit, other.name, other.device["driver_info"]) ==
              (run.commit, run.name, run.device["driver_info"])]
    for name, own in run.counts.items():
        unlike = [other for other in others if other.counts.get(name, own) != own]
        for key, value in own.items() if unlike else ():
            known = [(other, other.counts[name][key]) for other in others if key in other.counts.get(name, {})]
            seeded = [pair for pair in known if pair[0].seed == run.seed]
            fixed = len(known) >= SEEDS_LEAST and (variant_of(name), key) not in of_seed
            for other, theirs in seeded or (known if fixed else []):
                if theirs != value:
                    yield f"{name}: its {key} is {value}, and in {other.path.name}, of the same commit, {theirs}"
                    return


def version_troubles(run, others, runs):
    """The format is that of its commit, which wrote the file."""
    wrote = runs.version_of(run.commit) or next((other.version for other in others if other.commit == run.commit), None)
    if wrote and wrote != run.version:
        yield f"its schema_version is {run.version}, and its commit {run.commit} writes {wrote}"
    newest = runs.version_of("HEAD")
    if not wrote and newest and numbers(run.version) > numbers(newest):
        yield f"its schema_version is {run.version}, and no claimcheck up to this one writes more than {newest}"


def numbers(version):
    return [int(part) for part in re.findall(r"[0-9]+", version)]


def date_troubles(run, runs):
    commit = runs.committed(run.commit) if re.fullmatch("[0-9a-f]{7,40}", run.commit) else None
    try:
        started = datetime.strptime(run.started, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc).timestamp()
    except ValueError:  # which plausibility says
        return
    if commit and started < commit - EARLY_S:
        made = datetime.fromtimestamp(commit, timezone.utc)
        yield f"it was begun {run.started}, before its commit {run.commit} was made, {made:%Y-%m-%dT%H:%M:%SZ}"


def fact_troubles(run, other, names, of_device):
    """What a workload is, which its name and the seed decide."""
    for workload, key in names:
        value, known = run.facts[workload, key], other.facts.get((workload, key))
        comparable = key not in of_device or (other.name, other.commit) == (run.name, run.commit)
        if known is not None and known != value and comparable:
            yield f"{workload}: its {key} is {value[:40]}, and in {other.path.name}, of the same seed, {known[:40]}"
            return


def work_troubles(run, other, names):
    """What a case declares; of another commit only that it declares anything."""
    for name in names if other.commit == run.commit else [name for name in names if not any(run.work[name].values())]:
        work, known = run.work[name], other.work.get(name, {})
        key = next((key for key, value in known.items() if work.get(key) != value), None)
        if key and (other.commit == run.commit or any(known.values())):
            yield f"{name}: its work.{key} is {work.get(key)}, and in {other.path.name} {known[key]}"
            return


def name_troubles(run, runs):
    benches, axes = runs.listed()
    if benches is None:
        return
    held_axes, variants = runs.names()
    known = axes | held_axes
    folders = {file["technique"] for file in run.folders}
    for name, bench, variant, technique in run.variants:
        unknown = [axis for axis in axes_of(name) if axis not in known]
        if technique in folders:
            continue
        if not name.startswith(f"{bench}/{variant}"):
            yield f"{name}: it is not called {bench}/{variant}/..."
        elif variant not in benches.get(bench, set()) and f"{bench}/{variant}" not in variants:
            yield f"{name}: neither this build nor a kept run has {bench}/{variant}"
        elif unknown:
            yield f"{name}: neither this build nor a kept run has an axis {unknown[0]}"
        else:
            continue
        return


def troubles(run, runs):
    others = [other for other in runs.all() if other.resolved != run.resolved and
              (other.path.name, other.path.parent.name) != (run.path.name, run.path.parent.name)]
    yield from device_troubles(run, others)
    yield from stated_troubles(run, others)
    yield from version_troubles(run, others, runs)
    yield from count_troubles(run, others, runs.of_seed)
    yield from date_troubles(run, runs)
    yield from name_troubles(run, runs)
    (facts, works), found, copied = runs.own_of(run), {}, runs.copied(run)
    for other in others:
        if run.is_same(other):
            found.setdefault("same", list(same_run_troubles(run, other)))
        elif other in copied:  # of another day or device
            found.setdefault("samples", [f"{copied[other]}: its samples are those of {other.path.name}, which was begun {other.started} on {other.name}"])
        if run.seed == other.seed:
            found["facts"] = found.get("facts") or list(fact_troubles(run, other, facts, runs.of_device))
            found["work"] = found.get("work") or list(work_troubles(run, other, works))
    for lines in found.values():
        yield from lines
