#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds a document of `claimcheck export --format view` against what other commands say of the same runs, or a page against its
documents.

  tests/cli/view.py one VIEW.json SHOW.json CLAIMS.json FIGURES.json
  tests/cli/view.py two A.view.json B.view.json COMPARE.json
  tests/cli/view.py software|passes|several VIEW.json
  tests/cli/view.py page PAGE.html VIEW.json...
  tests/cli/view.py site FOLDER VIEW.json...

Numbers have six digits in a document. Prints each difference. Exit code: 0 there is none, 1.
"""
import base64
import gzip
import hashlib
import html.parser
import json
import math
import os
import re
import sys

faults = []
checked = 0


def same(what, ours, theirs):
    global checked
    checked += 1
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in (ours, theirs))
    if not (math.isclose(ours, theirs, rel_tol=1e-5, abs_tol=1e-12) if numbers else ours == theirs):
        faults.append(f"{what}: {ours!r}, elsewhere {theirs!r}")


def rows(view):
    columns = view["cases"]
    lengths = {name: len(column) for name, column in columns.items()}
    same("lengths of columns", set(lengths.values()), {len(columns["name"])})
    return {name: {key: column[i] for key, column in columns.items()} for i, name in enumerate(columns["name"])}


def samples_hold(case, shown):
    times = shown["samples"]["wall_total_ns" if case["wall"] else "gpu_total_ns"]
    tick, middle = case["tick"]
    same(case["name"] + ": samples", len(case["samples"]), len(times))
    for ticks, total in zip(case["samples"], times):
        if abs(middle + tick * ticks - total / shown["inner_repetitions"]) > 0.51 * tick + 2e-6 * middle:
            faults.append(f"{case['name']}: a sample of {total} is {middle + tick * ticks}")
            return
    same(case["name"] + ": throttled", case["throttled"], [i for i, is_so in enumerate(shown["samples"].get("throttled") or []) if is_so])


def cases_hold(view, show):
    ours = rows(view)
    same("names of cases", list(ours), [case["name"] for case in show["cases"]])
    for shown in show["cases"]:
        case = ours[shown["name"]]
        stats = shown["wall" if case["wall"] else "gpu"] or {}
        pairs = {"kind": shown["kind"], "base": int(shown["baseline"]), "cache": shown["cache"], "status": shown["status"], "reason": shown["reason"] or "",
                 "wall": int(shown["time"] != "gpu"), "bench": shown["bench"], "variant": shown["variant"], "speedup": shown["speedup"],
                 "speedup_low": shown["speedup_low"], "speedup_high": shown["speedup_high"], "why": shown["why"],
                 "floor": (shown["floor"] or {}).get("ns"), "bound": (shown["floor"] or {}).get("bound"), "percent": shown["floor_percent"]}
        if not shown.get("launches"):
            pairs.update(time=stats.get("median_ns"), low=stats.get("interval_low_ns"), high=stats.get("interval_high_ns"))
        for key, value in pairs.items():
            same(f"{shown['name']}: {key}", case[key], value)
        same(shown["name"] + ": workload", view["works"][case["work"]], shown["workload"])
        same(shown["name"] + ": technique", view["techniques"][case["technique"]]["name"], shown["technique"])
        if shown["status"] == "ok" and shown.get("samples"):
            samples_hold(case, shown)


def claims_hold(view, claims):
    device = claims["devices"][0]
    measured = [claim for claim in device["claims"] if claim["measured"]]
    names = view["cases"]["name"]
    same("claims", [claim["id"] for claim in view["claims"]], [claim["id"] for claim in measured])
    counts = {"paper": "counts", "reading": "counts_of_readings", "ours": "counts_ours", "constructed": "counts_by_construction",
              "evidence": "counts_of_other_evidence", "apis": "counts_across_apis"}
    for group in view["groups"]:
        same("counts of " + group["key"], group["counts"], device[counts[group["key"]]])
        listed = {}
        for i in group["claims"]:
            same("group of a claim", view["claims"][i]["group"], group["key"])
            listed[view["claims"][i]["class"]] = listed.get(view["claims"][i]["class"], 0) + 1
        same("claims of " + group["key"], listed, {word: count for word, count in group["counts"].items() if count and word != "NOT TESTABLE"})
    grouped = sorted(i for group in view["groups"] + view["untested"] for i in group["claims"])
    same("claims in groups", grouped, list(range(len(measured))))
    for ours, theirs in zip(view["claims"], measured):
        for key in ("paper", "number", "word", "evidence", "verdict", "reason", "marks", "statement", "says", "unit", "runs", "cards", "deviations"):
            same(f"{ours['id']}: {key}", ours[key], theirs[key])
        parts = [ours["short"]] + [part for part in (ours["found"], ours["paper_says"]) if part] + [ours["zone"]]
        reason = ": " + ours["reason"] if ours["class"] == "NOT TESTABLE" and ours["reason"] else ""
        same(f"{ours['id']}: sentence", " · ".join(parts) + reason, theirs["sentence"])
        pairs = [(reading["stopwatch"], pair) for reading in theirs["readings"] for pair in reading["pairs"]]
        same(f"{ours['id']}: pairs", len(ours["pairs"]), len(pairs))
        for pair, (stopwatch, other) in zip(ours["pairs"], pairs):
            same(f"{ours['id']}: by", pair["by"], stopwatch)
            for key in ("label", "a_value", "b_value", "samples", "clock", "verdict"):
                same(f"{ours['id']}: {key}", pair[key], other[key])
            for side in "ab":
                same(f"{ours['id']}: {side}", names[pair[side]] if isinstance(pair[side], int) else pair[side], other[side])
            shown = pair["shown"]
            if shown and shown["log"] and ours["says"] != "from":
                for key, member in (("value", "r"), ("low", "r_low"), ("high", "r_high"), ("to", "confirmed_to")):
                    same(f"{ours['id']}: shown {key}", shown[key], other[member])
        if theirs["readings"] and theirs["readings"][0]["decided_by"] is not None:
            same(f"{ours['id']}: shown", ours["shown"], theirs["readings"][0]["decided_by"])


def figures_hold(view, figures):
    ours = [figure for figure in view["figures"] if figure["kind"] == "figure"]
    same("figures", sorted(f["key"] for f in ours), sorted(f["key"] for f in figures["figures"]))
    names = view["cases"]["name"]
    of = {(f["key"], json.dumps(f["split"]), json.dumps(f["held"])): f for f in figures["figures"]}
    verdicts = set()
    for figure in ours:
        other = of[figure["key"], json.dumps(figure["split"]), json.dumps(figure["held"])]
        same(figure["key"] + ": verdicts", [(view["claims"][at]["id"], view["claims"][at]["verdict"]) for at in figure["claims"]],
             [(one["claim"], one["verdict"]) for one in other["verdicts"]])
        verdicts.update(one["claim"] for one in other["verdicts"])
        for series, theirs in zip(figure["series"], other["series"]):
            same(figure["key"] + ": role", series["role"] == "paper", theirs["colour"] is None)
            for point, their_point in zip(series["points"], theirs["points"]):
                for key in ("x", "y", "low", "high"):
                    same(f"{figure['key']}: {key}", point[key], their_point[key])
                if point["case"] is not None:
                    same(figure["key"] + ": case", names[point["case"]], their_point["case"])
    same("figures have verdicts", len(verdicts) > 5, True)


def headlines_hold(view):
    columns = view["cases"]
    for technique in view["techniques"]:
        headline = technique["headline"]
        if technique["limits"] or not headline:
            continue
        variants = [(columns["bench"][bar["case"]], columns["variant"][bar["case"]]) for bar in headline["bars"]]
        same(technique["name"] + ": a bar a variant", len(set(variants)), len(variants))
        for bar in headline["bars"]:
            same(technique["name"] + ": part of a job", columns["part"][bar["case"]], 0)
            same(technique["name"] + ": job", view["works"][columns["work"][bar["case"]]], headline["workload"])
            same(technique["name"] + ": factor", bar["factor"], None if view["device"]["software"] else columns["speedup"][bar["case"]])
            if bar["clock"] == ("wall" if columns["wall"][bar["case"]] else "gpu") and not view["device"]["software"]:
                same(technique["name"] + ": time", bar["time_ns"], columns["time"][bar["case"]])
        factors = [bar["factor"] for bar in headline["bars"] if bar["factor"] is not None]
        same(technique["name"] + ": order", factors, sorted(factors, reverse=True))
        same(technique["name"] + ": best", headline["best"][:1], [headline["bars"][0]["case"]] if factors else [])
        for key in technique["variants"].values():
            same(technique["name"] + ": origin", key["origin"] in ("paper", "library", "contender"), True)


def surprises_hold(view):
    last = None
    for i in view["surprises"]:
        claim = view["claims"][i]
        key = (claim["group"] != "paper", claim["on"] == "cpu", -claim["surprise"])
        same(claim["id"] + ": order of surprises", last is None or last <= key, True)
        last = key


def two_hold(a, b, compare):
    ours = rows(a), rows(b)
    ratios = 0
    for row in compare["rows"]:
        first, second = (view[row["name"]] for view in ours)
        comparable = first["setting"] == second["setting"] and (
            None in (first["prepared"], second["prepared"]) or first["prepared"] == second["prepared"])
        same(row["name"] + ": comparable", comparable, row["verdict"] != "INCOMPARABLE" or not (first["time"] and second["time"]))
        if row["b_over_a"] is None:
            continue
        ratios += 1
        same(row["name"] + ": ratio", second["time"] / first["time"], row["b_over_a"])
        if row["interval_low"] is not None:
            same(row["name"] + ": low", second["between_low"] / first["between_high"], row["interval_low"])
            same(row["name"] + ": high", second["between_high"] / first["between_low"], row["interval_high"])
    same("ratios", ratios > 100, True)
    verdicts = [{claim["id"]: claim for claim in view["claims"]} for view in (a, b)]
    both = {claim["id"]: (claim["a"], claim["b"]) for claim in compare["claims"] if all(claim["id"] in view for view in verdicts)}
    for name, (one, other) in both.items():
        same(name + ": verdicts", [view[name]["verdict"] for view in verdicts], [one["verdict"], other["verdict"]])
    changed = [name for name in both if verdicts[0][name]["words"] and verdicts[1][name]["words"] and
               not set(verdicts[0][name]["words"]) & set(verdicts[1][name]["words"])]
    counted = re.search(r"(?:(\d+) of|no verdict of) \d+(?: verdicts?)? differ", compare["headline"])
    same("verdicts that differ", len(changed), int(counted.group(1) or 0))


class Page(html.parser.HTMLParser):
    """Runs, and every mark of the page."""
    def __init__(self, text):
        super().__init__()
        self.runs, self.marks, self.inside = [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.marks.append(tag)
        self.inside = tag == "script" and ("class", "run") in attributes

    def handle_data(self, data):
        if self.inside:
            self.runs.append(data)
            self.inside = False


def site_holds(folder, documents):
    """A page with a list, and a data file for each entry of it."""
    text = open(os.path.join(folder, "index.html"), encoding="utf-8").read()
    names, found = re.findall(r'<a href="\?run=([^"&]*)">', text), []
    for name in names:
        data = open(os.path.join(folder, name + ".js"), encoding="utf-8").read()
        packed = re.fullmatch(r'\(globalThis\.claimcheckRuns \?\?= \{\}\)\["' + re.escape(name) + r'"\] = "([\w+/=]*)";\n', data).group(1)
        found.append(json.loads(gzip.decompress(base64.b64decode(packed))))
        same("bytes of " + name, len(data) <= 500e3, True)
    same("documents", found, documents)
    marks = Page(text).marks
    same("scripts", marks.count("script"), 2)
    same("entries", marks.count("li"), len(documents) + 1)
    same("bytes of the viewer", len(text.encode()) <= 60e3, True)
    policy_holds(text, ["'self'"])


def policy_holds(text, others):
    loader = re.search(r'<script type="module">(.*?)</script>', text, re.S).group(1).encode()
    script = gzip.decompress(base64.b64decode(re.search(r'<script type="text/plain" id="viewer">([\w+/=]*)</script>', text).group(1)))
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text).group(1)
    digests = [base64.b64encode(hashlib.sha256(part).digest()).decode() for part in (loader, script)]
    same("policy", re.search(r"script-src ([^;]*);", policy).group(1).split(), [*others, *(f"'sha256-{digest}'" for digest in digests)])


def page_holds(path, documents):
    text = open(path, encoding="utf-8").read()
    page = Page(text)
    same("documents", [json.loads(gzip.decompress(base64.b64decode(run))) for run in page.runs], documents)
    policy_holds(text, [])
    same("scripts", page.marks.count("script"), 2 + len(documents))
    same("pictures of others", page.marks.count("img"), 0)
    same("places", re.findall(r"\{\{(?:description|sentence|verdicts|script_hash|script|style)\}\}", text), [])
    same("sentences", page.marks.count("li"), sum(len(group["claims"]) for view in documents for group in view["groups"]))
    same("bytes", len(text.encode()) <= 900e3 * len(documents), True)


def load(path):
    return json.load(open(path, encoding="utf-8"))


what, *paths = sys.argv[1:]
if what == "page":
    page_holds(paths[0], [load(path) for path in paths[1:]])
elif what == "site":
    site_holds(paths[0], [load(path) for path in paths[1:]])
elif what == "one":
    view, show, claims, figures = map(load, paths)
    cases_hold(view, show)
    claims_hold(view, claims)
    figures_hold(view, figures)
    headlines_hold(view)
    surprises_hold(view)
elif what == "two":
    two_hold(*map(load, paths))
else:
    view = load(paths[0])
    headlines_hold(view)
    if what == "software":
        same("a software device", view["device"]["software"], True)
        same("what it warns of", "software device" in " ".join(view["device"]["warnings"]), True)
    if what == "passes":
        same("passes", len(view["passes"]) > 0 and all(p["rows"] and p["boxes"] for p in view["passes"]), True)
        for passes in view["passes"]:
            same("rows of boxes", all(0 <= box["row"] < len(passes["rows"]) and box["start_ns"] <= box["end_ns"] for box in passes["boxes"]), True)
    if what == "several":
        same("runs", len(view["device"]["runs"]), 2)
        same("history", len(view["history"]) > 0, True)
        for line in view["history"]:
            started = [view["device"]["runs"][point["run"]]["started"] for point in line["points"]]
            same("order of a history", started, sorted(started))
for fault in faults:
    print(fault)
print(f"{checked} compared, {len(faults)} differ")
sys.exit(bool(faults))
