# SPDX-License-Identifier: MIT
"""The entries of stream.bin but 0xffffffff, the null entry, in any order; how many they are."""
import array

with open("stream.bin", "rb") as file:
    stream = array.array("I", file.read())
kept = array.array("I", (word for word in stream if word != 0xffffffff))
with open("count.bin", "wb") as file:
    array.array("I", [len(kept)]).tofile(file)
kept.extend([0] * (len(stream) - len(kept)))
with open("kept.bin", "wb") as file:
    kept.tofile(file)
