# SPDX-License-Identifier: MIT
"""Curves over rho: the model's bytes, the twin's bytes and measured times, each over those of row_major, never mixed; and
the twin's hit rates beside the paper's."""
import json
import shutil
import subprocess
from pathlib import Path

from bounded import text_of

from . import compare, kept

DRAWN = (("tiled_x", 4), ("tiled_x", 16), ("tiled_y", 16), ("serpentine_x", 16), ("morton", None), ("hilbert", None))
# Column, what it is called, pointtype, line as lines.gp has it: 1, 2 dashed, 0 none.
QUANTITIES = (("measured_time_ratio", "time", 7, 1), ("model_dram_ratio", "bytes, model", 9, 2), ("twin_dram_ratio", "bytes, twin", 4, 0))
WIDTH, EDGE, LINE, LEGEND_COLUMNS = 800, 14, 17, 3  # pixels, but for the columns


def order_name(order, n):
    return order if n is None else f"{order} {n}"


def ends_of(row, column):
    """Of the interval; the number itself, twice, where it has none."""
    if column != "measured_time_ratio" or row["measured_low"] is None or row["measured_high"] is None:
        return row[column], row[column]
    return row["measured_low"], row["measured_high"]


def curves_of(rows):
    """[(title, colour, shape, line, points)]: points are (rho, ratio, low, high), by rho; those with two at least."""
    curves = []
    for colour, (order, n) in enumerate(DRAWN, 1):
        members = sorted((row for row in rows if (row["order"], row["n"]) == (order, n)), key=lambda row: row["rho"])
        for column, what, shape, line in QUANTITIES:
            points = [(row["rho"], row[column], *ends_of(row, column)) for row in members if row[column] is not None]
            if len(points) >= 2:
                curves.append((f"{order_name(order, n)}: {what}", colour, shape, line, points))
    return curves


def groups_of(rows):
    """Of one layout, format, group and pattern each, in pictures of the width's own height."""
    groups = {}
    for row in rows:
        name = f"{row['layout']}, {row['planes']} planes of {row['format']}, groups of {row['group']}, taps {row['taps']}"
        groups.setdefault(name, []).append(row)
    return groups


def quoted(text):
    """As harness/views/plot/plot_text.h has it."""
    for mark in "'\"`":
        text = text.replace(mark, "\u2019")
    return "'" + "".join(c if c.isprintable() else " " for c in text) + "'"


def tick(text):
    """Likewise."""
    return quoted(text).replace("%", "%%")


