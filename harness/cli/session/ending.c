/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/session.h"

#include "harness/analysis/compare/compare.h"
#include "harness/analysis/keep/keep.h"
#include "harness/analysis/limits/limits.h"
#include "harness/analysis/override/override.h"
#include "harness/analysis/why/why.h"
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/cli/cli.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/session/session.h"
#include "harness/os/os.h"
#include "harness/record/record.h"
#include "harness/views/claims/claims.h"
#include "harness/views/compare/compare_view.h"
#include "harness/views/headline/headline.h"
#include "harness/views/table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Plan ----------------------------------------------------------------------------------------- */

/* Counts the cases of the technique; NULL: of all. */
static size_t count_of(const struct plan *plan, const struct technique *technique, bool ceilings)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++)
            count +=
                !plan->groups[i].cases[k].check &&
                (plan->groups[i].cases[k].variant->ceiling != BENCH_CEILING_NONE) == ceilings &&
                (!technique || plan->groups[i].technique == technique);
    return count;
}

static bool is_first(const struct plan *plan, size_t group)
{
    for (size_t i = 0; i < group; i++)
        if (plan->groups[i].technique == plan->groups[group].technique)
            return false;
    return true;
}

static void add(char text[PLAN_NOTE_BYTES], const char *separator, size_t count, const char *what)
{
    const size_t length = strlen(text);
    snprintf(text + length, PLAN_NOTE_BYTES - length, "%s%zu %s", separator, count, what);
}

void plan_note(const struct plan *plan, double seconds, char text[PLAN_NOTE_BYTES])
{
    const size_t ceilings = count_of(plan, NULL, true);
    const char *separator = ": ";
    char time[32];
    plan_time_text(seconds, time);
    snprintf(text, PLAN_NOTE_BYTES, "%s", time);
    for (size_t i = 0; i < plan->group_count; i++) {
        const struct technique *technique = plan->groups[i].technique;
        const size_t count = count_of(plan, technique, false);
        if (count == 0 || !is_first(plan, i))
            continue;
        add(text, separator, count, technique->name);
        separator = ", ";
    }
    if (plan->claims_left_out > 0)
        add(text, "; without ", plan->claims_left_out,
            plural(plan->claims_left_out, "claim about a device's time",
                   "claims about a device's times"));
    const bool alone = strcmp(separator, ": ") == 0;
    if (ceilings > 0)
        add(text, alone ? ": " : "; ", ceilings, plural(ceilings, "device limit", "device limits"));
    if (ceilings > 0 && !alone)
        snprintf(text + strlen(text), PLAN_NOTE_BYTES - strlen(text), " last");
}

/* Notes ---------------------------------------------------------------------------------------- */

void session_note_start(const struct session_params *params, size_t missing, uint32_t most,
                        double seconds, bool ceilings)
{
    const struct run_request *request = params->request;
    char launches[64] = "", plan[PLAN_NOTE_BYTES];
    if (most > 1)
        snprintf(launches, sizeof(launches), " in all of %s%u launches",
                 request->launches > 0 ? "" : "up to ", most);
    const bool aside = request->json && !request->out;
    message_note("%s, profile %s, seed %llu, %zu case%s%s%s%s", params->device->name,
                 run_request_profile(request), (unsigned long long)request->seed, missing,
                 plural(missing, "", "s"), launches, request->scratch ? "" : ", to ",
                 request->scratch ? ""
                 : aside          ? "standard output"
                                  : journal_path(params->journal));
    plan_note(params->plan, seconds, plan);
    message_note("  %s%s", plan, ceilings ? "; device limits as measured before" : "");
}

void session_note_crash(const struct session_params *params, const char *workload,
                        char line[CRASH_LINE_BYTES])
{
    const struct gpu_info *device = params->device;
    char word[MESSAGE_BYTES / 2], kept[MESSAGE_BYTES] = "";
    disk_shell_word_shown(journal_path(params->journal), word, sizeof(word));
    if (!params->request->scratch)
        snprintf(kept, sizeof(kept),
                 " What was measured before it is kept: claimcheck run --resume %s continues.",
                 word);
    snprintf(line, CRASH_LINE_BYTES,
             "claimcheck: crashed while %.200s was measured on '%.100s' with the driver '%.100s "
             "%.100s'. Measure with --isolate, not with --no-isolate: a crash then costs its case "
             "alone.%s",
             workload, device->name, device->driver_name, device->driver_info, kept);
    printable_clean(line);
    strcat(line, "\n"); /* it has room for half as much again */
}

