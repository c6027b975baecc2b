/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <math.h>
#include <string.h>

/* check ---------------------------------------------------------------------------------------- */

/* Whether the checks of a folder's technique would see it broken. */

enum { KEY_BYTES = 160, REMEDY_BYTES = KEY_BYTES + 160, FAULT_BYTES = 64 };

static const double wait_s = 60; /* for a case as it is */

/* Up to STEPS_ALL steps each is tried; of more the first, middle and last turn of each that has
 * been executed more than TURNS_ALL times. */
enum { STEPS_ALL = 12, TURNS_ALL = 3 };

struct check {
    const struct command_line *line;
    const struct technique *technique; /* with one bench */
    const struct selection *selection; /* what is tried of it */
    bool shipped;                      /* by this build: it has several benches, which keys name */
    const char *device;
    json_t *document; /* technique.json; of a built-in one with its "excuses" */
    json_t *rows;     /* what was tried: key, step, result, reason */
    bool validate, software;
    size_t to_try, tried; /* variants */
    double begin_ns;
};

static void row_add(struct check *check, const char *key, const char *step, const char *result,
                    const char *reason)
{
    json_value_append(&check->rows, json_value_object("key:t step:t result:t reason:t", key, step,
                                                      result, reason));
}

/* The rows of a result. */
static size_t rows_of(const struct check *check, const char *result)
{
    size_t count = 0;
    foreach_json (row, check->rows)
        count += strcmp(json_value_text_of(row, "result"), result) == 0;
    return count;
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
};

static struct ends ends_count(const struct check_report *report, const char *variant)
{
    struct ends ends = { .reason = "" };
    foreach_json (c, report->cases) {
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
    }
    return ends;
}

/* Built-in techniques have several benches. */
static const char *key_of(const struct check *check, const char *variant, char key[KEY_BYTES])
{
    if (!check->shipped)
        return variant;
    snprintf(key, KEY_BYTES, "%s/%s", check->technique->benches[0]->name, variant);
    return key;
}

/* A variant as it is. The report has longest_s. */
static struct ends variant_try(struct check *check, const struct bench_variant *variant,
                               const char *threads, const char *how, struct check_report *report)
{
    static const char *const ended[] = { [CHECK_HUNG] = "no case ended within 120 s",
                                         [CHECK_CRASHED] = "the process crashed",
                                         [CHECK_UNTRIED] = "it could not be tried" };
    struct check_trial trial = trial_of(check, variant->name);
    trial.threads = threads;
    check_trial_run(&trial, report, 1);
    const struct ends ends = ends_count(report, variant->name);
    const char *message = json_value_text_of(report->head, "message");
    char own[KEY_BYTES], key[KEY_BYTES], reason[MESSAGE_BYTES];
    const char *result = ends.wrong > 0                                              ? "wrong"
                         : report->end != CHECK_DONE || ends.untried + ends.lost > 0 ? "not tried"
                         : ends.right > 0                                            ? "verified"
                         : ends.unsupported > 0                                      ? "unsupported"
                                                                                     : "not tried";
    snprintf(key, sizeof(key), "%s%s", key_of(check, variant->name, own), how);
    if (report->end != CHECK_DONE && ends.wrong == 0)
        snprintf(reason, sizeof(reason), "%s", *message ? message : ended[report->end]);
    else if (ends.right > 0 && !*ends.reason)
        snprintf(reason, sizeof(reason), "%zu case%s", COUNTED(ends.right));
    else
        snprintf(reason, sizeof(reason), "%s", ends.reason);
    row_add(check, key, "", result, reason);
    return ends;
}

/* Mutants -------------------------------------------------------------------------------------- */

/* Whether the key is that of an excuse, in which "*" stands for anything but a "/". */
static bool is_excuse_of(const char *excuse, const char *key)
{
    for (; *excuse != '*'; excuse++, key++)
        if (*excuse != *key || *key == 0)
            return *excuse == *key;
    for (; *key && *key != '/'; key++)
        if (is_excuse_of(excuse + 1, key))
            return true;
    return is_excuse_of(excuse + 1, key);
}

struct mutant {
    bool shortens; /* else skips */
    size_t number; /* of a step, or of a direct dispatch */
};

static const char *mutant_word(const struct mutant *mutant)
{
    return mutant->shortens ? "short" : "skip";
}

