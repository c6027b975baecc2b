/* SPDX-License-Identifier: MIT */
/* checker.c: what a variant gave against what the reference gave, by the checks of the outputs. */
#include "bench/declared/private.h"
#include "harness/base/need.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 96, FILES_MAX = 2 * DECLARED_BUFFERS_MAX };

/* The name lives as long as the run file is written. */
bool declared_metric(struct bench_case *c, const char *name, const char *unit, double value)
{
    struct declared_bench *bench = (struct declared_bench *)(uintptr_t)c->bench->data;
    const char **found = NAMED(bench->metrics, bench->metric_count, name);
    if (!found && bench->metric_count == BENCH_METRICS_MAX)
        return context_error(&c->context, "no room for the metric '%.80s': %d are kept", name,
                             BENCH_METRICS_MAX);
    if (!found) {
        found = &bench->metrics[bench->metric_count++];
        *found = arena_text(&bench->spec.arena, name);
    }
    bench_metric(c, *found, unit, value);
    return true;
}

static bool output_compare(struct bench_case *c, const struct declared_scope *scope, size_t index,
                           const struct declared_bytes *given)
{
    const struct declared_spec *spec = scope->spec;
    const struct declared_workload *input = c->workload->state;
    struct context_element element = declared_scope_element(scope, &spec->outputs[index]);
    struct context_errors errors = { 0 };
    char name[NAME_BYTES];
    element.errors = &errors;
    uint64_t count = given->count / element.bytes;
    if (spec->outputs[index].length >= 0) {
        uint32_t length;
        memcpy(&length, input->list[spec->input_count + (size_t)spec->outputs[index].length].data,
               4);
        if (length > count)
            return context_error(&c->context,
                                 "%s: the reference gives it %u elements, and it has room for %llu",
                                 given->name, length, (unsigned long long)count);
        count = length;
    }
    bool right = context_compare(&c->context, given->name, given->data,
                                 input->list[spec->input_count + index].data, count, element);
    const double values[] = { errors.share, errors.greatest, errors.rms };
    for (size_t i = 0; i < 3; i++) {
        static const char *const names[] = { "wrong_share", "max_error", "rms_error" };
        snprintf(name, sizeof(name), "%s%s%s", spec->output_count > 1 ? given->name : "",
                 spec->output_count > 1 ? "_" : "", names[i]);
        right &= declared_metric(c, name, i == 0 ? "of 1" : "apart", values[i]);
    }
    return right;
}

/* Programs ------------------------------------------------------------------------------------- */

/* Takes a line "name number" as a metric, unless that is one of ours; any other is the program's
 * own. */
static bool line_take(struct bench_case *c, const struct declared_buffer *output, char *line)
{
    static const char *const ours[] = { "wrong_share", "max_error", "rms_error", "kept_bytes",
                                        "energy",      "slope_ns",  "own_clock" };
    const size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyz0123456789_");
    char *const number = line + length, *end;
    const double value = strtod(number, &end);
    if (!islower((unsigned char)*line) || !isblank((unsigned char)*number) || end == number ||
        end[strspn(end, " \t\r")] != 0)
        return true;
    *number = 0;
    for (size_t i = 0; i < COUNT_OF(ours); i++)
        if (strcmp(line, ours[i]) == 0 || text_ends(line, ours[i]))
            return context_error(&c->context,
                                 "%s: the check printed '%.80s', and '%s' is claimcheck's to say: "
                                 "print another name",
                                 output->name, line, ours[i]);
    if (isfinite(value) && length < NAME_BYTES)
        return declared_metric(c, line, "printed", value);
    return context_error(&c->context,
                         "%s: the check printed '%.80s %.20s': print a finite number, and a name "
                         "below %d letters",
                         output->name, line, number + 1, NAME_BYTES);
}

