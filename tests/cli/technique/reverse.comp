// SPDX-License-Identifier: MIT
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : enable
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) readonly buffer Source { T source[]; };
layout(std430, binding = 1) writeonly buffer Reversed { T reversed[]; };
layout(push_constant) uniform Push { uint elements; } push;
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < push.elements) reversed[push.elements - 1 - i] = source[i];
}
