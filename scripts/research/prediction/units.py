# SPDX-License-Identifier: MIT
"""Which unit binds each case of thread_group_tiling.gather, and the cache that the sweep over the width implies.

Cache: what the taps read in all, over the time, against what the device delivers from sets that its last cache holds
(ceilings.textures of such an image, or reading such a buffer): these taps lie so far apart that next to nothing is read
twice by one group. Memory: bytes by the counters of a twin, else by the model, over the time, against the best rate of
reading the largest set. A driver may keep images compressed, so that for images this is an upper bound.
"""
from . import compare, kept

CACHED_BYTES = {"image": 8 << 20, "block": 16 << 20, "linear": 16 << 20}  # of sets that any last cache of a GPU holds
BINDS = 80  # per cent of a ceiling, from which on a unit is said to bind
KNEE = 1.1  # times the least time per pixel, from which on a width is past the knee


def points_of(ceilings, layout, texel_bytes):
    if layout != "image":
        return ceilings["bandwidth"]["read"]
    return next((entry["points"] for entry in ceilings.get("textures", []) if entry["texel_bytes"] == texel_bytes), [])


def cache_rate(ceilings, layout, texel_bytes):
    """None where the run has no such point."""
    wanted = CACHED_BYTES[layout]
    return next((point["bytes_per_s"] for point in points_of(ceilings, layout, texel_bytes) if point["bytes"] == wanted), None)


def memory_rate(ceilings):
    points = ceilings["bandwidth"]["read"]
    return max(points, key=lambda point: point["bytes"])["bytes_per_s"] if points else None


def model_bytes(made):
    """{(workload, order, n): bytes from and to memory}."""
    found = {}
    for workload in made["workloads"]:
        key = tuple(workload[name] for name in kept.WORKLOAD)
        for row in workload["predictions"]:
            found[key, row["order"], row["n"]] = row["dram_read_bytes"] + row["dram_write_bytes"]
    return found


def percent(amount, seconds, rate):
    return 100 * amount / seconds / rate if amount and rate else None


def unit_of(cache, memory):
    """The unit that is nearer to its ceiling, if it is near."""
    share, name = max((cache or 0, "cache"), (memory or 0, "memory"))
    return name if share >= BINDS else "neither"


def gathers(run):
    for case in run["cases"]:
        if (case["technique"], case["bench"]) == ("thread_group_tiling", "gather") and case["status"] == "ok" \
                and case["axes"].get("launch", "id") == "id" and (case.get("cache") or "hot") == "hot":
            yield case


def rows_of(run, made, twin):
    if not run.get("ceilings"):
        raise kept.Missing("the run has no device limits: measure it without --ceilings none")
    facts = {workload["name"]: workload["facts"] for workload in run["workloads"]}
    predicted, rows = model_bytes(made), []
    for case in gathers(run):
        axes, own = case["axes"], facts[case["workload"]]
        key = compare.key_of(case, own["pixels"])
        texel, seconds = compare.TEXEL_BYTES[axes["format"]], case["gpu"]["median_ns"] / 1e9
        logical = case["metrics"]["logical_bytes_per_second"]["value"] * seconds
        counted = twin.get((axes["layout"], axes["width"], own["pixels"] // axes["width"], case["variant"], axes.get("n"))) \
            if key[1:3] == (3, 8) and key[4:] == ("disc", "8x8") else None
        moved = counted or predicted.get((key, case["variant"], axes.get("n")))
        cache = percent(logical, seconds, cache_rate(run["ceilings"], axes["layout"], texel))
        memory = percent(moved, seconds, memory_rate(run["ceilings"]))
        rows.append({"case": case, "rho": own.get("rho"), "band": own.get("band_bytes"), "pixels": own["pixels"], "us": seconds * 1e6,
                     "cache": cache, "memory": memory, "by": "twin" if counted else "model" if moved else "-",
                     "unit": unit_of(cache, memory)})
    return rows


def knees(rows):
    """{what is read: (the last width before the knee, the first one past it), either None}, of row_major."""
    curves = {}
    for row in rows:
        axes = row["case"]["axes"]
        if row["case"]["variant"] == "row_major" and axes.get("height", "own") == "own":
            name = f"{axes['layout']}, {axes['planes']} x {axes['format']}, {axes['group']}, {axes.get('taps', 'disc')}"
            curves.setdefault(name, []).append(row)
    found = {}
    for name, curve in curves.items():
        curve.sort(key=lambda row: row["band"])
        least = min(row["us"] / row["pixels"] for row in curve)
        past = next((i for i, row in enumerate(curve) if all(
            later["us"] / later["pixels"] > KNEE * least for later in curve[i:])), None)
        if len(curve) >= 3:
            found[name] = (curve[past - 1] if past else None, curve[past] if past is not None else None)
    return found


def print_knees(rows):
    print(f"\nrow_major over the width: from where on a pixel takes more than {KNEE} times what it takes at best")
    for name, (before, after) in knees(rows).items():
        if before and after:
            print(f"  {name}: between {before['case']['axes']['width']} and {after['case']['axes']['width']} wide; the band of rows "
                  f"is {before['band'] / 2**20:.1f} and {after['band'] / 2**20:.1f} MiB there: the cache that this implies")
        else:
            print(f"  {name}: {'at every width' if after else 'at no width'} that was measured")


def show(root, path, name, twin):
    run = compare.read_run(path)
    rows = rows_of(run, kept.of_profile(root, name), compare.twin_bytes(twin) if twin else {})
    if not rows:
        raise kept.Missing(f"{path}: no case of thread_group_tiling.gather with a time")
    print(f"{path.name}: a unit binds from {BINDS} % of its device limit on; bytes of memory by the CUDA port's counters, else by the model {name}")
    print("                                                             time     of the    of the")
    print("layout  planes   format  width   rho order           n         us    cache, % memory, %  by     unit")
    for row in rows:
        axes = row["case"]["axes"]
        print(f"{axes['layout']:7} {axes['planes']:>6}  {axes['format']:>7} {axes['width']:6} {compare.text(row['rho'], '.2f'):>5} "
              f"{row['case']['variant']:13} {compare.text(axes.get('n'), 'd'):>3} {row['us']:10.1f} {compare.text(row['cache'], '.0f'):>10} "
              f"{compare.text(row['memory'], '.0f'):>9}  {row['by']:6} {row['unit']}")
    print_knees(rows)
    return 0
