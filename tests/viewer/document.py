# SPDX-License-Identifier: MIT
"""document.py: a small document of a made-up device, with all that the viewer draws, and the page that has documents in it."""
import base64
import gzip
import hashlib
import html
import json
import os
import re
import subprocess

VIEWER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "viewer")
WORDS = [("STRONGER", "△"), ("CONFIRMED", "✓"), ("WEAKER", "▽"), ("NOT SEEN", "○"), ("CONTRADICTED", "✗"), ("MIXED", "◐"),
         ("between two words", "◇"), ("UNDECIDED", "?"), ("NOT TESTABLE", "–")]


def claim(i, word, name):
    shown = {"value": 2.5, "low": 2.4, "high": 2.6, "paper": 3.0, "from": 2.0, "to": None if i % 2 else 4.5, "unit": "×", "log": True}
    pair = {"a": 2 * i % 8, "b": "another" if i == 3 else (2 * i + 1) % 8, "a_value": 2000, "b_value": 800, "unit": "ns", "label": "",
            "text": "2.5 × faster [2.4, 2.6]", "samples": 30, "clock": "gpu", "by": "as stated", "verdict": word, "class": word, "shown": shown}
    untested = word == "NOT TESTABLE"
    return {"id": "paper.claim_%d" % i, "paper": "paper", "technique": "first", "group": None if untested else "paper", "number": "paper",
            "evidence": "run", "by_construction": None, "verdict": word, "class": word, "words": [word], "statement": name + " is faster.",
            "short": "statement %d of %s" % (i, name), "found": "2.5 × faster [2.4, 2.6]", "paper_says": "paper 3 ×", "zone": "", "reason":
            "too few cases" if untested else "", "word": None, "gloss": None, "says": "faster", "unit": "ratio", "hardware": "a card", "where": "Table 1",
            "quote": name, "value": 3, "approximate": False, "surprise": 0.2, "on": "gpu", "rests_on": "a depth of 4" if i == 0 else None,
            "command": "claimcheck run --claims=paper.claim_%d" % i, "marks": ["one process"], "deviations": ["a", "b", "c"], "preconditions": [],
            "observed": [], "registered": None, "amended": 0, "runs": 1, "cards": 1, "shown": None if untested else 0,
            "pairs": [] if untested else [pair]}


def figure(key, kind, technique="first", rows=None):
    axis = {"label": "size", "unit": "bytes", "log": True, "low": 500, "high": 5000, "ticks": [{"at": 1000, "text": "1000"}]}
    points = [{"x": 600 * (i + 1), "y": i if rows else 1000 + 300 * i, "low": 590 * (i + 1) if rows else 950 + 300 * i,
               "high": 620 * (i + 1) if rows else 1050 + 300 * i, "case": i} for i in range(3)]
    series = [{"name": name, "role": role, "line": "none" if rows or role == "paper" or kind == "roofline" else "solid", "marks": True,
               "points": [dict(point, x=point["x"] * (1 + 0.1 * i)) for point in points]}
              for i, (name, role) in enumerate([("one", "measured"), ("other", "measured"), ("paper, a card", "paper"), ("limit", "limit")])]
    return {"key": key, "kind": kind, "technique": technique, "title": "Figure " + key, "text": "What it shows.", "split":
            {"axis": "1"} if kind == "figure" and not rows else {}, "held": {"other": "2"}, "left_out": 1, "claims": [0, 2] if kind == "figure" else [], "warning": None, "x": axis, "series": series,
            "rules": [] if rows else [{"axis": "x", "at": 1200, "text": "paper: best at 1200"}, {"axis": "y", "at": 1500, "text": "paper: 1500"}],
            **({"rows": rows} if rows else {"y": dict(axis, label="rate")})}


def columns(name, cases):
    variants = ["%s%s" % (re.sub(r"[/ ]", "_", name), i or "") for i in range(cases)]
    times = [1000.0 * (i + 1) for i in range(cases)]

    def all_of(value):
        return [value] * cases

    def but_last(value, last):
        return [value] * (cases - 1) + [last]
    return {
        "name": ["first.task/%s/n:4/depth:%d" % (variant, i) for i, variant in enumerate(variants)], "work": all_of(0), "technique": all_of(0),
        "bench": all_of("task"), "variant": variants, "settings": ["%s depth:%d" % (variant, i) for i, variant in enumerate(variants)], "kind": all_of("gpu"),
        "base": [int(i == 4) for i in range(cases)], "part": all_of(0), "cache": all_of("hot"), "status": but_last("ok", "unsupported"),
        "reason": but_last("", name), "wall": [int(i == 3) for i in range(cases)], "n": but_last(9, 0), "inner": all_of(1),
        "time": times[:-1] + [None], "low": [0.98 * time for time in times], "high": [1.02 * time for time in times],
        "between_low": [0.97 * time for time in times], "between_high": [1.03 * time for time in times], "setting": all_of("gpu"), "prepared": all_of(None),
        "speedup": [5.0 / (i + 1) for i in range(cases)], "speedup_low": [4.9 / (i + 1) for i in range(cases)],
        "speedup_high": [5.1 / (i + 1) for i in range(cases)], "floor": all_of(500.0), "bound": all_of("bytes"),
        "percent": [50 / (i + 1) for i in range(cases)], "why": all_of(name), "kernels": all_of([0]), "counters": all_of("7 dispatches"),
        "tick": [[1, time] for time in times], "samples": but_last([-20, -10, -3, 0, 0, 1, 4, 15, 90], []), "throttled": but_last([8], []),
        "counted": all_of(0), "stop": all_of("converged"), "api": all_of(""), "mark": but_last("", name),
        "joules": but_last("11.2 mJ", None), "energy": but_last("11.2 mJ an execution, 412 W", "none: the counter stood still")}