class Canvas:
    """What stands between style.gp and lines.gp; places are pixels from the top left."""

    def __init__(self, height):
        self.height, self.lines = height, [f"width = {WIDTH}", f"height = {height}"]

    def at(self, x, y):
        return f"{x / WIDTH:.5f},{1 - y / self.height:.5f}"

    def label(self, text, x, y, look="font text_font textcolor rgb ink", anchor="left"):
        self.lines.append(f"set label {quoted(text)} at screen {self.at(x, y)} {anchor} noenhanced {look}")

    def sign(self, title, colour, x, y):
        self.lines.append(f"set object rectangle from screen {self.at(x, y + 6)} to screen {self.at(x + 16, y - 6)} fillstyle solid 1 "
                          f"noborder fillcolor linetype {colour}")
        self.label(title, x + 22, y)

    def frame(self, left, right, top, bottom):
        self.lines += [f"set lmargin at screen {left / WIDTH:.5f}", f"set rmargin at screen {right / WIDTH:.5f}",
                       f"set tmargin at screen {1 - top / self.height:.5f}", f"set bmargin at screen {1 - bottom / self.height:.5f}"]

    def legend(self, curves, top):
        for i, (title, colour, shape, line, _) in enumerate(curves):
            x = EDGE + (WIDTH - 2 * EDGE) / LEGEND_COLUMNS * (i % LEGEND_COLUMNS)
            y = top + LINE * (i // LEGEND_COLUMNS)
            if line:
                self.lines.append(f"set arrow from screen {self.at(x, y)} to screen {self.at(x + 20, y)} nohead linetype {colour} "
                                  f"linewidth 1.6 dashtype {'(8, 5)' if line == 2 else 'solid'}")
            self.lines.append(f"set label '' at screen {self.at(x + 10, y)} point linetype {colour} pointtype {shape}")
            self.label(title, x + 26, y)


def axis(name, values, ticks):
    low, high = min(values) / 1.08, max(values) * 1.08
    shown = ", ".join(f"'{tick:g}' {tick:g}" for tick in ticks if low <= tick <= high)
    return [f"{name}_low = {low:.6g}", f"{name}_high = {high:.6g}", f"{name}_log = 1", f"set {name}tics ({shown})"]


def script(root, name, what, where, curves):
    """The look of all plots, data and words, then the template of lines."""
    templates = root / "harness" / "show" / "plot"
    top, bottom = 90, 450
    canvas = Canvas(bottom + 2 * LINE + 20 + LINE * -(-len(curves) // LEGEND_COLUMNS))
    canvas.label("Launch orders over rho", EDGE, 20, "font title_font textcolor rgb ink")
    canvas.label(what, EDGE, 40)
    canvas.label(where, EDGE, 57, "font text_font textcolor rgb soft")
    canvas.label("row_major over the order: time or bytes", EDGE, 78, "font text_font textcolor rgb soft")
    canvas.label("rho: bytes of the band of rows that is read again, over those of the cache", WIDTH - 2 * EDGE, bottom + 2 * LINE,
                 "font text_font textcolor rgb soft", "right")
    canvas.frame(EDGE + 50, WIDTH - 2 * EDGE, top, bottom)
    canvas.legend(curves, bottom + 2 * LINE + 22)
    points = [point for *_, members in curves for point in members]
    data = axis("x", [x for x, *_ in points], [step * 10.0 ** ten for ten in range(-4, 4) for step in (1, 2, 5)])
    data += axis("y", [1, *(y for _, *ys in points for y in ys)], [2.0 ** two for two in range(-6, 7)])
    data += ["set arrow from graph 0, first 1 to graph 1, first 1 arrowstyle 3", "$SERIES << END"]
    for title, colour, shape, line, members in curves:
        data.append(f"# {quoted(title)[1:-1]}")
        data += ["\t".join([*(f"{number:.6g}" for number in point), f"{colour}\t{shape}\t{line}\t1"]) for point in members] + [""]
    kinds = [line for *_, line, _ in curves]
    data += ["END", f"has_lines = {int(1 in kinds)}", f"has_dashes = {int(2 in kinds)}", "has_intervals = 1", "has_marks = 1", ""]
    return whole(root, name, [*canvas.lines, *data], templates / "lines.gp")


def whole(root, name, lines, template):
    style = root / "harness" / "show" / "plot" / "style.gp"
    return "\n".join([f"# Made by scripts/predict plot; `gnuplot {name}.gp` draws {name}.svg, .png and .pdf.",
                      style.read_text(encoding="utf-8"), f"name = '{name}'", *lines, "", template.read_text(encoding="utf-8")])


def hit_rates(root, twin, layout):
    """[(category, per cent of row_major, of tiled_x with N = 16)]: the paper's, and by width the twin's."""
    figures = json.loads((root / "results" / "published" / "bavoil.json").read_text(encoding="utf-8"))["figures"]
    paper = {figure["id"]: figure["value"] for figure in figures}
    bars = [("paper, RTX 2080: 2560", *(paper[f"bavoil.l2_hit_rate.{order}"] for order in ("row_major", "tiled_x")))]
    rates = {}
    for entry in twin["configurations"]:
        if entry["layout"] == layout and (entry["order"], entry["n"]) in (("row_major", None), ("tiled_x", 16)):
            if entry.get("l2_read_hit_rate") is not None and "group" not in entry:
                rates.setdefault(entry["width"], {})[entry["order"]] = 100 * entry["l2_read_hit_rate"]
    return bars + [(str(width), both["row_major"], both["tiled_x"]) for width, both in sorted(rates.items()) if len(both) == 2]


def hit_rate_script(root, name, twin, layout):
    """None where the twin has no hit rates."""
    bars = hit_rates(root, twin, layout)
    if len(bars) < 2:
        return None
    top, bottom = 108, 400
    canvas = Canvas(bottom + 2 * LINE + 30)
    device = twin["device"]
    for text, y, look in (("Bavoil: hit rates of reads in the L2 cache, by width", 20, "font title_font textcolor rgb ink"),
                          (f"The twin in CUDA of thread_group_tiling.gather, layout {layout}, by its counters: no run file has them.", 40,
                           "font text_font textcolor rgb ink"),
                          ("The paper's are of a kernel of its own.", 57, "font text_font textcolor rgb ink"),
                          (f"{device['name']}, driver {device['driver']}, {twin['recorded']}, commit {twin['commit']}", 74,
                           "font text_font textcolor rgb soft"), ("hits, %", 94, "font text_font textcolor rgb soft")):
        canvas.label(text, EDGE, y, look)
    canvas.frame(EDGE + 30, WIDTH - 2 * EDGE, top, bottom)
    canvas.sign("row_major", 1, EDGE, bottom + 2 * LINE + 8)
    canvas.sign("tiled_x, N = 16", 2, EDGE + 140, bottom + 2 * LINE + 8)
    canvas.label("width, pixels", WIDTH - 2 * EDGE, bottom + 2 * LINE + 8, "font text_font textcolor rgb soft", "right")
    categories = ", ".join(f"{tick(category)} {i}" for i, (category, *_) in enumerate(bars, 1))
    data = [f"categories = {len(bars)}", f"set xtics ({categories})", "$BARS << END"]
    data += [f"{i + side:.2f}\t{rate:.6g}\t{colour}" for i, (_, *rates) in enumerate(bars, 1)
             for side, colour, rate in zip((-0.2, 0.2), (1, 2), rates)]
    return whole(root, name, [*canvas.lines, *data, "END"], Path(__file__).with_name("bars.gp"))


def where_of(run):
    device, session = run["device"], run["session"]
    return f"{device['name']}, driver {device['driver_info']}, {session['started'][:10]}, commit {run['tool']['commit']}"


def scripts_of(root, path, name, twin):
    """{name of a file: script}."""
    run = compare.read_run(path)
    rows, _ = compare.rows_of(run, kept.of_profile(root, name))
    if twin:
        compare.add_twin(rows, compare.twin_ratios(twin))
    scripts = {}
    for what, members in groups_of(rows).items():
        curves = curves_of(members)
        file = f"tiling-rho.{what.split(',')[0]}.{members[0]['planes']}.{members[0]['format']}.{members[0]['group']}.{members[0]['taps']}"
        if curves:
            scripts[file] = script(root, file, what, where_of(run), curves)
    if twin:
        document = json.loads(text_of(twin))
        for layout in sorted({entry["layout"] for entry in document["configurations"]}):
            file = f"bavoil-hit-rates.{layout}"
            scripts[file] = hit_rate_script(root, file, document, layout)
    return {file: text for file, text in scripts.items() if text}


def draw(root, path, name, twin, out):
    scripts = scripts_of(root, path, name, twin)
    if not scripts:
        raise kept.Missing(f"{path}: nothing to draw: results/models/{name}.json predicts no order at two values of rho")
    out.mkdir(parents=True, exist_ok=True)
    for file, text in scripts.items():
        (out / f"{file}.gp").write_text(text, encoding="utf-8")
        if shutil.which("gnuplot"):
            subprocess.run(["gnuplot", f"{file}.gp"], cwd=out, check=True)
    print(f"predict: {len(scripts)} plots in {out}{'' if shutil.which('gnuplot') else ', to be drawn by gnuplot (Debian: gnuplot-nox)'}")
    return 0


def folder(path):
    """Beside the run, as scripts/plot/plot has it."""
    name = path.name.removesuffix(".gz").removesuffix(".json")
    return Path(path.parent, f"{name}.plots")