static bool program_ask(struct bench_case *c, const struct declared_scope *scope,
                        const struct declared_buffer *output, const struct declared_bytes *files,
                        size_t count)
{
    struct declared_program program = { .role = "the check",
                                        .command = &output->program,
                                        .inputs = files,
                                        .input_count = count,
                                        .judges = true };
    const char *last = "it ended with 1 and printed nothing";
    bool good = declared_program_run(scope, &program) ||
                context_error(&c->context, "%s: %s", output->name, trouble_text());
    for (char *line = program.said, *next; line && *line && good; line = next) {
        next = line + strcspn(line, "\n");
        next += *next ? (*next = 0, 1) : 0;
        last = line[strspn(line, " \t\r")] ? line : last;
        char own[MESSAGE_BYTES];
        snprintf(own, sizeof(own), "%s", line);
        good = line_take(c, output, own);
    }
    if (good && program.code != 0)
        good = context_mismatch(&c->context, "%s: its check says it is wrong: %.400s", output->name,
                                last);
    free(program.said);
    return good;
}

/* Asks the programs over inputs and both answers of each output, unless all that they would find is
 * what they found right last. */
static bool programs_ask(struct bench_case *c, const struct declared_scope *scope,
                         const struct declared_bytes *given)
{
    const struct declared_spec *spec = scope->spec;
    const struct declared_workload *input = c->workload->state;
    struct declared_case *state = c->state;
    struct declared_bytes files[FILES_MAX];
    char digits[2 * SHA256_TEXT_BYTES] = "";
    size_t count = 0;
    for (size_t i = 0; i < spec->input_count + spec->output_count; i++) {
        const bool is_output = i >= spec->input_count;
        files[count] = input->list[i];
        files[count++].is_wanted = is_output;
        if (is_output && given[i - spec->input_count].data)
            files[count++] = given[i - spec->input_count];
    }
    for (size_t i = 0; i < count; i++) {
        sha256_text(files[i].data, files[i].count, digits + strlen(digits));
        sha256_text(digits, strlen(digits), digits);
    }
    if (strcmp(digits, state->right) == 0)
        return true;
    for (size_t i = 0; i < spec->output_count; i++) {
        const struct declared_buffer *output = &spec->outputs[i];
        if (output->program.count > 0 && given[i].data &&
            !program_ask(c, scope, output, files, count))
            return false;
    }
    memcpy(state->right, digits, sizeof(state->right));
    return true;
}

/* Whether its tolerance takes `one` everywhere, zeros where that is NULL. */
static bool takes(struct context *context, const struct declared_buffer *output,
                  const struct declared_bytes *right, struct context_element element, char *one)
{
    struct context_errors errors[2] = { 0 }; /* by its tolerance, and of what is not finite */
    const uint64_t count = right->count / element.bytes;
    const double share = element.share;
    element.share = 1;
    for (int i = 0; i < 2; i++) {
        const bool takes_one = i == 0 && one;
        element.errors = &errors[i];
        if (!context_compare(context, output->name, takes_one ? one : right->data,
                             takes_one ? right->data : NULL, count, element))
            return false;
        element.absolute = DBL_MAX;
    }
    return errors[1].wrong < count &&
           (double)(errors[0].wrong - errors[1].wrong) <= share * (double)count;
}

/* Whether so many numbers of a right answer in turns would pass its tolerance; not where it is
 * itself such. Of each turn a part is tried first. */
static bool takes_turns(struct context *context, const struct declared_scope *scope,
                        const struct declared_buffer *output, const struct declared_bytes *right,
                        uint64_t turns, uint64_t enough)
{
    enum { TRIES = 16, PART = 1 << 14 };
    const char *bytes = right->data;
    const struct context_element element = declared_scope_element(scope, output);
    const uint64_t size = element.bytes, count = right->count / size, step = turns * size;
    if (count < turns * enough || memcmp(bytes, bytes + step, right->count - step) == 0)
        return false;
    OWNED char *part = need_bytes(right->count), *one = need_bytes(right->count);
    OWNED char *all = need_bytes(right->count);
    bool took = true;
    for (uint64_t turn = 0; turn < turns && took; turn++) {
        const uint64_t in_turn = (count - turn + turns - 1) / turns;
        const uint64_t parts = in_turn < PART ? in_turn : PART; /* spread over the turn's */
        for (uint64_t i = 0; i < parts; i++)
            memcpy(part + i * size, bytes + (turn + i * in_turn / parts * turns) * size, size);
        const struct declared_bytes some = { .data = part, .count = parts * size };
        const char *tried = part;
        took = false;
        for (uint64_t try = 0; try < TRIES && !took; try++) {
            tried = part + try * parts / TRIES * size;
            for (uint64_t i = 0; i < parts; i++)
                memcpy(one + i * size, tried, size);
            took = takes(context, output, &some, element, one);
        }
        for (uint64_t i = turn; i < count; i += turns)
            memcpy(all + i * size, tried, size);
    }
    return took && takes(context, output, right, element, all);
}

