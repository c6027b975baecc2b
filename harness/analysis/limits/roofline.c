/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/roofline.h"

#include <math.h>

static double amount(double value)
{
    return value > 0 ? value : 0;
}

struct roofline roofline_of(const struct run_case *c)
{
    struct roofline roofline = { 0, NAN, NAN, NAN };
    const double seconds = c->gpu.median / 1e9, operations = amount(c->work.operations);
    if (c->status != BENCH_OK || c->kind != BENCH_GPU || c->ceiling != BENCH_CEILING_NONE ||
        c->gpu.count == 0 || !(seconds > 0))
        return roofline;
    roofline.bytes =
        amount(c->work.bytes_read) + amount(c->work.bytes_written) + amount(c->work.bytes_sampled);
    if (roofline.bytes > 0)
        roofline.bytes_per_s = roofline.bytes / seconds;
    if (operations > 0)
        roofline.operations_per_s = operations / seconds;
    if (roofline.bytes > 0 && operations > 0)
        roofline.intensity = operations / roofline.bytes;
    return roofline;
}
