#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Validates JSON files against a JSON Schema: tests/rules/schema.py [--strict] SCHEMA.json FILE.json[.gz]|FOLDER...

A folder stands for all *.json and *.json.gz in it and below it, of which there must be one. A schema that is open to keys of later
versions is closed by --strict, for files that this version writes: a key that it does not name is then an error.

Beyond the schema: numbers are finite, no key stands twice in an object, no case name twice in `cases`, every id that a
case or a published claim names exists, and a run has neither a host name nor an absolute path. Exit code: 0 valid, 1 not valid, 77 no python3-jsonschema.
"""
import glob
import gzip
import json
import math
import os
import re
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)


def unique_pairs(pairs):
    document = {}
    for key, value in pairs:
        if key in document:
            raise ValueError(f"key {key!r} stands twice in one object")
        document[key] = value
    return document


def refuse_constant(text):
    raise ValueError(f"{text} is no JSON")


def finite(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is not finite")
    return value


def load(path):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as file:
        return json.load(file, object_pairs_hook=unique_pairs, parse_constant=refuse_constant, parse_float=finite)


def files(paths):
    for path in paths:
        found = [name for ending in (".json", ".json.gz") for name in glob.glob(f"{path}/**/*{ending}", recursive=True)]
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


def quick_items(slow):
    """`items` of long lists of integers: what holds for the least and the greatest, and for null, holds for all."""
    def check(validator, items, instance, schema):
        if isinstance(instance, list) and len(instance) > 8:
            numbers = [value for value in instance if value is not None]
            if numbers and all(type(value) is int for value in numbers):
                ends = [min(numbers), max(numbers)] + [None] * (len(numbers) < len(instance))
                if not any(True for _ in slow(validator, items, ends, schema)):
                    return
        yield from slow(validator, items, instance, schema)
    return check


def further_errors(document):
    names = [case["name"] for case in document.get("cases", [])]
    for name in sorted(set(names)):
        if names.count(name) > 1:
            yield f"case {name} stands {names.count(name)} times"
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
        for entry in document["figures"] + document["claims"]:
            if entry["hardware"] is not None and entry["hardware"] not in hardware:
                yield f"{entry['id']}: no hardware {entry['hardware']}"
        for claim in document["claims"]:
            for figure in claim["figures"]:
                if figure not in figures:
                    yield f"{claim['id']}: no figure {figure}"


def main(arguments):
    strict = arguments[:1] == ["--strict"]
    if strict:
        arguments = arguments[1:]
    if len(arguments) < 2:
        print(__doc__)
        return 1
    schema = closed(load(arguments[0])) if strict else load(arguments[0])
    validator_class = jsonschema.validators.validator_for(schema)
    validator_class.check_schema(schema)
    quick = quick_items(validator_class.VALIDATORS["items"])
    validator = jsonschema.validators.extend(validator_class, {"items": quick})(schema)
    failed = False
    for path in files(arguments[1:]):
        try:
            document = load(path)
        except (OSError, ValueError) as error:
            print(f"{path}: {error}")
            failed = True
            continue
        errors = [
            f"{'/'.join(str(step) for step in error.absolute_path) or '(top)'}: {error.message[:300]}"
            for error in validator.iter_errors(document)
        ]
        if not errors:
            errors = list(further_errors(document))
        for error in errors[:20]:
            print(f"{path}: {error}")
        failed = failed or bool(errors)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
