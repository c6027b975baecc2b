/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"
#include "harness/file.h"
#include "harness/views/formats/export.h"
#include "harness/views/headline/headline.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Names ---------------------------------------------------------------------------------------- */

enum { WORD_BYTES = 96 };

/* One claim or plot against all names. */
struct check {
    const struct claims_names *names;
    const struct published *file;
    const struct published_claim *claim; /* NULL: a plot */
    const char *id;
    struct name_list axes; /* of the benches that its expressions begin with */
    bool anywhere;         /* one of them begins with none: all axes */
};

static void check_finish(struct check *check)
{
    name_list_finish(&check->axes);
}

static bool refuse(const struct check *check, const char *kind, const char *word,
                   const struct name_list *known)
{
    return trouble("'%.256s': %s '%.96s': there is no %s '%.96s'%s", check->file->path,
                   check->claim ? "claim" : "plot", check->id, kind, word,
                   name_list_hint(known, word));
}

static bool has(const struct name_list *list, const char *word)
{
    return NAMED(list->names, list->count, word);
}

static bool skip(const char **at, const char *form)
{
    const size_t length = strlen(form);
    const bool there = strncmp(*at, form, length) == 0;
    *at += there ? length : 0;
    return there;
}

/* The letters of a name, which may end behind them or not. */
static bool word_take(const char **at, char word[WORD_BYTES])
{
    const size_t length = strspn(*at, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (length == 0 || length >= WORD_BYTES)
        return false;
    memcpy(word, *at, length);
    word[length] = 0;
    *at += length;
    return true;
}

static void axes_add(struct name_list *list, const struct bench *bench)
{
    for (const struct bench_axis *axis = bench->axes; axis && axis->name; axis++)
        name_list_add(list, axis->name);
    for (const struct bench_variant *v = bench->variants; v->name; v++)
        for (const struct bench_axis *axis = v->axes; axis && axis->name; axis++)
            name_list_add(list, axis->name);
}

static bool variant_check(const struct check *check, const struct bench *bench, const char *at)
{
    OWNED_BY(name_list_finish) struct name_list variants = { 0 };
    char word[WORD_BYTES];
    if (!word_take(&at, word) || (*at != '/' && *at != '$'))
        return true;
    for (const struct bench_variant *v = bench->variants; v->name; v++)
        name_list_add(&variants, v->name);
    return has(&variants, word) || refuse(check, "variant", word, &variants);
}

static bool bench_check(struct check *check, const struct technique *technique, const char *at)
{
    OWNED_BY(name_list_finish) struct name_list benches = { 0 };
    char word[WORD_BYTES];
    if (!word_take(&at, word) || !skip(&at, "/")) {
        check->anywhere = true;
        return true;
    }
    for (const struct bench *const *bench = technique->benches; *bench; bench++) {
        name_list_add(&benches, (*bench)->name);
        if (strcmp((*bench)->name, word) != 0)
            continue;
        axes_add(&check->axes, *bench);
        return variant_check(check, *bench, at);
    }
    return refuse(check, "bench", word, &benches);
}

/* "^technique\.bench/variant/", as far as these are plain names. */
static bool place_check(struct check *check, const char *expression)
{
    OWNED_BY(name_list_finish) struct name_list techniques = { 0 };
    const char *at = expression;
    char word[WORD_BYTES];
    if (!skip(&at, "^") || strchr(expression, '|') || !word_take(&at, word) ||
        (!skip(&at, "\\.") && !skip(&at, "[.]"))) {
        check->anywhere = true;
        return true;
    }
    for (const struct technique *const *t = check->names->techniques; *t; t++) {
        name_list_add(&techniques, (*t)->name);
        if (strcmp((*t)->name, word) == 0)
            return bench_check(check, *t, at);
    }
    return refuse(check, "technique", word, &techniques);
}

static bool axis_check(const struct check *check, const char *name)
{
    return !*name || has(&check->axes, name) || refuse(check, "axis", name, &check->axes);
}

/* Checks the axes that the expression names as "/axis:". */
static bool expression_axes_check(const struct check *check, const char *expression)
{
    char word[WORD_BYTES];
    const char *at = expression;
    while ((at = strchr(at, '/'))) {
        at++;
        if (word_take(&at, word) && *at == ':' && strcmp(word, "cache") != 0 &&
            !axis_check(check, word))
            return false;
    }
    return true;
}

static bool is_measured(const struct check *check)
{
    const struct published_claim *claim = check->claim;
    for (size_t i = 0; i < check->names->run_count; i++)
        for (size_t k = 0; k < check->names->runs[i]->case_count; k++) {
            const struct run_case *c = &check->names->runs[i]->cases[k];
            if (c->status == BENCH_OK &&
                ((claim->has_a && expression_matches(&claim->rows_a, c->name)) ||
                 (claim->has_b && expression_matches(&claim->rows_b, c->name))))
                return true;
        }
    return false;
}

/* A counter must be known; a metric or fact must be among what the runs have, where they have cases
 * of the claim. */
static bool measure_check(const struct check *check, const struct published_measure *measure,
                          bool measured)
{
    const bool counter = measure->quantity == PUBLISHED_COUNTER;
    const bool metric = measure->quantity == PUBLISHED_METRIC;
    const bool fact = measure->quantity == PUBLISHED_FACT;
    OWNED_BY(name_list_finish) struct name_list known = { 0 };
    if (!counter && !(measured && (metric || fact)))
        return true;
    for (const char *const *name = metric_counters; counter && *name; name++)
        name_list_add(&known, *name);
    for (size_t r = 0; r < check->names->run_count; r++) {
        const struct run *run = check->names->runs[r];
        for (size_t i = 0; metric && i < run->case_count; i++)
            for (size_t k = 0; k < run->cases[i].metric_count; k++)
                if (!has(&known, run->cases[i].metrics[k].name))
                    name_list_add(&known, run->cases[i].metrics[k].name);
        for (size_t i = 0; fact && i < run->workload_count; i++)
            for (size_t k = 0; k < run->workloads[i].fact_count; k++)
                if (!has(&known, run->workloads[i].facts[k].name))
                    name_list_add(&known, run->workloads[i].facts[k].name);
    }
    const char *kind = counter ? "counter" : metric ? "metric" : "fact";
    return has(&known, measure->name) || refuse(check, kind, measure->name, &known);
}

static bool names_check(struct check *check)
{
    const struct published_claim *claim = check->claim;
    if (!place_check(check, claim->a) || (*claim->b && !place_check(check, claim->b)))
        return false;
    for (const struct technique *const *t = check->names->techniques; *t && check->anywhere; t++)
        for (const struct bench *const *bench = (*t)->benches; *bench; bench++)
            axes_add(&check->axes, *bench);
    if (!expression_axes_check(check, claim->a) || !expression_axes_check(check, claim->b) ||
        !axis_check(check, claim->along))
        return false;
    for (size_t i = 0; i < claim->join_count; i++)
        if (!axis_check(check, claim->join[i]))
            return false;
    for (size_t i = 0; i < claim->range_count; i++)
        if (!axis_check(check, claim->ranges[i].axis))
            return false;
    const bool measured = is_measured(check);
    for (size_t i = 0; i < claim->condition_count; i++)
        if (!axis_check(check, claim->conditions[i].axis) ||
            !measure_check(check, &claim->conditions[i].measure, measured))
            return false;
    return measure_check(check, &claim->measure, measured) &&
           measure_check(check, &claim->measure_b, measured);
}

static bool cases_check(struct check *check, const struct published_plot_cases *cases)
{
    const char *all = strcmp(cases->variants, "*") == 0 ? "" : cases->variants;
    char place[4 * WORD_BYTES], word[WORD_BYTES];
    for (const char *at = all; *cases->bench; at += strcspn(at, "|") + 1) {
        snprintf(place, sizeof(place), "^%.95s\\.%.95s/%.*s/", cases->technique, cases->bench,
                 (int)strcspn(at, "|"), at);
        if (!place_check(check, place))
            return false;
        if (!strchr(at, '|'))
            break;
    }
    for (const char *at = cases->only; *at; at += strcspn(at, "/") + strspn(at, "/"))
        if (word_take(&at, word) && !axis_check(check, word))
            return false;
    return true;
}

static bool plot_check(struct check *check, const struct published_plot *plot)
{
    for (size_t i = 0; i < plot->row_count; i++)
        if (!cases_check(check, &plot->rows[i].cases))
            return false;
    return plot->row_count > 0 ||
           (cases_check(check, &plot->cases) && axis_check(check, plot->split) &&
            axis_check(check, plot->greatest) && axis_check(check, plot->follows) &&
            (plot->kind != PUBLISHED_ALONG_AXIS || axis_check(check, plot->along)));
}

bool claims_names_check(const struct claims_names *names, const struct published_list *list)
{
    for (size_t f = 0; f < list->count; f++) {
        const struct published *file = list->files[f];
        foreach (const struct published_claim, claim, file->claims, file->claim_count) {
            OWNED_BY(check_finish)
            struct check check = { .names = names, .file = file, .claim = claim, .id = claim->id };
            if (!*claim->untestable && !names_check(&check))
                return false;
        }
        foreach (const struct published_plot, plot, file->plots, file->plot_count) {
            OWNED_BY(check_finish)
            struct check check = { .names = names, .file = file, .id = plot->id };
            if (!plot_check(&check, plot))
                return false;
        }
    }
    return true;
}

/* Expected verdicts ---------------------------------------------------------------------------- */

/* Reports a fault of a file; "device 'x', claim 'y'" where it is, or "". */
static bool expected_refuse(const char *path, const char *where, const char *what)
{
    return message_refuse(
        "claims: --expect '%s': %s%s%s; claimcheck claims RUN.json --json writes such a file", path,
        where, *where ? ": " : "", what);
}

static bool claim_check(const json_t *claim, const char *device, size_t index, const char *path)
{
    const char *id = json_string_value(json_object_get(claim, "id"));
    const char *name = json_string_value(json_object_get(claim, "verdict"));
    char where[256], what[256] = "it has no verdict";
    static const char *const names[] = { "STRONGER",  "CONFIRMED",    "WEAKER",
                                         "NOT SEEN",  "CONTRADICTED", "MIXED",
                                         "UNDECIDED", "AT THE EDGE",  "NOT TESTABLE" };
    struct verdict verdict;
    if (id && name && verdict_find(name, &verdict))
        return true;
    if (id)
        snprintf(where, sizeof(where), "device '%.80s', claim '%.96s'", device, id);
    else
        snprintf(where, sizeof(where), "device '%.80s', claim %zu of it", device, index + 1);
    const char *nearest = name ? nearest_find(name, names, COUNT_OF(names)) : NULL;
    if (!id)
        snprintf(what, sizeof(what), "it has no id");
    else if (name)
        snprintf(what, sizeof(what), "there is no verdict '%.64s'%s%s%s", name,
                 nearest ? " (did you mean '" : "", nearest ? nearest : "", nearest ? "'?)" : "");
    return expected_refuse(path, where, what);
}

static bool device_check(const json_t *device, size_t index, const char *path)
{
    const json_t *claims = json_object_get(device, "claims");
    const char *name = json_string_value(json_object_get(device, "device"));
    char where[256];
    snprintf(where, sizeof(where), "device %zu", index + 1);
    if (!name)
        return expected_refuse(path, where, "it has no name");
    snprintf(where, sizeof(where), "device '%.80s'", name);
    if (!json_is_array(claims))
        return expected_refuse(path, where, "its claims are not an array");
    foreach_json (claim, claims)
        if (!claim_check(claim, name, claim_at, path))
            return false;
    return true;
}

static bool document_check(const json_t *document, const char *path)
{
    const json_t *devices = json_object_get(document, "devices");
    const json_t *version = json_object_get(document, "schema_version");
    if (!json_is_array(devices))
        return expected_refuse(path, "", "it is not a file of verdicts: devices is not an array");
    if (json_is_integer(version) && json_integer_value(version) == 1)
        return expected_refuse(path, "",
                               "its schema_version is 1, whose verdicts have other words");
    foreach_json (device, devices)
        if (!device_check(device, device_at, path))
            return false;
    return true;
}

/* Reads a file of verdicts, all of which are then known to be such. New reference; NULL with a
 * message that names the file, the claim and the remedy. */
static json_t *claims_expected_load(const char *path)
{
    json_error_t error;
    OWNED char *text = NULL;
    size_t bytes = 0;
    const int code = disk_load_text(path, &text, &bytes);
    if (code != 0) {
        message_error("claims: cannot read --expect '%s': %s", path, file_reason(code));
        return NULL;
    }
    json_auto_t *document = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error);
    if (!document) {
        char line[32];
        snprintf(line, sizeof(line), "line %d", error.line);
        expected_refuse(path, line, error.text);
    }
    return document && document_check(document, path) ? json_incref(document) : NULL;
}

