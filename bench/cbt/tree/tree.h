/* SPDX-License-Identifier: MIT */
/* tree.h: bits, layouts, reductions and the reference of a tree. Peers in C++ include heap.h and
 * sequence.h. */
#ifndef CLAIMCHECK_BENCH_CBT_TREE_TREE_H
#define CLAIMCHECK_BENCH_CBT_TREE_TREE_H

#include "bench/cbt/tree/heap.h"
#include "bench/cbt/tree/sequence.h"
#include "bench/common/variant.h"
#include "harness/bench.h"
#include "harness/context.h"

/* Bits ----------------------------------------------------------------------------------------- */
/* Bit fields for the reduction alone, and what the dirty method is told of them. */

/* "zero", "quarter", "half", "one", "clustered", NULL. Quarter is sequence R. */
extern const char *const cbt_bits_names[];

/* Fills the bit field, reduces the heap, on all CPUs. `name` is one of cbt_bits_names. */
void cbt_bits_fill(struct heap *heap, const char *name);

/* Words that an update touched, and in how many tiles at most. */
enum { BITS_TOUCHED_WORDS = 10000, BITS_TOUCHED_TILES = 256 };

/*
 * Makes the tree what it was before BITS_TOUCHED_WORDS words changed, one bit each; the bit field
 * is that of after. *marks gets the tiles (cbt_reduction_marks_words() words, zeroed). Returns how
 * many tiles.
 */
uint32_t cbt_bits_outdate(struct heap *heap, uint32_t *marks);

/* Layout --------------------------------------------------------------------------------------- */
/*
 * Where the methods of reduction keep what they sum, in the words of one heap. All have
 * the bit field in its last quarter and the header in word 0; heap.glsl reads all of them.
 */

enum layout {
    LAYOUT_FULL,             /* the standard one: every level */
    LAYOUT_PACKED,           /* of it levels 0 to D-5; the rest is counted in the bit field */
    LAYOUT_SNAPSHOT,         /* the same, and a copy of the bit field in the room of level D-1 */
    LAYOUT_ALIGNED,          /* levels 0 to D-7 in 32, 16 (from D-15) and 8 bits (D-7); D >= 16 */
    LAYOUT_ALIGNED_SNAPSHOT, /* the same, and that copy */
};

/* Whether it has the copy. */
bool cbt_layout_copies(enum layout layout);

/* Returns the constant for heap.glsl, whose includers know of a copy beside LAYOUT_ALIGNED. */
enum layout cbt_layout_constant(enum layout layout);

/* Words from the beginning that hold the tree; the bit field and a copy are apart. */
size_t cbt_layout_tree_words(enum layout layout, uint32_t depth);

/* The lowest level above the bit field that is kept. */
uint32_t cbt_layout_stored_level(enum layout layout, uint32_t depth);

/* First word and number of words of one level, 5 at least or kept in whole words. */
struct layout_range {
    size_t first, count;
};

struct layout_range cbt_layout_level(enum layout layout, uint32_t depth, uint32_t level);

/* The words that hold a node of a level that the layout keeps, two at most. */
struct layout_range cbt_layout_node(enum layout layout, uint32_t depth, uint32_t node);

/* A word as a method of that layout leaves it for a reduced heap; 0 where it keeps nothing. */
uint32_t cbt_layout_word(enum layout layout, const struct heap *heap, size_t index);

/*
 * Compares `count` words from index `first` on, as read from the device, with what they should be;
 * words that the layout leaves alone may be anything. False with a mismatch on the first that
 * differs, whose line begins with `where`.
 */
bool cbt_layout_check(struct context *context, const char *where, enum layout layout,
                      const struct heap *wanted, const uint32_t *words, size_t first, size_t count);

/* Compares a buffer that holds a heap, read back part by part. False, too, if it cannot be read. */
bool cbt_layout_check_buffer(struct context *context, const char *where, enum layout layout,
                             const struct heap *wanted, struct gpu_buffer *buffer, size_t first,
                             size_t count);

