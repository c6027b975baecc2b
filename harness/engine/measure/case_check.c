/* SPDX-License-Identifier: MIT */
/* What an execution finds, and what it left. */
#include "harness/base/need.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/gpu.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"
#include "harness/os/os.h"
#include "harness/random.h"

#include <stdlib.h>
#include <string.h>

/* Nothing that a kernel or its author can know, so that it tells no execution from another. */
uint64_t case_draw(void)
{
    static _Thread_local uint64_t state;
    if (state == 0 && os_machine_random(&state, sizeof(state)) != 0)
        state = (uint64_t)clock_now_ns();
    return random_next(&state);
}

bool case_poison(struct case_run *run)
{
    static const uint32_t single = 0x7F800000, low = 0x7C00, high = 0x7C000000;
    const size_t span = span_log_begin(run->log, "poison");
    uint32_t word;
    do /* no infinity and no NaN, of 4 bytes or of either half: those would spread */
        word = (uint32_t)case_draw();
    while ((word & single) == single || (word & low) == low || (word & high) == high);
    context_set_poison(&run->c.context, word);
    inputs_restore(run->held);
    gpu_scope_poison(run->c.context.scope, word);
    gpu_scope_poison(run->c.workload->context.scope, word);
    for (size_t i = 0; i < run->private.state_count; i++) {
        const struct case_output *state = &run->private.states[i];
        if (gpu_buffer_is_scratch(state->buffer))
            gpu_buffer_fill(state->buffer, state->offset, state->bytes, 0);
    }
    for (size_t i = 0; i < run->private.output_count; i++) {
        const struct case_output *output = &run->private.outputs[i];
        if (output->target)
            gpu_target_poison(output->target, word);
        else if (output->buffer && !gpu_buffer_is_scratch(output->buffer))
            gpu_buffer_fill(output->buffer, output->offset, output->bytes, word);
        for (size_t at = 0; output->memory && at < output->bytes; at++)
            ((uint8_t *)output->memory)[at] = (uint8_t)(word >> 8 * (at % 4));
    }
    span_log_end(run->log, span);
    return case_still_ok(run);
}

static bool is_output(const struct case_run *run, const struct gpu_buffer *buffer)
{
    for (size_t i = 0; i < run->private.output_count; i++)
        if (run->private.outputs[i].buffer == buffer)
            return true;
    return false;
}

void case_state_tell(struct case_run *run)
{
    const size_t count = gpu_scope_buffers(run->c.context.scope, NULL, 0);
    struct gpu_buffer **buffers = need_bytes(count * sizeof(struct gpu_buffer *));
    double bytes = 0;
    gpu_scope_buffers(run->c.context.scope, buffers, count);
    for (size_t i = 0; i < run->private.state_count; i++)
        bytes += (double)run->private.states[i].bytes;
    for (size_t i = 0; i < count; i++)
        if (!gpu_buffer_is_scratch(buffers[i]) && gpu_buffer_may_change(buffers[i]) &&
            !is_output(run, buffers[i]))
            bytes += (double)gpu_buffer_bytes(buffers[i]);
    free(buffers);
    if (bytes > 0)
        bench_metric(&run->c, "kept_bytes", "B", bytes);
}

/* Checks that the range of bench_state_range() is 0, before an execution or after it. */
static bool check_states(struct case_run *run, const char *when)
{
    uint32_t words[CASE_STATE_WORDS_MAX];
    for (size_t i = 0; i < run->private.state_count; i++) {
        const struct case_output *state = &run->private.states[i];
        if (!gpu_buffer_read(state->buffer, state->offset, words, state->bytes))
            break;
        for (uint64_t k = 0; k < state->bytes / 4; k++)
            if (words[k] != 0)
                case_fail(run->private.result, BENCH_FAILED_VERIFY,
                          "state: word %llu of %s is %08x %s an execution, wanted 0",
                          (unsigned long long)(state->offset / 4 + k),
                          gpu_buffer_name(state->buffer), words[k], when);
    }
    return case_still_ok(run);
}

const char *case_spoilt(struct case_run *run)
{
    const char *name = run->method.spoilt ? run->method.spoilt(&run->c) : NULL;
    context_drop_reads(&run->c.context);
    return name;
}

bool case_look(struct case_run *run, enum bench_check check)
{
    const size_t checking = span_log_begin(run->log, "check");
    const double begin_ns = clock_now_ns();
    fault_reach(run->gpu, run->private.plan->name, FAULT_CHECK);
    context_refuse_memory(&run->c.context,
                          fault_refuses_memory(run->private.plan->name, FAULT_CHECK));
    const char *broken = gpu_scope_broken_guard(run->c.context.scope);
    broken = broken ? broken : gpu_scope_broken_guard(run->c.workload->context.scope);
    if (broken)
        case_fail(run->private.result, BENCH_FAILED_VERIFY, "wrote outside of buffer %s", broken);
    const bool right =
        case_still_ok(run) && check_states(run, "after") && run->method.check(&run->c, check);
    context_drop_reads(&run->c.context);
    context_refuse_memory(&run->c.context, false);
    span_log_end(run->log, checking);
    run->look_ns = run->look_ns > 0 ? run->look_ns : clock_now_ns() - begin_ns;
    if (!case_still_ok(run))
        return false;
    if (!right)
        case_fail(run->private.result, BENCH_FAILED_VERIFY, "the check failed without a reason");
    run->checked = right;
    return right;
}

bool case_execute_checked(struct case_run *run, enum bench_check check, struct case_timing *timing)
{
    if (!check_states(run, "before") || !case_poison(run))
        return false;
    const size_t execution = span_log_begin(run->log, "execute");
    const bool executed = case_execute(run, timing);
    span_log_end(run->log, execution);
    return executed && case_look(run, check);
}
