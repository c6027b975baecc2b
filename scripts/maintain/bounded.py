#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run files and other JSON, packed or not: which they are, and their text, up to what the executable reads of one, since few
megabytes unpack to more than memory.

  scripts/maintain/bounded.py FILE      prints the text
"""
import contextlib
import gc
import gzip
import io
import lzma
import re
import sys
from pathlib import Path

from columns import with_cases

# Runs are millions of objects without a cycle: looking for cycles takes a fifth of the time of whoever reads them all.
gc.disable()

# DISK_LOAD_BYTES_MAX of harness/base/base.h.
BYTES_MAX = 256 << 20
ENDINGS = (".json.xz", ".json.gz", ".json")  # as claimcheck keep writes it, as it did, and not packed


def packed_in(folder, pattern="*"):
    """Paths of the packed files whose path below a folder, without its ending, is as the pattern has it; by name."""
    return sorted(path for ending in ENDINGS[:2] for path in Path(folder).glob(pattern + ending))


def stem_of(path):
    """The name of a file without its ending."""
    return re.sub(r"\.json(\.[gx]z)?$", "", Path(path).name)


@contextlib.contextmanager
def opened(path):
    """Opens a file, or the bytes of one, for its unpacked bytes; its first bytes say how it is packed."""
    with io.BufferedReader(io.BytesIO(path)) if isinstance(path, bytes) else open(path, "rb") as file:
        head = file.peek(6)
        if head.startswith(b"\xfd7zXZ\0"):
            yield lzma.LZMAFile(file)
        elif head.startswith(b"\x1f\x8b"):
            yield gzip.GzipFile(fileobj=file)
        else:
            yield file


def text_of(path):
    """With its cases in rows, which runs of history have in columns. Raises what unreadable.UNREADABLE has."""
    with opened(path) as file:
        data = file.read(BYTES_MAX + 1)
    if len(data) > BYTES_MAX:
        raise ValueError(f"it is larger than {BYTES_MAX >> 20} MiB")
    return with_cases(data.decode("utf-8"), BYTES_MAX)


if __name__ == "__main__":
    sys.stdout.write(text_of(sys.argv[1]))
