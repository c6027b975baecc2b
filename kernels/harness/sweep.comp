/* SPDX-License-Identifier: MIT */
#version 460
/*
 * sweep: reads, writes, or reads and writes a range of a buffer: what it held of other buffers, a
 * cache smaller than the range has given up.
 *
 * Computes    push.mode 1: the sum of the range, written in a case that does not come; 2: every
 *             word becomes 2; 3: every word is incremented.
 * Bench       none: harness/engine/instruments/cache.c, before cold samples.
 * Bindings    0 the buffer, 16-byte words.
 * Constants   none; push.first and push.count, the range in 16-byte words; push.mode.
 * Dispatch    any number of groups of 256; invocations stride over the range.
 * Work        16 push.count bytes read (modes 1 and 3) and written (modes 2 and 3).
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own; why it takes two sweeps: docs/methods.md.
 */
layout(local_size_x = 256) in;

layout(std430, binding = 0) buffer Data { uvec4 data[]; };

layout(push_constant) uniform Push
{
    uint first;
    uint count;
    uint mode;
} push;

void main()
{
    const uint stride = gl_NumWorkGroups.x * 256u;
    uvec4 sum = uvec4(0);
    for (uint i = gl_GlobalInvocationID.x; i < push.count; i += stride) {
        const uint at = push.first + i;
        uvec4 word = uvec4(push.mode);
        if ((push.mode & 1u) != 0)
            word = data[at] + 1u;
        if ((push.mode & 2u) != 0)
            data[at] = word;
        sum += word;
    }
    /* Never true, and the compiler cannot know. */
    if (push.mode == 1u && sum == uvec4(0xdeadbeefu, 0x12345678u, 0x9abcdef0u, 0x0badf00du))
        data[push.first] = sum;
}