/* Progress ------------------------------------------------------------------------------------- */

enum { NAME_COLUMNS_MIN = 12 }; /* of the group, however much there is to say */

void progress_init(struct progress *progress, bool quiet, size_t case_count, double seconds,
                   time_t started)
{
    *progress = (struct progress){
        .enabled = !quiet && terminal_moves(CONSOLE_ERROR),
        .case_count = case_count,
        .seconds = seconds,
        .started = started,
    };
}

void progress_group(struct progress *progress, const struct plan_group *group, size_t cases_ended)
{
    progress->group = group;
    progress->cases_ended = cases_ended;
    progress->throttled = false;
}

void progress_launch(struct progress *progress, uint32_t launch, uint32_t launches)
{
    progress->launch = launch;
    progress->launches = launches;
}

void progress_number(struct progress *progress, const char *variant, double median_ns)
{
    char time[32];
    units_format_ns(median_ns, time);
    snprintf(progress->number, sizeof(progress->number), ", %.40s %s", variant, time);
}

/* Estimates the time left by the cases that have ended, or before any has, by the plan's guess.
 * Writes nothing once the guess is used up. */
static void time_left(const struct progress *progress, time_t now, char text[48])
{
    const double spent = difftime(now, progress->started);
    const double ended = (double)progress->cases_ended;
    double left = progress->seconds - spent;
    char time[32];
    text[0] = 0;
    if (ended > 0 && spent < 1.0)
        return;
    if (ended > 0)
        left = spent / ended * ((double)progress->case_count - ended);
    plan_time_text(left, time);
    if (left >= 0.5)
        snprintf(text, 48, ", %s left", time);
}

/* Prints as much of a name as there is room for, from its beginning. */
static void name_print(const char *name, unsigned room)
{
    char cut[PLAN_NAME_BYTES];
    size_t bytes = strlen(name);
    snprintf(cut, sizeof(cut), "%s", name);
    if (table_text_width(cut) > room)
        room -= 2;
    while (bytes > 0 && table_text_width(cut) > room) {
        do
            bytes--;
        while (bytes > 0 && ((unsigned char)cut[bytes] & 0xC0) == 0x80);
        cut[bytes] = 0;
    }
    fprintf(stderr, "%s%s", cut, bytes < strlen(name) ? ".." : "");
}

void progress_sample(void *context, const char *case_name, uint32_t round)
{
    struct progress *progress = context;
    time_t now = progress->enabled ? time(NULL) : 0;
    if (!progress->enabled || *case_name == 0 || (round > 0 && now == progress->last))
        return;
    const struct plan_group *group = progress->group;
    size_t number = progress->cases_ended + 1; /* among the cases that will be run */
    for (size_t i = 0; group && i < group->case_count; i++)
        if (strcmp(group->cases[i].name, case_name) == 0)
            number = progress->cases_ended + i + 1;
    char rest[TABLE_CELL_BYTES], left[48], launch[48] = "";
    const unsigned columns = terminal_columns(CONSOLE_ERROR);
    time_left(progress, now, left);
    if (progress->launches > 1)
        snprintf(launch, sizeof(launch), "launch %u of %u, ", progress->launch + 1,
                 progress->launches);
    snprintf(rest, sizeof(rest), ": %scase %zu of %zu%s%s%s", launch, number, progress->case_count,
             left, progress->throttled ? ", throttled" : "", progress->number);
    const unsigned rest_columns = table_text_width(rest);
    const unsigned room =
        columns > rest_columns + NAME_COLUMNS_MIN ? columns - 1 - rest_columns : NAME_COLUMNS_MIN;
    fputs("\r", stderr);
    name_print(group ? group->workload_name : case_name, room);
    while (*rest && table_text_width(rest) >= (columns > room ? columns - room : 1))
        rest[strlen(rest) - 1] = 0;
    printable_clean(rest); /* a character that was cut in two */
    fprintf(stderr, "%s\033[K", rest);
    fflush(stderr);
    progress->last = now;
    progress->drawn = true;
}

void progress_throttled(void *context, bool throttled)
{
    struct progress *progress = context;
    progress->throttled = throttled;
}

