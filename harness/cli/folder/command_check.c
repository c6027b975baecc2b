/* SPDX-License-Identifier: MIT */
/* command_check.c: whether the checks of a folder's technique would see it broken. */
#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/plural.h"
#include "harness/base/trouble.h"
#include "harness/cli/command.h"
#include "harness/cli/folder/check_trial.h"
#include "harness/cli/session/published_cases.h"
#include "harness/cli/sheet_options.h"
#include "harness/cli/technique_folders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_BYTES = 160, REMEDY_BYTES = KEY_BYTES + 160, FAULT_BYTES = 64, PATH_BYTES = 4096 };

static const double wait_s = 120; /* of one trial */

enum { NEAR = 4 }; /* steps at each of the three places that are tried of many */

struct check {
    const struct command_line *line;
    const struct technique *technique;
    const char *device;
    json_t *document; /* technique.json */
    json_t *rows;     /* what was tried: key, step, result, reason */
    bool validate, software;
    size_t wrong, untried, unsupported, survivors, caught, excused;
};

static void row_add(struct check *check, const char *key, const char *step, const char *result,
                    const char *reason)
{
    json_array_append_new(check->rows, json_pack("{s:s, s:s, s:s, s:s}", "key", key, "step", step,
                                                 "result", result, "reason", reason));
}

static struct check_trial trial_of(const struct check *check, const char *variant)
{
    return (struct check_trial){ .measurer = check->line->measurer,
                                 .technique = check->technique,
                                 .device = check->device,
                                 .variant = variant,
                                 .validate = check->validate,
                                 .wait_s = wait_s };
}

/* Check of the folder unchanged --------------------------------------------------------------- */

struct ends {
    size_t right, wrong, lost, unsupported, untried, unchanged;
    const char *reason; /* of the first that is not right */
    json_int_t steps, dispatches;
};

static json_int_t larger(json_int_t a, const json_t *object, const char *key)
{
    const json_int_t b = json_integer_value(json_object_get(object, key));
    return a > b ? a : b;
}

/* How the cases of a variant have ended. */
static struct ends ends_count(const struct check_report *report, const char *variant)
{
    struct ends ends = { .reason = "" };
    size_t i;
    json_t *c;
    json_array_foreach(report->cases, i, c)
    {
        const char *status = json_value_text_of(c, "status"),
                   *reason = json_value_text_of(c, "reason");
        if (strcmp(json_value_text_of(c, "variant"), variant) != 0)
            continue;
        const bool right = strcmp(status, "ok") == 0 || strcmp(status, "verified") == 0;
        const bool unchanged = strcmp(status, "error") == 0 && strstr(reason, " changes nothing: ");
        const bool unsupported = strcmp(status, "unsupported") == 0;
        const bool lost = strcmp(status, "device_lost") == 0 || strcmp(status, "timeout") == 0;
        const bool untried = strcmp(status, "error") == 0 || strcmp(status, "skipped") == 0;
        ends.right += right;
        ends.unchanged += unchanged;
        ends.unsupported += unsupported;
        ends.untried += untried && !unchanged;
        ends.lost += lost;
        ends.wrong += !right && !untried && !unsupported && !lost;
        if (!*ends.reason && !right && !unchanged)
            ends.reason = reason;
        ends.steps = larger(ends.steps, c, "steps");
        ends.dispatches = larger(ends.dispatches, c, "dispatches");
    }
    return ends;
}

