# SPDX-License-Identifier: MIT
"""A graph whose vertices have four edges each: a grid that wraps around, or edges to vertices drawn at random."""
import array
import os
import random

vertices = int(os.environ["CLAIMCHECK_VERTICES"])
random.seed(int(os.environ["CLAIMCHECK_SEED"]))
if os.environ["CLAIMCHECK_GRAPH"] == "grid":
    width = 1 << (vertices.bit_length() // 2)
    targets = array.array("I", (t % vertices for v in range(vertices)
                                for t in (v - v % width + (v + 1) % width, v - v % width + (v - 1) % width, v + width, v - width)))
else:
    targets = array.array("I", (int(vertices * random.random()) for _ in range(4 * vertices)))
open("targets.bin", "wb").write(targets.tobytes())
open("offsets.bin", "wb").write(array.array("I", range(0, 4 * vertices + 1, 4)).tobytes())