/* How many verdicts are others; of how many is added to *compared, but for those that were not
 * testable then and are not now. */
static size_t device_compare(const struct claims_device *device, const json_t *expected,
                             size_t *compared)
{
    size_t changed = 0;
    foreach_json (claim, json_object_get(expected, "claims")) {
        const char *id = json_string_value(json_object_get(claim, "id"));
        const char *name = json_string_value(json_object_get(claim, "verdict"));
        const struct claims_entry *entry = NULL;
        for (size_t k = 0; k < device->entry_count && !entry; k++)
            if (strcmp(device->entries[k].claim->id, id) == 0)
                entry = &device->entries[k];
        char words[VERDICT_BYTES] = "no longer a claim";
        const bool same = entry && strcmp(verdict_words(entry->verdict, words), name) == 0;
        *compared += !same || entry->verdict.kind != VERDICT_NOT_TESTABLE;
        if (same)
            continue;
        message_note("claims: %s: %s: was %s, is %s%s%s", device->name, id, name, words,
                     entry && *entry->reason ? ": " : "", entry ? entry->reason : "");
        changed++;
    }
    return changed;
}

/* Skeleton ------------------------------------------------------------------------------------- */

static json_t *source_json(void)
{
    return json_value_object("where:t quote:t read:t", "Section 1, Table 1",
                             "The paper's own words.", "table");
}

