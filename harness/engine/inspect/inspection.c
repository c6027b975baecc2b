/* SPDX-License-Identifier: MIT */
#include "harness/engine/inspect/inspect.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/measure/measure.h"
#include "harness/file.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct inspection_private {
    const struct inspection_params *params;
    struct gpu *gpu;
    struct inspection_run *runs; /* cases, newest first */
    struct image image;
};

/* A device, opened when it is first asked for -------------------------------------------------- */

struct gpu_scope *inspection_scope(struct inspection *inspection, uint32_t needs)
{
    struct context *context = &inspection->context;
    struct inspection_private *private = inspection->private;
    if (context_trouble(context) != CONTEXT_OK)
        return NULL;
    if (!context->scope) {
        enum gpu_result result = GPU_ERROR;
        private->gpu = gpu_create(&private->params->gpu, &result, trouble_buffer());
        if (private->gpu)
            context->scope = gpu_scope_create(private->gpu);
        else if (result == GPU_UNSUPPORTED)
            context_unsupported(context, "%s", trouble_text());
        else
            context_error(context, "%s", trouble_text());
        if (!context->scope)
            return NULL;
    }
    const struct gpu_info *info = gpu_info(private->gpu);
    for (int i = 0; i < GPU_FEATURE_COUNT; i++) {
        const uint32_t feature = 1u << i;
        if ((needs & feature) != 0 && (info->features & feature) == 0) {
            context_unsupported(context, "%s lacks %s", info->name,
                                gpu_feature_name((enum gpu_feature)feature));
            return NULL;
        }
    }
    return context->scope;
}

/* A case of a bench, executed once ------------------------------------------------------------- */

struct inspection_run {
    struct inspection_run *next;
    struct plan_group group;
    struct plan_case plan;
    struct bench_workload workload;
    struct result result;
    struct live_case *live;
};

/* Adds a value for each axis; the first of the quick profile where none is given. */
static size_t values_add(struct plan_axis_value *values, size_t count, struct plan_axis_owner owner,
                         const struct inspection_setting *settings)
{
    const struct bench_axis *axis = owner.variant ? owner.variant->axes : owner.bench->axes;
    for (; axis && axis->name; axis++) {
        const char *text = NULL;
        for (const struct inspection_setting *s = settings; s && s->axis && !text; s++)
            text = strcmp(s->axis, axis->name) == 0 ? s->value : NULL;
        const char *first = plan_axis_profile_values(owner, axis, BENCH_QUICK);
        struct plan_axis_value *value = &values[count++];
        assert(count <= PLAN_AXES_MAX && (text || first));
        const size_t length = text ? strlen(text) : strcspn(first, ",");
        assert(length < sizeof(value->text));
        value->axis = axis;
        memcpy(value->text, text ? text : first, length);
        value->text[length] = 0;
        char *end;
        value->integer = strtoll(value->text, &end, 10);
        value->integer = *end ? 0 : value->integer;
    }
    return count;
}

static bool execute(struct inspection *inspection, struct inspection_run *made, void *state)
{
    const struct bench_variant *variant = made->plan.variant;
    if (variant->kind != BENCH_CPU && !inspection_scope(inspection, variant->needs))
        return false;
    struct gpu *gpu = inspection->private->gpu;
    const struct context_values values = { made->group.values, made->group.value_count, NULL, 0 };
    made->workload.bench = made->group.bench;
    made->workload.state = state; /* the inspection's: it is not built, only uploaded */
    context_init(&made->workload.context, inspection->context.seed, values);
    if (gpu && !workload_upload(&made->workload, gpu))
        return false;
    made->live =
        case_create(gpu, &made->plan, &made->workload, (struct case_tools){ 0 }, &made->result);
    if (!made->live)
        return false;
    case_bench(made->live)->inspected = true;
    return case_start(made->live);
}

