# SPDX-License-Identifier: MIT
"""Edges on the shortest way from vertex 0; 2^32 - 1 where there is none."""
import array

offsets = array.array("I", open("offsets.bin", "rb").read())
targets = array.array("I", open("targets.bin", "rb").read())
levels = array.array("I", [0xffffffff]) * (len(offsets) - 1)
levels[0] = 0
queue = [0]
for vertex in queue: # which grows
    for target in targets[offsets[vertex]:offsets[vertex + 1]]:
        if levels[target] == 0xffffffff:
            levels[target] = levels[vertex] + 1
            queue.append(target)
open("levels.bin", "wb").write(levels.tobytes())
