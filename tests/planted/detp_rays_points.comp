/* SPDX-License-Identifier: MIT */
#version 460
/* rays_vertices, but each triangle is a point: no ray meets it. */
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 1) writeonly buffer Vertices { float vertices[]; };
layout(push_constant) uniform Push
{
    float grow, slack;
    uint disc_count;
} push;

void main()
{
    const uint j = gl_GlobalInvocationID.x;
    for (uint k = 0; k < 9 && j < push.disc_count; k++)
        vertices[9 * j + k] = discs[2 * j][k % 3];
}
