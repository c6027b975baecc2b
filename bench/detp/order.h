/* SPDX-License-Identifier: MIT */
/*
 * order.h: discs and rays put in an order in which what is near stands near, by a counting sort of
 * their records, keys made on the way (kernels/detp/order.glsl). All sorts of a method go over one
 * array of counters, and so through one prefix sum. Records have 32 bytes, as on the device.
 */
#ifndef CLAIMCHECK_BENCH_DETP_ORDER_H
#define CLAIMCHECK_BENCH_DETP_ORDER_H

#include "bench/common/scan.h"
#include "bench/detp/detp.h"

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
#endif
