# SPDX-License-Identifier: MIT
"""Makes cases of the columns in which runs of git's history have them: what was kept before 2026-11-29.

`packed_cases` then stands where `cases` stood. `order` has the form of each case. A number in a form stands for the next item of
that column; a column with one item has it for every case. The numbers of an array are multiplied by `times`; then those of column
`plus` in this case are added, if they are as many.
"""
import itertools
import re

MARKER = '\n"packed_cases":{"forms":[\n'
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
NUMBER = re.compile("[0-9]+")
COLUMN = re.compile(r'\{"member":"[^"]*"(?:,"times":([0-9]+))?(?:,"plus":([0-9]+))?,"items":\[\n(.*)', re.S)
DAMAGED = "its columns are damaged"


def split_form(text):
    """The form as a format of %, and the columns that it takes."""
    pieces = STRING.split(text.replace("%", "%%"))
    outside = '"'.join(pieces[::2])
    pieces[::2] = NUMBER.sub("%s", outside).split('"')
    return '"'.join(pieces), [int(number) for number in NUMBER.findall(outside)]


def remembered(items, seen, column):
    """The items, while seen has the last."""
    for item in items:
        seen[column] = item
        yield item


def scaled(item, times):
    """Multiplies the numbers of an array."""
    if not item.startswith("[") or item == "[]":
        return item
    return f"[{','.join(map(str, map(times.__mul__, map(int, item[1:-1].split(',')))))}]"


def added(items, plus, seen):
    """Adds the numbers of the column `plus` in the case at hand to those of arrays."""
    for item in items:
        base = seen.get(plus, "")
        if item.startswith("[") and base.startswith("[") and item != "[]" != base and item.count(",") == base.count(","):
            numbers = map(int.__add__, map(int, item[1:-1].split(",")), map(int, base[1:-1].split(",")))
            item = f"[{','.join(map(str, numbers))}]"
        yield item


def read_columns(text, seen):
    """An iterator for each column, and the lists that must come to their ends."""
    found, ending = [], []
    parts = [COLUMN.fullmatch(part) for part in text.split("\n]},\n")]
    bases = {int(part.group(2)) for part in parts if part.group(2)}
    for part in parts:
        items = part.group(3).split(",\n")
        if part.group(1):
            items = [scaled(item, int(part.group(1))) for item in items]
        if len(items) > 1:
            items = iter(items)
            ending.append(items)
        else:
            items = itertools.repeat(items[0])
        if part.group(2):
            items = added(items, int(part.group(2)), seen)
        found.append(remembered(items, seen, len(found)) if len(found) in bases else items)
    return found, ending


def parts_of(text):
    """The text before the cases, the forms, the columns, the order, and the text behind."""
    head, _, rest = text.partition(MARKER)
    forms, between, rest = rest.partition('\n],\n"columns":[\n')
    columns, behind, rest = rest.partition('\n]}\n],\n"order":[')
    order, end, tail = rest.partition("]}")
    if not between or not behind or not end:
        raise ValueError(DAMAGED)
    return head, forms.split(",\n"), columns, order.split(","), tail


def with_cases(text, bytes_max):
    """The text of a run with its cases in rows: itself, if it has no columns. Raises ValueError."""
    if MARKER not in text:
        return text
    head, forms, columns, order, tail = parts_of(text)
    seen, cases, size = {}, [], len(head) + len(tail)
    try:
        found, ending = read_columns(columns, seen)
        forms = [(format_, [found[column] for column in wanted]) for format_, wanted in map(split_form, forms)]
        for place in order:
            seen.clear()
            format_, wanted = forms[int(place)]
            cases.append(format_ % tuple(map(next, wanted)))
            size += len(cases[-1])
            if size > bytes_max:
                raise ValueError(f"it is larger than {bytes_max >> 20} MiB")
    except (AttributeError, IndexError, TypeError) as error:
        raise ValueError(DAMAGED) from error
    if any(next(items, None) is not None for items in ending):
        raise ValueError(DAMAGED)
    return "".join((head, '\n"cases":[\n', ",\n".join(cases), "\n]", tail))
