#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds published claims against the plan and the sources: tests/rules/claims.py CLAIMCHECK FOLDER [ROOT]

Rows of a claim are the cases of profile `full` that its expression selects and its range allows. Each side has some, and
each of the words between which an expression leaves the choice is one of a case, so that no row is lost in silence; a smaller profile than the claim's has not all of them, and the claim's has; so that nobody is sent to a longer run than
needed, and a verdict does not depend on which profile was run. Axes that the relation names are axes of these rows, with
as many values as it needs; values and labels are by values of its cases; each a has a b that it is joined with, and each a number of its own where the claim has
several. A range is one of values of their axes, and so is a precondition on an axis. Two sides that are said to be measured
in the same rounds are cases of one bench, and what is joined is of one point on its axes. A metric or fact that is measured
is a word of the sources below ROOT, the tree that this file is in; and no file of them has the id of a claim. What
`run --claims` plans are these rows and their baselines. Exit code: 0 all hold, 1 some do not.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys

PROFILES = ("quick", "paper", "full")
SOURCES = ("bench", "harness", "kernels", "scripts", "main.c", "meson.build")
ENDINGS = (".c", ".h", ".comp", ".glsl", ".vert", ".frag", ".mesh", ".task", ".rgen", ".py", ".sh", ".build", ".cu", "")

Row = collections.namedtuple("Row", "name bench axes")


class Plan:
    def __init__(self, program):
        listed = json.loads(output_of(program, "list", "--json"))
        self.axes = {}  # of a bench, without those of its variants
        self.defaults = {}  # of a variant, axes and what they are where the name has them not
        for technique in listed["techniques"]:
            for bench in technique["benches"]:
                name = f"{technique['name']}.{bench['name']}"
                self.axes[name] = {axis["name"] for axis in bench["axes"]}
                for variant in bench["variants"]:
                    axes = bench["axes"] + variant["axes"]
                    self.defaults[name, variant["name"]] = {
                        axis["name"]: axis["default"] for axis in axes if axis["default"] is not None}
        self.rows = {profile: {name: self.row(name) for name in cases_of(program, profile)} for profile in PROFILES}
        self.names = set().union(*self.rows.values())
        self.found = {}  # of an expression, the rows by profile

    def row(self, name):
        bench, variant, *parts = name.split("/")
        axes = dict(self.defaults[bench, variant])
        axes.update(part.split(":", 1) for part in parts)
        return Row(name, bench, axes)

    def matches(self, text):
        if text not in self.found:
            names = set(filter(re.compile(text).search, self.names))
            self.found[text] = {profile: [row for name, row in rows.items() if name in names]
                                for profile, rows in self.rows.items()}
        return self.found[text]

    def select(self, claim, side, profile):
        text = claim.get(side)
        return [] if text is None else [row for row in self.matches(text)[profile] if in_range(row, claim.get("range", {}))]


def output_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def cases_of(program, profile, *options):
    listed = output_of(program, "run", "--list-cases", "--profile", profile, "--no-ceilings", *options)
    return [line.strip() for line in listed.splitlines() if line.strip()]


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


def in_range(row, allowed):
    return all(axis not in row.axes or number(row.axes[axis]) is None or low <= number(row.axes[axis]) <= high
               for axis, (low, high) in allowed.items())


def alternatives_of(text):
    """The expression with each of the alternatives of each of its groups in the place of that group."""
    for group in re.finditer(r"\(((?:[^()|]+\|)+[^()|]+)\)\??", text):
        for word in group[1].split("|"):
            yield word, f"{text[:group.start()]}(?:{word}){text[group.end():]}"


def alternative_faults(claim, plan):
    for side in ("a", "b"):
        text = claim.get(side)
        if text is None:
            continue
        lacking = [word for word, one in alternatives_of(text) if not any(map(re.compile(one).search, plan.names))]
        yield from (f"{side} names {word}, and no case has it: {text}" for word in lacking)


def is_run(claim):
    return "untestable" not in claim and claim.get("evidence", "run") == "run"


def profile_faults(claim, plan):
    smallest = 0
    for side in ("a", "b"):
        text = claim.get(side)
        if text is None:
            continue
        names = [{row.name for row in plan.select(claim, side, profile)} for profile in PROFILES]
        if not names[-1]:
            yield f"{side} selects no case of any profile: {text}"
            return
        smallest = max(smallest, next(i for i, found in enumerate(names) if found == names[-1]))
    if PROFILES[smallest] != claim.get("profile", "paper"):
        yield f"profile {claim.get('profile', 'paper')} is named, and {PROFILES[smallest]} is the first with all its cases"


def axis_faults(claim, plan):
    join = claim.get("join", [])
    a, b = plan.select(claim, "a", "full"), plan.select(claim, "b", "full")
    for axis in join:
        lacking = [row.name for row in a + b if axis not in row.axes]
        if lacking:
            yield f"no axis {axis} to join on: {lacking[0]}"
            return
    along = claim.get("along")
    if along:
        values = {row.axes.get(along) for row in a}
        if None in values or len(values) < 2:
            yield f"no two values along {along}"
            return
        lacking = [end for end in along_ends(claim, values) if end]
        yield from lacking
    if b and join:
        keys = {key_of(row, join) for row in b}
        lacking = [row.name for row in a if key_of(row, join) not in keys]
        if lacking:
            yield f"no b is joined with {lacking[0]}"
    if join and a:
        have = {row.axes[join[0]] for row in a}
        if set(claim.get("values", have)) != have:
            yield f"values has {sorted(claim['values'])}, its cases {sorted(have)}"
        lacking = sorted(set(claim.get("labels", {})) - have)
        if lacking:
            yield f"labels has {lacking[0]}, its cases {sorted(have)}"


