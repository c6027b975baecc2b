/* SPDX-License-Identifier: MIT */
/* Checks what an execution finds, and what it left. */
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

/* Writes the word's bytes, the lowest first, in blocks: byte for byte it took 8 s of a run. */
static void memory_poison(uint8_t *memory, size_t bytes, uint32_t word)
{
    uint8_t block[4096];
    for (size_t at = 0; at < sizeof(block); at++)
        block[at] = (uint8_t)(word >> 8 * (at % 4));
    for (size_t at = 0; at < bytes; at += sizeof(block))
        memcpy(&memory[at], block, bytes - at < sizeof(block) ? bytes - at : sizeof(block));
}

bool case_poison(struct live_case *live)
{
    static const uint32_t single = 0x7F800000, low = 0x7C00, high = 0x7C000000;
    const size_t span = span_log_begin(live->log, "poison");
    uint32_t word;
    do /* no infinity and no NaN, of 4 bytes or of either half: those would spread */
        word = (uint32_t)case_draw();
    while ((word & single) == single || (word & low) == low || (word & high) == high);
    context_set_poison(&live->c.context, word);
    inputs_restore(live->held);
    gpu_scope_poison(live->c.context.scope, word);
    gpu_scope_poison(live->c.workload->context.scope, word);
    foreach (const struct case_output, state, live->private.states, live->private.state_count)
        if (gpu_buffer_is_scratch(state->buffer))
            gpu_buffer_fill(state->buffer, state->offset, state->bytes, 0);
    foreach (const struct case_output, output, live->private.outputs, live->private.output_count) {
        if (output->target)
            gpu_target_poison(output->target, word);
        else if (output->buffer && !gpu_buffer_is_scratch(output->buffer))
            gpu_buffer_fill(output->buffer, output->offset, output->bytes, word);
        if (output->memory)
            memory_poison(output->memory, output->bytes, word);
    }
    span_log_end(live->log, span);
    return case_still_ok(live);
}

static bool is_output(const struct live_case *live, const struct gpu_buffer *buffer)
{
    foreach (const struct case_output, output, live->private.outputs, live->private.output_count)
        if (output->buffer == buffer)
            return true;
    return false;
}

void case_state_tell(struct live_case *live)
{
    const size_t count = gpu_scope_buffers(live->c.context.scope, NULL, 0);
    OWNED struct gpu_buffer **buffers = need_bytes(count * sizeof(struct gpu_buffer *));
    double bytes = 0;
    gpu_scope_buffers(live->c.context.scope, buffers, count);
    foreach (const struct case_output, state, live->private.states, live->private.state_count)
        bytes += (double)state->bytes;
    for (size_t i = 0; i < count; i++)
        if (!gpu_buffer_is_scratch(buffers[i]) && gpu_buffer_may_change(buffers[i]) &&
            !is_output(live, buffers[i]))
            bytes += (double)gpu_buffer_bytes(buffers[i]);
    if (bytes > 0)
        bench_metric(&live->c, "kept_bytes", "B", bytes);
}

/* Checks that the range of bench_state_range() is 0, before an execution or after it. */
static bool check_states(struct live_case *live, const char *when)
{
    uint32_t words[CASE_STATE_WORDS_MAX];
    foreach (const struct case_output, state, live->private.states, live->private.state_count) {
        if (!gpu_buffer_read(state->buffer, state->offset, words, state->bytes))
            break;
        for (uint64_t k = 0; k < state->bytes / 4; k++)
            if (words[k] != 0)
                case_fail(live->private.result, BENCH_FAILED_VERIFY,
                          "state: word %llu of %s is %08x %s an execution, wanted 0",
                          (unsigned long long)(state->offset / 4 + k),
                          gpu_buffer_name(state->buffer), words[k], when);
    }
    return case_still_ok(live);
}

const char *case_spoilt(struct live_case *live)
{
    const char *name = live->method.spoilt ? live->method.spoilt(&live->c) : NULL;
    context_drop_reads(&live->c.context);
    return name;
}

bool case_look(struct live_case *live, enum bench_check check)
{
    const size_t checking = span_log_begin(live->log, "check");
    const double begin_ns = clock_now_ns();
    fault_reach(live->gpu, live->private.plan->name, FAULT_CHECK);
    context_refuse_memory(&live->c.context,
                          fault_refuses_memory(live->private.plan->name, FAULT_CHECK));
    const char *broken = gpu_scope_broken_guard(live->c.context.scope);
    broken = broken ? broken : gpu_scope_broken_guard(live->c.workload->context.scope);
    if (broken)
        case_fail(live->private.result, BENCH_FAILED_VERIFY, "wrote outside of buffer %s", broken);
    const bool right =
        case_still_ok(live) && check_states(live, "after") && live->method.check(&live->c, check);
    context_drop_reads(&live->c.context);
    context_refuse_memory(&live->c.context, false);
    span_log_end(live->log, checking);
    const double ns = clock_now_ns() - begin_ns;
    live->look_ns = live->look_ns > 0 && live->look_ns < ns ? live->look_ns : ns;
    if (!case_still_ok(live))
        return false;
    if (!right)
        case_fail(live->private.result, BENCH_FAILED_VERIFY, "the check failed without a reason");
    live->checked = right;
    return right;
}

bool case_execute_checked(struct live_case *live, enum bench_check check,
                          struct case_timing *timing)
{
    if (!check_states(live, "before") || !case_poison(live))
        return false;
    const size_t execution = span_log_begin(live->log, "execute");
    const bool executed = case_execute(live, timing);
    span_log_end(live->log, execution);
    return executed && case_look(live, check);
}
