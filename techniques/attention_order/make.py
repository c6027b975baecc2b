# SPDX-License-Identifier: MIT
"""Writes queries.bin: normal numbers; of each head the first `distinct` queries, again and again."""
import array
import os
import random


def number(name):
    return int(float(os.environ["CLAIMCHECK_" + name]))


draw = random.Random(number("SEED"))
with open("queries.bin", "wb") as file:
    for head in range(number("HEADS")):
        some = array.array("f", (draw.gauss(0, 1) for _ in range(64 * number("DISTINCT"))))
        file.write((some * (number("QUERIES") // number("DISTINCT") + 1))[:64 * number("QUERIES")].tobytes())