void progress_clear(struct progress *progress)
{
    if (progress->drawn)
        fputs("\r\033[K", stderr);
    progress->drawn = false;
}

/* Warnings ------------------------------------------------------------------------------------- */

/* The system kills without a word what has used up its time. */
void warnings_print_before(void)
{
    uint64_t most_s;
    if (os_machine_limit_read(OS_MACHINE_CPU_S, &most_s))
        message_warning("this process may use only %llu s of CPU time: raise ulimit -t; after "
                        "that, claimcheck run --resume continues",
                        (unsigned long long)most_s);
}

static void warnings_print(const struct run_request *request, const struct gpu_info *device,
                           const struct run *run)
{
    if (gpu_info_is_software(device))
        message_warning("'%s' runs on the CPU: answers count, times and ratios are artefacts; "
                        "choose a GPU with --device, see claimcheck devices",
                        device->name);
    if (request->validate)
        message_warning("validation is on: times cannot be compared with other runs; leave out "
                        "--validate to measure");
    /* The loader puts them between this program and the driver, unasked by --validate. */
    static const char *const names[] = { "VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE" };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            message_warning("%s=%s loads layers before the driver: times cannot be compared with "
                            "other runs; unset it to measure",
                            names[i], value);
    }
    if (!*run->context.layers && keep_layer(run))
        message_warning("the loader loads the layer %s before the driver: times cannot be compared "
                        "with other runs; disable it by the variable that its manifest names",
                        keep_layer(run));
    if (!host_build_is_optimized())
        message_warning("this is a debug build: wall times are too long; build it by scripts/build "
                        "to measure");
    /* Programs that run beside this one take time from the host's side of a sample; on a CPU
     * device, from all of it. */
    const bool software = gpu_info_is_software(device);
    const uint32_t cores = os_machine_cpus();
    double load = os_machine_load();
    if (cores > 0 && load > (software ? 0.5 : 0.75) * cores + 0.5)
        message_warning("the load average is %.1f on %u core%s: other programs slow this one down; "
                        "stop them",
                        load, cores, plural(cores, "", "s"));
    if (fault_text())
        message_warning("CLAIMCHECK_FAULT=%s plants a fault, for tests; unset it to measure",
                        fault_text());
}

static bool has_loop(const struct gpu_shader *shader)
{
    uint32_t counts[GPU_COUNT_COUNT];
    gpu_shader_count(shader, counts);
    return counts[GPU_COUNT_LOOPS] > 0;
}

/* Names the first kernel with a loop: of the user's files, where they are the case's; else of the
 * case, or its technique, where a check point ended the case before it had any. NULL: none. */
static const char *looping_kernel(const struct run_request *request, const struct run *run,
                                  const struct run_case *c)
{
    const struct kernel_entry *entry;
    for (size_t i = 0; c->twin && i < request->files.count; i++)
        if (has_loop(&request->files.files[i].shader))
            return request->files.files[i].given;
    for (size_t i = 0; !c->twin && (entry = kernel_set_at(i)); i++) {
        bool own = c->kernel_count == 0 && strcmp(entry->technique, c->technique) == 0;
        for (size_t k = 0; k < c->kernel_count && !own; k++)
            own = strcmp(run_kernel_find(run, c->kernels[k])->name, entry->shader->name) == 0;
        if (own && has_loop(entry->shader))
            return c->kernel_count > 0 ? entry->shader->name : c->technique;
    }
    return NULL;
}

