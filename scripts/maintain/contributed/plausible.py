# SPDX-License-Identifier: MIT
"""Whether the times of a run can be true: of their samples, of the time that the run took, of what the device can do."""
import collections
import math
from datetime import datetime, timedelta, timezone

# Chance explains an excess over a device limit up to here, as in harness/analysis/limits/floor.c.
SUSPECT_PERCENT = 105


def median(values):
    ordered = sorted(values)
    return (ordered[len(ordered) // 2] + ordered[(len(ordered) - 1) // 2]) / 2


def all_count(case):
    """Of each sample, whether its launch has so many throttled ones that they count."""
    every = (case["clock"] or {}).get("throttled_count", False)
    each = (case.get("launches") or {}).get("each") or [{"samples": len(case["samples"]["wall_total_ns"])}]
    samples = len(case["samples"]["wall_total_ns"])
    return [launch.get("throttled_count", every) for launch in each for _ in range(min(launch["samples"], samples))]


def counted(case, clock):
    """The samples of a clock that count: those that were not throttled, unless too few of their launch were not."""
    samples = case["samples"]
    values = samples.get(f"{clock}_total_ns")
    throttled = samples.get("throttled")
    if not values or not throttled:
        return values or []
    return [value for value, left_out, kept in zip(values, throttled, all_count(case)) if kept or not left_out]


def time_troubles(case, clock, thinned):
    """Of one clock. A summary has some of the samples alone."""
    values, summary = counted(case, clock), case[clock]
    if summary is None or not values:
        if (summary is None) != (not values):
            yield f"{clock} time and samples are not both there"
        return
    if min(values) <= 0:
        yield f"a sample of {clock} time is not above 0"
        return
    inner = case["inner_repetitions"]
    points = [summary[key] for key in ("min_ns", "q1_ns", "median_ns", "q3_ns", "max_ns")]
    if points != sorted(points):
        yield f"least, quartiles and greatest of its {clock} time are not in order"
    low, high = summary["interval_low_ns"], summary["interval_high_ns"]
    if low is not None and not low <= summary["median_ns"] <= high:
        yield f"the median of its {clock} time is not in its interval"
    if not thinned and (summary["count"] != len(values) or abs(median(values) / inner - points[2]) > 1e-6 * points[2]):
        yield f"the median of its {clock} time is {points[2]:g} ns, and of its samples {median(values) / inner:g} ns"
    if min(values) / inner < points[0] * (1 - 1e-6) or max(values) / inner > points[4] * (1 + 1e-6):
        yield f"a sample of its {clock} time is beyond the least or the greatest"


def peak_of(document, host):
    """Bytes per second that are the most at any working set; 0 where the run has no ceilings."""
    ceilings = document.get("ceilings") or {}
    curves = [part["bandwidth"] for part in ceilings.get("host") or []] if host else [ceilings.get("bandwidth") or {}]
    return max((point["bytes_per_s"] or 0 for curve in curves for points in curve.values() for point in points), default=0)


def least_percent(case, clock, floor):
    """Of the floor, beyond doubt: hosts are shared with others, and their ceilings are of another moment, so that a host's
    whole interval counts; a device's median does."""
    host = case["kind"] == "cpu"
    return floor["ns"] / ((clock["interval_high_ns"] or clock["max_ns"]) if host else clock["median_ns"]) * 100


def ceiling_troubles(case, peaks):
    host = case["kind"] == "cpu"
    clock = case["wall"] if host else case["gpu"]
    if not clock:
        return
    floor = case.get("floor")
    percent = floor["ns"] / clock["median_ns"] * 100 if floor else case["floor_percent"] or 0
    least = least_percent(case, clock, floor) if floor else percent
    if least > SUSPECT_PERCENT:
        yield f"it takes {100 / least:.2f} of the least time that the device limits allow, and is not suspect"
    elif abs(percent - (case["floor_percent"] or 0)) > 1e-3 * percent:
        yield f"floor_percent is {case['floor_percent']}, and by its lower bound and its time {percent:.4g}"
    work = case["work"] or {}
    rate = (work.get("bytes_read", 0) + work.get("bytes_written", 0)) / clock["median_ns"] * 1e9
    if peaks[host] and rate > peaks[host] * SUSPECT_PERCENT / 100:
        yield f"it moves {rate / 1e9:.4g} GB/s, and the device {peaks[host] / 1e9:.4g} GB/s at most"


def value_text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def place_troubles(document):
    """Whether a case has the axes of its name, by which claims find it, and a workload that is there."""
    workloads = {workload["name"] for workload in document["workloads"]}
    for case in document["cases"]:
        if case["workload"] not in workloads:
            yield f"{case['name']}: its workload {case['workload']} is not among the workloads"
        for part in case["name"].split("/")[2:]:
            axis, _, value = part.partition(":")
            if axis in case["axes"] and value_text(case["axes"][axis]) != value:
                yield f"{case['name']}: axes.{axis} is {case['axes'][axis]}, and by its name {value}"


def count_troubles(case, memory_bytes):
    """Whether what a case submits and keeps can be of its kind."""
    counters, kind = collections.defaultdict(int, case["counters"] or {}), case["kind"]
    submits, returns, groups = counters["submits"], counters["host_returns"], (case["work"] or {}).get("groups", 0)
    if kind == "cpu" and any(counters.values()):
        yield "it runs on the CPU, and has counters of a GPU"
    if kind == "gpu" and (submits, returns) != (1, 0):
        yield f"it is of kind gpu, one submission, and has {submits} submits and {returns} host_returns"
    if kind == "host_driven" and not 0 <= submits - returns <= 1:
        yield f"it has {submits} submits and {returns} host_returns, and the host returns after each but the last"
    if 0 < groups < counters["dispatches"]:
        yield f"it has {counters['dispatches']} dispatches, and work.groups is {groups}"
    if counters["read_backs"] > counters["copies"]:
        yield f"it has {counters['read_backs']} read_backs, which are copies, and {counters['copies']} of those"
    if kind != "cpu" and not 0 < case["peak_bytes"] <= (memory_bytes or math.inf):
        yield f"its peak_bytes is {case['peak_bytes']}, and the device has {memory_bytes}"


def date_of(text):
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)


def session_troubles(document):
    if not document["session"]["complete"]:
        return
    try:
        started, ended = (date_of(document["session"][key] or "") for key in ("started", "ended"))
    except ValueError as error:
        yield f"it was begun or had ended at no time that there is: {error}"
        return
    if started > datetime.now(timezone.utc) + timedelta(days=1):
        yield f"it was measured on {document['session']['started']}, which is to come"
    launches = document["session"].get("launches") or 1
    measured = [case for case in document["cases"] if case["samples"]]
    if measured and (launches > 1) != any(case.get("launches") for case in measured):
        yield f"session.launches is {launches}, and its cases {'have those of one' if launches > 1 else 'have several'}"
    sampled_s = sum(sum(case["samples"]["wall_total_ns"]) for case in document["cases"] if case["samples"]) / 1e9
    if sampled_s > (ended - started).total_seconds() + 1:
        yield f"its samples take {sampled_s:.1f} s, and the run took {(ended - started).total_seconds():.0f} s"


def troubles(document):
    peaks = {host: peak_of(document, host) for host in (False, True)}
    software = document["device"] is not None and document["device"].get("software", False)
    memory_bytes = (document["device"].get("limits") or {}).get("memory_bytes")
    yield from session_troubles(document)
    yield from place_troubles(document)
    for case in document["cases"]:
        if case["status"] != "ok" or not case["samples"]:
            continue
        found = [line for clock in ("gpu", "wall") for line in time_troubles(case, clock, "summary" in document)]
        pairs = zip(case["samples"].get("gpu_total_ns") or [], case["samples"]["wall_total_ns"])
        if not found and case["kind"] != "cpu" and any(gpu > 1.01 * wall for gpu, wall in pairs):
            found.append("a sample took the GPU longer than the host that waited for it")
        # Floors of a software device are of its ceilings, which move as the load of the host does: no case there is suspect.
        bounded = [] if software and case["kind"] != "cpu" else ceiling_troubles(case, peaks)
        yield from (f"{case['name']}: {line}" for line in [*(found or bounded), *count_troubles(case, memory_bytes)])
