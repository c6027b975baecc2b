#version 460
#include "parts/shape.glsl"
layout(std430, binding = 0) buffer To { uint to[]; };
layout(std430, binding = 1) buffer Control { uint left, turns; };
layout(push_constant) uniform Push { uint words, most; };
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= words)
        return;
    to[i]++;
    if (i == 0) {
        turns++;
        left = most - turns;
    }
}
