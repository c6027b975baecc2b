# SPDX-License-Identifier: MIT
"""Predictions beside the cases of a run file, and beside the counters of a CUDA port."""
import json

from bounded import text_of
from unreadable import UNREADABLE, why

from . import kept

TEXEL_BYTES = {"rgba16f": 8, "rgba32f": 16}
LAYOUTS = {"image": "block", "block": "block", "linear": "linear"}
TAPS = {"disc": "disc", "cross": "cross:36", "grid": "grid:36"}


def read_run(path):
    try:
        run = json.loads(text_of(path))
    except UNREADABLE as error:
        raise ValueError(f"{path}: {why(error)}") from None
    if not isinstance(run, dict) or str(run.get("schema_version")).split(".", maxsplit=1)[0] != "2":
        raise ValueError(f"{path}: no run file of schema 2.x")
    return run


def key_of(case, width, height):
    """The workload as predictions have it."""
    axes = case["axes"]
    return (f"{width}x{height}", axes["planes"], TEXEL_BYTES[axes["format"]], LAYOUTS[axes["layout"]],
            TAPS[axes.get("taps", "disc")], axes["group"])


def measured_ratio(case):
    """row_major's time over the case's, and its interval, None where there is none."""
    pairs = (case.get("launches") or case)["time_ratio"]
    ends = (("measured_time_ratio", "case_over_baseline"), ("measured_low", "interval_high"), ("measured_high", "interval_low"))
    return {name: 1 / pairs[key] if pairs[key] else None for name, key in ends}


def port_ratios(path):
    """Of a file of scripts/research/peers/gather: {(layout, width, height, order, n): row_major's bytes from and to memory over its own}."""
    try:
        port, counted = json.loads(text_of(path)), {}
        for entry in port["configurations"]:
            metrics = entry.get("metrics", {})
            if "dram__bytes_read.sum" in metrics and "group" not in entry:
                key = entry["layout"], entry["width"], entry["height"], entry["order"], entry["n"]
                counted[key] = metrics["dram__bytes_read.sum"] + metrics.get("dram__bytes_write.sum", 0)
        of = port["twin_of"]
    except (*UNREADABLE, KeyError, TypeError) as error:
        raise ValueError(f"{path}: no file of a CUDA port: {error}") from None
    if of != "thread_group_tiling.gather":
        raise ValueError(f"{path}: a CUDA port of {of}")
    bases = {key[:3]: amount for key, amount in counted.items() if key[3] == "row_major"}
    return {key: bases[key[:3]] / amount for key, amount in counted.items() if key[:3] in bases and amount > 0}


def rows_of(run, made, port=None):
    """Cases with a time and a prediction. port: a file of the CUDA port."""
    predicted = {(tuple(workload[name] for name in kept.WORKLOAD), row["order"], row["n"]): (workload["rho"], row["dram_ratio"])
                 for workload in made["workloads"] for row in workload["predictions"]}
    pixels = {workload["name"]: workload["facts"].get("pixels") for workload in run["workloads"]}
    ratios, rows = port_ratios(port) if port else {}, []
    for case in run["cases"]:
        axes = case["axes"]
        if (case["technique"], case["bench"]) != ("thread_group_tiling", "gather") or case["status"] != "ok" or case["baseline"]:
            continue
        if axes.get("launch", "id") != "id" or (case.get("cache") or "hot") != "hot" or not case.get("time_ratio"):
            continue
        width, order, n = axes["width"], case["variant"], axes.get("n")
        height = pixels[case["workload"]] // width
        found = predicted.get((key_of(case, width, height), order, n))
        if found:
            row = {"layout": axes["layout"], "width": width, "rho": found[0], "order": order, "n": n, "model_dram_ratio": found[1],
                   "planes": axes["planes"], "format": axes["format"], "group": axes["group"], "taps": axes.get("taps", "disc")}
            alike = (row["planes"], row["format"], row["group"], row["taps"]) == (3, "rgba16f", "8x8", "disc")
            ratio = ratios.get((row["layout"], width, height, order, n)) if alike else None
            rows.append({**row, **measured_ratio(case), "twin_dram_ratio": ratio})
    return rows
