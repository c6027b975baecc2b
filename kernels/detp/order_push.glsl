/* SPDX-License-Identifier: MIT */
/* order_push.glsl: struct order_push of bench/detp/order.c, and the key of a record by it. */
#include "detp/order.glsl"

layout(constant_id = 0) const uint BY = 0;

layout(push_constant) uniform Push
{
    vec3 lower;
    uint items;
    vec3 scale;
    uint first;
    uvec3 cells;
    uint before;
    uint coarser;
} push;

uint push_key(uvec4 first, uvec4 second)
{
    const vec3 position = (uintBitsToFloat(first.xyz) - push.lower) * push.scale;
    const float length_cells = uintBitsToFloat(first.w) * push.scale.x;
    return push.first +
           (order_key(BY, position, uintBitsToFloat(second.xyz), length_cells, push.cells) >>
            push.coarser);
}
