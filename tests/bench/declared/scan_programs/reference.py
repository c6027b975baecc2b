# SPDX-License-Identifier: MIT
"""Inclusive prefix sums: source.bin to sums.bin. The sums wrap around as the type does."""
import array
import itertools
import os

word, bits = {"uint": ("I", 32), "uint64_t": ("Q", 64)}[os.environ["CLAIMCHECK_TYPE"]]
mask = (1 << bits) - 1
with open("source.bin", "rb") as file:
    source = array.array(word, file.read())
with open("sums.bin", "wb") as file:
    array.array(word, (total & mask for total in itertools.accumulate(source))).tofile(file)
