/* SPDX-License-Identifier: MIT */
#include "bench/declared/private.h"
#include "harness/os/os.h"

#include <string.h>

/* Work ----------------------------------------------------------------------------------------- */

/* Bytes that a variant must move: what the file says, or each input read once and each
 * output written once, by what is bound and what the SPIR-V may read and write. */

double declared_amount_real(const struct declared_scope *scope,
                            const struct declared_amount *amount)
{
    struct declared_number number = { 0 };
    declared_scope_number(scope, amount, &number);
    return declared_number_real(&number);
}

/* Puts an amount of the variant in the default's place, where the file has it. */
static void amount_take(const struct declared_scope *scope, const struct declared_amount *amount,
                        double *value)
{
    if (declared_amount_is_there(amount))
        *value = declared_amount_real(scope, amount);
}

/* Says what a case must read and write, declared or by what is bound: bytes of inputs that are
 * read, and of outputs that are written; of a yardstick that writes none, of its own buffers. */
static void declared_work(const struct bench_case *c, struct bench_work *work)
{
    const struct declared_spec *spec = declared_spec_of(c);
    const struct declared_variant *variant = c->variant->data;
    const struct declared_workload *input = c->workload->state;
    const struct declared_case *state = c->state;
    const struct declared_scope scope = declared_scope_of(spec, variant, &c->context);
    const size_t inputs = spec->input_count, shared = inputs + spec->output_count;
    double own = 0; /* of the variant's own buffers */
    *work = (struct bench_work){ 0 };
    /* A program reads each input once, and writes each output once. */
    for (size_t i = 0; variant->api && i < shared; i++)
        *(i < inputs ? &work->bytes_read : &work->bytes_written) += (double)input->list[i].count;
    for (size_t i = 0; !variant->api && i < shared + variant->buffer_count; i++) {
        const double bytes = (double)declared_memory_bytes(&state->memory[i]);
        if (i < inputs ? state->bound.is_read[i] : state->bound.is_written[i])
            *(i < inputs ? &work->bytes_read : i < shared ? &work->bytes_written : &own) += bytes;
    }
    if (work->bytes_written == 0 && variant->is_yardstick)
        work->bytes_written = own;
    amount_take(&scope, &variant->read, &work->bytes_read);
    amount_take(&scope, &variant->written, &work->bytes_written);
    amount_take(&scope, &variant->operations, &work->operations);
    amount_take(&scope, &variant->items, &work->items);
    work->beyond_bound = variant->why;
}

/* False, with a context_error(), when more than what is bound is declared and the file does not say
 * why. */
static bool is_bound(struct bench_case *c, const struct declared_amount *amount, const char *what,
                     double bound)
{
    const struct declared_variant *variant = c->variant->data;
    const struct declared_scope scope =
        declared_scope_of(declared_spec_of(c), variant, &c->context);
    struct declared_number number;
    if (!declared_amount_is_there(amount))
        return true;
    if (!declared_scope_number(&scope, amount, &number))
        return context_error(&c->context, "%s", trouble_text());
    const double declared = declared_number_real(&number);
    if (!(declared >= 0))
        return context_error(&c->context, "technique.json:%d: work: \"%s\" is %g bytes, below 0",
                             amount->line, what, declared);
    return declared <= bound || variant->why ||
           context_error(&c->context,
                         "technique.json:%d: work: \"%s\" is %.0f bytes, more than the %.0f "
                         "that the steps have bound: correct it, or say in \"why\" what is read or "
                         "written more than once",
                         amount->line, what, declared, bound);
}

/* Set-up --------------------------------------------------------------------------------------- */

bool declared_buffer_make(struct bench_case *c, const struct declared_scope *scope,
                          const struct declared_buffer *buffer, uint64_t bytes,
                          struct declared_memory *memory)
{
    void *zeros = buffer->is_state ? context_alloc(&c->context, bytes) : NULL;
    if ((buffer->is_state && !zeros) ||
        !declared_memory_make(c->context.scope, scope, buffer, bytes, zeros, memory))
        return false;
    if (buffer->is_state)
        bench_state_range(c, memory->buffer, 0, bytes);
    return true;
}

