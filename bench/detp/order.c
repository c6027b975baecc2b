/* SPDX-License-Identifier: MIT */
#include "bench/detp/order.h"

#include "bench/common/device.h"

#include "detp.kernels.h"

#include <string.h>

enum {
    GROUP_SIZE = 256,
    RAY_KEYS_PER_CELL = 1024,
    RAYS_PER_KEY = 2, /* fewer keys are made, where there were fewer of them */
    RECORD_BYTES = 32
};

_Static_assert((int)DETP_RAY_BYTES == (int)RECORD_BYTES &&
                   (int)DETP_DISC_BYTES == (int)RECORD_BYTES,
               "both are records");

/* Push constants of kernels/detp/order_push.glsl. */
struct order_push {
    float lower[3];
    uint32_t items;
    float scale[3];
    uint32_t first;
    uint32_t cells[3];
    uint32_t before;
    uint32_t coarser;
};

/* Keys of rays are of use where some have one each; an array of them costs as it is long. */
static uint32_t coarser_of(const struct detp_order *order)
{
    uint32_t keys =
        DETP_ORDER_RAY_CELLS * DETP_ORDER_RAY_CELLS * DETP_ORDER_RAY_CELLS * RAY_KEYS_PER_CELL;
    uint32_t coarser = 0;
    for (; order->by == DETP_ORDER_RAYS && keys > 1 && keys / 2 >= order->items / RAYS_PER_KEY;
         keys /= 2)
        coarser++;
    return coarser;
}

/* The bits of each axis take their turns, so that all have as many as the longest. */
static uint32_t keys_of(const struct detp_order *order)
{
    uint32_t side = 1;
    for (int k = 0; k < 3; k++)
        while (side < order->cells[k])
            side *= 2;
    const uint32_t cube = side * side * side;
    if (order->by == DETP_ORDER_ROWS)
        return order->cells[0] * order->cells[1] * order->cells[2];
    return order->by == DETP_ORDER_MORTON ? cube : cube * RAY_KEYS_PER_CELL >> coarser_of(order);
}

void detp_orders_create(struct detp_orders *orders, struct gpu_scope *scope)
{
    uint32_t words = 0, items = 0;
    for (int i = 0; i < DETP_ORDERS; i++) {
        struct detp_order *order = &orders->order[i];
        order->first = words;
        order->before = items;
        words += keys_of(order) + 1;
        items += order->items;
        const bool rays = order->by == DETP_ORDER_RAYS;
        order->ordered = buffer_create(scope, rays ? "rays in order" : "discs in order",
                                       RECORD_BYTES * (uint64_t)order->items, NULL);
        order->ranks = buffer_create(scope, rays ? "ranks of rays" : "ranks of discs",
                                     sizeof(uint32_t) * (uint64_t)order->items, NULL);
        order->count = kernel_create_with(scope, &kernel_detp_order_count, (uint32_t)order->by);
        order->move = kernel_create_with(scope, &kernel_detp_order_move, (uint32_t)order->by);
    }
    orders->starts =
        buffer_create(scope, "starts of keys", sizeof(uint32_t) * (uint64_t)words, NULL);
    orders->scan = scan_create(scope, words);
}

static void dispatch(struct gpu_commands *commands, const struct detp_orders *orders,
                     const struct detp_order *order, struct gpu_kernel *kernel)
{
    struct order_push push = { .items = order->items,
                               .first = order->first,
                               .before = order->before,
                               .coarser = coarser_of(order) };
    memcpy(push.lower, order->lower, sizeof(push.lower));
    memcpy(push.scale, order->scale, sizeof(push.scale));
    memcpy(push.cells, order->cells, sizeof(push.cells));
    kernel_dispatch(commands, kernel,
                    .buffers = { order->records, orders->starts, order->ranks, order->ordered },
                    PUSH(push), .groups = { groups_of(order->items, GROUP_SIZE), 1, 1 });
}

void detp_orders_record(struct gpu_commands *commands, const struct detp_orders *orders)
{
    gpu_commands_fill(commands, orders->starts, 0, gpu_buffer_bytes(orders->starts), 0);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    for (int i = 0; i < DETP_ORDERS; i++)
        dispatch(commands, orders, &orders->order[i], orders->order[i].count);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    scan_record(commands, &orders->scan, orders->starts);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    for (int i = 0; i < DETP_ORDERS; i++)
        dispatch(commands, orders, &orders->order[i], orders->order[i].move);
}

/* Counters are filled; records are read twice, and written once; ranks are written and read. */
void detp_orders_work(const struct detp_orders *orders, struct bench_work *work)
{
    const double counters = 4 * (double)orders->scan.words;
    double items = 0;
    for (int i = 0; i < DETP_ORDERS; i++)
        items += orders->order[i].items;
    work->bytes_read += counters + items * (2 * RECORD_BYTES + 4);
    work->bytes_written += 2 * counters + items * (RECORD_BYTES + 4);
    work->bytes_intermediate += 2 * counters + items * 4; /* records in order are an output */
    work->operations += items;
    scan_work(&orders->scan, work);
}