static void variant_judge(struct check *check, const struct check_report *report,
                          const struct bench_variant *variant, const char *how)
{
    const struct ends ends = ends_count(report, variant->name);
    char key[KEY_BYTES], reason[MESSAGE_BYTES];
    const char *result = ends.wrong > 0                 ? "wrong"
                         : ends.untried + ends.lost > 0 ? "not tried"
                         : ends.right > 0               ? "verified"
                         : ends.unsupported > 0         ? "unsupported"
                                                        : "not tried";
    snprintf(key, sizeof(key), "%s%s", variant->name, how);
    if (ends.right > 0 && !*ends.reason)
        snprintf(reason, sizeof(reason), "%zu case%s", ends.right, plural(ends.right, "", "s"));
    else
        snprintf(reason, sizeof(reason), "%s", ends.reason);
    check->wrong += ends.wrong > 0;
    check->untried += strcmp(result, "not tried") == 0;
    check->unsupported += strcmp(result, "unsupported") == 0;
    row_add(check, key, "", result, reason);
}

/* All variants as they are. False where the technique could not be tried. */
static bool variants_check(struct check *check, const char *threads, const char *how,
                           struct check_report *report)
{
    const char *ended[] = { [CHECK_HUNG] = "the process did not end within 120 s",
                            [CHECK_CRASHED] = "the process crashed",
                            [CHECK_UNTRIED] = "it could not be tried" };
    struct check_trial trial = trial_of(check, NULL);
    trial.threads = threads;
    check_trial_run(&trial, report);
    if (report->end != CHECK_DONE) {
        const char *message = json_value_text_of(report->head, "message");
        check->untried++;
        row_add(check, "all variants", "", "not tried", *message ? message : ended[report->end]);
        return false;
    }
    const struct bench *bench = check->technique->benches[0];
    for (const struct bench_variant *v = bench->variants; v->name; v++)
        variant_judge(check, report, v, how);
    return true;
}

/* Mutants -------------------------------------------------------------------------------------- */

static bool is_yardstick(const struct check *check, const char *variant)
{
    const json_t *variants = json_object_get(check->document, "variants");
    return json_is_true(json_object_get(json_object_get(variants, variant), "yardstick"));
}

/* Whether the key is that of an excuse, in which "*" stands for one number. */
static bool is_excuse_of(const char *excuse, const char *key)
{
    const size_t begin = strcspn(excuse, "*");
    if (!excuse[begin])
        return strcmp(excuse, key) == 0;
    return strncmp(excuse, key, begin) == 0 &&
           strcmp(key + begin + strspn(key + begin, "0123456789"), excuse + begin + 1) == 0;
}

static const char *excuse_of(const struct check *check, const char *key)
{
    const char *excuse;
    json_t *reason;
    json_object_foreach(json_object_get(check->document, "excuses"), excuse, reason)
    {
        if (is_excuse_of(excuse, key))
            return json_string_value(reason);
    }
    return "";
}

static void mutant_judge(struct check *check, const struct check_report *report,
                         const struct ends *ends, const char *key)
{
    const char *step = json_value_text_of(report->head, "step");
    const char *excuse = excuse_of(check, key);
    if (report->end == CHECK_HUNG || report->end == CHECK_CRASHED || ends->wrong + ends->lost > 0) {
        check->caught++;
        row_add(check, key, step, "caught",
                report->end == CHECK_HUNG      ? "it did not end"
                : report->end == CHECK_CRASHED ? "it crashed"
                                               : ends->reason);
    } else if (report->end == CHECK_UNTRIED || ends->untried > 0) {
        check->untried++;
        row_add(check, key, step, "not tried",
                *ends->reason ? ends->reason : json_value_text_of(report->head, "message"));
    } else if (*excuse) {
        check->excused++;
        row_add(check, key, step, "excused", excuse);
    } else {
        char remedy[REMEDY_BYTES];
        check->survivors++;
        snprintf(remedy, sizeof(remedy),
                 "no case became wrong: add a \"check\" size that notices, or say why none can: "
                 "\"excuses\": {\"%s\": \"...\"}",
                 key);
        row_add(check, key, step, "survived", remedy);
    }
}

