# SPDX-License-Identifier: MIT
"""Binomial weights of nine texels along rows, then along columns; edges are repeated."""
import array
import os
import struct

n = int(os.environ["CLAIMCHECK_N"])
picture = open("picture.bin", "rb").read() # rgba8


def blur(line):
    """A list of texels' numbers, four beside each other."""
    line = line[:4] * 4 + line + line[-4:] * 4
    return [(70 * e + 56 * (d + f) + 28 * (c + g) + 8 * (b + h) + a + i) / 256
            for a, b, c, d, e, f, g, h, i in zip(*(line[4 * k:] for k in range(9)))]


rows = [blur([value / 255 for value in picture[4 * n * y:4 * n * (y + 1)]]) for y in range(n)]
rows = rows[:1] * 4 + rows + rows[-1:] * 4
with open("blurred.bin", "wb") as file:
    for y in range(n):
        line = [(70 * e + 56 * (d + f) + 28 * (c + g) + 8 * (b + h) + a + i) / 256
                for a, b, c, d, e, f, g, h, i in zip(*rows[y:y + 9])]
        file.write(struct.pack(f"<{4 * n}e", *line))
