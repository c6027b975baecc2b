#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds the subjects of published claims against the plan: tests/rules/claims.py CLAIMCHECK FOLDER

Each expression of a claim in FOLDER/*.json selects a case that is judged: one of the profile that the claim names, or
else of `paper`; of the smallest such profile, so that nobody is sent to a longer run than needed. Exit code: 0 all do,
1 some do not. Two sides that are said to be measured in the same rounds are cases of one bench.
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


def rounds_faults_of(claim, cases):
    """Rounds are those of a bench at a point on its axes: two benches never share them."""
    texts = [claim["subject"][side] for side in ("a", "b") if claim["subject"][side] is not None]
    if not any("same rounds" in text for text in claim["preconditions"]):
        return
    benches = {name.split("/")[0] for text in texts for name in filter(expression(text).search, cases["full"])}
    if len(benches) > 1:
        yield f"no rounds are the same of {' and '.join(sorted(benches))}"


def is_too_long(claim, cases):
    """True when each side has a case in a smaller profile than the claim names."""
    wanted = claim.get("profile", "paper")
    sides = [claim["subject"][side] for side in ("a", "b") if claim["subject"][side] is not None]
    return wanted == "full" and all(any(map(expression(text).search, cases["paper"])) for text in sides)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    cases = {profile: cases_of(sys.argv[1], profile) for profile in PROFILES}
    faults = count = 0
    for path, claim in claims_of(sys.argv[2]):
        count += 1
        found = list(faults_of(claim, cases)) + list(rounds_faults_of(claim, cases))
        if not found and is_too_long(claim, cases):
            found = ["profile full is named, and paper has its cases"]
        for fault in found:
            print(f"{path}: {claim['id']}: {fault}")
        faults += len(found)
    print(f"{count} claims, {faults} faults")
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main())
