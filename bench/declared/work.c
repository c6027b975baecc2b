/* SPDX-License-Identifier: MIT */
/* work.c: bytes that a variant must move: what the file says, or each input read once and each
 * output written once, by what is bound and what the SPIR-V may read and write. */
#include "bench/declared/method.h"

#include <stdio.h>

/* Bytes of inputs that are read, and of outputs that are written; of a yardstick that writes no
 * output of its own buffers. */
static void defaults(const struct bench_case *c, const struct declared_bound *bound, double *read,
                     double *written)
{
    const struct declared_bench *bench = c->bench->data;
    const struct declared_variant *variant = c->variant->data;
    const struct declared_case *state = c->state;
    const size_t inputs = bench->spec.input_count, shared = inputs + bench->spec.output_count;
    double own = 0;
    *read = *written = 0;
    for (size_t i = 0; i < shared + variant->buffer_count; i++) {
        const double bytes = (double)declared_memory_bytes(&state->memory[i]);
        if (i < inputs && bound->is_read[i])
            *read += bytes;
        if (i >= inputs && i < shared && bound->is_written[i])
            *written += bytes;
        if (i >= shared && bound->is_written[i])
            own += bytes;
    }
    if (*written == 0 && variant->is_yardstick)
        *written = own;
}

/* Each input is read once, each output written once. */
static void program_defaults(const struct bench_case *c, double *read, double *written)
{
    const struct declared_spec *spec = &((const struct declared_bench *)c->bench->data)->spec;
    const struct declared_workload *input = c->workload->state;
    *read = *written = 0;
    for (size_t i = 0; i < spec->input_count + spec->output_count; i++)
        *(i < spec->input_count ? read : written) += (double)input->bytes[i];
}

double declared_amount_real(const struct declared_scope *scope,
                            const struct declared_amount *amount)
{
    struct declared_number number = { 0 };
    char message[MESSAGE_BYTES];
    declared_scope_number(scope, amount, &number, message, sizeof(message));
    return declared_number_real(&number);
}

static double amount_of(const struct bench_case *c, const struct declared_amount *amount,
                        char *message, size_t message_bytes)
{
    const struct declared_bench *bench = c->bench->data;
    const struct declared_scope scope =
        declared_scope_of(&bench->spec, c->variant->data, &c->context);
    struct declared_number number = { 0 };
    *message = 0;
    declared_scope_number(&scope, amount, &number, message, message_bytes);
    return declared_number_real(&number);
}

void declared_work(const struct bench_case *c, struct bench_work *work)
{
    const struct declared_variant *variant = c->variant->data;
    const struct declared_case *state = c->state;
    char message[MESSAGE_BYTES];
    *work = (struct bench_work){ 0 };
    if (variant->api)
        program_defaults(c, &work->bytes_read, &work->bytes_written);
    else
        defaults(c, &state->bound, &work->bytes_read, &work->bytes_written);
    if (variant->has_read)
        work->bytes_read = amount_of(c, &variant->read, message, sizeof(message));
    if (variant->has_written)
        work->bytes_written = amount_of(c, &variant->written, message, sizeof(message));
    if (variant->has_operations)
        work->operations = amount_of(c, &variant->operations, message, sizeof(message));
    if (variant->has_items)
        work->items = amount_of(c, &variant->items, message, sizeof(message));
    work->beyond_bound = variant->why;
}

static bool is_bound(struct bench_case *c, const struct declared_amount *amount, const char *what,
                     double bound)
{
    const struct declared_variant *variant = c->variant->data;
    char message[MESSAGE_BYTES];
    const double declared = amount_of(c, amount, message, sizeof(message));
    if (*message)
        return context_error(&c->context, "%s", message);
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

bool declared_work_check(struct bench_case *c)
{
    const struct declared_variant *variant = c->variant->data;
    const struct declared_case *state = c->state;
    return (!variant->has_read || is_bound(c, &variant->read, "read", state->bound.read)) &&
           (!variant->has_written ||
            is_bound(c, &variant->written, "written", state->bound.written));
}
