/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"
#include "harness/views/claims/claims.h"

#include <inttypes.h>
#include <string.h>

/* Papers --------------------------------------------------------------------------------------- */

/* Papers and claims that are listed. */
struct listed_papers {
    const struct published_list *list;
    const struct options *options;
    regex_t expression;
    bool matched; /* only ids that the expression matches */
};

/* True of a paper that was named, of all where none is. */
static bool is_named(const struct options *options, const char *id)
{
    for (size_t i = 0; i < options->positional_count; i++)
        if (strcmp(options->positionals[i], id) == 0)
            return true;
    return options->positional_count == 0;
}

static bool claim_is_listed(const struct listed_papers *listed, const struct published *paper,
                            const struct published_claim *claim)
{
    return (is_named(listed->options, paper->id) || is_named(listed->options, claim->id)) &&
           (!listed->matched || regexec(&listed->expression, claim->id, 0, NULL, 0) == 0);
}

static void papers_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "paper", .title = "paper" },
        { .key = "cited", .title = "cited as" },
        { .key = "technique", .title = "technique" },
        { .key = "claims", .title = "claims", .type = SHEET_COUNT },
        { .key = "title", .title = "title", .place = SHEET_OR_BELOW },
    };
    const struct listed_papers *listed = of;
    SHEET_TABLE(sheet, columns, .name = "papers", .main = true);
    for (size_t i = 0; i < listed->list->count; i++) {
        const struct published *paper = listed->list->files[i];
        OWNED_TEXT struct text cited = { 0 };
        claims_sentence_cite(paper, &cited);
        if (is_named(listed->options, paper->id))
            SHEET_ROW(sheet, sheet_words(paper->id), sheet_words(text_string(&cited)),
                      sheet_words(paper->technique), sheet_count(paper->claim_count),
                      sheet_words(paper->title));
    }
}

static void claim_list_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "claim", .title = "claim" },
        { .key = "statement", .title = "", .place = SHEET_BELOW },
    };
    const struct listed_papers *listed = of;
    SHEET_TABLE(sheet, columns, .name = "claims", .main = true);
    for (size_t i = 0; i < listed->list->count; i++) {
        const struct published *paper = listed->list->files[i];
        foreach (const struct published_claim, claim, paper->claims, paper->claim_count)
            if (claim_is_listed(listed, paper, claim))
                SHEET_ROW(sheet, sheet_words(claim->id), sheet_words(claim->statement));
    }
}

/* A paper that is named alone, with its claims. */
static void paper_view(struct sheet *sheet, const void *of)
{
    papers_view(sheet, of);
    claim_list_view(sheet, of);
}

bool list_papers_has(const char *word)
{
    OWNED_BY(published_list_finish) struct published_list list = { 0 };
    published_list_shipped(&list);
    return published_list_has(&list, word);
}

/* name_list_hint() of papers and claims. */
static const char *list_papers_hint(const char *word)
{
    OWNED_BY(published_list_finish) struct published_list list = { 0 };
    OWNED_BY(name_list_finish) struct name_list names = { 0 };
    published_list_shipped(&list);
    published_option_names(&list, &names);
    return name_list_hint(&names, word);
}

/* The exit code, with a message where a name is none, or nothing is left. */
static int listed_check(const struct listed_papers *listed)
{
    const struct options *options = listed->options;
    size_t count = 0;
    for (size_t i = 0; i < options->positional_count; i++)
        if (!published_list_has(listed->list, options->positionals[i]))
            return message_error("list: there is no paper or claim '%s'%s", options->positionals[i],
                                 list_papers_hint(options->positionals[i]));
    for (size_t i = 0; i < listed->list->count; i++) {
        const struct published *paper = listed->list->files[i];
        foreach (const struct published_claim, claim, paper->claims, paper->claim_count)
            count += claim_is_listed(listed, paper, claim);
    }
    return count > 0 || options_has(options, "papers")
               ? EXIT_CODE_OK
               : message_error("list: no claim has an id that matches '%s'; claimcheck list "
                               "--claims has them",
                               options_value(options, "claims"));
}