/* Outputs, and the variant's own: all begin as poison. */
static bool buffers_make(struct bench_case *c)
{
    const struct declared_spec *spec = declared_spec_of(c);
    const struct declared_variant *variant = c->variant->data;
    const struct declared_workload *input = c->workload->state;
    const struct declared_scope scope = declared_scope_of(spec, variant, &c->context);
    const size_t shared = spec->input_count + spec->output_count;
    struct declared_case *state = c->state;
    memcpy(state->memory, input->memory, spec->input_count * sizeof(state->memory[0]));
    for (size_t i = spec->input_count; i < shared + variant->buffer_count; i++) {
        const struct declared_buffer *buffer = declared_spec_buffer(spec, variant, (int)i);
        uint64_t bytes = i < shared ? input->list[i].count : 0;
        if (i >= shared && !declared_bytes_take(&c->context, &scope, buffer, &bytes))
            return false;
        if (!declared_buffer_make(c, &scope, buffer, bytes, &state->memory[i]))
            return false;
        if (!buffer->is_state && !buffer->image)
            bench_output(c, state->memory[i].buffer);
    }
    return true;
}

bool declared_when(const struct declared_scope *scope, struct context *context)
{
    const struct declared_variant *variant = scope->variant;
    struct declared_number when = { .whole = 1 };
    if (declared_amount_is_there(&variant->when) &&
        !declared_scope_number(scope, &variant->when, &when))
        return context_error(context, "%s", trouble_text());
    return declared_number_real(&when) != 0 ||
           context_unsupported(context, "it runs where '%.200s' is not 0 (\"when\")",
                               variant->when.formula ? variant->when.formula : "0");
}

static bool setup(struct bench_case *c)
{
    const struct declared_variant *variant = c->variant->data;
    struct declared_case *state = c->state;
    const struct declared_bench *bench = c->bench->data;
    const struct declared_scope scope = declared_scope_of(&bench->spec, variant, &c->context);
    state->kernels = &bench->kernels;
    state->input_count = bench->spec.input_count;
    if (!declared_when(&scope, &c->context))
        return false;
    /* No driver promises it, and it cannot be asked for: GPUs give it, those of CPUs do not. */
    if (variant->waits_for_groups &&
        gpu_info_is_software(gpu_info(gpu_scope_device(c->context.scope))))
        return context_unsupported(
            &c->context, "its work-groups wait for others (\"waits_for_groups\"): a "
                         "driver on the CPU may run one to its end before the next begins");
    if (!buffers_make(c) || !declared_actions_make(state, &scope, &c->context) ||
        !is_bound(c, &variant->read, "read", state->bound.read) ||
        !is_bound(c, &variant->written, "written", state->bound.written))
        return false;
    state->commands = variant->is_driven ? gpu_commands_begin(c->context.scope) : NULL;
    return state->commands || !variant->is_driven;
}

/* Record --------------------------------------------------------------------------------------- */

/* Returns the memory behind a name; inputs are the current workload's. */
static const struct declared_memory *memory_of(const struct declared_case *state, int index)
{
    return index < (int)state->input_count ? &state->inputs[index]
                                           : &state->memory[state->slots[index]];
}

static void dispatch(const struct declared_case *state, const struct declared_action *action,
                     struct gpu_commands *commands)
{
    const struct declared_step *step = action->step;
    struct gpu_dispatch dispatch = { .kernel = action->kernel,
                                     .push = action->push,
                                     .push_bytes = 4 * (uint32_t)step->push_count };
    for (size_t i = 0; i < step->bind_count; i++) {
        if (step->bind[i] < 0)
            continue;
        const struct declared_memory *memory = memory_of(state, step->bind[i]);
        dispatch.buffers[i] = memory->buffer;
        dispatch.images[i].image = memory->image;
        if (action->shader->binding[i].kind == GPU_SAMPLED_IMAGE)
            dispatch.images[i].sampler = memory->sampler;
    }
    memcpy(dispatch.groups, action->groups, sizeof(dispatch.groups));
    if (step->at.buffer >= 0) {
        dispatch.indirect = memory_of(state, step->at.buffer)->buffer;
        dispatch.indirect_offset = action->offset;
    }
    gpu_commands_dispatch(commands, &dispatch);
}

