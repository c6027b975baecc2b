/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_ballot : require
/*
 * fallback: prefix sums in one pass, by decoupled fallback (Section 3 of the paper).
 *
 * The state of a tile is two words, each with the state in its upper two bits and half of the sum
 * in its lower sixteen. A tile is READY or INCLUSIVE when both words agree, so no atomics of 64
 * bits and no fences are needed. The first subgroup looks back, a pair of lanes for each of WIDTH
 * tiles (the paper: one). A tile that is not ready after SPINS turns is summed by the whole group,
 * which then tries to tell that sum by an atomic maximum, as states only grow.
 *
 * One of OMIT tiles tells nothing, as in the paper's simulated blocking; 0 is none.
 * COUNTS adds up what happened.
 */
#include "tile.glsl"
#include "store.glsl"

layout(constant_id = 2) const uint SPINS = 4;
layout(constant_id = 3) const uint WIDTH = 1;
layout(constant_id = 4) const uint OMIT = 0;
layout(constant_id = 5) const bool COUNTS = false;

layout(std430, binding = 2) buffer Told { uint ticket; uint told[]; };
layout(std430, binding = 3) buffer Counts { uint spins, steps, fallbacks, insertions; } counts;

const uint SILENT = 0, READY = 1, INCLUSIVE = 2;
const uint NONE = ~0u;

shared uint drawn; /* the group's tile */
shared uint late; /* the tile to sum up, or NONE */
shared uint found; /* sum of all tiles before the group's */

/* What the first subgroup keeps between turns. */
uint left; /* tiles before this one are still to be added up */
uint heard_sum; /* each lane's part */
bool done;
uint spins, steps, fallbacks, insertions;

uint half_of(uint number)
{
    return number >> 16 * (gl_SubgroupInvocationID & 1) & 0xffff;
}

void tell(uint tile, uint state, uint number)
{
    const uint lane = gl_SubgroupInvocationID;
    if (lane < 2)
        atomicStore(told[2 * tile + lane], state << 30 | half_of(number), gl_ScopeDevice,
                    gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
}

/* Joins the words of a pair of lanes: the state where both agree, and the number. */
uint joined(uint word, out uint number)
{
    const uint mine = (word & 0xffff) << 16 * (gl_SubgroupInvocationID & 1);
    number = mine | subgroupShuffleXor(mine, 1);
    return subgroupShuffleXor(word, 1) >> 30 == word >> 30 ? word >> 30 : SILENT;
}

/* The first lane where something holds; the number of lanes where it holds nowhere. */
uint lanes_until(bool here)
{
    const uvec4 ballot = subgroupBallot(here);
    return ballot == uvec4(0) ? lanes() : subgroupBallotFindLSB(ballot);
}

/* Until all tiles before are added up, or one is late. */
void look_back()
{
    const uint lane = gl_SubgroupInvocationID;
    uint turns = 0;
    while (!done && turns < SPINS) {
        const uint window = 2 * min(min(WIDTH, left), lanes() / 2);
        const uint asked = lane < window ? lane : lane & 1; /* no branch: lanes stay together */
        uint number;
        const uint word = atomicLoad(told[2 * (left - 1 - asked / 2) + (asked & 1)], gl_ScopeDevice,
                                     gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
        const uint both = joined(word, number), state = lane < window ? both : SILENT;
        const uint all = lanes_until(state == INCLUSIVE);
        const uint silent = lanes_until(state == SILENT);
        const bool ends = all < silent;
        const uint heard = ends ? all + 2 : min(silent, window);
        heard_sum += lane < heard && (lane & 1) == 0 ? number : 0;
        left -= heard / 2;
        done = ends || left == 0;
        turns = heard > 0 ? 0 : turns + 1;
        spins += heard > 0 ? 0 : 1;
        steps += heard / 2;
    }
}

/* Tells the sum of a late tile, unless more is known of it. */
void insert(uint tile, uint sum)
{
    const uint lane = gl_SubgroupInvocationID;
    uint word = 0, number;
    if (lane < 2)
        word = atomicMax(told[2 * tile + lane], READY << 30 | half_of(sum));
    const uint state = subgroupBroadcastFirst(joined(word, number));
    heard_sum += lane > 0 ? 0 : state == INCLUSIVE ? number : sum;
    left = tile;
    done = state == INCLUSIVE || left == 0;
    fallbacks++;
    insertions += subgroupBroadcastFirst(word) >> 30 == SILENT ? 1 : 0;
    steps++;
}

void main()
{
    if (gl_LocalInvocationIndex == 0)
        drawn = atomicAdd(ticket, 1);
    barrier();
    const uint tile = drawn;
    const bool first = gl_SubgroupID == 0, tells = OMIT == 0 || tile % OMIT != 0;
    uint total;
    tile_load(tile);
    const uint before = tile_scan(total);
    left = tile;
    heard_sum = spins = steps = fallbacks = insertions = 0;
    done = tile == 0;
    if (first && tells)
        tell(tile, tile == 0 ? INCLUSIVE : READY, total);
    for (;;) {
        if (first) {
            look_back();
            const uint sum = last_lane(lanes_scan(heard_sum));
            if (done && tile > 0 && tells)
                tell(tile, INCLUSIVE, sum + total);
            if (subgroupElect()) {
                late = done ? NONE : left - 1;
                found = sum;
            }
        }
        barrier();
        const uint blocking = late;
        if (blocking == NONE)
            break;
        const uint sum = tile_sum(blocking);
        if (first)
            insert(blocking, sum);
    }
    tile_store(tile, found + before);
    if (COUNTS && gl_LocalInvocationIndex == 0) {
        atomicAdd(counts.spins, spins);
        atomicAdd(counts.steps, steps);
        atomicAdd(counts.fallbacks, fallbacks);
        atomicAdd(counts.insertions, insertions);
    }
}