/* Prints a row for each paper, or for each claim of the papers named and of the ids that match
 * --claims. The exit code, with a message for a name that is none. */
static int list_papers_run(const struct command_line *line)
{
    struct listed_papers listed = { .options = line->options };
    OWNED_BY(published_list_finish) struct published_list list = { 0 };
    const char *expression = options_value(line->options, "claims");
    const bool papers = options_has(line->options, "papers");
    const bool claims = options_has(line->options, "claims");
    int code = published_option_open(&list, line);
    listed.list = &list;
    listed.matched =
        expression && expression_compile(&listed.expression, "--claims ", expression, 0);
    if (expression && !listed.matched)
        code = message_error("list: %s", trouble_text());
    if (code == EXIT_CODE_OK)
        code = listed_check(&listed);
    if (code == EXIT_CODE_OK)
        code = sheet_options_print(papers && !claims   ? papers_view
                                   : claims && !papers ? claim_list_view
                                                       : paper_view,
                                   &listed, sheet_options_style(line->options), false);
    if (listed.matched)
        regfree(&listed.expression);
    return code;
}

/* Techniques ----------------------------------------------------------------------------------- */

static json_t *axis_json(struct plan_axis_owner owner, const struct bench_axis *axis)
{
    json_t *names = !axis->names ? json_null() : json_array(), *values = json_object();
    for (size_t i = 0; axis->names && axis->names[i]; i++)
        json_value_append(&names, json_string(axis->names[i]));
    for (int i = 0; i < BENCH_PROFILE_COUNT; i++) {
        const char *list = plan_axis_profile_values(owner, axis, (enum bench_profile)i);
        json_t *texts = json_array();
        for (size_t length; list && *list; list += length + (list[length] == ',')) {
            length = strcspn(list, ",");
            json_value_append(&texts, json_stringn(list, length));
        }
        json_value_set(&values, profile_names[i], texts);
    }
    return json_value_object(
        "name:t help:t names:o min:o max:o accepts:t default:t parts:b values:o", axis->name,
        axis->help, names, axis->names ? json_null() : json_integer(axis->min),
        axis->names ? json_null() : json_integer(axis->max),
        axis->accepts ? axis->accepts_help : NULL, axis->default_value, axis->parts, values);
}

static json_t *axes_json(struct plan_axis_owner owner)
{
    json_t *list = json_array();
    const struct bench_axis *axes = owner.variant ? owner.variant->axes : owner.bench->axes;
    for (; axes && axes->name; axes++)
        json_value_append(&list, axis_json(owner, axes));
    return list;
}

/* Adds the kernels of steps, each once, by the names that list --kernels has of shipped ones. */
static void kernels_add(const struct technique *technique, const json_t *steps, json_t *kernels)
{
    foreach_json (step, steps) {
        const char *file = json_string_value(json_object_get(step, "kernel"));
        kernels_add(technique, json_object_get(step, "steps"), kernels);
        if (!file)
            continue;
        OWNED char *name = technique->steps ? text_make("%s/%.*s", technique->name,
                                                        (int)(strrchr(file, '.') - file), file)
                                            : need_copy(file);
        bool is_new = true;
        foreach_json (known, kernels)
            is_new = is_new && strcmp(json_string_value(known), name) != 0;
        if (is_new)
            json_array_append_new(kernels, json_string(name));
    }
}

/* Kernels of a variant that is a list of steps; a new reference. NULL: C alone knows them. */
static json_t *kernels_json(const struct technique *technique, const struct bench_variant *v)
{
    static const char *const members[] = { "before", "once", "steps" };
    json_auto_t *document = NULL;
    if (technique->steps && v->steps && !v->api) {
        document = json_loadb(technique->steps->text, technique->steps->bytes, 0, NULL);
    } else if (technique->folder && !v->api) {
        OWNED char *path = text_make("%s/technique.json", technique->folder->path);
        document = json_load_file(path, 0, NULL);
    }
    const json_t *list =
        json_object_get(json_object_get(document, "variants"), v->steps ? v->steps : v->name);
    json_t *kernels = list ? json_array() : NULL;
    for (size_t i = 0; list && i < COUNT_OF(members); i++)
        kernels_add(technique, json_object_get(list, members[i]), kernels);
    return kernels;
}

