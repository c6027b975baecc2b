/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"
#include "harness/engine/cpu/cpu.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static struct gpu *device_open(const struct gpu_params *params, enum gpu_result *result)
{
    struct gpu *gpu = gpu_create(params, result, trouble_buffer());
    pipeline_store_load(gpu);
    return gpu;
}

static void device_close(struct gpu **gpu)
{
    pipeline_store_save(*gpu);
    gpu_destroy(gpu);
}

const struct measurer measurer_sampler = {
    .list = gpu_list,
    .open = device_open,
    .close = device_close,
    .run = sampler_group_run,
};

/* In this process ------------------------------------------------------------------------------ */

/* Two bit fields of 2^28 leaves with their trees, for one; a laptop has 16 GiB. */
enum { SHELF_BYTES_LEAST = 256 << 20 };

/* Set-ups ahead, where no crash has to be told from another case's. */
enum { AHEAD = 16 };

/* Makes the device, where the run has one. GPU_OK, or why not, with a one-line message. */
static enum gpu_result in_process_open(struct in_process *local)
{
    const struct worker_job *job = local->job;
    enum gpu_result result = GPU_ERROR;
    struct gpu_params params = {
        .identity = job->device->identity,
        .validate = job->how.validate,
        .validate_gpu = job->how.validate_gpu,
        .wait_ns = job->how.wait_ns,
    };
    if (cpu_device_is_host(job->device))
        return GPU_OK;
    local->gpu = job->measurer->open(&params, &result);
    return local->gpu ? GPU_OK : result;
}

static void give_up(struct in_process *local)
{
    if (!local->gpu)
        return;
    crash_say(local->job->crash, 0);
    local->job->measurer->close(&local->gpu);
    crash_say(NULL, 0);
}

void in_process_close(struct in_process *local)
{
    give_up(local);
    energy_meters_finish(&local->energy);
    input_cache_destroy(&local->shelf);
}

void in_process_run(struct in_process *local, const struct plan_group *group,
                    struct attempt *attempt)
{
    struct worker_job *job = local->job;
    struct sampler_results outcome = { 0 };
    enum gpu_result opened = local->gpu ? GPU_OK : in_process_open(local);
    if (opened != GPU_OK) {
        attempt->end = ATTEMPT_FAILED;
        attempt->unsupported = opened == GPU_UNSUPPORTED;
        snprintf(attempt->message, sizeof(attempt->message), "%s", trouble_text());
        return;
    }
    /* Up to 1 GiB, of which a host with 64 GiB has room: a scene that another one pushes out is
     * made again. */
    const uint64_t share = input_store_bytes() / 4;
    if (!local->shelf)
        local->shelf =
            input_cache_create(share > SHELF_BYTES_LEAST ? (size_t)share : SHELF_BYTES_LEAST);
    if (local->shelf)
        input_cache_set_store(local->shelf, group->launches > 1 ? job->store : NULL);
    struct sampler_params params = {
        .gpu = local->gpu,
        .seed = job->how.seed,
        .launch = job->launch,
        .rules = job->how.rules,
        .ahead = job->how.alone ? 0 : AHEAD,
        .probes = job->how.probes,
        .shelf = local->shelf,
        .canary = &job->canary,
        .energy = job->how.energy ? &local->energy : NULL,
        .interrupted = job->interrupted,
        .progress = job->progress,
        .ended = job->ended,
        .throttled = job->throttled,
        .progress_context = job->context,
    };
    if (job->how.shared)
        sampler_rules_of_launches(&params.rules, group->launches);
    fault_launch(job->launch);
    crash_say(job->crash, 0);
    job->measurer->run(&params, group, &outcome);
    crash_say(NULL, 0);
    attempt_take(attempt, group, &outcome);
    if (outcome.device_unusable) {
        snprintf(attempt->message, sizeof(attempt->message),
                 "the device was lost in %s; it is created again", group->workload_name);
        give_up(local);
    }
    sampler_results_finish(&outcome);
}

/* The parent ----------------------------------------------------------------------------------- */