/* The largest point of `paper` of a variant, as an expression: the second one that is an answer, or
 * the baseline. */
static void cases_add(struct text *cases, const struct technique *technique, bool baseline)
{
    const struct bench *bench = technique ? technique->benches[0] : NULL;
    const struct bench_variant *variant = bench ? bench->variants : NULL;
    if (!bench) {
        text_add(cases, baseline ? "^TECHNIQUE\\.BENCH/OLD/" : "^TECHNIQUE\\.BENCH/NEW/");
        return;
    }
    if (!baseline && variant[1].name && !variant[1].yardstick)
        variant++;
    text_add_format(cases, "^%s\\.%s/%s", technique->name, bench->name, variant->name);
    for (const struct bench_axis *axis = bench->axes; axis->name; axis++) {
        const char *comma = strrchr(axis->values[BENCH_PAPER], ',');
        text_add_format(cases, "/%s:%s", axis->name, comma ? comma + 1 : axis->values[BENCH_PAPER]);
    }
    text_add(cases, "(/|$)");
}

static json_t *claim_json(const char *id, const struct technique *technique)
{
    struct text name = { 0 }, a = { 0 }, b = { 0 };
    text_add_format(&name, "%s.faster", id);
    cases_add(&a, technique, false);
    cases_add(&b, technique, true);
    return json_value_object(
        "id:x statement:t source:o a:x b:x name_a:t name_b:t measure:t says:t number:t value:f "
        "note:t",
        &name, "The new method is faster than the old one.", source_json(), &a, &b,
        "the new method", "the old one", "judged", "faster", "paper", 2.5,
        "says: faster, slower, as_fast, share, ...; docs/guide/claims-and-verdicts.md lists them.");
}

