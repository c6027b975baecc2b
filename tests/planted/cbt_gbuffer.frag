/* SPDX-License-Identifier: MIT */
#version 460
/*
 * cbt_gbuffer: frame_gbuffer with normals that are wrong on purpose.
 *
 * Computes    leaves are right; all normals point east.
 * Bench       tests/bench/cbt/cbt_frame_test.c only.
 * Dispatch    per fragment.
 */
layout(location = 0) flat in uint leaf_id;
layout(location = 0) out vec4 ground;
layout(location = 1) out vec4 facing;
layout(location = 2) out uint leaf;
layout(location = 3) out vec4 light;

void main()
{
    ground = vec4(1);
    facing = vec4(1, 0.5, 0.5, 1);
    leaf = leaf_id;
    light = vec4(1);
}
