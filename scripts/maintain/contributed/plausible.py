# SPDX-License-Identifier: MIT
"""Whether the times of a run can be true: of their samples, of the time that the run took, of what the device can do. `claimcheck
keep` has seen that least, median and greatest are those of the samples, that no sample took the device longer than the host that
waited, that dates are dates, and that it is no summary."""
import collections
import math
from datetime import datetime

# Chance explains an excess over a device limit up to here, as in harness/analysis/limits/floor.c.
SUSPECT_PERCENT = 105


def median(values):
    ordered = sorted(values)
    return (ordered[len(ordered) // 2] + ordered[(len(ordered) - 1) // 2]) / 2


def launches_of(case):
    """The samples of each launch, all of one launch in the run's own process, as (first, end, whether throttled ones count)."""
    count = len(case["samples"]["wall_total_ns"])
    every = {"samples": count, "throttled_count": (case["clock"] or {}).get("throttled_count", False)}
    first, found = 0, []
    for launch in (case.get("launches") or {}).get("each") or [every]:
        end = min(first + launch["samples"], count)
        found.append((first, end, launch.get("throttled_count", every["throttled_count"])))
        first = end
    return found


def counted(case, clock):
    """Of each launch the (round, time) of the samples of a clock that count: those that were not throttled, unless too few were not."""
    samples = case["samples"]
    values = samples.get(f"{clock}_total_ns") or []
    rounds, throttled = samples.get("round") or range(len(values)), samples.get("throttled") or [False] * len(values)
    return [[pair for pair, left_out in zip(zip(rounds[first:end], values[first:end]), throttled[first:end]) if all_count or not left_out]
            for first, end, all_count in launches_of(case)]


def time_troubles(case, clock):
    """Of one clock."""
    values, summary = [time for launch in counted(case, clock) for _, time in launch], case[clock]
    if summary is None or not values:
        if (summary is None) != (not values):
            yield f"{clock} time and samples are not both there"
        return
    if min(values) <= 0:
        yield f"a sample of {clock} time is not above 0"
        return
    points = [summary[key] for key in ("min_ns", "q1_ns", "median_ns", "q3_ns", "max_ns")]
    if points != sorted(points):
        yield f"least, quartiles and greatest of its {clock} time are not in order"
    low, high = summary["interval_low_ns"], summary["interval_high_ns"]
    if low is not None and not low <= summary["median_ns"] <= high:
        yield f"the median of its {clock} time is not in its interval"


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


def session_troubles(document):
    if not document["session"]["complete"]:
        return
    launches = document["session"].get("launches") or 1
    measured = [case for case in document["cases"] if case["samples"]]
    if measured and (launches > 1) != any(case.get("launches") for case in measured):
        yield f"session.launches is {launches}, and its cases {'have those of one' if launches > 1 else 'have several'}"
    try:
        started, ended = (datetime.strptime(document["session"][key], "%Y-%m-%dT%H:%M:%SZ") for key in ("started", "ended"))
    except ValueError:  # which keep says
        return
    sampled_s = sum(sum(case["samples"]["wall_total_ns"]) for case in measured) / 1e9
    if sampled_s > (ended - started).total_seconds() + 1:
        yield f"its samples take {sampled_s:.1f} s, and the run took {(ended - started).total_seconds():.0f} s"


def troubles(document):
    peaks = {host: peak_of(document, host) for host in (False, True)}
    device = document["device"]
    yield from session_troubles(document)
    yield from place_troubles(document)
    for case in document["cases"]:
        if case["status"] != "ok" or not case["samples"]:
            continue
        found = [line for clock in ("gpu", "wall") for line in time_troubles(case, clock)]
        # Floors of a software device are of its ceilings, which move as the load of the host does: no case there is suspect.
        bounded = [] if device.get("software") and case["kind"] != "cpu" else ceiling_troubles(case, peaks)
        counts = count_troubles(case, (device.get("limits") or {}).get("memory_bytes"))
        yield from (f"{case['name']}: {line}" for line in [*(found or bounded), *counts])