/* Whether zeros would pass its tolerance, or up to four numbers in turns. Where the right answer is
 * itself of that kind, it may; so may few numbers of a size that is never timed, by chance. */
static bool takes_few(struct context *context, const struct declared_scope *scope,
                      const struct declared_buffer *output, const struct declared_bytes *right,
                      bool timed)
{
    enum { ENOUGH = 16, ENOUGH_TIMED = 4, TURNS = 4 };
    const uint64_t enough = timed ? ENOUGH_TIMED : ENOUGH;
    const char *bytes = right->data;
    const struct context_element element = declared_scope_element(scope, output);
    if (output->check != DECLARED_NEAR || right->count < element.bytes * (timed ? 1 : enough))
        return false;
    bool took = (bytes[0] != 0 || memcmp(bytes, bytes + 1, right->count - 1) != 0) &&
                takes(context, output, right, element, NULL);
    for (uint64_t turns = 1; turns <= TURNS && !took; turns++)
        took = takes_turns(context, scope, output, right, turns, enough);
    return took;
}

/* Whether its program finds an answer right of which each bit is wrong. `bytes` has inputs, then
 * right outputs. */
static bool takes_anything(const struct declared_scope *scope, size_t index,
                           const struct declared_bytes *bytes)
{
    const struct declared_spec *spec = scope->spec;
    const struct declared_buffer *output = &spec->outputs[index];
    struct declared_bytes files[FILES_MAX], wrong = bytes[spec->input_count + index];
    struct declared_program program = {
        .role = "the check", .command = &output->program, .inputs = files, .judges = true
    };
    OWNED char *inverted = malloc(wrong.count);
    for (uint64_t i = 0; inverted && i < wrong.count; i++)
        inverted[i] = (char)~((const char *)wrong.data)[i];
    wrong.data = inverted;
    for (size_t i = 0; i < spec->input_count + spec->output_count; i++) {
        files[program.input_count] = bytes[i];
        files[program.input_count++].is_wanted = i >= spec->input_count;
        if (i >= spec->input_count)
            files[program.input_count++] = i == spec->input_count + index ? wrong : bytes[i];
    }
    const bool took = inverted && declared_program_run(scope, &program) && program.code == 0;
    free(program.said);
    return took;
}

/* Whether an example has elements of an output, by its length. */
static bool example_has(const struct declared_spec *spec, const char *length)
{
    for (size_t i = 0; i < spec->example_count; i++)
        if (json_number_value(
                json_array_get(json_object_get(spec->examples[i].values, length), 0)) > 0)
            return true;
    return false;
}

