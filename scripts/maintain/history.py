# SPDX-License-Identifier: MIT
"""Run files as they were kept, whether they are still in the tree or in git's history alone."""
from pathlib import Path

from script import git


class Gone(Exception):
    """A run that neither the tree nor the history of this clone has."""


def kept_bytes(root, file):
    """The bytes of a kept run, which is named below results/ as rows of evidence name it. Raises Gone."""
    path = Path(root) / "results" / file
    if path.is_file():
        return path.read_bytes()
    commit = (git(root, "rev-list", "-1", "HEAD", "--", f"results/{file}") or b"").decode().strip()
    places = (f"{commit}:results/{file}", f"{commit}^:results/{file}") if commit else ()  # it wrote the file, or took it away
    found = next((data for place in places if (data := git(root, "show", place)) is not None), None)
    if found is None:
        raise Gone(f"results/{file} is neither in the tree nor in its history (in a shallow clone: git fetch --unshallow)")
    return found
