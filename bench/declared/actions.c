/* SPDX-License-Identifier: MIT */
/* actions.c: steps with their numbers in place, loops unrolled. */
#include "bench/declared/method.h"
#include "harness/os/interrupt.h"

#include <stdio.h>
#include <string.h>

enum { MESSAGE_BYTES = 900 };

struct maker {
    struct bench_case *c;
    const struct declared_bench *bench;
    struct declared_scope scope;
    struct declared_action *actions; /* NULL: they are counted */
    size_t count, turns, terms;
};

static bool whole(struct maker *maker, const struct declared_amount *amount, const char *what,
                  uint64_t most, uint64_t *value)
{
    char message[MESSAGE_BYTES];
    return declared_scope_whole(&maker->scope, amount, what, most, value, message,
                                sizeof(message)) ||
           context_error(&maker->c->context, "%s", message);
}

/* A word of 32 bits: whole, negative ones as their complement, or a float's bits. */
static bool word(struct maker *maker, const struct declared_amount *amount, const char *what,
                 uint32_t *value)
{
    char message[MESSAGE_BYTES];
    struct declared_number number;
    if (!declared_scope_number(&maker->scope, amount, &number, message, sizeof(message)))
        return context_error(&maker->c->context, "%s", message);
    if (number.is_real || number.whole < INT32_MIN || number.whole > UINT32_MAX)
        return context_error(&maker->c->context,
                             "technique.json:%d: %s: '%.100s' is %g, no whole number of 32 bits",
                             amount->line, what, amount->formula ? amount->formula : "",
                             declared_number_real(&number));
    *value = (uint32_t)number.whole;
    return true;
}

/* Kernels -------------------------------------------------------------------------------------- */

/* False with what the kernel wants and the step does not give. */
static bool kernel_fits(struct maker *maker, const struct declared_step *step,
                        const struct shader_file *shader)
{
    struct context *context = &maker->c->context;
    for (uint32_t i = 0; i < GPU_BINDINGS_MAX; i++) {
        const bool given = i < step->bind_count && step->bind[i] >= 0;
        if (shader->other >> i & 1)
            return context_error(context,
                                 "technique.json:%d: '%s' uses an image at binding %u: a "
                                 "folder has buffers alone",
                                 step->line, step->kernel, i);
        if ((shader->bindings >> i & 1) && !given)
            return context_error(context,
                                 "technique.json:%d: '%s' uses binding %u: \"bind\" has "
                                 "no buffer there",
                                 step->line, step->kernel, i);
    }
    if (shader->push_bytes > 4 * step->push_count)
        return context_error(context,
                             "technique.json:%d: '%s' uses %u bytes of push constants: \"push\" "
                             "has %zu words of 4 bytes",
                             step->line, step->kernel, shader->push_bytes, step->push_count);
    if (shader->constant_count > step->constant_count)
        return context_error(context,
                             "technique.json:%d: '%s' uses %u specialization constants: "
                             "\"constants\" has %zu",
                             step->line, step->kernel, shader->constant_count,
                             step->constant_count);
    return true; /* gpu_kernel_create() says what the device lacks */
}

/* The pipeline of an earlier action with the same constants, or a new one. */
static struct gpu_kernel *pipeline_of(struct maker *maker, const struct declared_action *action)
{
    for (size_t i = 0; i < maker->count; i++)
        if (maker->actions[i].kernel && maker->actions[i].shader == action->shader &&
            memcmp(maker->actions[i].constants, action->constants, sizeof(action->constants)) == 0)
            return maker->actions[i].kernel;
    struct gpu_kernel_params params = { .shader = &action->shader->shader,
                                        .constant_count = (uint32_t)action->step->constant_count };
    memcpy(params.constants, action->constants, sizeof(params.constants));
    return gpu_kernel_create(maker->c->context.scope, &params);
}