/* Stages of the actions from first up to the next that waits: none of them waits for another. */
static uint32_t stages_from(const struct declared_actions *actions, size_t first)
{
    uint32_t stages = 0;
    for (size_t i = first; i < actions->count && (i == first || !actions->list[i].waits); i++) {
        const struct declared_step *step = actions->list[i].step;
        const struct shader_file *shader = actions->list[i].shader;
        stages |= shader ? GPU_COMPUTE : GPU_TRANSFER;
        if (shader && step->at.buffer >= 0)
            stages |= GPU_INDIRECT;
        for (size_t k = 0; shader && k < GPU_BINDINGS_MAX; k++)
            if (shader->binding[k].kind == GPU_SAMPLED_IMAGE)
                stages |= GPU_SAMPLING;
    }
    return stages;
}

/* Records actions first..last-1, behind others where `follows`. */
static void range_record(struct declared_case *state, struct gpu_commands *commands,
                         const struct declared_actions *actions, size_t first, size_t last,
                         bool follows)
{
    uint32_t before = follows ? GPU_ACCESS_ALL : stages_from(actions, first);
    bool owed = follows;
    for (size_t i = first; i < last; i++) {
        const struct declared_action *action = &actions->list[i];
        const struct declared_step *step = action->step;
        owed = owed || (action->waits && i > first);
        if (step->kind == DECLARED_SWAP) {
            const int slot = state->slots[step->at.buffer];
            state->slots[step->at.buffer] = state->slots[step->from.buffer];
            state->slots[step->from.buffer] = slot;
            continue;
        }
        if (owed) {
            const uint32_t after = stages_from(actions, i);
            gpu_commands_barrier(commands, before, after);
            before = after;
            owed = false;
        }
        if (step->kind == DECLARED_KERNEL)
            dispatch(state, action, commands);
        else if (step->kind == DECLARED_COPY)
            gpu_commands_copy(commands, memory_of(state, step->at.buffer)->buffer, action->offset,
                              memory_of(state, step->from.buffer)->buffer, action->from_offset,
                              action->bytes);
        else
            gpu_commands_fill(commands, memory_of(state, step->at.buffer)->buffer, action->offset,
                              action->bytes, action->word);
    }
}

/* At the start of an execution each name stands for its own buffer. */
static void slots_reset(struct declared_case *state)
{
    for (int i = 0; i < DECLARED_BUFFERS_MAX; i++)
        state->slots[i] = i;
}

void declared_steps_record(struct declared_case *state, struct gpu_commands *commands)
{
    slots_reset(state);
    range_record(state, commands, &state->steps, 0, state->steps.count, false);
}

void declared_before_record(struct declared_case *state, struct gpu_commands *commands)
{
    int kept[DECLARED_BUFFERS_MAX];
    memcpy(kept, state->slots, sizeof(kept));
    slots_reset(state);
    range_record(state, commands, &state->before, 0, state->before.count, false);
    memcpy(state->slots, kept, sizeof(kept));
}

/* Takes the inputs of the workload, which is another one for a while. */
static struct declared_case *state_of(const struct bench_case *c)
{
    const struct declared_workload *input = c->workload->state;
    struct declared_case *state = c->state;
    state->inputs = input->memory;
    return state;
}

static void record(struct bench_case *c, struct gpu_commands *commands)
{
    declared_steps_record(state_of(c), commands);
}

static void reset(struct bench_case *c, struct gpu_commands *commands)
{
    gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    declared_before_record(state_of(c), commands);
}

/* Turns of a loop, each a submission, until the word is 0; what stands before it goes with the
 * first. */
static bool loop_drive(struct bench_case *c, size_t first, size_t at)
{
    struct declared_case *state = c->state;
    const struct declared_action *loop = &state->steps.list[at];
    for (uint64_t turn = 0; turn < loop->turns; turn++) {
        uint32_t word = 0;
        if (*interrupt_flag())
            return context_error(&c->context, "interrupted");
        bench_drive_begin(c, state->commands);
        if (turn == 0)
            range_record(state, state->commands, &state->steps, first, at, false);
        range_record(state, state->commands, &state->steps, at + 1, at + 1 + loop->within,
                     turn == 0 && at > first);
        gpu_commands_barrier(state->commands, GPU_ACCESS_ALL, GPU_TRANSFER);
        gpu_commands_read_back(state->commands, memory_of(state, loop->step->at.buffer)->buffer,
                               loop->offset, sizeof(word), &word);
        if (!bench_drive_submit(c, state->commands))
            return false;
        state->turns++;
        if (word == 0)
            return true;
    }
    return context_mismatch(&c->context,
                            "technique.json:%d: the word of \"until\" is not 0 after %llu turns "
                            "(\"at_most\")",
                            loop->step->line, (unsigned long long)loop->turns);
}

