# SPDX-License-Identifier: MIT
"""Whether a run says no more of the machine than what bears on its times."""
import getpass
import pathlib
import re
import socket

SCHEMA = pathlib.Path(__file__).resolve().parents[3] / "results/run.schema.json"
# A path has two names at least: a single one may belong to a regular expression.
PATH = re.compile(r"(?:^|[\s'\"=:;,])((?:/[\w.+~-]+|~|\.\.)/[\w.+~/-]+|[A-Za-z]:\\\w[^\s'\"]*)")
ADDRESS = re.compile(r"\b[\w.+-]+@[\w-]+\.[a-z]{2,}\b")


def texts(value, where=""):
    """Yields (where, text) of all texts below a value."""
    if isinstance(value, dict):
        for key, part in value.items():
            if isinstance(part, (dict, list, str)):
                yield from texts(part, f"{where}.{key}" if where else key)
    elif isinstance(value, list):
        for part in value:
            if isinstance(part, (dict, list, str)):
                yield from texts(part, where)
    elif isinstance(value, str):
        yield where, value


def own_names():
    """This machine's and its user's, where they are words that mean nothing else."""
    try:
        found = {socket.gethostname().split(".")[0], getpass.getuser()}
    except (KeyError, OSError):
        found = set()
    return {name for name in found if len(name) > 3 and name not in ("root", "user", "localhost")}


def troubles(document):
    allowed = re.search(r'"environment": \{.*?"patternProperties": \{\s*"([^"]*)"', SCHEMA.read_text(), re.S)[1]
    for name in document["context"].get("environment", {}):
        if not re.search(allowed, name):
            yield f"context.environment has {name}"
    parts = {key: document.get(key) for key in ("tool", "session", "context", "device", "workloads")}
    parts["cases"] = [{key: case.get(key) for key in ("reason", "replaced", "metrics")} for case in document["cases"]]
    names = [(name, re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")) for name in sorted(own_names())]
    device = document["device"]["name"].lower()
    for where, text in texts(parts):
        for pattern, what in ((PATH, "a path"), (ADDRESS, "an address")):
            match = pattern.search(text)
            if match:
                yield f"{where}: '{match.group(match.lastindex or 0)[:80]}' is {what}"
        for name, pattern in names:
            if name.lower() not in device and pattern.search(text):
                yield f"{where}: '{name}' is a name of this machine or of its user"