/* Lists --------------------------------------------------------------------------------------- */

static json_t *bench_json(const struct technique *technique, const struct bench *bench,
                          const struct selection *selection)
{
    json_t *variants = json_array();
    for (const struct bench_variant *v = bench->variants; v->name; v++)
        if (selection_has(selection, technique, bench, v)) {
            json_t *kernels = kernels_json(technique, v);
            json_value_append(
                &variants,
                json_value_object(
                    "name:t summary:t source:t origin:t part:b kind:t baseline:b "
                    "needs:o axes:o kernels:o",
                    v->name, v->summary, v->source, catalogue_origin_names[plan_origin(v)],
                    v->yardstick, bench_kind_name(v->kind), v == bench->variants,
                    head_json_features(v->needs), axes_json((struct plan_axis_owner){ bench, v }),
                    kernels ? kernels : json_null()));
        }
    return json_value_object("name:t question:t cache_matters:b axes:o variants:o", bench->name,
                             bench->question, bench->cache_matters,
                             axes_json((struct plan_axis_owner){ bench, NULL }), variants);
}

static json_t *technique_json(const struct technique *technique, const struct selection *selection)
{
    json_t *benches = json_array(), *options = json_array();
    for (const struct bench *const *bench = technique->benches; *bench; bench++)
        if (selection_has(selection, technique, *bench, NULL))
            json_value_append(&benches, bench_json(technique, *bench, selection));
    for (const struct bench_option *o = technique->options; o && o->name; o++)
        json_value_append(&options, json_value_object("name:t argument:t help:t axis:t", o->name,
                                                      o->argument, o->help, o->axis));
    return json_value_object("name:t alias:t question:t paper:t options:o benches:o",
                             technique->name, technique->alias, technique->question,
                             technique->paper, options, benches);
}

static void print_axis(struct plan_axis_owner owner, const struct bench_axis *axis,
                       const char *indent)
{
    printf("%saxis %s: %s\n%s  takes ", indent, axis->name, axis->help ? axis->help : "", indent);
    for (size_t i = 0; axis->names && axis->names[i]; i++)
        printf("%s%s", i == 0 ? "" : ", ", axis->names[i]);
    if (!axis->names)
        printf("%" PRId64 "..%" PRId64, axis->min, axis->max);
    if (axis->accepts && axis->accepts_help)
        printf("%s%s", axis->names && !axis->names[0] ? "" : ", ", axis->accepts_help);
    if (axis->default_value)
        printf("; names leave %s out", axis->default_value);
    printf("\n%s ", indent);
    for (int i = 0; i < BENCH_PROFILE_COUNT; i++) {
        const char *values = plan_axis_profile_values(owner, axis, (enum bench_profile)i);
        printf(" %s: %s%s", profile_names[i], values ? values : "none",
               i + 1 < BENCH_PROFILE_COUNT ? ";" : "\n");
    }
}

static size_t cases_of(const struct technique *technique, const struct bench *bench,
                       enum bench_profile profile)
{
    const struct bench *const benches[] = { bench, NULL };
    struct technique alone = *technique;
    const struct technique *const techniques[] = { &alone, NULL };
    const struct plan_request request = { .techniques = techniques,
                                          .profile = profile,
                                          .cache = PLAN_CACHE_PROFILE };
    OWNED_BY(plan_finish) struct plan plan = { 0 };
    alone.benches = benches;
    return plan_init(&plan, &request) ? plan.case_count : 0;
}

