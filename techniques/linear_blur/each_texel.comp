// SPDX-License-Identifier: MIT
// Nine texels along one direction, each looked up by itself.
#version 460
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D from;
layout(binding = 1, rgba16f) uniform writeonly image2D to;
layout(push_constant) uniform Push { vec2 direction; };
const float weights[5] = { 70.0 / 256, 56.0 / 256, 28.0 / 256, 8.0 / 256, 1.0 / 256 };
void main()
{
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy), size = imageSize(to);
    if (any(greaterThanEqual(at, size)))
        return;
    const vec2 place = (vec2(at) + 0.5) / vec2(size), texel = direction / vec2(size);
    vec4 sum = weights[0] * textureLod(from, place, 0);
    for (int i = 1; i < 5; i++)
        sum += weights[i] * (textureLod(from, place + i * texel, 0) + textureLod(from, place - i * texel, 0));
    imageStore(to, at, sum);
}
