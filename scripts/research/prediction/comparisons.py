# SPDX-License-Identifier: MIT
"""Tables of docs/papers/cache-model.md that set predictions beside kept runs, as results/models/comparisons.toml has them."""
from bounded import ENDINGS

from . import compare, kept, ranks

NONE = "–"


def path_of(root, alias):
    """Of a run or a twin, by its alias."""
    runs = kept.read_toml(root / "docs" / "tables" / "runs.toml")["runs"]
    if alias not in runs:
        raise kept.Missing(f"results/models/comparisons.toml: docs/tables/runs.toml has no {alias}")
    base = root / "results" / runs[alias]
    return next((path for ending in ENDINGS if (path := base.with_name(base.name + ending)).exists()), base)


def rows_of(root, profile, alias, twin=None):
    rows, _ = compare.rows_of(compare.read_run(path_of(root, alias)), kept.of_profile(root, profile))
    if twin:
        compare.add_twin(rows, compare.twin_ratios(path_of(root, twin)))
    return rows


def correlation(rows, first, second):
    pairs = [(row[first], row[second]) for row in rows if row[first] is not None and row[second] is not None]
    found = ranks.spearman(*zip(*pairs)) if len(pairs) > 1 else None
    return NONE if found is None else f"{found:.2f} ({len(pairs)})"


def grid(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|---" + "|---:" * (len(heads) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


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
        raise kept.Missing(f"results/models/comparisons.toml: there is no {name}")
    return KINDS[sections[name]["kind"]](root, sections[name])