static void warnings_print_after(const struct run_request *request, const struct run *run)
{
    /* Prints why cases have no energy, each reason once, and what else the system does not give. */
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_energy *energy = &run->cases[i].energy;
        size_t same = 0;
        bool before = false, lacks = energy->known && *energy->lacks;
        if (!energy->known)
            continue;
        for (size_t k = 0; k < run->case_count; k++) {
            const struct run_energy *other = &run->cases[k].energy;
            const bool is = other->known && strcmp(other->reason, energy->reason) == 0;
            same += is;
            before = before || (is && k < i);
            lacks = lacks && (k >= i || !other->known || strcmp(other->lacks, energy->lacks) != 0);
        }
        if (lacks)
            message_note("energy is read by %s, which lacks: %s", energy->source, energy->lacks);
        if (*energy->reason && !before)
            message_warning("no energy of %zu case%s: %s", same, plural(same, "", "s"),
                            energy->reason);
    }
    /* Prints what may explain wrong results, beside their own reasons. */
    bool hazard = false;
    const char *loops = NULL;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        const bool failed = c->status == BENCH_FAILED_VERIFY && c->kind != BENCH_CPU;
        if (failed && !loops && !strstr(c->reason, "wrote outside"))
            loops = looping_kernel(request, run, c);
        hazard = hazard || (failed && strstr(c->reason, "SYNC-HAZARD"));
    }
    if (hazard)
        message_warning("validation saw an access that no memory barrier orders: put a barrier "
                        "between those two steps");
    if (loops && run->device.software)
        message_warning("'%.100s' has loops: lavapipe ends one after 65,535 turns, and lanes that "
                        "wait alone never see each other: docs/methods.md, Devices that are no "
                        "GPU%s",
                        loops,
                        run->session.technique_file_count == 0
                            ? ""
                            : "; where groups wait for others, write \"waits_for_groups\": true "
                              "into the variant in technique.json: no such driver then runs it");
    char text[KEEP_TEXT_BYTES];
    const size_t low = clock_note_count_low(run);
    if (keep_fault_is(run, KEEP_THROTTLED, text))
        message_warning("%s", text);
    if (run->session.cpu_throttled_s > 0)
        message_warning("the system held this process's control group back for %.2g s, since it "
                        "may use only %.3g CPUs: wall times are too long; raise its CPU quota (of "
                        "a container: --cpus)",
                        run->session.cpu_throttled_s, run->context.processor.quota_cpus);
    if (low > 0)
        message_warning("the device's clock did not come up before %zu of %zu case%s: other work "
                        "runs on it, or it was faster before; stop that work and run it again",
                        low, run->case_count, plural(run->case_count, "", "s"));
}

/*
 * Names the files of --kernel that were not run, and why. unknown: a case of a file's kernel whose
 * set-up ended before anybody knew which kernels it asks for; NULL. Returns EXIT_CODE_OK where all
 * were, or a case that failed says so; EXIT_CODE_NOTHING where the device has no use for one, and
 * EXIT_CODE_UNTRIED where no case asked for it.
 */
static int warnings_print_unused(const struct run_request *request, const struct run *run,
                                 const struct run_case *unknown)
{
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < request->files.count; i++) {
        const char *name = request->files.files[i].entry->shader->name;
        const char *path = request->files.files[i].path;
        const struct run_case *c = NULL; /* that says most of it: one that was tried, else any */
        for (size_t k = 0; k < run->case_count; k++)
            for (size_t m = 0; m < run->cases[k].replaced_count; m++)
                if (strcmp(run->cases[k].replaced[m], name) == 0 &&
                    (!c || (run_status_is_left_out(c) && !run_status_is_left_out(&run->cases[k]))))
                    c = &run->cases[k];
        if (c && (!run_status_is_left_out(c) || c->status == BENCH_VERIFIED))
            continue;
        if (c || unknown)
            message_error("%s: '%s' was not run: %s is %s: %s", name, path,
                          c ? c->name : unknown->name,
                          bench_status_name(c ? c->status : BENCH_UNSUPPORTED),
                          c ? c->reason : unknown->reason);
        else
            message_error("no case of this run asked for %s: '%s' was not run; widen --filter",
                          name, path);
        if (code != EXIT_CODE_UNTRIED)
            code = c || unknown ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
    }
    return code;
}

/* Table ---------------------------------------------------------------------------------------- */

/* Options for a table as wide as stdout, with colours where they are wanted. */
static struct table_options options_of_stdout(bool wide, const struct catalogue *catalogue)
{
    return (struct table_options){ .brief = !wide,
                                   .columns = terminal_columns(CONSOLE_OUTPUT),
                                   .wide = wide,
                                   .colours = terminal_colours(CONSOLE_OUTPUT),
                                   .catalogue = catalogue };
}

/* Another group of the plan goes on with its workload, or nothing came of it. */
static bool is_skipped(const struct plan *plan, size_t index, const struct run *run)
{
    const char *workload = plan->groups[index].workload_name;
    for (size_t i = index + 1; i < plan->group_count; i++)
        if (strcmp(plan->groups[i].workload_name, workload) == 0)
            return true;
    for (size_t i = 0; i < run->case_count; i++)
        if (strcmp(run->cases[i].workload, workload) == 0)
            return false;
    return true;
}

