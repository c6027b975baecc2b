/* SPDX-License-Identifier: MIT */
/*
 * traced.h: what GPU methods have in common that put discs in order, make an index of that, and
 * trace each ray through it by a thread: `grid` and `bvh`. Their states begin with a struct
 * detp_traced; the axis is `part`, what is timed.
 */
#ifndef CLAIMCHECK_BENCH_DETP_TRACED_H
#define CLAIMCHECK_BENCH_DETP_TRACED_H

#include "bench/common/scan.h"
#include "bench/detp/detp.h"

/* Order ---------------------------------------------------------------------------------------- */

/*
 * Discs and rays put in an order in which what is near stands near, by a counting sort of their
 * records, keys made on the way (kernels/detp/order.glsl). All sorts of a method go over one array
 * of counters, and so through one prefix sum. Records have 32 bytes, as on the device.
 */
enum detp_order_by {
    DETP_ORDER_ROWS,   /* discs by cells: x first, then y, then z; first halves of all come first */
    DETP_ORDER_MORTON, /* discs by cells, the bits of x, y and z in turns; at most 1024 on a side */
    DETP_ORDER_RAYS,   /* by origin and direction; cells are DETP_ORDER_RAY_CELLS on each side */
};

enum { DETP_ORDER_RAY_CELLS = 8, DETP_ORDERS = 2 };

/* One sort. */
struct detp_order {
    enum detp_order_by by;
    struct gpu_buffer *records;
    uint32_t items;
    float lower[3];             /* where cells begin */
    float scale[3];             /* cells per length */
    uint32_t cells[3];          /* what lies outside counts to the nearest one */
    struct gpu_buffer *ordered; /* of detp_orders_create(), as the rest is */
    struct gpu_buffer *ranks;
    struct gpu_kernel *count, *move;
    uint32_t first, before; /* counters and items of the sorts before this one */
};

/* All sorts of a method. */
struct detp_orders {
    struct detp_order order[DETP_ORDERS];
    /* Where the items of each key begin among all items; behind the last key of each sort, where
     * those of the next begin. */
    struct gpu_buffer *starts;
    struct scan scan;
};

/* Makes what is missing, in the scope. */
void detp_orders_create(struct detp_orders *orders, struct gpu_scope *scope);

/* Barriers between its parts are its own; those before and after are the caller's: TRANSFER as
 * well as COMPUTE before, COMPUTE after. */
void detp_orders_record(struct gpu_commands *commands, const struct detp_orders *orders);
/* Added to what a bench declares. */
void detp_orders_work(const struct detp_orders *orders, struct bench_work *work);

/* Traced --------------------------------------------------------------------------------------- */

enum { DETP_TRACED_PUSH_BYTES = 80 };

struct detp_traced {
    struct detp_output output;
    bool builds, traces;       /* of what is timed */
    struct detp_orders orders; /* the discs; then the rays */
    struct gpu_buffer *nodes;  /* of the index, or the orders' starts where it has no more */
    struct gpu_kernel *trace, *count;
    struct gpu_buffer *tests;      /* of each group, when tests are counted */
    struct gpu_commands *commands; /* of what is not timed */
    unsigned char push[DETP_TRACED_PUSH_BYTES];
    uint32_t push_bytes;
    /* Work on the sorted discs: recorded, declared; NULL: nothing. Barriers before and after are
     * the caller's. */
    void (*nodes_record)(const struct bench_case *c, struct gpu_commands *commands);
    void (*nodes_work)(const struct bench_case *c, struct bench_work *work);
};

/* The largest coordinate of rays and centres; the longest side of their box, more than 0. */
float detp_traced_magnitude(const struct detp_input *input);
float detp_traced_extent(const struct detp_input *input);

/* First of a setup(): output, parts, and the orders but for how discs are ordered: cells, scale and
 * `by` of order[0] are the caller's, who then creates the orders. */
bool detp_traced_begin(struct bench_case *c);

/* Last of a setup(), with nodes, push and what makes nodes in place: kernels, and, for the part
 * `trace`, the index. The kernel's bindings: rays, discs in order, nodes, sums, tests; constants:
 * group size, and 1 where tests are counted and sums left alone. The second, which adds pairs of
 * words, is for devices that can. */
bool detp_traced_end(struct bench_case *c, const struct gpu_shader *trace,
                     const struct gpu_shader *trace_pairs);

/* Functions for struct bench_method. check() counts the tests once, in an execution of its own. */
void detp_traced_record(struct bench_case *c, struct gpu_commands *commands);
bool detp_traced_check(struct bench_case *c, enum bench_check check);
void detp_traced_work(const struct bench_case *c, struct bench_work *work);

#endif
