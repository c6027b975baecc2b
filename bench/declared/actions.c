/* SPDX-License-Identifier: MIT */
/* actions.c: steps with their numbers in place, loops unrolled. */
#include "bench/declared/private.h"
#include "harness/os/os.h"

#include <math.h>
#include <string.h>

struct maker {
    struct context *context;
    struct declared_case *state;
    const struct declared_spec *spec;
    const struct declared_variant *variant;
    struct declared_scope scope;
    bool is_before;                  /* steps of "before" are made */
    int slots[DECLARED_BUFFERS_MAX]; /* after the swaps so far */
    struct declared_action *actions; /* NULL: they are counted */
    size_t count, turns, terms;
    bool before[DECLARED_BUFFERS_MAX]; /* written by steps of "before" */
};

static bool whole(struct maker *maker, const struct declared_amount *amount, const char *what,
                  uint64_t most, uint64_t *value)
{
    return declared_scope_whole(&maker->scope, amount, what, most, value) ||
           context_error(maker->context, "%s", trouble_text());
}

static const char whole_there[] = "the kernel declares a whole number of 32 bits there, or half of "
                                  "one of 64 bits, which takes two words";

/* A word of 32 bits: whole, negative ones as their complement, or a float's bits. `wants` is why it
 * is whole; NULL: it is a float. */
static bool word(struct maker *maker, const struct declared_amount *amount, const char *what,
                 const char *wants, uint32_t *value)
{
    char own[32];
    struct declared_number number;
    if (!declared_scope_number(&maker->scope, amount, &number))
        return context_error(maker->context, "%s", trouble_text());
    declared_number_print(declared_number_real(&number), own);
    const float single = (float)declared_number_real(&number);
    if (!wants && isfinite(single)) {
        memcpy(value, &single, sizeof(single));
        return true;
    }
    if (!wants || number.is_real || number.whole < INT32_MIN || number.whole > UINT32_MAX)
        return context_error(maker->context, "technique.json:%d: %s: '%.100s' is %s, and %s",
                             amount->line, what, amount->formula ? amount->formula : own, own,
                             wants ? wants : "the kernel declares a float");
    *value = (uint32_t)number.whole;
    return true;
}

/* Ranges --------------------------------------------------------------------------------------- */

static uint64_t room_of(const struct maker *maker, int buffer)
{
    return declared_memory_bytes(&maker->state->memory[maker->slots[buffer]]);
}

/* An offset, a multiple of 4 with `least` bytes behind it in the buffer. */
static bool offset_of(struct maker *maker, const struct declared_range *range, uint64_t least,
                      uint64_t *offset)
{
    const uint64_t room = room_of(maker, range->buffer);
    if (!whole(maker, &range->offset, "the offset", UINT32_MAX, offset))
        return false;
    return (*offset % 4 == 0 && room >= least && *offset <= room - least) ||
           context_error(maker->context,
                         "technique.json:%d: offset %llu: wants a multiple of 4 with at least "
                         "%llu bytes behind it, and the buffer has %llu",
                         range->offset.line, (unsigned long long)*offset, (unsigned long long)least,
                         (unsigned long long)room);
}

/* Bytes that are filled or copied: as many as there are, unless the step says how many. */
static bool ranges_make(struct maker *maker, const struct declared_step *step,
                        struct declared_action *action)
{
    const bool copies = step->kind == DECLARED_COPY;
    if (!offset_of(maker, &step->at, 4, &action->offset) ||
        (copies && !offset_of(maker, &step->from, 4, &action->from_offset)))
        return false;
    const uint64_t to = room_of(maker, step->at.buffer) - action->offset;
    const uint64_t from = copies ? room_of(maker, step->from.buffer) - action->from_offset : to;
    action->bytes = to < from ? to : from;
    if (!declared_amount_is_there(&step->bytes))
        return true;
    const uint64_t most = action->bytes;
    return whole(maker, &step->bytes, "bytes", most, &action->bytes) &&
           (action->bytes % 4 == 0 ||
            context_error(maker->context, "technique.json:%d: bytes: %llu: wants a multiple of 4",
                          step->line, (unsigned long long)action->bytes));
}

/* Kernels -------------------------------------------------------------------------------------- */

/* Whether a kernel that writes to an output can have made numbers of its type: with a tolerance,
 * words of 32 bits as numbers of 64 leave every second one out. */
