# SPDX-License-Identifier: MIT
"""Says of most values that a JSON Schema takes them, in a tenth of the time of the library that says why it does not.

A schema is made into functions once: each takes a list of values of one type, and is true where all of them are surely valid; false
says nothing. What it does not know, it leaves to the library. Objects of one place are looked at key by key, so that what Python
does for each value is little. Numbers are finite.
"""
import math
import re
from itertools import chain
from operator import itemgetter

TYPES = {"null": (type(None),), "boolean": (bool,), "integer": (int,), "number": (int, float), "string": (str,),
         "array": (list,), "object": (dict,)}
KINDS = {kind for kinds in TYPES.values() for kind in kinds}
KNOWN = {"$schema", "$id", "$defs", "title", "definitions", "description", "type", "const", "enum", "pattern", "minLength", "maxLength",
         "minimum", "maximum", "exclusiveMinimum", "minProperties", "minItems", "maxItems", "uniqueItems", "items", "anyOf", "oneOf", "allOf", "not",
         "if", "then", "else", "required", "properties", "patternProperties", "additionalProperties", "propertyNames"}


def kinds_of(schema):
    names = schema.get("type", list(TYPES))
    return {kind for name in ([names] if isinstance(names, str) else names) for kind in TYPES[name]}


def always(_):
    return True


def never(_):
    return False


def of_text(schema):
    wanted = [schema["const"]] if "const" in schema else schema.get("enum")
    if "const" in schema and "enum" in schema:
        return never
    if wanted is not None:
        wanted = frozenset(text for text in wanted if isinstance(text, str))
    if not {"pattern", "minLength", "maxLength"} & set(schema):
        return always if wanted is None else wanted.issuperset
    search = re.compile(schema.get("pattern", "")).search
    least, most = schema.get("minLength", 0), schema.get("maxLength", math.inf)

    def check(texts):
        return all((wanted is None or text in wanted) and least <= len(text) <= most and search(text) is not None for text in set(texts))

    return check


def of_integer(schema):
    """Knows integers that are named, which of_number() does not: 1 is 1.0 as well."""
    if "enum" in schema and "const" in schema or not {"enum", "const"} & set(schema):
        return of_number(schema)
    named = frozenset(entry for entry in schema.get("enum", [schema.get("const")]) if type(entry) is int)
    inside = of_number({key: value for key, value in schema.items() if key not in ("enum", "const")})
    return lambda numbers: named.issuperset(numbers) and inside(numbers)


def of_number(schema):
    if "enum" in schema or "const" in schema:
        return never
    least, most = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
    above = schema.get("exclusiveMinimum")
    if above is None:
        return always if least == -math.inf and most == math.inf else lambda numbers: least <= min(numbers) and max(numbers) <= most
    return lambda numbers: above < min(numbers) >= least and max(numbers) <= most


def of_truth(schema):
    if "enum" in schema:
        return never
    return frozenset(wanted for wanted in [schema["const"]] if type(wanted) is bool).issuperset if "const" in schema else always


def of_null(schema):
    return never if "const" in schema or None not in schema.get("enum", [None]) else always


def grouped(values, key):
    """Lists of the values with one key, by the key."""
    keys = set(map(key, values))
    if len(keys) == 1:
        return {keys.pop(): values}
    groups = {}
    for value in values:
        groups.setdefault(key(value), []).append(value)
    return groups


def condition_of(schema):
    """Whether an `if` holds that wants texts and truths of keys; None where that is not told."""
    wanted = schema["properties"] if isinstance(schema, dict) and set(schema) == {"properties"} else {"": {}}
    if any(set(part) != {"const"} or type(part["const"]) not in (str, bool) for part in wanted.values()):
        return None
    wanted = [(key, part["const"]) for key, part in wanted.items()]
    return lambda value: all(type(value[key]) is type(text) and value[key] == text for key, text in wanted if key in value)


ANYTHING = {kind: always for kind in KINDS}


def take_all(checks, values):
    """Of a schema's checks, by type: are the values surely valid?"""
    for kind, own in grouped(values, type).items():
        check = checks.get(kind, never)
        if check is not always and not check(own):
            return False
    return True


def takes(checks, value):
    return take_all(checks, [value])


def any_takes(several, values):
    """Whether one of several schemas surely takes each value."""
    return any(take_all(one, values) for one in several) or all(any(takes(one, value) for one in several) for value in values)


