#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""No string of harness/ and no line of viewer/ knows a technique, a paper or a device: tests/rules/strangers.py [ROOT]

Whoever adds a technique or a paper leaves both as they are. Their string literals have no name of a technique of meson.build, no
id of a paper in results/published/, no part of a case's name, such as technique.bench, technique/variant or variant/axis:value,
and no model of a device. A technique that measures limits of the device may be called by the word for these, `ceilings`, but
not with a bench or a variant. Vendors, comments and included files do not count. Exit code: 0, 1.
"""
import glob
import os
import re
import sys

# A comment, a character, or a string, of which only the last is looked at.
TOKEN = re.compile(r"""/\*.*?\*/|//[^\n]*|'(?:[^'\\\n]|\\.)+'|"((?:[^"\\\n]|\\.)*)\"""", re.S)
INCLUDE = re.compile(r"^#\s*include.*$", re.M)
MODEL = r"(?<![#\w])(?:RTX|GTX|RX|HD|GeForce|Radeon|Quadro|Titan|Arc|Iris|Adreno|Mali|MI|GB|GH|[ABHLPTV])[ -]?\w?\d{2,4}\w*\b"
LIMITS, ASKS = "ceilings", "harness/record/run/run.c"


def techniques(root):
    """Names and folders, by the list in meson.build."""
    with open(os.path.join(root, "meson.build"), encoding="utf-8") as file:
        return re.findall(r"^    \['(\w+)', '(\w+)'\],$", file.read(), re.M)


def rules(root):
    names = sorted({name for pair in techniques(root) for name in pair})
    papers = [os.path.basename(path)[:-5] for path in glob.glob(os.path.join(root, "results", "published", "*.json"))]
    own = [name for name, _ in techniques(root) if name != LIMITS]
    return [
        ("technique", re.compile(rf"\b(?:{'|'.join(own)})\b")),
        ("case", re.compile(rf"\b(?:{'|'.join(names)})[./][a-z]\w+|\b(?!variant/axis:)[a-z_]+/[a-z_]+:\w")),
        ("paper", re.compile(rf"(?<![A-Za-z])(?:{'|'.join(sorted(papers))})(?![A-Za-z])", re.I)),
        ("device", re.compile(MODEL, re.I)),
    ]


def literals(text):
    """(line, string) of each; those that stand side by side are one."""
    text = INCLUDE.sub("", text)
    line, last, joined, begun = 1, 0, None, 0
    for token in TOKEN.finditer(text):
        between = text[last:token.start()]
        if joined is not None and (between.strip() or token[1] is None):
            yield begun, joined
            joined = None
        line += between.count("\n")
        if token[1] is not None:
            begun = begun if joined is not None else line
            joined = (joined or "") + token[1]
        line += token[0].count("\n")
        last = token.end()
    if joined is not None:
        yield begun, joined


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    wanted = rules(root)
    asked = re.compile(rf'strn?cmp\([^;]*"{LIMITS}"')
    faults = 0
    paths = [*glob.glob(os.path.join(root, "harness", "**", "*.[ch]"), recursive=True), *glob.glob(os.path.join(root, "viewer", "*"))]
    for path in sorted(paths):
        name = os.path.relpath(path, root)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for line, string in literals(text) if path[-2:] in (".c", ".h") else enumerate(text.split("\n"), 1):
            for kind, pattern in wanted:
                for found in pattern.finditer(string):
                    print(f"{name}:{line}: the {kind} '{found[0]}' in \"{string[:100]}\"")
                    faults += 1
        if name != ASKS and asked.search(text):
            print(f"{name}: asks for the technique '{LIMITS}' by its name: run_measures_limits() does")
            faults += 1
    return faults > 0


if __name__ == "__main__":
    sys.exit(main())
