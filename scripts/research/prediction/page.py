# SPDX-License-Identifier: MIT
"""The tables of docs/papers/cache-model.md: each stands between <!-- printed by predictions_NAME --> or comparison_NAME and
<!-- /printed -->."""
from pages import tree

from . import comparisons, kept


def order_name(row):
    return f"`{row['order']}`" if row["n"] is None else f"`{row['order']}` {row['n']}"


def span(row, name, scale, form):
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return f"{format(low * scale, form)}–{format(high * scale, form)}"


def one_workload(workload):
    """Of one image: hits, bytes and their ratio, with ranges where they were made."""
    ranged = workload["predictions"][0]["hit_rate_low"] is not None
    heads = ["order", "hits, %", "DRAM, MB", "times fewer"]
    rows = []
    for row in workload["predictions"]:
        cells = [f"{100 * row['hit_rate']:.1f}", f"{(row['dram_read_bytes'] + row['dram_write_bytes']) / 1e6:.0f}",
                 f"{row['dram_ratio']:.2f}"]
        if ranged:
            spans = [span(row, "hit_rate", 100, ".1f"), span(row, "dram_bytes", 1e-6, ".0f"), span(row, "dram_ratio", 1, ".2f")]
            cells = [f"{cell} ({wide})" for cell, wide in zip(cells, spans)]
        rows.append([order_name(row), *cells])
    return comparisons.grid(heads, rows)


def sweep(workloads):
    """Of several images, alike but for their size: the ratio of bytes alone."""
    first = workloads[0]
    heads = ["order"] + [workload["image"].split("x")[0] for workload in workloads]
    rows = [["rho"] + [f"{workload['rho']:.2f}" for workload in workloads]]
    for i, row in enumerate(first["predictions"]):
        rows.append([order_name(row)] + [f"{workload['predictions'][i]['dram_ratio']:.2f}" for workload in workloads])
    return f"{first['planes']} planes of {first['texel']} bytes a texel, layout `{first['layout']}`, by width:\n\n" + comparisons.grid(heads, rows)


def what_is_read(workload):
    group = "" if workload["group"] == "8x8" else f", groups of {workload['group']}"
    return f"{workload['layout']}, {workload['planes']} of {workload['texel']} bytes{group}"


def one_order(workloads):
    """Of an order beside row_major: ratios of bytes, with rho, by what is read and the width."""
    widths = sorted({int(workload["image"].split("x")[0]) for workload in workloads})
    rows = {}
    for workload in workloads:
        cells = rows.setdefault(what_is_read(workload), [comparisons.NONE] * len(widths))
        ratio = workload["predictions"][1]["dram_ratio"]
        cells[widths.index(int(workload["image"].split("x")[0]))] = f"{ratio:.2f} ({workload['rho']:.2f})"
    return f"{order_name(workloads[0]['predictions'][1])}, in brackets rho, by width:\n\n" + \
        comparisons.grid(["layout, planes", *map(str, widths)], [[name, *cells] for name, cells in rows.items()])


def table(made):
    if len(made["workloads"]) == 1:
        return one_workload(made["workloads"][0])
    if all(len(workload["predictions"]) == 2 for workload in made["workloads"]):
        return one_order(made["workloads"])
    alike = {}
    for workload in made["workloads"]:
        alike.setdefault((workload["layout"], workload["planes"], workload["texel"]), []).append(workload)
    return "\n".join(sweep(workloads) for workloads in alike.values())


def write(root, check):
    """Writes the tables, or with `check` says where one is another. Returns whether one was."""
    def printed(_, words):
        what, name = words.split("_", 1)
        return table(kept.read(root, name)) if what == "predictions" else comparisons.table(root, name)

    differ, blocks = tree.write(root, check, printed, "a table is not what the kept predictions say", "(?=predictions_|comparison_)")
    if not blocks:
        raise ValueError("docs/papers/cache-model.md has no table of predictions")
    return differ > 0
