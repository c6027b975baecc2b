#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/reference/verdict-rules.md: that the rules give what its examples say, and that it has at most 900 words.

  tests/rules/judging.py JUDGING [PAGE]      JUDGING: the executable of tests/rules/judging.c

Faults planted into a copy of the page are seen to be found first. Exit code: 0, 1.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

WORDS_MOST = 900
PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "reference" / "verdict-rules.md"
# (what stands in the page, what is planted, what the fault is named by)
PLANTED = (
    ("[6.03, 6.12] CONFIRMED", "[6.03, 6.12] STRONGER", "the rules say CONFIRMED"),
    ("size 6: [6.03", "size 10: [6.03", "the rules say WEAKER"),
    ("best: [1.12", "best: [1.01", "the rules say WEAKER or CONFIRMED"),
    ("factors: 1.03", "factors: 1.05", "they are 1.03 1.12 1.5"),
    ("count 30:", "number 30:", "not an example"),
    ("```examples", "```text", "0 examples"),
    ("# How claims are judged", "# How claims are judged" + " on" * WORDS_MOST, "words"),
)


def faults(program, text):
    with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8") as page:
        page.write(text)
        page.flush()
        said = subprocess.run([program, page.name], stdout=subprocess.PIPE, text=True)
    found = said.stdout.splitlines() if said.returncode == 1 else [] if said.returncode == 0 else [f"exit code {said.returncode}"]
    words = len(text.split())
    return found + ([f"{words} words; at most {WORDS_MOST} are wanted"] if words > WORDS_MOST else [])


def main(program, page=PAGE):
    text = Path(page).read_text(encoding="utf-8")
    found = faults(program, text)
    for there, planted, name in PLANTED:
        if there not in text:
            found.append(f"'{there}' is not in the page, so no fault can be planted there")
        elif not any(name in line for line in faults(program, text.replace(there, planted, 1))):
            found.append(f"'{planted}' in place of '{there}' is not found")
    for line in found:
        print(f"docs/reference/verdict-rules.md: {line}")
    return 1 if found else 0


sys.exit(main(*sys.argv[1:]))
