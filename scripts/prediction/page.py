# SPDX-License-Identifier: MIT
"""The tables of docs/cache-model.md: each stands between <!-- printed by predictions_NAME --> and <!-- /printed -->."""
import re

from . import kept

PRINTED = re.compile(r"(<!-- printed by predictions_(\w+) -->\n).*?(<!-- /printed -->)", re.S)


def order_name(row):
    return f"`{row['order']}`" if row["n"] is None else f"`{row['order']}` {row['n']}"


def span(row, name, scale, form):
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return f"{format(low * scale, form)}–{format(high * scale, form)}"


def grid(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|---" + "|---:" * (len(heads) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


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
    return grid(heads, rows)


def sweep(workloads):
    """Of several images, alike but for their size: the ratio of bytes alone."""
    first = workloads[0]
    heads = ["order"] + [workload["image"].split("x")[0] for workload in workloads]
    rows = [["rho"] + [f"{workload['rho']:.2f}" for workload in workloads]]
    for i, row in enumerate(first["predictions"]):
        rows.append([order_name(row)] + [f"{workload['predictions'][i]['dram_ratio']:.2f}" for workload in workloads])
    return f"{first['planes']} planes of {first['texel']} bytes a texel, layout `{first['layout']}`, by width:\n\n" + grid(heads, rows)


def table(made):
    if len(made["workloads"]) == 1:
        return one_workload(made["workloads"][0])
    alike = {}
    for workload in made["workloads"]:
        alike.setdefault((workload["layout"], workload["planes"], workload["texel"]), []).append(workload)
    return "\n".join(sweep(workloads) for workloads in alike.values())


def rewritten(root):
    """(path, the page as it is, the page as it must be)."""
    path = root / "docs" / "cache-model.md"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise kept.Missing(f"{path}: {error}") from None
    made = PRINTED.sub(lambda match: match.group(1) + table(kept.read(root, match.group(2))) + match.group(3), text)
    return path, text, made
