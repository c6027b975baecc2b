// SPDX-License-Identifier: MIT
// Squared distances from each pixel to its seed.
#version 460
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Seeds { uvec2 seeds[]; };
layout(std430, binding = 1) readonly buffer Nearest { uint nearest[]; };
layout(std430, binding = 2) writeonly buffer Squares { uint squares[]; };
layout(push_constant) uniform Push { uint n; };
void main()
{
    const uvec2 at = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(at, uvec2(n))))
        return;
    const uint seed = nearest[at.y * n + at.x];
    const ivec2 apart = seed == ~0u ? ivec2(32767) : ivec2(seeds[seed]) - ivec2(at);
    squares[at.y * n + at.x] = uint(apart.x * apart.x + apart.y * apart.y);
}
