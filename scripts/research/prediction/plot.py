# SPDX-License-Identifier: MIT
"""Figures for scripts/plot/plot: curves over rho of the model's bytes, the twin's bytes and measured times, each over those of
row_major, never mixed; and the twin's hit rates beside the paper's."""
import json

from bounded import stem_of, text_of

from script import printed_by

from . import kept, measured

DRAWN = (("tiled_x", 4), ("tiled_x", 16), ("tiled_y", 16), ("serpentine_x", 16), ("morton", None), ("hilbert", None))
QUANTITIES = (("measured_time_ratio", "time", 0, "solid"), ("model_dram_ratio", "bytes, model", 2, "dashed"),
              ("twin_dram_ratio", "bytes, twin", 6, "none"))  # column, name, shape, line


def point(x, y, low=None, high=None):
    return {"x": x, "y": y, "low": low, "high": high, "case": None}


def curves_of(rows):
    """Returns series over rho, each of two points at least."""
    for colour, (order, n) in enumerate(DRAWN):
        members = sorted((row for row in rows if (row["order"], row["n"]) == (order, n)), key=lambda row: row["rho"])
        for column, what, shape, line in QUANTITIES:
            ends = ("measured_low", "measured_high") if column == "measured_time_ratio" else ()
            points = [point(row["rho"], row[column], *(row[end] for end in ends)) for row in members if row[column] is not None]
            if len(points) >= 2:
                yield {"name": f"{order if n is None else f'{order} {n}'}: {what}", "colour": colour, "shape": shape, "line": line,
                       "marks": True, "points": points}


def groups_of(rows):
    """Groups rows by layout, format, group and pattern; pictures have the height of their width."""
    groups = {}
    for row in rows:
        name = f"{row['layout']}, {row['planes']} planes of {row['format']}, groups of {row['group']}, taps {row['taps']}"
        groups.setdefault(name, []).append(row)
    return groups


def axis(label, values, ticks):
    low, high = min(values) / 1.08, max(values) * 1.08
    return {"label": label, "unit": "", "log": True, "low": low, "high": high,
            "ticks": [{"at": tick, "text": f"{tick:g}"} for tick in ticks if low <= tick <= high]}


def figure(key, title, text, **more):
    return {"key": key, "title": title, "text": text, "split": {}, "held": {}, "left_out": 0, "warning": None, "rules": [], **more}


def rho_figure(key, what, curves):
    points = [one for curve in curves for one in curve["points"]]
    ratios = [one[end] for one in points for end in ("y", "low", "high") if one[end] is not None]
    x = axis("rho: bytes of the band of rows that is read again, over those of the cache", [one["x"] for one in points],
             [step * 10.0 ** ten for ten in range(-4, 4) for step in (1, 2, 5)])
    y = axis("row_major over the order: time or bytes", [1, *ratios], [2.0 ** two for two in range(-6, 7)])
    return figure(key, "Launch orders over rho", what, x=x, y=y, series=curves, rules=[{"axis": "y", "at": 1, "text": ""}])


def rho_figures(rows):
    for what, members in groups_of(rows).items():
        key = "-".join(["tiling-rho", *(str(members[0][key]) for key in ("layout", "planes", "format", "group", "taps"))])
        curves = list(curves_of(members))
        if curves:
            yield rho_figure(key, what, curves)


def hit_rates(root, twin, layout):
    """Returns [(category, per cent of row_major, of tiled_x with N = 16)]: the paper's, and by width the twin's."""
    figures = json.loads((root / "results" / "published" / "bavoil.json").read_text(encoding="utf-8"))["figures"]
    paper = {figure["id"]: figure["value"] for figure in figures}
    bars = [("paper, RTX 2080: 2560", *(paper[f"bavoil.l2_hit_rate.{order}"] for order in ("row_major", "tiled_x")))]
    rates = {}
    for entry in twin["configurations"]:
        if entry["layout"] == layout and (entry["order"], entry["n"]) in (("row_major", None), ("tiled_x", 16)):
            if entry.get("l2_read_hit_rate") is not None and "group" not in entry:
                rates.setdefault(entry["width"], {})[entry["order"]] = 100 * entry["l2_read_hit_rate"]
    return bars + [(f"{width} wide", *(both[order] for order in ("row_major", "tiled_x")))
                   for width, both in sorted(rates.items()) if len(both) == 2]


def hit_rate_figures(root, twin):
    for layout in sorted({entry["layout"] for entry in twin["configurations"]}):
        bars = hit_rates(root, twin, layout)
        series = [{"name": name, "colour": i, "line": "none", "marks": True,
                   "points": [point(bar[1 + i], row) for row, bar in enumerate(bars)]}
                  for i, name in enumerate(("row_major", "tiled_x, N = 16"))]
        ticks = [{"at": tick, "text": f"{tick} %"} for tick in range(0, 101, 20)]
        if len(bars) >= 2:
            yield figure("bavoil-hit-rates", "Bavoil: hit rates of reads in the L2 cache, by width",
                         "The twin in CUDA of thread_group_tiling.gather, by its counters: no run file has them. The paper's are of "
                         "a kernel of its own.", split={"layout": layout}, series=series, rows=[bar[0] for bar in bars],
                         x={"label": "hits", "unit": "percent", "log": False, "low": 0, "high": 100, "ticks": ticks})


def document_of(figures, device, **of):
    return {"schema_version": "1.0", "devices": [{"name": device["name"], **of}], "figures": figures}


def documents_of(root, path, name, twin):
    run = measured.read_run(path)
    figures = list(rho_figures(measured.rows_of(run, kept.of_profile(root, name), twin)))
    if figures:
        yield document_of(figures, run["device"], driver=run["device"]["driver_info"], started=run["session"]["started"],
                          commit=run["tool"]["commit"])
    made = json.loads(text_of(twin)) if twin else {"configurations": []}
    figures = list(hit_rate_figures(root, made))
    if figures:
        yield document_of(figures, made["device"], driver=made["device"]["driver"], started=made["recorded"], commit=made["commit"])


def draw(root, path, name, twin, out):
    """Draws into a folder, that of scripts/plot/plot unless it is given."""
    documents = list(documents_of(root, path, name, twin))
    if not documents:
        raise ValueError(f"{path}: nothing to draw: results/models/{name}.json predicts no order at two values of rho")
    for document in documents:
        print(printed_by(root / "scripts" / "plot" / "plot", "-", out or path.parent / f"{stem_of(path)}.plots", input=json.dumps(document)),
              end="")
