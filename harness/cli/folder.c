/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/output.h"
#include "harness/base/plural.h"
#include "harness/base/process_run.h"
#include "harness/base/trouble.h"
#include "harness/cli/folder/template_files.h"
#include "harness/engine/measure/measure.h"
#include "harness/os/environment.h"
#include "harness/os/file.h"
#include "harness/os/path.h"
#include "harness/os/stream.h"
#include "harness/record/bench_kinds.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Trial ---------------------------------------------------------------------------------------- */

struct check_trial {
    const struct measurer *measurer;
    const struct technique *technique;
    const char *device;  /* selector; NULL: the best */
    const char *variant; /* the only one; NULL: all */
    const char *threads; /* of a driver on the CPU; NULL: as it likes */
    const char *fault;   /* as CLAIMCHECK_FAULT has it; NULL: none */
    bool validate;
    bool probe; /* nothing is executed: whether the device opens so */
    double wait_s;
};

enum check_end {
    CHECK_DONE,    /* the cases say how they ended */
    CHECK_HUNG,    /* it was ended when its time was up */
    CHECK_CRASHED, /* it ended by itself before it was done */
    CHECK_UNTRIED, /* there is a message */
};

/* To be finished. */
struct check_report {
    enum check_end end;
    json_t *head;  /* software, step (what was changed), or message and unsupported; may be NULL */
    json_t *cases; /* array: name, variant, status, reason, steps, dispatches */
};

enum { SEED = 1 };

/* In the process of the trial ------------------------------------------------------------------ */

/* A line of the report; takes over the value. False where it cannot be written. */
static bool line_write(json_t *value)
{
    const bool written = value && json_dumpf(value, stdout, JSON_COMPACT) == 0;
    json_decref(value);
    return written && putchar('\n') != EOF;
}

static bool untried(const char *message, bool unsupported)
{
    return line_write(json_pack("{s:s, s:b}", "message", message, "unsupported", unsupported));
}

static bool result_write(const struct result *result)
{
    const struct run_counters *counters = &result->c.counters;
    const double steps = counters->dispatches + counters->indirect_dispatches + counters->fills +
                         counters->copies - counters->read_backs;
    return line_write(json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:I}", "name", result->c.name, "variant", result->variant->name,
        "status", bench_status_name(result->c.status), "reason", result->reason, "steps",
        (json_int_t)steps, "dispatches", (json_int_t)counters->dispatches));
}

/* NULL: no plan, the device alone. */
static bool groups_run(const struct check_trial *trial, struct gpu *gpu, const struct plan *plan)
{
    const struct sampler_params params = { .gpu = gpu,
                                           .seed = SEED,
                                           .rules = sampler_rules_for(
                                               BENCH_QUICK, gpu_info_is_software(gpu_info(gpu))) };
    bool written = true;
    for (size_t i = 0; plan && i < plan->group_count && written; i++) {
        struct sampler_results outcome = { 0 };
        trial->measurer->run(&params, &plan->groups[i], &outcome);
        if (outcome.workload_failed)
            written = untried(outcome.message, false);
        for (size_t k = 0; k < outcome.count && written && !outcome.workload_failed; k++)
            written = result_write(&outcome.results[k]);
        const bool stop = outcome.device_unusable || outcome.workload_failed;
        sampler_results_finish(&outcome);
        if (stop)
            break;
    }
    return written &&
           line_write(json_pack("{s:b, s:s}", "software", gpu_info_is_software(gpu_info(gpu)),
                                "step", gpu_fault_step_name(gpu)));
}

static bool device_run(const struct check_trial *trial, const struct plan *plan)
{
    struct device_choice choice;
    enum gpu_result opened = GPU_ERROR;
    bool written;
    if (!device_choice_init(&choice, trial->measurer, trial->device)) {
        written = untried(trouble_text(), choice.code == EXIT_CODE_NOTHING);
    } else {
        const struct gpu_params params = { .identity = choice.infos[choice.index].identity,
                                           .validate = trial->validate };
        struct gpu *gpu = trial->measurer->open(&params, &opened);
        written =
            gpu ? groups_run(trial, gpu, plan) : untried(trouble_text(), opened == GPU_UNSUPPORTED);
        if (gpu)
            trial->measurer->close(&gpu);
    }
    device_choice_finish(&choice);
    return written;
}

