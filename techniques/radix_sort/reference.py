# SPDX-License-Identifier: MIT
"""The keys of keys.bin in ascending order: sorted.bin."""
import array

try:
    import numpy
    numpy.sort(numpy.fromfile("keys.bin", "<u4")).tofile("sorted.bin")
except ImportError:
    with open("keys.bin", "rb") as file:
        keys = array.array("I", file.read())
    with open("sorted.bin", "wb") as file:
        array.array("I", sorted(keys)).tofile(file)
