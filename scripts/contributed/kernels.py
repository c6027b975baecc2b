# SPDX-License-Identifier: MIT
"""Whether the kernels of a run are those that its commit has."""
import gzip
import json
import subprocess

from unreadable import UNREADABLE

# The tool stands at the top of a run file.
HEAD_CHARACTERS = 1000

class Known:
    """Kernels of commits: their files in the history, and their hashes in runs. others: runs that are held against."""

    def __init__(self, root, others):
        self.root, self.others, self.hashes, self.files = root, list(others), {}, {}

    def hashes_of(self, commit):
        """By name; what is wrong with the other runs is said when they are looked at themselves."""
        if commit not in self.hashes:
            self.hashes[commit] = {}
            for path in self.others:
                try:
                    with gzip.open(path, "rt", encoding="utf-8") as file:
                        head = file.read(HEAD_CHARACTERS)
                        kernels = json.loads(head + file.read()).get("kernels", []) if f'"{commit}"' in head else []
                except UNREADABLE:
                    continue
                for kernel in kernels:
                    if not kernel["file"]:
                        self.hashes[commit].setdefault(kernel["name"], kernel["sha256"])
        return self.hashes[commit]

    def names(self, commit):
        """Of all shaders of a commit; None where it is not in the history."""
        if commit not in self.files:
            said = subprocess.run(["git", "-C", str(self.root), "ls-tree", "-r", "--name-only", commit, "--", "kernels/"],
                                  capture_output=True, text=True)
            paths = [line.removeprefix("kernels/") for line in said.stdout.splitlines()]
            self.files[commit] = None if said.returncode != 0 else {path.rsplit(".", 1)[0] for path in paths} | set(paths)
        return self.files[commit]


def troubles(document, known):
    if "kernels" not in document:
        return
    commit = document["tool"]["commit"]
    names, hashes, own = known.names(commit), known.hashes_of(commit), {}
    for kernel in document["kernels"]:
        name = kernel["name"]
        if kernel["file"]:
            yield f"{name} is a user's own, {kernel['file']}: results/runs has runs of the project's kernels"
        elif names is not None and name not in names:
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
