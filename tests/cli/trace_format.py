#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A trace against Chrome's Trace Event Format, object form: tests/cli/trace_format.py [--planted] TRACE.json...

Required fields and their types by phase; ids of processes and threads; complete events (X) and pairs (B, E) nested within
a thread, times finite, not negative, and on the GPU's thread in the order of the file. With --planted each rule is broken
on purpose in a copy, and must be seen. Exit code: 0, 1.
"""
import copy
import json
import math
import sys

UNITS = ("ms", "ns")
METADATA = {"process_name": str, "process_labels": str, "process_sort_index": int, "thread_name": str,
            "thread_sort_index": int}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def fields(event):
    """What an event lacks, as text; None where it is whole."""
    phase = event.get("ph")
    if not isinstance(phase, str) or phase not in ("X", "B", "E", "M"):
        return f"phase {phase!r} is not one that is written here"
    if not isinstance(event.get("pid"), int) or not isinstance(event.get("tid"), int):
        return "pid and tid are integers"
    if phase != "E" and (not isinstance(event.get("name"), str) or not event["name"]):
        return "no name"
    if not isinstance(event.get("args", {}), dict):
        return "args is an object"
    if phase == "M":
        kind = METADATA.get(event["name"])
        value = event.get("args", {}).get("sort_index" if kind is int else "labels" if event["name"] == "process_labels" else "name")
        return None if kind and isinstance(value, kind) else f"metadata {event['name']!r}"
    if not is_number(event.get("ts")) or event["ts"] < 0:
        return f"ts {event.get('ts')!r}"
    if phase == "X" and (not is_number(event.get("dur")) or event["dur"] < 0):
        return f"dur {event.get('dur')!r}"
    if phase in "XB" and not isinstance(event.get("cat"), str):
        return "no category"
    return None


def nanoseconds(microseconds):
    return round(1000 * microseconds)


def nesting(events):
    """Events of one thread; the fault, or None."""
    stack = []
    for event in sorted((e for e in events if e["ph"] == "X"), key=lambda e: (nanoseconds(e["ts"]), -nanoseconds(e["dur"]))):
        begin = nanoseconds(event["ts"])
        end = begin + nanoseconds(event["dur"])
        while stack and stack[-1] <= begin:
            stack.pop()
        if stack and end > stack[-1]:
            return f"'{event['name']}' at {event['ts']} reaches out of what holds it"
        stack.append(end)
    depth, last = 0, 0
    for event in events:
        if event["ph"] not in "BE":
            continue
        if nanoseconds(event["ts"]) < last:
            return f"{event['ph']} at {event['ts']} is earlier than the one before"
        last = nanoseconds(event["ts"])
        depth += 1 if event["ph"] == "B" else -1
        if depth < 0:
            return f"E at {event['ts']} ends nothing"
    return "a B has no E" if depth else None


def fault_of(document):
    """The first fault, as text; None where there is none."""
    if not isinstance(document, dict) or not isinstance(document.get("traceEvents"), list):
        return "no traceEvents"
    if document.get("displayTimeUnit") not in UNITS:
        return f"displayTimeUnit {document.get('displayTimeUnit')!r}"
    threads, named = {}, {}
    for i, event in enumerate(document["traceEvents"]):
        if not isinstance(event, dict):
            return f"event {i} is no object"
        fault = fields(event)
        if fault:
            return f"event {i}: {fault}"
        if event["ph"] == "M" and event["name"] == "thread_name":
            named[event["pid"], event["tid"]] = event["args"]["name"]
        elif event["ph"] != "M":
            threads.setdefault((event["pid"], event["tid"]), []).append(event)
    for thread, events in threads.items():
        if thread not in named:
            return f"thread {thread} has no name"
        fault = nesting(events)
        if fault:
            return f"thread {named[thread]!r}: {fault}"
        times = [nanoseconds(event["ts"]) for event in events]
        if named[thread].startswith("GPU") and times != sorted(times):
            return f"thread {named[thread]!r}: events are not in order"
    return None


def planted(document):
    """Copies with one fault each, by name."""
    spans = [i for i, event in enumerate(document["traceEvents"]) if event["ph"] == "X"]
    gpu = [i for i in spans if document["traceEvents"][i]["tid"] == 2]
    last = max(spans, key=lambda i: document["traceEvents"][i]["ts"])

    def changed(at, **values):
        copied = copy.deepcopy(document)
        for key, value in values.items():
            if value is None:
                copied["traceEvents"][at].pop(key)
            else:
                copied["traceEvents"][at][key] = value
        return copied

    def added(*events):
        copied = copy.deepcopy(document)
        copied["traceEvents"] += events
        return copied

    pair = {"name": "b", "cat": "c", "pid": 1, "tid": 1, "ts": 5}
    for key in ("name", "ph", "pid", "tid", "ts", "dur", "cat"):
        yield "without " + key, changed(spans[0], **{key: None})
    yield "a ts of text", changed(spans[0], ts="1")
    yield "a negative ts", changed(spans[0], ts=-1)
    yield "a ts that is not finite", changed(spans[0], ts=math.nan)
    yield "a negative dur", changed(spans[0], dur=-0.001)
    yield "a phase unknown", changed(spans[0], ph="Q")
    yield "a pid of text", changed(spans[0], pid="1")
    yield "args of text", changed(spans[0], args="x")
    yield "a thread without a name", changed(last, tid=77)
    yield "no unit", {**document, "displayTimeUnit": "us"}
    yield "no events", {**document, "traceEvents": {}}
    later = next(i for i in gpu if document["traceEvents"][i]["ts"] > document["traceEvents"][gpu[0]]["ts"])
    yield "a span across another's end", changed(later, dur=1e9)
    yield "the GPU out of order", added(copy.deepcopy(document["traceEvents"][gpu[0]]))
    yield "metadata without a name", changed(0, args={})
    yield "a B alone", added({**pair, "ph": "B"})
    yield "an E alone", added({**pair, "ph": "E"})
    yield "an E before its B", added({**pair, "ph": "B"}, {**pair, "ph": "E", "ts": 4})


def main(arguments):
    plant = arguments[:1] == ["--planted"]
    failed = 0
    for path in arguments[1:] if plant else arguments:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        fault = fault_of(document)
        if fault:
            print(f"{path}: {fault}")
            failed += 1
            continue
        for name, broken in planted(document) if plant else ():
            if not fault_of(broken):
                print(f"{path}: {name} is not seen")
                failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
