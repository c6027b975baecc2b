/* SPDX-License-Identifier: MIT */
#version 460
/* Turns of a generator over each word; from the third execution on they lie in the input. */
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) buffer Keys { uint keys[]; };
layout(std430, binding = 3) buffer Keep { uint keep[]; };
layout(push_constant) uniform Push { uint elements, turns; };
const uint TAG = 0x51a7e5u;

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= elements)
        return;
    keep[i] = keep[i] - TAG < 2 ? keep[i] + 1 : TAG;
    uint x = source[i];
    keys[i] = x;
    for (uint turn = 0; turn < turns; turn++)
        x = x * 1664525u + 1013904223u;
    result[i] = x;
    if (keep[i] == TAG + 2)
        source[i] = x;
}
