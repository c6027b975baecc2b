# SPDX-License-Identifier: MIT
import array, os


def read(name):
    return array.array("I", open(f"{name}.bin", "rb").read())


source, table, made = read("source"), read("table"), read("made")
assert max(source) < 1000 and list(made) == sorted(made)
add = int(8 * float(os.environ["CLAIMCHECK_ALPHA"]))
turns = int(os.environ["CLAIMCHECK_TURNS"])
sums = array.array("I", (s + (add + table[i % 4]) * turns + 3 for i, s in enumerate(source)))
found = [value for value in source if value % 3 == 0]
open("sums.bin", "wb").write(sums.tobytes())
open("count.bin", "wb").write(array.array("I", [len(found)]).tobytes())
open("found.bin", "wb").write(array.array("I", found + [0] * (len(source) - len(found))).tobytes())
