# SPDX-License-Identifier: MIT
"""Files of twins (results/twin.schema.json) as pages read them: configurations as cases, by the names that the bench's have.

What a case has beside its time lies in `twin`: what ncu counted, by the words below, and of linear planes of gather
`spread_bytes`, which is computed.
"""
import math

# Counters of ncu by the name that pages use. The unit of ncu is at the end of each word. `waits`: warps that wait for this reason,
# on average, per issued instruction.
COUNTERS = {
    "read_bytes": "dram__bytes_read.sum",
    "written_bytes": "dram__bytes_write.sum",
    "memory_percent": "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "l2_percent": "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "l1_percent": "l1tex__throughput.avg.pct_of_peak_sustained_elapsed",
    "multiprocessor_percent": "sm__throughput.avg.pct_of_peak_sustained_elapsed",
    "l1_hits_percent": "l1tex__t_sector_hit_rate.pct",
    "requests": "lts__t_requests_srcunit_tex.sum",
    **{f"waits_{why}": f"smsp__average_warps_issue_stalled_{why}_per_issue_active.ratio"
       for why in ("long_scoreboard", "short_scoreboard", "barrier", "lg_throttle", "mio_throttle", "wait")},
    "issue_percent": "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "warps": "sm__warps_active.avg.per_cycle_active",
    "lanes": "smsp__thread_inst_executed_per_inst_executed.ratio",
}
# Ratios of what ncu counts: sums of counters, over another.
RATIOS = {
    "sectors_per_request": (("lts__t_sectors_srcunit_tex_op_read.sum", "lts__t_sectors_srcunit_tex_op_write.sum"),
                            "lts__t_requests_srcunit_tex.sum"),
    "slices_most": (("lts__t_sectors.max",), "lts__t_sectors.avg"),
    "multiprocessors_most": (("sm__cycles_active.max",), "sm__cycles_active.avg"),
}
# Constants of gather (scripts/research/peers/gather.cuh; with pitched rows that of commit 50268f4d): planes, bytes of a texel, rows from the highest tap to the lowest, and the
# distance of pitched rows where a file does not say it.
PLANES, TEXEL, TAP_ROWS, PITCH = 3, 8, 59, 128 << 10
# Share of the resident groups that read at a time. With it, orders, widths and distances between rows lie on one curve over the
# spread. If all groups counted, N = 4 and N = 16 would be equal at a width of 8192, and they are not.
READING = 0.5


def spread_bytes(made, multiprocessors):
    """From the first row to the last that groups read at a time, of all planes, and of the rows that they write; where
    rows lie behind one another, else None. Groups are taken as launched one after another."""
    if made["layout"] not in ("linear", "pitched"):
        return None
    across, down = (int(side) for side in made.get("group", "8x8").split("x"))
    in_a_row = math.ceil(made["width"] / across)
    in_a_row = in_a_row if made["n"] is None else min(made["n"], in_a_row)
    groups = READING * multiprocessors * made["groups_per_sm"]
    rows = min(math.ceil(groups / in_a_row) * down, made["height"])
    of_result = made["width"] * TEXEL
    pitch = made.get("pitch_bytes", PITCH) if made["layout"] == "pitched" else of_result
    return PLANES * min(rows + TAP_ROWS, made["height"]) * pitch + rows * of_result


def name_of_gather(made):
    name = f"{made['order']}/width:{made['width']}"
    name += "" if made["layout"] == "image" else f"/layout:{made['layout']}"
    name += f"/group:{made['group']}" if "group" in made else ""
    name += f"/pitch:{made['pitch_bytes']}" if "pitch_bytes" in made else ""
    return name + ("" if made["n"] is None else f"/n:{made['n']}")


def name_of_pass(made):
    name = f"{made['variant']}/depth:{made['depth']}/bits:{made['bits']}"
    return name + ("" if made["pass"] is None else f"/pass:{made['pass']}")


def name_of_selection(made):
    name = f"{made['what']}/n:{made['n']}/p:{made['p']:g}/element:{made['element']}"
    return name + ("" if made["cache"] == "hot" else f"/cache:{made['cache']}")


def name_of_launch(made):
    return f"{made['case']}/launch:{made['launch']}"


def counted(made, multiprocessors):
    metrics = made.get("metrics", {})
    found = {word: metrics.get(counter) for word, counter in COUNTERS.items()}
    if made.get("reads_without_memory") is not None:
        found["without_memory_percent"] = 100 * made["reads_without_memory"]
    for word, (parts, whole) in RATIOS.items():
        if whole in metrics:
            found[word] = sum(metrics[part] for part in parts) / metrics[whole]
    if "layout" in made:
        found["spread_bytes"] = spread_bytes(made, multiprocessors)
    return found


def cases(document):
    """Of a file. Configurations that go by one name, as pitches that are the sum of two powers of two, are no case."""
    entries, twice = {}, set()
    for made in document["configurations"]:
        named = (name_of_launch if "case" in made else name_of_pass if "variant" in made else name_of_selection if "what" in made
                 else name_of_gather)
        name = f"{document['twin_of']}/{named(made)}"
        if name in entries:
            twice.add(name)
        time = {"median_ns": made.get("time_ns", {}).get("median"), "interval_low_ns": None, "interval_high_ns": None}
        entries[name] = {"name": name, "kind": "gpu", "status": "ok", "gpu": time, "workload": name,
                         "twin": counted(made, document["device"]["multiprocessors"])}
    return [entry for name, entry in entries.items() if name not in twice]
