/* SPDX-License-Identifier: MIT */
#version 460
/*
 * probe_input: what a probe reads.
 *
 * Computes    4-byte word w of the buffer: 0x9e3779b1 w.
 * Bench       none: harness/engine/instruments/probe.c, once.
 * Bindings    0 the buffer, 16-byte words.
 * Constants   none; push.count, 16-byte words of the buffer.
 * Dispatch    any number of groups of 256; invocations stride over the buffer.
 * Work        16 push.count bytes written.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 256) in;

layout(std430, binding = 0) restrict writeonly buffer Source { uvec4 source[]; };

layout(push_constant) uniform Push { uint count; } push;

void main()
{
    const uint stride = gl_NumWorkGroups.x * 256u;
    for (uint at = gl_GlobalInvocationID.x; at < push.count; at += stride)
        source[at] = (4u * at + uvec4(0u, 1u, 2u, 3u)) * 0x9e3779b1u;
}
