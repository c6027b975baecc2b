#version 460
#include "parts/shape.glsl"
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) buffer Found { uint found[]; };
layout(std430, binding = 2) buffer Count { uint count; };
layout(std430, binding = 3) buffer Ticket { uint ticket; };
layout(push_constant) uniform Push { uint words; };
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i < words && from[i] % 3 == 0)
        found[atomicAdd(count, 1)] = from[i];
    if (i < words && atomicAdd(ticket, 1) == words - 1)
        ticket = 0;
}
