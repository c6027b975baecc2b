/* SPDX-License-Identifier: MIT */
/* reference.h: the frames of a sequence, computed on the host from the definition. */
#ifndef CLAIMCHECK_BENCH_CBT_REFERENCE_H
#define CLAIMCHECK_BENCH_CBT_REFERENCE_H

#include "bench/cbt/heap.h"
#include "bench/cbt/sequence.h"

struct reference {
    struct heap heap; /* reduced */
    enum sequence_kind kind;
    uint32_t frame;   /* the next one */
    uint32_t *leaves; /* as the next frame finds them, in the order of their handles */
    size_t leaf_count, leaf_capacity;
    uint32_t *changed; /* positions whose bit the last frame set or cleared, each once */
    size_t changed_count, changed_capacity;
    bool failed; /* no memory was left */
};

/* The leaves 2 and 3, before frame 0. False when there is no memory. */
bool reference_init(struct reference *reference, enum sequence_kind kind, uint32_t depth);
void reference_finish(struct reference *reference);

/* Runs one frame: updates the bit field, reduces, lists the leaves. False when memory runs out. */
bool reference_step(struct reference *reference);

/* Runs frames until `frame` has been run; it must not have been yet. */
bool reference_run(struct reference *reference, uint32_t frame);

#endif