/* Runs in the process of the trial: the environment is its own. */
static int trial_main(void *context)
{
    const struct check_trial *trial = context;
    const struct technique *const techniques[] = { trial->technique, NULL };
    char filter[PLAN_NAME_BYTES];
    struct plan plan;
    snprintf(filter, sizeof(filter), "^[^/]*/%s/", trial->variant ? trial->variant : "[^/]*");
    const struct plan_request request = { .techniques = techniques,
                                          .filter = filter,
                                          .check = PLAN_CHECK_ALONE,
                                          .without_baselines = true };
    if (trial->threads)
        os_environment_set("LP_NUM_THREADS", trial->threads);
    os_environment_set("CLAIMCHECK_FAULT", trial->fault);
    bool written;
    if (trial->probe) {
        written = device_run(trial, NULL);
    } else if (!fault_init() || !plan_init(&plan, &request)) {
        written = untried(trouble_text(), false);
    } else {
        written = device_run(trial, &plan);
        plan_finish(&plan);
    }
    return fflush(stdout) == 0 && written ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Job of a process that is no copy of this one ------------------------------------------------- */

static json_t *job_text(const char *text)
{
    return text ? json_line_text(text) : json_null();
}

/* malloc'ed. */
static char *job_write(const struct check_trial *trial)
{
    const struct technique_folder *folder = trial->technique->folder;
    json_t *job =
        json_pack("{s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:b, s:b}", "folder",
                  job_text(folder ? folder->path : NULL), "technique", trial->technique->name,
                  "bench", trial->technique->benches[0]->name, "device", job_text(trial->device),
                  "variant", job_text(trial->variant), "threads", job_text(trial->threads), "fault",
                  job_text(trial->fault), "validate", trial->validate, "probe", trial->probe);
    char *text = json_value_dump(job, JSON_COMPACT);
    json_decref(job);
    return text;
}

static char *job_read(const json_t *job, const char *key)
{
    return json_line_text_read(json_object_get(job, key));
}

/* A bench of the executable, as the only one of its technique; false where there is none. */
static bool shipped_find(const struct technique *const *techniques, const json_t *job,
                         struct technique *technique, const struct bench *benches[2])
{
    const char *name = json_value_text_of(job, "technique"),
               *bench = json_value_text_of(job, "bench");
    benches[0] = plan_bench_find(techniques, name, bench);
    if (!benches[0])
        return false;
    *technique = *plan_technique_find(techniques, name);
    technique->benches = benches;
    return true;
}

int check_trial_main(const char *text, const struct technique *const *techniques,
                     const struct technique_door *door, const struct measurer *measurer)
{
    static const struct technique *const none[] = { NULL };
    json_t *job = json_loads(text, 0, NULL);
    if (!json_is_object(job)) {
        json_decref(job);
        return message_error(CHECK_TRIAL_COMMAND " is started by claimcheck check only");
    }
    char *folder = job_read(job, "folder"), *device = job_read(job, "device"),
         *variant = job_read(job, "variant"), *threads = job_read(job, "threads"),
         *fault = job_read(job, "fault");
    struct technique_folders folders;
    int code = EXIT_FAILURE;
    technique_folders_init(&folders, door, none);
    const struct bench *benches[2] = { NULL };
    struct technique shipped;
    trouble("its job names no folder");
    if (folder ? technique_folders_add(&folders, folder, true)
               : shipped_find(techniques, job, &shipped, benches)) {
        struct check_trial trial = { .measurer = measurer,
                                     .technique = folder ? folders.all[0] : &shipped,
                                     .device = device,
                                     .variant = variant,
                                     .threads = threads,
                                     .fault = fault,
                                     .validate = json_is_true(json_object_get(job, "validate")),
                                     .probe = json_is_true(json_object_get(job, "probe")) };
        code = trial_main(&trial);
    } else if (untried(trouble_text(), false)) {
        code = fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    technique_folders_finish(&folders);
    free(folder);
    free(device);
    free(variant);
    free(threads);
    free(fault);
    json_decref(job);
    return code;
}

/* Outside of it -------------------------------------------------------------------------------- */

/* Returns 0 or an errno. */
static int trial_start(const struct check_trial *trial, struct process_run *run)
{
    fflush(stdout);
    int failure = process_run_start(run);
    if (failure != ENOSYS)
        return failure;
    char *job = job_write(trial), name[] = "claimcheck", command[] = CHECK_TRIAL_COMMAND;
    char *const words[] = { name, command, job, NULL };
    run->plan.run = NULL;
    run->plan.program = process_self;
    run->plan.words = words;
    failure = process_run_start(run);
    free(job);
    return failure;
}

/* Ends with CHECK_UNTRIED, too, where no memory or file is left. */
static void check_trial_run(const struct check_trial *trial, struct check_report *report)
{
    FILE *file = os_stream_scratch();
    *report = (struct check_report){ CHECK_UNTRIED, json_object(), json_array() };
    if (!file)
        return;
    struct process_run run = { .plan = { .run = trial_main,
                                         .context = (void *)trial,
                                         .descriptors = { 0, os_file_of(file) },
                                         .is_group = true },
                               .wait_ms = 1000 * trial->wait_s,
                               .stop_ms = 1000,
                               .who = "a program of a folder",
                               .words = "claimcheck check" };
    if (trial_start(trial, &run) == 0) {
        process_run_wait(&run);
        /* Lines that are whole; the last one may be cut where the process was. */
        json_t *line;
        rewind(file);
        while ((line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL))) {
            if (json_object_get(line, "name"))
                json_array_append(report->cases, line);
            else
                json_object_update(report->head, line);
            json_decref(line);
        }
        const bool whole = run.end == PROCESS_RUN_DONE &&
                           json_object_get(report->head, "software"); /* in its last line */
        report->end = run.end == PROCESS_RUN_LATE ? CHECK_HUNG : whole ? CHECK_DONE : CHECK_CRASHED;
        if (json_object_get(report->head, "message"))
            report->end = CHECK_UNTRIED;
    }
    fclose(file);
}

static void check_trial_finish(struct check_report *report)
{
    json_decref(report->head);
    json_decref(report->cases);
    *report = (struct check_report){ 0 };
}

/* check ---------------------------------------------------------------------------------------- */

/* Whether the checks of a folder's technique would see it broken. */

enum { KEY_BYTES = 160, REMEDY_BYTES = KEY_BYTES + 160, FAULT_BYTES = 64, PATH_BYTES = 4096 };

static const double wait_s = 120; /* of one trial */

enum { NEAR = 4 }; /* steps at each of the three places that are tried of many */

struct check {
    const struct command_line *line;
    const struct technique *technique; /* with one bench */
    const struct selection *selection; /* of a built-in one; NULL: all variants of a folder */
    const char *device;
    json_t *document; /* technique.json; of a built-in one with its "excuses" */
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

/* Built-in techniques have several benches. */
static const char *key_of(const struct check *check, const char *variant, char key[KEY_BYTES])
{
    if (!check->selection)
        return variant;
    snprintf(key, KEY_BYTES, "%s/%s", check->technique->benches[0]->name, variant);
    return key;
}

/* A variant as it is, or with NULL all. False where the technique could not be tried. */
static bool variants_check(struct check *check, const struct bench_variant *variant,
                           const char *threads, const char *how, struct check_report *report)
{
    const char *ended[] = { [CHECK_HUNG] = "the process did not end within 120 s",
                            [CHECK_CRASHED] = "the process crashed",
                            [CHECK_UNTRIED] = "it could not be tried" };
    struct check_trial trial = trial_of(check, variant ? variant->name : NULL);
    trial.threads = threads;
    check_trial_run(&trial, report);
    if (report->end != CHECK_DONE) {
        const char *message = json_value_text_of(report->head, "message");
        check->untried++;
        char key[KEY_BYTES];
        row_add(check, variant ? key_of(check, variant->name, key) : "all variants", "",
                "not tried", *message ? message : ended[report->end]);
        return false;
    }
    const struct bench *bench = check->technique->benches[0];
    for (const struct bench_variant *v = bench->variants; v->name; v++) {
        if (variant && v != variant)
            continue;
        const struct ends ends = ends_count(report, v->name);
        char own[KEY_BYTES], key[KEY_BYTES], reason[MESSAGE_BYTES];
        const char *result = ends.wrong > 0                 ? "wrong"
                             : ends.untried + ends.lost > 0 ? "not tried"
                             : ends.right > 0               ? "verified"
                             : ends.unsupported > 0         ? "unsupported"
                                                            : "not tried";
        snprintf(key, sizeof(key), "%s%s", key_of(check, v->name, own), how);
        if (ends.right > 0 && !*ends.reason)
            snprintf(reason, sizeof(reason), "%zu case%s", ends.right, plural(ends.right, "", "s"));
        else
            snprintf(reason, sizeof(reason), "%s", ends.reason);
        check->wrong += ends.wrong > 0;
        check->untried += strcmp(result, "not tried") == 0;
        check->unsupported += strcmp(result, "unsupported") == 0;
        row_add(check, key, "", result, reason);
    }
    return true;
}

/* Mutants -------------------------------------------------------------------------------------- */

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

static void mutant_check(struct check *check, const char *variant, json_int_t number,
                         const char *mutation)
{
    char own[KEY_BYTES], key[KEY_BYTES], fault[FAULT_BYTES];
    struct check_report report;
    struct check_trial trial = trial_of(check, variant);
    snprintf(key, sizeof(key), "%.100s/%d/%.20s", key_of(check, variant, own), (int)number,
             mutation);
    snprintf(fault, sizeof(fault), "%s:%d@.", mutation, (int)number);
    trial.fault = fault;
    trial.threads = check->software ? "0" : NULL;
    check_trial_run(&trial, &report);
    const struct ends ends = ends_count(&report, variant);
    if (report.end != CHECK_DONE || ends.unchanged == 0 ||
        ends.right + ends.wrong + ends.lost > 0) {
        const char *step = json_value_text_of(report.head, "step");
        const char *excuse = excuse_of(check, key);
        if (report.end == CHECK_HUNG || report.end == CHECK_CRASHED || ends.wrong + ends.lost > 0) {
            check->caught++;
            row_add(check, key, step, "caught",
                    report.end == CHECK_HUNG      ? "it did not end"
                    : report.end == CHECK_CRASHED ? "it crashed"
                                                  : ends.reason);
        } else if (report.end == CHECK_UNTRIED || ends.untried > 0) {
            check->untried++;
            row_add(check, key, step, "not tried",
                    *ends.reason ? ends.reason : json_value_text_of(report.head, "message"));
        } else if (*excuse) {
            check->excused++;
            row_add(check, key, step, "excused", excuse);
        } else {
            char remedy[REMEDY_BYTES];
            check->survivors++;
            snprintf(
                remedy, sizeof(remedy),
                "no case became wrong: add a \"check\" size that notices, or say why none can: "
                "\"excuses\": {\"%s\": \"...\"}",
                key);
            row_add(check, key, step, "survived", remedy);
        }
    }
    check_trial_finish(&report);
}

/* Loops make many steps: the first, some in the middle and the last are tried. */
static bool is_tried(json_int_t number, json_int_t count)
{
    return count <= 3 * NEAR || number <= NEAR || number > count - NEAR ||
           (number > (count - NEAR) / 2 && number <= (count + NEAR) / 2);
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

/* Whether rows are of the same variant: of a built-in technique perhaps not all were tried. */
static bool was_tried(const struct check *check, const char *key)
{
    const char *bench_end = strchr(key, '/'), *end = bench_end ? strchr(bench_end + 1, '/') : NULL;
    size_t i;
    json_t *row;
    if (!check->selection)
        return true;
    json_array_foreach(check->rows, i, row)
    {
        if (end && strncmp(json_value_text_of(row, "key"), key, (size_t)(end - key) + 1) == 0)
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
        if (was_excused(check, key) || !was_tried(check, key))
            continue;
        check->wrong++;
        row_add(check, key, "", "wrong", "an excuse that no survivor needs: remove it");
    }
}

static void layers_look_for(struct check *check)
{
    check->validate = layers_are_here(check);
    if (!check->validate)
        row_add(check, "validation layers", "", "not here",
                "hazards between steps are not checked: install the layers");
}

/* A variant, or with NULL all, as it is and broken. False where it could not be tried. */
static bool variant_check(struct check *check, const struct bench_variant *variant)
{
    struct check_report report, many = { 0 };
    const char *threads = check->software ? "0" : NULL;
    const bool tried =
        variants_check(check, variant, threads, check->software ? ", 1 thread" : "", &report);
    if (tried) {
        if (check->software)
            variants_check(check, variant, "4", ", 4 threads", &many);
        /* Each step left out, each dispatch one group short, of a variant that is right. */
        const struct bench *bench = check->technique->benches[0];
        for (const struct bench_variant *v = bench->variants; v->name; v++) {
            const struct ends ends = ends_count(&report, v->name);
            if ((variant && v != variant) || v->yardstick || ends.right == 0 ||
                ends.wrong + ends.untried + ends.lost > 0)
                continue;
            for (json_int_t step = 1; step <= ends.steps; step++)
                if (is_tried(step, ends.steps))
                    mutant_check(check, v->name, step, "skip");
            for (json_int_t dispatch = 1; dispatch <= ends.dispatches; dispatch++)
                if (is_tried(dispatch, ends.dispatches))
                    mutant_check(check, v->name, dispatch, "short");
            if (ends.steps > 3 * NEAR)
                message_note(
                    "check: of the %lld steps of %s, turns of loops among them, the first, "
                    "middle and last %d are tried",
                    (long long)ends.steps, v->name, NEAR);
        }
    }
    check_trial_finish(&report);
    check_trial_finish(&many);
    return tried;
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
        layers_look_for(&check);
        if (variant_check(&check, NULL))
            excuses_check(&check);
        const struct sheet_source source = { check_view, &check };
        code = sheet_options_print(&source, style, false);
        code = code == EXIT_CODE_OK ? code_of(&check) : code;
    }
    json_decref(check.document);
    json_decref(check.rows);
    return code;
}

/* The variants of the executable that the selection has, on a device. */
static int shipped_check(const struct command_line *line, const struct selection *selection,
                         enum sheet_style style)
{
    struct check check = { .line = line,
                           .selection = selection,
                           .device = options_value(line->options, "device"),
                           .rows = json_array() };
    for (const struct technique *const *t = line->techniques; *t; t++) {
        const struct technique_steps *steps = (*t)->steps;
        for (const struct bench *const *b = (*t)->benches; *b; b++) {
            const struct bench *const benches[] = { *b, NULL };
            struct technique alone = **t;
            if (!selection_has_bench(selection, *b))
                continue;
            alone.benches = benches;
            check.technique = &alone;
            if (json_array_size(check.rows) == 0)
                layers_look_for(&check);
            check.document = steps ? json_loadb(steps->text, steps->bytes, 0, NULL) : NULL;
            for (const struct bench_variant *v = (*b)->variants; v->name; v++)
                if (selection_has(selection, *b, v) && !bench_variant_is_on_host(v))
                    variant_check(&check, v);
            if (b[1] == NULL)
                excuses_check(&check);
            json_decref(check.document);
        }
    }
    const struct sheet_source source = { check_view, &check };
    const int code = sheet_options_print(&source, style, false);
    json_decref(check.rows);
    return code == EXIT_CODE_OK ? code_of(&check) : code;
}

static int check_run(const struct command_line *line)
{
    static const struct technique *const none[] = { NULL };
    struct technique_folders folders;
    if (line->options->positional_count != 1)
        return message_error("check: name one folder: claimcheck check FOLDER");
    const enum sheet_style style = sheet_options_style(line->options);
    const char *folder = line->options->positionals[0];
    struct selection selection;
    char *path = text_make("%s/technique.json", folder);
    const bool is_folder = os_path_is_there(path);
    free(path);
    if (!is_folder && selection_init(&selection, line->techniques, &folder, 1, NULL)) {
        const int shipped = shipped_check(line, &selection, style);
        selection_finish(&selection);
        return shipped;
    }
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
    .arguments = "FOLDER|NAME [OPTIONS]",
    .summary = "tests whether the checks of a technique find faults in it",
    .example = "claimcheck check my_technique",
    .options = check_options,
    .operands = true,
    .fresh_answers = true,
    .run = check_run,
};

/* new ------------------------------------------------------------------------------------------ */

/* The name in the template, which the folder's takes the place of. */
static const char placeholder[] = "my_technique";

enum { NAME_BYTES = 64 };

/* The last part of the path as the name of a technique. False where it is none. */
static bool name_take(const char *folder, char name[NAME_BYTES])
{
    size_t length = strlen(folder);
    while (length > 1 && os_path_separates(folder[length - 1]))
        length--;
    size_t first = length;
    while (first > 0 && !os_path_separates(folder[first - 1]))
        first--;
    if (length - first >= NAME_BYTES)
        return false;
    snprintf(name, NAME_BYTES, "%.*s", (int)(length - first), folder + first);
    bool legal = islower((unsigned char)name[0]);
    for (const char *c = name; *c; c++)
        legal = legal && (islower((unsigned char)*c) || isdigit((unsigned char)*c) || *c == '_');
    return legal;
}

/* Writes one file with the technique's name in it. Returns 0 or an errno. */
static int file_write(const char *folder, const struct template_files *file, const char *name)
{
    char path[PATH_BYTES];
    struct text text = { 0 };
    const char *at = file->text, *end = file->text + file->bytes;
    const size_t length = strlen(placeholder);
    if (snprintf(path, sizeof(path), "%s/%s", folder, file->name) >= (int)sizeof(path))
        return ENAMETOOLONG;
    while (at < end) {
        const bool found = (size_t)(end - at) >= length && memcmp(at, placeholder, length) == 0;
        text_add_bytes(&text, found ? name : at, found ? strlen(name) : 1);
        at += found ? length : 1;
    }
    const int code = output_write(path, OUTPUT_NEW, text_string(&text), text.length);
    text_finish(&text);
    return code;
}

static int new_run(const struct command_line *line)
{
    char name[NAME_BYTES];
    if (line->options->positional_count != 1)
        return message_error("new: name one folder: claimcheck new my_technique");
    const char *folder = line->options->positionals[0];
    if (!name_take(folder, name))
        return message_error(
            "new: '%s' is not a name of a technique: name the folder in lower-case "
            "letters, digits and '_', such as my_scan",
            folder);
    for (const struct technique *const *t = line->techniques; *t; t++)
        if (strcmp((*t)->name, name) == 0 || ((*t)->alias && strcmp((*t)->alias, name) == 0))
            return message_error(
                "new: there is a technique '%s' in this build: name another folder", name);
    /* 0 for a folder that is not there, or is empty; else an errno. */
    size_t count = 0;
    char **names = os_path_names(folder, &count);
    int failure = names ? (count > 0 ? ENOTEMPTY : 0) : errno == ENOENT ? 0 : errno;
    os_path_names_free(&names);
    if (failure == ENOTEMPTY)
        return message_error("new: '%s' is not empty: name a new folder", folder);
    if (failure == 0)
        failure = os_path_make_folder(folder, 0777);
    failure = failure == EEXIST ? 0 : failure;
    for (const struct template_files *file = template_files; failure == 0 && file->name; file++)
        failure = file_write(folder, file, name);
    if (failure != 0)
        return message_error("new: cannot write '%s': %s", folder, output_error(failure));
    char word[PATH_BYTES];
    disk_shell_word(folder, word, sizeof(word));
    for (const struct template_files *file = template_files; file->name; file++)
        printf("wrote %s/%s\n", folder, file->name);
    printf("next  claimcheck check %s\n      claimcheck run --technique %s --filter '^%s[.]'\n",
           word, word, name);
    return EXIT_CODE_OK;
}

static const struct option_spec new_options[] = { OPTION_END };

const struct command command_new = {
    .name = "new",
    .arguments = "FOLDER",
    .summary = "writes a small technique into a folder: kernel, reference, claims",
    .example = "claimcheck new my_technique",
    .options = new_options,
    .operands = true,
    .run = new_run,
};
