# SPDX-License-Identifier: MIT
"""The pages that scripts write numbers into: README.md and all of docs/, apart from what scripts/maintain/devices writes."""
import re
import sys


def pages(root):
    devices = root / "docs" / "devices"
    found = [root / "README.md", *(path for path in sorted((root / "docs").rglob("*.md")) if devices not in path.parents)]
    return [path for path in found if path.exists()]


def write(root, script, check, printed, differs):
    """Puts what printed(page, *words) returns between each <!-- printed by scripts/maintain/SCRIPT WORDS --> and <!-- /printed -->. With
    `check`, says of a page that `differs` in place of writing it. Returns how many pages differ, and how many blocks there are."""
    block = re.compile(rf"(<!-- printed by scripts/maintain/{script} (\S+)(?: ([^\n]+?))? -->\n)(.*?)(<!-- /printed -->)", re.S)
    different = blocks = 0
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        made, found = block.subn(lambda match: match[1] + printed(page, *filter(None, match.group(2, 3))) + match[5], text)
        blocks += found
        if made == text:
            continue
        different += 1
        if check:
            print(f"{script}: {page.relative_to(root)}: {differs}: scripts/maintain/{script}", file=sys.stderr)
        else:
            page.write_text(made, encoding="utf-8")
            print(f"{page.relative_to(root)}: rewritten")
    return different, blocks
