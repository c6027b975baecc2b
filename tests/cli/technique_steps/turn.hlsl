// SPDX-License-Identifier: MIT
[[vk::binding(0)]] StructuredBuffer<uint> source;
[[vk::binding(1)]] RWStructuredBuffer<uint> reversed;

[[vk::push_constant]] cbuffer Push { uint elements; };
[numthreads(256, 1, 1)]
void turn(uint3 id : SV_DispatchThreadID)
{
    if (id.x < elements)
        reversed[elements - 1 - id.x] = source[id.x];
}
