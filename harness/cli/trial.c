/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static const char list_fault[] = "list@.";

enum { SEED = 1, INPUTS_BYTES = 256 << 20 };

/* In the process of the trial ------------------------------------------------------------------ */

/* A line of the report; takes over the value. False where it cannot be written. */
static bool line_write(json_t *value)
{
    return json_value_write(stdout, value, JSON_COMPACT) && putchar('\n') != EOF &&
           fflush(stdout) == 0;
}

static bool untried(const char *message, bool unsupported)
{
    return line_write(json_value_object("message:t unsupported:b", message, unsupported));
}

/* Shared by the passes of a process. */
struct passes {
    const struct check_trial *trial;
    struct gpu *gpu;
    const struct plan *plan; /* NULL: none, the device alone */
    struct input_cache *inputs;
    size_t first; /* the group that found the last mutant, which often finds the next one, too */
    bool ends;    /* the device or the workload is of no more use */
};

static bool pass_run(struct passes *passes, const char *fault)
{
    const struct gpu *gpu = passes->gpu;
    const bool software = gpu_info_is_software(gpu_info(gpu)), lists = fault == list_fault;
    const struct sampler_params params = { .gpu = passes->gpu,
                                           .seed = SEED,
                                           .rules = sampler_rules_for(BENCH_QUICK, software),
                                           .shelf = passes->inputs };
    const size_t count = passes->plan ? passes->plan->group_count : 0, first = passes->first;
    bool written = true, found = false;
    for (size_t k = 0; k < count && written && !passes->ends && (lists || !found); k++) {
        const size_t i = k == 0 ? first : k - (k <= first);
        OWNED_BY(sampler_results_finish) struct sampler_results outcome = { 0 };
        passes->trial->measurer->run(&params, &passes->plan->groups[i], &outcome);
        if (outcome.workload_failed)
            written = untried(outcome.message, false);
        for (size_t r = 0; r < outcome.count && written && !outcome.workload_failed; r++) {
            const struct result *result = &outcome.results[r];
            const enum bench_status status = result->c.status;
            written = line_write(json_value_object(
                "name:t variant:t status:t reason:t steps:t", result->c.name, result->variant->name,
                bench_status_name(status), result->reason, gpu_fault_steps(gpu)));
            /* The other cases need not be tried. */
            found = found || status == BENCH_FAILED_VERIFY || status == BENCH_SUSPECT ||
                    status == BENCH_DEVICE_LOST || status == BENCH_TIMEOUT;
        }
        passes->first = found ? i : first;
        passes->ends = outcome.device_unusable || outcome.workload_failed;
    }
    return written && line_write(json_value_object("pass:t software:b step:t", fault, software,
                                                   gpu_fault_step_name(gpu)));
}

static bool passes_run(const struct check_trial *trial, struct gpu *gpu, const struct plan *plan)
{
    static const char *const alone[] = { list_fault, NULL };
    const char *const *faults = trial->faults ? trial->faults : alone;
    OWNED_BY(input_cache_destroy) struct input_cache *inputs = input_cache_create(INPUTS_BYTES);
    struct passes passes = { trial, gpu, plan, inputs, 0, false };
    size_t count = 0;
    bool written = true;
    while (faults[count])
        count++;
    for (size_t i = 0; i < count && written && !passes.ends; i++) {
        if (trial->faults && console_is(CONSOLE_ERROR))
            fprintf(stderr, "\rcheck: %s: mutant %zu of %zu\033[K", trial->variant, i + 1, count);
        written =
            fault_plant(faults[i]) ? pass_run(&passes, faults[i]) : untried(trouble_text(), false);
    }
    return written;
}

