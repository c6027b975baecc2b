# SPDX-License-Identifier: MIT
import array, os
code = "I"
words = array.array(code, open("source.bin", "rb").read())
words.reverse()
open("reversed.bin", "wb").write(words.tobytes())
