/* SPDX-License-Identifier: MIT */
/*
 * local.c: LOCAL: groups that subdivide by themselves, each with its stack in shared memory.
 * local: the output has room for all. local_host: it has not; a launch per output, as the report
 * measured it. local_shared: one queue, as its text says. local_seeded: levels breadth first until
 * every group has work. local_spill: the top of each stack in shared memory, the rest in global.
 */
#include "bench/reyes_subdivision/run.h"

#include "reyes_subdivision.kernels.h"

enum {
    ROUNDS_MAX = 1 << 20,   /* of a group in one launch: no loop without end */
    LAUNCHES_MAX = 1 << 20, /* of local_host */
    SEEDS_PER_THREAD = 1,   /* ranges that local_seeded wants before LOCAL starts */
};

struct local_push {
    uint32_t groups, slot, output_base, output_max, rounds_max;
};

static uint32_t stack_ranges(const struct reyes_run *run)
{
    return run->group_size * run->workload->view.max_depth;
}

static bool setup_local(struct bench_case *c, bool shared_queue)
{
    struct reyes_run *run = reyes_run(c);
    const uint32_t stack = stack_ranges(run);
    if (!reyes_groups_fit(c, "a stack", stack))
        return false;
    run->local =
        kernel_create_with(c->context.scope, &kernel_reyes_subdivision_local, run->group_size,
                           stack, shared_queue, run->seed_levels > 0, run->levels);
    run->saves = reyes_buffer(c, "counts of groups", run->groups, 4 * REYES_SAVE_WORDS, NULL);
    run->saved = reyes_buffer(c, "saved stacks", (uint64_t)run->groups * (stack + run->group_size),
                              REYES_RANGE_BYTES, NULL);
    bench_output(c, run->saves);
    /* Its queues, and an output. */
    const uint64_t queued = run->workload->scene.count + (uint64_t)run->groups * stack;
    const uint64_t output =
        run->output != UINT32_MAX ? run->output : run->workload->buffers->drawn_max;
    run->report_bytes = (queued + output) * 20;
    return true;
}

/* Shared memory of the axis's size, however deep the stack is. */
static bool spill_setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run_start(c);
    const struct gpu_info *info = gpu_info(gpu_scope_device(c->context.scope));
    const uint32_t held = run->held, shared_bytes = reyes_shared_bytes(held);
    const uint32_t stack = stack_ranges(run) > held ? stack_ranges(run) : held + 1;
    if (!reyes_groups_known(c))
        return false;
    if (held < 2 * run->group_size)
        return context_unsupported(&c->context, "a group pushes up to %u ranges at once: held:%u",
                                   2 * run->group_size, 2 * run->group_size);
    if (shared_bytes > info->limits.shared_bytes_max)
        return context_unsupported(&c->context,
                                   "%u bytes of shared memory, the device has %u: a "
                                   "smaller held",
                                   shared_bytes, info->limits.shared_bytes_max);
    reyes_control_create(c, run->group_size);
    run->local = kernel_create_with(c->context.scope, &kernel_reyes_subdivision_local_spill,
                                    run->group_size, stack, held, run->levels);
    run->saves = reyes_buffer(c, "counts of groups", run->groups, 4 * REYES_SAVE_WORDS, NULL);
    run->saved = reyes_buffer(c, "spilled ranges", (uint64_t)run->groups * (stack - held),
                              REYES_RANGE_BYTES, NULL);
    bench_output(c, run->saves);
    run->spill_bytes = (uint64_t)run->groups * (stack - held) * 20;
    run->report_bytes =
        run->spill_bytes +
        ((uint64_t)run->workload->scene.count + run->workload->buffers->drawn_max) * 20;
    return true;
}

static bool setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run_start(c);
    if (c->variant->kind == BENCH_HOST_DRIVEN)
        run->commands = gpu_commands_begin(c->context.scope);
    reyes_control_create(c, run->group_size);
    return setup_local(c, false);
}

static bool shared_setup(struct bench_case *c)
{
    reyes_control_create(c, reyes_run_start(c)->group_size);
    return setup_local(c, true);
}

/* Each level at most doubles the ranges: so many levels are needed, and no more. */
static bool seeded_setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run_start(c);
    const uint64_t patches = run->workload->scene.count;
    const uint64_t wanted = (uint64_t)run->groups * run->group_size * SEEDS_PER_THREAD;
    const uint32_t levels_max = run->workload->view.max_depth - 1;
    while (run->seed_levels < levels_max && patches > 0 && patches << run->seed_levels < wanted)
        run->seed_levels++;
    reyes_append_setup(c, patches << run->seed_levels);
    return setup_local(c, false);
}

static void record_start(const struct reyes_run *run, struct gpu_commands *commands)
{
    gpu_commands_fill(commands, run->saves, 0, gpu_buffer_bytes(run->saves), 0);
    reyes_control_start(run, commands);
}