struct bench_case *inspection_case(struct inspection *inspection, const struct bench *bench,
                                   const struct bench_variant *variant, void *workload_state,
                                   const struct inspection_setting *settings)
{
    static const enum context_trouble troubles[BENCH_STATUS_COUNT] = {
        [BENCH_UNSUPPORTED] = CONTEXT_UNSUPPORTED,
        [BENCH_SKIPPED] = CONTEXT_ERROR,
        [BENCH_FAILED_VERIFY] = CONTEXT_MISMATCH,
        [BENCH_SUSPECT] = CONTEXT_MISMATCH,
        [BENCH_ERROR] = CONTEXT_ERROR,
        [BENCH_DEVICE_LOST] = CONTEXT_ERROR,
        [BENCH_TIMEOUT] = CONTEXT_ERROR,
    };
    struct inspection_run *made = need_zeroed(1, sizeof(*made));
    struct context *context = &inspection->context;
    const struct context *workload = &made->workload.context;
    struct plan_case *plan = &made->plan;
    const struct plan_axis_owner shared = { bench, NULL }, own = { bench, variant };
    made->next = inspection->private->runs;
    inspection->private->runs = made;
    plan->variant = variant;
    const size_t count = values_add(plan->values, 0, shared, settings);
    plan->value_count = values_add(plan->values, count, own, settings);
    made->group =
        (struct plan_group){ .bench = bench, .value_count = count, .cases = plan, .case_count = 1 };
    memcpy(made->group.values, plan->values, count * sizeof(*plan->values));
    result_init(&made->result, &made->group, &made->plan);
    if (execute(inspection, made, workload_state))
        return case_bench(made->live);
    if (context_trouble(context) != CONTEXT_OK)
        return NULL;
    if (workload->private && context_trouble(workload) != CONTEXT_OK)
        context_set_trouble(context, context_trouble(workload), context_message(workload));
    else if (made->result.c.status != BENCH_OK)
        context_set_trouble(context, troubles[made->result.c.status], made->result.reason);
    else
        context_error(context, "not enough memory for the case");
    return NULL;
}

/* Life ----------------------------------------------------------------------------------------- */

struct inspection *inspection_create(const struct inspection_params *params)
{
    struct inspection *inspection = need_zeroed(1, sizeof(*inspection));
    inspection->private = need_zeroed(1, sizeof(*inspection->private));
    context_init(&inspection->context, params->seed, (struct context_values){ 0 });
    inspection->private->params = params;
    const bool done = params->kind->inspect(inspection);
    const char *guard = gpu_scope_broken_guard(inspection->context.scope);
    if (guard)
        context_mismatch(&inspection->context, "wrote outside of buffer %s", guard);
    const struct gpu *gpu = inspection->private->gpu;
    const struct gpu_failure *failure = gpu && gpu_failed(gpu) ? gpu_failure(gpu) : NULL;
    if (failure) /* it outranks what followed from it */
        context_set_trouble(&inspection->context,
                            failure->result == GPU_UNSUPPORTED ? CONTEXT_UNSUPPORTED
                                                               : CONTEXT_ERROR,
                            failure->message);
    if (!done)
        context_error(&inspection->context, "it failed");
    return inspection;
}

void inspection_destroy(struct inspection **handle)
{
    struct inspection *inspection = *handle;
    *handle = NULL;
    if (!inspection)
        return;
    while (inspection->private->runs) {
        struct inspection_run *made = inspection->private->runs;
        inspection->private->runs = made->next;
        case_destroy(&made->live);
        gpu_scope_destroy(&made->workload.context.scope);
        context_finish(&made->workload.context);
        result_finish(&made->result);
        free(made);
    }
    gpu_scope_destroy(&inspection->context.scope);
    gpu_destroy(&inspection->private->gpu);
    image_finish(&inspection->private->image);
    context_finish(&inspection->context);
    free(inspection->private);
    free(inspection);
}

struct image *inspection_image(const struct inspection *inspection)
{
    return &inspection->private->image;
}

struct image *inspection_picture(struct inspection *inspection)
{
    return inspection->private->params->picture &&
                   context_trouble(&inspection->context) == CONTEXT_OK
               ? &inspection->private->image
               : NULL;
}

/* Outcome -------------------------------------------------------------------------------------- */

void inspection_line(struct inspection *inspection, const char *format, ...)
{
    char line[1024];
    struct context *context = &inspection->context;
    if (context_trouble(context) != CONTEXT_OK)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    facts_add_text(context_facts(context), "lines", FACT_LINE, line);
}

void inspection_fact_table(struct inspection *inspection, const char *name,
                           const char *const *column_names, const uint64_t *values, size_t rows)
{
    struct context *context = &inspection->context;
    size_t columns = 0;
    while (column_names[columns])
        columns++;
    if (context_trouble(context) != CONTEXT_OK)
        return;
    struct fact *fact =
        facts_add_series(context_facts(context), name, FACT_TABLE, values, rows * columns);
    fact->columns = column_names;
}

void inspection_records(struct inspection *inspection, const char *name,
                        const char *const *column_names, const char *const *labels,
                        const double *numbers, size_t rows)
{
    struct context *context = &inspection->context;
    if (context_trouble(context) == CONTEXT_OK)
        facts_add_records(context_facts(context), name, column_names, labels, numbers, rows);
}

/* Values of the options that a technique has --------------------------------------------------- */

static const struct inspection_value *find(const struct inspection *inspection, const char *option)
{
    const struct inspection_params *params = inspection->private->params;
    for (size_t i = 0; i < params->value_count; i++)
        if (strcmp(params->values[i].name, option) == 0)
            return &params->values[i];
    return NULL;
}

