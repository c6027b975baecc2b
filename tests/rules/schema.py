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


def quick_items(slow, definitions):
    """`items` of a list without those that are surely valid, where all are."""
    def check(validator, items, instance, schema):
        if not isinstance(instance, list) or not is_sure_list({"items": items}, instance, definitions):
            yield from slow(validator, items, instance, schema)
    return check


TYPES = {"null": (type(None),), "boolean": (bool,), "integer": (int,), "number": (int, float), "string": (str,),
         "array": (list,), "object": (dict,)}
SURE = {"$schema", "$id", "title", "definitions", "description", "type", "const", "enum", "pattern", "minLength", "maxLength",
        "minimum", "maximum", "exclusiveMinimum", "minItems", "maxItems", "uniqueItems", "items", "anyOf", "oneOf", "allOf", "not", "if",
        "then", "else", "required", "properties", "patternProperties", "additionalProperties", "propertyNames"}
BOUNDS = {"description", "type", "minimum", "maximum", "exclusiveMinimum"}
PARTS = {"anyOf", "oneOf", "allOf", "not", "if"}


class Known:
    """What is asked of a schema again and again; `schema` is what a reference means."""

    of = {}  # by the schema's place; kept, so that no other takes its place

    def __init__(self, schema, definitions):
        self.written = schema
        self.schema = definitions.get(schema["$ref"].removeprefix("#/definitions/"), {"$ref": ""}) if "$ref" in schema else schema
        types = self.schema.get("type", list(TYPES))
        self.types = {kind for name in ([types] if isinstance(types, str) else types) for kind in TYPES[name]}
        self.told = SURE.issuperset(self.schema)
        self.combines = not PARTS.isdisjoint(self.schema)
        self.least, self.most = self.schema.get("minimum", -math.inf), self.schema.get("maximum", math.inf)
        self.above = self.schema.get("exclusiveMinimum", -math.inf)
        self.bounds_alone = BOUNDS.issuperset(self.schema)


def known(schema, definitions):
    found = Known.of.get(id(schema))
    if found is None:
        found = Known.of[id(schema)] = Known(schema, definitions)
    return found


def is_other(schema, value, definitions):
    """True where a value is of none of the schema's types. 1.0 may be taken for an integer."""
    types = known(schema, definitions).types if isinstance(schema, dict) else {type(value)}
    return type(value) not in types and (type(value) is not float or int not in types)


def holds(condition, value):
    """Whether an `if` holds that wants texts and truths of keys; None where that is not told."""
    if set(condition) != {"properties"} or not isinstance(value, dict):
        return None
    wanted = {key: part.get("const") for key, part in condition["properties"].items()}
    if any(set(part) != {"const"} for part in condition["properties"].values()) or \
            any(type(text) not in (str, bool) for text in wanted.values()):
        return None
    return all(type(value[key]) is type(text) and value[key] == text for key, text in wanted.items() if key in value)


def is_sure_of_parts(schema, value, definitions):
    """What is_sure() says of the schemas that a schema combines."""
    if "anyOf" in schema and not any(is_sure(part, value, definitions) for part in schema["anyOf"]):
        return False
    # One of them may be valid: the others are of other types.
    possible = [part for part in schema.get("oneOf", []) if not is_other(part, value, definitions)]
    if "oneOf" in schema and (len(possible) != 1 or not is_sure(possible[0], value, definitions)):
        return False
    if "not" in schema and (set(schema["not"]) != {"const"} or not isinstance(value, str) or value == schema["not"]["const"]):
        return False
    if "if" in schema:
        held = holds(schema["if"], value)
        if held is None or not is_sure(schema.get("then" if held else "else", True), value, definitions):
            return False
    return all(is_sure(part, value, definitions) for part in schema.get("allOf", []))