bool declared_checks_hold(struct context *context, const struct declared_scope *scope,
                          const struct declared_bytes *bytes, bool timed, bool asks)
{
    const struct declared_spec *spec = scope->spec;
    const struct declared_bytes *right = bytes + spec->input_count;
    for (size_t i = 0; i < spec->output_count; i++) {
        const struct declared_buffer *output = &spec->outputs[i];
        const int line = output->image ? output->image->size[0].line : output->bytes.line;
        const uint64_t size = declared_scope_element(scope, output).bytes;
        struct declared_bytes some = right[i];
        uint32_t length = 1;
        if (output->length >= 0)
            memcpy(&length, right[output->length].data, sizeof(length));
        if (output->length >= 0 && length < some.count / size)
            some.count = length * size;
        if (length == 0 && timed && !example_has(spec, spec->outputs[output->length].name))
            return context_error(context,
                                 "technique.json:%d: %s: the reference gives it no element here, "
                                 "so none is compared: mend the reference, or add an example "
                                 "whose \"%s\" is not 0",
                                 line, output->name, spec->outputs[output->length].name);
        if (takes_few(context, scope, output, &some, timed))
            return context_error(
                context,
                "technique.json:%d: %s: one number alone, or a few in turns, would pass its check: "
                "make \"abs\" less than what is wanted here",
                line, output->name);
        if (asks && output->program.count > 0 && takes_anything(scope, i, bytes))
            return context_error(context,
                                 "technique.json:%d: %s: its check found an answer right of which "
                                 "each bit is wrong: let it end with 1 for such",
                                 line, output->name);
    }
    return true;
}

bool declared_check(struct bench_case *c, const struct declared_bytes *given)
{
    const struct declared_spec *spec = declared_spec_of(c);
    const struct declared_scope scope = declared_scope_of(spec, NULL, &c->context);
    bool asks = false;
    for (size_t i = 0; i < spec->output_count; i++) {
        asks = asks || spec->outputs[i].program.count > 0;
        if (given[i].data && !output_compare(c, &scope, i, &given[i]))
            return false;
    }
    return !asks || programs_ask(c, &scope, given);
}

/* Examples ------------------------------------------------------------------------------------- */

/* The reference, held to answers that were worked out by hand. */

static const uint64_t example_bytes_max = 1 << 24;

/* One example. */
struct holder {
    struct context *context;
    const struct declared_example *example;
    struct declared_scope scope;
    char values[DECLARED_AXES_MAX][32];
    struct declared_bytes bytes[DECLARED_BUFFERS_MAX];
};

/* The point of the example; of axes that it leaves out the first value of quick. */
static void point_take(struct holder *holder)
{
    const struct declared_spec *spec = holder->scope.spec;
    for (size_t i = 0; i < spec->axis_count; i++) {
        const struct bench_axis *axis = &spec->axes[i].axis;
        const json_t *value = json_object_get(holder->example->values, axis->name);
        if (json_is_string(value))
            snprintf(holder->values[i], sizeof(holder->values[i]), "%s", json_string_value(value));
        else if (json_is_real(value))
            declared_number_print(json_real_value(value), holder->values[i]);
        else if (value)
            snprintf(holder->values[i], sizeof(holder->values[i]), "%lld",
                     (long long)json_integer_value(value));
        else
            snprintf(holder->values[i], sizeof(holder->values[i]), "%.*s",
                     (int)strcspn(axis->values[BENCH_QUICK], ","), axis->values[BENCH_QUICK]);
        holder->scope.values[i] = holder->values[i];
    }
}

/* The numbers of a list: of the buffer's type, or as wide as its bytes have them. */
static struct context_element number_of(const struct holder *holder,
                                        const struct declared_buffer *buffer, const json_t *list,
                                        uint64_t bytes)
{
    struct context_element number = { .form = declared_list_is_real(list) ? CONTEXT_FLOAT
                                                                          : CONTEXT_SIGNED,
                                      .bytes = (uint32_t)(bytes / json_array_size(list)) };
    if (buffer->type)
        number = declared_scope_element(&holder->scope, buffer);
    number.bytes /= number.components > 0 ? number.components : 1;
    number.components = 1;
    number.multiset = number.exact = false;
    number.share = 1; /* they are counted, and an error is made of the first */
    return number;
}

