#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Recomputes what published claims have observed: tests/rules/observed.py [ROOT]

A number of a CUDA port or a trace comes from the record that `by` names, whose device and date are those of the observation; one
of arithmetic from its expression, or from samples of the kept run that `by` names, which results/pages has. It agrees to 4 digits. A test's source has
its numbers as words. No claim of other evidence than runs has an observation that nothing can recompute. ROOT is the tree, by
default the one of this script. Exit code: 0, 1.
"""
import ast
import glob
import json
import math
import operator
import os
import re
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "..", "scripts/maintain"))
from bounded import text_of  # noqa: E402
from printable import printable  # noqa: E402
from unreadable import UNREADABLE, why  # noqa: E402

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
             ast.Pow: operator.pow}
FUNCTIONS = {"max": max, "min": min}
EXACT = 1e4  # an observation agrees to so many parts


def evaluated(node, names):
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return node.value
    if isinstance(node, ast.Name) and node.id in names:
        return names[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](evaluated(node.left, names), evaluated(node.right, names))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS and not node.keywords:
        return FUNCTIONS[node.func.id](*(evaluated(one, names) for one in node.args))
    raise ValueError(f"{ast.unparse(node)!r} is no number, name, operator, max or min")


def value_of(expression, members):
    """The expression's value, by members whose names may have dots."""
    names = {}

    def name(match):
        if match[0] in FUNCTIONS:
            return match[0]
        if match[0] not in members:
            raise ValueError(f"the record has no {match[0]!r}")
        names[f"n{len(names)}"] = members[match[0]]
        return f"n{len(names) - 1}"

    text = re.sub(r"[A-Za-z_][\w.]*", name, expression)
    return evaluated(ast.parse(text, mode="eval").body, names)


def clock_slope(samples):
    """The slope of log device time over log core clock, by least squares, and the factor that the clock varies by."""
    points = [(math.log(hz), math.log(ns)) for hz, ns in zip(samples.get("core_hz") or [], samples.get("gpu_total_ns") or []) if hz and ns]
    if len(points) < 2 or len({x for x, _ in points}) < 2:
        return {}
    middle_x, middle_y = (sum(column) / len(points) for column in zip(*points))
    slope = (sum((x - middle_x) * (y - middle_y) for x, y in points) / sum((x - middle_x) ** 2 for x, _ in points))
    clocks = [x for x, _ in points]
    return {"clock_slope": slope, "clock_factor": math.exp(max(clocks) - min(clocks)), "samples": len(points)}


class Record:
    """Configurations of a CUDA port, passes of a trace, or cases of a run."""

    def __init__(self, path):
        document = json.loads(text_of(path))
        if "traceEvents" in document:
            self.device, self.date = document["otherData"]["device"], document["otherData"]["started"][:10]
            self.rows = []
            for event in document["traceEvents"]:
                if event.get("cat") == "pass":
                    case = event["args"]["case"]
                    index = 1 + sum(row["case"] == case for row in self.rows)
                    self.rows.append({"case": case, "pass": index, "us": event["dur"]})
        elif "cases" in document:
            self.device, self.date = document["device"]["name"], document["session"]["started"][:10]
            self.rows = [{"case": row["name"], **clock_slope(row.get("samples") or {})} for row in document["cases"] if row["status"] == "ok"]
        else:
            self.device, self.date = document["device"]["name"], document["recorded"]
            self.rows = [{**row, **row.get("metrics", {})} for row in document["configurations"]]

    def value(self, rule):
        def is_selected(row, key, wanted):
            if isinstance(wanted, list):
                return wanted[0] <= row.get(key, math.inf) <= wanted[1]
            return key in row and row[key] == wanted

        rows = [row for row in self.rows if all(is_selected(row, *one) for one in rule["select"].items())]
        if not rows:
            raise ValueError(f"the record has nothing that is {json.dumps(rule['select'])}")
        if len(rows) > 1 and not any(isinstance(wanted, list) for wanted in rule["select"].values()):
            raise ValueError(f"the record has {len(rows)} that are {json.dumps(rule['select'])}")
        return max(value_of(rule["value"], row) for row in rows)


class Records:
    def __init__(self, root):
        self.root, self.read = root, {}

    def record(self, path):
        if path not in self.read:
            self.read[path] = Record(os.path.join(self.root, re.sub(r"^results/runs/(.*)\.xz$", r"results/pages/\1", path)))
        return self.read[path]

    def text(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()


def number_faults(observation, key, rule, record):
    stated = observation[key]
    if (rule is None) != (stated is None):
        yield f"{key} is {stated}, and `from` has {'nothing' if rule is None else 'an expression'}"
    if rule is None or stated is None:
        return
    if isinstance(rule, str):
        found = value_of(rule, {})
    elif record:
        found = record.value(rule)
    else:
        raise ValueError("`select` without a record")
    if abs(found - stated) * EXACT > abs(found) / 2:
        yield f"{key} is {stated:.9g}, and comes out as {found:.9g}"


def observation_faults(evidence, observation, records):
    if evidence == "test":
        for number in (observation["a"], observation["b"]):
            if number is not None and not re.search(rf"\b{number:.15g}\b", records.text(observation["by"])):
                yield f"{observation['by']} has no {number:.15g}"
        return
    rules, record = observation.get("from"), None
    if not rules:
        yield "nothing says how to recompute it: `from` is missing"
        return
    if evidence != "arithmetic" or observation.get("date"):
        record = records.record(observation["by"])
        if (record.device, record.date) != (observation["device"], observation.get("date")):
            yield f"{observation['by']} is of {record.device}, {record.date}"
    for key in ("a", "b"):
        yield from number_faults(observation, key, rules.get(key), record)


def main(root):
    records, count, faults = Records(root), 0, []
    for path in sorted(glob.glob(os.path.join(root, "results", "published", "*.json"))):
        for claim in json.loads(text_of(path))["claims"]:
            for observation in claim.get("observed", []):
                count += 1
                try:
                    found = list(observation_faults(claim["evidence"], observation, records))
                except (*UNREADABLE, ValueError, KeyError, TypeError, ArithmeticError, SyntaxError) as error:
                    found = [f"it cannot be recomputed: {why(error) if isinstance(error, OSError) else error}"]
                label = f" ({observation['case']})" if observation["case"] else ""
                faults += [f"{os.path.relpath(path, root)}: {claim['id']}{label}: {fault}" for fault in found]
    if count == 0:
        faults.append(f"{root}: no claim has an observation")
    print("".join(printable(f"{fault}\n") for fault in faults), end="")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "..", "..")))
