# SPDX-License-Identifier: MIT
"""Texts of files of strangers, for people and for what reads what is printed, as harness/base/base.h has it."""
import re

# Markup of Markdown and of the HTML within it; a _ within a word means nothing there.
MARKS = re.compile(r"([\\|<>\[\]`*#&~]|(?<!\w)_|_(?!\w))")


def printable(text):
    """One line: white space is a space, all else that is not seen, steers a terminal or turns what is written, a '?'."""
    return "".join(letter if letter.isprintable() else " " if letter.isspace() else "?" for letter in text)


def markdown(text):
    """A cell of a table, a heading, a part of a sentence: nothing but these letters."""
    return MARKS.sub(r"\\\1", printable(text))


def table(head, rows, after_first="---|"):
    """A table of cells that are Markdown. after_first: the rule below the columns behind the first one."""
    return "\n".join(["| " + " | ".join(head) + " |", "|---|" + after_first * (len(head) - 1),
                      *("| " + " | ".join(row) + " |" for row in rows)])