void session_table_go_on(struct session_table *table, const struct run *run, size_t end)
{
    const struct plan *plan = table->plan;
    for (; table->printed < end && !table->request->quiet && table->launches == 1;
         table->printed++) {
        if (is_skipped(plan, table->printed, run))
            continue;
        struct table_options options = options_of_stdout(table->request->wide, &table->catalogue);
        bool others = false;
        size_t cases = 0;
        if (!table->begun) {
            options.no_limits = table->request->again; /* the turn before has printed them */
            options.attempts = table->request->attempts;
            for (size_t i = 0; i < table->plan->group_count; i++)
                if (!plan_group_is_ceilings(&table->plan->groups[i])) {
                    others = true;
                    cases += table->plan->groups[i].case_count;
                }
            table->digest = console_is(CONSOLE_OUTPUT) && !table->request->all && !options.wide &&
                            table->request->files.count == 0 &&
                            digest_suits(cases, table->plan->group_count);
            table_begin(&table->table, stdout, &options, run, others);
            table->begun = true;
        }
        if (!table->digest)
            table_add(&table->table, run, plan->groups[table->printed].workload_name);
        fflush(stdout);
    }
}

unsigned session_table_finish(struct session_table *table, const struct run *run)
{
    table->launches = 1; /* the table of all of them */
    session_table_go_on(table, run, table->plan->group_count);
    if (!table->begun)
        return 0;
    if (table->digest)
        digest_print(stdout, &(struct digest){ run, table->published, &table->catalogue,
                                               table->table.options.columns, table->file });
    /* Fills the columns in that need device limits, where those were measured after the rows. */
    const bool late = ceilings_known(&run->ceilings) && !run->ceilings.cached;
    if (table->request->wide && late && table->table.others) {
        sheet_note(&table->table.sheet, "",
                   "shares of the device limits, which were measured last:");
        table->table.options.only_limits = true;
        table->printed = 0;
        session_table_go_on(table, run, table->plan->group_count);
        table->table.options.only_limits = false;
    }
    const unsigned before = table->table.sheet.block_lines;
    table->table.options.file = table->file;
    kernel_constants_view(&table->table.sheet, run, &table->request->files);
    /* Adds lines of each folder whose technique is in the plan. */
    for (size_t i = 0; i < table->plan->group_count; i++) {
        const struct technique *technique = table->plan->groups[i].technique;
        if (technique->folder && is_first(table->plan, i))
            kernel_constants_folder_view(&table->table.sheet, run, technique->folder);
    }
    table_end(&table->table, run);
    if (table->request->attempts)
        attempts_keep(table->request->attempts, run);
    return table->table.sheet.block_lines - before;
}

void session_table_print(const struct run *run, bool wide, const struct catalogue *catalogue)
{
    const struct table_options options = options_of_stdout(wide, catalogue);
    if (run->case_count > 0)
        table_print(stdout, run, &options);
}

void session_table_launch(const struct session_table *table, const struct run *run, uint32_t launch,
                          double seconds)
{
    size_t failed = 0;
    char others[64] = "";
    if (table->launches == 1 || table->request->quiet)
        return;
    for (size_t i = 0; i < run->case_count; i++)
        failed += run->cases[i].status != BENCH_OK && run->cases[i].status != BENCH_UNSUPPORTED &&
                  run->cases[i].status != BENCH_VERIFIED;
    if (failed > 0)
        snprintf(others, sizeof(others), ", %zu of them went wrong", failed);
    printf("launch %u of %u: %zu case%s in %.1f s%s\n", launch + 1, table->launches,
           run->case_count, plural(run->case_count, "", "s"), seconds, others);
    fflush(stdout);
}

/* Ending --------------------------------------------------------------------------------------- */

enum { ENDING_LINES = 15 };

enum { WORD_BYTES = MESSAGE_BYTES / 2 };

/* True of a case that was to have a time and has none. */
static bool is_wrong(const struct run_case *c)
{
    return c->status != BENCH_OK && c->status != BENCH_UNSUPPORTED && c->status != BENCH_VERIFIED &&
           !(c->twin && c->replaced_count == 0);
}

/* With `late`, only those whose time was taken back by device limits that were measured after them.
 */
static void ending_failures(const struct run *run, bool late)
{
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        const bool taken_back =
            c->status == BENCH_SUSPECT && c->floor_ns > 0 && !run->ceilings.cached;
        if (is_wrong(c) && (!late || taken_back))
            message_error("%s: %s%s%.600s", c->name, bench_status_name(c->status),
                          *c->reason ? ": " : "", c->reason);
    }
}

