/* SPDX-License-Identifier: MIT */
/* tree.h: what quadtree and binary_tree share: they count, and then each place of the output finds
 * its entry. */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_TREE_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_TREE_H

#include "bench/stream_reduction/variants.h"

enum { TREE_GROUP_SIZE = 256 };

/* State of a case. */
struct tree_case {
    struct stream_case base;
    struct gpu_buffer *sums[2];   /* of quadtree U and D; of binary_tree before and after a step */
    struct gpu_buffer *arguments; /* of the gather; its last word is how many places it fills */
    struct gpu_kernel *leaves, *up, *down, *gather; /* binary_tree has no down */
    struct gpu_kernel *counts;
};

/* Creates the kernel of a shader with constants GROUP_SIZE and ELEMENT_WORDS, which may use
 * fewer. */
struct gpu_kernel *stream_tree_kernel(struct bench_case *c, const struct gpu_shader *shader);

/* Outputs, arguments and two buffers of `words` words. False as stream_setup_device(), and where
 * the device binds no buffer of so many. */
bool stream_tree_setup(struct bench_case *c, uint64_t words);

/* A dispatch of a thread per item. */
struct stream_tree_step {
    struct gpu_kernel *kernel;
    struct gpu_buffer *buffers[3];
    const void *push;
    uint32_t push_bytes, items;
};

void stream_tree_record(const struct bench_case *c, struct gpu_commands *commands,
                        const struct stream_tree_step *step);

/* Count and arguments from word `word` of a buffer; nulls_of: it counts nulls among so many. */
struct stream_tree_count {
    struct gpu_buffer *sums;
    uint32_t word, nulls_of;
};

void stream_tree_count_record(const struct bench_case *c, struct gpu_commands *commands,
                              const struct stream_tree_count *count);

/* The gather, by arguments: the searched words are the first `words` of `sums`. */
void stream_tree_gather_record(const struct bench_case *c, struct gpu_commands *commands,
                               struct gpu_buffer *sums, uint32_t words, struct gpu_buffer *output);

/* Groups of a dispatch over `items`, as launched. */
void stream_tree_launch(const struct bench_case *c, uint64_t items,
                        struct bench_launches *launches);

#endif
