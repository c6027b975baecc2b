/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#pragma use_vulkan_memory_model
/*
 * compact_single: compaction in one pass: decoupled look-back, with a fallback.
 *
 * Computes    the entries that are not null, in their order, and in a word how many they are. A
 *             group takes a tile by ticket, counts it, tells the count, adds up what the tiles
 *             before it have told, and moves its entries, which it has kept in registers. A tile
 *             that still tells nothing after SPINS looks is counted by the group that waits for it:
 *             no group depends on another's progress. Without FALLBACK its entries are left out,
 *             the count becomes 0xffffffff, and the output is void.
 * Bench       all that compact (bench/common/compact.h); no baseline.
 * Bindings    0 and 1 the stream, as vectors and as words; 2 lengths; 3 states: the ticket, two
 *             words for losses, then two arrays with a word per group, all zero at the start; 5
 *             and 6 the output, as vectors and as words; 7 counts of streams.
 * Constants   0 group size, a multiple of the subgroup's; 1 ENTRY_WORDS (1 or 4); 2 ROWS (by shared
 *             memory, of words 6 at most); 3 SPINS; 4 FALLBACK; 5 WITHHELD (tiles whose number it
 *             divides tell nothing, none for zero); push.entries, the length; push.length_word,
 *             where it stands in lengths instead, or 0xffffffff; push.count_word, where the count
 *             goes.
 * Dispatch    a group per tile that there may be, as many each time: states alternate.
 * Work        reads the stream, writes what is kept, a word per tile twice; bound by bandwidth.
 * Error       none: integers.
 * Needs       memory_model_device_scope, subgroup_ballot, subgroup_arithmetic; with FALLBACK no
 *             forward progress between groups.
 * Source      Merrill and Garland 2016; the fallback Smith, Levien and Owens 2025; our own code.
 */
layout(local_size_x_id = 0) in;

layout(constant_id = 3) const uint SPINS = 16;
layout(constant_id = 4) const bool FALLBACK = true;
layout(constant_id = 5) const uint WITHHELD = 0;

#include "common/compact.glsl"

layout(std430, binding = 3) buffer States { uint ticket, losses[2], states[]; };
layout(std430, binding = 5) writeonly buffer Output { uvec4 kept_vectors[]; };
layout(std430, binding = 6) writeonly buffer OutputWords { uint kept_words[]; };
layout(std430, binding = 7) buffer Counts { uint counts[]; };

/*
 * What a tile has told: nothing, how many it keeps, or how many it and all before it keep. Flag and
 * number are one word, so that no order between words is asked for. The flags grow, and so does a
 * state.
 */
const uint SILENT = 0, COUNTED = 1u << 30, SUMMED = 2u << 30, NUMBER = (1u << 30) - 1;
const uint LOST = NUMBER; /* no number of entries */
const uint LOOKS = 4;     /* tiles that a thread looks at at a time: many loads, one latency */

const uint STAGED = ENTRY_WORDS == 1 ? 4 * ROWS : 0; /* words of a thread */

shared uint staged[STAGED * gl_WorkGroupSize.x + 1];
shared uint drawn, before_tile, left_over;

