# SPDX-License-Identifier: MIT
"""Prints what the groups counted as metrics, a number a tile, and refuses counts that cannot be."""
import array
import os
import sys

tiles = int(float(os.environ["CLAIMCHECK_TILES"]))
spins, steps, fallbacks, insertions = array.array("I", open("counts.bin", "rb").read())
for name, count in (("spins", spins), ("steps", steps), ("fallbacks", fallbacks), ("insertions", insertions)):
    print(name, count / tiles)
if insertions > fallbacks or insertions >= tiles or steps > tiles * tiles:
    sys.exit(f"{insertions} insertions of {fallbacks} fallbacks, {steps} steps, {tiles} tiles")
