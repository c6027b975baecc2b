#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds profiles against each other: tests/rules/profiles.py CLAIMCHECK

Each case of `quick` is one of `paper`, and each of `paper` one of `full`, by its name, so that any two runs can be joined;
none is named twice, each technique has some in each, and a workload's cases stand together. Exit code: 0 it is so, 1 it
is not.
"""
import collections
import itertools
import json
import subprocess
import sys

PROFILES = ("quick", "paper", "full")


def cases_of(program, profile):
    listed = subprocess.run([program, "run", "--list-cases", "--json", "--profile", profile, "--no-ceilings"],
                            stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(listed.stdout)["cases"]


def subset_faults(cases, smaller, larger):
    names = {case["name"] for case in cases[larger]}
    return [f"{smaller} has {case['name']}, and {larger} has not" for case in cases[smaller] if case["name"] not in names]


def own_faults(profile, cases, techniques):
    counts = collections.Counter(case["name"] for case in cases)
    yield from (f"{profile} has {name} {count} times" for name, count in counts.items() if count > 1)
    yield from (f"{profile} has no case of {name}" for name in sorted(techniques - {case["technique"] for case in cases}))
    visits = collections.Counter(workload for workload, _ in itertools.groupby(cases, lambda case: case["workload"]))
    yield from (f"{profile} comes to {name} {count} times" for name, count in visits.items() if count > 1)
    for workload, group in itertools.groupby(cases, lambda case: (case["workload"], case["cache"])):
        baselines = [case["name"] for case in group if case["baseline"]]
        if len(baselines) > 1:
            yield f"{profile} has {len(baselines)} baselines of {' '.join(workload)}: {' '.join(baselines)}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    cases = {profile: cases_of(sys.argv[1], profile) for profile in PROFILES}
    techniques = {case["technique"] for profile in PROFILES for case in cases[profile]}
    faults = [fault for smaller, larger in zip(PROFILES, PROFILES[1:]) for fault in subset_faults(cases, smaller, larger)]
    for profile in PROFILES:
        faults += own_faults(profile, cases[profile], techniques)
    counts = ", ".join(f"{len(cases[profile])} cases of {profile}" for profile in PROFILES)
    print("\n".join(faults + [f"{counts}, {len(faults)} faults"]))
    return 1 if faults or not cases["quick"] else 0


if __name__ == "__main__":
    sys.exit(main())
