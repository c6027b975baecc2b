# SPDX-License-Identifier: MIT
"""Inclusive prefix sums: source.bin to sums.bin. The sums wrap around as the type does. numpy, where it is, needs a second for what
takes Python ten."""
import array
import itertools
import os

word, bits = {"uint": ("I", 32), "uint64_t": ("Q", 64)}[os.environ["CLAIMCHECK_TYPE"]]
mask = (1 << bits) - 1
try:
    import numpy

    numpy.fromfile("source.bin", word).cumsum(dtype=word).tofile("sums.bin")
except ImportError:
    with open("source.bin", "rb") as file:
        source = array.array(word, file.read())
    with open("sums.bin", "wb") as file:
        array.array(word, (total & mask for total in itertools.accumulate(source))).tofile(file)
