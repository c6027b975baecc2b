/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"
#include "harness/os/os.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void case_counters_add(struct case_counters *sum, const struct gpu_counters *other)
{
    const double most = (double)other->groups.most;
    sum->counted.dispatches += (double)other->dispatches;
    sum->counted.indirect_dispatches += (double)other->indirect_dispatches;
    sum->counted.draws += (double)other->draws;
    sum->counted.builds += (double)other->builds;
    sum->counted.traces += (double)other->traces;
    sum->counted.copies += (double)other->copies;
    sum->counted.read_backs += (double)other->read_backs;
    sum->counted.fills += (double)other->fills;
    sum->counted.barriers += (double)other->barriers;
    sum->groups += (double)other->groups.all;
    sum->groups_most = most > sum->groups_most ? most : sum->groups_most;
    sum->chain += (double)other->chain; /* the host waits in between */
    sum->bytes_bound += (double)other->bytes_bound;
}

bool case_executed(struct case_run *run, bool ok)
{
    if (case_still_ok(run) && !ok)
        case_fail(run->private.result, BENCH_ERROR, "the execution failed without a reason");
    return run->private.result->c.status == BENCH_OK;
}

static void steps_end(struct case_run *run)
{
    if (!fault_steps_end(run->gpu, run->private.plan->name))
        case_fail(run->private.result, BENCH_ERROR, "%s", trouble_text());
}

static bool drive(struct case_run *run)
{
    fault_steps_begin(run->gpu, run->private.plan->name);
    const bool ok = run->method.drive(&run->c);
    steps_end(run);
    return ok;
}

/* One execution, made visible: a result nobody can read is not a result. */
static void record_execution(struct case_run *run)
{
    gpu_commands_count(run->commands, run->notes_groups);
    fault_steps_begin(run->gpu, run->private.plan->name);
    run->method.record(&run->c, run->commands);
    steps_end(run);
    const struct gpu_counters counters = gpu_commands_counters(run->commands);
    run->counters = (struct case_counters){ 0 };
    case_counters_add(&run->counters, &counters);
    gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
}

bool case_needs_stamps(const struct case_run *run)
{
    return run->cache || run->method.reset;
}

static void record_reset(struct case_run *run)
{
    if (run->method.reset)
        run->method.reset(&run->c, run->commands);
}

/* Stamp, `inner` executions, stamp. Between executions lies their barrier, inside the stamps. */
static void record_together(struct case_run *run)
{
    gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    gpu_commands_timestamp(run->commands, CASE_SLOT_BEGIN);
    for (uint32_t i = 0; i < run->inner; i++)
        record_execution(run);
    gpu_commands_timestamp(run->commands, CASE_SLOT_END);
}

/* `inner` times: reset, sweep, stamp, execution, stamp. What comes before is in no time. */
static void record_each(struct case_run *run)
{
    gpu_commands_timestamp(run->commands, CASE_SLOT_BEGIN);
    for (uint32_t i = 0; i < run->inner; i++) {
        record_reset(run);
        if (run->cache)
            cache_record(run->cache, run->commands, CACHE_SWEEP);
        else
            gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        gpu_commands_timestamp(run->commands, CASE_SLOT_EACH + 2 * i);
        record_execution(run);
        gpu_commands_timestamp(run->commands, CASE_SLOT_EACH + 2 * i + 1);
    }
    gpu_commands_timestamp(run->commands, CASE_SLOT_END);
}