/* The skeleton of a paper's file, whose reader takes it as it is. */
static json_t *skeleton_json(const char *id, const struct technique *technique)
{
    char date[32];
    const time_t now = time(NULL);
    struct tm day;
    strftime(date, sizeof(date), "%Y-%m-%d", gmtime_r(&now, &day));
    json_t *paper =
        json_value_object("id:t title:t authors:o kind:t year:t year_note:t doi:t doi_note:t", id,
                          "Title of the paper", json_pack("[s]", "Its first author"), "paper", NULL,
                          "To be filled in.", NULL, "To be filled in.");
    json_t *hardware = json_value_object("id:t device:t driver:t driver_note:t", "device",
                                         "The paper's GPU", NULL, "Not stated.");
    json_t *figure =
        json_value_object("id:o quantity:t value:f unit:t hardware:t parameters:o source:o",
                          json_sprintf("%s.table1.new", id), "time of the new method", 1.5, "ms",
                          "device", json_object(), source_json());
    return json_value_object("schema_version:i paper:o technique:t recorded:t hardware:o "
                             "protocol:o defaults:o figures:o claims:o plots:o",
                             2, paper, id, date, json_pack("[o]", hardware), json_array(),
                             json_value_object("hardware:t", "device"), json_pack("[o]", figure),
                             json_pack("[o]", claim_json(id, technique)), json_array());
}