def along_ends(claim, values):
    numbers, value = sorted(n for n in map(number, values) if n is not None), claim.get("value")
    if claim["says"] in ("best_at", "from") and value is not None and value not in numbers:
        yield f"{value} is published, and no case has it along {claim['along']}"
    if claim["says"] == "peaks_within":
        low, high = claim["within"]
        if not any(low <= n <= high for n in numbers) or numbers[0] >= low or numbers[-1] <= high:
            yield f"no cases within {low} to {high}, and on either side"


def key_of(row, axes):
    return tuple(row.axes.get(axis) for axis in axes)


def rounds_faults(claim, plan):
    """Rounds are those of a bench at a point on its axes: two benches, or points, never share them."""
    if not any("same rounds" in one for one in claim.get("preconditions", []) if isinstance(one, str)):
        return
    a, b = plan.select(claim, "a", "full"), plan.select(claim, "b", "full")
    along = [axis for axis in [claim.get("along")] if axis and all(axis in row.axes for row in a + b)]
    join = claim.get("join", []) + along
    benches = {row.bench for row in a + b}
    if len(benches) > 1:
        yield f"no rounds are the same of {' and '.join(sorted(benches))}"
        return
    axes = sorted(plan.axes[a[0].bench]) if a else []
    apart = [(one, other) for one in a for other in b
             if key_of(one, join) == key_of(other, join) and key_of(one, axes) != key_of(other, axes)]
    if apart and "measure_b" not in claim:
        yield f"no rounds are the same of several points: {apart[0][0].name} and {apart[0][1].name}"


def plan_faults(program, folder, claims, plan):
    """`run --claims` plans the rows of all claims that can be tested, and of others only baselines."""
    files = [f"--published={path}" for path in sorted(glob.glob(os.path.join(folder, "*.json")))]
    planned = set(cases_of(program, "full", "--claims", *files))
    wanted = {row.name for _, claim in claims if is_run(claim)
              for side in ("a", "b") for row in plan.select(claim, side, "full")}
    first = {plan.row(name).bench: name.split("/")[1] for name in reversed(plan.rows["full"])}
    yield from (f"run --claims leaves out {name}" for name in sorted(wanted - planned))
    yield from (f"run --claims has {name}, and no claim is about it" for name in sorted(planned - wanted)
                if name.split("/")[1] != first[plan.row(name).bench])


def source_texts(root):
    for name in SOURCES:
        path = os.path.join(root, name)
        found = [path] if os.path.isfile(path) else glob.glob(f"{path}/**/*", recursive=True)
        for file in sorted(found):
            if os.path.isfile(file) and os.path.splitext(file)[1] in ENDINGS and "__pycache__" not in file:
                with open(file, encoding="utf-8", errors="replace") as opened:
                    yield os.path.relpath(file, root), opened.read()


def range_faults(claim, plan):
    rows = plan.select(claim, "a", "full") + plan.select(claim, "b", "full")
    for name in claim.get("range", {}):
        if not any(name in row.axes for row in rows):
            yield f"range {name} is no axis of its cases"


def measure_faults(claim, plan, text):
    measures = [claim.get(key, "none") for key in ("measure", "measure_b")]
    conditions = [(one["what"], one.get("of", "ab")) for one in claim.get("preconditions", []) if isinstance(one, dict)]
    for measure in measures + [what for what, _ in conditions]:
        kind, _, name = measure.partition(":")
        if kind in ("metric", "fact", "counter") and f'"{name}"' not in text:
            yield f"no source has a {kind} {name}"
    for what, sides in conditions:
        kind, _, name = what.partition(":")
        rows = [row for side in sides for row in plan.select(claim, side, "full")]
        if kind == "axis" and not all(name in row.axes for row in rows):
            yield f"precondition {what} is no axis of its cases"
        if what == "device" and claim.get("hardware") is None:
            yield "precondition device without hardware: whose own?"


def faults_of(claim, plan, text):
    yield from profile_faults(claim, plan)
    yield from alternative_faults(claim, plan)
    if is_run(claim):
        yield from axis_faults(claim, plan)
        yield from rounds_faults(claim, plan)
        yield from range_faults(claim, plan)
        yield from measure_faults(claim, plan, text)


def claims_of(folder):
    paths = sorted(glob.glob(os.path.join(folder, "*.json")))
    if not paths:
        sys.exit(f"{folder}: no published file")
    for path in paths:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
            for claim in document["claims"]:
                yield path, {**document.get("defaults", {}), **claim}


def id_faults(sources, ids):
    expression = re.compile(r"(?<![\w.])(" + "|".join(map(re.escape, sorted(ids, reverse=True))) + r")(?![\w]|\.\w)")
    for path, text in sources:
        for match in expression.finditer(text):
            yield f"{path}: a source has the id of a claim: {match.group(1)}"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    root = sys.argv[3] if len(sys.argv) > 3 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    plan = Plan(sys.argv[1])
    sources = list(source_texts(root))
    together = "\n".join(text for _, text in sources)
    claims = list(claims_of(sys.argv[2]))
    faults = [f"{path}: {claim['id']}: {fault}" for path, claim in claims for fault in faults_of(claim, plan, together)]
    faults = faults or list(plan_faults(sys.argv[1], sys.argv[2], claims, plan))
    faults += id_faults(sources, {claim["id"] for _, claim in claims})
    print("\n".join(faults + [f"{len(claims)} claims, {len(faults)} faults"]))
    return 1 if faults or not claims else 0


if __name__ == "__main__":
    sys.exit(main())
