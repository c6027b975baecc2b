/* SPDX-License-Identifier: MIT */
/*
 * update.glsl: what an update does with a leaf: decide, split, merge. Needs heap_buffer.glsl and
 * leb.glsl. A kernel that decides defines
 *   bool update_splits(uint leaf)              a leaf of less than the greatest depth
 *   bool update_merges(uint base, uint top)    the children of both, if they are leaves
 * and calls update_wants(), which asks them.
 *
 * All decisions are made on the leaves as they were when the pass began. With LAYOUT full or
 * snapshot nothing that decisions read changes during the pass, so one kernel may decide and act.
 * With packed or aligned the lowest levels are counted in the bit field that the pass changes: one
 * dispatch decides, another acts.
 *
 * Bindings    1 decisions: words 0..2 groups for a thread per leaf, 3 leaves; 4..6 groups for a
 *             thread per decision, 7 decisions; then nodes, bit 31 set for a merge. 2 marks.
 * Constants   3 MARKED: 1 marks each tile whose bits change; 4 STOPS: 1 ends the walk of a split
 *             where its bit was set already (who set it walks on, or it was so before the pass).
 */
#ifndef CBT_UPDATE_GLSL
#define CBT_UPDATE_GLSL

layout(std430, binding = 1) buffer Decisions { uint decisions[]; };
layout(std430, binding = 2) buffer Marks { uint marks[]; };

layout(constant_id = 3) const uint MARKED = 0;
layout(constant_id = 4) const uint STOPS = 0;

const uint DECISIONS_GROUPS = 4, DECISIONS_COUNT = 7, DECISIONS_LIST = 8;
const uint DECISION_MERGES = 1u << 31;
const uint MARKS_LIST = 4, TILE_BITS = 17;

/* Where an entry of this number stands in the list: sweep.glsl has a ring. */
#ifndef UPDATE_ENTRY
#define UPDATE_ENTRY(number) (number)
#endif

/* The tile of a position goes to the list once. */
void update_mark(uint position)
{
    const uint tile = position >> TILE_BITS, tiles = 1u << DEPTH - TILE_BITS;
    const uint word = MARKS_LIST + tiles + (tile >> 5), bit = 1u << (tile & 31);
    if ((marks[word] & bit) == 0 && (atomicOr(marks[word], bit) & bit) == 0)
        marks[MARKS_LIST + UPDATE_ENTRY(atomicAdd(marks[0], 1))] = tile;
}

/* False where the walk may end. */
bool update_split_node(uint node)
{
    const bool changed = heap_node_split(node);
    if (MARKED != 0 && changed)
        update_mark(heap_split_position(node));
    return changed || STOPS == 0;
}

/* Splits a leaf and the chain of same-or-coarser neighbours across longest edges. */
void update_split(uint leaf)
{
    if (!update_split_node(leaf))
        return;
    uint x = leb_node_neighbours(leaf).z;
    while (x > 1) {
        if (!update_split_node(x))
            return;
        x >>= 1;
        if (x > 1) {
            if (!update_split_node(x))
                return;
            x = leb_node_neighbours(x).z;
        }
    }
}

void update_merge(uint leaf)
{
    if (heap_node_merge(leaf) && MARKED != 0)
        update_mark(heap_merge_position(leaf));
}

#endif
