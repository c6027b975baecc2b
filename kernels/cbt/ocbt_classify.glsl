/* SPDX-License-Identifier: MIT */
/*
 * ocbt_classify.glsl: chooses what a frame acts on. Needs ocbt.glsl; the includer has defined
 * update_splits() and update_merges() as update.glsl says, and DEPTH.
 */
#ifndef CBT_OCBT_CLASSIFY_GLSL
#define CBT_OCBT_CLASSIFY_GLSL

/* A thread per live bisector. Each asks for its own parent only: what merges is all of a diamond
 * that wants to. */
void ocbt_classify(bool merges)
{
    const uint index = gl_GlobalInvocationID.x;
    if (index >= list_count(STATE_LIVE))
        return;
    const uint slot = live[index];
    const ID id = ids[slot];
    const uint depth = id_depth(id);
    if (LEAN != 0)
        for (uint edge = 0; edge < 3; edge++)
            after[3 * slot + edge] = before[3 * slot + edge];
    bool wants = false;
    if (!merges)
        wants = depth < DEPTH && update_splits(ID_LOW(id));
    else if (depth >= 2)
        wants = update_merges(ID_PARENT_LOW(id), ID_PARENT_LOW(id));
    works[4 * slot] = merges && wants ? 1 : 0;
    works[4 * slot + 1] = 0;
    if (wants)
        chosen[list_append(STATE_CHOSEN)] = slot;
}

#endif