static void mutant_judge(struct check *check, const char *variant, const struct mutant *mutant,
                         const struct check_report *report)
{
    char own[KEY_BYTES], key[KEY_BYTES];
    const struct ends ends = ends_count(report, variant);
    snprintf(key, sizeof(key), "%.100s/%zu/%s", key_of(check, variant, own), mutant->number,
             mutant_word(mutant));
    if (report->end == CHECK_DONE && ends.unchanged > 0 && ends.right + ends.wrong + ends.lost == 0)
        return;
    const char *step = json_value_text_of(report->head, "step");
    const char *pattern, *excuse = "";
    json_t *reason;
    json_object_foreach(json_object_get(check->document, "excuses"), pattern, reason)
    {
        if (!*excuse && is_excuse_of(pattern, key))
            excuse = json_string_value(reason);
    }
    if (report->end == CHECK_HUNG || report->end == CHECK_CRASHED || ends.wrong + ends.lost > 0) {
        row_add(check, key, step, "caught",
                report->end == CHECK_HUNG      ? "it did not end"
                : report->end == CHECK_CRASHED ? "it crashed"
                                               : ends.reason);
    } else if (report->end == CHECK_UNTRIED || ends.untried > 0) {
        row_add(check, key, step, "not tried",
                *ends.reason ? ends.reason : json_value_text_of(report->head, "message"));
    } else if (*excuse) {
        row_add(check, key, step, "excused", excuse);
    } else {
        char remedy[REMEDY_BYTES];
        snprintf(remedy, sizeof(remedy),
                 "no case became wrong: add a \"check\" size that notices, or say why none can: "
                 "\"excuses\": {\"%s\": \"...\"}",
                 key);
        row_add(check, key, step, "survived", remedy);
    }
}

/* Steps of a case ------------------------------------------------------------------------------ */

/* Each line of gpu_fault_steps() of a case, which stands for a step of the file: an array of
 * [number of the step, number of the direct dispatch] for each time that it is executed. */
static json_t *places_of(const json_t *c, size_t *count)
{
    json_t *places = json_object();
    json_int_t direct = 0;
    *count = 0;
    for (const char *line = json_value_text_of(c, "steps"), *end; (end = strchr(line, '\n'));
         line = end + 1) {
        OWNED char *name = text_make("%.*s", (int)(end - line), line);
        if (!json_object_get(places, name))
            json_value_set(&places, name, json_array());
        direct += *line == '+';
        json_value_append_in(&places, name, json_pack("[I, I]", (json_int_t)++ * count, direct));
    }
    return places;
}

static int by_number(const void *a, const void *b)
{
    const struct mutant *one = a, *other = b;
    return one->shortens != other->shortens ? one->shortens - other->shortens
           : one->number < other->number    ? -1
                                            : one->number > other->number;
}

/* Each step of the case with most steps, and others' steps that it lacks. */
static size_t mutants_choose(const json_t *cases, struct mutant **mutants)
{
    size_t count = 0, room = 0, most = 0;
    json_auto_t *seen = json_object();
    *mutants = NULL;
    foreach_json (c, cases)
        most = fmax(most, strlen(json_value_text_of(c, "steps")));
    for (int others = 0; others < 2; others++)
        foreach_json (c, cases) {
            const char *name;
            json_t *list;
            size_t steps;
            if ((strlen(json_value_text_of(c, "steps")) < most) != others)
                continue;
            json_auto_t *places = places_of(c, &steps);
            json_object_foreach(places, name, list)
            {
                const size_t turns = json_array_size(list);
                const bool all = steps <= STEPS_ALL || turns <= TURNS_ALL;
                for (size_t t = 0; t < turns && !json_object_get(seen, name); t++) {
                    const json_t *place = json_array_get(list, t);
                    if (!all && t > 0 && t != turns / 2 && t != turns - 1)
                        continue;
                    for (size_t k = 0; k < 1 + (*name == '+'); k++) {
                        *mutants = need_room(*mutants, count, &room, sizeof(**mutants));
                        (*mutants)[count++] =
                            (struct mutant){ k > 0,
                                             (size_t)json_integer_value(json_array_get(place, k)) };
                    }
                }
            }
            json_object_update(seen, places);
        }
    if (count > 0)
        qsort(*mutants, count, sizeof(**mutants), by_number);
    return count;
}

/* Loops --------------------------------------------------------------------------------------- */

/* The most executions of each kernel in any case. */
static json_t *executions_of(const json_t *cases)
{
    json_t *most = json_object();
    foreach_json (c, cases) {
        const char *name;
        json_t *list;
        size_t steps;
        json_auto_t *places = places_of(c, &steps);
        json_object_foreach(places, name, list)
        {
            const char *slash = strrchr(name, '/');
            const json_int_t count = (json_int_t)json_array_size(list);
            if (slash && count > json_integer_value(json_object_get(most, slash + 1)))
                json_value_set(&most, slash + 1, json_integer(count));
        }
    }
    return most;
}