enum {
    START_S = 60,     /* a device is made within that, whatever the time-out of a case */
    INTERRUPT_S = 15, /* after SIGINT a step may take so long */
    STOP_MS = 5000,
    POLL_MS = 100,
};

static const double second_ns = 1e9;

static json_t *job_json(const struct worker_job *job)
{
    static const struct kernel_files none = { 0 };
    const struct kernel_files *files = job->files ? job->files : &none;
    json_t *folders = json_array(), *kernels = json_array();
    for (const struct technique *const *t = job->techniques; *t; t++)
        if ((*t)->folder)
            json_value_append(&folders, json_line_text((*t)->folder->path));
    foreach (const struct kernel_file, file, files->files, files->count) {
        OWNED char *given = text_make("%s=%s", file->entry->shader->name, file->given);
        json_value_append(&kernels, json_line_text(given));
    }
    return json_pack("{s:{s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o}}", "job", "how",
                     json_line_bytes(&job->how, sizeof(job->how)), "technique_folders", folders,
                     "technique_files", technique_files_json(job->techniques), "kernels", kernels,
                     "kernel_files", kernel_files_json(files), "host",
                     cpu_device_is_host(job->device), "device",
                     json_line_text(job->device->identity), "clock",
                     json_line_bytes(&job->canary, sizeof(job->canary)));
}

static void forget(struct child *child)
{
    if (child->lines.fd > 0)
        os_file_close(child->lines.fd);
    json_line_finish(&child->lines);
    heartbeat_destroy(&child->pulse);
    child->run.process.pid = 0;
    child->starting = false;
}

void child_stop(struct child *child)
{
    if (child->run.process.pid <= 0)
        return;
    os_channel_shut(child->lines.fd);
    process_run_stop(&child->run, PROCESS_ALONE, STOP_MS);
    if (process_exit_code(&child->run.process) > 0)
        message_warning("the process that measured ended with exit code %d after its work",
                        process_exit_code(&child->run.process));
    forget(child);
}

/* Progress and heartbeat of a process that lives. */
struct watch {
    uint32_t beats;
    double silent_ns, seen_ns;
    bool told, hung; /* that it is to stop; that it was killed since it did not beat */
};

static void watch_step(struct child *child, struct watch *watch, const struct plan_group *group,
                       double limit_s)
{
    uint32_t beats = atomic_load(&child->pulse->beats);
    double now_ns = clock_now_ns();
    /* At most two polls' worth: while both processes are stopped, nobody is silent. */
    watch->silent_ns += fmin(now_ns - watch->seen_ns, 2e6 * POLL_MS);
    watch->seen_ns = now_ns;
    if (beats != watch->beats) {
        watch->beats = beats;
        watch->silent_ns = 0;
        uint32_t number = atomic_load(&child->pulse->case_number);
        uint32_t round = atomic_load(&child->pulse->round);
        if (group && number > 0 && number <= group->case_count) {
            if (child->job->throttled)
                child->job->throttled(child->job->context,
                                      atomic_load(&child->pulse->throttled) != 0);
            if (child->job->progress)
                child->job->progress(child->job->context, group->cases[number - 1].name, round);
        }
    }
    if (*child->job->interrupted && !watch->told) {
        process_signal(&child->run.process, PROCESS_FINISH);
        watch->told = true;
        watch->silent_ns = 0;
    }
    if (watch->told)
        limit_s = fmin(limit_s, INTERRUPT_S);
    if (watch->silent_ns > limit_s * second_ns && !watch->hung) {
        watch->hung = true;
        process_signal(&child->run.process, PROCESS_KILL);
    }
}

/* NULL when the process has ended. */
static json_t *next_line(struct child *child, struct watch *watch, const struct plan_group *group,
                         double limit_s)
{
    json_t *line = json_line_take(&child->lines);
    while (!line && !child->lines.ended) {
        if (os_channel_wait(child->lines.fd, POLL_MS))
            json_line_fill(&child->lines);
        line = json_line_take(&child->lines);
        if (!line)
            watch_step(child, watch, group, limit_s);
    }
    return line;
}

