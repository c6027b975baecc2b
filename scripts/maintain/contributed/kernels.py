# SPDX-License-Identifier: MIT
"""Whether the kernels of a run are those that its commit has."""
import functools
import hashlib
import json
import re
import sys

from bounded import opened, text_of
from script import git
from unreadable import UNREADABLE

# The tool stands at the top of a run file.
HEAD_BYTES = 1000
COMMIT = re.compile(r"[0-9a-f]{7,40}")
# Commits of kept runs that the history no longer has.
GONE = ("5fe7a1c4a38a", "94f55b017bcd", "ed607fae2158")


def texts(kernel):
    return isinstance(kernel, dict) and all(isinstance(kernel.get(key), str) for key in ("name", "sha256"))


class Known:
    """Kernels of commits: their files in the history, and their hashes in runs. others: runs that are held against."""

    def __init__(self, root, others):
        self.root, self.others = root, list(others)

    @functools.cache
    def hashes_of(self, commit):
        """By name; what is wrong with the other runs is said when they are looked at themselves."""
        hashes = {}
        for path in self.others:
            try:
                with opened(path) as file:
                    found = f'"{commit}"'.encode() in file.read(HEAD_BYTES)
                document = json.loads(text_of(path)) if found else {}
            except UNREADABLE:
                continue
            kernels = document.get("kernels") if isinstance(document, dict) else []
            for kernel in kernels if isinstance(kernels, list) else []:
                if texts(kernel) and not kernel.get("file"):
                    hashes.setdefault(kernel["name"], kernel["sha256"])
        return hashes

    def git(self, *words):
        """What git prints of the repository; None where it fails."""
        said = git(self.root, *words)
        return None if said is None else said.decode("utf-8", "replace")

    @functools.cache
    def has_all(self):
        """Whether all commits are here; a line where they are not, once."""
        whole = (self.git("rev-parse", "--is-shallow-repository") or "").strip() == "false"
        if not whole:
            print("contribution: no whole history is here, and commits that it lacks are not examined: git fetch --unshallow", file=sys.stderr)
        return whole

    @functools.cache
    def names(self, commit):
        """Of all shaders of a commit; None where it is not in the history. commit: of digits alone, which no option is."""
        said = self.git("ls-tree", "-r", "--name-only", f"{commit}^{{commit}}", "--", "kernels/")
        paths = [line.removeprefix("kernels/") for line in (said or "").splitlines()]
        return None if said is None else {path.rsplit(".", 1)[0] for path in paths} | set(paths)


def commit_trouble(commit, known):
    if not COMMIT.fullmatch(commit):
        return f"tool.commit is {commit[:60]!r}, and no commit: 7 to 40 digits of 0-9 and a-f"
    if known.names(commit) is None and commit not in GONE and known.has_all():
        return f"commit {commit} is not in the history: measure by a build of one that is"
    return None


def folder_troubles(commit, files, known):
    """Folders of techniques are those of techniques/ of the commit, where that is here; keep takes those beside it, too."""
    for file in files if known.names(commit) is not None else []:
        path = f"techniques/{file['technique']}/{file['file']}"
        held = git(known.root, "show", f"{commit}:{path}")
        if held is None:
            yield f"{path}: commit {commit} has no such file"
        elif hashlib.sha256(held).hexdigest() != file["sha256"]:
            yield f"{path} has another hash in commit {commit}: measure with its folder"


def troubles(document, known):
    commit = document["tool"]["commit"]
    trouble = commit_trouble(commit, known)
    if trouble:
        yield trouble
    files = document["session"].get("technique_files", [])
    folders = {file["technique"] for file in files}
    if not trouble:
        yield from folder_troubles(commit, files, known)
    if trouble or "kernels" not in document:
        return
    names, hashes, own = known.names(commit), known.hashes_of(commit), {}
    for kernel in document["kernels"]:
        name = kernel["name"]
        if kernel["file"]:
            yield f"{name} is a user's own, {kernel['file']}: results/runs has runs of the project's kernels"
        elif names is not None and name not in names and name.split("/")[0] not in folders:
            yield f"{name}: commit {commit} has no such kernel"
        elif own.setdefault(name, kernel["sha256"]) != kernel["sha256"]:
            yield f"{name} has two hashes, {own[name][:12]} and {kernel['sha256'][:12]}"
        elif hashes.setdefault(name, kernel["sha256"]) != kernel["sha256"]:
            yield (f"{name} has the hash {kernel['sha256'][:12]}, and in other runs of commit {commit} {hashes[name][:12]}: "
                   "measure by a build of that commit as it is")
    for case in document["cases"]:
        counters = case["counters"] or {}
        if case["status"] == "ok" and counters.get("dispatches", 0) > 0 and not case.get("kernels"):
            yield f"{case['name']}: it dispatches, and has no kernel"
