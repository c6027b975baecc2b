# SPDX-License-Identifier: MIT
"""Figures of `claimcheck export --format=figures`, one by one."""
from importlib.machinery import SourceFileLoader
from pathlib import Path

PLOT = Path(__file__).resolve().parents[1] / "plot" / "plot"


def one_of(document, wanted):
    """The document with that figure alone, by the name that scripts/plot/plot gives it. Raises ValueError where there is none."""
    names = SourceFileLoader("plot", str(PLOT)).load_module().names_of(document["figures"])
    found = [figure for figure, name in zip(document["figures"], names) if name == wanted]
    if not found:
        raise ValueError(f"no figure is named {wanted}")
    return document | {"figures": found}