static bool device_run(const struct check_trial *trial, const struct plan *plan)
{
    OWNED_BY(device_choice_finish) struct device_choice choice = { 0 };
    enum gpu_result opened = GPU_ERROR;
    if (!device_choice_init(&choice, trial->measurer, trial->device))
        return untried(trouble_text(), choice.code == EXIT_CODE_NOTHING);
    const struct gpu_params params = { .identity = choice.infos[choice.index].identity,
                                       .validate = trial->validate,
                                       .wait_ns = (uint64_t)(1e9 * trial->wait_s) };
    struct gpu *gpu = trial->measurer->open(&params, &opened);
    if (!gpu)
        return untried(trouble_text(), opened == GPU_UNSUPPORTED);
    const bool written = passes_run(trial, gpu, plan);
    trial->measurer->close(&gpu);
    return written;
}

/* Runs in the process of the trial: the environment is its own. */
static int trial_main(void *context)
{
    const struct check_trial *trial = context;
    const struct technique *const techniques[] = { trial->technique, NULL };
    char filter[PLAN_NAME_BYTES];
    OWNED_BY(plan_finish) struct plan plan = { 0 };
    snprintf(filter, sizeof(filter), "^[^/]*/%s/", trial->variant ? trial->variant : "[^/]*");
    const struct plan_request request = { .techniques = techniques,
                                          .filter = filter,
                                          .check = PLAN_CHECK_ALONE,
                                          .without_baselines = true };
    if (trial->threads)
        os_environment_set("LP_NUM_THREADS", trial->threads);
    const bool written = trial->probe                 ? device_run(trial, NULL)
                         : plan_init(&plan, &request) ? device_run(trial, &plan)
                                                      : untried(trouble_text(), false);
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
    json_t *faults = trial->faults ? json_array() : json_null();
    for (size_t i = 0; trial->faults && trial->faults[i]; i++)
        json_value_append(&faults, json_string(trial->faults[i]));
    json_auto_t *job = json_value_object(
        "folder:o technique:t bench:t device:o variant:o threads:o validate:b probe:b wait_s:f "
        "faults:o",
        job_text(folder ? folder->path : NULL), trial->technique->name,
        trial->technique->benches[0]->name, job_text(trial->device), job_text(trial->variant),
        job_text(trial->threads), trial->validate, trial->probe, trial->wait_s, faults);
    return json_value_dump(job, JSON_COMPACT);
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
    json_auto_t *job = json_loads(text, 0, NULL);
    if (!json_is_object(job))
        return message_error(CHECK_TRIAL_COMMAND " is started by claimcheck check only");
    OWNED char *folder = job_read(job, "folder"), *device = job_read(job, "device"),
               *variant = job_read(job, "variant"), *threads = job_read(job, "threads");
    const json_t *list = json_object_get(job, "faults");
    OWNED const char **faults = need_zeroed(json_array_size(list) + 1, sizeof(*faults));
    foreach_json (fault, list)
        faults[fault_at] = json_string_value(fault);
    OWNED_BY(technique_folders_finish) struct technique_folders folders;
    technique_folders_init(&folders, door, none);
    const struct bench *benches[2] = { NULL };
    struct technique shipped;
    trouble("its job names no folder");
    if (folder ? !technique_folders_add(&folders, folder, true)
               : !shipped_find(techniques, job, &shipped, benches))
        return untried(trouble_text(), false) ? EXIT_SUCCESS : EXIT_FAILURE;
    struct check_trial trial = { .measurer = measurer,
                                 .technique = folder ? folders.all[0] : &shipped,
                                 .device = device,
                                 .variant = variant,
                                 .threads = threads,
                                 .faults = faults[0] ? faults : NULL,
                                 .validate = json_is_true(json_object_get(job, "validate")),
                                 .probe = json_is_true(json_object_get(job, "probe")),
                                 .wait_s = json_number_value(json_object_get(job, "wait_s")) };
    return trial_main(&trial);
}

/* Outside of it -------------------------------------------------------------------------------- */