/* Finds a value of an axis that none of a bench's lists has. False where there is none. */
static bool value_find(const struct bench *bench, const struct bench_axis *axis, char value[24])
{
    bool there = true;
    for (int i = 0; there && (axis->names ? axis->names[i] != NULL : i < axis->max - axis->min);
         i++) {
        if (axis->names)
            snprintf(value, 24, "%s", axis->names[i]);
        else
            snprintf(value, 24, "%" PRId64, axis->max - i);
        there = false;
        for (int profile = BENCH_QUICK; profile < BENCH_PROFILE_COUNT; profile++) {
            const char *list = plan_axis_profile_values((struct plan_axis_owner){ .bench = bench },
                                                        axis, (enum bench_profile)profile);
            for (; list; list = strchr(list, ',')) {
                list += *list == ',';
                there = there || (strlen(value) == strcspn(list, ",") &&
                                  strncmp(list, value, strcspn(list, ",")) == 0);
            }
        }
    }
    return !there;
}

/* Prints how many cases one more value of a bench's axis brings. */
static void print_cost(const struct technique *technique, const struct bench *bench,
                       const struct bench_axis *axis)
{
    const struct plan_axis_owner owner = { .bench = bench };
    const char *separator = "      one more value:";
    char value[24] = "";
    size_t count = 0;
    while (bench->values && bench->values[count].axis)
        count++;
    OWNED struct bench_values *values = need_zeroed(count + 2, sizeof(*values));
    struct bench more = *bench;
    if (count > 0)
        memcpy(values + 1, bench->values, count * sizeof(*values));
    more.values = values;
    for (int i = BENCH_PAPER; i < BENCH_PROFILE_COUNT && value_find(bench, axis, value); i++) {
        const enum bench_profile profile = (enum bench_profile)i;
        const char *list = plan_axis_profile_values(owner, axis, profile);
        OWNED char *longer = text_make("%s%s%s", list ? list : "", list ? "," : "", value);
        values[0] = (struct bench_values){ .axis = axis->name };
        for (int k = BENCH_QUICK; k < BENCH_PROFILE_COUNT; k++)
            values[0].values[k] = plan_axis_profile_values(owner, axis, (enum bench_profile)k);
        values[0].values[i] = longer;
        printf("%s %zu cases of %s", separator,
               cases_of(technique, &more, profile) - cases_of(technique, bench, profile),
               profile_names[i]);
        separator = ",";
    }
    printf("%s", *separator == ',' ? "\n" : "");
}

static void print_bench(const struct technique *technique, const struct bench *bench,
                        const struct selection *selection)
{
    printf("\n  %s.%s\n    %s\n", technique->name, bench->name,
           bench->question ? bench->question : "");
    if (bench->joins)
        printf("    caches hot, and cold (.../cache:cold) where a row below says so\n");
    else
        printf("    caches hot, or cold (.../cache:cold): quick: hot; paper: %s; full: %s\n",
               !bench->cold_in_paper ? "hot"
               : bench->more_values  ? "both, but hot at points other than these"
                                     : "both",
               bench->cache_matters ? "both" : "hot");
    for (const struct bench_axis *axis = bench->axes; axis && axis->name; axis++) {
        print_axis((struct plan_axis_owner){ .bench = bench }, axis, "    ");
        print_cost(technique, bench, axis);
    }
    /* The rows by which variants join points, and why. */
    if (bench->joins)
        printf("    a variant runs at the first value of each axis, and:\n");
    for (const struct bench_join *join = bench->joins; join && join->variants; join++)
        printf("      %s: %s%s (%s)\n", join->variants, join->at,
               join->from == BENCH_FULL ? ", in full" : "", join->why);
    for (const struct bench_values *const *more = bench->more_values; more && *more; more++) {
        /* Points beside those of the bench's axes, in the profiles that have any. */
        const struct plan_axis_owner owner = { .bench = bench, .more = *more };
        printf("    more points:\n");
        for (int i = 0; i < BENCH_PROFILE_COUNT; i++) {
            const enum bench_profile profile = (enum bench_profile)i;
            const struct bench_axis *axis = bench->axes;
            while (axis && axis->name && plan_axis_profile_values(owner, axis, profile))
                axis++;
            if (!axis || axis->name)
                continue;
            printf("      %s:", profile_names[i]);
            for (axis = bench->axes; axis->name; axis++)
                printf(" %s %s%s", axis->name, plan_axis_profile_values(owner, axis, profile),
                       axis[1].name ? ";" : "\n");
        }
    }
    for (const struct bench_variant *v = bench->variants; v->name; v++) {
        if (!selection_has(selection, technique, bench, v))
            continue;
        printf("    variant %s (%s%s%s): %s [%s]\n", v->name, v->api ? "program, " : "",
               v->api ? v->api : bench_kind_name(v->kind), v == bench->variants ? ", baseline" : "",
               v->summary ? v->summary : "", v->source ? v->source : "");
        json_auto_t *kernels = kernels_json(technique, v);
        foreach_json (name, kernels)
            printf("%s%s", name_at == 0 ? "      kernels: " : ", ", json_string_value(name));
        printf("%s", json_array_size(kernels) > 0 ? "\n" : "");
        for (const struct bench_axis *axis = v->axes; axis && axis->name; axis++)
            print_axis((struct plan_axis_owner){ bench, v }, axis, "      ");
    }
}

