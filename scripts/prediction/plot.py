# SPDX-License-Identifier: MIT
"""Curves over rho: the model's bytes, the twin's bytes and measured times, each over those of row_major, never mixed."""
import shutil
import subprocess
from pathlib import Path

from . import compare, kept

DRAWN = (("tiled_x", 4), ("tiled_x", 16), ("tiled_y", 16), ("serpentine_x", 16), ("morton", None), ("hilbert", None))
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # Okabe and Ito
QUANTITIES = (("measured_time_ratio", "time", 1), ("model_dram_ratio", "bytes, model", 2), ("twin_dram_ratio", "bytes, twin", 3))


def order_name(order, n):
    return order if n is None else f"{order} {n}"


def ends_of(row, column):
    """Of the interval; the number itself, twice, where it has none."""
    if column != "measured_time_ratio" or row["measured_low"] is None or row["measured_high"] is None:
        return row[column], row[column]
    return row["measured_low"], row["measured_high"]


def curves_of(rows):
    """[(title, colour, dash, points)]: points are (rho, ratio, low, high), by rho; those with two at least."""
    curves = []
    for (order, n), colour in zip(DRAWN, COLOURS):
        members = sorted((row for row in rows if (row["order"], row["n"]) == (order, n)), key=lambda row: row["rho"])
        for column, what, dash in QUANTITIES:
            points = [(row["rho"], row[column], *ends_of(row, column)) for row in members if row[column] is not None]
            if len(points) >= 2:
                curves.append((f"{order_name(order, n)}: {what}", colour, dash, points))
    return curves


def groups_of(rows):
    """Of one layout, format, group and pattern each, in pictures of the width's own height."""
    groups = {}
    for row in rows:
        name = f"{row['layout']}, {row['planes']} planes of {row['format']}, groups of {row['group']}, taps {row['taps']}"
        groups.setdefault(name, []).append(row)
    return groups


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def script(root, name, what, where, curves):
    """Data and variables, then the template."""
    lines = [f"# Made by scripts/predict plot; `gnuplot {name}.gp` draws {name}.svg and {name}.png."]
    for i, (_, _, _, points) in enumerate(curves):
        lines += [f"$CURVE{i} << EOD", *("\t".join(f"{number:.6g}" for number in point) for point in points), "EOD"]
    lines += [f"name = {quoted(name)}", f"plot_title = {quoted('Launch orders over rho')}", f"what = {quoted(what)}", f"where = {quoted(where)}"]
    plots = [f"$CURVE{i} using 1:2:3:4 with yerrorlines lc rgb '{colour}' dt {dash} pt {dash + 5} lw 1.6 title {quoted(title)}"
             for i, (title, colour, dash, _) in enumerate(curves)]
    lines.append(f"curves = {quoted(', '.join(plots))}")
    return "\n".join(lines) + "\n" + (root / "scripts" / "plot" / "tiling_rho.gp").read_text(encoding="utf-8")


def where_of(run):
    device, session = run["device"], run["session"]
    return f"{device['name']}, driver {device['driver_info']}, {session['started'][:10]}, commit {run['tool']['commit']}"


def draw(root, path, name, twin, out):
    run = compare.read_run(path)
    rows, _ = compare.rows_of(run, kept.of_profile(root, name))
    if twin:
        compare.add_twin(rows, compare.twin_ratios(twin))
    drawn = 0
    for what, members in groups_of(rows).items():
        curves = curves_of(members)
        if not curves:
            continue
        file = f"tiling_rho.{what.split(',')[0]}.{members[0]['planes']}.{members[0]['format']}.{members[0]['group']}.{members[0]['taps']}"
        out.mkdir(parents=True, exist_ok=True)
        (out / f"{file}.gp").write_text(script(root, file, what, where_of(run), curves), encoding="utf-8")
        drawn += 1
        if shutil.which("gnuplot"):
            subprocess.run(["gnuplot", f"{file}.gp"], cwd=out, check=True)
    if not drawn:
        raise kept.Missing(f"{path}: nothing to draw: results/models/{name}.json predicts no order at two values of rho")
    print(f"predict: {drawn} plots in {out}{'' if shutil.which('gnuplot') else ', to be drawn by gnuplot (Debian: gnuplot-nox)'}")
    return 0


def folder(path):
    """Beside the run, as scripts/plot/plot has it."""
    name = path.name.removesuffix(".gz").removesuffix(".json")
    return Path(path.parent, f"{name}.plots")
