#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds results/published/statements.toml against the claims: tests/rules/statements.py [ROOT]

A statement has claims, or one of the reasons why it has none; it stands there once. Its claims are in the file of its paper, and are
the paper's or our reading of its word. Each such claim of a paper that is listed is one of a statement, and each reason is used. ROOT is the tree, by
default the one of this script. Exit code: 0, 1.
"""
import json
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "scripts" / "maintain"))
from bounded import text_of  # noqa: E402
from printable import printable  # noqa: E402
from unreadable import UNFIT, UNREADABLE, why  # noqa: E402

FOLDER = Path("results") / "published"


def faults(root):
    listed = tomllib.loads(text_of(root / FOLDER / "statements.toml"))
    unused = set(listed["why"])
    for paper, statements in listed["statements"].items():
        claims = {claim["id"]: claim.get("number", "paper") for claim in json.loads(text_of(root / FOLDER / f"{paper}.json"))["claims"]}
        open_claims = {name for name, number in claims.items() if number != "ours"}
        seen = set()
        for one in statements:
            name = f"{paper}, {one['at']}, «{one['says']}»"
            if (one["at"], one["says"]) in seen:
                yield f"{name}: it stands there twice"
            seen.add((one["at"], one["says"]))
            if bool(one.get("claims")) == ("why" in one):
                yield f"{name}: it needs claims, or a reason why it has none"
            for claim in (f"{paper}.{short}" for short in one.get("claims", ())):
                if claims.get(claim, "ours") == "ours":
                    yield f"{name}: {claim} is no claim of the paper"
                open_claims.discard(claim)
            if one.get("why", "device") not in listed["why"]:
                yield f"{name}: {one['why']} is no key of [why]"
            unused.discard(one.get("why"))
        yield from (f"{name}: no statement has it" for name in sorted(open_claims))
    yield from (f"[why] {reason}: no statement has it" for reason in sorted(unused))


def main(root):
    try:
        found = list(faults(Path(root)))
    except (*UNREADABLE, *UNFIT, tomllib.TOMLDecodeError) as error:
        sys.exit(f"statements: {printable(why(error))}")
    for one in found:
        print(printable(f"{FOLDER}/statements.toml: {one}"), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else HERE.parents[1]))
