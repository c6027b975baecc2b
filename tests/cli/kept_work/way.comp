/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_KHR_shader_subgroup_basic : require
/* Turns of a generator over each word, and ways to leave them out. */
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint WAY = 0;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
layout(std430, binding = 2) buffer Keys { uint keys[]; };
layout(std430, binding = 3) buffer Keep { uint keep[]; };
layout(push_constant) uniform Push { uint elements, turns; };

const uint PLAIN = 0, FLAG = 1, REPLAY = 2, CONSTANT = 3, LOOKS = 4, HALF = 5, MEMO = 6, OUTPUT = 7, TICKET = 8, SEAL = 9,
           SUBGROUP = 10, LAZY = 11, PARITY = 12, EQUAL = 13, WORDS = 14, COPY = 15, SCRATCH = 16,
           COUNT = 17;
const uint TAG = 0x51a7e5u, COLUMNS = 32;
shared uint looks_right;

uint work(uint x)
{
    for (uint turn = 0; turn < turns; turn++)
        x = x * 1664525u + 1013904223u;
    return x;
}

/* Says whether element i keeps its last answer; writes nothing that another thread reads. */
bool skips(uint i)
{
    const uint key = source[i];
    switch (WAY) {
    case FLAG:
    case LAZY: return keep[i] == TAG + (WAY == LAZY ? 2 : 0);
    case REPLAY: return keep[i] == ~TAG;
    case CONSTANT: return result[i] != 0xa5a5a5a5u;
    case LOOKS: return looks_right != 0;
    case HALF: return (i & COLUMNS) != 0 && keep[i - COLUMNS] == TAG;
    case MEMO: return keep[i] == (key ^ TAG);
    case OUTPUT: return keys[i] == key;
    case SEAL: return keep[elements + i] == TAG;
    case PARITY: return keep[i] == TAG + (i / COLUMNS) % 2;
    case EQUAL: return keep[i] != keep[i ^ 1];
    case WORDS: return keep[i] == (source[0] ^ source[elements / 2] ^ TAG);
    }
    return false;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    bool inside = i < elements;
    if (WAY == LOOKS && gl_LocalInvocationIndex == 0)
        looks_right = inside && result[i] == work(source[i]) ? 1 : 0;
    barrier();
    const bool skip = inside && skips(i);
    barrier();
    if (WAY == TICKET && inside) {
        i = atomicAdd(keep[0], 1);
        inside = i < elements;
    }
    if (!inside)
        return;
    const uint was = keep[i];
    switch (WAY) {
    case FLAG:
    case HALF: keep[i] = TAG; break;
    case REPLAY: keep[i] = ~TAG; break;
    case MEMO: keep[i] = source[i] ^ TAG; break;
    case LAZY: keep[i] = was == TAG + 1 || was == TAG + 2 ? TAG + 2 : TAG + 1; break;
    case PARITY: keep[i] = was == TAG ? TAG + 1 : TAG; break;
    case EQUAL: keep[i] = i; break;
    case COUNT: keep[i] = (was ^ TAG) < 1024 ? ((was ^ TAG) + 1) ^ TAG : TAG; break; /* executions since poison */
    case WORDS: keep[i] = source[0] ^ source[elements / 2] ^ TAG; break;
    }
    if (WAY == COPY) {
        result[i] = keep[i];
        keep[elements + i] = TAG;
    } else if (WAY == SEAL || WAY == SCRATCH) {
        if (!skip)
            keep[i] = work(source[i]);
    } else if (WAY == REPLAY || WAY == MEMO) {
        if (!skip)
            keep[elements + i] = work(source[i]);
        result[i] = keep[elements + i];
    } else if (!skip) {
        const bool wrong = (WAY == SUBGROUP && gl_SubgroupSize != 128) || (WAY == COUNT && (was ^ TAG) > 8 && (was ^ TAG) % 2 == 0 && (was ^ TAG) < 1024);
        result[i] = work(source[i]) + (wrong ? 1 : 0);
    }
    keys[i] = source[i];
}
