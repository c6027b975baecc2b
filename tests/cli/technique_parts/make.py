# SPDX-License-Identifier: MIT
import array, os, random
random.seed(int(os.environ["CLAIMCHECK_SEED"]))
words = sorted(random.randrange(1 << 20) for _ in range(int(os.environ["CLAIMCHECK_WORDS"])))
open("made.bin", "wb").write(array.array("I", words).tobytes())