/* Adds two lines: what to do about a case that went wrong, or the page; then a device to compare
 * with, which times of a software device, or of a host alone, are not worth. */
static void next_add(struct text *text, const struct session_end *ending, const char *file)
{
    const struct run *run = ending->run;
    const char *separator = file ? " " : "";
    const struct technique *const *technique = ending->params->request->techniques;
    const struct run_case *wrong = NULL;
    struct text devices = { 0 };
    char word[WORD_BYTES] = "", filter[WORD_BYTES] = "";
    char folder[WORD_BYTES] = "", option[WORD_BYTES + 16] = "";
    file = file ? file : "";
    while (technique && *technique && !(*technique)->folder)
        technique++;
    if (technique && *technique) { /* which has the claims and figures */
        disk_shell_word_here((*technique)->folder->path, folder, sizeof(folder));
        snprintf(option, sizeof(option), " --technique %s", folder);
    }
    for (size_t i = 0; i < run->case_count && !wrong; i++)
        wrong = is_wrong(&run->cases[i]) ? &run->cases[i] : NULL;
    if (wrong)
        snprintf(filter, sizeof(filter), "/%.100s/", wrong->variant);
    disk_shell_word_shown(filter, word, sizeof(word));
    text_add_format(text, "next: claimcheck %s%s%s%s%s%s\n", wrong ? "show" : "report", separator,
                    file, option, wrong ? " --filter " : "", wrong ? word : "");
    if (ending->params->comparable && !run->device.software && *run->device.name &&
        strcmp(run->device.kind, "host") != 0)
        kept_run_devices(&devices);
    if (devices.length > 0)
        text_add_format(text, "      claimcheck compare%s%s%s --with %.*s\n", separator, file,
                        option, (int)strcspn(devices.string, ","), devices.string);
    else
        text_add_format(text, "      claimcheck show%s%s%s --wide\n", separator, file, option);
    text_finish(&devices);
}

/* Counts the lines of a terminal: one that holds a long path takes several. */
static unsigned lines_of(const char *text)
{
    const size_t columns = TERMINAL_COLUMNS;
    size_t lines = 0;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        lines += length > columns ? (length + columns - 1) / columns : 1;
    }
    return (unsigned)lines;
}

/* Adds how the run compares with what the copy holds so far: a sentence, where that is another run
 * of the same device and profile, with a case of it. */
static void latest_compare(const char *latest, const struct run *run,
                           const struct published_list *published, struct text *text)
{
    struct compare compare = { 0 };
    struct run *before = disk_is_there(latest) ? run_load(latest) : NULL;
    const struct run *first;
    if (before && strcmp(before->device.uuid, run->device.uuid) == 0 &&
        strcmp(before->device.name, run->device.name) == 0 &&
        strcmp(before->session.profile, run->session.profile) == 0 &&
        !estimate_run_again((const struct run *const[]){ before, run }, 2, &first)) {
        compare_runs(&compare, before, run, NULL, NULL);
        if (compare.overall.rows > 0) {
            compare_claims(&compare, published);
            compare_words_headline(&compare, "the last run", "this run", text);
        }
        compare_finish(&compare);
    }
    run_destroy(&before);
}

/* Puts the run file in the place of what the copy held, whole. False with a message. */
static bool latest_write(const char *latest, const char *run_file)
{
    char *text = NULL;
    size_t size = 0;
    if (disk_same_file(latest, run_file))
        return true;
    output_drop_link(latest);
    int code = disk_load(run_file, &text, &size);
    if (code == 0)
        code = output_write(latest, OUTPUT_REPLACE, text, size);
    free(text);
    if (code != 0)
        trouble("'%s' is not the last run: cannot write it: %s; the run is whole in '%s'", latest,
                output_error(code), run_file);
    return code == 0;
}

/* Says whether the card is normal, and prints the block to paste of a run that is worth it: of a
 * GPU, by no kernel or technique of the user's, and not narrowed to some cases. */
