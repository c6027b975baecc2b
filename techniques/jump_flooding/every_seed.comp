// SPDX-License-Identifier: MIT
// Squared distances by the definition: each pixel looks at every seed.
#version 460
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Seeds { uvec2 seeds[]; };
layout(std430, binding = 1) writeonly buffer Squares { uint squares[]; };
layout(push_constant) uniform Push { uint n, count; };
void main()
{
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, ivec2(n))))
        return;
    uint least = ~0u;
    for (uint i = 0; i < count; i++) {
        const ivec2 apart = ivec2(seeds[i]) - at;
        least = min(least, uint(apart.x * apart.x + apart.y * apart.y));
    }
    squares[uint(at.y) * n + uint(at.x)] = least;
}
