#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds the subjects of published claims against the plan: tests/rules/claims.py CLAIMCHECK FOLDER

Each expression of a claim in FOLDER/*.json selects a case that is judged: one of the profile that the claim names, or
else of `paper`; of the smallest such profile, so that nobody is sent to a longer run than needed. Exit code: 0 all do,
1 some do not. Two sides that are said to be measured in the same rounds are cases of one bench; and of one point on its
axes, where one expression is both sides.
"""
import glob
import json
import os
import re
import subprocess
import sys

PROFILES = ("quick", "paper", "full")


def cases_of(program, profile):
    listed = subprocess.run([program, "run", "--list-cases", "--profile", profile, "--no-ceilings"],
                            stdout=subprocess.PIPE, check=True, text=True)
    return [line.strip() for line in listed.stdout.splitlines() if line.strip()]


def expression(text):
    """A POSIX extended regular expression, as far as the claims use them, is one of Python's."""
    return re.compile(text)


def claims_of(folder):
    paths = sorted(glob.glob(os.path.join(folder, "*.json")))
    if not paths:
        sys.exit(f"{folder}: no published file")
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for claim in json.load(file)["claims"]:
                yield path, claim


def faults_of(claim, cases):
    wanted = claim.get("profile", "paper")
    for side in ("a", "b"):
        text = claim["subject"][side]
        if text is None:
            continue
        found = {profile: any(map(expression(text).search, cases[profile])) for profile in PROFILES}
        if not found[wanted]:
            elsewhere = [profile for profile in PROFILES if found[profile]]
            hint = f"; profile {elsewhere[0]} has one" if elsewhere else ""
            yield f"subject {side} selects no case of profile {wanted}{hint}: {text}"


def axes_of(program):
    """Names of the axes of each bench, without those of its variants."""
    listed = json.loads(subprocess.run([program, "list", "--json"], stdout=subprocess.PIPE, check=True).stdout)
    return {f"{technique['name']}.{bench['name']}": {axis["name"] for axis in bench["axes"]}
            for technique in listed["techniques"] for bench in technique["benches"]}


def point_of(name, axes):
    bench, _, *parts = name.split("/")
    return "/".join(part for part in parts if part.split(":")[0] in axes[bench])


def rounds_faults_of(claim, cases, axes):
    """Rounds are those of a bench at a point on its axes: two benches, or points, never share them."""
    texts = [claim["subject"][side] for side in ("a", "b") if claim["subject"][side] is not None]
    if not any("same rounds" in text for text in claim["preconditions"]):
        return
    names = {name for text in texts for name in filter(expression(text).search, cases["full"])}
    benches = {name.split("/")[0] for name in names}
    if len(benches) > 1:
        yield f"no rounds are the same of {' and '.join(sorted(benches))}"
    elif len(texts) == 2 and texts[0] == texts[1] and len({point_of(name, axes) for name in names}) > 1:
        yield "no rounds are the same of several points, and a is b"


def is_too_long(claim, cases):
    """True when each side has a case in a smaller profile than the claim names."""
    wanted = claim.get("profile", "paper")
    sides = [claim["subject"][side] for side in ("a", "b") if claim["subject"][side] is not None]
    return wanted == "full" and all(any(map(expression(text).search, cases["paper"])) for text in sides)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    cases = {profile: cases_of(sys.argv[1], profile) for profile in PROFILES}
    axes = axes_of(sys.argv[1])
    faults = count = 0
    for path, claim in claims_of(sys.argv[2]):
        count += 1
        found = list(faults_of(claim, cases)) + list(rounds_faults_of(claim, cases, axes))
        if not found and is_too_long(claim, cases):
            found = ["profile full is named, and paper has its cases"]
        for fault in found:
            print(f"{path}: {claim['id']}: {fault}")
        faults += len(found)
    print(f"{count} claims, {faults} faults")
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main())
