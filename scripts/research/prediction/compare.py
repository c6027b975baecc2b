# SPDX-License-Identifier: MIT
"""Predictions beside the cases of a run file, and how far they rank alike."""
import csv as csv_format
import json
import sys

from bounded import text_of
from unreadable import UNREADABLE, why

from . import kept, ranks

TEXEL_BYTES = {"rgba16f": 8, "rgba32f": 16}
LAYOUTS = {"image": "block", "block": "block", "linear": "linear"}
TAPS = {"disc": "disc", "cross": "cross:36", "grid": "grid:36"}
COLUMNS = ("layout", "width", "height", "rho", "order", "n", "model_dram_ratio", "measured_time_ratio", "measured_low",
           "measured_high")


def read_run(path):
    try:
        run = json.loads(text_of(path))
    except UNREADABLE as error:
        raise kept.Missing(f"{path}: {why(error)}") from None
    if not isinstance(run, dict) or str(run.get("schema_version")).split(".", maxsplit=1)[0] != "2":
        raise kept.Missing(f"{path}: no run file of schema 2.x")
    return run


def key_of(case, pixels):
    """The workload as predictions have it."""
    axes = case["axes"]
    height = pixels // axes["width"]
    return (f"{axes['width']}x{height}", axes["planes"], TEXEL_BYTES[axes["format"]], LAYOUTS[axes["layout"]],
            TAPS[axes.get("taps", "disc")], axes["group"])


def measured_ratio(case):
    """row_major's time over the case's: (ratio, low, high), the interval None where there is none."""
    pairs = (case.get("launches") or case)["time_ratio"]
    return [1 / pairs[key] if pairs[key] else None for key in ("case_over_baseline", "interval_high", "interval_low")]


def rows_of(run, made):
    """(rows, left out): cases with a time and a prediction, and how many with a time alone."""
    predicted = {}
    for workload in made["workloads"]:
        key = tuple(workload[name] for name in kept.WORKLOAD)
        for row in workload["predictions"]:
            predicted[key, row["order"], row["n"]] = (workload["rho"], row["dram_ratio"])
    pixels = {workload["name"]: workload["facts"].get("pixels") for workload in run["workloads"]}
    rows, left_out = [], 0
    for case in run["cases"]:
        axes = case["axes"]
        if (case["technique"], case["bench"]) != ("thread_group_tiling", "gather") or case["status"] != "ok" or case["baseline"]:
            continue
        if axes.get("launch", "id") != "id" or (case.get("cache") or "hot") != "hot" or not case.get("time_ratio"):
            continue
        key = key_of(case, pixels[case["workload"]])
        found = predicted.get((key, case["variant"], axes.get("n")))
        if not found:
            left_out += 1
            continue
        width, height = (int(side) for side in key[0].split("x"))
        rows.append(dict(zip(COLUMNS, (axes["layout"], width, height, found[0], case["variant"], axes.get("n"), found[1],
                                       *measured_ratio(case)))) | {"planes": axes["planes"], "format": axes["format"],
                                                    "group": axes["group"], "taps": axes.get("taps", "disc"), "twin_dram_ratio": None})
    return rows, left_out


def twin_bytes(path):
    """Of a file of scripts/research/peers/gather: {(layout, width, height, order, n): bytes from and to memory}."""
    try:
        twin = json.loads(text_of(path))
        if twin["twin_of"] != "thread_group_tiling.gather":
            raise kept.Missing(f"{path}: a CUDA port of {twin['twin_of']}")
        counted = {}
        for entry in twin["configurations"]:
            metrics = entry.get("metrics", {})
            if "dram__bytes_read.sum" in metrics and "group" not in entry:
                key = entry["layout"], entry["width"], entry["height"], entry["order"], entry["n"]
                counted[key] = metrics["dram__bytes_read.sum"] + metrics.get("dram__bytes_write.sum", 0)
    except (*UNREADABLE, KeyError, TypeError) as error:
        raise kept.Missing(f"{path}: no file of a CUDA port: {error}") from None
    return counted


def twin_ratios(path):
    """Likewise, row_major's bytes over this one's."""
    counted = twin_bytes(path)
    bases = {key[:3]: amount for key, amount in counted.items() if key[3] == "row_major"}
    return {key: bases[key[:3]] / amount for key, amount in counted.items() if key[:3] in bases and amount > 0}


def add_twin(rows, ratios):
    for row in rows:
        alike = row["planes"] == 3 and row["format"] == "rgba16f" and row["group"] == "8x8" and row["taps"] == "disc"
        key = row["layout"], row["width"], row["height"], row["order"], row["n"]
        row["twin_dram_ratio"] = ratios.get(key) if alike else None


def text(number, form):
    return "-" if number is None else format(number, form)


def print_rows(rows):
    print("                                                                    model    twin  measured")
    print("layout  planes   format  group  taps  width   rho order           n   DRAM    DRAM   time     95 % interval")
    for row in rows:
        interval = "" if row["measured_low"] is None else f"{row['measured_low']:.3f} - {row['measured_high']:.3f}"
        print(f"{row['layout']:7} {row['planes']:>6}  {row['format']:>7} {row['group']:>6} {row['taps']:>5} {row['width']:6} {row['rho']:5.2f} "
              f"{row['order']:13} {text(row['n'], 'd'):>3} {row['model_dram_ratio']:6.2f} {text(row['twin_dram_ratio'], '.2f'):>7} "
              f"{row['measured_time_ratio']:6.3f}  {interval}")


def alike(row):
    return row["width"], row["layout"], row["planes"], row["format"], row["group"], row["taps"]


def print_ranks(rows):
    """Layouts apart, all, and each workload by itself that has some orders."""
    groups = {f"layout {layout}": [row for row in rows if row["layout"] == layout] for layout in LAYOUTS}
    groups["all"] = rows
    for row in rows:
        width, layout, planes, form, group, taps = alike(row)
        label = f"width {width}, {layout}, {planes} x {form}, {group}, {taps}"
        members = [other for other in rows if alike(other) == alike(row)]
        if len(members) > 2:
            groups.setdefault(label, members)
    print("\nrank correlation (Spearman) of the model's ratio of DRAM bytes, ties within 1.5 %")
    for with_what, column in (("with measured ratios of times", "measured_time_ratio"), ("with the twin's bytes", "twin_dram_ratio")):
        if all(row[column] is None for row in rows):
            continue
        print(f"{with_what}:")
        for name, members in groups.items():
            pairs = [(row["model_dram_ratio"], row[column]) for row in members if row[column] is not None]
            if pairs:
                print(f"  {name}: {text(ranks.spearman(*zip(*pairs)), '.3f')} over {len(pairs)} case{'s' * (len(pairs) != 1)}")


def show(root, path, name, twin, csv):
    made = kept.of_profile(root, name)
    rows, left_out = rows_of(read_run(path), made)
    if twin:
        add_twin(rows, twin_ratios(twin))
    if not rows:
        raise kept.Missing(f"{path}: no case of thread_group_tiling.gather that results/models/{name}.json predicts")
    if csv:
        columns = [*COLUMNS, "twin_dram_ratio", "planes", "format", "group", "taps"]
        writer = csv_format.DictWriter(sys.stdout, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return 0
    print(f"profile {name} ({made['profile']['kind']}) beside {path.name}; ratios over row_major, above 1 is better")
    print_rows(rows)
    print_ranks(rows)
    if left_out:
        print(f"  {left_out} case{'s with a time have' if left_out != 1 else ' with a time has'} no prediction")
    return 0