/* Reduction ------------------------------------------------------------------------------------ */
/*
 * Methods of sum-reduction on the device, a row each, as chains of dispatches. They are shared by
 * cbt.sum_reduction, by cbt.update and whoever else keeps a tree.
 */

enum {
    REDUCTION_STEPS_MAX = 32,
    REDUCTION_TILE_BITS = 17,     /* a tile that can be marked is 2^17 leaves: update.glsl */
    MARKS_LIST_WORD = 4,          /* marks: words 0..2 are counts, the list begins here */
    REDUCTION_SCRATCH_BYTES = 20, /* of a tile: its leaves, and eight nodes of 16 bits */
};

/*
 * Where kernels take the depth from: heap_depth_from.glsl. From elsewhere than their constants only
 * those of naive, naive_lean, prepass, packed and packed_snapshot, of trees of depth 14 at least.
 */
enum depth_from {
    DEPTH_FROM_CONSTANT, /* a specialization constant */
    DEPTH_FROM_PUSH,     /* a push constant */
    DEPTH_FROM_LENGTH,   /* the length of the heap, by its descriptor */
    DEPTH_FROM_HEADER,   /* the marker in word 0 of the heap */
};

extern const char *const cbt_depth_from_names[]; /* in that order, NULL-terminated */

struct reduction;

struct reduction_method {
    const char *name;
    enum layout layout;
    uint32_t depth_min;
    uint32_t needs; /* bits of enum gpu_feature */
    bool marked;    /* reduces only tiles that are marked: marks must be given */
    bool sweeps;  /* these a sweep over the leaves has marked, and their list is a ring: sweep.glsl;
                       what it makes is right only where the rest is, and the copy */
    bool scratch; /* its steps hand sums on beside the heap */
    void (*build)(struct reduction *reduction);
    /* For build(), and 0 where it takes none: the shaders of its first steps, and of those above;
     * atomics of a node; tiles of 2^tile_bits leaves, which make levels up to D - highest_below. */
    const struct gpu_shader *shader, *upper;
    uint32_t node_atomics, tile_bits, highest_below;
};

extern const struct reduction_method cbt_reduction_naive, cbt_reduction_naive_lean,
    cbt_reduction_prepass, cbt_reduction_packed, cbt_reduction_packed_snapshot,
    cbt_reduction_packed_cached, cbt_reduction_aligned, cbt_reduction_fused, cbt_reduction_subgroup,
    cbt_reduction_dirty, cbt_reduction_dirty_aligned, cbt_reduction_prefix,
    cbt_reduction_prefix_aligned, cbt_reduction_prefix_full;