class Sure:
    """`of` a schema: a check for each type that it takes. `definitions`: what its references mean. Schemas live as long."""

    def __init__(self, definitions):
        self.definitions = definitions
        self.made = {}  # by the schema's place, with the schema, so that no other takes its place

    def of(self, schema):
        if not isinstance(schema, dict):
            return ANYTHING if schema is True else {}
        if "$ref" in schema:  # what stands beside it counts in some drafts
            return self.of(self.meant(schema)) if set(schema) <= {"$ref", "title", "description"} else {}
        if id(schema) not in self.made:
            checks = {}
            self.made[id(schema)] = (checks, schema)  # it may mean itself
            if KNOWN.issuperset(schema):
                simple = {str: of_text, int: of_integer, float: of_number, bool: of_truth, type(None): of_null,
                          dict: self.of_object, list: self.of_list}
                checks.update((kind, self.with_parts(schema, kind, simple[kind](schema))) for kind in kinds_of(schema))
        return self.made[id(schema)][0]

    def meant(self, schema):
        """By a reference; None where that is not told."""
        return self.definitions.get(re.sub("^#/(definitions|[$]defs)/", "", schema["$ref"]))

    def may_be(self, schema, kind):
        """False where no value of that type is valid. 1.0 may be taken for an integer."""
        if isinstance(schema, dict) and "$ref" in schema:
            schema = self.meant(schema)
        return not isinstance(schema, dict) or kind in kinds_of(schema) or (kind is float and int in kinds_of(schema))

    def with_parts(self, schema, kind, check):
        """The check of values of that type, and those of the schemas that a schema combines."""
        def whole(part):
            return lambda values: take_all(part, values)

        checks = [whole(self.of(part)) for part in schema.get("allOf", [])]
        if "anyOf" in schema:
            several = [self.of(part) for part in schema["anyOf"]]
            checks.append(lambda values: any_takes(several, values))
        if "oneOf" in schema:  # the others are of other types
            possible = [part for part in schema["oneOf"] if self.may_be(part, kind)]
            checks.append(whole(self.of(possible[0])) if len(possible) == 1 else never)
        if "not" in schema:
            tells = kind is str and isinstance(schema["not"], dict) and set(schema["not"]) == {"const"}
            checks.append((lambda values: schema["not"]["const"] not in values) if tells else never)
        if "if" in schema:
            holds = condition_of(schema["if"]) if kind is dict else None
            branches = {True: self.of(schema.get("then", True)), False: self.of(schema.get("else", True))}
            checks.append((lambda values: all(take_all(branches[held], own) for held, own in grouped(values, holds).items()))
                          if holds else never)
        if check is not always or not checks:
            checks.append(check)
        return check if len(checks) == 1 and checks[0] is check else lambda values: all(one(values) for one in checks)

    def of_object(self, schema):
        if "enum" in schema or "const" in schema:
            return never
        required = frozenset(schema.get("required", []))
        named = {key: self.of(part) for key, part in schema.get("properties", {}).items()}
        others = self.of(schema.get("additionalProperties", True))
        patterns = [(re.compile(pattern).search, self.of(part)) for pattern, part in schema.get("patternProperties", {}).items()]
        name = self.of(schema.get("propertyNames", True))
        least = schema.get("minProperties", 0)

        def parts_for(keys):
            """Pairs (what takes a value of an object with these keys, its checks); None where no such object is surely valid."""
            if not required.issubset(keys) or len(keys) < least or not all(takes(name, key) for key in keys):
                return None
            pairs = []
            for key in keys:
                parts = [part for search, part in patterns if search(key)] + ([named[key]] if key in named else [])
                pairs += [(itemgetter(key), part) for part in parts or [others] if part is not ANYTHING]
            return pairs

        made = {}  # by the keys: objects of one place share most

        def check(values):
            for keys, own in grouped(values, tuple).items():
                if keys not in made:
                    made[keys] = parts_for(keys)
                if made[keys] is None or not all(take_all(part, list(map(take, own))) for take, part in made[keys]):
                    return False
            return True

        return check

    def of_list(self, schema):
        if "enum" in schema or "const" in schema:
            return never
        item = self.of(schema.get("items", True))
        least, most = schema.get("minItems", 0), schema.get("maxItems", math.inf)
        unique = schema.get("uniqueItems", False)

        def check(lists):
            if not least <= min(map(len, lists)) or not max(map(len, lists)) <= most:
                return False
            if unique and not all(set(map(type, one)) <= {str} and len(set(one)) == len(one) for one in lists):
                return False
            entries = list(chain.from_iterable(lists)) if item is not ANYTHING else []
            return not entries or take_all(item, entries)

        return check