/* Writes a new file, which the reader takes as it is, and says what to do next. Its ids begin with
 * the file's name; or, of a technique of a folder, with its own, and its cases are those of the
 * paper's largest point. NULL: none. Returns the exit code, 99 with a message where the file is
 * there already. */
static int claims_new(const char *path, const struct technique *technique)
{
    OWNED_TEXT struct text id = { 0 };
    /* The file's name as an id: letters, digits and lines below, "paper" where none is left. */
    const char *name = disk_base_name(technique ? technique->name : path);
    const size_t length = strcspn(name, ".");
    for (size_t i = 0; i < length; i++)
        if (isalnum((unsigned char)name[i]) || name[i] == '_')
            text_add_format(&id, "%c", tolower((unsigned char)name[i]));
    text_add(&id, id.length == 0 ? "paper" : "");
    json_auto_t *document = skeleton_json(text_string(&id), technique);
    OWNED char *text = json_value_dump(document, JSON_INDENT(2));
    const int failure = output_write(path, OUTPUT_NEW, text, strlen(text));
    if (failure != 0)
        return message_error("claims: cannot write --new '%s': %s", path, output_error(failure));
    message_wrote(path);
    const char *folder = technique ? technique->folder->path : NULL;
    OWNED char *own = folder ? text_make("%s/claims.json", folder) : need_copy(path);
    const bool moves = strcmp(own, path) != 0;
    message_note("claims: fill in the paper, its figures and claims "
                 "(docs/guide/claims-and-verdicts.md); then %s%s%sclaimcheck %s '%s'",
                 moves ? "move it to '" : "", moves ? own : "", moves ? "', and " : "",
                 folder ? "run --claims --technique" : "claims RUN.json --published",
                 folder ? folder : path);
    return EXIT_CODE_OK;
}

/* claims --------------------------------------------------------------------------------------- */

/* True of --claim with a claim, and no paper, whose claims begin with its id. */
static bool is_one(const struct options *options)
{
    const char *claim = options_value(options, "claim");
    return claim && strchr(claim, '.');
}

static int show(const struct claims *claims, const struct options *options)
{
    const enum sheet_style style = sheet_options_style(options);
    if (style == SHEET_JSON)
        return command_print_json(export_claims_json(claims));
    if (style != SHEET_TEXT || options_has(options, "brief"))
        return sheet_options_print(claims_view, claims, style, false);
    const bool verbose = options_has(options, "verbose") || is_one(options);
    const bool cut = console_is(CONSOLE_OUTPUT) && !verbose && !options_has(options, "all");
    claims_print(stdout, claims, verbose, cut ? TERMINAL_LINES : 0);
    return EXIT_CODE_OK;
}

/* Names the verdicts that differ from those expected. The exit code. */
static int expected_compare(const struct claims *claims, const json_t *expected, const char *path)
{
    size_t compared = 0, changed = 0;
    foreach (const struct claims_device, own, claims->devices, claims->device_count) {
        const json_t *found = NULL;
        const size_t before = compared;
        foreach_json (device, json_object_get(expected, "devices"))
            if (!found && strcmp(json_value_text_of(device, "device"), own->name) == 0)
                found = device;
        changed += found ? device_compare(own, found, &compared) : 0;
        if (compared == before)
            message_note("claims: '%s' has no verdicts of %s to compare, or none but NOT TESTABLE "
                         "on both sides",
                         path, own->name);
    }
    return changed > 0 ? EXIT_CODE_WRONG : compared > 0 ? EXIT_CODE_OK : EXIT_CODE_NOTHING;
}