def document(device="Device A", name="a method", software=False):
    counts = {word: 2 for word, _ in WORDS[:-1]}
    claims = [claim(i, WORDS[i % 9][0], name) for i in range(18)]
    untested = [i for i, one in enumerate(claims) if one["class"] == "NOT TESTABLE"]
    cases = columns(name, 8)
    bars = [{"case": i, "factor": None if software else 5.0 / (i + 1), "low": 4.9 / (i + 1), "high": 5.1 / (i + 1),
             "time_ns": None if software else 1000 * (i + 1), "clock": "wall" if i == 3 else "gpu"} for i in range(7)]
    run = {"file": "a.json", "started": "2026-01-02T03:04:05Z", "commit": "0123456789ab", "driver": "1.2", "profile": "paper", "cases": 8, "note": ""}
    first = {"name": "first", "title": "First " + name, "question": "Which is faster?", "picture": None, "picture_text": None, "limits": False,
             "papers": ["paper"], "headline": {
                 "claim": 2, "workload": "first.task/n:4", "task": None, "baseline": 4, "bars": bars, "best": [0],
                 "stated": None if software else {"case": 1, "factor": 3.0, "text": "paper 3 ×"}},
             "variants": {"task/" + variant: {"summary": name, "source": "Author 2020", "origin": origin}
                          for variant, origin in zip(cases["variant"], ("contender", "paper", "library", "paper"))}}
    return {
        "view": 1, "tool": {"name": "claimcheck", "version": "1.0.0", "commit": "0123456789ab", "url": None},
        "sentence": "2 of 16 claims of 1 paper hold.", "command": "claimcheck run --profile paper",
        "device": {"name": device, "software": software, "kind": "discrete", "host_time": False, "driver": "a driver 1.2", "api": "1.3",
                   "os": "a system", "cpu": "a CPU", "memory": 1 << 33, "multiprocessors": 8, "subgroup": 32, "profile": "paper",
                   "started": run["started"], "cards": 1, "pool": "", "runs": [run, dict(run, started="2026-01-01T00:00:00Z")],
                   "warnings": ["A software device: its times say nothing of a GPU."] if software else [],
                   "notes": ["intervals: 95 %, within one process"]},
        "words": [{"word": word, "mark": mark, "means": "means " + word.lower(), "tested": word != "NOT TESTABLE",
                   "decided": word not in ("NOT TESTABLE", "UNDECIDED"), "good": i < 2, "surprise": i > 1} for i, (word, mark) in enumerate(WORDS)],
        "marks": {"one process": "One launch measured it."},
        "groups": [{"key": "paper", "title": "Stated by the papers", "means": "", "counts": counts,
                    "claims": [i for i in range(18) if i not in untested]}],
        "untested": [{"reason": "too few cases", "claims": untested}], "surprises": [4, 2, 0],
        "recommendations": [{"technique": "first", "text": "use " + name}], "claims": claims, "papers": {
            "paper": {"cite": "Author 2020", "title": name, "authors": ["An Author"], "year": 2020, "doi": None, "kind": "paper", "hardware": []}},
        "techniques": [first, dict(first, name="limits", limits=True, headline=None, variants={})],
        "figures": [figure("a", "figure"), figure("rows", "figure", rows=["row 1", "row 2", name]), figure("limits", "figure", "limits"),
                    figure("roofline", "roofline"), figure("growth", "growth")],
        "passes": [{"technique": "first", "title": "Passes of " + name, "text": "", "rows": [0, "another"], "axis": {
            "label": "time", "unit": "", "log": False, "low": 0, "high": 1, "ticks": [{"at": 0.5, "text": "0.5"}]}, "boxes": [
            {"row": i % 2, "name": "pass %d" % (i // 2), "start_ns": 200 * (i // 2), "end_ns": 200 * (i // 2) + 150, "gap": i == 5}
            for i in range(8)]}],
        "limits": [{"name": "copying", "text": "2 TB/s"}], "works": ["first.task/n:4"], "cases": cases,
        "kernels": {"name": ["a.comp"], "sha256": ["0123456789abcdef"], "group": ["8 x 8 x 1"], "registers": [32], "shared": [0], "spill": [None],
                    "facts": [[["stack", "0"]]]},
        "history": [{"case": 0, "points": [{"run": 1, "time": 900, "low": 880, "high": 930}, {"run": 0, "time": 1000, "low": 980, "high": 1020}]}]}


def page(views):
    """The page that has these documents, as C writes it."""
    joined, script = (subprocess.run([os.path.join(VIEWER, "join.sh"), VIEWER, part], check=True, capture_output=True, text=True).stdout
                      for part in ("page", "script"))
    loader = re.search(r'<script type="module">(.*?)</script>', joined, re.S)[1]
    packed = [base64.b64encode(gzip.compress(text.encode())).decode() for text in (script, *map(json.dumps, views))]
    parts = {"title": " and ".join(view["device"]["name"] for view in views), "sentence": " ".join(view["sentence"] for view in views)}
    parts["description"] = parts["sentence"]
    parts = {name: html.escape(text) for name, text in parts.items()}
    parts["verdicts"] = "".join("<li>%s %s</li>" % (html.escape(one["verdict"]), html.escape(one["short"])) for view in views for one in view["claims"])
    parts["runs"] = "\n".join('<script type="text/plain" class="run">%s</script>' % text for text in packed[1:])
    parts["script"] = packed[0]
    for name, text in (("script_hash", script), ("loader_hash", loader)):
        parts[name] = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], joined)
