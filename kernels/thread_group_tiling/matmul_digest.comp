/* SPDX-License-Identifier: MIT */
#version 460
/*
 * matmul_digest: what is checked of a product that is too large to be read back: for each row the
 * sum of its elements times a weight of their columns, modulo 2^32, which the host has from A and B
 * by itself, in integers, and the number of elements that are no integers, which are wrong whatever
 * the sum. (Freivalds' check, with a vector of random words.)
 *
 * Computes    digests[2 row] the sum, digests[2 row + 1] the number, for each row of C.
 * Bench       thread_group_tiling.matmul, every variant: in its check, not in its time.
 * Bindings    0 product, C, in pieces of four floats; 1 weights, a word per column; 2 digests, two
 *             words per row.
 * Constants   none; push.n, the columns, a multiple of 8.
 * Dispatch    a group of 256 per row.
 * Work        reads 4n bytes per row.
 * Error       none: integers, and comparisons of floats.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Freivalds, Probabilistic Machines Can Use Less Running Time, 1977.
 */
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Product { vec4 product[]; };
layout(std430, binding = 1) readonly buffer Weights { uvec4 weights[]; };
layout(std430, binding = 2) writeonly buffer Digests { uvec2 digests[]; };
layout(push_constant) uniform Push { uint n; };

shared uint sum, odd;

void main()
{
    if (gl_LocalInvocationIndex == 0)
        sum = odd = 0;
    barrier();
    uint own_sum = 0, own_odd = 0;
    for (uint i = gl_LocalInvocationIndex; i < n / 4; i += 256) {
        const vec4 elements = product[gl_WorkGroupID.x * (n / 4) + i];
        const ivec4 integers = ivec4(elements);
        const uvec4 products = uvec4(integers) * weights[i];
        const bvec4 whole = equal(vec4(integers), elements);
        own_sum += products.x + products.y + products.z + products.w;
        own_odd += 4 - uint(whole.x) - uint(whole.y) - uint(whole.z) - uint(whole.w);
    }
    atomicAdd(sum, own_sum);
    atomicAdd(odd, own_odd);
    barrier();
    if (gl_LocalInvocationIndex == 0)
        digests[gl_WorkGroupID.x] = uvec2(sum, odd);
}
