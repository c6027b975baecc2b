/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/engine/inspect/inspect.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>

/* Facts ---------------------------------------------------------------------------------------- */

/* The shortest decimal that reads back as the same number. */
static void number_add(struct text *text, double number)
{
    char digits[32];
    for (int count = 6; count <= 17; count++) {
        snprintf(digits, sizeof(digits), "%.*g", count, number);
        if (!isfinite(number) || strtod(digits, NULL) == number)
            break;
    }
    text_add(text, digits);
}

/* Adds the value of a fact that is no table. */
static void value_add(struct text *text, const struct fact *fact)
{
    switch (fact->kind) {
    case FACT_COUNT: text_add_format(text, "%" PRIu64, fact->count); break;
    case FACT_NUMBER: number_add(text, fact->number); break;
    case FACT_HASH: text_add_format(text, "%016" PRIx64, fact->count); break;
    case FACT_TEXT:
    case FACT_LINE: text_add(text, fact->text); break;
    case FACT_SERIES:
        for (uint64_t i = 0; i < fact->count; i++)
            text_join(text, " ", "%" PRIu64, fact->series[i]);
        break;
    case FACT_RECORDS:
    case FACT_TABLE: break;
    }
}

static void row_view(struct sheet *sheet, const struct fact *fact, uint64_t row, const char *column,
                     struct text *value)
{
    SHEET_ROW(sheet, sheet_words(fact->name), sheet_number(row > 0 ? (double)row : NAN),
              sheet_words(column), sheet_words(text_string(value)));
    text_finish(value);
}

/* A row each, of a table one for each cell; what lines say is in tables. */
static void fact_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "fact", .title = "fact" },
        { .key = "row", .title = "row", .type = SHEET_COUNT },
        { .key = "column", .title = "column" },
        { .key = "value", .title = "value" },
    };
    const struct facts *facts = of;
    SHEET_TABLE(sheet, columns, .name = "facts", .main = true);
    foreach (const struct fact, fact, facts->facts, facts->count) {
        OWNED_TEXT struct text text = { 0 };
        const bool records = fact->kind == FACT_RECORDS;
        if (!records && fact->kind != FACT_TABLE) {
            if (fact->kind == FACT_LINE)
                continue;
            value_add(&text, fact);
            row_view(sheet, fact, 0, "", &text);
            continue;
        }
        uint64_t cells = 0;
        for (uint64_t row = 0; records ? row < fact->count : cells < fact->count; row++)
            for (const char *const *column = fact->columns; *column; column++) {
                if (!records)
                    text_add_format(&text, "%" PRIu64, fact->series[cells++]);
                else if (column == fact->columns)
                    text_add(&text, fact->labels[row]);
                else
                    number_add(&text, fact->numbers[cells++]);
                row_view(sheet, fact, row + 1, *column, &text);
            }
    }
}

/* Seconds -------------------------------------------------------------------------------------- */

static struct {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool stop;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER };

/* Draws the line anew each second. */
static void *count_seconds(void *ignored)
{
    struct timespec next;
    (void)ignored;
    timespec_get(&next, TIME_UTC);
    pthread_mutex_lock(&state.lock);
    for (unsigned seconds = 0; !state.stop; seconds++) {
        if (seconds > 0) {
            fprintf(stderr, "\rinspect: at work, %u s ", seconds);
            fflush(stderr);
        }
        next.tv_sec++;
        while (!state.stop &&
               pthread_cond_timedwait(&state.ended, &state.lock, &next) == 0) /* woken early */
            continue;
    }
    fputs("\r\033[K", stderr);
    fflush(stderr);
    pthread_mutex_unlock(&state.lock);
    return NULL;
}

/* inspect -------------------------------------------------------------------------------------- */

