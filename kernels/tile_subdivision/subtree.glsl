/* SPDX-License-Identifier: MIT */
/*
 * subtree.glsl: Programs 4 to 6 of Tokuyoshi (2014) in one, behind subdivision.glsl and
 * published.glsl: subtree.comp reads the pyramid from a buffer, subtree_image.comp from an image.
 *
 * Constants   3 UPPER level, 4 LOWER level, 5 PASS, from 0.
 */
#ifndef TILE_SUBDIVISION_SUBTREE_GLSL
#define TILE_SUBDIVISION_SUBTREE_GLSL

layout(constant_id = 3) const uint UPPER = 10;
layout(constant_id = 4) const uint LOWER = 4;
layout(constant_id = 5) const uint PASS = 0;

void subdivide_subtree(uvec2 id)
{
    for (uint level = UPPER; level > LOWER; level--) {
        const uint shift = level - LOWER;
        const node n = node(level, id.x >> shift, id.y >> shift);
        const uint importance = importance_at(n), threshold = threshold_at(n);
        if (!subdivides(level, importance, threshold)) {
            if (id == uvec2(n.x, n.y) << shift)
                tile_write(atomicAdd(control[0], 1), n, importance, threshold);
            return;
        }
    }
    const node n = node(LOWER, id.x, id.y);
    subdivide_tile(n, importance_at(n), threshold_at(n), PASS);
}

void main()
{
    const uint width = 1u << UPPER - LOWER;
    const uint groups = width / gl_WorkGroupSize.x;
    const uint layer = gl_WorkGroupID.y / groups * gl_NumWorkGroups.z + gl_WorkGroupID.z;
    const uvec2 within = uvec2(gl_WorkGroupID.x, gl_WorkGroupID.y % groups) * gl_WorkGroupSize.x +
                         gl_LocalInvocationID.xy;
    if (PASS == 0) {
        subdivide_subtree(within);
    } else if (layer < control[PASS]) {
        const node root = queue_decode(queue_in[layer], UPPER);
        subdivide_subtree(uvec2(root.x, root.y) * width + within);
    }
}

#endif