/* How a process ended, as a reason; returns it. */
static const char *ending(const struct child *child, const struct watch *watch, double limit_s,
                          char reason[RESULT_REASON_BYTES])
{
    OWNED_TEXT struct text text = { 0 };
    if (watch->hung) {
        text_add_format(
            &text, "no sign of life for %.0f s; raise --case-timeout if it is only slow", limit_s);
    } else if (process_exit_code(&child->run.process) == NEED_CODE_QUIET) {
        text_add(&text, "the process ran out of memory");
    } else {
        text_add(&text, "the process ");
        process_run_end_add(&text, &child->run.process);
    }
    if (!watch->hung && process_was_killed(&child->run.process))
        text_add(&text, ", as systems do when memory runs out");
    snprintf(reason, RESULT_REASON_BYTES, "%s", text_string(&text));
    return reason;
}

static const char not_asked[] = "the measuring process cannot be given its work: it has ended";

__attribute__((format(printf, 2, 3))) static void fail(struct attempt *attempt, const char *format,
                                                       ...)
{
    va_list values;
    va_start(values, format);
    attempt->end = ATTEMPT_FAILED;
    vsnprintf(attempt->message, sizeof(attempt->message), format, values);
    va_end(values);
}

void child_begin(struct child *child)
{
    char name[] = "claimcheck", command[] = WORKER_COMMAND;
    char *const words[] = { name, command, NULL };
    int ends[2], pulse;
    child->starting = true;
    child->asked = false;
    child->pulse = heartbeat_create(&pulse);
    child->failure = child->pulse ? os_channel_pair(ends) : errno;
    if (child->failure == 0) {
        child->run = (struct process_run){
            .plan = { .program = process_self,
                      .words = words,
                      .descriptors = { [CONSOLE_OUTPUT] = CONSOLE_ERROR,
                                       [WORKER_LINES_FD] = ends[1],
                                       [WORKER_PULSE_FD] = pulse,
                                       [WORKER_STORE_FD] =
                                           input_store_descriptor(child->job->store) },
                      .hold = child->hold },
            .who = "a program of a folder",
            .words = "the process that measured",
        };
        child->lines = (struct json_line_reader){ .fd = ends[0] };
        child->failure = process_run_start(&child->run);
        child->run.plan = (struct process_plan){ 0 };
        os_file_close(ends[1]);
        child->asked =
            child->failure == 0 && json_line_write(child->lines.fd, job_json(child->job));
    }
    if (child->pulse)
        os_file_close(pulse);
}

/* A process that is ready to measure. False when the attempt has ended with that. */
static bool child_start(struct child *child, struct attempt *attempt)
{
    char reason[RESULT_REASON_BYTES];
    if (!child->starting)
        child_begin(child);
    child->starting = false;
    const int code = child->failure;
    if (code != 0) {
        forget(child);
        fail(attempt, "cannot start a measuring process: %s; %s", strerror(code),
             code == EMFILE ? "raise the limit on open files (ulimit -n)" : "try --no-isolate");
        return false;
    }
    struct watch watch = { .beats = atomic_load(&child->pulse->beats), .seen_ns = clock_now_ns() };
    double limit_s = fmax(START_S, child->job->how.timeout_s);
    json_auto_t *line = child->asked ? next_line(child, &watch, NULL, limit_s) : NULL;
    const char *failed = json_string_value(json_object_get(line, "failed"));
    attempt->unsupported = json_is_true(json_object_get(line, "unsupported"));
    if (failed)
        fail(attempt, "%s", failed);
    else if (line)
        return true;
    os_channel_shut(child->lines.fd);
    process_run_stop(&child->run, PROCESS_ALONE, STOP_MS);
    if (*child->job->interrupted)
        attempt->end = ATTEMPT_INTERRUPTED;
    else if (!child->asked)
        fail(attempt, "%s", not_asked);
    else if (attempt->end != ATTEMPT_FAILED)
        fail(attempt, "%s", ending(child, &watch, limit_s, reason));
    forget(child);
    return false;
}

