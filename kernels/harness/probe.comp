/* SPDX-License-Identifier: MIT */
#version 460
/*
 * probe: reads one buffer and writes another, as quickly as may be, and does nothing else.
 *
 * Computes    word w of the destination, in each component: the sum of what the invocation that
 *             writes it has read, plus w.
 * Bench       none: harness/engine/instruments/probe.c, beside cases in rounds.
 * Bindings    0 source, 16-byte words, filled by probe_input.comp; 1 destination, 16-byte words.
 * Constants   none; push.read and push.written, 16-byte words of the two.
 * Dispatch    any number of groups of 256; invocations stride over both, four loads at a time.
 * Work        16 push.read bytes read, 16 push.written bytes written.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own; what it is for: docs/methods.md.
 */
layout(local_size_x = 256) in;

layout(std430, binding = 0) restrict readonly buffer Source { uvec4 source[]; };
layout(std430, binding = 1) restrict writeonly buffer Destination { uvec4 destination[]; };

layout(push_constant) uniform Push
{
    uint read;
    uint written;
} push;

void main()
{
    const uint stride = gl_NumWorkGroups.x * 256u;
    const uint own = gl_GlobalInvocationID.x;
    uvec4 sum = uvec4(0);
    for (uint at = own; at < push.read; at += 4u * stride) {
        uvec4 words[4];
        for (uint k = 0u; k < 4u; k++) {
            words[k] = uvec4(0);
            if (at + k * stride < push.read)
                words[k] = source[at + k * stride];
        }
        sum += (words[0] + words[1]) + (words[2] + words[3]);
    }
    for (uint to = own; to < push.written; to += stride)
        destination[to] = sum + to;
    /* Who writes nothing has read for this: never true, and the compiler cannot know. */
    if (own >= push.written && sum == uvec4(0xdeadbeefu, 0x12345678u, 0x9abcdef0u, 0x0badf00du))
        destination[0] = sum;
}