uint state_load(uint i)
{
    return atomicLoad(states[i], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
}

/* Never takes back what is known: whoever counts a tile says the same. */
void state_tell(uint i, uint state)
{
    atomicMax(states[i], state, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
}

/*
 * The tile's ticket: all groups of one dispatch draw from the lower half of numbers, those of the
 * next from the upper half, each with states of its own. A group clears its state of the other
 * half; who draws the last number puts the counter back. So every dispatch leaves to the next what
 * that needs.
 */
uint ticket_draw(uint groups, out uint half_first)
{
    if (thread_index() == 0)
        drawn =
            atomicAdd(ticket, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
    barrier();
    const bool upper = drawn >= groups;
    const uint tile = upper ? drawn - groups : drawn;
    half_first = upper ? groups : 0;
    if (thread_index() == 0) {
        if (drawn == 2 * groups - 1)
            atomicStore(ticket, 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
        atomicStore(states[(upper ? 0 : groups) + tile], SILENT, gl_ScopeDevice,
                    gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
        if (!FALLBACK && tile == 0)
            atomicStore(losses[upper ? 0 : 1], 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                        gl_SemanticsRelaxed);
    }
    return tile;
}

/*
 * Without FALLBACK: the count, told by the last tile, or that a tile is lost, told by each that is.
 * Groups behind a lost tile may well have a sum, for it has told its own count. Both exchange the
 * count: if the last tile does so after one that is lost, it sees the loss that was stored before;
 * if before, the loss stays.
 */
void count_tell(bool lost, uint count, uint half_index)
{
    if (lost)
        atomicStore(losses[half_index], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                    gl_SemanticsRelaxed);
    atomicExchange(counts[push.count_word], lost ? 0xffffffffu : count, gl_ScopeDevice,
                   gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    const bool any = atomicLoad(losses[half_index], gl_ScopeDevice, gl_StorageSemanticsBuffer,
                                gl_SemanticsRelaxed) != 0;
    if (!lost && any)
        atomicStore(counts[push.count_word], 0xffffffffu, gl_ScopeDevice,
                    gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
}

/* How many a tile keeps, counted by the whole group. */
uint tile_recount(uint tile, uint length)
{
    const uint first = tile * ROWS * gl_WorkGroupSize.x + thread_index();
    uint count = 0, total;
    [[unroll]] for (uint k = 0; k < ROWS; k++)
        count += bitCount(vector_valid(vector_load(first + k * gl_WorkGroupSize.x, length)));
    subgroups_before(subgroupAdd(count), total);
    return total;
}

/*
 * By one subgroup: adds what the nearest of the first `left` tiles have told to `before`. It ends
 * where a sum is met, with 0 left, or at a tile that is silent for too long, with those left that
 * are not added.
 */
void look_back(uint half_first, inout uint left, inout uint before)
{
    uint spins = 0;
    while (left > 0 && spins <= SPINS) {
        uint told[LOOKS], nearest = NONE;
        [[unroll]] for (uint k = 0; k < LOOKS; k++) {
            const uint distance = k * gl_SubgroupSize + gl_SubgroupInvocationID;
            told[k] = distance < left ? state_load(half_first + left - 1 - distance) : SUMMED;
        }
        [[unroll]] for (uint k = LOOKS; k-- > 0;) {
            const uint distance = k * gl_SubgroupSize + gl_SubgroupInvocationID;
            if (told[k] < COUNTED || told[k] >= SUMMED)
                nearest = 2 * distance + uint(told[k] < COUNTED);
        }
        nearest = subgroupMin(nearest);
        const uint stop = nearest == NONE ? NONE : nearest / 2;
        uint sum = 0;
        bool lost = false;
        [[unroll]] for (uint k = 0; k < LOOKS; k++) {
            const uint distance = k * gl_SubgroupSize + gl_SubgroupInvocationID;
            sum += distance <= stop ? told[k] & NUMBER : 0;
            lost = lost || told[k] == (SUMMED | LOST);
        }
        before += subgroupAdd(sum);
        if (!FALLBACK && subgroupMax(uint(lost)) != 0) {
            before = LOST;
            left = 0;
        } else if (nearest == NONE) {
            left -= LOOKS * gl_SubgroupSize;
            spins = 0;
        } else if ((nearest & 1) == 0) {
            left = 0;
        } else {
            left -= stop;
            spins = stop > 0 ? 0 : spins + 1;
        }
    }
}

/* How many the tiles before this one keep. Every thread of the group must call. */
uint before_of(uint tile, uint half_first, uint length)
{
    uint left = tile, before = 0;
    for (;;) {
        if (gl_SubgroupID == 0) {
            look_back(half_first, left, before);
            if (!FALLBACK && left > 0) {
                before = LOST;
                left = 0;
            }
            if (subgroupElect()) {
                left_over = left;
                before_tile = before;
            }
        }
        barrier();
        left = left_over;
        before = before_tile;
        if (!FALLBACK || left == 0)
            return before;
        left--;
        const uint count = tile_recount(left, length);
        before += count;
        if (thread_index() == 0)
            state_tell(half_first + left, COUNTED | count);
    }
}

/* The rank in the subgroup's part of the tile of each first entry of a row, and the part's sum. */
uint rank_rows(const uint valid[ROWS], out uint ranks[ROWS])
{
    uint sum = 0;
    if (ENTRY_WORDS == 4) {
        [[unroll]] for (uint k = 0; k < ROWS; k++) {
            const uvec4 ballot = subgroupBallot(valid[k] != 0);
            ranks[k] = sum + subgroupBallotExclusiveBitCount(ballot);
            sum += subgroupBallotBitCount(ballot);
        }
        return sum;
    }
    /* Two rows at a time: a row of a subgroup has at most 512 entries. */
    [[unroll]] for (uint k = 0; k < ROWS; k += 2) {
        const uint next = min(k + 1, ROWS - 1);
        const uint both = bitCount(valid[k]) | (k + 1 < ROWS ? bitCount(valid[next]) << 16 : 0);
        const uint before = subgroupExclusiveAdd(both), of_rows = subgroupAdd(both);
        ranks[k] = sum + (before & 0xffff);
        sum += of_rows & 0xffff;
        if (k + 1 < ROWS)
            ranks[next] = sum + (before >> 16);
        sum += of_rows >> 16;
    }
    return sum;
}

void stage_words(const uvec4 rows[ROWS], const uint ranks[ROWS], uint base)
{
    [[unroll]] for (uint k = 0; k < ROWS; k++) {
        uint place = base + ranks[k];
        [[unroll]] for (uint j = 0; j < 4; j++)
            if (rows[k][j] != NULL_INDEX)
                staged[place++] = rows[k][j];
    }
}

void main()
{
    const uint length = stream_length(), groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    uint half_first, total;
    const uint tile = ticket_draw(groups, half_first), thread = thread_index();
    if (tile >= tile_count(length))
        return;

    /* A subgroup has a part of the tile for itself, row by row. */
    const uint first = (tile * gl_WorkGroupSize.x + gl_SubgroupID * gl_SubgroupSize) * ROWS +
                       gl_SubgroupInvocationID;
    uvec4 rows[ROWS];
    vectors_load(first, gl_SubgroupSize, tile, length, rows);
    uint valid[ROWS], ranks[ROWS];
    [[unroll]] for (uint k = 0; k < ROWS; k++)
        valid[k] = vector_valid(rows[k]);
    const uint base = subgroups_before(rank_rows(valid, ranks), total);
    const bool tells = WITHHELD == 0 || tile % max(WITHHELD, 1) != 0;
    if (thread == 0 && tells)
        state_tell(half_first + tile, (tile == 0 ? SUMMED : COUNTED) | total);
    if (ENTRY_WORDS == 1)
        stage_words(rows, ranks, base);

    const uint before = before_of(tile, half_first, length);
    const bool lost = !FALLBACK && before == LOST;
    if (thread == 0 && tile > 0 && tells)
        state_tell(half_first + tile, SUMMED | (lost ? LOST : before + total));
    const bool last = tile == tile_count(length) - 1;
    if (FALLBACK && thread == 0 && last)
        counts[push.count_word] = before + total;
    if (!FALLBACK && thread == 0 && (last || lost))
        count_tell(lost, before + total, half_first > 0 ? 1 : 0);
    if (lost)
        return;
    if (ENTRY_WORDS == 1)
        for (uint i = thread; i < total; i += gl_WorkGroupSize.x)
            kept_words[before + i] = staged[i];
    else
        [[unroll]] for (uint k = 0; k < ROWS; k++)
            if (valid[k] != 0)
                kept_vectors[before + base + ranks[k]] = rows[k];
}
