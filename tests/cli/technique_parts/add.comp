#version 460
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const float SCALE = 1;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
layout(std140, binding = 2) uniform Table { uvec4 table; };
layout(push_constant) uniform Push { uint words; float alpha; };
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i < words)
        to[i] = from[i] + uint(8 * alpha * SCALE) + table[i % 4];
}