const char *inspection_text(const struct inspection *inspection, const char *option)
{
    const struct inspection_value *value = find(inspection, option);
    return !value ? NULL : value->value;
}

bool inspection_flag(const struct inspection *inspection, const char *option)
{
    return find(inspection, option);
}

/* Reads a decimal integer and leaves *text behind it. */
static bool read_integer(const char **text, int64_t minimum, int64_t maximum, int64_t *value)
{
    char *end = NULL;
    if (!isdigit((unsigned char)(*text)[(*text)[0] == '-']))
        return false;
    errno = 0;
    long long read = strtoll(*text, &end, 10);
    if (errno != 0 || read < minimum || read > maximum)
        return false;
    *value = read;
    *text = end;
    return true;
}

bool inspection_integer(struct inspection *inspection, const char *option, int64_t minimum,
                        int64_t maximum, int64_t *value)
{
    const char *text = inspection_text(inspection, option), *rest = text;
    int64_t read;
    if (!text)
        return true;
    if (!read_integer(&rest, minimum, maximum, &read) || *rest != 0)
        return context_error(&inspection->context,
                             "--%s takes an integer from %" PRId64 " to %" PRId64 ", not '%s'",
                             option, minimum, maximum, text);
    *value = read;
    return true;
}

bool inspection_number(struct inspection *inspection, const char *option, double minimum,
                       double maximum, double *value)
{
    const char *text = inspection_text(inspection, option);
    const char *end = NULL;
    if (!text)
        return true;
    const double read = file_number(text, &end);
    if (*end != 0 || !isfinite(read) || read < minimum || read > maximum)
        return context_error(&inspection->context, "--%s takes a number from %g to %g, not '%s'",
                             option, minimum, maximum, text);
    *value = read;
    return true;
}

bool inspection_size(struct inspection *inspection, const char *option, uint32_t maximum,
                     uint32_t *width, uint32_t *height)
{
    const char *text = inspection_text(inspection, option), *rest = text;
    int64_t sides[2];
    if (!text)
        return true;
    bool read = read_integer(&rest, 1, maximum, &sides[0]) && *rest++ == 'x' &&
                read_integer(&rest, 1, maximum, &sides[1]) && *rest == 0;
    if (!read)
        return context_error(&inspection->context,
                             "--%s takes WIDTHxHEIGHT, each from 1 to %" PRIu32 ", not '%s'",
                             option, maximum, text);
    *width = (uint32_t)sides[0];
    *height = (uint32_t)sides[1];
    return true;
}

bool inspection_integers(struct inspection *inspection, const char *option, int64_t minimum,
                         int64_t maximum, int64_t *values, size_t capacity, size_t *count)
{
    const char *text = inspection_text(inspection, option), *rest = text;
    size_t read = 0;
    if (!text)
        return true;
    do {
        if (read == capacity)
            return context_error(&inspection->context, "--%s takes at most %zu integers", option,
                                 capacity);
        if (!read_integer(&rest, minimum, maximum, &values[read++]) || (*rest != ',' && *rest != 0))
            return context_error(&inspection->context,
                                 "--%s takes integers from %" PRId64 " to %" PRId64
                                 ", separated by commas, not '%s'",
                                 option, minimum, maximum, text);
    } while (*rest++ == ',');
    *count = read;
    return true;
}

bool inspection_choice(struct inspection *inspection, const char *option, const char *const *names,
                       size_t *index)
{
    const char *text = inspection_text(inspection, option);
    OWNED_BY(name_list_finish) struct name_list list = { 0 };
    char legal[256] = "";
    for (size_t i = 0; text && names[i]; i++) {
        if (strcmp(names[i], text) == 0) {
            *index = i;
            return true;
        }
        name_list_add(&list, names[i]);
        text_join_cut(legal, sizeof(legal), ", ", "%s", names[i]);
    }
    if (!text)
        return true;
    return context_error(&inspection->context, "--%s has no value '%s'%s; there are: %s", option,
                         text, name_list_hint(&list, text), legal);
}

bool inspection_variant(struct inspection *inspection, const char *option,
                        const struct bench *bench, const struct bench_variant **variant)
{
    enum { NAMES_MAX = 32 };
    const char *names[NAMES_MAX + 1] = { NULL };
    size_t index = SIZE_MAX;
    for (size_t i = 0; bench->variants[i].name; i++) {
        assert(i < NAMES_MAX);
        names[i] = bench->variants[i].name;
    }
    if (!inspection_choice(inspection, option, names, &index))
        return false;
    *variant = index == SIZE_MAX ? NULL : &bench->variants[index];
    return true;
}

/* One execution -------------------------------------------------------------------------------- */

