# SPDX-License-Identifier: MIT
"""Whether a run agrees with what the repository knows: its other kept runs, its history, and the build at hand."""
import functools
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

    def is_same(self, other):
        return (self.started, self.uuid, self.name) == (other.started, other.uuid, other.name)


class Runs:
    """All kept runs, read when they are first asked for, but for those in `read`, by their paths. program: claimcheck."""

    def __init__(self, program, paths, known):
        self.read, self.program, self.paths, self.known = {}, program, list(paths), known

    @functools.cached_property
    def kept(self):
        found = []
        for path in self.paths:
            try:
                found.append(self.read.get(path) or Kept(path, json.loads(text_of(path))))
            except UNREADABLE + UNFIT:  # which is said when it is looked at itself
                continue
        return found

    @functools.cached_property
    def of_device(self):
        """Facts of which runs of one seed have several values."""
        values = {}
        for run in self.kept:
            for (workload, key), value in run.facts.items():
                values.setdefault((workload, run.seed, key), set()).add(value)
        return {key for (_, _, key), own in values.items() if len(own) > 1}

    @functools.cached_property
    def of_seed(self):
        """Counters of variants that differ by the seed."""
        found, first = set(), {}
        for run in self.kept:
            for name, own in run.counts.items():
                known = first.setdefault((run.name, run.commit, name), own)
                found |= {(variant_of(name), key) for key in own if own[key] != known.get(key)} if known != own else set()
        return found

    @functools.cached_property
    def held(self):
        """Axes of the cases of all kept runs, and their variants."""
        names = {name for other in self.kept for name in other.cases}
        return {axis for name in names for axis in axes_of(name)}, {variant_of(name) for name in names}

    @functools.cached_property
    def listed(self):
        """Benches with their variants, and axes, as the build at hand has them; None where it does not say."""
        try:
            benches = {f"{technique['name']}.{bench['name']}": bench
                       for technique in json.loads(printed_by(self.program, "list", "--json"))["techniques"] for bench in technique["benches"]}
            parts = [part for bench in benches.values() for part in (bench, *bench["variants"])]
            return ({name: {variant["name"] for variant in bench["variants"]} for name, bench in benches.items()},
                    {"cache"} | {axis["name"] for part in parts for axis in part["axes"]})
        except UNREADABLE + UNFIT:
            return None, set()

    @functools.cache
    def version_of(self, commit):
        """The schema_version that a commit writes; None where it is not here, or says it in another way."""
        said = (self.known.git("grep", "-h", "-E", '^#define [A-Z_]*SCHEMA_VERSION +"', f"{commit}^{{commit}}", "--", "harness")
                if re.fullmatch("HEAD|[0-9a-f]{7,40}", commit) else None)
        found = set(re.findall(r'"([0-9]+[.][0-9]+)"', said or ""))
        return found.pop() if len(found) == 1 else None

    @functools.cache
    def committed(self, commit):
        """Seconds since 1970; None for a commit that is not here."""
        said = self.known.git("show", "-s", "--format=%ct", f"{commit}^{{commit}}")
        return int(said.split()[-1]) if said and said.split() else None


def is_copy(own, other):
    """Whether one series is another one times any number, but for whole nanoseconds; of too few samples, or values, never."""
    if len(own) != len(other) or len(own) < SAMPLES_LEAST or not other[0]:
        return False
    factor = own[0] / other[0]
    if abs(own[1] - factor * other[1]) > 2 + 2 * factor + (own[1] + factor) / other[0]:  # nearly all end here
        return False
    factor = sum(own) / sum(other)
    return len(set(other)) >= VALUES_LEAST and all(abs(a - factor * b) <= 0.5 + 0.5 * factor + 1e-9 * a for a, b in zip(own, other))


def sample_troubles(run, other):
    """Of a run of another day or device."""
    for name, samples in run.cases.items():
        theirs = other.cases.get(name, {})
        if any(is_copy(samples.get(clock) or [], theirs.get(clock) or []) for clock in ("gpu_total_ns", "wall_total_ns")):
            yield f"{name}: its samples are those of {other.path.name}, which was begun {other.started} on {other.name}"
            return


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


def fact_troubles(run, other, of_device):
    """What a workload is, which its name and the seed decide."""
    for (workload, key), value in run.facts.items():
        known = other.facts.get((workload, key), value)
        if known != value and (key not in of_device or (other.name, other.commit) == (run.name, run.commit)):
            yield f"{workload}: its {key} is {value[:40]}, and in {other.path.name}, of the same seed, {known[:40]}"
            return


def work_troubles(run, other):
    """What a case declares; of another commit only that it declares anything."""
    for name, work in run.work.items():
        known = other.work.get(name, {})
        key = next((key for key, value in known.items() if work.get(key) != value), None)
        if key and (other.commit == run.commit or any(known.values()) and not any(work.values())):
            yield f"{name}: its work.{key} is {work.get(key)}, and in {other.path.name} {known[key]}"
            return


def name_troubles(run, runs):
    benches, axes = runs.listed
    if benches is None:
        return
    held_axes, variants = runs.held
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
    others = [other for other in runs.kept if other.resolved != run.resolved and
              (other.path.name, other.path.parent.name) != (run.path.name, run.path.parent.name)]
    yield from device_troubles(run, others)
    yield from stated_troubles(run, others)
    yield from version_troubles(run, others, runs)
    yield from count_troubles(run, others, runs.of_seed)
    yield from date_troubles(run, runs)
    yield from name_troubles(run, runs)
    found = {}
    for other in others:
        alike = run.is_same(other)
        found["same"] = found.get("same") or list(same_run_troubles(run, other) if alike else ())
        found["samples"] = found.get("samples") or list(() if alike else sample_troubles(run, other))
        if run.seed == other.seed:
            found["facts"] = found.get("facts") or list(fact_troubles(run, other, runs.of_device))
            found["work"] = found.get("work") or list(work_troubles(run, other))
    for lines in found.values():
        yield from lines
