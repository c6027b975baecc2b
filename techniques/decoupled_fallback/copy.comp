/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* copy: each tile as it is. */
#include "tile.glsl"
#include "store.glsl"

void main()
{
    tile_load(gl_WorkGroupID.x);
    tile_store(gl_WorkGroupID.x, 0);
}
