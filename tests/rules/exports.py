#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Exported names begin with their module, by nm over what was built: tests/rules/exports.py BUILD [ROOT]

In bench/<technique>/ a name begins with the technique; in harness/engine/gpu/ with gpu_, in harness/os/ with os_ or the file it is in, less
posix_; elsewhere with the file it is in, or
the leading words of the file's name (case_execute.c: case_execute_, case_), in the singular or the plural. Functions of
the contract, harness/*.h, begin with one of its headers and may be in any file; what the header of a folder declares that
has the folder's name (keep/keep.h: run_status_exit) may be in any file of that folder. A file's own header may name further
modules, each in the comment of its section ("/* sum: check sums of ..."). Exit code: 0, 1, 77 (no nm).
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

# Prefixes that a library's own header defines in a file of ours.
FOREIGN = {"harness/engine/gpu/volk.c": ("vk", "volk")}


def objects(build, root):
    """(source from the root of the tree, object), of bench/ and harness/."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            folder = entry["directory"]
            source = os.path.relpath(os.path.join(folder, entry["file"]), root)
            if source.startswith(("bench/", "harness/")):
                yield source, os.path.join(folder, entry["output"])


def symbols(paths):
    """Defined global names by object."""
    names = {path: [] for path in paths}
    output = subprocess.run(["nm", "-A", "-P", "-g", "--defined-only", *paths],
                            check=True, capture_output=True, text=True).stdout
    for line in output.splitlines():
        path, rest = line.split(": ", 1)
        name = rest.split()[0]
        if not name.startswith("_"):
            names[path].append(name)
    return names


def contract(root):
    """Names of headers at the top of harness/, with their text."""
    headers = {}
    for path in glob.glob(os.path.join(root, "harness", "*.h")):
        with open(path, encoding="utf-8") as file:
            headers[os.path.basename(path)[:-2]] = file.read()
    return headers


def of_folder(root, path):
    """Text of the header that a folder of harness/ has for the rest of the house; "" where there is none."""
    folder = os.path.dirname(path)
    header = os.path.join(root, folder, os.path.basename(folder) + ".h")
    if not path.startswith("harness/") or not os.path.exists(header):
        return ""
    with open(header, encoding="utf-8") as file:
        return file.read()


def techniques(root):
    """{folder: prefix}, by the list in meson.build."""
    with open(os.path.join(root, "meson.build"), encoding="utf-8") as file:
        return dict(re.findall(r"^    \['(\w+)', '(\w+)'\],$", file.read(), re.M))


def sections(root, path):
    """Modules that the header of a file names beside its own, in comments of sections behind the first."""
    header = os.path.join(root, path[:-2] + ".h")
    if not path.startswith("harness/") or not os.path.exists(header):
        return []
    with open(header, encoding="utf-8") as file:
        _, *behind = file.read().split("\n/* " + "-" * 94 + " */\n")
    return re.findall(r"^/\*(?: |\n \* )(\w+): ", "\n".join(behind), re.M)


def begins(name, prefix):
    return name == prefix or name.startswith(prefix + "_")


def prefixes(path, listed):
    parts = path.split("/")
    if parts[0] == "bench" and len(parts) > 2 and parts[1] != "common":
        return [listed.get(parts[1], parts[1])]
    if parts[:3] == ["harness", "engine", "gpu"]:
        return ["gpu"]
    words = parts[-1][:-2].split("_")
    if parts[:2] == ["harness", "os"]:  # posix_process.c: process_, os_
        return ["os", "_".join(words[1:])]
    leading = ["_".join(words[: i + 1]) for i in reversed(range(len(words)))]
    return leading + [word[:-1] if word.endswith("s") else word + "s" for word in leading]


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__)
        return 1
    if not shutil.which("nm"):
        print("nm is not installed")
        return 77
    root = arguments[1] if len(arguments) == 2 else os.path.join(os.path.dirname(__file__), "../..")
    files = list(objects(arguments[0], os.path.abspath(root)))
    if not files:
        print(f"{arguments[0]}: no object of bench/ or harness/")
        return 1
    names = symbols([built for _, built in files])
    headers = contract(root)
    listed = techniques(root)
    failed = False
    for path, built in files:
        wanted = prefixes(path, listed) + sections(root, path)
        declared = of_folder(root, path)
        for name in names[built]:
            if any(begins(name, prefix) for prefix in wanted) or name.startswith(FOREIGN.get(path, ("\0",))):
                continue
            if re.search(rf"\b{name}\b", declared):
                continue
            if path.startswith("harness/") and any(begins(name, stem) for stem in headers) and any(
                    re.search(rf"\b{name}\b", text) for text in headers.values()):
                continue
            print(f"{path}: {name} does not begin with {wanted[0]}_")
            failed = True
    print(f"{sum(len(found) for found in names.values())} exported names")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
