# SPDX-License-Identifier: MIT
"""What reading a file of JSON, packed or not, fails with; and looking into it, where it is another than it should be."""
import lzma
import zlib

UNREADABLE = (OSError, EOFError, ValueError, RecursionError, MemoryError, zlib.error, lzma.LZMAError)
# Exceptions of an entry that is missing, or of another type.
UNFIT = (AttributeError, IndexError, KeyError, TypeError)


def why(error):
    """One line; some errors say nothing, and of a key nothing but its name."""
    if isinstance(error, KeyError):
        return f"no entry {error}"
    return " ".join(str(error).split()) or {MemoryError: "out of memory"}.get(type(error), type(error).__name__)


def entry(document, path, kind, words):
    """The entry at a dotted path, which is of a type: (str, "text"); raises ValueError where it is not."""
    for step in path.split("."):
        document = document.get(step) if isinstance(document, dict) else None
    if not isinstance(document, kind):
        raise ValueError(f"{path} is missing, or not of type {words}")
    return document
