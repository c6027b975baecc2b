# SPDX-License-Identifier: MIT
"""Squared distances to the nearest seed, exact: along columns, then along rows by the lower envelope of parabolas."""
import array
import os

n = int(os.environ["CLAIMCHECK_N"])
seeds = array.array("I", open("seeds.bin", "rb").read())
at = {}
for x, y in zip(seeds[::2], seeds[1::2]):
    at.setdefault(x, set()).add(y)
columns = {}
for x, rows in at.items():
    rows, squares, i = sorted(rows), [], 0
    for y in range(n):
        while i + 1 < len(rows) and abs(rows[i + 1] - y) <= abs(rows[i] - y):
            i += 1
        squares.append((rows[i] - y) ** 2)
    columns[x] = squares
places = sorted(columns)
out = array.array("I")
for y in range(n):
    hull, begins = [], []
    for x in places:
        value = columns[x][y]
        while hull:
            p = hull[-1]
            begin = (value + x * x - columns[p][y] - p * p) // (2 * (x - p)) + 1 # first pixel where x is nearer
            if begin > begins[-1]:
                break
            hull.pop()
            begins.pop()
        hull.append(x)
        begins.append(begin if len(hull) > 1 else 0)
    i = 0
    for x in range(n):
        while i + 1 < len(hull) and begins[i + 1] <= x:
            i += 1
        p = hull[i]
        out.append(columns[p][y] + (p - x) ** 2)
open("squares.bin", "wb").write(out.tobytes())