void case_record_sample(struct case_run *run)
{
    gpu_commands_restart(run->commands);
    if (run->c.variant->kind == BENCH_HOST_DRIVEN)
        record_reset(run);
    if (run->c.variant->kind != BENCH_GPU)
        return;
    if (run->primed) { /* in no time: device and caches are as the case itself leaves them */
        gpu_commands_timestamp(run->commands, CASE_SLOT_FIRST);
        record_reset(run);
        gpu_commands_barrier(run->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        record_execution(run);
    }
    if (run->stamps_each)
        record_each(run);
    else
        record_together(run);
    run->counters.counted.submits = 1;
    if (!run->canary)
        return;
    canary_record(run->canary, run->commands, CASE_SLOT_CANARY_BEGIN, CASE_SLOT_CANARY_END);
    gpu_commands_timestamp(run->commands, CASE_SLOT_LAST);
}

static bool execute_gpu(struct case_run *run, struct case_timing *timing)
{
    double sum_ns = 0, whole_ns;
    bool ok = true;
    const double begin_ns = clock_now_ns();
    if (!gpu_commands_submit(run->commands))
        return false;
    const double host_ns = clock_now_ns() - begin_ns;
    for (uint32_t i = 0; i < run->inner && run->stamps_each && ok; i++) {
        const uint32_t slot = CASE_SLOT_EACH + 2 * i;
        double ns;
        ok = gpu_commands_elapsed_ns(run->commands, slot, slot + 1, &ns);
        sum_ns += ok ? ns : 0;
    }
    if (!run->stamps_each)
        ok = gpu_commands_elapsed_ns(run->commands, CASE_SLOT_BEGIN, CASE_SLOT_END, &sum_ns);
    if (!ok ||
        !gpu_commands_elapsed_ns(run->commands, run->primed ? CASE_SLOT_FIRST : CASE_SLOT_BEGIN,
                                 run->canary ? CASE_SLOT_LAST : CASE_SLOT_END, &whole_ns))
        return false;
    /* The host waits for all the rest, too, which is no part of the sample. */
    timing->aside_ns = whole_ns - sum_ns;
    timing->wall_ns = (host_ns - timing->aside_ns) / run->inner;
    timing->gpu_ns = sum_ns / run->inner;
    return canary_read(run->canary, run->commands, CASE_SLOT_CANARY_BEGIN, CASE_SLOT_CANARY_END,
                       &timing->clock);
}

/* Discard, reset and sweep, as far as there are any, before an execution that is driven. */
static bool prepare_driven(struct case_run *run, struct case_timing *timing)
{
    const double begin_ns = clock_now_ns();
    if (run->method.discard)
        run->method.discard(&run->c);
    if (run->method.reset && !gpu_commands_submit(run->commands))
        return false;
    if (run->cache && !cache_run(run->cache))
        return false;
    timing->aside_ns += clock_now_ns() - begin_ns;
    return true;
}

static bool execute_driven(struct case_run *run, struct case_timing *timing)
{
    const double probe_ns = clock_now_ns();
    if (run->canary && !canary_probe(run->canary, &timing->clock))
        return false;
    timing->aside_ns += clock_now_ns() - probe_ns;
    if (run->primed) {
        if (!prepare_driven(run, timing))
            return false;
        const double prime_ns = clock_now_ns();
        const bool primed = drive(run);
        timing->aside_ns += clock_now_ns() - prime_ns;
        if (!primed)
            return false;
    }
    bool ok = true;
    run->private.drive_gpu_ns = 0;
    for (uint32_t i = 0; i < run->inner && ok; i++) {
        if (!prepare_driven(run, timing))
            return false;
        run->private.drive_counters = (struct case_counters){ 0 };
        const double begin_ns = clock_now_ns();
        ok = drive(run);
        timing->wall_ns += clock_now_ns() - begin_ns;
    }
    timing->wall_ns /= run->inner;
    timing->gpu_ns = run->private.drive_gpu_ns / run->inner;
    run->counters = run->private.drive_counters;
    return ok;
}

/* Reset and sweep, as far as there are any; after a sweep the threads are held anew. */
static void prepare_cpu(struct case_run *run)
{
    if (run->method.reset)
        run->method.reset(&run->c, NULL);
    if (!run->host_cache)
        return;
    host_cache_sweep(run->host_cache);
    cpu_pool_pin(run->private.pool);
}

/* Executes so often in one request, *ns in all. */
static bool program_run(struct case_run *run, uint32_t times, double *ns)
{
    if (!run->method.compute_times(&run->c, 0))
        return false;
    const double begin_ns = clock_now_ns();
    const bool ok = run->method.compute_times(&run->c, times);
    *ns = clock_now_ns() - begin_ns;
    return ok;
}

/* One request for all of a sample: what it needs, and the untimed execution, are others. */
static bool execute_program(struct case_run *run, struct case_timing *timing)
{
    double ns = 0;
    const double outer_ns = clock_now_ns();
    const bool ok = (!run->primed || program_run(run, 1, &ns)) && program_run(run, run->inner, &ns);
    timing->host = cpu_clock_probe();
    timing->aside_ns = clock_now_ns() - outer_ns - ns;
    timing->wall_ns = ns / run->inner;
    timing->gpu_ns = run->private.said_device_ns / run->inner;
    return ok;
}

/* Threads are held while they compute, and while the clock is probed; then they are let go. */
static bool execute_cpu(struct case_run *run, struct case_timing *timing)
{
    const double outer_ns = clock_now_ns();
    cpu_pool_pin(run->private.pool);
    fault_steps_begin(run->gpu, run->private.plan->name); /* which the host records none of */
    steps_end(run);
    if (run->primed)
        prepare_cpu(run);
    bool ok = !run->primed || run->method.compute(&run->c);
    for (uint32_t i = 0; i < run->inner && ok; i++) {
        prepare_cpu(run);
        const double begin_ns = clock_now_ns();
        ok = run->method.compute(&run->c);
        timing->wall_ns += clock_now_ns() - begin_ns;
    }
    timing->host = cpu_clock_probe();
    cpu_pool_unpin(run->private.pool);
    timing->aside_ns = clock_now_ns() - outer_ns - timing->wall_ns;
    timing->wall_ns /= run->inner;
    return ok;
}

bool case_execute_loop(struct case_run *run, struct gpu_commands **loop, uint32_t times, double *ns)
{
    struct gpu_commands *const samples = run->commands;
    const uint32_t inner = run->inner;
    bool ok = true;
    run->checked = false;
    *ns = 0;
    if (run->c.variant->kind == BENCH_GPU) {
        if (!*loop) {
            run->commands = *loop = gpu_commands_begin(run->c.context.scope);
            run->inner = times;
            record_together(run);
            run->inner = inner;
            run->commands = samples;
        }
        ok = gpu_commands_submit(*loop) &&
             gpu_commands_elapsed_ns(*loop, CASE_SLOT_BEGIN, CASE_SLOT_END, ns);
    } else if (run->method.compute_times) {
        ok = program_run(run, times, ns);
    } else {
        const double begin_ns = clock_now_ns();
        for (uint32_t i = 0; i < times && ok; i++)
            ok = run->c.variant->kind == BENCH_CPU ? run->method.compute(&run->c) : drive(run);
        *ns = clock_now_ns() - begin_ns;
    }
    return case_executed(run, ok);
}

/* Executes once over what is there; *ns is the device's time where it is stamped. False once the
 * case has ended. Not for kind CPU. */
static bool execute_single(struct case_run *run, double *ns)
{
    struct gpu_commands *const samples = run->commands;
    const uint32_t inner = run->inner;
    struct case_timing timing = { 0 };
    bool ok;
    run->checked = false;
    if (run->c.variant->kind == BENCH_GPU) { /* as a sample is, in a submission of its own */
        run->commands = run->single;
        run->inner = 1;
        if (!run->single_is_recorded) {
            gpu_commands_restart(run->single);
            record_each(run);
        }
        run->single_is_recorded = !run->notes_groups;
        run->inner = inner;
        run->commands = samples;
        ok = gpu_commands_submit(run->single) &&
             gpu_commands_elapsed_ns(run->single, CASE_SLOT_EACH, CASE_SLOT_EACH + 1, ns);
    } else if (run->method.compute_times) {
        ok = program_run(run, 1, ns);
    } else {
        run->private.drive_gpu_ns = 0;
        ok = prepare_driven(run, &timing);
        const double begin_ns = clock_now_ns();
        ok = ok && drive(run);
        *ns = run->private.drive_gpu_ns;
        if (!(*ns > 0)) /* nothing is stamped */
            *ns = clock_now_ns() - begin_ns;
    }
    return case_executed(run, ok);
}

bool case_count_groups(struct case_run *run, struct bench_work *work)
{
    const struct case_counters counters = run->counters;
    struct gpu_groups noted = { 0 };
    double ns;
    const bool indirect = counters.counted.indirect_dispatches > 0;
    const bool driven = run->c.variant->kind != BENCH_GPU;
    work->groups = indirect && driven ? 0 : counters.groups;
    work->groups_most = indirect && driven ? 0 : counters.groups_most;
    if (!indirect || driven)
        return true;
    run->notes_groups = true;
    const bool ok = execute_single(run, &ns);
    const bool whole = gpu_commands_noted(run->single, &noted);
    work->chain = whole ? (double)gpu_commands_counters(run->single).chain : work->chain;
    run->notes_groups = false;
    run->counters = counters;
    work->groups = whole ? work->groups + (double)noted.all : 0;
    work->groups_most = whole ? fmax(work->groups_most, (double)noted.most) : 0;
    return ok;
}

bool case_execute(struct case_run *run, struct case_timing *timing)
{
    *timing = (struct case_timing){ 0 };
    run->checked = false;
    const enum bench_kind kind = run->c.variant->kind;
    const bool ok = kind == BENCH_GPU           ? execute_gpu(run, timing)
                    : run->method.compute_times ? execute_program(run, timing)
                    : kind == BENCH_CPU         ? execute_cpu(run, timing)
                                                : execute_driven(run, timing);
    return case_executed(run, ok);
}

/* Programs ---------------------------------------------------------------------------------- */

/* Cases whose executions are asked of a process, many in a request. Our own clock
 * around the request is the one that counts; what the process says is held against it. */

bool case_is_watched(const struct case_run *run)
{
    return run->c.variant->kind != BENCH_CPU || run->method.compute_times;
}

void case_mark(struct result *result, const char *format, ...)
{
    va_list values;
    if (result->mark[0])
        return;
    va_start(values, format);
    vsnprintf(result->mark, sizeof(result->mark), format, values);
    va_end(values);
}

void bench_program(struct bench_case *c, const char *name)
{
    c->private->result->c.program = name;
}

void bench_program_says(struct bench_case *c, double wall_ns, double device_ns)
{
    c->private->said_ns = wall_ns;
    c->private->said_device_ns = device_ns;
}

/* The least of some, for what others do on the machine only adds; fewer where they are long. */
static bool run_least(struct case_run *run, uint32_t times, double wanted_ns, double *ns)
{
    enum { TRIES = 5, TRIES_OF_LONG = 2 };
    *ns = INFINITY;
    for (int i = 0; i < (*ns > 4 * wanted_ns ? TRIES_OF_LONG : TRIES) && *ns >= wanted_ns; i++) {
        double own_ns;
        if (!program_run(run, times, &own_ns))
            return false;
        *ns = fmin(*ns, own_ns);
    }
    return true;
}

bool case_try_program(struct case_run *run, double *typical_ns)
{
    double ns = 0;
    uint32_t times = 1;
    while (run_least(run, times, CASE_REQUESTED_NS, &ns) && ns < CASE_REQUESTED_NS &&
           times < PLAN_REQUESTED_MAX)
        times *= 2;
    *typical_ns = run->typical_ns = ns / times;
    return case_still_ok(run);
}

enum { TURNS = 3, TURNS_MAX = 24, TRIES_MAX = 60 }; /* an accusation rests on the most of them */

/* Sends words, and executes alone, until neither looks as if work were done or left out there: the
 * least of the one beside the median of the other. False once the case has ended. */
static bool alone_judge(struct case_run *run, double one_ns)
{
    static const double factor = 3, sent_least_ns = 2e6, least_ns = 5e5;
    char longer[32], shorter[32];
    if (run->fresh_count == 0)
        return true;
    const double median_ns = stats_median(run->again_ns, run->fresh_count);
    const double sent_most_ns = factor * median_ns + sent_least_ns;
    const double alone_most_ns = factor * one_ns + least_ns;
    double alone_ns = stats_select(run->again_ns, run->fresh_count, 0);
    for (int i = 0; i < TRIES_MAX && run->sent_ns > sent_most_ns && run->method.renew; i++) {
        const double begin_ns = clock_now_ns();
        if (!run->method.renew(&run->c))
            return case_still_ok(run);
        run->sent_ns = fmin(run->sent_ns, clock_now_ns() - begin_ns);
        if (!run->method.compute_times(&run->c, 0))
            return case_still_ok(run);
    }
    for (int i = 0; i < TRIES_MAX && alone_ns > alone_most_ns; i++) {
        double ns;
        if (!program_run(run, 1, &ns))
            return case_still_ok(run);
        alone_ns = fmin(alone_ns, ns);
    }
    const bool sent = run->sent_ns > sent_most_ns;
    units_format_ns(sent ? run->sent_ns : alone_ns, longer);
    units_format_ns(sent ? median_ns : one_ns, shorter);
    if (sent)
        case_mark(run->private.result, "to take a word of the input needs %s, an execution %s",
                  longer, shorter);
    else if (alone_ns > alone_most_ns)
        case_mark(run->private.result, "an execution alone takes %s, one of many %s", longer,
                  shorter);
    return true;
}

/* Marks the case, once there are samples, where more executions do not take more time, or its own
 * clock says less than ours. False once the case has ended. */
static bool audit_program(struct case_run *run)
{
    static const double share_least = 1.0 / 3, said_least = 0.8, device_least = 0.6, long_ns = 1e6;
    struct result *result = run->private.result;
    /* The least times of samples and of requests for thrice as many executions, by our clock and by
     * that of its device; and the most that its clocks say of ours. What others do on the machine
     * only makes ours more. */
    double least_ns[2] = { INFINITY, INFINITY }, device_ns[2] = { INFINITY, INFINITY };
    double said_share = 0, device_share = 0, slope_ns = 0;
    bool device_lies = false;
    char once[32], more[32];
    if (!run->method.compute_times || run->poisons_each)
        return true;
    bool suspicious = false;
    for (int i = 0; i < TURNS || (suspicious && i < TURNS_MAX); i++) {
        for (int k = 0; k < 2; k++) {
            double ns;
            if (!program_run(run, k == 0 ? run->inner : 3 * run->inner, &ns))
                return case_still_ok(run);
            least_ns[k] = fmin(least_ns[k], ns);
            device_ns[k] = fmin(device_ns[k], run->private.said_device_ns);
            said_share = fmax(said_share, run->private.said_ns / ns);
            device_share = fmax(device_share, run->private.said_device_ns / ns);
        }
        slope_ns = (least_ns[1] - least_ns[0]) / (2.0 * run->inner);
        device_lies = device_share > 0 && device_share < device_least;
        suspicious = slope_ns * run->inner < share_least * least_ns[0] || said_share < said_least ||
                     device_lies;
    }
    bench_metric(&run->c, "slope_ns", "ns", slope_ns);
    bench_metric(&run->c, "own_clock", "of ours", said_share);
    if (device_ns[0] > 0)
        bench_metric(&run->c, "device_slope_ns", "ns",
                     (device_ns[1] - device_ns[0]) / (2.0 * run->inner));
    if (!alone_judge(run, least_ns[0] / run->inner))
        return false;
    if (!suspicious || least_ns[0] < long_ns) /* beside a request it is next to nothing */
        return true;
    units_format_ns(least_ns[0] / run->inner, once);
    units_format_ns(fmax(slope_ns, 0), more);
    if (said_share < said_least)
        case_mark(result, "its own clock says %.2f of the time that it takes", said_share);
    else if (device_lies)
        case_mark(result, "its device's clock says %.2f of the time that it takes", device_share);
    else
        case_mark(result, "%u executions take %s each, and each one more takes %s", run->inner,
                  once, more);
    return true;
}

/* Fresh ------------------------------------------------------------------------------------- */

/* Whether a case keeps work from one execution to the next. */

/* A case counts as keeping something from `factor` on. The stamps and the start of one execution
 * alone, where a sample shares them among many, may add `alone_ns`. Medians are compared; on a CPU,
 * where load comes in bursts and poison takes the caches (an honest case took 2.2 times as long),
 * the least over poison, and the greatest sample, which must be `least_ns` apart: starting work
 * there took an honest transfer of 32 µs 242 µs behind poison, beside other processes. */
struct rule {
    double factor, alone_ns, least_ns;
    bool bursts;
};

static struct rule rule_of(const struct case_run *run)
{
    if (run->method.compute_times) /* both take an input of one word, which costs time, too */
        return (struct rule){ 3, 0, 2e5, true };
    if (gpu_info_is_software(gpu_info(run->gpu)))
        return (struct rule){ 5, 2e5, 1e6, true };
    return (struct rule){ run->c.variant->kind == BENCH_GPU ? 1.5 : 2, 1.2e4, 0, false };
}

/* The device's time, or that of a host which stamps nothing. */
static double time_of(double gpu_ns, double wall_ns)
{
    return gpu_ns > 0 ? gpu_ns : wall_ns;
}

/* A method that allocates while it is timed waits for the driver, however long that takes. */
bool case_executes_fresh(const struct case_run *run)
{
    return run->method.compute_times ||
           (case_is_watched(run) && !run->poisons_each && !run->method.discard);
}

/* Executes a program over poison and an input that it has never seen, then over one that it has.
 * False once the case has ended. */
static bool try_renewed(struct case_run *run)
{
    const size_t at = run->fresh_count;
    double unused_ns;
    if (!case_poison(run) || !run->method.compute_times(&run->c, 0))
        return false;
    const double begin_ns = clock_now_ns();
    if (run->method.renew && !run->method.renew(&run->c))
        return false;
    const double sent_ns = clock_now_ns() - begin_ns;
    const bool executed = run->method.compute_times(&run->c, 1);
    run->fresh_ns[at] = clock_now_ns() - begin_ns - sent_ns;
    if (!executed || !program_run(run, 1, &unused_ns) || !program_run(run, 1, &run->again_ns[at]))
        return false;
    run->sent_ns = at > 0 ? fmin(run->sent_ns, sent_ns) : sent_ns;
    run->fresh_count++;
    run->checked = false;
    return case_still_ok(run);
}

/* Executes twice, first over poison: what that takes longer than the second, and than samples do,
 * is work that was kept. What a submission costs its first kernels both have alike. False once the
 * case has ended. */
static bool try_fresh(struct case_run *run)
{
    const size_t at = run->fresh_count;
    double primed_ns;
    if (run->method.compute_times)
        return try_renewed(run);
    /* This one finds in the caches what a primed sample finds. */
    if ((run->primed && !execute_single(run, &primed_ns)) || !case_poison(run) ||
        !execute_single(run, &run->fresh_ns[at]) || !execute_single(run, &run->again_ns[at]))
        return false;
    run->fresh_count++;
    return true;
}

bool case_watch(struct case_run *run, uint32_t wanted)
{
    enum { ONE_IN = 4 };
    const double cheap_ns = 5e6;
    if (!case_is_watched(run))
        return true;
    if (!run->looked && run->look_ns < cheap_ns && case_draw() % ONE_IN == 0) {
        run->looked = true;
        if (!case_look(run, BENCH_CHECK_QUICK))
            return false;
    }
    return !case_executes_fresh(run) || run->fresh_count >= wanted || case_draw() % ONE_IN != 0 ||
           try_fresh(run);
}

enum which { LEAST, MEDIAN, GREATEST };

static double pick(double *values, size_t count, enum which which)
{
    if (count == 0)
        return NAN;
    return which == MEDIAN ? stats_median(values, count)
                           : stats_select(values, count, which == LEAST ? 0 : count - 1);
}

/* Picks one of the samples that count. */
static double sampled_ns(const struct result *result, enum which which)
{
    double *values = stats_numbers(result->c.sample_count);
    size_t count = 0;
    for (size_t i = 0; i < result->c.sample_count; i++)
        if (result_sample_counts(result, i))
            values[count++] = time_of(*result->c.api ? 0 : result->c.samples[i].gpu_ns,
                                      result->c.samples[i].wall_ns);
    const double ns = pick(values, count, which);
    free(values);
    return ns;
}

/* Samples of a long case are behind poison themselves: here is one execution that is not. What is
 * suspicious is tried again, in pairs. */
static bool long_tries_again(struct case_run *run)
{
    enum { PAIRS = 3 };
    const double factor = rule_of(run).factor;
    struct case_timing timing;
    if (!case_execute(run, &timing))
        return false;
    const double again_ns = time_of(timing.gpu_ns, timing.wall_ns);
    bool ok = true;
    const bool suspicious =
        !run->method.discard && sampled_ns(run->private.result, LEAST) > factor * again_ns;
    for (int i = 0; i < PAIRS && ok && suspicious; i++)
        ok = try_fresh(run);
    return ok;
}

/* By the pairs so far. *fresh_ns is the time over poison, *usual_ns the other. */
static bool keeps(struct case_run *run, double *fresh_ns, double *usual_ns)
{
    const struct rule rule = rule_of(run);
    const size_t count = run->fresh_count;
    if (count == 0)
        return false;
    *fresh_ns = pick(run->fresh_ns, count, rule.bursts ? LEAST : MEDIAN);
    const double again_ns = pick(run->again_ns, count, MEDIAN);
    const double sample_ns = run->poisons_each || run->method.compute_times
                                 ? again_ns
                                 : sampled_ns(run->private.result, rule.bursts ? GREATEST : MEDIAN);
    const double alone_ns = fmin(fmax(again_ns - sample_ns, 0), rule.alone_ns);
    *usual_ns = fmin(again_ns, sample_ns + alone_ns);
    return *fresh_ns > rule.factor * *usual_ns && *fresh_ns > *usual_ns + rule.least_ns;
}

bool case_judge_fresh(struct case_run *run, uint32_t wanted)
{
    enum { FRESH_OF_LONG = 2 };
    struct result *result = run->private.result;
    if (run->method.compute_times && run->poisons_each)
        wanted = wanted < FRESH_OF_LONG ? wanted : FRESH_OF_LONG;
    while (case_executes_fresh(run) && run->fresh_count < wanted)
        if (!try_fresh(run))
            return false;
    if (run->poisons_each && !run->checked && !run->method.compute_times && !long_tries_again(run))
        return false;
    double fresh_ns, usual_ns;
    while (keeps(run, &fresh_ns, &usual_ns) && run->fresh_count < CASE_FRESH_MAX)
        if (!try_fresh(run)) /* an accusation rests on as many as there can be */
            return false;
    const size_t count = run->fresh_count;
    result->c.fresh_count = (double)count;
    result->c.fresh_ns = count > 0 ? pick(run->fresh_ns, count, MEDIAN) : 0;
    result->c.again_ns = count > 0 ? pick(run->again_ns, count, MEDIAN) : 0;
    if (!keeps(run, &fresh_ns, &usual_ns))
        return audit_program(run);
    char fresh[32], usual[32];
    units_format_ns(fresh_ns, fresh);
    units_format_ns(usual_ns, usual);
    if (run->method.compute_times) {
        case_mark(result, "over a new input it takes %.3g times as long (%s against %s)",
                  fresh_ns / usual_ns, fresh, usual);
        return audit_program(run);
    }
    case_fail(result, BENCH_FAILED_VERIFY,
              "it takes %.3g times as long where its outputs and buffers are new (%s against %s): "
              "it keeps something from one execution to the next; let each execution do all of the "
              "work",
              fresh_ns / usual_ns, fresh, usual);
    return false;
}