static bool type_fits(const struct maker *maker, const struct shader_file *shader,
                      const struct declared_buffer *buffer)
{
    const struct context_type *type = context_type_find(declared_scope_type(&maker->scope, buffer));
    const uint32_t needs = type->form == CONTEXT_FLOAT ? GPU_SHADER_FLOAT64 : GPU_SHADER_INT64;
    return buffer->check != DECLARED_NEAR || type->bytes / type->components < 8 ||
           (shader->needs & needs) || maker->spec->is_shipped;
}

/* False with what the kernel wants and the step does not give. */
static bool kernel_fits(struct maker *maker, const struct declared_step *step,
                        const struct shader_file *shader)
{
    struct context *context = maker->context;
    for (uint32_t i = 0; i < GPU_BINDINGS_MAX; i++) {
        static const char *const nouns[] = { "a buffer", "an image" };
        const int given = i < step->bind_count ? step->bind[i] : -1;
        const struct declared_buffer *buffer =
            given < 0 ? NULL : declared_spec_buffer(maker->spec, maker->variant, given);
        const bool wants_image = !gpu_binding_is_buffer(shader->binding[i].kind);
        if (!(shader->bindings >> i & 1))
            continue;
        if (!buffer || wants_image != (buffer->image != NULL))
            return context_error(context,
                                 "technique.json:%d: '%s' uses %s at binding %u: \"bind\" has %s "
                                 "there",
                                 step->line, step->kernel, nouns[wants_image], i,
                                 buffer ? nouns[!wants_image] : "nothing");
        if ((shader->writes >> i & 1) && !type_fits(maker, shader, buffer))
            return context_error(
                context,
                "technique.json:%d: '%s' has no numbers of 64 bits, and '%s', which "
                "it writes, is checked as %s: correct \"type\"",
                step->line, step->kernel, buffer->name, declared_scope_type(&maker->scope, buffer));
        if (maker->is_before && (shader->writes >> i & 1) &&
            given < (int)(maker->spec->input_count + maker->spec->output_count))
            return context_error(context,
                                 "technique.json:%d: '%s' may write '%s' in \"before\", which is "
                                 "untimed: outputs are made by \"steps\"; declare what is only "
                                 "read as readonly",
                                 step->line, step->kernel, buffer->name);
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
    const struct shader_file *file = action->shader;
    struct gpu_kernel_params params = { .shader = file->shipped ? file->shipped : &file->shader,
                                        .constant_count = (uint32_t)action->step->constant_count };
    memcpy(params.constants, action->constants, sizeof(params.constants));
    return gpu_kernel_create(maker->context->scope, &params);
}

static bool kernel_make(struct maker *maker, const struct declared_step *step,
                        struct declared_action *action)
{
    uint64_t value;
    action->shader = declared_kernels_find(maker->state->kernels, &maker->scope, step->kernel);
    if (!action->shader)
        return context_error(maker->context, "there is no '%s' for the values of this case",
                             step->kernel);
    if (!kernel_fits(maker, step, action->shader))
        return false;
    for (size_t i = 0; i < step->constant_count; i++)
        if (!word(maker, &step->constants[i], "constants",
                  action->shader->constant_floats >> i & 1 ? NULL : whole_there,
                  &action->constants[i]))
            return false;
    for (size_t i = 0; i < step->push_count; i++)
        if (!word(maker, &step->push[i], "push",
                  action->shader->push_floats >> i & 1 ? NULL : whole_there, &action->push[i]))
            return false;
    for (size_t i = 0; i < 3 && step->at.buffer < 0; i++) {
        if (!whole(maker, &step->groups[i], "groups", UINT32_MAX, &value))
            return false;
        action->groups[i] = (uint32_t)value;
    }
    if (step->at.buffer >= 0 && !offset_of(maker, &step->at, 12, &action->offset))
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
    if (!whole(maker, &step->first, "repeat", INT64_MAX, &first) ||
        !declared_scope_number(&maker->scope, &step->last, &end))
        return context_ok(maker->context) && context_error(maker->context, "%s", trouble_text());
    if (!end.is_real && end.whole < (int64_t)first) /* no turn */
        return true;
    if (!whole(maker, &step->last, "repeat", INT64_MAX - 1, &last))
        return false;
    const size_t level = maker->scope.level_count++;
    bool good = true;
    for (uint64_t i = first; i <= last && good; i++) {
        if (++maker->turns > DECLARED_TURNS_MAX)
            return context_error(maker->context,
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

/* The names mean each other's buffers from here on. */
static bool swap_make(struct maker *maker, const struct declared_step *step)
{
    const struct declared_buffer *one =
        declared_spec_buffer(maker->spec, maker->variant, step->at.buffer);
    const struct declared_buffer *other =
        declared_spec_buffer(maker->spec, maker->variant, step->from.buffer);
    uint32_t sizes[2][2] = { { 0 } };
    bool alike = !one->image == !other->image &&
                 room_of(maker, step->at.buffer) == room_of(maker, step->from.buffer);
    if (alike && one->image)
        alike = one->image->format == other->image->format &&
                declared_scope_size(&maker->scope, one->image, sizes[0]) &&
                declared_scope_size(&maker->scope, other->image, sizes[1]) &&
                memcmp(sizes[0], sizes[1], sizeof(sizes[0])) == 0;
    const int slot = maker->slots[step->at.buffer];
    maker->slots[step->at.buffer] = maker->slots[step->from.buffer];
    maker->slots[step->from.buffer] = slot;
    return alike || context_error(maker->context,
                                  "technique.json:%d: swap: '%s' and '%s' differ in size or kind",
                                  step->line, one->name, other->name);
}

/* The actions of a turn, behind one that says how many. */
static bool until_make(struct maker *maker, const struct declared_step *step,
                       struct declared_action *action)
{
    if (!offset_of(maker, &step->at, 4, &action->offset) ||
        !whole(maker, &step->last, "at_most", DECLARED_TURNS_MAX, &action->turns))
        return false;
    const size_t at = maker->count++;
    if (!steps_make(maker, step->steps, step->step_count))
        return false;
    action->within = maker->count - at - 1;
    if (maker->actions)
        maker->actions[at] = *action;
    return true;
}

static bool step_make(struct maker *maker, const struct declared_step *step)
{
    struct declared_number when = { .whole = 1 };
    if (declared_amount_is_there(&step->when) &&
        !declared_scope_number(&maker->scope, &step->when, &when))
        return context_error(maker->context, "%s", trouble_text());
    if (declared_number_real(&when) == 0)
        return true;
    if (step->kind == DECLARED_REPEAT)
        return repeat_make(maker, step);
    if (maker->count >= DECLARED_ACTIONS_MAX)
        return context_error(maker->context,
                             "technique.json:%d: more than %d steps, with those of all turns: make "
                             "the loop shorter",
                             step->line, DECLARED_ACTIONS_MAX);
    struct declared_action action = { .step = step, .waits = maker->count > 0 && !step->overlaps };
    if (*interrupt_flag()) /* pipelines of all steps take long */
        return context_error(maker->context, "interrupted");
    if (step->kind == DECLARED_UNTIL)
        return until_make(maker, step, &action);
    if (step->kind == DECLARED_SWAP && !swap_make(maker, step))
        return false;
    if (maker->actions) {
        if (step->kind == DECLARED_KERNEL && !kernel_make(maker, step, &action))
            return false;
        if ((step->kind == DECLARED_FILL_STEP || step->kind == DECLARED_COPY) &&
            !ranges_make(maker, step, &action))
            return false;
        if (step->kind == DECLARED_FILL_STEP &&
            !word(maker, &step->value, "value", "a fill writes whole numbers of 32 bits",
                  &action.word))
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

/* Counted first, then made. */
static bool list_make(struct maker *maker, const struct declared_step *steps, size_t count,
                      struct declared_actions *actions)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < DECLARED_BUFFERS_MAX; i++)
            maker->slots[i] = i;
        maker->count = maker->turns = 0;
        if (!steps_make(maker, steps, count))
            return false;
        if (pass == 0)
            maker->actions = actions->list =
                context_alloc(maker->context, (maker->count + 1) * sizeof(*actions->list));
        if (!maker->actions)
            return false;
    }
    actions->count = maker->count;
    maker->actions = NULL;
    return true;
}

/* Bound buffers -------------------------------------------------------------------------------- */

static void bound_add(const struct declared_case *state, const int *slots, int buffer, bool writes,
                      double times, struct declared_bound *bound)
{
    const int slot = slots[buffer];
    *(writes ? &bound->written : &bound->read) +=
        times * (double)declared_memory_bytes(&state->memory[slot]);
    *(writes ? &bound->is_written[slot] : &bound->is_read[slot]) = true;
}

/* Whether something has written the groups that an action finds in a buffer: an input, a state, or
 * what the steps so far have. */
static bool groups_written(const struct maker *maker, const int *slots,
                           const struct declared_action *action)
{
    const struct declared_step *step = action->step;
    const size_t inputs = maker->spec->input_count;
    if (step->kind != DECLARED_KERNEL || step->at.buffer < 0 || maker->spec->is_shipped)
        return true; /* of a shipped one C gives buffers that are full */
    const int slot = slots[step->at.buffer];
    const struct declared_buffer *buffer = declared_spec_buffer(maker->spec, maker->variant, slot);
    return slot < (int)inputs || buffer->is_state || maker->before[slot] ||
           maker->state->bound.is_written[slot] ||
           context_error(maker->context,
                         "technique.json:%d: no step before this one writes its groups to '%s': "
                         "they are poison",
                         step->line, buffer->name);
}

/* Whether kernels of "before" have done all that is asked of the inputs: the timed steps read none,
 * and those kernels read something. */
static bool before_does_all(const struct maker *maker, const bool *before_reads)
{
    const struct declared_actions *before = &maker->state->before;
    bool reads = false, asks = false, kernel = false;
    for (size_t i = 0; i < maker->spec->input_count; i++) {
        reads = reads || maker->state->bound.is_read[i];
        asks = asks || before_reads[i];
    }
    for (size_t i = 0; i < before->count; i++)
        kernel = kernel || (before->list[i].shader && before->list[i].shader->reads != 0);
    return kernel && asks && !reads && !maker->spec->is_shipped;
}

/* An action, `times` over. */
static void action_bind(struct declared_case *state, int *slots,
                        const struct declared_action *action, double times)
{
    const struct declared_step *step = action->step;
    struct declared_bound *bound = &state->bound;
    if (step->kind == DECLARED_SWAP) {
        const int slot = slots[step->at.buffer];
        slots[step->at.buffer] = slots[step->from.buffer];
        slots[step->from.buffer] = slot;
    }
    if (step->kind == DECLARED_COPY)
        bound_add(state, slots, step->from.buffer, false, times, bound);
    if (step->kind == DECLARED_COPY || step->kind == DECLARED_FILL_STEP)
        bound_add(state, slots, step->at.buffer, true, times, bound);
    for (size_t i = 0; i < step->bind_count && step->kind == DECLARED_KERNEL; i++)
        for (int writes = 0; writes < 2 && step->bind[i] >= 0; writes++)
            if ((writes ? action->shader->writes : action->shader->reads) >> i & 1)
                bound_add(state, slots, step->bind[i], writes, times, bound);
}

bool declared_actions_make(struct declared_case *state, const struct declared_scope *scope,
                           struct context *context)
{
    const struct declared_variant *variant = scope->variant;
    struct maker maker = {
        .context = context, .state = state, .spec = scope->spec, .variant = variant, .scope = *scope
    };
    maker.scope.terms = &maker.terms;
    if (!list_make(&maker, variant->steps, variant->step_count, &state->steps))
        return false;
    maker.is_before = true;
    if (!list_make(&maker, variant->before, variant->before_count, &state->before))
        return false;
    /* Turns of a loop are two here, which reach all that swaps exchange, and count for all. */
    int slots[DECLARED_BUFFERS_MAX];
    for (int i = 0; i < DECLARED_BUFFERS_MAX; i++)
        slots[i] = i;
    for (size_t i = 0; i < state->before.count; i++)
        action_bind(state, slots, &state->before.list[i], 0);
    bool before_reads[DECLARED_BUFFERS_MAX];
    memcpy(maker.before, state->bound.is_written, sizeof(maker.before));
    memcpy(before_reads, state->bound.is_read, sizeof(before_reads));
    state->bound = (struct declared_bound){ 0 };
    for (int i = 0; i < DECLARED_BUFFERS_MAX; i++)
        slots[i] = i;
    for (size_t i = 0; i < state->steps.count; i++) {
        const struct declared_action *action = &state->steps.list[i];
        for (size_t k = 0; k < 2 * action->within; k++) {
            const struct declared_action *within = action + 1 + k % action->within;
            if (!groups_written(&maker, slots, within))
                return false;
            action_bind(state, slots, within, (double)action->turns / 2);
        }
        if (!groups_written(&maker, slots, action))
            return false;
        if (action->step->kind != DECLARED_UNTIL)
            action_bind(state, slots, action, 1);
        i += action->within;
    }
    return !before_does_all(&maker, before_reads) ||
           context_error(context,
                         "technique.json:%d: no step reads an input, for kernels of \"before\", "
                         "which is untimed, have: put their work into \"steps\"",
                         variant->before[0].line);
}
