#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds `takes_minutes` of published claims against kept runs: tests/rules/long_claims.py [ROOT]

Where a time decides, a claim takes minutes if one of its cases takes MUST_S or more of an execution on an H100: with an interval it costs six
executions or more, 12 s there, and minutes on the GPU of a desk. It may from MAY_S on. Executions are those of the rows of runs by the profile
full. A claim whose side has no case in these runs is as it says. ROOT is the tree, by default the one of this script. Exit code: 0, 1.
"""
import glob
import json
import os
import re
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "..", "scripts/maintain"))
from bounded import text_of  # noqa: E402
from printable import printable  # noqa: E402
from rows import rows_of  # noqa: E402
from unreadable import UNREADABLE, why  # noqa: E402

MUST_S, MAY_S = 2, 0.75
ROWS = "results/cards/nvidia-h100-80gb-hbm3.jsonl.xz"
TIMES = re.compile("wall|judged|gpu|host_share|floor_percent|bytes_per_second|metric:phase_")


def executions(root):
    """Seconds of an execution of each case, the shortest of all runs."""
    seconds = {}
    for row in rows_of(os.path.join(root, ROWS)):
        for case in row["cases"] if "-full" in row["file"] else ():
            if case.get("wall_ns"):
                taken = case["wall_ns"] / 1e9
                seconds[case["name"]] = min(taken, seconds.get(case["name"], taken))
    return seconds


def by_time(claim):
    return any(TIMES.match(claim[member]) for member in ("measure", "measure_b") if member in claim)


def fault(claim, seconds):
    sides = [re.compile(claim[side]) for side in ("a", "b") if side in claim]
    found = {name: taken for name, taken in seconds.items() if any(side.search(name) for side in sides)}
    if not found or not sides or "untestable" in claim:
        return None
    longest = max(found, key=found.get)
    taken = found[longest] if by_time(claim) else 0
    marked = claim.get("takes_minutes", False)
    whole = all(any(side.search(name) for name in seconds) for side in sides)
    if marked and (taken >= MAY_S or not whole) or not marked and taken < MUST_S:
        return None
    return f"{claim['id']}: {longest} takes {found[longest]:.2f} s, so takes_minutes is {str(not marked).lower()}"


def faults(root):
    seconds = executions(root)
    if not seconds:
        yield f"{ROWS}: none of them has a time"
    for path in sorted(glob.glob(os.path.join(root, "results/published/*.json"))):
        for claim in json.loads(text_of(path)).get("claims", []):
            found = fault(claim, seconds)
            if found:
                yield f"{os.path.relpath(path, root)}: {found}"


def main(root):
    try:
        found = list(faults(root))
    except UNREADABLE as error:
        sys.exit(f"long_claims: {printable(why(error))}")
    for one in found:
        print(printable(one), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "..", "..")))
