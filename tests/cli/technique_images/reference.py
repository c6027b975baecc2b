# SPDX-License-Identifier: MIT
import array, os
width, height, turns = (int(os.environ[f"CLAIMCHECK_{name}"]) for name in ("WIDTH", "HEIGHT", "TURNS"))
picture = open("picture.bin", "rb").read() # rgba8, red first
red = [value / 255 for value in picture[::4]]
came = array.array("f")
for y in range(height):
    for x in range(width):
        value = (red[y * width + x] + red[y * width + min(x + 1, width - 1)]) / 2
        came.append(1 - value if turns % 2 else value)
open("came.bin", "wb").write(came.tobytes())
