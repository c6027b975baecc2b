/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_ray_query : require
/* The work of rays_first, rays_any and rays_miss in a kernel. */
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint weight = 1;
layout(set = 0, binding = 0) uniform accelerationStructureEXT triangles;
layout(set = 0, binding = 1, std430) readonly buffer Rays { vec4 rays[]; }; /* origin, t_max */
layout(set = 0, binding = 2, std430) buffer Hits { uint hits[]; };
layout(set = 0, binding = 3, std430) buffer Misses { uint misses; };
layout(push_constant) uniform Push { uint count; } push;

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.count)
        return;
    rayQueryEXT query;
    rayQueryInitializeEXT(query, triangles, gl_RayFlagsNoOpaqueEXT, 0xFF, rays[i].xyz, 0,
                          vec3(1, 0, 0), rays[i].w);
    while (rayQueryProceedEXT(query))
        atomicAdd(hits[rayQueryGetIntersectionPrimitiveIndexEXT(query, false)], weight * (i + 1));
    atomicAdd(misses, 1);
}