static void mutant_check(struct check *check, const char *variant, json_int_t number,
                         const char *mutation)
{
    char key[KEY_BYTES], fault[FAULT_BYTES];
    struct check_report report;
    struct check_trial trial = trial_of(check, variant);
    snprintf(key, sizeof(key), "%s/%d/%s", variant, (int)number, mutation);
    snprintf(fault, sizeof(fault), "%s:%d@.", mutation, (int)number);
    trial.fault = fault;
    trial.threads = check->software ? "0" : NULL;
    check_trial_run(&trial, &report);
    const struct ends ends = ends_count(&report, variant);
    if (report.end != CHECK_DONE || ends.unchanged == 0 || ends.right + ends.wrong + ends.lost > 0)
        mutant_judge(check, &report, &ends, key);
    check_trial_finish(&report);
}

/* Loops make many steps: the first, some in the middle and the last are tried. */
static bool is_tried(json_int_t number, json_int_t count)
{
    return count <= 3 * NEAR || number <= NEAR || number > count - NEAR ||
           (number > (count - NEAR) / 2 && number <= (count + NEAR) / 2);
}

/* Each step left out, each dispatch one group short, of a variant that is right as it is. */
static void mutants_check(struct check *check, const struct check_report *report)
{
    const struct bench *bench = check->technique->benches[0];
    for (const struct bench_variant *v = bench->variants; v->name; v++) {
        const struct ends ends = ends_count(report, v->name);
        if (is_yardstick(check, v->name) || ends.wrong + ends.untried + ends.lost > 0 ||
            ends.right == 0)
            continue;
        for (json_int_t step = 1; step <= ends.steps; step++)
            if (is_tried(step, ends.steps))
                mutant_check(check, v->name, step, "skip");
        for (json_int_t dispatch = 1; dispatch <= ends.dispatches; dispatch++)
            if (is_tried(dispatch, ends.dispatches))
                mutant_check(check, v->name, dispatch, "short");
        if (ends.steps > 3 * NEAR)
            message_note("check: of the %lld steps of %s, turns of loops among them, the first, "
                         "middle and last %d are tried",
                         (long long)ends.steps, v->name, NEAR);
    }
}

static bool was_excused(const struct check *check, const char *key)
{
    size_t i;
    json_t *row;
    json_array_foreach(check->rows, i, row)
    {
        if (is_excuse_of(key, json_value_text_of(row, "key")) &&
            strcmp(json_value_text_of(row, "result"), "excused") == 0)
            return true;
    }
    return false;
}

/* An excuse that nothing needs hides the next survivor of that name. */
static void excuses_check(struct check *check)
{
    const char *key;
    json_t *reason;
    json_object_foreach(json_object_get(check->document, "excuses"), key, reason)
    {
        if (was_excused(check, key))
            continue;
        check->wrong++;
        row_add(check, key, "", "wrong", "an excuse that no survivor needs: remove it");
    }
}

/* Print ---------------------------------------------------------------------------------------- */

static void check_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "key", .title = "tried", .width = 26 },
        { .key = "result", .title = "result", .width = 11 },
        { .key = "step", .title = "changed", .width = 18 },
        { .key = "reason", .title = "why", .place = SHEET_OR_BELOW },
    };
    const struct check *check = of;
    size_t i;
    json_t *row;
    sheet_table(sheet,
                &(struct sheet_table){ .name = "rows", .main = true, SHEET_COLUMNS(columns) });
    json_array_foreach(check->rows, i, row)
        SHEET_ROW(sheet, sheet_words(json_value_text_of(row, "key")),
                  sheet_words(json_value_text_of(row, "result")),
                  sheet_words(json_value_text_of(row, "step")),
                  sheet_words(json_value_text_of(row, "reason")));
    sheet_foot(sheet, "%zu mutant%s caught, %zu excused, %zu survived; %zu wrong, %zu not tried",
               check->caught, plural(check->caught, "", "s"), check->excused, check->survivors,
               check->wrong, check->untried);
}