static bool inspect_technique_has(const struct inspection_kind *kind, const char *name)
{
    for (const struct inspection_option *o = kind ? kind->options : NULL; o && o->name; o++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

/* The technique's options in `values`. False with a message for a bench's, and an empty one. */
static bool take_values(const struct technique *technique, const struct inspection_kind *kind,
                        const struct options *options, struct inspection_value *values,
                        size_t *count)
{
    foreach (const struct option_given, given, options->given, options->given_count) {
        const char *name = given->spec->name;
        if (given->value && !*given->value)
            return message_refuse("inspect: option '--%s' has '', and needs a value: --%s=%s", name,
                                  name, given->spec->argument);
        if (inspect_technique_has(kind, name)) {
            values[(*count)++] = (struct inspection_value){ name, given->value };
        } else if (given->spec->technique) {
            return message_refuse("inspect: --%s belongs to a bench; name it, --bench %s", name,
                                  technique->benches[0]->name);
        }
    }
    return true;
}

/* A line each, "name value", unless standard output takes something else; a table has a line per
 * row. */
static void facts_print(const struct facts *facts, const struct options *options)
{
    if (options_has(options, "json") || exports_take_stdout(options))
        return;
    foreach (const struct fact, fact, facts->facts, facts->count) {
        OWNED_TEXT struct text text = { 0 };
        for (uint64_t k = 0; fact->kind == FACT_TABLE && k < fact->count;) {
            printf("%s", fact->name);
            for (const char *const *column = fact->columns; *column; column++)
                printf(" %s %" PRIu64, *column, fact->series[k++]);
            printf("\n");
        }
        if (fact->kind == FACT_TABLE || fact->kind == FACT_RECORDS) /* lines have said it */
            continue;
        value_add(&text, fact);
        if (fact->kind != FACT_LINE)
            printf("%s%s", fact->name, fact->kind == FACT_SERIES && fact->count == 0 ? "" : " ");
        printable_write(stdout, text_string(&text));
        printf("\n");
    }
}

static int finish(const struct inspection *inspection, const struct inspection_kind *kind,
                  const struct options *options)
{
    const char *picture = options_value(options, "picture");
    const enum context_trouble end = context_trouble(&inspection->context);
    const struct facts *facts = context_facts(&inspection->context);
    /* Rows that were right before something failed are shown; JSON is whole or not there. */
    facts_print(facts, options);
    if (end != CONTEXT_OK) {
        message_error("inspect: %s", context_message(&inspection->context));
        return end == CONTEXT_MISMATCH      ? EXIT_CODE_WRONG
               : end == CONTEXT_UNSUPPORTED ? EXIT_CODE_NOTHING
                                            : EXIT_CODE_UNTRIED;
    }
    const struct image *image = inspection_image(inspection);
    if (picture && !image->rgb)
        return message_error(
            "inspect: no picture of this is drawn; see claimcheck inspect %s --help", kind->name);
    if (picture && !image_write_png(image, picture))
        return message_error("inspect: %s", trouble_text());
    const int code =
        options_has(options, "json") ? command_print_json(facts_json(facts)) : EXIT_CODE_OK;
    return code == EXIT_CODE_OK ? sheet_options_export(options, "inspect", fact_view, facts) : code;
}

struct request {
    const struct options *options;
    const struct technique *technique;  /* as registered */
    const struct inspection_kind *kind; /* that was named; the technique's first; NULL: none */
    const struct bench *bench;
    uint64_t seed;
};

/* Finds an inspection by its name. The name of a technique means its first one. */
static bool name_find(const struct technique *const *techniques, const char *name,
                      struct request *request)
{
    for (; *techniques; techniques++) {
        const struct technique *const alone[] = { *techniques, NULL };
        const struct inspection_kind *first = (*techniques)->inspections, *kind = first;
        while (kind && kind->name && strcmp(kind->name, name) != 0)
            kind++;
        const bool inspection = kind && kind->name;
        if (!inspection && !selection_technique(alone, name))
            continue;
        request->technique = *techniques;
        request->kind = inspection ? kind : first;
        return true;
    }
    return false;
}

static bool is_axis(const struct bench *bench, const char *name)
{
    for (const struct bench_axis *axis = bench->axes; axis && axis->name; axis++)
        if (strcmp(axis->name, name) == 0)
            return true;
    return false;
}

static int inspect_group(const struct request *request, const struct plan_group *group)
{
    const struct options *options = request->options;
    const char *picture = options_value(options, "picture");
    OWNED_BY(workload_destroy)
    struct bench_workload *workload = workload_create(group, request->seed, NULL);
    if (!workload)
        return message_error("inspect: %s", trouble_text());
    const struct context *context = &workload->context;
    if (!context_ok(context))
        return message_nothing("inspect: %s", context_message(context));
    const struct facts *facts = context_facts(context);
    OWNED_BY(image_finish) struct image image = { 0 };
    int code = EXIT_CODE_OK;
    if (picture && !workload->bench->picture)
        return message_error("inspect: the bench '%s' draws no picture", workload->bench->name);
    if (picture && !workload->bench->picture(workload, &image))
        return message_error("inspect: %s", context_ok(context)
                                                ? "not enough memory for the picture"
                                                : context_message(context));
    if (picture && !image_write_png(&image, picture))
        return message_error("inspect: %s", trouble_text());
    if (options_has(options, "json"))
        code = command_print_json(json_value_object("name:t seed:o facts:o", group->workload_name,
                                                    json_integer((json_int_t)request->seed),
                                                    facts_json(facts)));
    else
        facts_print(facts, options);
    return code == EXIT_CODE_OK ? sheet_options_export(options, "inspect", fact_view, facts) : code;
}

/* Sorts what was given into axes and options, in memory of the arena. False with a message. */
static bool settings_take(const struct request *request, struct plan_request *plan,
                          struct arena *arena)
{
    const size_t bytes = request->options->given_count * sizeof(*plan->axes);
    struct plan_setting *axes = arena_alloc(arena, bytes), *options = arena_alloc(arena, bytes);
    plan->axes = axes;
    plan->options = options;
    foreach (const struct option_given, given, request->options->given,
             request->options->given_count) {
        struct plan_setting setting = { given->spec->name, given->value };
        bool named = strcmp(given->spec->name, "axis") == 0;
        if (named) { /* --axis NAME=VALUE, as `run` has it */
            const char *equals = strchr(given->value, '=');
            if (!equals || equals == given->value)
                return message_refuse("inspect: --axis takes NAME=VALUE, not '%s'", given->value);
            char *name = arena_text(arena, given->value);
            name[equals - given->value] = 0;
            setting = (struct plan_setting){ name, equals + 1 };
        }
        bool own = false;
        for (const struct bench_option *o = request->technique->options; o && o->name; o++)
            own = own || strcmp(o->name, setting.name) == 0;
        if (!named && own)
            options[plan->option_count++] = setting;
        else if (named || is_axis(request->bench, setting.name))
            axes[plan->axis_count++] = setting;
        else if (inspect_technique_has(request->kind, setting.name) ||
                 strcmp(setting.name, "device") == 0 || strcmp(setting.name, "validate") == 0) {
            return message_refuse(
                "inspect: --%s does not go with the workload of a bench, which the host computes",
                setting.name);
        } else
            continue;
        if (is_axis(request->bench, setting.name) && strchr(setting.value, ','))
            return message_refuse("inspect: the axis '%s' takes one value here, not '%s'",
                                  setting.name, setting.value);
    }
    return true;
}

static int inspect_workload(struct request *request)
{
    const char *wanted = options_value(request->options, "bench");
    OWNED_BY(name_list_finish) struct name_list names = { 0 };
    for (const struct bench *const *b = request->technique->benches; *b; b++) {
        name_list_add(&names, (*b)->name);
        if (!request->bench && (!wanted || strcmp((*b)->name, wanted) == 0))
            request->bench = *b;
    }
    if (!request->bench) {
        wanted = wanted ? wanted : "";
        return message_error("inspect: %s has no bench '%s'%s", request->technique->name, wanted,
                             name_list_hint(&names, wanted));
    }
    const struct bench *benches[] = { request->bench, NULL };
    struct technique technique = *request->technique;
    technique.benches = benches;
    const struct technique *techniques[] = { &technique, NULL };
    struct plan_request planned = { .techniques = techniques, .profile = BENCH_QUICK };
    OWNED_BY(arena_finish) struct arena arena = { 0 };
    OWNED_BY(plan_finish) struct plan plan = { 0 };
    if (!settings_take(request, &planned, &arena))
        return EXIT_CODE_UNTRIED;
    return plan_init(&plan, &planned) ? inspect_group(request, &plan.groups[0])
                                      : message_error("inspect: %s", trouble_text());
}

static bool is_named(const struct command_line *line)
{
    return line->argc > 0 && line->argv[0][0] != '-';
}

/* The technique comes first: it says which options there are. */
static int inspect_extend(const struct command_line *line, struct option_table *table)
{
    struct request request = { 0 };
    if (!is_named(line))
        return EXIT_CODE_OK;
    if (!name_find(line->techniques, line->argv[0], &request)) {
        OWNED_BY(name_list_finish) struct name_list names = { 0 };
        for (const struct technique *const *t = line->techniques; *t; t++) {
            name_list_add(&names, (*t)->name);
            if ((*t)->alias)
                name_list_add(&names, (*t)->alias);
            const struct inspection_kind *kind = (*t)->inspections;
            for (; kind && kind->name; kind++)
                name_list_add(&names, kind->name);
        }
        OWNED char *kept = word_hint(line->argv[0]);
        return message_error("inspect: there is no technique '%s'%s%s", line->argv[0],
                             name_list_hint(&names, line->argv[0]),
                             *kept ? kept : "; see claimcheck list");
    }
    /* Adds the technique's own options to a table. */
    const struct inspection_option *option = request.kind ? request.kind->options : NULL;
    for (; option && option->name; option++)
        option_table_add(table, &(struct option_spec){ .name = option->name,
                                                       .argument = option->argument,
                                                       .help = option->help,
                                                       .technique = true });
    option_table_add_technique(table, request.technique, NULL);
    for (const struct bench *const *bench = request.technique->benches; *bench; bench++)
        for (const struct bench_axis *axis = (*bench)->axes; axis && axis->name; axis++)
            option_table_add(table, &(struct option_spec){ .name = axis->name,
                                                           .argument = "VALUE",
                                                           .help = axis->help,
                                                           .technique = true });
    return EXIT_CODE_OK;
}

/* Without a technique: which there are. */
static void inspect_help(const struct command_line *line)
{
    if (is_named(line))
        return;
    printf("\ntechniques, each with its own axes and options (claimcheck inspect TECHNIQUE "
           "--help):\n");
    for (const struct technique *const *t = line->techniques; *t; t++) {
        printf("  %-10s %s\n", (*t)->alias ? (*t)->alias : (*t)->name, (*t)->question);
        for (const struct inspection_kind *k = (*t)->inspections; k && k->name; k++)
            if (strcmp(k->name, (*t)->alias ? (*t)->alias : (*t)->name) != 0)
                printf("  %-10s %s\n", k->name, k->summary);
    }
}

static int inspect_run(const struct command_line *line)
{
    const struct options *options = line->options;
    struct request request = { .options = options, .seed = options_number(options, "seed", 1) };
    if (!is_named(line) || !name_find(line->techniques, line->argv[0], &request))
        return message_error("inspect: which technique? claimcheck inspect %s",
                             line->command->arguments);
    if (options->positional_count > 1)
        return message_error("inspect: unexpected argument '%s'", options->positionals[1]);
    if (!exports_check(options, "inspect"))
        return EXIT_CODE_UNTRIED;
    if (!request.kind || options_has(options, "bench"))
        return inspect_workload(&request);
    OWNED struct inspection_value *values = need_zeroed(options->given_count + 1, sizeof(*values));
    struct inspection_params params = {
        .kind = request.kind,
        .values = values,
        .gpu = { .selector = options_value(options, "device"),
                 .validate = options_has(options, "validate") },
        .seed = request.seed,
        .picture = options_has(options, "picture"),
    };
    if (!take_values(request.technique, request.kind, options, values, &params.value_count))
        return EXIT_CODE_UNTRIED;
    const bool counts = terminal_moves(CONSOLE_ERROR) &&
                        pthread_create(&state.thread, NULL, count_seconds, NULL) == 0;
    OWNED_BY(inspection_destroy) struct inspection *inspection = inspection_create(&params);
    if (counts) { /* wipes the line */
        pthread_mutex_lock(&state.lock);
        state.stop = true;
        pthread_cond_signal(&state.ended);
        pthread_mutex_unlock(&state.lock);
        pthread_join(state.thread, NULL);
    }
    return finish(inspection, request.kind, options);
}

static bool picture_check(const char *path)
{
    const char *ending = strrchr(path, '.');
    const bool other = ending && !strchr(ending, '/') && strcasecmp(ending, ".png") != 0;
    if (other)
        trouble("--picture writes a PNG, which '%s' would not say: FILE.png", path);
    return !other;
}

static const struct option_spec inspect_options[] = {
    OPTION("axis", "NAME=VALUE", "sets an axis, as --NAME VALUE does", .repeated = true,
           .technique = true),
    OPTION("bench", "NAME", "bench; the first unless given"),
    OPTION_NUMBER("seed", "N", "seed of the input; 1 unless given", 0, INT64_MAX),
    OPTION_FLAG("json", "the results as JSON"),
    OPTION("export-csv", "FILE", "facts as CSV, a row for each; - for standard output",
           .file = true),
    OPTION("export-markdown", "FILE", "the facts as a Markdown table, for a pull request",
           .file = true),
    OPTION("picture", "FILE.png", "draws the picture", .check = picture_check),
    OPTION("device", "DEVICE", "where a device computes: as for run"),
    OPTION_FLAG("validate", "where a device computes: with the validation layers"),
    TECHNIQUE_PROGRAM_OPTIONS,
    OPTION_END,
};

const struct command command_inspect = {
    .name = "inspect",
    .arguments = "TECHNIQUE [--AXIS VALUE]... [OPTIONS]",
    .summary = "shows what a bench computes: counts, hashes, pictures; never a time",
    .example = "claimcheck inspect {portrait} --picture picture.png",
    .options = inspect_options,
    .choices = "json|export-csv json|export-markdown",
    .lines = true,
    .operands = true,
    .technique_operands = true,
    .extend = inspect_extend,
    .help = inspect_help,
    .kernels = true,
    .programs = true,
    .run = inspect_run,
};
