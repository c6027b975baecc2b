/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
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

bool case_executed(struct live_case *live, bool ok)
{
    if (case_still_ok(live) && !ok)
        case_fail(live->private.result, BENCH_ERROR, "the execution failed without a reason");
    return live->private.result->c.status == BENCH_OK;
}

static void steps_end(struct live_case *live)
{
    if (!fault_steps_end(live->gpu, live->private.plan->name))
        case_fail(live->private.result, BENCH_ERROR, "%s", trouble_text());
}

static bool drive(struct live_case *live)
{
    fault_steps_begin(live->gpu, live->private.plan->name);
    const bool ok = live->method.drive(&live->c);
    steps_end(live);
    return ok;
}

/* One execution, made visible: a result nobody can read is not a result. */
static void record_execution(struct live_case *live)
{
    gpu_commands_count(live->commands, live->notes_groups);
    fault_steps_begin(live->gpu, live->private.plan->name);
    live->method.record(&live->c, live->commands);
    steps_end(live);
    const struct gpu_counters counters = gpu_commands_counters(live->commands);
    live->counters = (struct case_counters){ 0 };
    case_counters_add(&live->counters, &counters);
    gpu_commands_barrier(live->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
}

bool case_needs_stamps(const struct live_case *live)
{
    return live->cache || live->method.reset;
}

static void record_reset(struct live_case *live)
{
    if (live->method.reset)
        live->method.reset(&live->c, live->commands);
}

/* Stamp, `inner` executions, stamp. Between executions lies their barrier, inside the stamps. */
static void record_together(struct live_case *live)
{
    gpu_commands_barrier(live->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    gpu_commands_timestamp(live->commands, CASE_SLOT_BEGIN);
    for (uint32_t i = 0; i < live->inner; i++)
        record_execution(live);
    gpu_commands_timestamp(live->commands, CASE_SLOT_END);
}

/* `inner` times: reset, sweep, stamp, execution, stamp. What comes before is in no time. */
static void record_each(struct live_case *live)
{
    gpu_commands_timestamp(live->commands, CASE_SLOT_BEGIN);
    for (uint32_t i = 0; i < live->inner; i++) {
        record_reset(live);
        if (live->cache)
            cache_record(live->cache, live->commands, CACHE_SWEEP);
        else
            gpu_commands_barrier(live->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        gpu_commands_timestamp(live->commands, CASE_SLOT_EACH + 2 * i);
        record_execution(live);
        gpu_commands_timestamp(live->commands, CASE_SLOT_EACH + 2 * i + 1);
    }
    gpu_commands_timestamp(live->commands, CASE_SLOT_END);
}

void case_record_sample(struct live_case *live)
{
    gpu_commands_restart(live->commands);
    if (live->c.variant->kind == BENCH_HOST_DRIVEN)
        record_reset(live);
    if (live->c.variant->kind != BENCH_GPU)
        return;
    if (live->primed) { /* in no time: device and caches are as the case itself leaves them */
        gpu_commands_timestamp(live->commands, CASE_SLOT_FIRST);
        record_reset(live);
        gpu_commands_barrier(live->commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        record_execution(live);
    }
    if (live->stamps_each)
        record_each(live);
    else
        record_together(live);
    live->counters.counted.submits = 1;
    if (!live->canary)
        return;
    canary_record(live->canary, live->commands, CASE_SLOT_CANARY_BEGIN, CASE_SLOT_CANARY_END);
    gpu_commands_timestamp(live->commands, CASE_SLOT_LAST);
}

static bool execute_gpu(struct live_case *live, struct case_timing *timing)
{
    double sum_ns = 0, whole_ns;
    bool ok = true;
    const double begin_ns = clock_now_ns();
    if (!gpu_commands_submit(live->commands))
        return false;
    const double host_ns = clock_now_ns() - begin_ns;
    for (uint32_t i = 0; i < live->inner && live->stamps_each && ok; i++) {
        const uint32_t slot = CASE_SLOT_EACH + 2 * i;
        double ns;
        ok = gpu_commands_elapsed_ns(live->commands, slot, slot + 1, &ns);
        sum_ns += ok ? ns : 0;
    }
    if (!live->stamps_each)
        ok = gpu_commands_elapsed_ns(live->commands, CASE_SLOT_BEGIN, CASE_SLOT_END, &sum_ns);
    if (!ok ||
        !gpu_commands_elapsed_ns(live->commands, live->primed ? CASE_SLOT_FIRST : CASE_SLOT_BEGIN,
                                 live->canary ? CASE_SLOT_LAST : CASE_SLOT_END, &whole_ns))
        return false;
    /* The host waits for all the rest, too, which is no part of the sample. */
    timing->aside_ns = whole_ns - sum_ns;
    timing->wall_ns = (host_ns - timing->aside_ns) / live->inner;
    timing->gpu_ns = sum_ns / live->inner;
    return canary_read(live->canary, live->commands, CASE_SLOT_CANARY_BEGIN, CASE_SLOT_CANARY_END,
                       &timing->clock);
}

/* Discard, reset and sweep, as far as there are any, before an execution that is driven. */
static bool prepare_driven(struct live_case *live, struct case_timing *timing)
{
    const double begin_ns = clock_now_ns();
    if (live->method.discard)
        live->method.discard(&live->c);
    if (live->method.reset && !gpu_commands_submit(live->commands))
        return false;
    if (live->cache && !cache_run(live->cache))
        return false;
    timing->aside_ns += clock_now_ns() - begin_ns;
    return true;
}

static bool execute_driven(struct live_case *live, struct case_timing *timing)
{
    const double probe_ns = clock_now_ns();
    if (live->canary && !canary_probe(live->canary, &timing->clock))
        return false;
    timing->aside_ns += clock_now_ns() - probe_ns;
    if (live->primed) {
        if (!prepare_driven(live, timing))
            return false;
        const double prime_ns = clock_now_ns();
        const bool primed = drive(live);
        timing->aside_ns += clock_now_ns() - prime_ns;
        if (!primed)
            return false;
    }
    bool ok = true;
    live->private.drive_gpu_ns = 0;
    for (uint32_t i = 0; i < live->inner && ok; i++) {
        if (!prepare_driven(live, timing))
            return false;
        live->private.drive_counters = (struct case_counters){ 0 };
        const double begin_ns = clock_now_ns();
        ok = drive(live);
        timing->wall_ns += clock_now_ns() - begin_ns;
    }
    timing->wall_ns /= live->inner;
    timing->gpu_ns = live->private.drive_gpu_ns / live->inner;
    live->counters = live->private.drive_counters;
    return ok;
}

/* Reset and sweep, as far as there are any; after a sweep the threads are held anew. */
static void prepare_cpu(struct live_case *live)
{
    if (live->method.reset)
        live->method.reset(&live->c, NULL);
    if (!live->host_cache)
        return;
    host_cache_sweep(live->host_cache);
    cpu_pool_pin(live->private.pool);
}

/* Executes so often in one request, *ns in all. */
static bool program_run(struct live_case *live, uint32_t times, double *ns)
{
    if (!live->method.compute_times(&live->c, 0))
        return false;
    const double begin_ns = clock_now_ns();
    const bool ok = live->method.compute_times(&live->c, times);
    *ns = clock_now_ns() - begin_ns;
    return ok;
}

/* One request for all of a sample: what it needs, and the untimed execution, are others. */
static bool execute_program(struct live_case *live, struct case_timing *timing)
{
    double ns = 0;
    const double outer_ns = clock_now_ns();
    const bool ok =
        (!live->primed || program_run(live, 1, &ns)) && program_run(live, live->inner, &ns);
    timing->host = cpu_clock_probe();
    timing->aside_ns = clock_now_ns() - outer_ns - ns;
    timing->wall_ns = ns / live->inner;
    timing->gpu_ns = live->private.said_device_ns / live->inner;
    return ok;
}

/* Threads are held while they compute, and while the clock is probed; then they are let go. */
static bool execute_cpu(struct live_case *live, struct case_timing *timing)
{
    const double outer_ns = clock_now_ns();
    cpu_pool_pin(live->private.pool);
    fault_steps_begin(live->gpu, live->private.plan->name); /* which the host records none of */
    steps_end(live);
    if (live->primed)
        prepare_cpu(live);
    bool ok = !live->primed || live->method.compute(&live->c);
    for (uint32_t i = 0; i < live->inner && ok; i++) {
        prepare_cpu(live);
        const double begin_ns = clock_now_ns();
        ok = live->method.compute(&live->c);
        timing->wall_ns += clock_now_ns() - begin_ns;
    }
    timing->host = cpu_clock_probe();
    cpu_pool_unpin(live->private.pool);
    timing->aside_ns = clock_now_ns() - outer_ns - timing->wall_ns;
    timing->wall_ns /= live->inner;
    return ok;
}

bool case_execute_loop(struct live_case *live, struct gpu_commands **loop, uint32_t times,
                       double *ns)
{
    struct gpu_commands *const samples = live->commands;
    const uint32_t inner = live->inner;
    bool ok = true;
    live->checked = false;
    *ns = 0;
    if (live->c.variant->kind == BENCH_GPU) {
        if (!*loop) {
            live->commands = *loop = gpu_commands_begin(live->c.context.scope);
            live->inner = times;
            record_together(live);
            live->inner = inner;
            live->commands = samples;
        }
        ok = gpu_commands_submit(*loop) &&
             gpu_commands_elapsed_ns(*loop, CASE_SLOT_BEGIN, CASE_SLOT_END, ns);
    } else if (live->method.compute_times) {
        ok = program_run(live, times, ns);
    } else {
        const double begin_ns = clock_now_ns();
        for (uint32_t i = 0; i < times && ok; i++)
            ok = live->c.variant->kind == BENCH_CPU ? live->method.compute(&live->c) : drive(live);
        *ns = clock_now_ns() - begin_ns;
    }
    return case_executed(live, ok);
}

/* Executes once over what is there; *ns is the device's time where it is stamped. False once the
 * case has ended. Not for kind CPU. */
static bool execute_single(struct live_case *live, double *ns)
{
    struct gpu_commands *const samples = live->commands;
    const uint32_t inner = live->inner;
    struct case_timing timing = { 0 };
    bool ok;
    live->checked = false;
    if (live->c.variant->kind == BENCH_GPU) { /* as a sample is, in a submission of its own */
        live->commands = live->single;
        live->inner = 1;
        if (!live->single_is_recorded) {
            gpu_commands_restart(live->single);
            record_each(live);
        }
        live->single_is_recorded = !live->notes_groups;
        live->inner = inner;
        live->commands = samples;
        ok = gpu_commands_submit(live->single) &&
             gpu_commands_elapsed_ns(live->single, CASE_SLOT_EACH, CASE_SLOT_EACH + 1, ns);
    } else if (live->method.compute_times) {
        ok = program_run(live, 1, ns);
    } else {
        live->private.drive_gpu_ns = 0;
        ok = prepare_driven(live, &timing);
        const double begin_ns = clock_now_ns();
        ok = ok && drive(live);
        *ns = live->private.drive_gpu_ns;
        if (!(*ns > 0)) /* nothing is stamped */
            *ns = clock_now_ns() - begin_ns;
    }
    return case_executed(live, ok);
}

bool case_count_groups(struct live_case *live, struct bench_work *work)
{
    const struct case_counters counters = live->counters;
    struct gpu_groups noted = { 0 };
    double ns;
    const bool indirect = counters.counted.indirect_dispatches > 0;
    const bool driven = live->c.variant->kind != BENCH_GPU;
    work->groups = indirect && driven ? 0 : counters.groups;
    work->groups_most = indirect && driven ? 0 : counters.groups_most;
    if (!indirect || driven)
        return true;
    live->notes_groups = true;
    const bool ok = execute_single(live, &ns);
    const bool whole = gpu_commands_noted(live->single, &noted);
    work->chain = whole ? (double)gpu_commands_counters(live->single).chain : work->chain;
    live->notes_groups = false;
    live->counters = counters;
    work->groups = whole ? work->groups + (double)noted.all : 0;
    work->groups_most = whole ? fmax(work->groups_most, (double)noted.most) : 0;
    if (ok && whole && noted.all == 0)
        case_mark(live->private.result,
                  "no indirect dispatch has a group: their kernels do not run");
    return ok;
}

bool case_execute(struct live_case *live, struct case_timing *timing)
{
    *timing = (struct case_timing){ 0 };
    live->checked = false;
    const enum bench_kind kind = live->c.variant->kind;
    const bool ok = kind == BENCH_GPU            ? execute_gpu(live, timing)
                    : live->method.compute_times ? execute_program(live, timing)
                    : kind == BENCH_CPU          ? execute_cpu(live, timing)
                                                 : execute_driven(live, timing);
    return case_executed(live, ok);
}

/* Programs ---------------------------------------------------------------------------------- */

/* Cases whose executions are asked of a process, many in a request. Our own clock
 * around the request is the one that counts; what the process says is held against it. */

bool case_is_watched(const struct live_case *live)
{
    return live->c.variant->kind != BENCH_CPU || live->method.compute_times;
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
static bool run_least(struct live_case *live, uint32_t times, double wanted_ns, double *ns)
{
    enum { TRIES = 5, TRIES_OF_LONG = 2 };
    *ns = INFINITY;
    for (int i = 0; i < (*ns > 4 * wanted_ns ? TRIES_OF_LONG : TRIES) && *ns >= wanted_ns; i++) {
        double own_ns;
        if (!program_run(live, times, &own_ns))
            return false;
        *ns = fmin(*ns, own_ns);
    }
    return true;
}

bool case_try_program(struct live_case *live, double *typical_ns)
{
    double ns = 0;
    uint32_t times = 1;
    while (run_least(live, times, CASE_REQUESTED_NS, &ns) && ns < CASE_REQUESTED_NS &&
           times < PLAN_REQUESTED_MAX)
        times *= 2;
    *typical_ns = live->typical_ns = ns / times;
    return case_still_ok(live);
}

enum { TURNS = 3, TURNS_MAX = 24, TRIES_MAX = 60 }; /* an accusation rests on the most of them */

/* Whether a program works while it gives its answer: poison takes it less. */
static bool gives_late(const struct live_case *live)
{
    static const double factor = 1.5, least_ns = 2e5;
    return live->fresh_count > 0 && live->gave_ns > factor * live->gave_poison_ns + least_ns;
}

/* Sends words, and executes alone, until neither looks as if work were done or left out there: the
 * least of each beside the median of executions. False once the case has ended. */
static bool alone_judge(struct live_case *live, double one_ns)
{
    static const double factor = 3, sent_least_ns = 2e6, least_ns = 5e5;
    char longer[32], shorter[32];
    if (live->fresh_count == 0)
        return true;
    const double median_ns = stats_median(live->again_ns, live->fresh_count);
    const double sent_most_ns = factor * median_ns + sent_least_ns;
    const double alone_most_ns = factor * one_ns + least_ns;
    double alone_ns = stats_select(live->again_ns, live->fresh_count, 0);
    for (int i = 0; i < TRIES_MAX && live->sent_ns > sent_most_ns && live->method.renew; i++) {
        const double begin_ns = clock_now_ns();
        if (!live->method.renew(&live->c))
            return case_still_ok(live);
        live->sent_ns = fmin(live->sent_ns, clock_now_ns() - begin_ns);
        if (!live->method.compute_times(&live->c, 0))
            return case_still_ok(live);
    }
    for (int i = 0; i < TRIES_MAX && alone_ns > alone_most_ns; i++) {
        double ns;
        if (!program_run(live, 1, &ns))
            return case_still_ok(live);
        alone_ns = fmin(alone_ns, ns);
    }
    if (gives_late(live)) {
        units_format_ns(live->gave_ns, longer);
        units_format_ns(live->gave_poison_ns, shorter);
        case_mark(live->private.result, "to give its answer needs %s, to give poison %s", longer,
                  shorter);
    }
    const bool sent = live->sent_ns > sent_most_ns;
    units_format_ns(sent ? live->sent_ns : alone_ns, longer);
    units_format_ns(sent ? median_ns : one_ns, shorter);
    if (sent)
        case_mark(live->private.result, "to take a word of the input needs %s, an execution %s",
                  longer, shorter);
    else if (alone_ns > alone_most_ns)
        case_mark(live->private.result, "an execution alone takes %s, one of many %s", longer,
                  shorter);
    return true;
}

/* Looks at what one of several in a row leaves over poison, which no counter in a program knows:
 * that finds one wrong in five 99 times of 100, where it is soon done. False once the case has
 * ended. */
static bool look_often(struct live_case *live)
{
    enum { LOOKS = 20, BEHIND = 5 };
    static const double most_ns = 2e8;
    const double begin_ns = clock_now_ns();
    double unused_ns;
    for (int i = 0; i < LOOKS && clock_now_ns() - begin_ns < most_ns; i++)
        if (!case_poison(live) ||
            !program_run(live, 1 + (uint32_t)(case_draw() % BEHIND), &unused_ns) ||
            !case_look(live, BENCH_CHECK_QUICK))
            return false;
    live->checked = false; /* what samples do is looked at once more */
    return true;
}

/* Marks the case, once there are samples, where more executions do not take more time, or its own
 * clock says less than ours. False once the case has ended. */
static bool audit_program(struct live_case *live)
{
    static const double share_least = 1.0 / 3, said_least = 0.8, device_least = 0.6, long_ns = 1e6;
    struct result *result = live->private.result;
    /* The least times of samples and of requests for thrice as many executions, by our clock and by
     * that of its device; and the most that its clocks say of ours. What others do on the machine
     * only makes ours more. */
    double least_ns[2] = { INFINITY, INFINITY }, device_ns[2] = { INFINITY, INFINITY };
    double said_share = 0, device_share = 0, slope_ns = 0;
    bool device_lies = false;
    char once[32], more[32];
    if (!live->method.compute_times || live->poisons_each)
        return true;
    if (!look_often(live))
        return false;
    bool suspicious = false;
    for (int i = 0; i < TURNS || (suspicious && i < TURNS_MAX); i++) {
        for (int k = 0; k < 2; k++) {
            double ns;
            if (!program_run(live, k == 0 ? live->inner : 3 * live->inner, &ns))
                return case_still_ok(live);
            least_ns[k] = fmin(least_ns[k], ns);
            device_ns[k] = fmin(device_ns[k], live->private.said_device_ns);
            said_share = fmax(said_share, live->private.said_ns / ns);
            device_share = fmax(device_share, live->private.said_device_ns / ns);
        }
        slope_ns = (least_ns[1] - least_ns[0]) / (2.0 * live->inner);
        device_lies = device_share > 0 && device_share < device_least;
        suspicious = slope_ns * live->inner < share_least * least_ns[0] ||
                     said_share < said_least || device_lies;
    }
    bench_metric(&live->c, "slope_ns", "ns", slope_ns);
    bench_metric(&live->c, "own_clock", "of ours", said_share);
    if (device_ns[0] > 0)
        bench_metric(&live->c, "device_slope_ns", "ns",
                     (device_ns[1] - device_ns[0]) / (2.0 * live->inner));
    if (!alone_judge(live, least_ns[0] / live->inner))
        return false;
    if (!suspicious || least_ns[0] < long_ns) /* beside a request it is next to nothing */
        return true;
    units_format_ns(least_ns[0] / live->inner, once);
    units_format_ns(fmax(slope_ns, 0), more);
    if (said_share < said_least)
        case_mark(result, "its own clock says %.2f of the time that it takes", said_share);
    else if (device_lies)
        case_mark(result, "its device's clock says %.2f of the time that it takes", device_share);
    else
        case_mark(result, "%u executions take %s each, and each one more takes %s", live->inner,
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

static struct rule rule_of(const struct live_case *live)
{
    if (live->method.compute_times) /* both take an input of one word, which costs time, too */
        return (struct rule){ 3, 0, 2e5, true };
    if (gpu_info_is_software(gpu_info(live->gpu)))
        return (struct rule){ 5, 2e5, 1e6, true };
    return (struct rule){ live->c.variant->kind == BENCH_GPU ? 1.5 : 2, 1.2e4, 0, false };
}

/* The device's time, or that of a host which stamps nothing. */
static double time_of(double gpu_ns, double wall_ns)
{
    return gpu_ns > 0 ? gpu_ns : wall_ns;
}

/* A method that allocates while it is timed waits for the driver, however long that takes. */
bool case_executes_fresh(const struct live_case *live)
{
    return live->method.compute_times ||
           (case_is_watched(live) && !live->poisons_each && !live->method.discard);
}

/* Has a program give what it left; *least_ns is the least so far. */
static bool fetch(struct live_case *live, double *least_ns)
{
    const double begin_ns = clock_now_ns();
    const bool ok = !live->method.fetch || live->method.fetch(&live->c);
    const double ns = clock_now_ns() - begin_ns;
    *least_ns = live->fresh_count > 0 ? fmin(*least_ns, ns) : ns;
    return ok;
}

/* Executes a program over poison and an input that it has never seen, has it give the answer, and
 * times all that. */
static bool execute_renewed(struct live_case *live)
{
    const size_t at = live->fresh_count;
    double sent_ns = clock_now_ns();
    if (live->method.renew && !live->method.renew(&live->c))
        return false;
    const double begin_ns = clock_now_ns();
    sent_ns = begin_ns - sent_ns;
    live->sent_ns = at > 0 ? fmin(live->sent_ns, sent_ns) : sent_ns;
    const bool ok = live->method.compute_times(&live->c, 1);
    live->fresh_ns[at] = clock_now_ns() - begin_ns;
    return ok && fetch(live, &live->gave_ns);
}

/* That, and then over the case's own input. The answer over one of the new ones is known: it is
 * compared once it is given, for nothing before tells that one from the others. False once the case
 * has ended. */
static bool try_renewed(struct live_case *live)
{
    const struct bench_workload *own = live->c.workload;
    const size_t at = live->fresh_count;
    const uint64_t left = live->fresh_wanted > at ? live->fresh_wanted - at : 1;
    const bool compares = live->unseen && case_draw() % left == 0;
    double unused_ns;
    if (!case_poison(live) || !live->method.compute_times(&live->c, 0) ||
        !fetch(live, &live->gave_poison_ns))
        return false;
    live->c.workload = compares ? live->unseen : own;
    const bool right = execute_renewed(live) &&
                       (!compares || case_look_when(live, "over an input with one word changed"));
    live->c.workload = own;
    if (!right || !program_run(live, 1, &unused_ns) ||
        !case_look_when(live, "after an execution over an input with one word changed") ||
        !program_run(live, 1, &live->again_ns[at]))
        return false;
    live->unseen = compares ? NULL : live->unseen;
    live->fresh_count++;
    live->checked = false;
    return case_still_ok(live);
}

/* Executes twice, first over poison: what that takes longer than the second, and than samples do,
 * is work that was kept. What a submission costs its first kernels both have alike. False once the
 * case has ended. */
static bool try_fresh(struct live_case *live)
{
    const size_t at = live->fresh_count;
    double primed_ns;
    if (live->method.compute_times)
        return try_renewed(live);
    /* This one finds in the caches what a primed sample finds. */
    if ((live->primed && !execute_single(live, &primed_ns)) || !case_poison(live) ||
        !execute_single(live, &live->fresh_ns[at]) || !execute_single(live, &live->again_ns[at]))
        return false;
    live->fresh_count++;
    return true;
}

/* Whether each sample stands alone: of a program, and of long ones behind poison. */
static bool is_alone(const struct live_case *live)
{
    return live->poisons_each || live->method.compute_times;
}

/* Looks at what a sample left, or up to two executions more, which no counter in a kernel knows;
 * behind another look one more comes first. False once the case has failed by it. */
static bool look_between(struct live_case *live)
{
    enum { BEHIND = 3 };
    const double begin_ns = clock_now_ns();
    double unused_ns;
    bool ok = true;
    for (uint64_t more = is_alone(live) ? 0 : case_draw() % BEHIND + live->checked; more > 0 && ok;
         more--)
        ok = execute_single(live, &unused_ns);
    ok = ok && case_look(live, BENCH_CHECK_QUICK);
    live->looks++;
    live->looks_ns += clock_now_ns() - begin_ns;
    live->private.result->c.look_count = live->looks;
    return ok;
}

/* Looks again behind a sample as often as there is time for it. */
static bool look_more(struct live_case *live)
{
    enum { MORE = 4 };
    static const double share = 1.0 / 64, least_ns = 2e6;
    for (int i = 0; i < MORE && live->looks > 0 && !is_alone(live); i++) {
        const double own_ns = fmax(live->look_ns, live->looks_ns / live->looks);
        if (live->looks_ns + own_ns > least_ns + share * live->sampled_ns)
            return true;
        if (!look_between(live))
            return false;
    }
    return true;
}

bool case_watch(struct live_case *live, double sample_ns, uint32_t wanted)
{
    enum { ONE_IN = 4, LOOKS_ONE_IN = 2 };
    static const double cheap_ns = 5e6, share = 1.0 / 16, least_ns = 5e6;
    if (!case_is_watched(live))
        return true;
    live->fresh_wanted = wanted;
    live->sampled_ns += sample_ns;
    const bool cheap = live->looks == 0 && live->look_ns < cheap_ns;
    if ((cheap || live->looks_ns + live->look_ns <= least_ns + share * live->sampled_ns) &&
        case_draw() % LOOKS_ONE_IN == 0 && !look_between(live))
        return false;
    if (!look_more(live))
        return false;
    return !case_executes_fresh(live) || live->fresh_count >= wanted || case_draw() % ONE_IN != 0 ||
           try_fresh(live);
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
    OWNED double *values = stats_numbers(result->c.sample_count);
    size_t count = 0;
    for (size_t i = 0; i < result->c.sample_count; i++)
        if (result_sample_counts(result, i))
            values[count++] = time_of(*result->c.api ? 0 : result->c.samples[i].gpu_ns,
                                      result->c.samples[i].wall_ns);
    return pick(values, count, which);
}

/* Samples of a long case are behind poison themselves: here is one execution that is not. What is
 * suspicious is tried again, in pairs. */
static bool long_tries_again(struct live_case *live)
{
    enum { PAIRS = 3 };
    const double factor = rule_of(live).factor;
    struct case_timing timing;
    if (!case_execute(live, &timing))
        return false;
    const double again_ns = time_of(timing.gpu_ns, timing.wall_ns);
    bool ok = true;
    const bool suspicious =
        !live->method.discard && sampled_ns(live->private.result, LEAST) > factor * again_ns;
    for (int i = 0; i < PAIRS && ok && suspicious; i++)
        ok = try_fresh(live);
    return ok;
}

/* By the pairs so far. *fresh_ns is the time over poison, *usual_ns the other. */
static bool keeps(struct live_case *live, double *fresh_ns, double *usual_ns)
{
    const struct rule rule = rule_of(live);
    const size_t count = live->fresh_count;
    if (count == 0)
        return false;
    /* A program may leave out what it does over some of the inputs that are new. */
    *fresh_ns =
        pick(live->fresh_ns, count, rule.bursts && !live->method.compute_times ? LEAST : MEDIAN);
    const double again_ns = pick(live->again_ns, count, MEDIAN);
    const double sample_ns =
        live->poisons_each || live->method.compute_times
            ? again_ns
            : sampled_ns(live->private.result, rule.bursts ? GREATEST : MEDIAN);
    const double alone_ns = fmin(fmax(again_ns - sample_ns, 0), rule.alone_ns);
    *usual_ns = fmin(again_ns, sample_ns + alone_ns);
    return *fresh_ns > rule.factor * *usual_ns && *fresh_ns > *usual_ns + rule.least_ns;
}

/* Whether medians come near the factor: five pairs decide then, where three do else. */
static bool is_in_doubt(struct live_case *live)
{
    enum { FRESH_IN_DOUBT = 5 };
    const struct rule rule = rule_of(live);
    double fresh_ns = 0, usual_ns = 0;
    return case_executes_fresh(live) && !rule.bursts && live->fresh_count < FRESH_IN_DOUBT &&
           !keeps(live, &fresh_ns, &usual_ns) && fresh_ns > sqrt(rule.factor) * usual_ns;
}

bool case_judge_fresh(struct live_case *live, uint32_t wanted)
{
    enum { FRESH_OF_LONG = 2 };
    struct result *result = live->private.result;
    if (live->method.compute_times && live->poisons_each)
        wanted = wanted < FRESH_OF_LONG ? wanted : FRESH_OF_LONG;
    live->fresh_wanted = wanted;
    while (case_executes_fresh(live) && (live->fresh_count < wanted || live->unseen))
        if (!try_fresh(live))
            return false;
    if (live->poisons_each && !live->checked && !live->method.compute_times &&
        !long_tries_again(live))
        return false;
    while (is_in_doubt(live))
        if (!try_fresh(live))
            return false;
    double fresh_ns, usual_ns;
    while ((keeps(live, &fresh_ns, &usual_ns) && live->fresh_count < CASE_FRESH_MAX) ||
           (gives_late(live) && live->fresh_count < CASE_GIVES_MAX))
        if (!try_fresh(live)) /* an accusation rests on as many as there can be */
            return false;
    const size_t count = live->fresh_count;
    result->c.fresh_count = (double)count;
    result->c.fresh_ns = count > 0 ? pick(live->fresh_ns, count, MEDIAN) : 0;
    result->c.again_ns = count > 0 ? pick(live->again_ns, count, MEDIAN) : 0;
    if (!keeps(live, &fresh_ns, &usual_ns)) {
        const bool ok = audit_program(live);
        if (live->method.compute_times && !live->c.bench->alters)
            case_mark(result,
                      "no word of its input may be another, so answers that it keeps are not "
                      "seen: let an input be \"any\"");
        return ok;
    }
    char fresh[32], usual[32];
    units_format_ns(fresh_ns, fresh);
    units_format_ns(usual_ns, usual);
    if (live->method.compute_times) {
        case_mark(result, "over a new input it takes %.3g times as long (%s against %s)",
                  fresh_ns / usual_ns, fresh, usual);
        return audit_program(live);
    }
    return case_fail(
        result, BENCH_FAILED_VERIFY,
        "it takes %.3g times as long where its outputs and buffers are new (%s against "
        "%s): it keeps something from one execution to the next; let each execution "
        "do all of the work",
        fresh_ns / usual_ns, fresh, usual);
}