static int conclude(const struct claims *claims, const struct run_list *runs,
                    const json_t *expected, const struct command_line *line)
{
    const struct options *options = line->options;
    size_t measured = 0, untestable = 0;
    for (size_t i = 0; i < claims->device_count; i++) {
        measured += claims->devices[i].measured;
        for (size_t k = 0; k < CLAIMS_ORIGIN_COUNT; k++)
            untestable += claims->devices[i].counts[k][VERDICT_CLASS_NOT_TESTABLE];
    }
    const int code = show(claims, options);
    if (code != EXIT_CODE_OK)
        return code;
    if (expected)
        return expected_compare(claims, expected, options_value(options, "expect"));
    const char *folder = options_value(options, "technique");
    const char *claim = options_value(options, "claim");
    if (measured == 0 && claim)
        message_note("claims: no case of '%s' is in these runs: measure it with "
                     "claimcheck run --claims='^%s%s'",
                     claim, claim, is_one(options) ? "$" : "[.]");
    else if (measured == 0 && !folder &&
             (folder = selection_technique_unknown(line->techniques, runs)))
        message_note("claims: these runs are of '%s', a folder's technique: name it, --technique "
                     "FOLDER",
                     folder);
    else if (measured == 0)
        message_note("claims: these runs have no case of any claim: claimcheck run --claims%s%s "
                     "measures them",
                     folder ? " --technique " : "", folder ? folder : "");
    else if (measured == untestable)
        message_note("claims: no claim could be tested by these runs: each line says why");
    return measured > untestable ? EXIT_CODE_OK : EXIT_CODE_NOTHING;
}

/* False with a message where verdicts of one card are asked for, and the runs are of several. */
static bool cards_check(const struct claims_request *request, const struct claims *claims)
{
    for (size_t i = 0; i < claims->device_count && request->unit == CLAIMS_UNIT_CARD; i++)
        if (claims->devices[i].card_count > 1)
            return message_refuse(
                "claims: --verdicts-of card: these are runs of %zu cards of %s: name those of one",
                claims->devices[i].card_count, claims->devices[i].name);
    return true;
}

static int each_judge(const struct claims_request *request, const struct options *options)
{
    OWNED_BY(claims_each_destroy) struct claims_each *each = claims_each_judge(request);
    const enum sheet_style style = sheet_options_style(options);
    bool several = false;
    for (size_t i = 0; i < each->device_count; i++)
        several = several || each->devices[i].together->run_count > 1;
    if (!cards_check(request, each->together))
        return EXIT_CODE_UNTRIED;
    if (several)
        return style == SHEET_JSON ? command_print_json(stability_json(each))
                                   : sheet_options_print(stability_view, each, style, false);
    message_note("claims: --each compares runs of a device, and no device here has two");
    return EXIT_CODE_NOTHING;
}

/* Makes the rows of each operand anew, which is a file of them or a device. */
static int rejudge(const struct published_list *list, const struct options *options)
{
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < options->positional_count; i++) {
        const char *operand = options->positionals[i];
        const int own =
            row_file_is(operand)
                ? row_file_rejudge(operand, list)
                : message_error("claims: --rejudge '%s': name a device or a file of rows, such as "
                                "results/cards/MODEL.jsonl.xz",
                                operand);
        code = code == EXIT_CODE_OK ? own : code;
    }
    return code;
}