/* Sets the case up on a workload that is there, and may execute it. */
static void case_begin(const struct once_params *params, const struct bench_workload *workload,
                       bool executes, struct result *result)
{
    const struct case_tools none = { .canary = NULL };
    result_init(result, params->group, params->plan);
    struct live_case *live = case_create(params->gpu, params->plan, workload, none, result);
    if (!live)
        case_fail(result, BENCH_ERROR, "no host memory for the case");
    else if (executes)
        case_once(live, params->marks);
    else
        case_set_up_whole(live);
    case_destroy(&live);
}

bool once_compile(const struct once_params *params, const struct bench_workload *workload,
                  struct result *result)
{
    case_begin(params, workload, false, result);
    return result->c.status == BENCH_OK;
}

enum bench_status once_run(const struct once_params *params)
{
    struct result result;
    OWNED_BY(workload_destroy)
    struct bench_workload *workload = workload_create(params->group, params->seed, NULL);
    if (!workload)
        return BENCH_ERROR;
    const struct context *context = &workload->context;
    if (!workload_upload(workload, params->gpu)) {
        const bool lost = context_trouble(context) == CONTEXT_OK;
        trouble("%s", lost ? gpu_failure(params->gpu)->message : context_message(context));
        return lost ? BENCH_ERROR : case_status(context_trouble(context));
    }
    case_begin(params, workload, true, &result);
    trouble("%s", result.reason);
    result_finish(&result);
    return result.c.status;
}

/* Portraits ------------------------------------------------------------------------------------ */

enum { WORDS_BYTES = 256, OPTIONS_MAX = 8, SEED = 1 };

/* The words, taken apart: "name --option value ...". */
struct words {
    char text[WORDS_BYTES];
    const char *name;
    struct inspection_value options[OPTIONS_MAX];
    size_t count;
};

/* Takes the picture over. */
static enum context_trouble take(struct image *image, struct image *from,
                                 const struct context *context)
{
    const enum context_trouble ended = context_trouble(context);
    if (ended == CONTEXT_OK && from->rgb) {
        *image = *from;
        *from = (struct image){ 0 };
        return CONTEXT_OK;
    }
    trouble("%s", ended == CONTEXT_OK ? "no picture of this is drawn" : context_message(context));
    return ended == CONTEXT_OK ? CONTEXT_ERROR : ended;
}

static enum context_trouble workload_draw(const struct technique *technique,
                                          const struct words *words, struct image *image)
{
    struct plan_setting axes[OPTIONS_MAX];
    const struct bench *benches[] = { technique->benches[0], NULL };
    struct technique first = *technique;
    first.benches = benches;
    const struct technique *techniques[] = { &first, NULL };
    for (size_t i = 0; i < words->count; i++)
        axes[i] = (struct plan_setting){ words->options[i].name, words->options[i].value };
    const struct plan_request request = {
        .techniques = techniques, .profile = BENCH_QUICK, .axes = axes, .axis_count = words->count
    };
    OWNED_BY(plan_finish) struct plan plan;
    if (!plan_init(&plan, &request))
        return CONTEXT_ERROR;
    OWNED_BY(image_finish) struct image picture = { 0 };
    OWNED_BY(workload_destroy)
    struct bench_workload *workload = workload_create(&plan.groups[0], SEED, NULL);
    if (!workload)
        return CONTEXT_ERROR;
    const bool can = context_trouble(&workload->context) == CONTEXT_OK && workload->bench->picture;
    if (can && !workload->bench->picture(workload, &picture))
        image_finish(&picture);
    return take(image, &picture, &workload->context);
}

enum context_trouble portrait_draw(const struct technique *technique, struct image *image)
{
    struct words words = { .count = 0 };
    char *rest = NULL;
    assert(strlen(technique->portrait) < WORDS_BYTES);
    snprintf(words.text, sizeof(words.text), "%s", technique->portrait);
    words.name = strtok_r(words.text, " ", &rest);
    for (const char *option; (option = strtok_r(NULL, " ", &rest));) {
        const char *value = strtok_r(NULL, " ", &rest);
        assert(strncmp(option, "--", 2) == 0 && value && words.count < OPTIONS_MAX);
        words.options[words.count++] = (struct inspection_value){ option + 2, value };
    }
    const struct inspection_kind *kind = technique->inspections;
    while (kind && kind->name && strcmp(kind->name, words.name) != 0)
        kind++;
    if (!kind || !kind->name) /* no such name: the first, if there is any */
        kind = technique->inspections;
    *image = (struct image){ 0 };
    if (!kind)
        return workload_draw(technique, &words, image);
    const struct inspection_params params = { .kind = kind,
                                              .values = words.options,
                                              .value_count = words.count,
                                              .seed = SEED,
                                              .picture = true };
    OWNED_BY(inspection_destroy) struct inspection *inspection = inspection_create(&params);
    return take(image, inspection_image(inspection), &inspection->context);
}
