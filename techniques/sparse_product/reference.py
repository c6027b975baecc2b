# SPDX-License-Identifier: MIT
"""y = A x, in double precision."""
import array


def read(code, name):
    return array.array(code, open(f"{name}.bin", "rb").read())


offsets, columns, entries, x = read("I", "offsets"), read("I", "columns"), read("f", "entries"), read("f", "x")
products = [entry * x[column] for entry, column in zip(entries, columns)]
y = array.array("f", (sum(products[begin:end]) for begin, end in zip(offsets, offsets[1:])))
open("y.bin", "wb").write(y.tobytes())
