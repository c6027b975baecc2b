# SPDX-License-Identifier: MIT
"""The keys of keys.bin in ascending order: sorted.bin. numpy, where it is, needs seconds for what takes Python a minute, 2^26 keys."""
import array

try:
    import numpy

    keys = numpy.fromfile("keys.bin", "I")
    keys.sort()
    keys.tofile("sorted.bin")
except ImportError:
    with open("keys.bin", "rb") as file:
        keys = array.array("I", file.read())
    with open("sorted.bin", "wb") as file:
        array.array("I", sorted(keys)).tofile(file)
