/* SPDX-License-Identifier: MIT */
/*
 * compact_single.glsl: compaction in one pass: decoupled look-back, with a fallback. The includer
 * has the extensions; what there is and what it does stands in compact_single.comp.
 */
#ifndef COMMON_COMPACT_SINGLE_GLSL
#define COMMON_COMPACT_SINGLE_GLSL

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

/* Why a look ends at a tile: its sum is known, it has told nothing, or it is lost. */
const uint WHY_SUM = 0, WHY_SILENT = 1, WHY_LOST = 2;
const uint SUBGROUPS_MAX = 256;

const uint STAGED = ENTRY_WORDS == 1 ? 8 : 0; /* words of a thread: those of two rows */

shared uint staged[STAGED * gl_WorkGroupSize.x + 1];
shared uvec2 seen[2 * SUBGROUPS_MAX]; /* by each subgroup: where it ends, 4 times, and why; sum */
shared uint drawn;

uint state_load(uint i)
{
    return atomicLoad(states[i], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
}

/* Never takes back what is known: whoever counts a tile says the same. */
void state_tell(uint i, uint state)
{
    atomicMax(states[i], state, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
}

/* Resets the state for the next dispatch. One thread does, from a ticket in `drawn`. */
#define HALF_LEAVE(upper, tile, groups)                                                            \
    if (drawn == 2 * groups - 1)                                                                   \
        atomicStore(ticket, 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);   \
    atomicStore(states[(upper ? 0 : groups) + tile], SILENT, gl_ScopeDevice,                       \
                gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);                                   \
    if (!FALLBACK && tile == 0)                                                                    \
        atomicStore(losses[upper ? 0 : 1], 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer,          \
                    gl_SemanticsRelaxed);

#ifdef COMPACT_NUMBERED
/* A ticket for nothing but the half: where that begins. */
uint turn_take(uint tile, uint groups)
{
    if (thread_index() == 0) {
        drawn =
            atomicAdd(ticket, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
        const bool upper = drawn >= groups;
        HALF_LEAVE(upper, tile, groups)
    }
    barrier();
    return drawn >= groups ? groups : 0;
}
#else
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
        HALF_LEAVE(upper, tile, groups)
    }
    return tile;
}
#endif

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

/*
 * A sum over a subgroup, from the last lane of a scan. subgroupMin() and subgroupAdd() become REDUX
 * on an H100, behind a test whether all lanes are active. Where its driver (580.159.04) keeps that
 * test in a uniform predicate, REDUX still asks the vector predicate of the same number: here "is
 * not thread 0", so that thread 0 reduced alone and the other subgroups read an old register.
 */
uint lanes_sum(uint value)
{
    return subgroupBroadcast(subgroupInclusiveAdd(value), gl_SubgroupSize - 1);
}

/*
 * How many bits of `valid` the threads of a subgroup have in all. By ballots: subgroupAdd() here,
 * too, now and then added up some threads alone.
 */
uint valid_total(uint valid)
{
    uint count = 0;
    [[unroll]] for (uint j = 0; j < VECTOR_ENTRIES; j++)
        count += subgroupBallotBitCount(subgroupBallot((valid >> j & 1) != 0));
    return count;
}

/* How many a tile keeps, counted by the whole group. */
uint tile_recount(uint tile, uint length)
{
    const uint first = tile * ROWS * gl_WorkGroupSize.x + thread_index();
    uint count = 0, total;
    [[unroll]] for (uint k = 0; k < ROWS; k++)
        count += valid_total(vector_valid(vector_load(first + k * gl_WorkGroupSize.x, length)));
    subgroups_before(count, total);
    return total;
}

/*
 * Adds what the nearest of the first `left` tiles have told to `before`. It ends where a sum is
 * met, with 0 left, or at a tile that is silent for too long, with those left that are not added.
 * Every thread of the group must call.
 *
 * All branches around an operation of a subgroup are the whole group's: each thread looks at a
 * tile, and what a subgroup has seen goes to all through shared memory. Where subgroups go ways of
 * their own nothing promises that the threads of one stay together, and on a GPU they did not.
 */
void look_back(uint half_first, inout uint left, inout uint before)
{
    const uint distance = thread_index();
    uint spins = 0, slot = 0;
    while (left > 0 && spins <= SPINS) {
        const uint came = state_load(half_first + left - 1 - min(distance, left - 1));
        const uint told = distance < left ? came : SUMMED;
        const uint why = told < COUNTED ? WHY_SILENT : told == (SUMMED | LOST) ? WHY_LOST : WHY_SUM;
        const bool goes_on = told >= COUNTED && told < SUMMED;
        /* Lanes look ever farther: the first that does not go on is the nearest. */
        const uvec4 ends = subgroupBallot(!goes_on);
        const uint nearest = min(subgroupBallotFindLSB(ends), gl_SubgroupSize - 1);
        const uint why_there = subgroupBroadcast(4 * distance + why, nearest);
        uint end = ends == uvec4(0) ? NONE : why_there;
        const uint sum = lanes_sum(distance <= end / 4 && why == WHY_SUM ? told & NUMBER : 0);
        if (subgroupElect())
            seen[slot + gl_SubgroupID] = uvec2(end, sum);
        barrier();
        end = NONE;
        for (uint i = 0; i < gl_NumSubgroups && end == NONE; i++) {
            end = seen[slot + i].x;
            before += seen[slot + i].y;
        }
        slot ^= SUBGROUPS_MAX; /* the slowest thread still reads */
        const uint stop = min(left, end == NONE ? gl_WorkGroupSize.x : end / 4);
        const bool waits = end != NONE && (end & 3) == WHY_SILENT;
        before = end != NONE && (end & 3) == WHY_LOST ? LOST : before;
        left = end == NONE || waits ? left - stop : 0;
        spins = waits && stop == 0 ? spins + 1 : 0;
    }
}

/* How many the tiles before this one keep; LOST. Every thread of the group must call. */
uint before_of(uint tile, uint half_first, uint length)
{
    uint left = tile, before = 0;
    look_back(half_first, left, before);
    while (FALLBACK && left > 0) {
        left--;
        const uint count = tile_recount(left, length);
        before += count;
        if (thread_index() == 0)
            state_tell(half_first + left, COUNTED | count);
        look_back(half_first, left, before);
    }
    return left > 0 ? LOST : before;
}

/* How many entries of its rows the subgroup keeps. */
uint entries_count(const uvec4 rows[ROWS], const uint valid[ROWS])
{
    uint count = 0;
    [[unroll]] for (uint k = 0; k < ROWS; k++)
        if (ENTRY_WORDS == 4) {
            count += subgroupBallotBitCount(subgroupBallot(valid[k] != 0));
        } else {
            const uvec4 kept = mix(uvec4(1), uvec4(0), equal(rows[k], uvec4(NULL_INDEX)));
            count += kept.x + kept.y + kept.z + kept.w;
        }
    return ENTRY_WORDS == 4 ? count : lanes_sum(count);
}

/* The rank in the subgroup's part of the tile of each entry. Of tuples. */
void tuples_rank(const uint valid[ROWS], out uint ranks[ROWS])
{
    uint sum = 0;
    [[unroll]] for (uint k = 0; k < ROWS; k++) {
        const uvec4 ballot = subgroupBallot(valid[k] != 0);
        ranks[k] = sum + subgroupBallotExclusiveBitCount(ballot);
        sum += subgroupBallotBitCount(ballot);
    }
}

void words_stage(uvec4 words, uint place)
{
    [[unroll]] for (uint j = 0; j < 4; j++)
        if (words[j] != NULL_INDEX)
            staged[place++] = words[j];
}

/* The place in the subgroup's part of the tile of the first word of each row that the thread keeps,
 * and where each row of the subgroup ends. Up to 32 lanes have at most 128 words in a row: a sum
 * over the subgroup has four rows, a byte each. Of more lanes ballots are asked. Words are counted
 * from the rows and not from the bits of vector_valid(), which would stay in registers: on an H100
 * that is a group less on a multiprocessor. */
void words_rank(const uvec4 rows[ROWS], out uint places[ROWS], out uint ends[ROWS])
{
    uint sum = 0;
    if (gl_SubgroupSize <= 32) {
        [[unroll]] for (uint k = 0; k < ROWS; k += 4) {
            uint own = 0;
            [[unroll]] for (uint j = 0; j < 4 && k + j < ROWS; j++) {
                const uvec4 kept = mix(uvec4(1), uvec4(0), equal(rows[k + j], uvec4(NULL_INDEX)));
                own += (kept.x + kept.y + kept.z + kept.w) << 8 * j;
            }
            const uint upto = subgroupInclusiveAdd(own), before = upto - own;
            const uint all = subgroupBroadcast(upto, gl_SubgroupSize - 1);
            [[unroll]] for (uint j = 0; j < 4 && k + j < ROWS; j++) {
                places[k + j] = sum + (before >> 8 * j & 255);
                sum += all >> 8 * j & 255;
                ends[k + j] = sum;
            }
        }
    } else {
        [[unroll]] for (uint k = 0; k < ROWS; k++) {
            places[k] = sum;
            const uint valid = vector_valid(rows[k]);
            [[unroll]] for (uint j = 0; j < VECTOR_ENTRIES; j++) {
                const uvec4 ballot = subgroupBallot((valid >> j & 1) != 0);
                places[k] += subgroupBallotExclusiveBitCount(ballot);
                sum += subgroupBallotBitCount(ballot);
            }
            ends[k] = sum;
        }
    }
}

/*
 * Words go to their places from `to` on, two rows at a time: they are put in order in shared
 * memory, so that neighbours write to neighbours. A row of a subgroup has at most 512 words.
 */
void words_move(const uvec4 rows[ROWS], const uint places[ROWS], const uint ends[ROWS], uint to)
{
    const uint part = gl_SubgroupID * gl_SubgroupSize * STAGED;
    [[unroll]] for (uint k = 0; k < ROWS; k += 2) {
        const uint next = min(k + 1, ROWS - 1), begin = k == 0 ? 0 : ends[max(k, 1) - 1];
        const uint total = ends[next] - begin;
        words_stage(rows[k], part + places[k] - begin);
        if (k + 1 < ROWS)
            words_stage(rows[next], part + places[next] - begin);
        subgroupBarrier();
        [[unroll]] for (uint n = 0; n < STAGED; n++) {
            const uint i = n * gl_SubgroupSize + gl_SubgroupInvocationID;
            if (i < total)
                kept_words[to + begin + i] = staged[part + i];
        }
        subgroupBarrier();
    }
}

void main()
{
    const uint length = stream_length(), groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    uint half_first, total;
#ifdef COMPACT_NUMBERED
    const uint tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint thread = thread_index();
    if (tile >= tile_count(length)) {
        turn_take(tile, groups);
        return;
    }
#else
    const uint tile = ticket_draw(groups, half_first), thread = thread_index();
    if (tile >= tile_count(length))
        return;
#endif

    /* A subgroup has a part of the tile for itself, row by row. */
    const uint first = (tile * gl_WorkGroupSize.x + gl_SubgroupID * gl_SubgroupSize) * ROWS +
                       gl_SubgroupInvocationID;
    uvec4 rows[ROWS];
    vectors_load(first, gl_SubgroupSize, tile, length, rows);
#ifdef COMPACT_NUMBERED
    half_first = turn_take(tile, groups);
#endif
    uint valid[ROWS], ranks[ROWS];
    [[unroll]] for (uint k = 0; k < ROWS; k++)
        valid[k] = vector_valid(rows[k]);
    const uint base = subgroups_before(entries_count(rows, valid), total);
    const bool tells = WITHHELD == 0 || tile % max(WITHHELD, 1) != 0;
    if (thread == 0 && tells)
        state_tell(half_first + tile, (tile == 0 ? SUMMED : COUNTED) | total);

    /* Ranks come behind the count, which others wait for, and before the look at theirs. */
    uint ends[ROWS];
    if (ENTRY_WORDS == 4)
        tuples_rank(valid, ranks);
    else
        words_rank(rows, ranks, ends);
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
        words_move(rows, ranks, ends, before + base);
    else
        [[unroll]] for (uint k = 0; k < ROWS; k++)
            if (valid[k] != 0)
                kept_vectors[before + base + ranks[k]] = rows[k];
}

#endif
