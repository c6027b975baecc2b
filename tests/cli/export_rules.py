#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the readers of claimcheck's exports take: tests/cli/export_rules.py CLAIMCHECK RUN.json|FOLDER...

Of every run given, and of each twentieth of a folder (of all with CLAIMCHECK_TEST_FULL), in every format: rows are those of the cases that have a time, under names that are unique, or repeated for
each sample where that is wanted; nanoseconds, or seconds, above 0; no null, no NaN; medians are the run's. Then faults
are planted into what was exported of the first run, and each of them must be seen. Exit code: 0, 1.
"""

import csv
import io
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts/maintain"))

from bounded import packed_in, text_of  # noqa: E402

STEP = 20
AGGREGATE = re.compile(r"(_mean|_median|_stddev|_cv|[-_]bencher[-_]ignore|BencherIgnore)$")


class Fault(Exception):
    pass


def want(condition, text):
    if not condition:
        raise Fault(text)


def near(a, b):
    return abs(a - b) <= 1e-9 * abs(b)


def unique_keys(pairs):
    want(len({key for key, _ in pairs}) == len(pairs), "a key stands twice in an object")
    return dict(pairs)


def no_constant(word):
    raise Fault(f"{word} is no JSON")


def parse(text, keys=None):
    return json.loads(text, object_pairs_hook=keys, parse_constant=no_constant)


def no_null(value, where="document"):
    want(value is not None, f"null in {where}")
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        no_null(inner, key)


def good_name(name):
    want(isinstance(name, str) and 0 < len(name.encode()) <= 1024, f"a name of {len(name)} characters")
    want(not AGGREGATE.search(name), f"{name}: other programs make something of its end")


def is_time(value):
    return isinstance(value, float) and value > 0


class Wanted:
    """What the run says, read by itself."""

    def __init__(self, run):
        self.medians, self.samples, self.all = {}, {}, {}
        self.thinned = "summary" in run
        for case in run["cases"]:
            if case["status"] != "ok":
                continue
            launches = case.get("launches")
            summary = case[case["time"]]
            samples, inner = case["samples"], case["inner_repetitions"]
            throttled = samples.get("throttled") or [False] * len(samples["wall_total_ns"])
            every = (case.get("clock") or {}).get("throttled_count", False)
            each = (launches or {}).get("each") or [{"samples": len(throttled)}]
            counts = [launch.get("throttled_count", every) for launch in each for _ in range(launch["samples"])]
            total = samples[case["time"] + "_total_ns"]
            self.medians[case["name"]] = launches["time"]["median_ns"] if launches else summary["median_ns"]
            self.samples[case["name"]] = [ns / inner for ns, slow, kept in zip(total, throttled, counts) if kept or not slow]
            self.all[case["name"]] = len(total)


def gbench_rows(text):
    document = parse(text)
    context = document["context"]
    no_null(context, "context")
    want(context["caches"] == [], "context.caches is not []")
    want(context["json_schema_version"] == 1, "json_schema_version")
    want(isinstance(context["load_avg"], list) and isinstance(context["date"], str), "context")
    for row in document["benchmarks"]:
        good_name(row["name"])
        want(None not in row.values(), f"{row['name']}: null")
        want(row["run_name"] == row["name"] and row["run_type"] == "iteration", f"{row['name']}: run_name or run_type")
        want(row["time_unit"] == "ns", f"{row['name']}: not in ns")
        want(is_time(row["real_time"]) and row["real_time"] == row["cpu_time"], f"{row['name']}: its times")
        for key in ("repetitions", "threads", "iterations"):
            want(isinstance(row[key], int) and row[key] >= 1, f"{row['name']}: {key}")
        for key in ("repetition_index", "family_index", "per_family_instance_index"):
            want(isinstance(row[key], int) and row[key] >= 0, f"{row['name']}: {key}")
        want("error_occurred" not in row, f"{row['name']}: a row of an error")
    places = {row["name"]: (row["family_index"], row["per_family_instance_index"]) for row in document["benchmarks"]}
    want(len(set(places.values())) == len(places), "two names in one place of a family")
    return document["benchmarks"]


def gbench(text, wanted):
    rows = {}
    for row in gbench_rows(text):
        rows.setdefault(row["name"], []).append(row)
    want(list(rows) == [name for name, samples in wanted.samples.items() if samples], "other cases than have a time")
    for name, own in rows.items():
        want([row["repetition_index"] for row in own] == list(range(len(own))), f"{name}: indices of repetitions")
        want(all(row["repetitions"] == len(own) for row in own), f"{name}: repetitions are not its rows")
        want(all(near(row["real_time"], ns) for row, ns in zip(own, wanted.samples[name])), f"{name}: samples")
        want(len(own) == len(wanted.samples[name]), f"{name}: {len(own)} rows")


def summary(text, wanted):
    rows = gbench_rows(text)
    want([row["name"] for row in rows] == list(wanted.medians), "other cases than have a time, or one twice")
    for row in rows:
        want(near(row["real_time"], wanted.medians[row["name"]]), f"{row['name']}: not the median")
        want(row["repetitions"] == 1 and row["repetition_index"] == 0, f"{row['name']}: repetitions")
        want(row.get("bytes_per_second", 1) > 0, f"{row['name']}: bytes_per_second")


def bmf(text, wanted):
    document = parse(text, unique_keys)
    no_null(document)
    want(list(document) == list(wanted.medians), "other cases than have a time")
    for name, measures in document.items():
        good_name(name)
        want("latency" in measures, f"{name}: no latency")
        for measure, metric in measures.items():
            want(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", measure) and len(measure) <= 64, f"{measure} is no slug")
            want(set(metric) <= {"value", "lower_value", "upper_value"}, f"{name}: keys of {measure}")
            want(all(is_time(number) for number in metric.values()), f"{name}: a number of {measure}")
            low, high = metric.get("lower_value", metric["value"]), metric.get("upper_value", metric["value"])
            want(low <= metric["value"] <= high, f"{name}: {measure} lies outside of its interval")
        want(near(measures["latency"]["value"], wanted.medians[name]), f"{name}: not the median")


def gha(text, wanted):
    document = parse(text)
    no_null(document)
    want(isinstance(document, list) and document, "no array, or an empty one: an error to the action")
    want([row["name"] for row in document] == list(wanted.medians), "other cases than have a time, or one twice")
    for row in document:
        good_name(row["name"])
        want(set(row) <= {"name", "unit", "value", "range", "extra"}, f"{row['name']}: keys")
        want(row["unit"] == "ns" and near(row["value"], wanted.medians[row["name"]]), f"{row['name']}: not the median in ns")
        want(isinstance(row["extra"], str), f"{row['name']}: extra")
        if "range" in row:
            want(re.fullmatch(r"± \d+(\.\d+)?(e[-+]?\d+)?", row["range"]), f"{row['name']}: range {row['range']}")


def hyperfine(text, wanted):
    document = parse(text)
    want(list(document) == ["results"], "keys of the document")
    want([row["command"] for row in document["results"]] == list(wanted.medians), "other cases than have a time")
    for row in document["results"]:
        name, times = row["command"], row["times"]
        good_name(name)
        no_null({key: value for key, value in row.items() if key != "stddev"})
        want((row["stddev"] is None) == (len(times) < 2), f"{name}: stddev")
        want(len(times) == len(wanted.samples[name]) == len(row["exit_codes"]), f"{name}: counts")
        want(all(is_time(s) and near(s * 1e9, ns) for s, ns in zip(times, wanted.samples[name])), f"{name}: times")
        want(set(row["exit_codes"]) == {0} and row["user"] == row["system"] == 0.0, f"{name}: exit codes, user, system")
        want(near(row["median"] * 1e9, wanted.medians[name]), f"{name}: not the median")
        want(near(row["mean"], statistics.fmean(times)), f"{name}: mean")
        want(len(times) < 2 or abs(row["stddev"] - statistics.stdev(times)) <= 1e-7 * row["mean"], f"{name}: stddev")
        want(row["min"] == min(times) and row["max"] == max(times), f"{name}: min, max")
        want(all(isinstance(value, str) for value in row.get("parameters", {}).values()), f"{name}: parameters")
        want(row.get("parameters") != {}, f"{name}: parameters that are empty")


def tidy(text, wanted):
    want(text.endswith("\r\n"), "does not end in a line end")
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    want(all(None not in row and None not in row.values() for row in rows), "a row of another length")
    own = {}
    for row in rows:
        own.setdefault(row["name"], []).append(row)
    want(list(own) == [name for name, count in wanted.all.items() if count], "other cases than have samples")
    for name, samples in own.items():
        want([int(row["sample"]) for row in samples] == list(range(wanted.all[name])), f"{name}: samples")
        times = [float(row[row["time"] + "_ns"]) for row in samples if row["counts"] == "true"]
        want(len(times) == len(wanted.samples[name]), f"{name}: samples that count")
        want(all(abs(a - b) <= 1e-8 * b for a, b in zip(times, wanted.samples[name])), f"{name}: times")
        if not wanted.thinned and {row["launch"] for row in samples} == {"0"}:
            want(abs(statistics.median(times) - wanted.medians[name]) <= 1e-8 * wanted.medians[name], f"{name}: median")
        want({row["throttled"] for row in samples} <= {"true", "false"}, f"{name}: throttled")
        want(all((row["gpu_ns"] == "") == (row["kind"] == "cpu") or row["time"] == "wall" for row in samples), f"{name}: gpu_ns")


def testbed(text, _):
    want(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*\n", text) and len(text) <= 65, f"{text!r} is no slug of at most 64 bytes")


READERS = {
    "gbench": gbench,
    "gbench-summary": summary,
    "bmf": bmf,
    "gha": gha,
    "hyperfine": hyperfine,
    "tidy": tidy,
    "testbed": testbed,
}

# Faults of each format: the text to replace, and its replacement; the first occurrence counts.
PLANTED = {
    "gbench": [
        ('"caches":[],', ""),
        ('"time_unit":"ns"', '"time_unit":"us"'),
        (r'"real_time":[0-9.]+', '"real_time":null'),
        (r'"cpu_time":[0-9.]+', '"cpu_time":NaN'),
        (r'"repetition_index":1', '"repetition_index":2'),
        (r'\n\{"name":.*?\},', ""),
        (r'"name":"([^"]*)"(.*?)"run_name":"[^"]*"', r'"name":"\1_mean"\2"run_name":"\1_mean"'),
    ],
    "gbench-summary": [
        (r'\n(\{"name":.*?\}),', r"\n\1,\n\1,"),
        ('"caches":[],', ""),
        (r'"real_time":[0-9.]+', '"real_time":0.0'),
    ],
    "bmf": [
        (r'"value":[0-9.]+', '"value":null'),
        (r'\n(".*?),\n', r"\n\1,\n\1,\n"),
        (r'"lower_value":[0-9.]+', '"lower_value":9e99'),
        ('"latency"', '"Latency ns"'),
        (r'\n"[^"]*"', '\n"x-bencher-ignore"'),
    ],
    "gha": [
        ('"unit":"ns"', '"unit":"us"'),
        (r'"range":"[^"]*"', '"range":"± 3 %"'),
        (r"(?s).*", "[]"),
        (r'\n(\{"name":.*?\}),', r"\n\1,\n\1,"),
        (r'"value":[0-9.]+', '"value":1.0'),
    ],
    "hyperfine": [
        (r'"mean":[0-9.e-]+', '"mean":null'),
        (r'"exit_codes":\[0,', '"exit_codes":['),
        (r'"median":[0-9.e-]+', '"median":1.0'),
        (r'"parameters":\{"(\w+)":"\w+"', r'"parameters":{"\1":1'),
    ],
    "tidy": [
        (r"\r\n[^\r]*", "", 1),
        (",false,true,", ",false,false,"),
        (r"\r\n([^\r]*)", r"\r\n\1,more", 1),
    ],
    "testbed": [(r"\n", "-\n"), (r"^", "A"), (r"^", "x" * 64)],
}


def planted_fault(text, fault):
    """The text with the fault, behind the line of titles where that is wanted."""
    pattern, by, *skip = fault
    literal = pattern in text
    start = text.index("\r\n") + 1 if skip else 0
    changed = (
        text.replace(pattern, by, 1) if literal else text[:start] + re.sub(pattern, by.replace("\\r", "\r"), text[start:], count=1)
    )
    return changed


def export(claimcheck, path, name):
    done = subprocess.run([claimcheck, "export", path, "--format", name], capture_output=True, check=False)
    want(done.returncode == 0 and not done.stderr, f"exit code {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode("utf-8")


def run_check(claimcheck, path):
    """Returns what was found wrong, and what was exported."""
    run = json.loads(text_of(path))
    wanted = Wanted(run)
    faults, texts = [], {}
    for name, check in READERS.items():
        try:
            texts[name] = export(claimcheck, path, name)
            check(texts[name], wanted)
        except (Fault, KeyError, ValueError, TypeError, IndexError) as fault:
            faults.append(f"{path}: {name}: {fault!r}")
    return faults, texts, wanted


def planted_check(texts, wanted):
    faults = []
    for name, planted in PLANTED.items():
        for fault in planted:
            text = planted_fault(texts[name], fault)
            if text == texts[name]:
                faults.append(f"planted: {name}: nothing to replace: {fault[0]}")
                continue
            try:
                READERS[name](text, wanted)
                faults.append(f"planted: {name}: not seen: {fault[0]} by {fault[1]}")
            except (Fault, KeyError, ValueError, TypeError, IndexError, csv.Error):
                pass
    return faults


def main():
    claimcheck = sys.argv[1]
    folders = {path: [str(file) for file in packed_in(path, "**/*")] for path in sys.argv[2:]}
    step = 1 if os.environ.get("CLAIMCHECK_TEST_FULL") else STEP
    paths = [file for path, found in folders.items() for file in (found[::step] if pathlib.Path(path).is_dir() else [path])]
    faults = []
    for i, path in enumerate(paths):
        found, texts, wanted = run_check(claimcheck, path)
        faults += found
        if i == 0 and not found:
            faults += planted_check(texts, wanted)
    print("\n".join(faults[:20]))
    print(f"export_rules: {len(paths)} runs, {len(READERS)} formats, {len(faults)} faults")
    sys.exit(bool(faults) or not paths)


main()
