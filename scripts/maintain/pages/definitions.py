# SPDX-License-Identifier: MIT
"""docs/tables/*.toml: runs by alias, named values, tables, and what may stand in a page unmarked."""
import re
import string
import tomllib

from printable import table as markdown_table

from . import number, runs, value
from .runs import Missing

EMPTY = "–"
BRACES = re.compile(r"\{([^{}]*)\}")


class Definitions:
    def __init__(self, root, read=runs.read_json):
        self.aliases, self.newer, self.values, self.tables, self.allowed = {}, {}, {}, {}, []
        self.used, self.used_runs = set(), set()
        for path in sorted((root / "docs" / "tables").glob("*.toml")):
            try:
                document = tomllib.loads(path.read_text(encoding="utf-8"))
            except tomllib.TOMLDecodeError as error:
                raise Missing(f"{path}: {error}") from None
            for kind, known in (("runs", self.aliases), ("newer", self.newer), ("value", self.values), ("table", self.tables)):
                for name, entry in document.pop(kind, {}).items():
                    if name in known:
                        raise Missing(f"{path}: {kind} {name} is twice in docs/tables")
                    known[name] = entry
            self.allowed += document.pop("allow", [])
            if document:
                raise Missing(f"{path}: {', '.join(document)}: not runs, newer, value, table or allow")
        self.store = runs.Store(root, self.aliases, read, self.newer)
        models = root / "results" / "models" / "comparisons.toml"  # takes runs by their aliases, too
        self.compared = models.read_text(encoding="utf-8") if models.is_file() else ""

    def evaluate(self, text, used):
        """text: an expression, and a format behind a comma. Returns (Value or None, format).

        A case is that of the newest run that has it; cases of one expression are of one run.
        """
        expression, _, form = text.partition(",")
        self.used.update(word for word in expression.split() if word in self.values)
        own = set()
        made = value.evaluate(expression, self.store, Named(self), own)
        if self.store.mixes(own):
            made, own = self.of_one_run(expression)
        used |= own
        self.used_runs |= used
        if made is None and form.strip():
            raise Missing(f"{text!r}: a comparison has no format")
        return made, form.strip()

    def of_one_run(self, expression):
        """The value by the newest run that has all its cases, and the aliases that it rests on."""
        newer = self.store.newer
        for only in [*dict.fromkeys(other for others in newer.values() for other in others), None]:
            self.store.newer, own = {alias: [only] for alias, others in newer.items() if only in others}, set()
            made = value.evaluate(expression, self.store, Named(self), own)
            if not self.store.mixes(own):
                break
        self.store.newer = newer
        return made, own

    def fill(self, text, used):
        """Text with each {...} evaluated."""
        def one(match):
            made, form = self.evaluate(match.group(1), used)
            return "" if made is None else number.write(made, form)
        return BRACES.sub(one, text)

    def table(self, name, up):
        """The Markdown of a table. up: the way from the page to the root, "" or "../"."""
        if name not in self.tables:
            raise Missing(f"no table is named {name} in docs/tables")
        self.used.add(name)
        table, used = self.tables[name], set()
        columns = [entry if isinstance(entry, dict) else {"head": head_of(entry), "column": entry}
                   for entry in table["columns"]]
        rows = [entry if isinstance(entry, dict) else {"label": head_of(entry), "row": entry}
                for entry in table["rows"]]
        labelled = "corner" in table
        lines = [([self.fill(words(row["label"], row, name), used)] if labelled else []) +
                 [self.cell(name, table, row, column, used) for column in columns] for row in rows]
        head = ([table["corner"]] if labelled else []) + [column["head"] for column in columns]
        return "\n".join([markdown_table(head, lines), *self.provenance(used, up)])

    def cell(self, name, table, row, column, used):
        """The text of a cell."""
        text = row.get("cell", column.get("cell", table.get("cell")))
        if column.get("column", column["head"]) in row.get("without", []):
            return EMPTY
        if text is None:
            raise Missing(f"table {name}: no cell for {column['head']}")
        return self.fill(words(text, {**table.get("set", {}), **column, **row}, name), used)

    def provenance(self, used, up):
        """One line: the files by device and driver, each once, whatever aliases it goes by."""
        files = {}
        for run in (self.store.run(alias) for alias in sorted(used)):
            device, kind = run.provenance()
            files.setdefault(device, []).append(f"[{run.path.name.split('.')[0]}]({up}{run.link}){kind}")
        line = "; ".join(f"{device}: {', '.join(dict.fromkeys(links))}" for device, links in files.items())
        return ["", f"{line}."] if used else []

    def unused(self):
        for name in [*self.values, *self.tables]:
            if name not in self.used:
                yield f"docs/tables: {name} is used by no page"
        for alias in self.aliases:
            if alias not in self.used_runs and f'"{alias}"' not in self.compared:
                yield f"docs/tables: the run {alias} is used by no page"


class Named(dict):
    """The named values; notes which of them are used by others."""

    def __init__(self, definitions):
        super().__init__(definitions.values)
        self.noted = definitions.used

    def __getitem__(self, name):
        self.noted.add(name)
        return super().__getitem__(name)


def head_of(word):
    """Words of the registry are code, numbers are not."""
    return f"`{word}`" if re.match("[A-Za-z]", str(word)) else str(word)


def words(text, known, name):
    """text with each $word from the row, the column or the table's `set`."""
    try:
        return string.Template(string.Template(text).substitute(known)).substitute(known)
    except (KeyError, ValueError) as error:
        raise Missing(f"table {name}: {text!r}: {error}") from None
