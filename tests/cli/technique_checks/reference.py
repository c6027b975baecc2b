# SPDX-License-Identifier: MIT
import array, math, struct
# What fills inputs goes by their types, too.
halves = struct.unpack("<1000e", open("halves.bin", "rb").read())
assert len(set(halves)) > 100 and 0 <= min(halves) and max(halves) <= 1
assert list(open("bytes.bin", "rb").read()) == [i % 256 for i in range(1000)]
source = array.array("f", open("source.bin", "rb").read())
numbers = array.array("f", (value + 1 for value in source))
numbers[3:5] = array.array("f", (math.nan, math.inf))
open("numbers.bin", "wb").write(numbers.tobytes())
pairs = array.array("I")
for i in range(len(source)):
    pairs.extend((i, 7 * i % 1000))
open("pairs.bin", "wb").write(pairs.tobytes())