/* The group as plain memory, and by name what it points to: tables that both processes have. */
static json_t *group_json(const struct plan_group *group, uint32_t launch)
{
    json_t *variants = json_array(), *options = json_array();
    for (size_t i = 0; i < group->case_count; i++)
        json_value_append(&variants, json_string(group->cases[i].variant->name));
    for (size_t i = 0; i < group->option_count; i++)
        json_value_append(&options, json_pack("[s, o]", group->options[i].option->name,
                                              json_line_text(group->options[i].value)));
    return json_pack("{s:o, s:o, s:s, s:s, s:o, s:o, s:I}", "group",
                     json_line_bytes(group, sizeof(*group)), "cases",
                     json_line_bytes(group->cases, group->case_count * sizeof(*group->cases)),
                     "technique", group->technique->name, "bench", group->bench->name, "variants",
                     variants, "options", options, "launch", (json_int_t)launch);
}

/* True once the line was the last of the group. */
static bool take_line(struct child *child, const json_t *line, const struct plan_group *group,
                      struct attempt *attempt)
{
    const json_t *ended = json_object_get(line, "ended"), *whole = json_object_get(line, "attempt");
    if ((ended && !attempt_read(attempt, ended)) || (whole && !attempt_read(attempt, whole)))
        fail(attempt, "the measuring process sent a line that cannot be read");
    /* Drops results that were not asked for. */
    const char *strange = attempt_strange(attempt, group);
    if (strange && attempt->end != ATTEMPT_FAILED) {
        fail(attempt,
             "%.300s: the measuring process sent '%.300s', which was not asked for; try "
             "--no-isolate",
             group->workload_name, strange);
        attempt->case_count = 0;
    }
    if (!whole)
        return attempt->end == ATTEMPT_FAILED;
    json_line_bytes_read(json_object_get(line, "clock"), &child->job->canary,
                         sizeof(child->job->canary));
    return true;
}

void child_run(struct child *child, const struct plan_group *group, struct attempt *attempt)
{
    if (child->run.process.pid > 0 && !child->starting && child->job->how.isolate &&
        child->bench != group->bench)
        child_stop(child);
    if ((child->run.process.pid <= 0 || child->starting) && !child_start(child, attempt))
        return;
    child->bench = group->bench;
    heartbeat_beat(child->pulse, 0, 0);
    struct watch watch = { .beats = atomic_load(&child->pulse->beats), .seen_ns = clock_now_ns() };
    const double limit_s = child->job->how.timeout_s;
    bool last = !json_line_write(child->lines.fd, group_json(group, child->job->launch));
    if (last)
        fail(attempt, "%s", not_asked);
    while (!last) {
        json_auto_t *line = next_line(child, &watch, group, limit_s);
        if (!line) {
            /* The process is gone: the case it was at has ended, and others of the group want a new
             * one. At no case, the whole group has. */
            char reason[RESULT_REASON_BYTES];
            size_t number = atomic_load(&child->pulse->case_number);
            process_run_stop(&child->run, PROCESS_ALONE, STOP_MS);
            forget(child);
            attempt->end = *child->job->interrupted ? ATTEMPT_INTERRUPTED : ATTEMPT_CUT;
            if (!*child->job->interrupted) {
                ending(child, &watch, limit_s, reason);
                bool at_case = number > 0 && number <= group->case_count;
                for (size_t i = at_case ? number - 1 : 0;
                     i < (at_case ? number : group->case_count); i++)
                    attempt_fail_case(attempt, group, i, watch.hung ? BENCH_TIMEOUT : BENCH_ERROR,
                                      reason);
                snprintf(attempt->message, sizeof(attempt->message), "%s: %s",
                         at_case ? group->cases[number - 1].name : group->workload_name, reason);
            }
            return;
        }
        last = take_line(child, line, group, attempt);
    }
    if (attempt->end == ATTEMPT_CUT || attempt->end == ATTEMPT_FAILED)
        child_stop(child);
}

/* The worker ----------------------------------------------------------------------------------- */

struct worker {
    struct json_line_reader lines;
    struct heartbeat *pulse;
    struct technique_folders folders;
    struct kernel_files files;
    struct gpu_info *infos;
    int info_count;
    struct gpu_info host;
    struct worker_job job;
    struct in_process local;
    const struct plan_group *group;
    bool broken; /* something that was measured could not be told */
};

