# SPDX-License-Identifier: MIT
"""A matrix in rows: five entries each as of a grid, or of other means rows of 1 to 2 mean - 1 entries, near the diagonal."""
import array
import os
import random

rows, mean = int(os.environ["CLAIMCHECK_ROWS"]), int(os.environ["CLAIMCHECK_MEAN"])
random.seed(int(os.environ["CLAIMCHECK_SEED"]))
offsets, columns = array.array("I", [0]), array.array("I")
width = 1 << (rows.bit_length() // 2)
draw = random.random
for row in range(rows):
    if mean == 5:
        columns.extend([(row - width) % rows, (row - 1) % rows, row, (row + 1) % rows, (row + width) % rows])
    else:
        length = 2 * mean - length if row % 2 else 1 + int((2 * mean - 1) * draw())
        length = mean if row == rows - 1 and row % 2 == 0 else length
        columns.extend([(row + int(4096 * draw())) % rows for _ in range(length)])
    offsets.append(len(columns))
open("offsets.bin", "wb").write(offsets.tobytes())
open("columns.bin", "wb").write(columns.tobytes())