static void card_print(const struct session_end *ending, const struct published_list *published)
{
    const struct run_request *request = ending->params->request;
    const struct run_end end = { .run = ending->run, .published = published };
    struct text card = { 0 };
    if (request->scratch || (ending->run->ceilings.cached && request->plan.filter))
        return; /* a turn of --watch, and a part of a run that an earlier one has said it of */
    card_find_say(ending->run, &card);
    if (card.length > 0) {
        struct table_text line = { .out = stdout, .columns = terminal_columns(CONSOLE_OUTPUT) };
        table_text_wrap(&line, text_string(&card), 2);
        table_text_end(&line);
    }
    if (card.length > 0 && ending->params->comparable && !request->plan.filter &&
        request->files.count == 0) {
        puts("to paste:\n");
        run_end_paste(stdout, &end, text_string(&card));
        puts("");
    }
    text_finish(&card);
}

/* False with a fault where one of the parts could not be done. */
static bool ending_print(const struct session_end *ending, struct text *faults)
{
    const char *path = journal_path(ending->params->journal);
    char word[WORD_BYTES];
    const struct run_request *request = ending->params->request;
    const bool kept = !request->scratch && (request->out || !request->json);
    /* The copy that a run file leaves: in its own folder where that is a results/local, else in the
     * working directory's where that is there; none of a run by hand that goes elsewhere. */
    char *latest = NULL;
    if (kept && latest_is_beside(path))
        latest = text_make("%.*slatest.json", (int)(disk_base_name(path) - path), path);
    else if (kept && request->samples == 0 && os_path_is_folder(LATEST_FOLDER))
        latest = need_copy(LATEST_FILE);
    const char *file = NULL; /* as commands are to be given it; NULL: they take it as the latest */
    if (!latest || strcmp(latest, LATEST_FILE) != 0) {
        disk_shell_word_here(path, word, WORD_BYTES);
        file = word;
    }
    struct published_list published = { 0 };
    struct text before = { 0 }, next = { 0 };
    bool whole = true;
    ending->table->file = file;
    ending->table->published = &published;
    if (!request->quiet)
        whole = published_papers_open(&published, request->published, request->published_count,
                                      request->techniques);
    const unsigned used = session_table_finish(ending->table, ending->run);
    if (!request->quiet) {
        next_add(&next, ending, file);
        const unsigned tail = kept ? lines_of(path) + lines_of(text_string(&next)) : 0;
        if (!whole)
            text_add_format(faults, "there are no verdicts: %.*s; claimcheck claims has them\n",
                            (int)strcspn(trouble_text(), "\n"), trouble_text());
        if (latest)
            latest_compare(latest, ending->run, &published, &before);
        run_end_print(stdout, &(struct run_end){ .run = ending->run,
                                                 .published = &published,
                                                 .catalogue = &ending->table->catalogue,
                                                 .before = text_string(&before),
                                                 .file = file,
                                                 .columns = terminal_columns(CONSOLE_OUTPUT),
                                                 .lines = used + tail < ENDING_LINES
                                                              ? ENDING_LINES - used - tail
                                                              : 1 });
        card_print(ending, &published);
        if (kept)
            message_wrote(path);
        if (kept)
            fputs(text_string(&next), stdout);
    }
    fflush(stdout);
    if (latest && !latest_write(latest, path)) {
        text_add_format(faults, "%s\n", trouble_text());
        whole = false;
    }
    text_finish(&before);
    text_finish(&next);
    published_list_finish(&published);
    free(latest);
    return whole;
}

/* Completes the run with all that depends on the whole of it, whether or not a file is written. */
static void run_complete(const struct session_end *end)
{
    struct journal *journal = end->params->journal;
    struct run *run = end->run;
    struct run_ceilings ceilings;
    ceilings_find(&ceilings, run);
    floor_apply_all(run, &ceilings, gpu_info_is_software(end->params->device));
    journal_end(journal);
    run->ceilings = ceilings_known(&ceilings) ? ceilings : (struct run_ceilings){ 0 };
    run->path = run_keep_text(run, journal_path(journal));
    const double throttled_s = cpu_host_throttled_s("") - end->throttled_s;
    if (throttled_s > 0)
        run->session.cpu_throttled_s += throttled_s;
    if (end->spending->total.group_count > 0)
        run->session.overhead = time_breakdown_so_far(end->spending);
    override_find_all(run);
}

