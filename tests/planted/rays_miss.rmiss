/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_ray_tracing : require
/* Counts the rays that end here: all, since every hit is ignored. */
layout(set = 0, binding = 3, std430) buffer Misses { uint misses; };
layout(location = 0) rayPayloadInEXT uint carried;

void main()
{
    atomicAdd(misses, carried > 0 ? 1 : 0);
}
