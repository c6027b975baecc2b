// SPDX-License-Identifier: MIT
// The pixel of each seed gets its number. Of several seeds at one pixel any may win: their distances are the same.
#version 460
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) readonly buffer Seeds { uvec2 seeds[]; };
layout(std430, binding = 1) writeonly buffer Nearest { uint nearest[]; };
layout(push_constant) uniform Push { uint n, count; };
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i < count)
        nearest[seeds[i].y * n + seeds[i].x] = i;
}
