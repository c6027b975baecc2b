# SPDX-License-Identifier: MIT
"""Whether the ratios of a run to its baselines, by which a case is called faster, are those of its samples, and what is said
between launches that of each."""
import math

from contributed.plausible import counted, median

# Beyond whole nanoseconds of the samples: of the logarithms.
ROUNDING = 1e-9
# Tolerance of cases whose interrupted baseline a resumed run measured anew, so that the file lacks samples on which their ratio
# rests. The bound still finds a ratio that is e times too large, or too small.
LOOSE = 1.0


def baselines_of(cases):
    """The first of each workload and cache, as the sampler pairs them; of which there is no time None."""
    found = {}
    for case in cases:
        if case["baseline"]:
            has_time = case["status"] == "ok" and case["samples"]
            found.setdefault((case["workload"], case.get("cache") == "cold"), case if has_time else None)
    return found


def rounds_of(case, clock):
    """Of each launch {round: time of all executions}, of the samples that count."""
    return [{key: total for key, total in launch if total > 0} for launch in counted(case, clock)]


def is_stamped(case):
    """Whether all its samples have a device time: neither the host's do, nor those of a driven case that stamps nothing."""
    totals = case["samples"].get("gpu_total_ns") or [0]
    return all(total and total > 0 for total in totals)


def paired(case, baseline, rounds):
    """(ratio, its pairs, how far off whole nanoseconds may set it) of each launch that has pairs, by its index. rounds: of
    baselines, by their names and clocks."""
    clock = "wall" if case["kind"] != "gpu" or not is_stamped(baseline) else "gpu"
    per_execution = math.log(baseline["inner_repetitions"] / case["inner_repetitions"])
    of_baseline, found = (baseline["name"], clock), {}
    if of_baseline not in rounds:
        rounds[of_baseline] = rounds_of(baseline, clock)
    for launch, (own, other) in enumerate(zip(rounds_of(case, clock), rounds[of_baseline])):
        both = [(own[key], other[key]) for key in own if key in other]
        if both:
            off = max([0.5 / time + 0.5 / its_time for time, its_time in both])
            ratios = sorted([time / its_time for time, its_time in both])
            middle = [math.log(ratio) + per_execution for ratio in (ratios[len(both) // 2], ratios[(len(both) - 1) // 2])]
            found[launch] = math.exp(sum(middle) / 2), len(both), off
    return found


def differs(stated, ratio, off):
    return not stated or abs(math.log(stated / ratio)) > off


def one_trouble(what, stated, ratio, pairs, off):
    """Of a ratio to the baseline: stated, a time_ratio or null, and what the samples of as many pairs say."""
    value = (stated or {}).get("case_over_baseline")
    if differs(value, ratio, off):
        yield f"{what}ratio to the baseline is {value and round(value, 7)}, and of the samples in common rounds {ratio:.7g}"
        return
    low, high = stated["interval_low"], stated["interval_high"]
    if (low is None) != (high is None) or low is not None and not low <= value <= high:
        yield f"{what}ratio to the baseline is not in its interval"
    elif off < LOOSE and stated.get("pairs", pairs) != pairs:
        yield f"{what}ratio to the baseline is of {stated['pairs']} pairs, and there are {pairs}"


def ratio_troubles(case, baseline, rounds):
    launches = case.get("launches") or {}
    each = launches.get("each") or []
    found = paired(case, baseline, rounds) if baseline else {}
    if not found:
        if case["time_ratio"] or launches.get("time_ratio") or any(launch["time_ratio"] for launch in each):
            yield "it has a ratio to a baseline, and no round in common with one"
        return
    loose = LOOSE if baseline["stop"] == "interrupted" else 0
    off = max(off for _, _, off in found.values()) + ROUNDING + loose
    ratio, pairs = median([ratio for ratio, _, _ in found.values()]), sum(pairs for _, pairs, _ in found.values())
    yield from one_trouble("its ", case["time_ratio"], ratio, pairs, off)
    if each:
        yield from one_trouble("between launches its ", launches["time_ratio"], ratio, pairs, off)
    for i, launch in enumerate(each):
        if i in found:
            yield from one_trouble(f"in launch {i + 1} its ", launch["time_ratio"], *found[i][:2], off)


def launch_troubles(case):
    """Of the times of launches, and between them, by the clock that the case is judged by."""
    launches, medians = case.get("launches") or {}, []
    own = counted(case, case["time"])
    if not launches or not any(own):
        return
    for i, (launch, samples) in enumerate(zip(launches["each"], own)):
        medians.append(median([time for _, time in samples]) / case["inner_repetitions"] if samples else 0)
        if abs(medians[-1] - (launch["median_ns"] or 0)) > 1e-6 * medians[-1]:
            yield f"the median of launch {i + 1} is {launch['median_ns']} ns, and of its samples {medians[-1]:g} ns"
    between = launches["time"]
    if not between or abs(median(medians) - (between["median_ns"] or 0)) > 1e-6 * median(medians):
        yield f"the time between launches is not the median of those of each, {median(medians):g} ns"


def troubles(document):
    baselines, rounds = baselines_of(document["cases"]), {}
    for case in document["cases"]:
        if case["status"] != "ok" or not case["samples"]:
            continue
        baseline = baselines.get((case["workload"], case.get("cache") == "cold"))
        found = [*ratio_troubles(case, baseline, rounds), *launch_troubles(case)]
        yield from (f"{case['name']}: {line}" for line in found[:1])