/* Variants ------------------------------------------------------------------------------------- */

struct listed {
    const struct technique *const *techniques;
    const struct selection *selection;
};

static void variants_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "technique", .title = "technique" },
        { .key = "bench", .title = "bench" },
        { .key = "variant", .title = "variant" },
        { .key = "kind", .title = "kind" },
        { .key = "baseline", .title = "", .type = SHEET_FLAG },
        { .key = "summary", .title = "summary" },
        { .key = "source", .title = "source" },
    };
    const struct listed *listed = of;
    SHEET_TABLE(sheet, columns, .name = "variants", .main = true);
    for (const struct technique *const *t = listed->techniques; *t; t++)
        for (const struct bench *const *bench = (*t)->benches; *bench; bench++)
            for (const struct bench_variant *v = (*bench)->variants; v->name; v++)
                if (selection_has(listed->selection, *t, *bench, v))
                    SHEET_ROW(sheet, sheet_words((*t)->name), sheet_words((*bench)->name),
                              sheet_words(v->name), sheet_words(bench_kind_name(v->kind)),
                              sheet_flag(v == (*bench)->variants, "baseline"),
                              sheet_words(v->summary), sheet_words(v->source));
}

static void overview_print(const struct technique *const *techniques, bool limits)
{
    for (const struct technique *const *t = techniques; *t; t++) {
        if (run_measures_limits((*t)->name) != limits)
            continue;
        printf("%-20s ", (*t)->name);
        wrap_print(stdout, &(struct wrap){ .columns = TERMINAL_COLUMNS, .used = 21, .indent = 21 },
                   (*t)->question ? (*t)->question : "");
    }
}

static void print_technique(const struct technique *technique, const struct selection *selection)
{
    printf("%s (inspect: %s)\n  %s\n  paper: %s\n", technique->name,
           !technique->alias ? technique->name : technique->alias,
           technique->question ? technique->question : "",
           technique->paper ? technique->paper : "");
    for (const struct bench_option *o = technique->options; o && o->name; o++)
        printf("  option --%s %s: %s\n", o->name, o->argument ? o->argument : "",
               o->help ? o->help : "");
    for (const struct bench *const *bench = technique->benches; *bench; bench++)
        if (selection_has(selection, technique, *bench, NULL))
            print_bench(technique, *bench, selection);
    printf("\n");
}

static int list_selected(const struct command_line *line, const struct selection *selection)
{
    const struct listed listed = { line->techniques, selection };
    const enum sheet_style style = sheet_options_style(line->options);
    const bool json = style == SHEET_JSON;
    const bool whole = line->options->positional_count > 0 ||
                       options_any(line->options, "filter|all") ||
                       (*line->techniques && (*line->techniques)->folder); /* which names one */
    if (style == SHEET_TEXT && !whole) {
        /* A line for each technique, what measures the device last, and how to see more. */
        overview_print(line->techniques, false);
        overview_print(line->techniques, true);
        printf("\nclaimcheck list TECHNIQUE            its questions, variants and axes\n"
               "claimcheck list --all                all of that, of every technique\n"
               "claimcheck list --papers             papers; list --claims: what they claim\n"
               "claimcheck list --kernels            kernels\n"
               "claimcheck run --list-cases -f NAME  cases\n");
        return EXIT_CODE_OK;
    }
    if (!json && style != SHEET_TEXT)
        return sheet_options_print(variants_view, &listed, style, false);
    json_auto_t *list = json_array();
    for (const struct technique *const *t = line->techniques; *t; t++)
        if (selection_has(selection, *t, NULL, NULL)) {
            if (json)
                json_value_append(&list, technique_json(*t, selection));
            else
                print_technique(*t, selection);
        }
    return json ? command_print_json(json_value_object("techniques:o", json_incref(list)))
                : EXIT_CODE_OK;
}

