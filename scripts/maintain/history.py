# SPDX-License-Identifier: MIT
"""Run files as they were kept, whether they are still in the tree or in git's history alone."""
import subprocess
from pathlib import Path


class Gone(Exception):
    """A run that neither the tree nor the history of this clone has."""


def git(root, *words):
    """Returns what git prints, as bytes; None where it fails or is not there."""
    try:
        done = subprocess.run(["git", "-C", root, "-c", "safe.directory=*", *words], capture_output=True)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


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
