/* SPDX-License-Identifier: MIT */
/* tree.h: bits, layouts and the reference of a tree; peers in C++ include heap.h and sequence.h. */
#ifndef CLAIMCHECK_BENCH_CBT_TREE_TREE_H
#define CLAIMCHECK_BENCH_CBT_TREE_TREE_H

#include "bench/cbt/tree/heap.h"
#include "bench/cbt/tree/sequence.h"
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

/*
 * Makes a standard heap, in place, of words that have this layout: the header and the levels that
 * it keeps are taken as they are, the others are summed from the bit field. False when there is no
 * memory.
 */
bool cbt_layout_expand(enum layout layout, struct heap *words);

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
    uint32_t tiles;      /* of reduction.h that these lie in */
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
    bool failed;           /* no memory was left */
};

/* The leaves 2 and 3, before frame 0, of a sequence or of another rule. False when there is no
 * memory. */
bool cbt_reference_init(struct reference *reference, enum sequence_kind kind, uint32_t depth);
bool cbt_reference_init_rule(struct reference *reference, const struct reference_rule *rule,
                             uint32_t depth);
void cbt_reference_finish(struct reference *reference);

/* Runs one frame: updates the bit field, reduces, lists the leaves. False when memory runs out. */
bool cbt_reference_step(struct reference *reference);

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

/* Hashes `count` leaves as given, that is in the order of their handles. False when there is no
 * memory. */
bool cbt_row_leaves(struct row_leaves *row, const uint32_t *leaves, size_t count);

/* FNV-1a over the bytes of the whole heap, words as little endian. */
uint64_t cbt_row_heap(const struct heap *heap);

/* "P D=8 f=63 leaves=...", and for R "R D=8 bytes=...". False when there is no memory. */
bool cbt_row_text(char text[ROW_TEXT_BYTES], const char *sequence, uint32_t frame,
                  const struct heap *heap, const uint32_t *leaves, size_t count);
void cbt_row_text_r(char text[ROW_TEXT_BYTES], const struct heap *heap);

#endif
