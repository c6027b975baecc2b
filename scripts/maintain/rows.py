# SPDX-License-Identifier: MIT
"""Rows of evidence, results/cards: of each kept run what claims are judged by. harness/record/record.h has the format."""
import json
import lzma
from pathlib import Path

FOLDER = Path("results") / "cards"
ENDING = ".jsonl.xz"


def files(root):
    """Files of rows, by name."""
    return sorted((Path(root) / FOLDER).glob(f"*{ENDING}"))


def laid(row, form):
    """Lays a row over one of its forms: members, and those of entries of lists that both have."""
    for key, value in form.items():
        if isinstance(row.get(key), list):
            if len(row[key]) != len(value):
                raise ValueError(f"the row of {row.get('file')} does not fit its forms")
            row[key] = [{**common, **own} for common, own in zip(value, row[key])]
        else:
            row[key] = value


def rows_of(path):
    """The whole rows of a file, in its order. Raises what unreadable.UNREADABLE and UNFIT have."""
    forms, rows = {}, []
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if "form" in line:
                forms[line.pop("form")] = line
                continue
            for name in line.pop("forms"):
                laid(line, forms[name])
            rows.append(line)
    return rows
