# SPDX-License-Identifier: MIT
"""Inclusive prefix sums: source.bin to sums.bin. The sums wrap around as the type does."""
import array
import itertools
import os

word, bits = {"uint": ("I", 32), "uint64_t": ("Q", 64)}[os.environ["CLAIMCHECK_TYPE"]]
source = array.array(word)
with open("source.bin", "rb") as file:
    source.frombytes(file.read())
sums = itertools.accumulate(source, lambda a, b: (a + b) & ((1 << bits) - 1))
with open("sums.bin", "wb") as file:
    array.array(word, sums).tofile(file)