/* How many steps of the list, or below it, are of the kernel. */
static size_t steps_of(const json_t *steps, const char *kernel)
{
    size_t count = 0;
    foreach_json (step, steps)
        count += steps_of(json_object_get(step, "steps"), kernel) +
                 (strcmp(json_value_text_of(step, "kernel"), kernel) == 0);
    return count;
}

/* Names the loops whose kernels no case executes three times: what goes wrong from the third turn
 * on is then not seen. */
static void loops_look(struct check *check, const char *variant, const json_t *all,
                       const json_t *steps, const json_t *most)
{
    foreach_json (loop, steps) {
        const json_t *inner = json_object_get(loop, "steps");
        foreach_json (step, inner) {
            const char *kernel = json_value_text_of(step, "kernel");
            char own[KEY_BYTES], reason[MESSAGE_BYTES];
            OWNED char *stem = text_make("%.*s", (int)strcspn(kernel, "."), kernel);
            const size_t within = steps_of(inner, kernel), others = steps_of(all, kernel) - within,
                         times = (size_t)json_integer_value(json_object_get(most, stem));
            if (!*kernel || times >= TURNS_ALL * within + others)
                continue;
            snprintf(reason, sizeof(reason),
                     "no \"check\" size turns its loop three times: %s is executed %zu time%s",
                     kernel, COUNTED(times));
            row_add(check, key_of(check, variant, own), kernel, "few turns", reason);
            break;
        }
        loops_look(check, variant, all, inner, most);
    }
}

static void check_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "key", .title = "tried", .width = 26 },
        { .key = "result", .title = "result", .width = 11 },
        { .key = "step", .title = "changed", .width = 18 },
        { .key = "reason", .title = "why", .place = SHEET_OR_BELOW },
    };
    const struct check *check = of;
    SHEET_TABLE(sheet, columns, .name = "rows", .main = true);
    foreach_json (row, check->rows)
        SHEET_ROW(sheet, sheet_words(json_value_text_of(row, "key")),
                  sheet_words(json_value_text_of(row, "result")),
                  sheet_words(json_value_text_of(row, "step")),
                  sheet_words(json_value_text_of(row, "reason")));
    sheet_foot(sheet, "%zu mutant%s caught, %zu excused, %zu survived; %zu wrong, %zu not tried",
               COUNTED(rows_of(check, "caught")), rows_of(check, "excused"),
               rows_of(check, "survived"), rows_of(check, "wrong"), rows_of(check, "not tried"));
}

static int code_of(const struct check *check)
{
    return rows_of(check, "wrong") + rows_of(check, "survived") > 0 ? EXIT_CODE_WRONG
           : rows_of(check, "not tried") > 0                        ? EXIT_CODE_UNTRIED
           : rows_of(check, "caught") + rows_of(check, "excused") > 0
               ? EXIT_CODE_OK
               : message_nothing("check: no mutant was made, so nothing shows that a wrong "
                                 "answer would be seen: try a variant with steps");
}

/* Run ------------------------------------------------------------------------------------------ */

/* A key up to its variant; malloc'ed. */
static char *variant_part(const struct check *check, const char *key)
{
    size_t length = strcspn(key, "/");
    if (check->shipped && key[length])
        length += 1 + strcspn(key + length + 1, "/");
    return text_make("%.*s", (int)length, key);
}

/* An excuse that nothing needs hides the next survivor of that name. Where not all variants were
 * tried, it counts only if mutants of its variant were. */
static void excuses_check(struct check *check)
{
    const char *key;
    json_t *reason;
    json_object_foreach(json_object_get(check->document, "excuses"), key, reason)
    {
        bool needed = false, tried = !check->selection->places;
        OWNED char *wanted = variant_part(check, key);
        foreach_json (row, check->rows) {
            const char *row_key = json_value_text_of(row, "key");
            OWNED char *variant = variant_part(check, row_key);
            needed = needed || (is_excuse_of(key, row_key) &&
                                strcmp(json_value_text_of(row, "result"), "excused") == 0);
            tried = tried || (*json_value_text_of(row, "step") && is_excuse_of(wanted, variant));
        }
        if (!needed && tried)
            row_add(check, key, "", "wrong", "an excuse that no survivor needs: remove it");
    }
}

