/* SPDX-License-Identifier: MIT */
/*
 * local_subgroup.c: LOCAL with a stack per subgroup.
 * local_subgroup: in one launch. local_redistributed: in two of the same groups; the first leaves
 * its stacks to a list, which the second shares out anew.
 */
#include "bench/reyes_subdivision/run.h"

#include "reyes_subdivision.kernels.h"

enum {
    ROUNDS_MAX = 1 << 20,    /* of a subgroup in one launch: no loop without end */
    GATHERED_PER_THREAD = 2, /* drawn ranges that wait in shared memory */
    SAVE_SUBGROUPS = 7,      /* of a group; words 1 to 6 are REYES_SAVE_... */
    INPUTS_WORD = REYES_SLOTS + REYES_SLOT_COUNT, /* of control: the patches */
};

struct subgroup_push {
    struct reyes_view view;
    uint32_t groups, inputs_word, output_max, list_max, rounds, rounds_max, launch;
};

static uint32_t launch_count(const struct reyes_run *run)
{
    return run->redistribution_rounds > 0 ? 2 : 1;
}

/* Ranges of a group in shared memory. */
static uint32_t shared_ranges(const struct reyes_run *run)
{
    return run->group_size * (run->workload->view.max_depth + GATHERED_PER_THREAD);
}

static struct gpu_kernel *create_kernel(struct bench_case *c, bool listed)
{
    const struct reyes_run *run = reyes_run(c);
    return kernel_create_with(c->context.scope, &kernel_reyes_subdivision_local_subgroup,
                              run->group_size, run->workload->view.max_depth, shared_ranges(run),
                              listed, run->levels);
}

static bool setup(struct bench_case *c)
{
    struct reyes_run *run = reyes_run_start(c);
    run->view = reyes_view_data(&run->workload->view);
    if (!reyes_groups_fit(c, "stacks", shared_ranges(run)))
        return false;
    reyes_control_create(c, run->group_size);
    run->local = create_kernel(c, false);
    /* Subgroups may be as small as a thread. */
    const uint64_t subgroups_max = (uint64_t)run->groups * run->group_size;
    run->saves = reyes_buffer(c, "counts of subgroups", launch_count(run) * subgroups_max,
                              4 * REYES_SAVE_WORDS, NULL);
    bench_output(c, run->saves);
    /* Most ranges that all stacks can hold. */
    const uint64_t stacks = subgroups_max * run->workload->view.max_depth;
    if (run->redistribution_rounds > 0) {
        run->local_listed = create_kernel(c, true);
        run->saved = reyes_buffer(c, "list of ranges", stacks, REYES_RANGE_BYTES, NULL);
        bench_output(c, run->saved);
    }
    run->report_bytes = 20 * (run->workload->scene.count + launch_count(run) * stacks +
                              run->workload->buffers->drawn_max);
    return true;
}

static bool redistributed_setup(struct bench_case *c)
{
    reyes_run(c)->redistribution_rounds =
        (uint32_t)context_integer_or(&c->context, "rounds", REYES_ROUNDS);
    return setup(c);
}

static void record_launch(const struct reyes_run *run, struct gpu_commands *commands,
                          uint32_t launch)
{
    const bool leaves = launch + 1 < launch_count(run);
    const uint32_t room = run->workload->buffers->drawn_max;
    const struct subgroup_push push = {
        .view = run->view,
        .groups = run->groups,
        .inputs_word = launch == 0 ? INPUTS_WORD : REYES_QUEUE,
        .output_max = run->output < room ? run->output : room,
        .list_max = leaves ? (uint32_t)(gpu_buffer_bytes(run->saved) / REYES_RANGE_BYTES) : 0,
        .rounds = leaves ? run->redistribution_rounds : ROUNDS_MAX,
        .rounds_max = ROUNDS_MAX,
        .launch = launch,
    };
    struct gpu_kernel *kernel = launch == 0 ? run->local : run->local_listed;
    struct gpu_dispatch dispatch = reyes_dispatch(run, kernel, &push, sizeof(push));
    dispatch.buffers[4] = launch == 0 ? run->workload->buffers->whole : run->saved;
    dispatch.buffers[5] = run->saves;
    dispatch.buffers[6] = leaves ? run->saved : run->workload->buffers->whole; /* not written */
    dispatch.groups[0] = run->groups;
    gpu_commands_dispatch(commands, &dispatch);
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct reyes_run *run = reyes_run(c);
    reyes_control_start(run, commands);
    for (uint32_t launch = 0; launch < launch_count(run); launch++) {
        if (launch > 0)
            reyes_barrier(commands);
        record_launch(run, commands, launch);
    }
}

/* Sums over the subgroups. The balance of launches that follow one another is that of their busiest
 * ones. */
static bool gather(struct bench_case *c)
{
    struct reyes_run *run = reyes_run(c);
    const uint32_t *control = reyes_control_read(c);
    const uint32_t *saves = context_read(&c->context, run->saves, 0, gpu_buffer_bytes(run->saves));
    uint64_t bounds = 0, splits = 0, peak = 0, busiest_all = 0;
    if (!control || !saves)
        return false;
    const uint32_t in_group = saves[SAVE_SUBGROUPS];
    if (in_group < 1 || in_group > run->group_size)
        return context_mismatch(&c->context, "%u subgroups in a group of %u", in_group,
                                run->group_size);
    const uint32_t subgroups = run->groups * in_group;
    for (uint32_t launch = 0; launch < launch_count(run); launch++) {
        uint64_t highest = 0, busiest = 0;
        for (uint32_t i = 0; i < subgroups; i++, saves += REYES_SAVE_WORDS) {
            if (saves[REYES_SAVE_HEIGHT] != 0 || saves[REYES_SAVE_PENDING] != 0)
                return context_mismatch(&c->context,
                                        "subgroup %u left %u ranges in its stack and %u inputs", i,
                                        saves[REYES_SAVE_HEIGHT], saves[REYES_SAVE_PENDING]);
            bounds += saves[REYES_SAVE_BOUNDED];
            splits += saves[REYES_SAVE_SPLIT];
            highest += saves[REYES_SAVE_HIGHEST];
            if (saves[REYES_SAVE_BOUNDED] > busiest)
                busiest = saves[REYES_SAVE_BOUNDED];
        }
        busiest_all += busiest;
        peak = highest > peak ? highest : peak;
    }
    run->outcome.balance = bounds > 0 ? (double)busiest_all * subgroups / (double)bounds : 0;
    run->outcome.iterations = launch_count(run);
    run->outcome.peak_ranges = peak;
    return reyes_outcome_counts(c, control, bounds, splits, control[REYES_DRAWN]);
}

/* No group waits: a round has barriers of the subgroup alone. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    reyes_work(c, work);
    work->rounds = 0;
}

const struct reyes_scheme reyes_scheme_local_subgroup = { .gather = gather, .local = true };
const struct bench_method reyes_local_subgroup = { .setup = setup, .record = record, .work = work };
const struct bench_method reyes_local_redistributed = { .setup = redistributed_setup,
                                                        .record = record,
                                                        .work = work };
