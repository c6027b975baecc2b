/* SPDX-License-Identifier: MIT */
/* update_wants.glsl: the decision on a leaf; after update_splits() and update_merges(). */
#ifndef CBT_UPDATE_WANTS_GLSL
#define CBT_UPDATE_WANTS_GLSL

/* Whether a split pass splits the leaf, or a merge pass merges it with its sibling. */
bool update_wants(uint leaf, bool merges)
{
    const uint depth = heap_node_depth(leaf);
    if (!merges)
        return depth < DEPTH && update_splits(leaf);
    if (depth < 2)
        return false;
    const uvec2 diamond = leb_node_diamond(leaf);
    return leb_diamond_merges(diamond) && update_merges(diamond.x, diamond.y);
}

/* The whole of a kernel that decides and acts: a thread per leaf. */
void update_act(bool merges)
{
    const uint handle = dispatch_thread();
    if (handle >= heap_leaf_count())
        return;
    const uint leaf = heap_decode(handle);
    if (!update_wants(leaf, merges))
        return;
    if (merges)
        update_merge(leaf);
    else
        update_split(leaf);
}

shared uint update_count, update_first;

/* The whole of a kernel that decides: a thread per leaf appends to decisions, once per group. */
void update_decide(bool merges)
{
    const uint handle = dispatch_thread();
    if (gl_LocalInvocationIndex == 0)
        update_count = 0;
    barrier();
    uint leaf = 0, slot = 0;
    if (handle < heap_leaf_count())
        leaf = heap_decode(handle);
    const bool wants = leaf != 0 && update_wants(leaf, merges);
    if (wants)
        slot = atomicAdd(update_count, 1);
    barrier();
    if (gl_LocalInvocationIndex == 0 && update_count > 0) {
        update_first = atomicAdd(decisions[DECISIONS_COUNT], update_count);
        atomicMax(decisions[DECISIONS_GROUPS], (update_first + update_count + 255) / 256);
    }
    barrier();
    const uint index = DECISIONS_LIST + update_first + slot;
    if (wants && index < decisions.length())
        decisions[index] = leaf | (merges ? DECISION_MERGES : 0);
}

#endif
