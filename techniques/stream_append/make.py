# SPDX-License-Identifier: MIT
"""A stream of random entries. Of 256 as many as `percent` leaves, drawn, are 0xffffffff: the null entry."""
import array
import os
import random

entries, kept = int(os.environ["CLAIMCHECK_ENTRIES"]), 256 * int(os.environ["CLAIMCHECK_PERCENT"]) // 100
random.seed(int(os.environ["CLAIMCHECK_SEED"]))
stream = array.array("I", random.randbytes(4 * entries))
if kept < 256:
    for i, draw in enumerate(random.randbytes(entries)):
        if draw >= kept:
            stream[i] = 0xffffffff
with open("stream.bin", "wb") as file:
    stream.tofile(file)