/* One launch, whose output begins at output_base. */
static void record_launch(const struct reyes_run *run, struct gpu_commands *commands,
                          uint32_t output_base)
{
    const uint32_t room = run->workload->buffers->drawn_max - output_base;
    const struct local_push push = { .groups = run->groups,
                                     .slot = run->seed_levels,
                                     .output_base = output_base,
                                     .output_max = run->output < room ? run->output : room,
                                     .rounds_max = ROUNDS_MAX };
    struct gpu_dispatch dispatch = reyes_dispatch(run, run->local, &push, sizeof(push));
    dispatch.buffers[4] =
        run->seed_levels > 0 ? run->ranges[run->seed_levels % 2] : run->workload->buffers->whole;
    dispatch.buffers[5] = run->saves;
    dispatch.buffers[6] = run->saved;
    dispatch.groups[0] = run->groups;
    gpu_commands_dispatch(commands, &dispatch);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct reyes_run *run = reyes_run(c);
    record_start(run, commands);
    reyes_append_record(run, commands, run->seed_levels);
    record_launch(run, commands, 0);
}

static void spill_record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct reyes_run *run = reyes_run(c);
    const struct {
        uint32_t groups, output_max, rounds_max;
    } push = { run->groups, run->workload->buffers->drawn_max, ROUNDS_MAX };
    struct gpu_dispatch dispatch = reyes_dispatch(run, run->local, &push, sizeof(push));
    record_start(run, commands);
    dispatch.buffers[4] = run->saves;
    dispatch.buffers[5] = run->saved;
    dispatch.groups[0] = run->groups;
    gpu_commands_dispatch(commands, &dispatch);
}

/* Launches until one draws nothing. */
static bool drive(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    const uint32_t room = run->workload->buffers->drawn_max;
    uint32_t base = 0, drawn = 1, launches = 0;
    for (; drawn > 0 && launches < LAUNCHES_MAX && base < room; launches++) {
        bench_drive_begin(c, run->commands);
        if (launches == 0) {
            record_start(run, run->commands);
        } else {
            gpu_commands_fill(run->commands, run->control, 4 * REYES_DRAWN, 4, 0);
            gpu_commands_barrier(run->commands, GPU_TRANSFER, GPU_COMPUTE);
        }
        record_launch(run, run->commands, base);
        gpu_commands_barrier(run->commands, GPU_COMPUTE, GPU_TRANSFER);
        gpu_commands_read_back(run->commands, run->control, 4 * REYES_DRAWN, 4, &drawn);
        if (!bench_drive_submit(c, run->commands))
            return false;
        const uint32_t limit = run->output < room - base ? run->output : room - base;
        base += drawn < limit ? drawn : limit;
    }
    run->outcome.iterations = run->outcome.host_returns = launches;
    run->outcome.n_out = base;
    return true;
}

/* Sums over the groups; what is left in a stack or unwritten was not done. */
static bool gather(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    uint64_t bounds = 0, splits = 0, busiest = 0;
    const uint32_t *control = reyes_control_read(c);
    const uint32_t *saves =
        context_read(&c->context, run->saves, 0, (uint64_t)run->groups * 4 * REYES_SAVE_WORDS);
    if (!control || !saves)
        return false;
    run->outcome.peak_ranges = run->outcome.spilled_ranges = 0;
    for (uint32_t group = 0; group < run->groups; group++) {
        const uint32_t *save = saves + REYES_SAVE_WORDS * group;
        if (save[REYES_SAVE_HEIGHT] != 0 || save[REYES_SAVE_PENDING] != 0)
            return context_mismatch(&c->context,
                                    "group %u left %u ranges in its stack and %u unwritten", group,
                                    save[REYES_SAVE_HEIGHT], save[REYES_SAVE_PENDING]);
        bounds += save[REYES_SAVE_BOUNDED];
        splits += save[REYES_SAVE_SPLIT];
        run->outcome.peak_ranges += save[REYES_SAVE_HIGHEST];
        run->outcome.spilled_ranges += save[REYES_SAVE_SPILLS];
        busiest = save[REYES_SAVE_BOUNDED] > busiest ? save[REYES_SAVE_BOUNDED] : busiest;
    }
    run->outcome.balance = bounds > 0 ? (double)busiest * run->groups / (double)bounds : 0;
    for (uint32_t level = 0; level < run->seed_levels; level++)
        bounds += control[REYES_SLOTS + REYES_SLOT_WORDS * level + REYES_SLOT_COUNT];
    if (c->variant->kind != BENCH_HOST_DRIVEN) {
        run->outcome.iterations = 1 + run->seed_levels;
        run->outcome.n_out = control[REYES_DRAWN];
    }
    return reyes_outcome_counts(c, control, bounds, splits + control[REYES_SPLITS],
                                run->outcome.n_out);
}

const struct reyes_scheme reyes_scheme_local = { .gather = gather, .local = true, .counted = true };
const struct bench_method reyes_local = { .setup = setup, .record = record };
const struct bench_method reyes_local_spill = { .setup = spill_setup, .record = spill_record };
const struct bench_method reyes_local_shared = { .setup = shared_setup, .record = record };
const struct bench_method reyes_local_seeded = { .setup = seeded_setup, .record = record };
const struct bench_method reyes_local_host = { .setup = setup, .drive = drive };
