# SPDX-License-Identifier: MIT
"""Texts of files of strangers, for people and for what reads what is printed, as harness/base/base.h has it."""
import re
import sys
from pathlib import Path

# Markup of Markdown and of the HTML within it; a _ within a word means nothing there.
MARKS = re.compile(r"([\\|<>\[\]`*#&~]|(?<!\w)_|_(?!\w))")


def printable(text):
    """One line: white space is a space, all else that is not seen, steers a terminal or turns what is written, a '?'."""
    return "".join(letter if letter.isprintable() else " " if letter.isspace() else "?" for letter in text)


def markdown(text):
    """A cell of a table, a heading, a part of a sentence: nothing but these letters."""
    return MARKS.sub(r"\\\1", printable(text))


def refuse(error, code=99):
    """Ends the script, which names itself, with a line on stderr."""
    print(printable(f"{Path(sys.argv[0]).name}: {error}"), file=sys.stderr)
    sys.exit(code)
