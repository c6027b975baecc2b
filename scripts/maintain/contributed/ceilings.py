# SPDX-License-Identifier: MIT
"""The kept run that another one has its ceilings of."""
import json
import re

from bounded import opened, packed_in
from unreadable import UNREADABLE

HEAD_BYTES = 65536


def begun(path):
    """When a kept run was begun, by the head of its file; None where that has it not."""
    try:
        with opened(path) as file:
            found = re.search(r'"started":\s*("[^"\n]*")', file.read(HEAD_BYTES).decode("utf-8", "replace"))
            return json.loads(found.group(1)) if found else None
    except UNREADABLE:
        return None


def run_of(path, document):
    """In the folder of the run; None for ceilings of its own, and where that run is not there."""
    measured = (document["ceilings"] or {}).get("measured")
    if not measured:
        return None
    beside = packed_in(path.parent, f"{measured[:10].replace('-', '')}-*")
    return next((other for other in beside if other.resolve() != path.resolve() and begun(other) == measured), None)