static int judge(const struct command_line *line, const json_t *expected)
{
    const struct options *options = line->options;
    OWNED_BY(published_list_finish) struct published_list published = { 0 };
    OWNED_BY(run_list_finish) struct run_list runs = { 0 };
    int code = published_option_open(&published, line);
    if (code == EXIT_CODE_OK && options_has(options, "rejudge"))
        code = rejudge(&published, options);
    if (code == EXIT_CODE_OK)
        code = run_list_open(&runs, options, "claims", true);
    if (code == EXIT_CODE_OK)
        code = published_option_check(&published, line, run_list_runs(&runs), runs.count);
    if (code != EXIT_CODE_OK)
        return code;
    const struct published_claim *claim;
    if (!published_option_claim(&published, options_value(options, "claim"), "claims", &claim))
        return EXIT_CODE_UNTRIED;
    const char *within = options_value(options, "same-within"), *end = "";
    struct claims_request request = { .runs = run_list_runs(&runs),
                                      .run_count = runs.count,
                                      .published = published.files,
                                      .published_count = published.count,
                                      .claim = claim,
                                      .kappa = within ? file_number(within, &end) : 0 };
    if (options_has(options, "verdicts-of"))
        request.unit =
            options_is(options, "verdicts-of", "card") ? CLAIMS_UNIT_CARD : CLAIMS_UNIT_MODEL;
    if (within && (*end != 0 || !(request.kappa > 1) || !isfinite(request.kappa)))
        return message_error("claims: --same-within '%s': a factor above 1", within);
    if (options_has(options, "each"))
        return each_judge(&request, options);
    OWNED_BY(claims_destroy) struct claims *claims = claims_judge(&request);
    return cards_check(&request, claims) ? conclude(claims, &runs, expected, line)
                                         : EXIT_CODE_UNTRIED;
}

static int claims_run(const struct command_line *line)
{
    const char *expect = options_value(line->options, "expect");
    const char *new_file = options_value(line->options, "new");
    const struct technique *folder = *technique_folders_meant(line->techniques);
    folder = folder && folder->folder ? folder : NULL;
    if (new_file && line->options->given_count == (folder ? 2 : 1) &&
        line->options->positional_count == 0)
        return claims_new(new_file, folder);
    if (new_file)
        return message_error("claims: --new '%s' takes no run file, and no option but --technique",
                             new_file);
    if (line->options->positional_count == 0)
        return message_error("claims: which run file? claimcheck claims RUN.json");
    json_auto_t *expected = expect ? claims_expected_load(expect) : NULL;
    return expect && !expected ? EXIT_CODE_UNTRIED : judge(line, expected);
}

static const struct option_spec claims_options[] = {
    OPTION_FLAG("all", "every claim, everywhere"),
    OPTION_FLAG("brief", "a line for each claim that was measured"),
    OPTION("claim", "ID", "only this claim, as with --verbose; or only this paper's"),
    OPTION_FLAG("verbose", "the paper's words, every pair by name, known deviations"),
    SHEET_OPTIONS,
    OPTION_FLAG("json",
                "every claim with its pairs; docs/guide/claims-and-verdicts.md describes it"),
    OPTION_FLAG("markdown", "a table for a page"),
    OPTION_FLAG("csv", "a line for each claim, with the names of its cases"),
    OPTION_FLAG("each", "the verdicts of each run alone, where they differ from the joint ones"),
    OPTION("verdicts-of", "card|model",
           "verdicts on the one measured card, or on its model; unless given, card for runs of one "
           "card"),
    OPTION("same-within", "FACTOR", "the factor within which a gain counts as the same size; 1.5"),
    OPTION("expect", "FILE",
           "exit code 1 where a verdict differs from that in FILE, written by an earlier "
           "--json",
           .file = true),
    OPTION_FLAG("rejudge", "recomputes stale rows, from git's history"),
    OPTION("new", "PAPER.json", "writes the skeleton of a file of claims, for a paper of your own",
           .file = true),
    PUBLISHED_OPTION,
    OPTION_END,
};

const struct command command_claims = {
    .name = "claims",
    .arguments = "[RUN.json|DEVICE|PAPER|CLAIM...] [OPTIONS]",
    .summary = "judges each claim of the papers; several runs of a device are judged as one",
    .example = "claimcheck claims run.json",
    .options = claims_options,
    .choices = "brief|verbose|json|markdown|csv|format each|brief each|verbose each|expect "
               "claim|expect rejudge|published",
    .operands = true,
    .names = COMMAND_NAMES_ROWS,
    .takes_latest = true,
    .run = claims_run,
};
