# SPDX-License-Identifier: MIT
"""The pages that scripts write numbers into: README.md and all of docs/, apart from what scripts/maintain/devices writes."""
import json
import re
import sys

from script import own


def pages(root):
    devices = root / "docs" / "devices"
    found = [root / "README.md", *(path for path in sorted((root / "docs").rglob("*.md")) if devices not in path.parents)]
    return [path for path in found if path.exists()]


def published(root):
    """(path, document) of each paper's file."""
    for path in sorted((root / "results" / "published").glob("*.json")):
        yield path, json.loads(path.read_text(encoding="utf-8"))


def is_written(root, path, text, check, differs):
    """Writes a page anew where it is another, or with `check` says that it `differs`. Returns whether it was as it is to be."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return True
    if check:
        print(f"{own().split('/')[-1]}: {path.relative_to(root)}: {differs}: {own()}", file=sys.stderr)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(root)}: rewritten")
    return False


def write(root, check, printed, differs, by=None):
    """Puts what printed(page, *words) returns between each <!-- printed by SCRIPT WORDS -->, SCRIPT being the one that runs, or what the
    expression `by` fits, and <!-- /printed -->. With `check`, says of a page that it `differs` in place of writing it. Returns how
    many pages differ, and how many blocks there are."""
    block = re.compile(rf"(<!-- printed by {by or own() + ' '}(\S+)(?: ([^\n]+?))? -->\n)(.*?)(<!-- /printed -->)", re.S)
    different = blocks = 0
    for page in pages(root):
        made, found = block.subn(lambda match: match[1] + printed(page, *filter(None, match.group(2, 3))) + match[5],
                                 page.read_text(encoding="utf-8"))
        blocks += found
        different += not is_written(root, page, made, check, differs)
    return different, blocks
