#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds profiles against each other: tests/rules/profiles.py CLAIMCHECK

Each case of `paper` is one of `full`, by its name, so that such runs can be joined; none is named twice. Exit code: 0 it
is so, 1 it is not.
"""
import collections
import sys

from claims import cases_of


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    cases = {profile: cases_of(sys.argv[1], profile) for profile in ("paper", "full")}
    faults = [f"paper has {name}, and full has not" for name in sorted(set(cases["paper"]) - set(cases["full"]))]
    for profile, names in cases.items():
        faults += [f"{profile} has {name} twice" for name, count in collections.Counter(names).items() if count > 1]
    print("\n".join(faults + [f"{len(cases['paper'])} cases of {len(cases['full'])}, {len(faults)} faults"]))
    return 1 if faults or not cases["paper"] else 0


if __name__ == "__main__":
    sys.exit(main())
