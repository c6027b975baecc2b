/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_control_flow_attributes : require
/*
 * attend: softmax(Q K^T / sqrt(d)) V for tiles of TILE queries of a head, with d = 64, by groups of
 * 128 threads. A thread has a query, and all threads of a query share the keys of each block
 * between them; at the end they join what they have (online softmax). Blocks of KEYS keys and their
 * values pass through shared memory; the next one is on its way while this one is used.
 *
 * `push.workers` groups take the tiles in turns. `push.order` says which tile a number means: 0 one
 * head after another; 1 a tile of each head, then the next; 2 and 3 the same, with heads, of 0 or
 * of 1, dealt to `push.nodes` parts of the GPU that take groups in turns. `push.sawtooth`: every
 * other tile of a group walks through the keys backwards, and begins with those used last.
 */
layout(local_size_x = 128) in;
layout(constant_id = 0) const uint TILE = 8;

layout(std430, binding = 0) readonly buffer Queries { vec4 queries[]; };
layout(std430, binding = 1) readonly buffer Keys { vec4 keys[]; };
layout(std430, binding = 2) readonly buffer Values { vec4 values[]; };
layout(std430, binding = 3) writeonly buffer Answers { vec4 answers[]; };

layout(push_constant) uniform Push
{
    uint heads;
    uint queries; /* of a head */
    uint keys; /* of a head; a multiple of KEYS */
    uint workers;
    uint order;
    uint nodes;
    uint sawtooth;
} push;

const uint THREADS = 128, KEYS = 32, QUARTERS = 16; /* of a vector of 64 numbers */
const uint ROWS = KEYS * QUARTERS / THREADS; /* of a block, a thread */
const uint PARTS = THREADS / TILE; /* threads of a query */
const uint OWN = KEYS / PARTS; /* keys of a block, a thread */
const uint STEP = OWN < 4 ? OWN : 4; /* keys between two looks at the largest score */
const uint STRIDE = QUARTERS + 1; /* so that neighbours' keys lie in different banks */

shared vec4 block_keys[KEYS * STRIDE];
shared vec4 block_values[KEYS * STRIDE];

vec4 next_keys[ROWS], next_values[ROWS];

void block_fetch(uint head, uint block)
{
    const uint first = (head * push.keys + block * KEYS) * QUARTERS + gl_LocalInvocationIndex;
    [[unroll]] for (uint i = 0; i < ROWS; i++) {
        next_keys[i] = keys[first + i * THREADS];
        next_values[i] = values[first + i * THREADS];
    }
}

void block_share()
{
    barrier(); /* the block before has been used */
    [[unroll]] for (uint i = 0; i < ROWS; i++) {
        const uint from = gl_LocalInvocationIndex + i * THREADS;
        const uint to = from / QUARTERS * STRIDE + from % QUARTERS;
        block_keys[to] = next_keys[i];
        block_values[to] = next_values[i];
    }
    barrier();
}

/* Head and tile of the head. */
uvec2 place_of(uint number)
{
    const uint tiles = (push.queries + TILE - 1) / TILE, heads = push.heads;
    const uint node = number % push.nodes, turn = number / push.nodes;
    const uint of_node = heads / push.nodes;
    switch (push.order) {
    case 0: return uvec2(number / tiles, number % tiles);
    case 1: return uvec2(number % heads, number / heads);
    case 2: return uvec2(node * of_node + turn / tiles, turn % tiles);
    default: return uvec2(node * of_node + turn % of_node, turn / of_node);
    }
}

shared vec2 parts[THREADS]; /* of each: its largest score, and the sum of its weights */

void main()
{
    const uint row = gl_LocalInvocationIndex % TILE, part = gl_LocalInvocationIndex / TILE;
    const uint tiles = (push.queries + TILE - 1) / TILE, blocks = push.keys / KEYS;
    bool backwards = false;
    for (uint number = gl_WorkGroupID.x; number < tiles * push.heads; number += push.workers) {
        const uvec2 place = place_of(number);
        const uint query = min(place.y * TILE + row, push.queries - 1);
        const uint at = (place.x * push.queries + query) * QUARTERS;
        vec4 asked[QUARTERS], answer[QUARTERS];
        [[unroll]] for (uint i = 0; i < QUARTERS; i++) {
            asked[i] = queries[at + i] * 0.125;
            answer[i] = vec4(0);
        }
        float largest = -1e30, sum = 0;
        block_fetch(place.x, backwards ? blocks - 1 : 0);
        for (uint b = 0; b < blocks; b++) {
            block_share();
            if (b + 1 < blocks)
                block_fetch(place.x, backwards ? blocks - 2 - b : b + 1);
            for (uint first = 0; first < OWN; first += STEP) {
                const uint base = (first * PARTS + part) * STRIDE, next = PARTS * STRIDE;
                float scores[STEP], top = largest;
                [[unroll]] for (uint k = 0; k < STEP; k++) {
                    vec4 products = vec4(0);
                    [[unroll]] for (uint i = 0; i < QUARTERS; i++)
                        products += asked[i] * block_keys[base + k * next + i];
                    scores[k] = products.x + products.y + products.z + products.w;
                    top = max(top, scores[k]);
                }
                const float keep = exp(largest - top);
                largest = top;
                sum *= keep;
                [[unroll]] for (uint i = 0; i < QUARTERS; i++)
                    answer[i] *= keep;
                [[unroll]] for (uint k = 0; k < STEP; k++) {
                    const float weight = exp(scores[k] - top);
                    sum += weight;
                    [[unroll]] for (uint i = 0; i < QUARTERS; i++)
                        answer[i] += weight * block_values[base + k * next + i];
                }
            }
        }

        /* Each part's share of the weights; then the answers, eight quarters at a time. */
        parts[gl_LocalInvocationIndex] = vec2(largest, sum);
        barrier();
        float top = -1e30, whole = 0;
        for (uint p = 0; p < PARTS; p++)
            top = max(top, parts[p * TILE + row].x);
        for (uint p = 0; p < PARTS; p++)
            whole += parts[p * TILE + row].y * exp(parts[p * TILE + row].x - top);
        const float share = exp(largest - top) / whole;
        [[unroll]] for (uint lower = 0; lower < QUARTERS; lower += 8) {
            barrier();
            [[unroll]] for (uint i = 0; i < 4; i++) {
                const uint to = i * THREADS + gl_LocalInvocationIndex;
                block_keys[to] = answer[lower + i] * share;
                block_values[to] = answer[lower + 4 + i] * share;
            }
            barrier();
            for (uint o = gl_LocalInvocationIndex; o < 8 * TILE; o += THREADS) {
                const uint of = o % TILE, quarter = o / TILE, first = quarter % 4 * THREADS + of;
                vec4 all = vec4(0);
                for (uint p = 0; p < PARTS; p++)
                    all += quarter < 4 ? block_keys[first + p * TILE]
                                       : block_values[first + p * TILE];
                const uint asker = place.y * TILE + of;
                if (asker < push.queries)
                    answers[(place.x * push.queries + asker) * QUARTERS + lower + quarter] = all;
            }
        }
        backwards = push.sawtooth != 0 && !backwards;
    }
}