static int list_run(const struct command_line *line)
{
    OWNED_BY(selection_finish) struct selection selection = { 0 };
    const struct options *options = line->options;
    const char *filter = options_value(options, "filter");
    const bool kernels = options_any(options, "kernels|source|device|isa|kernel|diff|against|as");
    if (kernels && filter)
        return message_error("list: --filter is not for kernels: name them");
    if (kernels)
        return list_kernels_run(line);
    bool wanted = options_any(options, "papers|claims");
    for (size_t i = 0; i < options->positional_count && !wanted; i++)
        wanted = list_papers_has(options->positionals[i]);
    if (wanted)
        return list_papers_run(line);
    struct command_line meant = *line;
    if (options->positional_count == 0 && !filter)
        meant.techniques = technique_folders_meant(line->techniques);
    if (selection_init(&selection, meant.techniques, options->positionals,
                       options->positional_count, filter))
        return list_selected(&meant, &selection);
    OWNED char *said = need_copy(trouble_text());
    const bool hints = options->positional_count > 0 && !strstr(said, "did you mean");
    return message_error("list: %s%s", said,
                         hints ? list_papers_hint(options->positionals[0]) : "");
}

static const struct option_spec list_options[] = {
    OPTION("filter", "REGEX", "only variants with a case whose name matches, in the profile full"),
    OPTION_FLAG("all", "questions, variants and axes of every technique"),
    OPTION_FLAG("json", "the list as JSON"),
    OPTION_FLAG("papers", "the papers"),
    OPTION("claims", "REGEX", "every claim, or those whose id matches", .optional = true),
    SHEET_OPTIONS,
    OPTION_FLAG("kernels",
                "every kernel, or those of the names or techniques given: hash, interface"),
    OPTION("device", "INDEX|UUID|REGEX",
           "with --kernels: prints the driver's statistics, at the constants of the sources unless "
           "--as says otherwise; runs nothing"),
    OPTION("as", "REGEX",
           "with --kernels: the kernels of the cases whose names match, with the constants that "
           "the cases set: one entry per kernel and constants"),
    OPTION("isa", "all",
           "with --kernels: the driver's last representation of each, its instructions where "
           "it gives them; or all; on the best device unless one is given",
           .optional = true),
    OPTION("kernel", "NAME=FILE.comp", "with --kernels: compares your shader with the kernel NAME",
           .repeated = true, .file = true),
    OPTION("diff", "NAME=FILE.comp",
           "with --kernels: prints the kernel NAME and your shader side by side: SPIR-V, the "
           "driver's statistics and its last representation",
           .repeated = true, .file = true),
    OPTION("against", "FILE.json",
           "with --kernels --device: compares with an earlier --json of this driver; more "
           "registers, spills, scratch memory or instructions give exit code 1",
           .file = true),
    OPTION("source", "NAME", "prints the source of a kernel, or of a file that kernels include"),
    OPTION_END,
};

const struct command command_list = {
    .name = "list",
    .arguments = "[TECHNIQUE|BENCH|VARIANT|KERNEL|PAPER|CLAIM]... [OPTIONS]",
    .summary = "lists the techniques, or the questions, variants and axes of one, or kernels",
    .example = "claimcheck list {technique}.{bench}",
    .options = list_options,
    .lines = true,
    .choices = "source|json|format source|kernels source|device source|isa source|kernel "
               "source|against|diff kernel|diff papers|kernels|source claims|kernels|source",
    .operands = true,
    .technique_operands = true,
    .kernels = true,
    .run = list_run,
};
