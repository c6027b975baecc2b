# SPDX-License-Identifier: MIT
"""Whether a spreadsheet would take a text of a run, which `export --format csv` writes as it stands, for a formula."""

CASE = ("name", "workload", "technique", "bench", "variant", "reason")
CONTEXT = ("os", "kernel", "architecture", "cpu", "loader")


def begins_one(text):
    return isinstance(text, str) and text.lstrip().startswith(("=", "+", "-", "@"))


def troubles(document):
    parts = [("device", document["device"], document["device"]), ("context", document["context"], CONTEXT)]
    parts += [(f"cases/{i}", case, CASE) for i, case in enumerate(document["cases"])]
    for where, part, keys in parts:
        for key in keys:
            if begins_one(part.get(key)):
                yield f"{where}.{key} is {part[key][:60]!r}: a spreadsheet takes what begins with {part[key].lstrip()[0]} for a formula"
