# SPDX-License-Identifier: MIT
# Right where the mean of all relative errors is: the program of the test that decides in the comparison's place.
import array, math, os, sys
read = lambda name: array.array("f", open(name, "rb").read())
source, given, wanted = read("source.bin"), read("numbers.bin"), read("numbers.wanted.bin")
open("pairs.bin", "rb"), open("pairs.wanted.bin", "rb")
assert len(source) == int(os.environ["CLAIMCHECK_ELEMENTS"]) == len(given) == len(wanted)
errors = [abs(a / b - 1) for a, b in zip(given, wanted) if math.isfinite(b)]
print("worst", max(errors))
print("mean_error\t%.9g" % (sum(errors) / len(errors)))
print("a line of its own, 3")
if max(errors) > 0.5:
    print("a number is off by more than half")
    sys.exit(1)
