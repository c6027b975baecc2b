# SPDX-License-Identifier: MIT
"""Inclusive prefix sums that wrap around: source.bin to sums.bin. What kernels count is theirs: counts.bin is 0."""
import array
import itertools

source = array.array("I", open("source.bin", "rb").read())
sums = array.array("I", (total & 0xFFFFFFFF for total in itertools.accumulate(source)))
open("sums.bin", "wb").write(sums.tobytes())
open("counts.bin", "wb").write(bytes(16))