static bool kernel_make(struct maker *maker, const struct declared_step *step,
                        struct declared_action *action)
{
    uint64_t value;
    action->shader = declared_kernels_find(&maker->bench->kernels, &maker->scope, step->kernel);
    if (!action->shader)
        return context_error(&maker->c->context, "there is no '%s' for the values of this case",
                             step->kernel);
    if (!kernel_fits(maker, step, action->shader))
        return false;
    for (size_t i = 0; i < step->constant_count; i++)
        if (!word(maker, &step->constants[i], "constants", &action->constants[i]))
            return false;
    for (size_t i = 0; i < step->push_count; i++)
        if (!word(maker, &step->push[i], "push", &action->push[i]))
            return false;
    for (size_t i = 0; i < 3 && step->indirect < 0; i++) {
        if (!whole(maker, &step->groups[i], "groups", UINT32_MAX, &value))
            return false;
        action->groups[i] = (uint32_t)value;
    }
    if (step->indirect >= 0 && !whole(maker, &step->indirect_offset, "the offset of indirect",
                                      UINT32_MAX, &action->indirect_offset))
        return false;
    action->kernel = pipeline_of(maker, action);
    return action->kernel;
}

/* Steps ---------------------------------------------------------------------------------------- */

static bool steps_make(struct maker *maker, const struct declared_step *steps, size_t count);

static bool repeat_make(struct maker *maker, const struct declared_step *step)
{
    uint64_t first, last;
    struct declared_number end;
    char message[MESSAGE_BYTES];
    if (!whole(maker, &step->first, "repeat", INT64_MAX, &first) ||
        !declared_scope_number(&maker->scope, &step->last, &end, message, sizeof(message)))
        return context_ok(&maker->c->context) && context_error(&maker->c->context, "%s", message);
    if (!end.is_real && end.whole < (int64_t)first) /* no turn */
        return true;
    if (!whole(maker, &step->last, "repeat", INT64_MAX - 1, &last))
        return false;
    const size_t level = maker->scope.level_count++;
    bool good = true;
    for (uint64_t i = first; i <= last && good; i++) {
        if (++maker->turns > DECLARED_TURNS_MAX)
            return context_error(&maker->c->context,
                                 "technique.json:%d: more than %d turns, with those of loops "
                                 "within: make the loop shorter",
                                 step->line, DECLARED_TURNS_MAX);
        maker->scope.levels[level].name = step->level;
        maker->scope.levels[level].value = (int64_t)i;
        good = steps_make(maker, step->steps, step->step_count);
    }
    maker->scope.level_count--;
    return good;
}

static bool step_make(struct maker *maker, const struct declared_step *step)
{
    if (step->kind == DECLARED_REPEAT)
        return repeat_make(maker, step);
    if (maker->count >= DECLARED_ACTIONS_MAX)
        return context_error(&maker->c->context,
                             "technique.json:%d: more than %d steps, with those of all turns: make "
                             "the loop shorter",
                             step->line, DECLARED_ACTIONS_MAX);
    struct declared_action action = { .step = step, .waits = maker->count > 0 && !step->overlaps };
    if (*interrupt_flag()) /* pipelines of all steps take long */
        return context_error(&maker->c->context, "interrupted");
    if (maker->actions) {
        if (step->kind == DECLARED_KERNEL && !kernel_make(maker, step, &action))
            return false;
        if (step->kind == DECLARED_FILL_STEP && !word(maker, &step->value, "value", &action.word))
            return false;
        maker->actions[maker->count] = action;
    }
    maker->count++;
    return true;
}

static bool steps_make(struct maker *maker, const struct declared_step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!step_make(maker, &steps[i]))
            return false;
    return true;
}

bool declared_actions_make(struct bench_case *c)
{
    const struct declared_variant *variant = c->variant->data;
    struct declared_case *state = c->state;
    struct maker maker = { .c = c, .bench = c->bench->data };
    maker.scope = declared_scope_of(&maker.bench->spec, &c->context);
    maker.scope.terms = &maker.terms;
    if (!steps_make(&maker, variant->steps, variant->step_count))
        return false;
    state->actions = context_alloc(&c->context, (maker.count + 1) * sizeof(*state->actions));
    maker.actions = state->actions;
    maker.count = maker.turns = 0;
    const bool made = maker.actions && steps_make(&maker, variant->steps, variant->step_count);
    state->action_count = made ? maker.count : 0;
    return made;
}