static bool list_write(struct holder *holder, const struct declared_buffer *buffer,
                       const json_t *list, struct declared_bytes *bytes)
{
    const struct context_element element = number_of(holder, buffer, list, bytes->count);
    const json_t *number;
    size_t i;
    if (bytes->count != element.bytes * json_array_size(list) ||
        (element.bytes & (element.bytes - 1)) != 0 || element.bytes > 8 ||
        (element.bytes == 1 && element.form == CONTEXT_FLOAT))
        return context_error(
            holder->context,
            "technique.json:%d: the example has %zu numbers for %s, which has %llu "
            "bytes at its point",
            holder->example->line, json_array_size(list), buffer->name,
            (unsigned long long)bytes->count);
    json_array_foreach(list, i, number)
    {
        const double real = json_number_value(number);
        declared_number_write((char *)bytes->data + i * element.bytes, element.form, element.bytes,
                              real,
                              json_is_integer(number) ? json_integer_value(number) : (int64_t)real);
    }
    return true;
}

/* Memory for each buffer; inputs are filled, by the example or as ever. */
static bool example_buffers_make(struct holder *holder)
{
    const struct declared_spec *spec = holder->scope.spec;
    struct declared_bytes filled[DECLARED_BUFFERS_MAX] = { 0 };
    for (size_t i = 0; i < spec->input_count + spec->output_count; i++) {
        const struct declared_buffer *buffer = declared_spec_buffer(spec, NULL, (int)i);
        const json_t *list = json_object_get(holder->example->values, buffer->name);
        struct declared_bytes *bytes = &holder->bytes[i];
        bytes->name = buffer->name;
        if (!declared_scope_bytes(&holder->scope, buffer, example_bytes_max, &bytes->count))
            return context_error(holder->context, "%s (of the example in line %d)", trouble_text(),
                                 holder->example->line);
        bytes->data = context_alloc(holder->context, bytes->count + 1);
        if (!bytes->data)
            return false;
        if (i < spec->input_count && list && !list_write(holder, buffer, list, bytes))
            return false;
        if (!list)
            filled[i] = *bytes;
    }
    return declared_inputs_fill(holder->context, &holder->scope, filled);
}

static bool output_hold(struct holder *holder, const struct declared_buffer *output,
                        const struct declared_bytes *bytes, const json_t *list)
{
    struct declared_bytes wanted = *bytes;
    struct context_errors errors = { 0 };
    char is[CONTEXT_TEXT_BYTES], says[CONTEXT_TEXT_BYTES];
    wanted.data = context_alloc(holder->context, bytes->count + 1);
    if (!wanted.data || !list_write(holder, output, list, &wanted))
        return false;
    struct context_element number = number_of(holder, output, list, bytes->count);
    const char *came = bytes->data, *right = wanted.data;
    number.errors = &errors;
    if (!context_compare(holder->context, output->name, came, right, bytes->count / number.bytes,
                         number))
        return false;
    const size_t at = (size_t)errors.first * number.bytes;
    return errors.wrong == 0 ||
           context_error(holder->context,
                         "technique.json:%d: the reference is wrong, or the example: %s[%llu] is "
                         "%s, the example says %s",
                         holder->example->line, output->name, (unsigned long long)errors.first,
                         context_element_print(is, &number, came + at),
                         context_element_print(says, &number, right + at));
}

static bool example_hold(struct context *context, const struct declared_spec *spec,
                         const struct declared_example *example)
{
    size_t terms = 0;
    struct holder holder = { .context = context,
                             .example = example,
                             .scope = { .spec = spec, .terms = &terms } };
    int64_t kept_s;
    point_take(&holder);
    if (!example_buffers_make(&holder))
        return false;
    if (!declared_reference_run(&holder.scope, holder.bytes, holder.bytes + spec->input_count,
                                &kept_s))
        return context_error(context, "technique.json:%d: example: %s", example->line,
                             trouble_text());
    for (size_t i = 0; i < spec->output_count; i++) {
        const json_t *list = json_object_get(example->values, spec->outputs[i].name);
        if (list &&
            !output_hold(&holder, &spec->outputs[i], &holder.bytes[spec->input_count + i], list))
            return false;
    }
    return true;
}

bool declared_examples_hold(struct context *context, const struct declared_spec *spec)
{
    for (size_t i = 0; i < spec->example_count; i++)
        if (!example_hold(context, spec, &spec->examples[i]))
            return false;
    return true;
}
