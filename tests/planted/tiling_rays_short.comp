/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * tiling_rays_short: bad on purpose, a walk that goes up by one level at most, and so ends early.
 *
 * Computes    rays_walk.comp's result, but for leaves behind those where the walk ended.
 * Bench       tests/bench/thread_group_tiling/tiling_rays_test.c only.
 * Bindings    0..3 of rays_walk.comp.
 * Constants   0..3 of rays_walk.comp; push of rays.glsl.
 * Dispatch    that of rays_walk.comp.
 * Work        that of rays_walk.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      a walk without a stack that takes the parent's sibling to be the next node.
 */
#include "thread_group_tiling/rays.glsl"

struct RaysNode {
    vec4 low, high;
};

layout(std430, binding = 3) readonly buffer Nodes { RaysNode nodes[]; };

bool rays_enter(uint node, vec2 from, vec2 inverse)
{
    const vec4 low = nodes[node].low, high = nodes[node].high;
    const vec2 a = (low.xy - from) * inverse, b = (high.xy - from) * inverse;
    const vec2 near = min(a, b), far = max(a, b);
    return max(max(near.x, near.y), low.z) <= min(min(far.x, far.y), high.z);
}

bool rays_blocked(vec2 from, vec4 direction)
{
    uint node = 1;
    while (node != 0) {
        if (node < leaf_count && rays_enter(node, from, direction.zw)) {
            node *= 2;
            continue;
        }
        if (node >= leaf_count && foliage_meets(node - leaf_count, from, direction.xy))
            return true;
        if ((node & 1) == 1)
            node >>= 1;
        node = (node & 1) == 1 ? 0 : node + 1;
    }
    return false;
}

void main()
{
    rays_trace();
}
