# SPDX-License-Identifier: MIT
"""Writes reversed.bin from source.bin. Axes stand in the environment, such as CLAIMCHECK_ELEMENTS."""
import array

words = array.array("I")
with open("source.bin", "rb") as file:
    words.frombytes(file.read())
words.reverse()
with open("reversed.bin", "wb") as file:
    file.write(words.tobytes())
