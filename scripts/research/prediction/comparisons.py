# SPDX-License-Identifier: MIT
"""Tables of docs/papers/cache-model.md that set predictions beside kept runs, as results/models/comparisons.toml has them."""
import math

from bounded import ENDINGS
from printable import table as markdown_table

from . import kept, measured

NONE = "–"
TIE = 0.015


def path_of(root, alias):
    """Of a run or a CUDA port, by its alias."""
    runs = kept.read_toml(root / "docs" / "tables" / "runs.toml")["runs"]
    if alias not in runs:
        raise ValueError(f"results/models/comparisons.toml: docs/tables/runs.toml has no {alias}")
    base = root / "results" / runs[alias]
    return next((path for ending in ENDINGS if (path := base.with_name(base.name + ending)).exists()), base)


def rows_of(root, profile, alias, twin=None):
    return measured.rows_of(measured.read_run(path_of(root, alias)), kept.of_profile(root, profile), twin and path_of(root, twin))


def ranks_of(values):
    """Ranks from 1 on. From the least value up, all that are at most TIE above the first of them are a tie, and share the mean of
    their ranks."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    ranks = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] <= values[order[begin]] * (1 + TIE):
            end += 1
        for i in order[begin:end]:
            ranks[i] = (begin + 1 + end) / 2
        begin = end
    return ranks


def spearman(first, second):
    """Pearson's correlation of the ranks; None where one side is all ties."""
    a, b = ranks_of(first), ranks_of(second)
    mean = (len(a) + 1) / 2
    var_a, var_b = sum((x - mean) ** 2 for x in a), sum((y - mean) ** 2 for y in b)
    return sum((x - mean) * (y - mean) for x, y in zip(a, b)) / math.sqrt(var_a * var_b) if var_a and var_b else None


def correlation(rows, first, second):
    pairs = [(row[first], row[second]) for row in rows if row[first] is not None and row[second] is not None]
    found = spearman(*zip(*pairs)) if len(pairs) > 1 else None
    return NONE if found is None else f"{found:.2f} ({len(pairs)})"


def grid(heads, rows):
    return markdown_table(heads, rows, "---:|") + "\n"


def links(root, aliases):
    """The files by their names, for those who look."""
    paths = [path_of(root, alias) for alias in dict.fromkeys(aliases)]
    return "\nOf " + ", ".join(f"[{path.name.split('.')[0]}](../../{path.relative_to(root).as_posix()})" for path in paths) + ".\n"


def rank_table(root, section):
    heads = ["device, cases", "layout", "model's bytes, times", "model's bytes, CUDA port's bytes", "CUDA port's bytes, times"]
    lines, aliases = [], []
    for entry in section["rows"]:
        aliases += [entry["run"]] + ([entry["twin"]] if "twin" in entry else [])
        rows = [row for row in rows_of(root, section["profile"], entry["run"], entry.get("twin"))
                if row["order"] not in entry.get("without", [])]
        for i, layout in enumerate(entry["layouts"]):
            members = [row for row in rows if row["layout"] == layout]
            pairs = (("model_dram_ratio", "measured_time_ratio"), ("model_dram_ratio", "twin_dram_ratio"),
                     ("twin_dram_ratio", "measured_time_ratio"))
            lines.append([entry["what"] if i == 0 else "", layout, *(correlation(members, *pair) for pair in pairs)])
    return grid(heads, lines) + links(root, aliases)


def width_table(root, section):
    lines = []
    for entry in section["rows"]:
        rows = [row for row in rows_of(root, section["profile"], entry["run"]) if row["layout"] == entry["layout"]]
        lines.append([entry["what"]] + [correlation([row for row in rows if row["width"] == width], "model_dram_ratio", "measured_time_ratio")
                                        for width in section["widths"]])
    return grid(["device, layout", *map(str, section["widths"])], lines) + links(root, [entry["run"] for entry in section["rows"]])


def what_is_read(row):
    group = "" if row["group"] == "8x8" else f", groups of {row['group']}"
    return f"{row['layout']}, {row['planes']} of {row['format'].upper()}{group}"


def ratio_table(root, section):
    lines = {}
    for row in rows_of(root, section["profile"], section["run"]):
        if (row["order"], row["n"]) == (section["order"], section["n"]) and row["width"] in section["widths"]:
            at = 2 * section["widths"].index(row["width"])
            cells = lines.setdefault(what_is_read(row), [NONE] * 2 * len(section["widths"]))
            cells[at], cells[at + 1] = f"{row['model_dram_ratio']:.2f}", f"{row['measured_time_ratio']:.2f}"
    heads = [head for width in section["widths"] for head in (f"{width}: model's bytes", "measured times")]
    return grid(["layout, planes", *heads], [[name, *cells] for name, cells in sorted(lines.items())]) + links(root, [section["run"]])


KINDS = {"ranks": rank_table, "widths": width_table, "ratios": ratio_table}


def table(root, name):
    sections = kept.read_toml(root / "results" / "models" / "comparisons.toml")
    if name not in sections:
        raise ValueError(f"results/models/comparisons.toml: there is no {name}")
    return KINDS[sections[name]["kind"]](root, sections[name])
