# SPDX-License-Identifier: MIT
"""Counters of a twin's kernels by NVIDIA's ncu, for the programs of scripts/research/peers/."""
import csv
import io
import os
import re

from twin import last_line, refuse, run, tool, version_of

UNITS = [f"{unit}__throughput.avg.pct_of_peak_sustained_elapsed" for unit in ("sm", "l1tex", "lts", "dram")]


def find():
    return tool("ncu", "/usr/local/cuda/bin/ncu", "/usr/local/cuda-*/bin/ncu", "/opt/nvidia/nsight-compute/*/ncu")


def known_metrics(ncu, wanted):
    """Those that ncu knows of this device; all of them where it does not tell."""
    names = set(re.findall(r"^\s*([a-z0-9]+__[a-z0-9_]+)", run([ncu, "--query-metrics"]).stdout, re.M))
    known = [metric for metric in wanted if metric.split(".")[0] in names]
    return known if known else wanted


def trouble_of(text):
    if "ERR_NVGPUCTRPERM" in text:
        return "ncu may not read the counters: run as root, or load the driver with NVreg_RestrictProfilingToAdminUsers=0"
    errors = [line for line in text.splitlines() if line.startswith("==ERROR==")]
    return "ncu: " + (errors[0].split("==")[2].strip() if errors else last_line(text))


def number(text):
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def read_report(text, metrics, kernels):
    """{metric: number} per row of ncu's raw page: a line of names, a line of units, then the kernels."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    rows = list(csv.reader(io.StringIO("\n".join(lines))))
    if len(rows) < 3 or "Kernel Name" not in rows[0]:
        refuse(f"ncu: {last_line(text)}")
    names = rows[0]
    for row in rows[2:]:
        if len(row) != len(names):
            refuse("ncu: a row of its report is cut")
        fields = dict(zip(names, row))
        if kernels not in fields["Kernel Name"]:
            refuse(f"ncu: {fields['Kernel Name']} is not a kernel of the CUDA port")
        yield {metric: number(fields[metric]) for metric in metrics
               if metric in fields and number(fields[metric]) is not None}


def profile(program, folder, metrics, fewer, kernels, caches="none"):
    """What a file says of the counters, and the metrics of each execution, in the order of the program's arguments.
    `program` with its arguments is run again for each pass: to run a kernel again in the same process, ncu would save
    and restore memory in between, and leave that in the caches. `fewer`: for where it does not take all; `kernels`: what
    the name of each has."""
    ncu = find()
    report = os.path.join(folder, "twin.ncu-rep")
    known = known_metrics(ncu, metrics)
    for replay, asked in (("application", known), ("application", fewer), ("kernel", fewer)):
        done = run([ncu, "--profile-from-start", "off", "--replay-mode", replay, "--cache-control", caches,
                    "--clock-control", "none", "--metrics", ",".join(asked), "--force-overwrite", "--export", report,
                    *program], cwd=folder)
        if done.returncode == 0 and os.path.exists(report):
            break
        if "ERR_NVGPUCTRPERM" in done.stdout or replay == "kernel":
            refuse(trouble_of(done.stdout))
    page = run([ncu, "--import", report, "--csv", "--page", "raw", "--print-units", "base"])
    if page.returncode != 0:
        refuse(trouble_of(page.stdout))
    rows = list(read_report(page.stdout, asked, kernels))
    read = set().union(*rows)
    return {"ncu": version_of([ncu, "--version"], r"Version ([\d.]+)"), "replay": replay, "caches": caches,
            "clocks": "none", "left_out": [metric for metric in metrics if metric not in read]}, rows


def attach(configurations, rows):
    """Their metrics, to those that were profiled."""
    if len(rows) != len(configurations):
        refuse(f"ncu has {len(rows)} executions, the CUDA port {len(configurations)}")
    for entry, metrics in zip(configurations, rows):
        entry["metrics"] = metrics