/* Prints what makes times of the run worth less, and with --verbose what explains them. */
static void notes_print(const struct session_end *end)
{
    const struct run_request *request = end->params->request;
    const struct run *run = end->run;
    fflush(stdout);
    if (!request->again && !request->quiet)
        warnings_print(request, end->params->device, run);
    warnings_print_after(request, run);
    if (request->verbose && !request->quiet) {
        metrics_print(stdout, run);
        for (size_t i = 0; i < run->case_count; i++) {
            struct why why;
            why_find(&why, run, &run->cases[i]);
            if (*why.text)
                printf("%s: %s\n", run->cases[i].name, why.text);
        }
    }
    if (request->verbose)
        time_breakdown_print(end->spending);
}

/* The exit code of a run file that is written; says where no case could be measured. */
static int code_of(const struct session_end *end, int unused, bool ended)
{
    const struct run *run = end->run;
    const struct run_case *first = run->case_count > 0 ? &run->cases[0] : NULL;
    int code = run_status_exit(run);
    if (code == EXIT_CODE_NOTHING && end->params->request->quiet && first)
        message_error("this device can do none of %zu case%s; the first, %s: %s: %.600s",
                      run->case_count, plural(run->case_count, "", "s"), first->name,
                      bench_status_name(first->status), first->reason);
    code = code == EXIT_CODE_OK ? unused : code;
    code = code == EXIT_CODE_OK && !ended ? EXIT_CODE_UNTRIED : code;
    bool any = false;
    for (size_t i = 0; i < run->case_count; i++)
        any = any || !isnan(run_case_joules(&run->cases[i]));
    if (code == EXIT_CODE_OK && end->params->request->energy && !any) {
        message_error("--energy: no case has an energy that counts");
        code = EXIT_CODE_NOTHING;
    }
    return code;
}

/* Says how to go on with what was not measured; what nobody keeps has no end. */
static void rest_say(const struct session_end *end)
{
    char word[MESSAGE_BYTES / 2];
    if (end->params->request->scratch)
        return;
    disk_shell_word_shown(journal_path(end->params->journal), word, sizeof(word));
    if (!end->interrupted)
        message_error("what was measured is kept: continue with: claimcheck run --resume %s", word);
    else if (end->launches > 1)
        message_error("interrupted in launch %u of %u: continue with: claimcheck run --resume %s",
                      end->launch + 1, end->launches, word);
    else
        message_error("interrupted: continue with: claimcheck run --resume %s", word);
}

int session_end(const struct session_end *end)
{
    const struct session_params *params = end->params;
    const struct run_request *request = params->request;
    struct journal *journal = params->journal;
    struct run *run = end->run;
    const struct run_case *unknown = NULL; /* of a file's kernel; below as it was before its end */
    struct run_case found;
    char date[RUN_DATE_BYTES];
    bool ended = true;
    for (size_t i = 0; i < run->case_count && !unknown; i++) {
        const struct run_case *c = &run->cases[i];
        if (c->twin && c->replaced_count == 0 && c->status == BENCH_UNSUPPORTED) {
            found = *c;
            unknown = &found;
        }
    }
    run_complete(end);
    run_path_date(date);
    const bool committed = end->whole && journal_commit(journal, date);
    char *fault = need_copy(trouble_text());
    struct text faults = { 0 };
    if (end->stopped)
        text_add_format(&faults, "%s\n", end->stopped);
    if (committed) {
        ceilings_kept_leave(request, params->plan, params->device, run);
        ended = ending_print(end, &faults);
    } else if (!(request->scratch && !end->whole))
        session_table_finish(end->table, run);
    notes_print(end);
    /* Errors come last: that is where a reader looks. */
    for (char *at = faults.string, *line; at && (line = strsep(&at, "\n")) && *line;)
        message_error("%s", line);
    ending_failures(run, !request->quiet);
    const int unused = end->whole ? warnings_print_unused(request, run, unknown) : EXIT_CODE_OK;
    int code = end->unsupported ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
    if (committed)
        code = code_of(end, unused, ended);
    else if (end->whole)
        message_error("%s", fault);
    else if (end->interrupted || (run->case_count > 0 && !journal_failed(journal)))
        rest_say(end);
    free(fault);
    text_finish(&faults);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    /* Errors of standard output show here, where what they did not cost can be named. */
    const int failure = output_failure(stdout);
    clearerr(stdout);
    return message_error("cannot write to standard output: %s; the run is in '%s'",
                         output_error(failure),
                         committed ? journal_path(journal) : journal_journal_path(journal));
}
