# SPDX-License-Identifier: MIT
"""Turns of x * 1664525 + 1013904223, all at once."""
import array, os
factor, addend = 1, 0
for _ in range(int(os.environ["CLAIMCHECK_TURNS"])):
    factor, addend = factor * 1664525 % 2**32, (addend * 1664525 + 1013904223) % 2**32
source = array.array("I", open("source.bin", "rb").read())
open("keys.bin", "wb").write(source.tobytes())
open("result.bin", "wb").write(array.array("I", (((x * factor + addend) % 2**32) for x in source)).tobytes())
