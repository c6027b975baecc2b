/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_ray_tracing : require
/* Takes a buffer for what is an acceleration structure in rays_first. */
layout(set = 0, binding = 0, std430) buffer Misses { uint misses; };

void main()
{
    atomicAdd(misses, 1);
}
