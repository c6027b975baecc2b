# SPDX-License-Identifier: MIT
"""Sentences of `claimcheck claims --json`, in parts for the cells of a table."""
import json
import subprocess

NO_CASE = 77  # exit code: these runs have no case of any claim


def judged(program, runs, *options):
    """The devices of claims --json, of runs of one device none or one; ValueError where it fails."""
    asked = subprocess.run([program, "claims", "--json", *options, *map(str, runs)], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
    if asked.returncode == NO_CASE:
        return []
    if asked.returncode:
        raise ValueError(f"{runs[0]}: claims: exit code {asked.returncode}: {' '.join(asked.stderr.split())}")
    return json.loads(asked.stdout)["devices"]


def parts(claim):
    """The claim's statement; and of its sentence what was measured, the paper's number or word, and the verdict."""
    _, *measured, verdict = claim["sentence"].replace("|", "\\|").split(" · ")
    paper = measured.pop() if measured and measured[-1].startswith("paper ") else ""
    if len(measured) > 1:
        raise ValueError(f"{claim['id']}: its sentence has other parts: {claim['sentence']}")
    paper = paper.removeprefix("paper ").removeprefix("-").removeprefix("gives ")
    whose = {"reading": ", our reading", "ours": ", ours" if paper else "ours"}.get(claim["number"], "")
    return claim["statement"].removesuffix("."), "".join(measured), paper + whose, verdict.removesuffix(".")
