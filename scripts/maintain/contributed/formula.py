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
            text = part.get(key)
            if begins_one(text):
                yield f"{where}.{key} is {text[:60]!r}: a spreadsheet takes what begins so for a formula"
