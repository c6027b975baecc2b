/* SPDX-License-Identifier: MIT */
#version 460
/*
 * flags_scan: prefix sums within blocks of 128 words, in place, and the sums of the blocks.
 *
 * Computes    each of `count` words from push.at on becomes the sum of those of its block up to and
 *             with itself; word push.sums_at + b becomes the sum of block b.
 * Bench       reyes_subdivision.bound_and_split and frame, variants
 *             breadth_scans and bounded_scans; baseline breadth_scans.
 * Bindings    4 words: flags, sums of their blocks, sums of those, and the sum of all.
 * Constants   none; push.at; push.count; push.sums_at.
 * Dispatch    a group of 64 threads per block, two words each; the group's index is x + y * groups
 *             in x.
 * Work        reads and writes each word once, and writes one per block.
 * Error       none: modulo 2^32.
 * Needs       nothing beyond Vulkan 1.3; 512 bytes of shared memory; no forward progress between
 *             groups; its loops have 7 turns.
 * Source      Weber 2014, section 3.1, as its program does it: sums up a tree in shared memory and
 *             down again.
 */
layout(local_size_x = 64) in;

layout(std430, binding = 4) buffer Words { uint words[]; };

layout(push_constant) uniform Push
{
    uint at, count, sums_at;
} push;

const uint BLOCK = 128;

shared uint tree[BLOCK];

void main()
{
    const uint lane = gl_LocalInvocationIndex;
    const uint block = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uvec2 item = uvec2(2 * lane, 2 * lane + 1), i = block * BLOCK + item;
    const uvec2 own = uvec2(i.x < push.count ? words[push.at + i.x] : 0,
                            i.y < push.count ? words[push.at + i.y] : 0);
    tree[item.x] = own.x;
    tree[item.y] = own.y;
    uint step = 1;
    for (uint pairs = BLOCK / 2; pairs > 0; pairs /= 2) {
        barrier();
        if (lane < pairs)
            tree[step * (2 * lane + 2) - 1] += tree[step * (2 * lane + 1) - 1];
        step *= 2;
    }
    if (lane == 0) {
        if (block * BLOCK < push.count)
            words[push.sums_at + block] = tree[BLOCK - 1];
        tree[BLOCK - 1] = 0;
    }
    for (uint pairs = 1; pairs < BLOCK; pairs *= 2) {
        step /= 2;
        barrier();
        if (lane < pairs) {
            const uint left = step * (2 * lane + 1) - 1, right = step * (2 * lane + 2) - 1;
            const uint before = tree[right];
            tree[right] += tree[left];
            tree[left] = before;
        }
    }
    barrier();
    if (i.x < push.count)
        words[push.at + i.x] = tree[item.x] + own.x;
    if (i.y < push.count)
        words[push.at + i.y] = tree[item.y] + own.y;
}