static int code_of(const struct check *check)
{
    if (check->wrong + check->survivors > 0)
        return EXIT_CODE_WRONG;
    if (check->untried > 0)
        return EXIT_CODE_UNTRIED;
    return check->caught + check->excused > 0 ? EXIT_CODE_OK : EXIT_CODE_NOTHING;
}

/* Run ------------------------------------------------------------------------------------------ */

/* Whether the validation layers are here, by a trial with them. */
static bool layers_are_here(struct check *check)
{
    struct check_report report;
    struct check_trial trial = trial_of(check, "no variant has this name");
    trial.validate = false;
    trial.probe = true;
    check_trial_run(&trial, &report);
    check->software = json_is_true(json_object_get(report.head, "software"));
    check_trial_finish(&report);
    trial.validate = true;
    check_trial_run(&trial, &report);
    const bool here = report.end == CHECK_DONE;
    check_trial_finish(&report);
    return here;
}

static void technique_check(struct check *check)
{
    struct check_report report, many = { 0 };
    check->validate = layers_are_here(check);
    if (!check->validate)
        row_add(check, "validation layers", "", "not here",
                "hazards between steps are not checked: install the layers");
    const char *threads = check->software ? "0" : NULL;
    if (variants_check(check, threads, check->software ? ", 1 thread" : "", &report)) {
        if (check->software)
            variants_check(check, "4", ", 4 threads", &many);
        mutants_check(check, &report);
        excuses_check(check);
    }
    check_trial_finish(&report);
    check_trial_finish(&many);
}

static int folder_check(const struct command_line *line, const char *folder,
                        const struct technique *technique, enum sheet_style style)
{
    char path[PATH_BYTES], *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof(path), "%s/technique.json", folder);
    disk_load_said(path, &text, &size);
    struct check check = { .line = line,
                           .technique = technique,
                           .device = options_value(line->options, "device"),
                           .document = text ? json_loadb(text, size, 0, NULL) : NULL,
                           .rows = json_array() };
    int code = EXIT_CODE_UNTRIED;
    free(text);
    if (!check.document || !check.rows) {
        message_error("check: '%s' cannot be read again", path);
    } else {
        technique_check(&check);
        const struct sheet_source source = { check_view, &check };
        code = sheet_options_print(&source, style, false);
        code = code == EXIT_CODE_OK ? code_of(&check) : code;
    }
    json_decref(check.document);
    json_decref(check.rows);
    return code;
}

static int check_run(const struct command_line *line)
{
    static const struct technique *const none[] = { NULL };
    struct technique_folders folders;
    if (line->options->positional_count != 1)
        return message_error("check: name one folder: claimcheck check FOLDER");
    const enum sheet_style style = sheet_options_style(line->options);
    const char *folder = line->options->positionals[0];
    if (!line->door)
        return message_error("check: this build reads no techniques from folders");
    technique_folders_init(&folders, line->door, none);
    int code;
    if (!technique_folders_add(&folders, folder, true))
        code = message_error("check: %s", trouble_text());
    else if (!published_cases_fit(folders.all))
        code = message_error("check: %s", trouble_text());
    else if (!technique_folders_trust(line->door, folders.all, line->command, line->options))
        code = EXIT_CODE_UNTRIED;
    else
        code = folder_check(line, folder, folders.all[0], style);
    technique_folders_finish(&folders);
    return code;
}

static const struct option_spec check_options[] = {
    OPTION("device", "DEVICE", "index, part of a name or UUID; the best unless given"),
    TECHNIQUE_TRUST_OPTION,
    SHEET_OPTIONS,
    OPTION_END,
};

const struct command command_check = {
    .name = "check",
    .arguments = "FOLDER [OPTIONS]",
    .summary = "tests whether the checks of a technique in a folder find faults in it",
    .example = "claimcheck check my_technique",
    .options = check_options,
    .operands = true,
    .fresh_answers = true,
    .run = check_run,
};