static bool say_failed(const char *message, bool unsupported)
{
    json_line_write(WORKER_LINES_FD, json_pack("{s:o, s:b}", "failed", json_value_text(message),
                                               "unsupported", unsupported));
    return false;
}

static void progress(void *context, const char *case_name, uint32_t round)
{
    struct worker *worker = context;
    uint32_t number = 0;
    for (size_t i = 0; i < worker->group->case_count && number == 0; i++)
        if (strcmp(worker->group->cases[i].name, case_name) == 0)
            number = (uint32_t)i + 1;
    heartbeat_beat(worker->pulse, number, round);
}

static void throttled(void *context, bool is)
{
    struct worker *worker = context;
    atomic_store(&worker->pulse->throttled, is);
}

static void ended(void *context, const struct result *result)
{
    OWNED_BY(arena_finish) struct arena arena = { 0 };
    OWNED_BY(attempt_finish) struct attempt one;
    struct worker *worker = context;
    attempt_init(&one, &arena);
    attempt_add(&one, result);
    if (!json_line_write(WORKER_LINES_FD, json_value_object("ended:o", attempt_json(&one))))
        worker->broken = true;
}

/* The techniques of folders, and the kernels of files, that the parent has. */
static bool job_files(struct worker *worker, const json_t *job, const struct technique_door *door,
                      const struct technique *const *techniques)
{
    const json_t *kernels = json_object_get(job, "kernels");
    bool good = true;
    technique_folders_init(&worker->folders, door, techniques);
    foreach_json (entry, json_object_get(job, "technique_folders")) {
        OWNED char *folder = json_line_text_read(entry);
        good = good && technique_folders_add(&worker->folders, folder, true);
    }
    good = good && fault_init() &&
           technique_files_same(worker->folders.all, json_object_get(job, "technique_files"));
    kernel_files_init(&worker->files, json_array_size(kernels));
    foreach_json (entry, kernels) {
        OWNED char *given = json_line_text_read(entry);
        char *log = NULL;
        good = good && kernel_files_add(&worker->files, given, &log);
        log_print(&log);
    }
    return (good && kernel_files_same(&worker->files, json_object_get(job, "kernel_files"))) ||
           say_failed(trouble_text(), false);
}

static bool job_device(struct worker *worker, const json_t *job)
{
    const struct gpu_info *device = NULL;
    if (json_is_true(json_object_get(job, "host"))) { /* a run without a device */
        cpu_device_info(&worker->host);
        device = &worker->host;
    } else {
        worker->job.measurer->list(&worker->infos, &worker->info_count);
        OWNED char *identity = json_line_text_read(json_object_get(job, "device"));
        const int index = identity ? gpu_find(worker->infos, worker->info_count, identity) : -1;
        device = index >= 0 ? &worker->infos[index] : NULL;
    }
    if (!device)
        return say_failed("the device is no longer there; see claimcheck devices", false);
    worker->job.device = device;
    worker->local.job = &worker->job;
    json_line_bytes_read(json_object_get(job, "how"), &worker->job.how, sizeof(worker->job.how));
    json_line_bytes_read(json_object_get(job, "clock"), &worker->job.canary,
                         sizeof(worker->job.canary));
    enum gpu_result result = in_process_open(&worker->local);
    return result == GPU_OK || say_failed(trouble_text(), result == GPU_UNSUPPORTED);
}

static void axes_set(struct plan_axis_value *values, size_t count, const struct bench_axis *axes)
{
    foreach (struct plan_axis_value, value, values, count)
        value->axis = axes++;
}

/* The group that group_json() wrote, in memory of the arena. False where this program is another
 * one, and has not all of it. */
