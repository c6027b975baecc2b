// SPDX-License-Identifier: MIT
// A round: each pixel takes the nearest of its own seed and those of the eight pixels that are `jump` away.
#version 460
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Seeds { uvec2 seeds[]; };
layout(std430, binding = 1) readonly buffer From { uint from[]; };
layout(std430, binding = 2) writeonly buffer To { uint to[]; };
layout(push_constant) uniform Push { uint n; int jump; };
void main()
{
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, ivec2(n))))
        return;
    uint best = ~0u, least = ~0u;
    for (int y = -jump; y <= jump; y += jump)
        for (int x = -jump; x <= jump; x += jump) {
            const ivec2 other = at + ivec2(x, y);
            if (any(lessThan(other, ivec2(0))) || any(greaterThanEqual(other, ivec2(n))))
                continue;
            const uint seed = from[uint(other.y) * n + uint(other.x)];
            if (seed == ~0u)
                continue;
            const ivec2 apart = ivec2(seeds[seed]) - at;
            const uint square = uint(apart.x * apart.x + apart.y * apart.y);
            if (square < least) {
                least = square;
                best = seed;
            }
        }
    to[uint(at.y) * n + uint(at.x)] = best;
}
