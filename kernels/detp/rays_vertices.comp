/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * rays_vertices: a triangle around each disc.
 *
 * Computes    three vertices of three floats per disc: an equilateral triangle in the disc's plane
 *             whose inscribed circle is the disc, grown by what push has of it, so that no hit lies
 *             near an edge. One triangle per disc: an edge that two share may be hit twice or not
 *             at all.
 * Bench       detp.estimate, variants ray_tracing and ray_query.
 * Bindings    0 discs; 1 vertices.
 * Constants   0 group size; push.grow, a factor of the radius, push.slack, a length beside it,
 *             push.disc_count.
 * Dispatch    a thread per disc.
 * Work        reads a disc, writes 36 bytes.
 * Error       vertices are off by some units in the last place of their coordinates; push.slack
 *             has room for it.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender; the basis of the plane is that of Duff et al. 2017.
 */
layout(local_size_x_id = 0) in;

#include "detp/detp.glsl"

layout(std430, binding = 0) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 1) writeonly buffer Vertices { float vertices[]; };

layout(push_constant) uniform Push
{
    float grow, slack;
    uint disc_count;
} push;

void put(uint vertex, vec3 at)
{
    for (uint k = 0; k < 3; k++)
        vertices[3 * vertex + k] = at[k];
}

void main()
{
    const uint j = gl_GlobalInvocationID.x;
    if (j >= push.disc_count)
        return;
    const detp_disc disc = detp_disc_load(discs[2 * j], discs[2 * j + 1]);
    const vec3 n = disc.normal;
    const float side = n.z < 0 ? -1.0 : 1.0;
    const float a = -1 / (side + n.z), b = n.x * n.y * a;
    const vec3 u = vec3(1 + side * n.x * n.x * a, side * b, -side * n.x);
    const vec3 v = vec3(b, side + n.y * n.y * a, -n.y);
    const float inner = disc.radius * push.grow + push.slack; /* half of the outer radius */
    put(3 * j, disc.centre + 2 * inner * v);
    put(3 * j + 1, disc.centre - inner * v + sqrt(3.0) * inner * u);
    put(3 * j + 2, disc.centre - inner * v - sqrt(3.0) * inner * u);
}
