/* SPDX-License-Identifier: MIT */
#include "bench/declared/method.h"

#include <stdio.h>
#include <string.h>

static const struct declared_spec *spec_of(const struct bench_case *c)
{
    return &((const struct declared_bench *)c->bench->data)->spec;
}

/* Outputs, and the variant's own: all begin as poison. */
static bool buffers_make(struct bench_case *c)
{
    const struct declared_spec *spec = spec_of(c);
    const struct declared_variant *variant = c->variant->data;
    const struct declared_workload *input = c->workload->state;
    const struct declared_scope scope = declared_scope_of(spec, &c->context);
    const size_t shared = spec->input_count + spec->output_count;
    struct declared_case *state = c->state;
    memcpy(state->buffers, input->buffers, spec->input_count * sizeof(state->buffers[0]));
    for (size_t i = spec->input_count; i < shared + variant->buffer_count; i++) {
        const struct declared_buffer *buffer = declared_spec_buffer(spec, variant, (int)i);
        uint64_t bytes = i < shared ? input->bytes[i] : 0;
        if (i >= shared && !declared_bytes_take(&c->context, &scope, buffer, &bytes))
            return false;
        state->buffers[i] = gpu_buffer_create(
            c->context.scope, &(struct gpu_buffer_params){ .name = buffer->name, .bytes = bytes });
        if (!state->buffers[i])
            return false;
        bench_output(c, state->buffers[i]);
    }
    return true;
}

/* No driver promises it, and it cannot be asked for: GPUs give it, drivers on the CPU do not. */
static bool groups_go_on(struct bench_case *c)
{
    const struct declared_variant *variant = c->variant->data;
    return !variant->waits_for_groups ||
           !gpu_info_is_software(gpu_info(gpu_scope_device(c->context.scope))) ||
           context_unsupported(
               &c->context, "its work-groups wait for others (\"waits_for_groups\"): a driver on "
                            "the CPU may run one to its end before the next begins");
}

static bool setup(struct bench_case *c)
{
    return groups_go_on(c) && buffers_make(c) && declared_actions_make(c) && declared_work_check(c);
}

/* Record --------------------------------------------------------------------------------------- */

/* Inputs are those of the workload that the case has now. */
static struct gpu_buffer *buffer_of(const struct bench_case *c, int index)
{
    const struct declared_workload *input = c->workload->state;
    const struct declared_case *state = c->state;
    return index < (int)spec_of(c)->input_count ? input->buffers[index] : state->buffers[index];
}

static void dispatch(const struct bench_case *c, const struct declared_action *action,
                     struct gpu_commands *commands)
{
    const struct declared_step *step = action->step;
    struct gpu_dispatch dispatch = { .kernel = action->kernel,
                                     .push = action->push,
                                     .push_bytes = 4 * (uint32_t)step->push_count };
    for (size_t i = 0; i < step->bind_count; i++)
        if (step->bind[i] >= 0)
            dispatch.buffers[i] = buffer_of(c, step->bind[i]);
    memcpy(dispatch.groups, action->groups, sizeof(dispatch.groups));
    if (step->indirect >= 0) {
        dispatch.indirect = buffer_of(c, step->indirect);
        dispatch.indirect_offset = action->indirect_offset;
    }
    gpu_commands_dispatch(commands, &dispatch);
}

static void copy(const struct bench_case *c, const struct declared_step *step,
                 struct gpu_commands *commands)
{
    struct gpu_buffer *from = buffer_of(c, step->from), *to = buffer_of(c, step->buffer);
    const uint64_t bytes = gpu_buffer_bytes(from), room = gpu_buffer_bytes(to);
    gpu_commands_copy(commands, to, 0, from, 0, bytes < room ? bytes : room);
}