/* Returns 0 or an errno. */
static int trial_start(const struct check_trial *trial, struct process_run *run)
{
    fflush(stdout);
    const int failure = process_run_start(run);
    if (failure != ENOSYS)
        return failure;
    OWNED char *job = job_write(trial);
    char name[] = "claimcheck", command[] = CHECK_TRIAL_COMMAND;
    char *const words[] = { name, command, job, NULL };
    run->plan.run = NULL;
    run->plan.program = process_self;
    run->plan.words = words;
    return process_run_start(run);
}

/* Whether a trial writes nothing any more. */
struct trial_watch {
    FILE *file;
    double wait_ns, since_ns, longest_ns; /* since its last line; between two */
    uint64_t bytes;
    bool late;
};

static bool is_late(const void *context)
{
    struct trial_watch *watch = (void *)context;
    struct os_file_status status = { 0 };
    const double now_ns = clock_now_ns();
    if (os_file_look(os_file_of(watch->file), &status) && status.bytes != watch->bytes) {
        watch->bytes = status.bytes;
        watch->longest_ns = fmax(watch->longest_ns, now_ns - watch->since_ns);
        watch->since_ns = now_ns;
    }
    watch->late = now_ns - watch->since_ns > watch->wait_ns;
    return watch->late || *interrupt_flag();
}

/* Runs the passes of a trial in one process, as far as it comes: a mutant may end it. Returns how
 * many reports, one at least, are filled in; they are begun. */
static size_t process_trial(const struct check_trial *trial, struct check_report *reports,
                            size_t count)
{
    FILE *file = os_stream_scratch();
    if (!file)
        return count; /* untried */
    struct trial_watch watch = { .file = file,
                                 .wait_ns = 2e9 * trial->wait_s,
                                 .since_ns = clock_now_ns() };
    struct process_run run = { .plan = { .run = trial_main,
                                         .context = (void *)trial,
                                         .descriptors = { 0, os_file_of(file) },
                                         .is_group = true },
                               .wait_ms = INFINITY,
                               .stop_ms = 1000,
                               .given_up = is_late,
                               .context = &watch,
                               .who = "a program of a folder",
                               .words = "claimcheck check" };
    size_t done = count;
    const int failure = trial_start(trial, &run);
    if (failure != 0) {
        OWNED char *why = text_make("no process can be started: %s", strerror(failure));
        json_object_set_new(reports[0].head, "message", json_value_text(why));
    } else {
        process_run_wait(&run);
        /* Reads lines that are whole; the last one may be cut where the process was. */
        json_t *line;
        done = 0;
        rewind(file);
        while (done < count && (line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL))) {
            if (json_object_get(line, "name"))
                json_array_append(reports[done].cases, line);
            else
                json_object_update(reports[done].head, line);
            const bool ends = json_object_get(line, "pass");
            json_decref(line);
            if (ends && !json_object_get(reports[done].head, "message"))
                reports[done].end = CHECK_DONE;
            done += ends;
        }
        reports[0].longest_s = 1e-9 * watch.longest_ns;
        const bool said = done < count && json_object_get(reports[done].head, "message");
        if (done < count && !said && !*interrupt_flag() &&
            (done == 0 || run.end != PROCESS_RUN_DONE)) /* else the device was lost: the next one */
            reports[done].end = watch.late ? CHECK_HUNG : CHECK_CRASHED;
        if (done < count && (said || reports[done].end != CHECK_UNTRIED))
            done++;
        if (*interrupt_flag())
            done = count;
    }
    fclose(file);
    return done;
}

void check_trial_run(const struct check_trial *trial, struct check_report *reports, size_t count)
{
    struct check_trial rest = *trial;
    for (size_t i = 0; i < count; i++)
        reports[i] = (struct check_report){ CHECK_UNTRIED, json_object(), json_array(), 0 };
    for (size_t done = 0; done < count;) {
        rest.faults = trial->faults ? trial->faults + done : NULL;
        done += process_trial(&rest, reports + done, count - done);
    }
}

void check_trial_finish(struct check_report *report)
{
    json_decref(report->head);
    json_decref(report->cases);
    *report = (struct check_report){ 0 };
}
