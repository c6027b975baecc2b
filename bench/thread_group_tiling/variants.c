/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/orders.h"

enum tiling_order tiling_variant_order(const struct bench_case *c)
{
    const enum tiling_order *order = c->variant->data;
    return order ? *order : TILING_ROW_MAJOR;
}

uint32_t tiling_variant_n(const struct bench_case *c)
{
    return (uint32_t)context_integer_or(&c->context, "n", 1);
}

const struct bench_axis tiling_variant_row[] = {
    TILING_LAUNCH_AXIS("id,ticket", "id,ticket", "id,ticket"), { 0 }
};

const struct bench_axis tiling_variant_plain[] = { TILING_LAUNCH_AXIS("id", "id", "id"), { 0 } };

const struct bench_axis tiling_variant_tiles[] = {
    TILING_VARIANT_N,
    TILING_LAUNCH_AXIS("id", "id", "id"),
    { 0 },
};

const struct bench_values tiling_variant_serpentine[] = {
    { .axis = "n", .values = { "16", "16", "4,16,64" } },
    { 0 },
};

const enum tiling_order tiling_variant_orders[] = {
    TILING_ROW_MAJOR,    TILING_COLUMN_MAJOR, TILING_BOUSTROPHEDON, TILING_TILED_X, TILING_TILED_Y,
    TILING_SERPENTINE_X, TILING_SERPENTINE_Y, TILING_MORTON,        TILING_HILBERT, TILING_REVERSE,
};

const struct bench_variant tiling_variants[] = {
    TILING_VARIANTS,
    { 0 },
};