/* Stages of the actions from first up to the next that waits: none of them waits for another. */
static uint32_t stages_from(const struct declared_case *state, size_t first)
{
    uint32_t stages = 0;
    for (size_t i = first; i < state->action_count && (i == first || !state->actions[i].waits);
         i++) {
        const struct declared_step *step = state->actions[i].step;
        const bool is_kernel = step->kind == DECLARED_KERNEL;
        stages |= is_kernel ? GPU_COMPUTE : GPU_TRANSFER;
        if (is_kernel && step->indirect >= 0)
            stages |= GPU_INDIRECT;
    }
    return stages;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    const struct declared_case *state = c->state;
    uint32_t before = stages_from(state, 0);
    for (size_t i = 0; i < state->action_count; i++) {
        const struct declared_action *action = &state->actions[i];
        struct gpu_buffer *filled = buffer_of(c, action->step->buffer);
        if (action->waits) {
            const uint32_t after = stages_from(state, i);
            gpu_commands_barrier(commands, before, after);
            before = after;
        }
        switch (action->step->kind) {
        case DECLARED_KERNEL: dispatch(c, action, commands); break;
        case DECLARED_COPY: copy(c, action->step, commands); break;
        default:
            gpu_commands_fill(commands, filled, 0, gpu_buffer_bytes(filled), action->word);
            break;
        }
    }
}

static void launches(const struct bench_case *c, struct bench_launches *launched)
{
    const struct declared_case *state = c->state;
    for (size_t i = 0; i < state->action_count; i++) {
        const uint32_t *groups = state->actions[i].groups;
        if (state->actions[i].step->kind == DECLARED_KERNEL) /* an indirect one: at least none */
            bench_launch(launched, (uint64_t)groups[0] * groups[1] * groups[2]);
    }
}

/* Check ---------------------------------------------------------------------------------------- */

static bool is_written(const struct declared_case *state, size_t index)
{
    for (size_t i = 0; i < state->action_count; i++) {
        const struct declared_action *action = &state->actions[i];
        const struct declared_step *step = action->step;
        if (step->kind != DECLARED_KERNEL && step->buffer == (int)index)
            return true;
        for (size_t k = 0; k < step->bind_count && step->kind == DECLARED_KERNEL; k++)
            if (step->bind[k] == (int)index && (action->shader->writes >> k & 1))
                return true;
    }
    return false;
}

/* All variants share the inputs: none may write to them. */
static const char *spoilt(struct bench_case *c)
{
    const struct declared_spec *spec = spec_of(c);
    const struct declared_workload *input = c->workload->state;
    for (size_t i = 0; i < spec->input_count; i++) {
        const void *now = is_written(c->state, i)
                              ? context_read(&c->context, input->buffers[i], 0, input->bytes[i])
                              : input->host[i];
        if (now && memcmp(now, input->host[i], input->bytes[i]) != 0)
            return spec->inputs[i].name;
    }
    return NULL;
}

/* Puts back what was written to. */
static bool inputs_check(struct bench_case *c)
{
    const struct declared_spec *spec = spec_of(c);
    const struct declared_workload *input = c->workload->state;
    const char *name = spoilt(c);
    for (size_t i = 0; name && i < spec->input_count; i++)
        gpu_buffer_write(input->buffers[i], 0, input->host[i], input->bytes[i]);
    return !name || context_mismatch(&c->context,
                                     "it wrote to the input %s, which all variants share: copy it "
                                     "to a buffer of the variant first",
                                     name);
}

static bool check(struct bench_case *c, enum bench_check kind)
{
    const struct declared_spec *spec = spec_of(c);
    const struct declared_variant *variant = c->variant->data;
    const struct declared_workload *input = c->workload->state;
    const struct declared_case *state = c->state;
    struct declared_bytes given[DECLARED_BUFFERS_MAX] = { 0 };
    /* Inputs first: who has written to one has its own answer wrong by that, and others theirs. */
    if (kind == BENCH_CHECK_FULL && !inputs_check(c))
        return false;
    for (size_t i = 0; i < spec->output_count; i++) {
        const size_t at = spec->input_count + i;
        if (variant->is_yardstick && !is_written(state, at))
            continue;
        given[i] = (struct declared_bytes){ spec->outputs[i].name,
                                            (void *)context_read(&c->context, state->buffers[at], 0,
                                                                 input->bytes[at]),
                                            input->bytes[at] };
        if (!given[i].data)
            return false;
    }
    return declared_check(c, given);
}

const struct bench_method declared_method = { .case_bytes = sizeof(struct declared_case),
                                              .setup = setup,
                                              .record = record,
                                              .check = check,
                                              .spoilt = spoilt,
                                              .work = declared_work,
                                              .launches = launches };
