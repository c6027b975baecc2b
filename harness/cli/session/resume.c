/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"
#include "harness/cli/cli.h"
#include "harness/engine/cpu/cpu.h"
#include "version.h"

#include <string.h>

char *resume_run_file(const char *path)
{
    static const char suffix[] = ".journal";
    const size_t length = strlen(path), tail = text_ends(path, suffix) ? strlen(suffix) : 0;
    return text_make("%.*s", (int)(length - (length > tail ? tail : 0)), path);
}

/* Looks at a journal beside the run file. False, with a message, where it is of another run, which
 * nothing else holds. */
static bool journal_is_left_over(const char *path, const struct run *run)
{
    OWNED char *journal = disk_path(path, ".journal"), *word = disk_shell_word_shown(path);
    trouble_clear();
    OWNED_BY(run_destroy) struct run *left = disk_is_there(journal) ? run_load(journal) : NULL;
    if (left && (strcmp(left->session.started, run->session.started) != 0 ||
                 left->session.seed != run->session.seed || left->case_count > run->case_count))
        return message_refuse("run: '%s' is of another run than '%s': move that file away, then: "
                              "claimcheck run --resume %s",
                              journal, path, word);
    if (left)
        message_warning("'%s' is left over: '%s' holds all of the run; remove it", journal, path);
    else if (*trouble_text())
        message_warning("%s: it lies beside '%s', which is complete", trouble_text(), path);
    return true;
}

static int print_complete(const char *path, const struct command_line *line)
{
    const struct catalogue catalogue = plan_catalogue(line->techniques);
    OWNED_BY(run_destroy) struct run *run = run_load(path);
    if (!run)
        return message_error("run: %s", trouble_text());
    if (!run->session.complete)
        return message_error(
            "run: '%s' is the journal of a run under another name: rename it to end with "
            "'.json.journal', unpacked, and resume that",
            path);
    if (!journal_is_left_over(path, run))
        return EXIT_CODE_UNTRIED;
    if (!options_has(line->options, "quiet")) {
        session_table_print(run, options_has(line->options, "wide"), &catalogue);
        printable_write(stdout, path);
        puts(" is complete");
    }
    return run_status_exit(run);
}

/* The device that the run was begun on; NULL with a message. *host is it for a run without one. */
static const struct gpu_info *device_find(const struct gpu_info *infos, int count,
                                          struct gpu_info *host, const struct run *run)
{
    cpu_device_info(host);
    if (strcmp(run->device.kind, gpu_kind_name(GPU_HOST)) == 0 &&
        strcmp(run->device.name, host->name) == 0)
        return host;
    const char *digits = run->session.device_identity;
    OWNED char *identity = *digits ? json_line_text_decode(digits) : NULL;
    /* Older journals have no identity: their UUID names the device where only one has it. */
    int last = -1, alike = 0;
    for (int i = 0; i < count; i++) {
        if (!infos[i].usable || strcmp(infos[i].uuid, run->device.uuid) != 0)
            continue;
        last = i;
        alike++;
    }
    const int place = identity ? gpu_find(infos, count, identity) : alike == 1 ? last : -1;
    if (place >= 0)
        return &infos[place];
    message_error("run: the run was begun on '%s' (%s), which is not here%s: resume it there, or "
                  "start over; see claimcheck devices",
                  run->device.name, run->device.uuid,
                  alike > 0 ? ", or can no longer be distinguished from another one of that UUID"
                            : "");
    return NULL;
}

/* Whether a variable of drivers or of ours is set and says something. */
static bool variable_matters(const char *name, const json_t *value)
{
    return json_string_length(value) > 0 && strcmp(name, "CI") != 0;
}

static bool variable_same(const char *name, const json_t *then, const json_t *now)
{
    const bool was = variable_matters(name, then), is = variable_matters(name, now);
    if (was == is && (!was || json_equal(then, now)))
        return true;
    if (!is && strcmp(name, "CLAIMCHECK_FAULT") == 0)
        return true; /* planted once: what it spoilt is measured without */
    if (was && is)
        return message_refuse("run: %s is '%s', and was '%s' when the run was begun: set it as it "
                              "was, or start over",
                              name, json_string_value(now), json_string_value(then));
    if (is)
        return message_refuse("run: %s is '%s', and was not set when the run was begun: unset it, "
                              "or start over",
                              name, json_string_value(now));
    return message_refuse("run: %s is not set, and was '%s' when the run was begun: set it as it "
                          "was, or start over",
                          name, json_string_value(then));
}

/* Compares build, driver, host and environment with those that the run file names: its parts are of
 * no others. A build is known by its commit and, where the journal has them, its bytes. False with
 * a message. */
static bool conditions_same(const struct run *run, const struct gpu_info *device)
{
    const char *program_then = run->session.program, *cpu_then = run->context.processor.model;
    struct cpu_host host;
    json_auto_t *program = program_json();
    cpu_host_read(&host, "");
    if (strcmp(run->tool.commit, CLAIMCHECK_COMMIT) != 0)
        return message_refuse("run: the run was begun by claimcheck %s, and this is %s: resume it "
                              "with that one, or start over",
                              run->tool.commit, CLAIMCHECK_COMMIT);
    if (*program_then && program && strcmp(program_then, json_string_value(program)) != 0)
        return message_refuse("run: the run was begun by another build of claimcheck %s: resume it "
                              "with that one, or start over",
                              CLAIMCHECK_COMMIT);
    /* Software drivers of any version and machine may have one number and one UUID. */
    if (run->device.driver_version != device->driver_version ||
        strcmp(run->device.driver_uuid, device->driver_uuid) != 0 ||
        strcmp(run->device.driver_info, device->driver_info) != 0)
        return message_refuse(
            "run: the driver's version has changed since the run was begun: start over");
    if (*cpu_then && strcmp(cpu_then, host.model) != 0)
        return message_refuse("run: the run was begun on a host with '%s', and this is '%s': "
                              "resume it there, or start over",
                              cpu_then, host.model);
    json_auto_t *begun = field_member_json(&run->context, head_context_fields, "environment"),
                *now = host_environment_json();
    json_t *value;
    const char *name;
    bool same = true;
    json_object_foreach(now, name, value) same =
        same && variable_same(name, json_object_get(begun, name), value);
    json_object_foreach(begun, name, value) same =
        same && variable_same(name, value, json_object_get(now, name));
    return same;
}