def is_sure(schema, value, definitions):
    """True where a value is valid, and that is told without the library, which takes its time; false says nothing."""
    if isinstance(schema, bool):
        return schema
    about = Known.of.get(id(schema)) or known(schema, definitions)
    schema, kind = about.schema, type(value)
    if not about.told or kind not in about.types:
        return False
    if about.bounds_alone and kind is not dict and kind is not list:
        return (kind is not int and kind is not float) or (about.least <= value <= about.most and value > about.above)
    if about.combines and not is_sure_of_parts(schema, value, definitions):
        return False
    if isinstance(value, dict):
        return is_sure_object(schema, value, definitions)
    if isinstance(value, list):
        return is_sure_list(schema, value, definitions)
    if isinstance(value, str):
        return (value in schema.get("enum", [value]) and value == schema.get("const", value)
                and schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
                and re.search(schema.get("pattern", ""), value) is not None)
    if isinstance(value, bool):
        return "enum" not in schema and schema.get("const", value) is value
    if "enum" in schema or "const" in schema:
        return value is None and "const" not in schema and None in schema["enum"]
    return value is None or (
        schema.get("minimum", value) <= value <= schema.get("maximum", value)
        and ("exclusiveMinimum" not in schema or value > schema["exclusiveMinimum"]))


def is_sure_object(schema, value, definitions):
    if "enum" in schema or "const" in schema or any(key not in value for key in schema.get("required", [])):
        return False
    named = schema.get("properties", {})
    if not all(is_sure(part, value[key], definitions) for key, part in named.items() if key in value):
        return False
    names, others, by_pattern = (schema.get(key) for key in ("propertyNames", "additionalProperties", "patternProperties"))
    for key in value if names or others is not None or by_pattern else ():
        parts = [part for pattern, part in (by_pattern or {}).items() if re.search(pattern, key)]
        if names and not is_sure(names, key, definitions):
            return False
        if not parts and key not in named and others is not None:
            parts = [others]
        if not all(is_sure(part, value[key], definitions) for part in parts):
            return False
    return True


def few(entries):
    """Of a long list of numbers, texts and nulls: what is valid only if all of them are."""
    kinds = set(map(type, entries)) if len(entries) > 8 else {object}
    if not kinds <= {int, float, str, bool, type(None)}:
        return entries
    if len(kinds) == 1:
        return [min(entries), max(entries)] if kinds <= {int, float} else list(set(entries))
    numbers = [[entry for entry in entries if type(entry) is kind] for kind in (int, float)]
    others = {(type(entry), entry) for entry in entries if type(entry) not in (int, float)}
    return [end(of_kind) for of_kind in numbers if of_kind for end in (min, max)] + [entry for _, entry in others]


def is_sure_list(schema, value, definitions):
    return ("enum" not in schema and "const" not in schema
            and schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
            and ("uniqueItems" not in schema or (all(isinstance(entry, str) for entry in value) and len(set(value)) == len(value)))
            and all(is_sure(schema.get("items", {}), entry, definitions) for entry in few(value)))


def quick_properties(slow, definitions):
    """`properties` without those that are surely valid."""
    def check(validator, properties, instance, schema):
        if isinstance(instance, dict):
            properties = {key: part for key, part in properties.items()
                          if key in instance and not is_sure(part, instance[key], definitions)}
        yield from slow(validator, properties, instance, schema)
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


def validator(path, strict=False):
    """Of the schema in the file; strict: closed to keys that it does not name."""
    schema = closed(load(path)) if strict else load(path)
    validator_class = jsonschema.validators.validator_for(schema)
    validator_class.check_schema(schema)
    slow = validator_class.VALIDATORS
    definitions = schema.get("definitions", {})
    quick = {"items": quick_items(slow["items"], definitions), "properties": quick_properties(slow["properties"], definitions)}
    return jsonschema.validators.extend(validator_class, quick)(schema)


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
    valid = validator(arguments[0], strict)
    failed = False
    for path in files(arguments[1:]):
        try:
            errors = errors_of(valid, load(path))
        except (OSError, ValueError) as error:
            errors = [str(error)]
        for error in errors[:20]:
            print(f"{path}: {error}")
        failed = failed or bool(errors)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