static void layers_look_for(struct check *check)
{
    struct check_report report;
    struct check_trial trial = trial_of(check, "no variant has this name");
    trial.validate = false;
    trial.probe = true;
    check_trial_run(&trial, &report, 1);
    check->software = json_is_true(json_object_get(report.head, "software"));
    if (report.end == CHECK_UNTRIED)
        row_add(check, "device", "", "not tried", json_value_text_of(report.head, "message"));
    check_trial_finish(&report);
    trial.validate = true;
    check_trial_run(&trial, &report, 1);
    check->validate = report.end == CHECK_DONE;
    if (!check->validate) {
        const char *why = json_value_text_of(report.head, "message");
        OWNED char *words = text_make("hazards between steps are not checked: %s",
                                      *why ? why : "the process that tried the layers ended early");
        row_add(check, "validation layers", "", "not here", words);
    }
    check_trial_finish(&report);
    if (check->software)
        row_add(check, "missing barriers", "", "not here",
                "a CPU driver runs the threads of a group in turn, so a kernel that lacks a "
                "barrier() may pass: check it on a GPU, too");
}

/* Runs mutants, one process as long as none of them ends it. */
static void mutants_run(struct check *check, const char *variant, const struct mutant *mutants,
                        size_t count, double longest_s)
{
    struct check_trial trial = trial_of(check, variant);
    OWNED char(*texts)[FAULT_BYTES] = need_zeroed(count, sizeof(*texts));
    OWNED const char **faults = need_zeroed(count + 1, sizeof(*faults));
    OWNED struct check_report *reports = need_zeroed(count, sizeof(*reports));
    for (size_t i = 0; i < count; i++) {
        snprintf(texts[i], FAULT_BYTES, "%s:%zu@.", mutant_word(&mutants[i]), mutants[i].number);
        faults[i] = texts[i];
    }
    trial.faults = faults;
    trial.threads = check->software ? "0" : NULL;
    trial.wait_s = 3 + 10 * longest_s; /* a CPU may be busy with more than it was before */
    check_trial_run(&trial, reports, count);
    for (size_t i = 0; i < count; i++) {
        mutant_judge(check, variant, &mutants[i], &reports[i]);
        check_trial_finish(&reports[i]);
    }
}

/* A variant as it is and broken. */
static void variant_check(struct check *check, const struct bench_variant *variant)
{
    OWNED_BY(check_trial_finish) struct check_report report = { 0 }, many = { 0 };
    OWNED struct mutant *mutants = NULL;
    char own[KEY_BYTES];
    const char *threads = check->software ? "0" : NULL;
    const struct ends ends =
        variant_try(check, variant, threads, check->software ? ", 1 thread" : "", &report);
    if (check->software && report.end == CHECK_DONE)
        variant_try(check, variant, "4", ", 4 threads", &many);
    const bool right =
        report.end == CHECK_DONE && ends.right > 0 && ends.wrong + ends.untried + ends.lost == 0;
    const size_t survivors = rows_of(check, "survived"),
                 count = right && !variant->yardstick ? mutants_choose(report.cases, &mutants) : 0;
    if (count > 0)
        mutants_run(check, variant->name, mutants, count, report.longest_s);
    if (right) {
        const json_t *steps = json_object_get(
            json_object_get(json_object_get(check->document, "variants"), variant->name), "steps");
        json_auto_t *most = executions_of(report.cases);
        loops_look(check, variant->name, steps, steps, most);
    }
    check->tried++;
    const double spent_s = 1e-9 * (clock_now_ns() - check->begin_ns);
    if (console_is(CONSOLE_ERROR))
        fputs("\r\033[K", stderr);
    message_note("check: %zu of %zu, %s: %zu mutant%s, %zu survived; %.0f s, about %.0f s left",
                 check->tried, check->to_try, key_of(check, variant->name, own), COUNTED(count),
                 rows_of(check, "survived") - survivors, spent_s,
                 spent_s / (double)check->tried * (double)(check->to_try - check->tried));
}

/* Whether a variant is tried: of this build it must have steps that can be broken, on a device. */
static bool is_tried(const struct check *check, const struct technique *technique,
                     const struct bench *bench, const struct bench_variant *variant)
{
    return selection_has(check->selection, technique, bench, variant) &&
           (!check->shipped || (!variant->api && !bench_variant_is_on_host(variant)));
}

