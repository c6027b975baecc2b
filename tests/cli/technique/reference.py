# SPDX-License-Identifier: MIT
import array, os
code = {"uint": "I", "uint64_t": "Q"}[os.environ["CLAIMCHECK_TYPE"]]
words = array.array(code, open("source.bin", "rb").read())
words.reverse()
open("reversed.bin", "wb").write(words.tobytes())
