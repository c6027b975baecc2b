#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes kernels that are bad on purpose from those that are shipped, by tests/planted/changes, which has the format.

  tests/planted/plant.py KERNELS DEPFILE OUTPUT...      KERNELS: kernels/; OUTPUT: a path that ends in /NAME.comp
"""
import re
import sys
from pathlib import Path

CHANGES = Path(__file__).resolve().with_name("changes")


def changes():
    """{name: (kernel, [(the text that goes, the text that comes)])}"""
    found = {}
    for block in re.split(r"^@ ", CHANGES.read_text(encoding="utf-8"), flags=re.M)[1:]:
        head, _, rest = block.partition("\n")
        name, kernel = head.split(" = ")
        hunks = [hunk.splitlines() for hunk in re.sub(r"^#.*\n?", "", rest, flags=re.M).split("\n\n") if hunk.strip()]
        found[name] = kernel, [tuple("".join(f"{line[1:]}\n" for line in hunk if line[0] in marks) for marks in (" -", " +"))
                               for hunk in hunks]
    return found


def planted(text, hunks, name):
    for goes, comes in hunks:
        if text.count(f"\n{goes}") != 1:
            sys.exit(f"{CHANGES}: {name}: not once in its kernel:\n{goes}")
        text = text.replace(f"\n{goes}", f"\n{comes}")
    return text


def main(kernels, depfile, *outputs):
    known, needs = changes(), [CHANGES]
    for output in map(Path, outputs):
        if output.stem not in known:
            sys.exit(f"{CHANGES}: there is no {output.stem}")
        kernel, hunks = known[output.stem]
        needs.append(Path(kernels) / f"{kernel}.comp")
        text = planted(needs[-1].read_text(encoding="utf-8"), hunks, output.stem)
        if not output.exists() or output.read_text(encoding="utf-8") != text:
            output.write_text(text, encoding="utf-8")
    Path(depfile).write_text(f"{outputs[0]}: {' '.join(map(str, needs))}\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
