# SPDX-License-Identifier: MIT
"""The pages that scripts write numbers into: README.md and all of docs/, apart from what scripts/maintain/devices writes."""


def pages(root):
    devices = root / "docs" / "devices"
    found = [root / "README.md", *(path for path in sorted((root / "docs").rglob("*.md")) if devices not in path.parents)]
    return [path for path in found if path.exists()]
