/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/benches.h"

#include "bench/common/device.h"

#include <stdlib.h>

#include "thread_group_tiling.kernels.h"

/* Dependent multiply-adds of a group: some microseconds, so that a device fills up. */
enum { STEPS = 4096, STEPS_SOFTWARE = 64 };

static uint32_t group_count(const struct tiling_measured *measured)
{
    return measured->grid.width * measured->grid.height;
}

bool tiling_measured_init(struct tiling_measured *measured, struct inspection *inspection,
                          struct tiling_grid grid)
{
    struct context *context = &inspection->context;
    struct gpu_scope *scope = inspection_scope(inspection, 0);
    if (!scope)
        return false;
    const struct gpu_info *info = gpu_info(gpu_scope_device(scope));
    const uint32_t features = info->features;
    const uint32_t both = GPU_SHADER_CLOCK | GPU_SHADER_SM_BUILTINS;
    *measured = (struct tiling_measured){ .grid = grid,
                                          .has_clock = features & GPU_SHADER_CLOCK,
                                          .has_units = (features & both) == both };
    const uint32_t count = group_count(measured);
    const uint64_t bytes = sizeof(struct tiling_measured_group) * (uint64_t)count;
    const uint32_t steps = gpu_info_is_software(info) ? STEPS_SOFTWARE : STEPS;
    struct gpu_buffer *groups = buffer_create(scope, "groups", bytes, NULL);
    struct gpu_buffer *counters = buffer_create(scope, "counters", 8, NULL);
    const struct gpu_shader *shader =
        measured->has_units   ? &kernel_thread_group_tiling_measured_unit
        : measured->has_clock ? &kernel_thread_group_tiling_measured_clock
                              : &kernel_thread_group_tiling_measured;
    struct gpu_kernel *kernel = kernel_create(scope, shader);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    gpu_commands_fill(commands, counters, 0, 8, 0);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    kernel_dispatch(commands, kernel, .buffers = { counters, groups }, PUSH(steps),
                    .groups = { grid.width, grid.height, 1 });
    /* Twice: the first execution is to warm up. */
    if (!gpu_commands_submit(commands) || !gpu_commands_submit(commands))
        return false;
    measured->groups = context_read(context, groups, 0, bytes);
    measured->launches = context_alloc(context, 4 * (size_t)count);
    bool *drawn = context_alloc(context, count);
    if (!measured->groups || !measured->launches || !drawn)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        /* Each ticket once, or the device's atomics are not what they should be. */
        const uint32_t ticket = measured->groups[i].ticket;
        if (ticket >= count || drawn[ticket])
            return context_mismatch(context, "group %u drew ticket %u, of %u, each once", i, ticket,
                                    count);
        drawn[ticket] = true;
        measured->launches[i] = ticket;
    }
    return true;
}

/* Mean over all groups of |ticket - launch of that order|. */
static double displacement_from(const struct tiling_measured *measured, enum tiling_order order)
{
    const uint32_t count = group_count(measured);
    uint64_t sum = 0;
    for (uint32_t launch = 0; launch < count; launch++) {
        const struct tiling_group group = tiling_order_map(order, launch, measured->grid, 1);
        sum +=
            tiling_distance(launch, measured->launches[group.y * measured->grid.width + group.x]);
    }
    return (double)sum / count;
}

static void state_displacement(const struct tiling_measured *measured, struct context *context,
                               uint32_t resident_most)
{
    const uint32_t count = group_count(measured);
    uint32_t largest = 0, near = 0;
    enum tiling_order nearest = TILING_ROW_MAJOR;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t displaced = tiling_distance(i, measured->launches[i]);
        largest = displaced > largest ? displaced : largest;
        near += displaced < resident_most;
    }
    const double mean = displacement_from(measured, TILING_ROW_MAJOR);
    double least = mean;
    for (int order = 0; order < TILING_ORDER_COUNT; order++) {
        const double other = tiling_order_has_n((enum tiling_order)order)
                                 ? least
                                 : displacement_from(measured, (enum tiling_order)order);
        if (other < least) {
            least = other;
            nearest = (enum tiling_order)order;
        }
    }
    context_fact_number(context, "mean_displacement", mean);
    context_fact_count(context, "largest_displacement", largest);
    context_fact_text(context, "row_major_launch", near >= 0.99 * count ? "yes" : "no");
    context_fact_text(context, "nearest_order", tiling_order_names[nearest]);
    context_fact_number(context, "nearest_order_displacement", least);
}

static uint64_t ticks(const uint32_t words[2])
{
    return words[0] | (uint64_t)words[1] << 32;
}

static int compare_counts(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Numbers of units need not be dense: they are sorted, and each run of equals is one. */
static void state_units(const struct tiling_measured *measured, struct context *context,
                        uint32_t resident_most)
{
    const uint32_t count = group_count(measured);
    uint32_t *units = context_alloc(context, 4 * (size_t)count);
    uint32_t found = 0, least = UINT32_MAX, most = 0;
    if (!units)
        return;
    for (uint32_t i = 0; i < count; i++)
        units[i] = measured->groups[i].unit;
    qsort(units, count, sizeof(*units), compare_counts);
    for (uint32_t i = 0, begin = 0; i < count; i++)
        if (i + 1 == count || units[i + 1] != units[i]) {
            const uint32_t groups = i + 1 - begin;
            least = groups < least ? groups : least;
            most = groups > most ? groups : most;
            begin = i + 1;
            found++;
        }
    context_fact_count(context, "units", found);
    context_fact_count(context, "groups_per_unit_least", least);
    context_fact_count(context, "groups_per_unit_most", most);
    context_fact_number(context, "resident_per_unit", (double)resident_most / found);
}

void tiling_measured_state(const struct tiling_measured *measured, struct context *context)
{
    const uint32_t count = group_count(measured);
    uint32_t most = 0;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t resident = measured->groups[i].resident;
        most = resident > most ? resident : most;
        sum += resident;
    }
    context_fact_count(context, "groups", count);
    state_displacement(measured, context, most);
    context_fact_count(context, "resident_most", most);
    context_fact_number(context, "resident_mean", (double)sum / count);
    if (measured->has_clock) {
        uint64_t first = UINT64_MAX, last = 0; /* counters may not start at 0 */
        double busy = 0;
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t begin = ticks(measured->groups[i].begin);
            const uint64_t end = ticks(measured->groups[i].end);
            first = begin < first ? begin : first;
            last = end > last ? end : last;
            busy += end > begin ? (double)(end - begin) : 0;
        }
        last = last > first ? last : first;
        context_fact_count(context, "ticks", last - first);
        context_fact_number(context, "ticks_per_group", busy / count);
        if (last > first)
            context_fact_number(context, "resident_by_clock", busy / (double)(last - first));
    }
    if (measured->has_units)
        state_units(measured, context, most);
    if (!measured->has_clock)
        context_fact_text(context, "left_out", "clock and units: the device lacks shader_clock");
    else if (!measured->has_units)
        context_fact_text(context, "left_out", "units: the device lacks shader_sm_builtins");
}
