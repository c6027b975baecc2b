// SPDX-License-Identifier: MIT
#version 460
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint FAULT = 0;
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Pairs { uvec2 pairs[]; };
layout(std430, binding = 2) writeonly buffer Numbers { uint numbers[]; };
layout(push_constant) uniform Push { uint elements; } push;
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= push.elements) return;
    // Backwards, and each number a little off, with a NaN of another sign than the reference's.
    uint key = FAULT == 1 && i < 2 ? 1 - i : i;
    pairs[push.elements - 1 - i] = uvec2(key, 7 * i % 1000);
    float number = (source[i] + 1) * (FAULT == 3 && i == 500 ? 1.011 : 1.0078125);
    uint bits = floatBitsToUint(number);
    if (i == 3) bits = 0xffc00001;
    if (i == 4) bits = FAULT == 2 ? floatBitsToUint(-123.0) : 0x7f800000;
    if (FAULT != 4 || i != push.elements - 1) numbers[i] = bits;
}
