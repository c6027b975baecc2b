# SPDX-License-Identifier: MIT
"""Says of most values that a JSON Schema takes them, in a tenth of the time of the library that says why it does not.

A schema is made into a function once: of a value, true where it is surely valid; false says nothing. What it does not
know, it leaves to the library.
"""
import math
import re
from functools import partial

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
        return always if wanted is None else wanted.__contains__
    search = re.compile(schema.get("pattern", "")).search
    least, most = schema.get("minLength", 0), schema.get("maxLength", math.inf)
    return lambda text: (wanted is None or text in wanted) and least <= len(text) <= most and search(text) is not None


def of_integer(schema):
    """Knows integers that are named, which of_number() does not: 1 is 1.0 as well."""
    if "enum" in schema and "const" in schema or not {"enum", "const"} & set(schema):
        return of_number(schema)
    named = frozenset(entry for entry in schema.get("enum", [schema.get("const")]) if type(entry) is int)
    inside = of_number({key: value for key, value in schema.items() if key not in ("enum", "const")})
    return lambda number: number in named and inside(number)


def of_number(schema):
    if "enum" in schema or "const" in schema:
        return never
    least, most = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
    above = schema.get("exclusiveMinimum")
    if above is None:
        return always if least == -math.inf and most == math.inf else lambda number: least <= number <= most
    return lambda number: above < number and least <= number <= most


def of_truth(schema):
    if "enum" in schema:
        return never
    return (lambda truth: truth is schema["const"]) if "const" in schema else always


def of_null(schema):
    return never if "const" in schema or None not in schema.get("enum", [None]) else always


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


def condition_of(schema):
    """Whether an `if` holds that wants texts and truths of keys; None where that is not told."""
    wanted = schema["properties"] if isinstance(schema, dict) and set(schema) == {"properties"} else {"": {}}
    if any(set(part) != {"const"} or type(part["const"]) not in (str, bool) for part in wanted.values()):
        return None
    wanted = [(key, part["const"]) for key, part in wanted.items()]
    return lambda value: all(type(value[key]) is type(text) and value[key] == text for key, text in wanted if key in value)


ANYTHING = {kind: always for kind in KINDS}


def takes(checks, value):
    """Of a schema's checks, by type: is the value surely valid?"""
    return checks.get(type(value), never)(value)


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
        checks = [partial(takes, self.of(part)) for part in schema.get("allOf", [])]
        if "anyOf" in schema:
            several = [self.of(part) for part in schema["anyOf"]]
            checks.append(lambda value: any(takes(one, value) for one in several))
        if "oneOf" in schema:  # the others are of other types
            possible = [part for part in schema["oneOf"] if self.may_be(part, kind)]
            checks.append(partial(takes, self.of(possible[0])) if len(possible) == 1 else never)
        if "not" in schema:
            tells = kind is str and isinstance(schema["not"], dict) and set(schema["not"]) == {"const"}
            checks.append((lambda value: value != schema["not"]["const"]) if tells else never)
        if "if" in schema:
            holds = condition_of(schema["if"]) if kind is dict else None
            then, other = self.of(schema.get("then", True)), self.of(schema.get("else", True))
            checks.append((lambda value: takes(then if holds(value) else other, value)) if holds else never)
        checks.append(check)

        def check_all(value):
            for one in checks:
                if not one(value):
                    return False
            return True

        return check if len(checks) == 1 else check_all

    def of_object(self, schema):
        if "enum" in schema or "const" in schema:
            return never
        required = frozenset(schema.get("required", []))
        named = {key: self.of(part) for key, part in schema.get("properties", {}).items()}
        others = self.of(schema.get("additionalProperties", True))
        patterns = [(re.compile(pattern).search, self.of(part)) for pattern, part in schema.get("patternProperties", {}).items()]
        name = self.of(schema.get("propertyNames", True))
        least = schema.get("minProperties", 0)

        def check(value):
            if not required <= value.keys() or len(value) < least:
                return False
            for key, inner in value.items():
                of_kind = named.get(key, others).get(type(inner), never)
                if of_kind is not always and not of_kind(inner):
                    return False
            return True

        def check_names(value):
            if not required <= value.keys() or len(value) < least:
                return False
            for key, inner in value.items():
                parts = [part for search, part in patterns if search(key)] + ([named[key]] if key in named else [])
                if not takes(name, key) or not all(takes(part, inner) for part in parts or [others]):
                    return False
            return True

        return check if name is ANYTHING and not patterns else check_names

    def of_list(self, schema):
        if "enum" in schema or "const" in schema:
            return never
        item = self.of(schema.get("items", True))
        least, most = schema.get("minItems", 0), schema.get("maxItems", math.inf)
        unique = schema.get("uniqueItems", False)

        def check(value):
            if not least <= len(value) <= most:
                return False
            if unique and not (all(isinstance(entry, str) for entry in value) and len(set(value)) == len(value)):
                return False
            for entry in few(value):
                if not item.get(type(entry), never)(entry):
                    return False
            return True

        return check
