#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""evidence.py: rows of evidence are valid, each run has one, and the rows of runs that are in the tree are those of these files;
results/kept.toml says why each of them is there. What pages quote is of those files too (results/pages).

  tests/rules/evidence.py [ROOT]      ROOT: another tree to look at, for the test of this test

Exit code: 0, 1, 77 without python3-jsonschema, 99 where a file cannot be read.
"""
import hashlib
import json
import re
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "scripts" / "maintain")]

import schema  # noqa: E402
from bounded import packed_in  # noqa: E402
from rows import ENDING, FOLDER, files, rows_of  # noqa: E402
from unreadable import UNFIT, UNREADABLE, why  # noqa: E402

LIST = "results/kept.toml"
PRIVATE = re.compile(r"/(home|root|Users|tmp)/")


def troubles(root, valid):
    kept = {}
    for path in files(root):
        name = path.relative_to(root)
        for row in rows_of(path):
            file = row["file"]
            yield from (f"{name}: {file}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in valid.iter_errors(row))
            if file in kept:
                yield f"{name}: {file}: there are two rows of it"
            if not file.startswith(f"runs/{path.name.removesuffix(ENDING)}/"):
                yield f"{name}: {file}: it is of another model"
            if PRIVATE.search(json.dumps(row)):
                yield f"{name}: {file}: it names a folder of a machine"
            kept[file] = row["sha256"]
    listed = set(tomllib.loads((root / LIST).read_text(encoding="utf-8"))["runs"])
    there = {str(path.relative_to(root / "results" / "runs")).removesuffix(".json.xz"): path
             for path in packed_in(root / "results" / "runs", "*/*")}
    yield from (f"{LIST}: {name}: {'no such run is in results/runs' if name in listed else 'say why it stays, or git rm it: its row stays'}"
                for name in sorted(listed ^ set(there)))
    for path in sorted((root / "results" / "pages").glob("*/*.json")):
        of = json.loads(path.read_text(encoding="utf-8")).get("projected")
        if of and kept.get(of["file"]) != of["sha256"]:
            yield f"{path.relative_to(root)}: it is of another file than the row of {of['file']}: scripts/maintain/project"
    for path in there.values():
        file = str(path.relative_to(root / "results"))
        if kept.get(file) != hashlib.sha256(path.read_bytes()).hexdigest():
            yield f"results/{file}: {'its row is that of another file' if file in kept else 'it has no row'}: claimcheck keep --rows results/{file}"


def main(arguments):
    root = Path(arguments[0] if arguments else HERE.parents[1]).resolve()
    if not files(root):
        print(f"evidence: {FOLDER}: no file of rows", file=sys.stderr)
        return 99
    found = list(troubles(root, schema.validator(str(HERE.parents[1] / "results" / "row.schema.json"))))
    print("\n".join(found[:20]) or f"evidence: {sum(len(rows_of(path)) for path in files(root))} rows of {len(files(root))} models")
    return 1 if found else 0


try:
    sys.exit(main(sys.argv[1:]))
except (*UNREADABLE, *UNFIT) as error:
    print(f"evidence: {why(error)}", file=sys.stderr)
    sys.exit(99)