/* The document of a technique of this build, or of a folder, whose file was read before. */
static json_t *document_of(const struct check *check, const struct technique *technique)
{
    const struct technique_steps *steps = technique->steps;
    if (check->shipped)
        return steps ? json_loadb(steps->text, steps->bytes, 0, NULL) : NULL;
    OWNED char *path = text_make("%s/technique.json", technique->folder->path);
    return json_load_file(path, 0, NULL);
}

/* Tries the variants of the techniques that the selection has. */
static int techniques_check(const struct command_line *line,
                            const struct technique *const *techniques,
                            const struct selection *selection)
{
    const double guess_s = 5; /* for one on two cores of a CPU driver, whose cases are small */
    json_auto_t *rows = json_array();
    struct check check = { .line = line,
                           .selection = selection,
                           .shipped = !techniques[0]->folder,
                           .device = options_value(line->options, "device"),
                           .rows = rows,
                           .begin_ns = clock_now_ns() };
    for (const struct technique *const *t = techniques; *t; t++)
        for (const struct bench *const *b = (*t)->benches; *b; b++)
            for (const struct bench_variant *v = (*b)->variants; v->name; v++)
                check.to_try += is_tried(&check, *t, *b, v);
    message_note("check: %zu variant%s, each as it is and with a step changed; perhaps %.0f s, and "
                 "a line says more after each",
                 COUNTED(check.to_try), guess_s * (double)check.to_try);
    for (const struct technique *const *t = techniques; *t; t++) {
        json_auto_t *document = document_of(&check, *t);
        if (!check.shipped && !document)
            return message_error("check: '%s/technique.json' cannot be read again",
                                 (*t)->folder->path);
        check.document = document;
        for (const struct bench *const *b = (*t)->benches; *b; b++) {
            const struct bench *const benches[] = { *b, NULL };
            struct technique alone = **t;
            if (!selection_has(selection, *t, *b, NULL))
                continue;
            alone.benches = benches;
            check.technique = &alone;
            if (json_array_size(rows) == 0)
                layers_look_for(&check);
            for (const struct bench_variant *v = (*b)->variants; v->name; v++)
                if (is_tried(&check, *t, *b, v))
                    variant_check(&check, v);
            if (b[1] == NULL)
                excuses_check(&check);
        }
    }
    const enum sheet_style style = sheet_options_style(line->options);
    const int code = sheet_options_print(check_view, &check, style, false);
    return code == EXIT_CODE_OK ? code_of(&check) : code;
}

static int check_run(const struct command_line *line)
{
    static const struct technique *const none[] = { NULL };
    OWNED_BY(technique_folders_finish) struct technique_folders folders = { 0 };
    OWNED_BY(selection_finish) struct selection selection = { 0 };
    if (line->options->positional_count != 1)
        return message_error("check: name one folder: claimcheck check FOLDER");
    const char *folder = line->options->positionals[0];
    const char *filter = options_value(line->options, "filter");
    OWNED char *path = text_make("%s/technique.json", folder);
    if (!os_path_is_there(path) && selection_init(&selection, line->techniques, &folder, 1, NULL)) {
        selection_finish(&selection);
        return selection_init(&selection, line->techniques, &folder, 1, filter)
                   ? techniques_check(line, line->techniques, &selection)
                   : message_error("check: %s", trouble_text());
    }
    if (!line->door)
        return message_error("check: this build reads no techniques from folders");
    technique_folders_init(&folders, line->door, none);
    const char *near = os_path_is_there(folder) ? NULL : selection_name(line->techniques, folder);
    if (!technique_folders_add(&folders, folder, true) || !published_cases_fit(folders.all))
        return message_error("check: %s%s%s%s", trouble_text(), near ? " (did you mean '" : "",
                             near ? near : "", near ? "'?)" : "");
    if (!technique_folders_trust(line->door, folders.all, line->command, line->options))
        return EXIT_CODE_UNTRIED;
    return selection_init(&selection, folders.all, NULL, 0, filter)
               ? techniques_check(line, folders.all, &selection)
               : message_error("check: %s", trouble_text());
}

static const struct option_spec check_options[] = {
    OPTION("device", "DEVICE", "index, part of a name or UUID; the best unless given"),
    OPTION("filter", "REGEX", "only variants with a case whose name matches"),
    TECHNIQUE_TRUST_OPTION,
    SHEET_OPTIONS,
    OPTION_END,
};

const struct command command_check = {
    .name = "check",
    .arguments = "FOLDER|NAME [OPTIONS]",
    .summary = "tests whether the checks of a technique find faults in it",
    .example = "claimcheck check my_technique",
    .options = check_options,
    .operands = true,
    .fresh_answers = true,
    .run = check_run,
};