static int resume_on(struct journal *journal, const struct run *run,
                     const struct run_request *request, struct plan *plan,
                     const struct command_line *line)
{
    OWNED struct gpu_info *infos = NULL;
    struct gpu_info host;
    int count = 0;
    line->measurer->list(&infos, &count);
    const struct gpu_info *device = device_find(infos, count, &host, run);
    if (!device || !conditions_same(run, device))
        return EXIT_CODE_UNTRIED;
    if (device == &host)
        plan_keep_host(plan);
    struct session_params params = { .request = request,
                                     .plan = plan,
                                     .device = device,
                                     .measurer = line->measurer,
                                     .techniques = line->techniques,
                                     .journal = journal };
    return session_run(&params);
}

static const char not_its_arguments[] =
    "seed, launches or profile of its head differ from its arguments: start over";

/* Checks that the files are as they were when the run began. */
static bool files_same(const struct run *run, const struct run_request *request,
                       const struct technique *const *techniques)
{
    json_auto_t *folders = field_member_json(&run->session, session_fields, "technique_files"),
                *kernels = field_member_json(&run->session, session_fields, "kernel_files"),
                *inputs = field_member_json(&run->session, session_fields, "input_files");
    return technique_files_same(techniques, folders) &&
           kernel_files_same(&request->files, kernels) && input_files_same(request, inputs);
}

/* Reads the arguments that the file keeps, and makes the plan of them again. */
static int resume_journal(struct journal *journal, const struct run *run,
                          const struct command_line *line)
{
    OWNED_BY(run_request_finish) struct run_request request = { 0 };
    OWNED_BY(plan_finish) struct plan plan = { 0 };
    const char *path = journal_journal_path(journal);
    /* Reads the arguments of `run`, NULL-terminated, as bytes where the journal has them. */
    const size_t count = run->session.plan_argument_count;
    const bool whole = run->session.argument_bytes_count == count;
    OWNED_BY(os_path_names_free) char **arguments = need_zeroed(count + 1, sizeof(*arguments));
    for (size_t i = 0; i < count; i++)
        arguments[i] = whole ? json_line_text_decode(run->session.argument_bytes[i])
                             : need_copy(run->session.plan_arguments[i]);
    if (!run_options_read(&request, line, (int)count, (const char *const *)arguments))
        return message_error("run: %s: %s", path, trouble_text());
    /* They differ only in a journal that was edited by hand. */
    if (request.seed != run->session.seed ||
        strcmp(run_request_profile(&request), run->session.profile) != 0)
        return message_error("run: %s: %s", path, not_its_arguments);
    if (!files_same(run, &request, line->techniques))
        return message_error("run: %s", trouble_text());
    request.quiet = options_has(line->options, "quiet");
    request.verbose = options_has(line->options, "verbose");
    request.wide = options_has(line->options, "wide");
    request.all = options_has(line->options, "all");
    request.software = run->device.software;
    if (!run_request_plan(&request, line->techniques, &plan))
        return message_error("run: %s: %s", path, trouble_text());
    if (run->session.launches > 0 && launch_plan_most(&plan) != run->session.launches)
        return message_error("run: %s: %s", path, not_its_arguments);
    return resume_on(journal, run, &request, &plan, line);
}

/* True, with a message, where neither the run file nor its journal is. */
static bool say_nothing_there(const char *file)
{
    OWNED char *journal = disk_path(file, ".journal"), *word = disk_shell_word_shown(file);
    if (disk_is_there(file) || disk_is_there(journal))
        return false;
    message_error("run: there is neither '%s' nor its journal, '%s': name the --out of a run "
                  "that was cut short, or begin one: claimcheck run --out %s",
                  file, journal, word);
    return true;
}

int resume_run(const char *path, const struct command_line *line)
{
    OWNED char *file = resume_run_file(path);
    if (os_path_is_there(file) && !journal_replaces(file))
        return print_complete(file, line);
    if (say_nothing_there(file))
        return EXIT_CODE_UNTRIED;
    /* Goes to the folder that the run was begun in, while there is one: paths of its arguments may
     * be relative. */
    OWNED_BY(journal_close) struct journal *journal = journal_resume(file);
    const char *digits = journal ? journal_run(journal)->session.folder : "";
    OWNED char *folder = *digits ? json_line_text_decode(digits) : NULL;
    OWNED char *here = folder ? os_path_here() : NULL;
    const bool absolute = os_path_is_absolute(file);
    OWNED char *whole = here && strcmp(here, folder) != 0
                            ? text_make("%s%s%s", absolute ? "" : here, absolute ? "" : "/", file)
                            : NULL;
    if (whole && os_path_go(folder)) {
        journal_close(&journal);
        journal = journal_resume(whole);
    }
    return journal ? resume_journal(journal, journal_run(journal), line)
                   : message_error("run: %s", trouble_text());
}
