#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""known.py: hashes of the programs of folders that come with the build, as trust.c makes them, as a C file.

    bench/declared/known.py OUTPUT FOLDER...
"""
import hashlib
import json
import os
import pathlib
import sys


def kernels(steps):
    for step in steps:
        if isinstance(step, dict):
            yield step.get("kernel", "").split(":")[0]
            yield from kernels(step.get("steps", []))


def commands(technique):
    """In the order in which they are read."""
    for output in technique.get("outputs", {}).values():
        check = output.get("check")
        if isinstance(check, dict) and "program" in check:
            yield "program", check["program"]
    if "reference" in technique:
        yield "word", technique["reference"]
    if "generator" in technique:
        yield "generator", technique["generator"]
    for variant in technique["variants"].values():
        for role in "build", "program", "environment":
            yield role, variant.get(role, [])


def content(folder, below, left_out):
    for name in sorted(os.listdir(os.path.join(folder, below)), key=os.fsencode):
        path = os.path.join(below, name)
        if path in left_out:
            continue
        digest = ""
        if os.path.isdir(os.path.join(folder, path)):
            yield from content(folder, path, left_out)
        else:
            with open(os.path.join(folder, path), "rb") as file:
                digest = hashlib.sha256(file.read()).hexdigest()
        yield f"{path} {digest}\n"


def programs_hash(folder):
    beside = os.path.join(folder, "technique.json") # of programs of a built-in technique it is in the folder above
    with open(beside if os.path.exists(beside) else os.path.join(folder, "..", "technique.json"), encoding="utf-8") as file:
        technique = json.load(file)
    left_out = {".git", "technique.json", "claims.json"}
    for variant in technique["variants"].values():
        left_out.update(kernels(variant.get("steps", []) + variant.get("before", [])))
    lines = [(role, word) for role, words in commands(technique) for word in words]
    text = "".join(f"{role} {word}\n" for role, word in lines)
    text += "".join(content(folder, "", left_out - {word for _, word in lines}))
    return hashlib.sha256(text.encode()).hexdigest()


def main():
    hashes = "".join(f'    "{programs_hash(folder)}", /* {os.path.basename(folder)} */\n' for folder in sys.argv[2:])
    text = ('/* Made by bench/declared/known.py. */\n#include "bench/declared/private.h"\n\n'
            f"const char *const declared_trust_known[] = {{\n{hashes}    NULL,\n}};\n")
    path = pathlib.Path(sys.argv[1])
    if not path.exists() or path.read_text(encoding="utf-8") != text: # what is newer is compiled again
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
