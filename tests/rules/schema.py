#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Validates JSON files against a JSON Schema: tests/rules/schema.py [--strict] SCHEMA.json FILE.json[.xz]|FOLDER...
or schemas against what a schema may be: tests/rules/schema.py --schemas SCHEMA.json...

A folder stands for all *.json, packed or not, in it and below it, of which there must be one. A schema that is open to keys of later
versions is closed by --strict, for files that this version writes: a key that it does not name is then an error.

Beyond the schema: numbers are finite, no key stands twice in an object, no case name twice in `cases`, every id that a
case or a published claim names exists, and a run has neither a host name nor an absolute path. Exit code: 0 valid, 1 not valid, 77 no python3-jsonschema.
"""
import collections
import glob
import json
import math
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts/maintain"))
from bounded import ENDINGS, text_of  # noqa: E402
from printable import printable  # noqa: E402
from unreadable import UNREADABLE, why  # noqa: E402


def unique_pairs(pairs):
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [key for key, _ in pairs]
        raise ValueError(f"key {next(key for key in names if names.count(key) > 1)!r} stands twice in one object")
    return document


def refuse_constant(text):
    raise ValueError(f"{text} is no JSON")


def finite(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is not finite")
    return value


def load(path):
    return parse(text_of(path))


def parse(text):
    return json.loads(text, object_pairs_hook=unique_pairs, parse_constant=refuse_constant, parse_float=finite)


def files(paths):
    for path in paths:
        found = [name for ending in ENDINGS for name in glob.glob(f"{path}/**/*{ending}", recursive=True)]
        yield from sorted(found) or [path] if os.path.isdir(path) else [path]


def closed(schema):
    """The schema, with every object that names its keys closed to others."""
    if isinstance(schema, list):
        return [closed(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(value) for key, value in schema.items()}
    names_keys = "properties" in schema or "patternProperties" in schema
    if "type" in schema and names_keys:
        result.setdefault("additionalProperties", False)
    return result


def library():
    try:
        import jsonschema
    except ImportError:
        print("python3-jsonschema is not installed")
        sys.exit(77)
    return jsonschema.validators


def further_errors(document):
    if "view" in document:  # its cases are columns
        document = {**document, "cases": [{"name": name} for name in document["cases"]["name"]], "kernels": []}
    names = collections.Counter(case["name"] for case in document.get("cases", []))
    for name, count in sorted(names.items()):
        if count > 1:
            yield f"case {name} stands {count} times"
    kernels = [kernel["id"] for kernel in document.get("kernels", [])]
    if len(kernels) > len(set(kernels)):
        yield "an id stands twice in kernels"
    for case in document.get("cases", []):
        for name in case.get("kernels", []):
            if name not in kernels:
                yield f"case {case['name']}: no kernel {name}"
    if "host" in document.get("context", {}):
        yield "context: names the host"
    session = document.get("session", {})
    for text in session.get("arguments", []) + session.get("plan_arguments", []):
        if re.match(r"(--[a-z-]+=)?/.*[./]", text):
            yield f"session: {text} is a path"
    if "claims" in document and "paper" in document:
        figures = [figure["id"] for figure in document["figures"]]
        claims = [claim["id"] for claim in document["claims"]]
        hardware = [entry["id"] for entry in document["hardware"]]
        for name in figures + claims:
            if (figures + claims).count(name) > 1:
                yield f"id {name} stands twice"
        defaults = {"id": "defaults", **document.get("defaults", {})}
        for entry in [*document["figures"], defaults, *document["claims"]]:
            if entry.get("hardware") is not None and entry["hardware"] not in hardware:
                yield f"{entry['id']}: no hardware {entry['hardware']}"
        for claim in [defaults, *document["claims"]]:
            for figure in claim.get("figures", []) + claim.get("paper_ratio", []):
                if figure not in figures:
                    yield f"{claim['id']}: no figure {figure}"


def validator(path, strict=False):
    """Of the schema in the file; strict: closed to keys that it does not name."""
    schema = closed(load(path)) if strict else load(path)
    kind = library().validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


def schema_errors(path):
    """Lines: what is wrong with a schema, as it stands and closed."""
    schema, errors = load(path), []
    for one in (schema, closed(schema)):
        kind = library().validator_for(one)
        errors += [error.message[:300] for error in kind(kind.META_SCHEMA).iter_errors(one)]
    return errors


def errors_of(valid, document):
    """Lines: what is wrong with the document."""
    return [
        f"{'/'.join(str(step) for step in error.absolute_path) or '(top)'}: {error.message[:300]}"
        for error in valid.iter_errors(document)
    ] or list(further_errors(document))


def main(arguments):
    strict = arguments[:1] == ["--strict"]
    if strict:
        arguments = arguments[1:]
    if len(arguments) < 2:
        print(__doc__)
        return 1
    valid = validator(arguments[0], strict) if arguments[0] != "--schemas" else None
    failed = False
    for path in files(arguments[1:]):
        try:
            errors = errors_of(valid, load(path)) if valid else schema_errors(path)
        except UNREADABLE as error:
            errors = [why(error)]
        for error in errors[:20]:
            print(printable(f"{path}: {error}"))
        failed = failed or bool(errors)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