static bool drive(struct bench_case *c)
{
    struct declared_case *state = state_of(c);
    size_t first = 0;
    slots_reset(state);
    state->turns = 0;
    for (size_t i = 0; i <= state->steps.count; i++) {
        const bool is_end = i == state->steps.count;
        if (!is_end && state->steps.list[i].step->kind != DECLARED_UNTIL)
            continue;
        if (!is_end && !loop_drive(c, first, i))
            return false;
        if (is_end && first < i) {
            bench_drive_begin(c, state->commands);
            range_record(state, state->commands, &state->steps, first, i, false);
            return bench_drive_submit(c, state->commands);
        }
        i += is_end ? 0 : state->steps.list[i].within;
        first = i + 1;
    }
    return true;
}

/* Check ---------------------------------------------------------------------------------------- */

/* The bytes of a buffer or an image, in memory of the case; NULL after trouble. */
static const void *memory_read(struct bench_case *c, const struct declared_memory *memory)
{
    const uint64_t bytes = declared_memory_bytes(memory);
    if (memory->buffer)
        return context_read(&c->context, memory->buffer, 0, bytes);
    void *texels = context_alloc(&c->context, bytes);
    return texels && gpu_image_read(memory->image, 0, texels) ? texels : NULL;
}

/* All variants share the inputs: none may write to them. */
static const char *spoilt(struct bench_case *c)
{
    const struct declared_spec *spec = declared_spec_of(c);
    const struct declared_workload *input = c->workload->state;
    const struct declared_case *state = c->state;
    for (size_t i = 0; i < spec->input_count; i++) {
        const void *now =
            state->bound.is_written[i] ? memory_read(c, &input->memory[i]) : input->list[i].data;
        if (now && memcmp(now, input->list[i].data, input->list[i].count) != 0)
            return spec->inputs[i].name;
    }
    return NULL;
}

/* Puts back what was written to. */
static bool inputs_check(struct bench_case *c)
{
    const struct declared_spec *spec = declared_spec_of(c);
    const struct declared_workload *input = c->workload->state;
    const char *name = spoilt(c);
    for (size_t i = 0; name && i < spec->input_count; i++)
        if (input->memory[i].image)
            gpu_image_write(input->memory[i].image, 0, input->list[i].data);
        else
            gpu_buffer_write(input->memory[i].buffer, 0, input->list[i].data, input->list[i].count);
    return !name || context_mismatch(&c->context,
                                     "it wrote to the input %s, which all variants share: copy it "
                                     "to a buffer of the variant first",
                                     name);
}

static bool check(struct bench_case *c, enum bench_check kind)
{
    const struct declared_spec *spec = declared_spec_of(c);
    const struct declared_variant *variant = c->variant->data;
    const struct declared_workload *input = c->workload->state;
    const struct declared_case *state = state_of(c);
    struct declared_bytes given[DECLARED_BUFFERS_MAX] = { 0 };
    /* Inputs first: who has written to one has its own answer wrong by that, and others theirs. */
    if (kind == BENCH_CHECK_FULL && !inputs_check(c))
        return false;
    for (size_t i = 0; i < spec->output_count; i++) {
        const size_t at = spec->input_count + i;
        if (variant->is_yardstick && !state->bound.is_written[state->slots[at]])
            continue;
        given[i] = (struct declared_bytes){ spec->outputs[i].name,
                                            (void *)memory_read(c, memory_of(state, (int)at)),
                                            input->list[at].count };
        if (!given[i].data)
            return false;
    }
    return (!variant->is_driven || declared_metric(c, "turns", "turns", (double)state->turns)) &&
           (variant->before_count == 0 ||
            declared_metric(c, "untimed_steps", "steps", (double)state->before.count)) &&
           declared_check(c, given);
}

const struct bench_method declared_method = { .case_bytes = sizeof(struct declared_case),
                                              .setup = setup,
                                              .record = record,
                                              .drive = drive,
                                              .check = check,
                                              .spoilt = spoilt,
                                              .work = declared_work };

const struct bench_method declared_before_method = { .reset = reset };