/* A row of a table of variants. */
#define REDUCTION_VARIANT(method_, needs_, summary_, source_)                                      \
    VARIANT(#method_, GPU, summary_, source_, .needs = needs_, .data = &cbt_reduction_##method_)

struct reduction_step {
    struct gpu_kernel *kernel;
    uint64_t groups;
    uint32_t level;                 /* push constant of the kernels that make one level */
    bool marked;                    /* a group for each marked tile, indirect unless it sweeps */
    uint32_t lowest, highest;       /* levels that it makes, lowest being the deepest */
    double read_bits, written_bits; /* that must cross the memory interface */
    double atomics;                 /* whose old values nobody uses */
    enum bench_atomics pattern;     /* of these */
};

/* A method at work on one heap. */
struct reduction {
    const struct reduction_method *method;
    struct gpu_scope *scope;
    uint32_t depth;             /* no less than the method's depth_min */
    enum depth_from depth_from; /* as that says */
    uint32_t sweep_groups;      /* of each dispatch of a method that sweeps */
    struct gpu_buffer *heap;    /* 4 * cbt_heap_words(depth) bytes */
    struct gpu_buffer *marks;   /* of a method that is marked; or NULL */
    /* cbt_reduction_init() sets these; they are zero before: */
    struct gpu_buffer *scratch; /* of a method that has some, which writes all of it; or NULL */
    struct reduction_step steps[REDUCTION_STEPS_MAX];
    uint32_t step_count;
    uint32_t subgroup_size; /* that kernels of steps to be added ask for; 0: none */
};

/* Makes kernels, scratch and steps. They live in the scope. */
void cbt_reduction_init(struct reduction *reduction);

/*
 * Records the first `steps` steps, all of them with UINT32_MAX, with a barrier between each two.
 * The bit field (and marks) must be visible to compute, the marks to indirect reads; the result is
 * visible after a barrier from compute.
 */
void cbt_reduction_record(const struct reduction *reduction, struct gpu_commands *commands,
                          uint32_t steps);

/*
 * Adds the work of the first `steps` steps, all of them with UINT32_MAX, where this part of the
 * tiles is marked.
 */
void cbt_reduction_work(const struct reduction *reduction, uint32_t steps, double marked,
                        struct bench_work *work);

/* Tiles that can be marked; words of marks: counts, a list of tiles, a bit per tile. */
uint32_t cbt_reduction_tiles(uint32_t depth);
size_t cbt_reduction_marks_words(uint32_t depth);

/* Adds a step, for build(). */
struct reduction_step *cbt_reduction_step_add(struct reduction *reduction,
                                              const struct gpu_shader *shader,
                                              const uint32_t *constants, uint32_t constant_count);

/* Splits groups over x and y; y is 1 up to 2^15. Groups above that are a power of two. */
void cbt_reduction_groups(uint64_t count, uint32_t groups[3]);

/* Changes -------------------------------------------------------------------------------------- */
/* Which words of a layout differ between two heaps. */

struct changes {
    uint32_t count;  /* words that differ */
    uint32_t *pairs; /* of each its index, ascending, and the word of before */
};

/*
 * Between two reduced heaps of one depth, in memory of the context. Only bits that differ and their
 * ancestors are looked at: it takes a walk of the bit fields, and what these are. False when there
 * is no memory.
 */
bool cbt_changes_list(struct context *context, struct changes *changes, enum layout layout,
                      const struct heap *before, const struct heap *after);

/* Leb ------------------------------------------------------------------------------------------ */
/*
 * Longest-edge bisection of the unit square, driven by the nodes of a heap.
 *
 * Square mode: nodes 2 and 3 are the two halves of the square; node 1 is no triangle and never a
 * leaf. In a triangle (a, b, c) the edge a-c is the longest and b the apex; with m = (a + c) / 2
 * the children of n are 2n = (a, m, b) and 2n+1 = (b, m, c), so the winding flips at each level.
 * Conforming operations keep the mesh free of T-junctions.
 * Source: Dupuy 2020; rules in Deliot et al. 2021. kernels/cbt/leb.glsl has the same names,
 * without `cbt_`.
 */

/* Coordinates are exact: the square's side, and every midpoint down to depth 32. */
enum { LEB_SIDE = 65536 };

struct leb_point {
    int32_t x, y;
};

struct leb_triangle {
    struct leb_point a, b, c;
};

struct leb_triangle cbt_leb_node_triangle(uint32_t node); /* node > 1 */

/*
 * Nodes of the same depth, whether or not they are leaves: across b-c, across a-b, across the
 * longest edge a-c, and the node itself. 0 where the square ends.
 */
struct leb_neighbours {
    uint32_t left, right, edge, node;
};

struct leb_neighbours cbt_leb_node_neighbours(uint32_t node);

/* The two parents whose four children merge together: the node's, and its neighbour across the
 * longest edge (the node's once more at the border). Asserts depth >= 2. */
struct leb_diamond {
    uint32_t base, top;
};

struct leb_diamond cbt_leb_node_diamond(uint32_t node);

/*
 * Splits a leaf of a conforming mesh, and all that must be split for it to stay so: the chain of
 * same-or-coarser neighbours across longest edges, which ends where one has been split before.
 * Asserts 1 <= depth < D. Levels above the bit field are not read. `changed` is called with each
 * position whose bit was not set before; may be NULL.
 */
void cbt_leb_node_split(struct heap *heap, uint32_t node,
                        void (*changed)(void *context, uint32_t position), void *context);

/* True when base and top have at most two leaves each in the (reduced) heap: their children may
 * then be merged. */
bool cbt_leb_diamond_merges(const struct heap *heap, const struct leb_diamond *diamond);

/* Reference ------------------------------------------------------------------------------------ */
/* Frames of a tree, computed on the host from the definition. */

/*
 * What decides in a frame: even frames split, odd ones merge. `splits` is asked of leaves of less
 * than the greatest depth, `merges` of the two parents of a diamond, whose children may be merged;
 * both by several threads at a time.
 */
struct reference_rule {
    bool (*splits)(void *context, uint32_t frame, uint32_t leaf);
    bool (*merges)(void *context, uint32_t frame, uint32_t base, uint32_t top);
    void *context;
};

/* The state that a frame found and left. */
struct reference_state {
    uint32_t leaves_before, leaf_count;
    uint32_t changed;    /* bits that it set or cleared */
    uint32_t tiles;      /* of the reduction that these lie in */
    uint64_t words_hash; /* hash_words() of the leaves in the order of their handles */
};

struct reference {
    struct heap heap; /* reduced */
    struct reference_rule rule;
    enum sequence_kind kind; /* of cbt_reference_init() */
    uint32_t frame;          /* the next one */
    uint32_t leaves_before;  /* that the last frame found */
    uint32_t *leaves;        /* as the next frame finds them, in the order of their handles */
    size_t leaf_count, leaf_capacity;
    uint32_t *changed; /* positions whose bit the last frame set or cleared, each once */
    size_t changed_count, changed_capacity;
    bool *wanted; /* of the leaves: which the frame splits or merges */
    size_t wanted_capacity;
    struct cpu_pool *pool; /* that asks the rule of large trees; NULL: none was needed, or is had */
};

/* The leaves 2 and 3, before frame 0, of a sequence or of another rule. False when there is no
 * memory. */
bool cbt_reference_init(struct reference *reference, enum sequence_kind kind, uint32_t depth);
bool cbt_reference_init_rule(struct reference *reference, const struct reference_rule *rule,
                             uint32_t depth);
void cbt_reference_finish(struct reference *reference);

/* Runs one frame: updates the bit field, reduces, lists the leaves. */
void cbt_reference_step(struct reference *reference);

/* Returns the state of the last frame. */
struct reference_state cbt_reference_state(const struct reference *reference);

/* Row ------------------------------------------------------------------------------------------ */
/* What is compared of a state: counts and hashes, in the form that `inspect cbt` prints. */

enum { ROW_TEXT_BYTES = 256 };

/* Hashes of a set of leaves. sum and xor do not depend on the order. */
struct row_leaves {
    uint64_t count;
    uint32_t depth_min, depth_max;
    uint64_t sum, exclusive_or; /* of splitmix64's first output from each id */
    uint64_t sorted, decoded;   /* FNV-1a of the ids as 64-bit words: sorted, and as given */
};

/* Hashes `count` leaves as given, that is in the order of their handles. */
void cbt_row_leaves(struct row_leaves *row, const uint32_t *leaves, size_t count);

/* FNV-1a over the bytes of the whole heap, words as little endian. */
uint64_t cbt_row_heap(const struct heap *heap);

/* "P D=8 f=63 leaves=...", and for R "R D=8 bytes=...". */
void cbt_row_text(char text[ROW_TEXT_BYTES], const char *sequence, uint32_t frame,
                  const struct heap *heap, const uint32_t *leaves, size_t count);
void cbt_row_text_r(char text[ROW_TEXT_BYTES], const struct heap *heap);

#endif