static bool group_read(const struct worker *worker, const json_t *line, struct plan_group *group,
                       struct arena *arena)
{
    const char *technique = json_value_text_of(line, "technique");
    const json_t *variants = json_object_get(line, "variants");
    const json_t *given = json_object_get(line, "options");
    bool known = true;
    json_line_bytes_read(json_object_get(line, "group"), group, sizeof(*group));
    group->technique = plan_technique_find(worker->folders.all, technique);
    group->bench =
        plan_bench_find(worker->folders.all, technique, json_value_text_of(line, "bench"));
    if (!group->bench || json_array_size(variants) != group->case_count ||
        json_array_size(given) != group->option_count)
        return false;
    axes_set(group->values, group->value_count, group->bench->axes);
    group->cases = arena_alloc(arena, group->case_count * sizeof(*group->cases));
    json_line_bytes_read(json_object_get(line, "cases"), group->cases,
                         group->case_count * sizeof(*group->cases));
    foreach_json (entry, variants) {
        struct plan_case *c = &group->cases[entry_at];
        c->variant = plan_variant_find(group->bench, json_string_value(entry));
        c->files = c->files ? &worker->files : NULL;
        axes_set(c->values, group->value_count, group->bench->axes);
        if (c->variant)
            axes_set(c->values + group->value_count, c->value_count - group->value_count,
                     c->variant->axes);
        known = known && c->variant;
    }
    struct plan_option_value *options = arena_alloc(arena, group->option_count * sizeof(*options));
    foreach_json (entry, given) {
        OWNED char *value = json_line_text_read(json_array_get(entry, 1));
        options[entry_at].option =
            plan_option_find(group->technique, json_string_value(json_array_get(entry, 0)));
        options[entry_at].value = arena_text(arena, value);
        known = known && options[entry_at].option;
    }
    group->options = options;
    return known;
}

/* False when the process has done what it can. */
static bool group_measure(struct worker *worker, const json_t *line)
{
    OWNED_BY(arena_finish) struct arena arena = { 0 };
    OWNED_BY(attempt_finish) struct attempt attempt;
    struct plan_group group = { .case_count = 0 };
    attempt_init(&attempt, &arena);
    worker->group = &group;
    worker->job.launch = (uint32_t)json_integer_value(json_object_get(line, "launch"));
    throttled(worker, false);
    if (group_read(worker, line, &group, &arena))
        in_process_run(&worker->local, &group, &attempt);
    else
        fail(&attempt, "%s: the measuring process does not know all of it; try --no-isolate",
             group.workload_name);
    if (!json_line_write(
            WORKER_LINES_FD,
            json_value_object("attempt:o clock:o", attempt_json(&attempt),
                              json_line_bytes(&worker->job.canary, sizeof(worker->job.canary)))))
        worker->broken = true;
    return attempt.end == ATTEMPT_WHOLE && !worker->broken;
}

int worker_main(const struct technique *const *techniques, const struct technique_door *door,
                const struct measurer *measurer)
{
    struct worker worker = { .lines = { .fd = WORKER_LINES_FD },
                             .pulse = heartbeat_attach(WORKER_PULSE_FD) };
    worker.job = (struct worker_job){ .measurer = measurer,
                                      .interrupted = interrupt_flag(),
                                      .progress = progress,
                                      .throttled = throttled,
                                      .ended = ended,
                                      .context = &worker };
    need_quietly();
    if (!worker.pulse || !os_channel_is_pair(WORKER_LINES_FD))
        return message_error(WORKER_COMMAND " is started by claimcheck run --isolate only");
    interrupt_install_worker();
    os_channel_keep(WORKER_LINES_FD);
    os_channel_keep(WORKER_PULSE_FD);
    worker.job.store = input_store_attach(WORKER_STORE_FD, input_store_bytes());
    if (worker.job.store)
        os_channel_keep(WORKER_STORE_FD);
    json_auto_t *first = json_line_wait(&worker.lines);
    const json_t *job = json_object_get(first, "job");
    bool more = job && job_files(&worker, job, door, techniques) && job_device(&worker, job) &&
                json_line_write(WORKER_LINES_FD, json_pack("{s:b}", "ready", true));
    while (more) {
        json_auto_t *line = json_line_wait(&worker.lines);
        more = line && group_measure(&worker, line);
    }
    if (worker.local.job)
        in_process_close(&worker.local);
    kernel_files_finish(&worker.files);
    technique_folders_finish(&worker.folders);
    input_store_destroy(&worker.job.store);
    heartbeat_destroy(&worker.pulse);
    json_line_finish(&worker.lines);
    free(worker.infos);
    return worker.broken ? EXIT_CODE_UNTRIED : EXIT_CODE_OK;
}
