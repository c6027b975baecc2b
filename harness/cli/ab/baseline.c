/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab.h"

#include "harness/analysis/baseline/baseline.h"
#include "harness/analysis/keep/keep.h"
#include "harness/views/gate/gate.h"

#include <errno.h>
#include <string.h>

struct baseline_folder {
    struct baseline_entry *entries;
    size_t count, room;
};

/* A run, and where it belongs. */
struct baseline_call {
    const struct options *options;
    const char *path; /* of the folder */
    struct run *run;
    json_t *document; /* what the run was read from */
    json_t *fingerprint;
};

enum { SAMPLES = 30, SAMPLES_SOFTWARE = 1 }; /* SOFTWARE: no time is judged */

/* Reading -------------------------------------------------------------------------------------- */

/* Reads an entry of the folder. Entries are packed, as they were by gzip before they were by xz. A
 * folder may hold other files, but a run that somebody has unpacked does not count any more. */
static bool file_read(struct baseline_folder *folder, const char *path, const char *name)
{
    const char *end = name + run_file_stem_bytes(name);
    if (strcmp(end, ".json") == 0)
        message_warning("'%s' is not read: entries are packed; pack it by xz, or move it away",
                        path);
    if (!*end || strcmp(end, ".json") == 0)
        return true;
    struct run *run = run_load(path);
    if (!run)
        return false;
    folder->entries =
        need_room(folder->entries, folder->count, &folder->room, sizeof(*folder->entries));
    /* The entry owns the run. */
    struct baseline_entry *entry = &folder->entries[folder->count++];
    *entry = (struct baseline_entry){ .run = run,
                                      .name = run_keep_text(run, name),
                                      .accepted = run->baseline.accepted,
                                      .reason = run->baseline.reason };
    if (!*entry->accepted)
        return trouble("'%.300s' was never accepted: claimcheck ab --baseline FOLDER RUN.json "
                       "--accept adds it",
                       run->path);
    entry->fingerprint = fingerprint_make(run);
    return true;
}

/* Reads what is in a folder, each by `read`; an errno of `none` says that there is no folder. */
static bool names_read(struct baseline_folder *folder, const char *path, int none,
                       bool (*read)(struct baseline_folder *folder, const char *path,
                                    const char *name))
{
    size_t count = 0;
    OWNED_BY(os_path_names_free) char **names = os_path_names(path, &count);
    if (!names && errno != none)
        return trouble("cannot read the folder '%.300s': %s", path, strerror(errno));
    for (size_t i = 0; names && i < count; i++) {
        OWNED char *file = text_make("%s/%s", path, names[i]);
        if (names[i][0] != '.' && !read(folder, file, names[i]))
            return false;
    }
    return true;
}

/* A file beside the folders, such as a page that explains them, is none. */
static bool device_read(struct baseline_folder *folder, const char *path, const char *name)
{
    (void)name;
    return names_read(folder, path, ENOTDIR, file_read);
}

/* All of them; none where there is no such folder. False with a one-line message where one cannot
 * be read; baseline_folder_finish() is due either way. */
static bool baseline_folder_read(struct baseline_folder *folder, const char *path)
{
    *folder = (struct baseline_folder){ 0 };
    return names_read(folder, path, ENOENT, device_read);
}

static void baseline_folder_finish(struct baseline_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++) {
        run_destroy(&folder->entries[i].run);
        json_decref(folder->entries[i].fingerprint);
    }
    free(folder->entries);
    *folder = (struct baseline_folder){ 0 };
}

/* Writing -------------------------------------------------------------------------------------- */

/* Makes the bytes of its file; malloc'ed. A reason of NULL: it may be accepted. */
static char *bytes_make(const struct baseline_call *call, const char *reason, size_t *bytes)
{
    json_auto_t *document = run_document(call->run);
    json_value_set(&document, "baseline",
                   json_value_object("accepted:t reason:t by:t fingerprint:o",
                                     reason ? run_path_date(RUN_PATH_ROOM) : NULL, reason,
                                     options_value(call->options, "by"),
                                     need(json_deep_copy(call->fingerprint))));
    paths_strip(document);
    OWNED char *text = results_dump_summed(document);
    return need(pack_text(text, strlen(text), bytes));
}

/* False with a message where an entry has the same cases, samples included. */
static bool entries_differ(const struct baseline_folder *folder, const struct run *run)
{
    json_auto_t *document = run_document(run);
    for (size_t i = 0; i < folder->count; i++) {
        const struct run *before = folder->entries[i].run;
        if (strcmp(before->device.uuid, run->device.uuid) != 0)
            continue;
        json_auto_t *other = run_document(before);
        if (json_equal(json_object_get(document, "cases"), json_object_get(other, "cases")))
            return message_refuse("ab: '%s' was accepted before, as '%s': a run is accepted once",
                                  run->path, before->path);
    }
    return true;
}

static int accept(const struct baseline_call *call)
{
    const char *reason = options_value(call->options, "reason");
    struct run *run = call->run;
    if (!reason || !*reason)
        return message_error("ab: --accept needs --reason TEXT, which says why");
    /* Names all that keeps the run from being accepted. */
    int code = EXIT_CODE_OK;
    if (keep_document_is_odd(call->document))
        code = message_error("ab: '%s': %s", run->path, trouble_text());
    for (int i = 0; i < KEEP_FAULT_COUNT; i++) {
        const enum keep_fault fault = (enum keep_fault)i;
        if (fault == KEEP_UNKNOWN || fault == KEEP_DIRTY || fault == KEEP_SLOW ||
            fault == KEEP_CACHED || fault == KEEP_SUMMARY || !keep_fault_is(run, fault))
            continue;
        message_error("ab: '%s': %s", run->path, trouble_text());
        code = fault == KEEP_WRONG && code == EXIT_CODE_OK ? EXIT_CODE_WRONG : EXIT_CODE_UNTRIED;
    }
    if (code != EXIT_CODE_OK)
        return code;
    run_thin(run, run->device.software ? SAMPLES_SOFTWARE : SAMPLES);
    OWNED_BY(baseline_folder_finish) struct baseline_folder folder;
    if (!baseline_folder_read(&folder, call->path))
        return message_error("ab: %s", trouble_text());
    if (!entries_differ(&folder, run))
        return EXIT_CODE_UNTRIED;
    size_t bytes = 0;
    OWNED char *data = bytes_make(call, reason, &bytes);
    const char *slug = run_path_slug(
        run->device.software ? run->device.driver_name : run->device.name, RUN_PATH_ROOM);
    const char *date = run_path_date(RUN_PATH_ROOM);
    const char day[] = {
        date[0], date[1], date[2], date[3], date[5], date[6], date[8], date[9], 0
    };
    const struct run_path_kept kept = { call->path, slug, day, PACK_ENDING };
    OWNED char *path = run_path_keep(&kept, data, bytes);
    if (!path)
        return message_error("ab: %s", trouble_text());
    message_wrote(path);
    return EXIT_CODE_OK;
}

/* No entry is of this model of device. */
static int nothing(const struct baseline_call *call)
{
    struct run *run = call->run;
    if (keep_fault_is(run, KEEP_WRONG)) {
        message_error("ab: '%s': %s", run->path, trouble_text());
        return EXIT_CODE_WRONG;
    }
    if (options_has(call->options, "require-baseline"))
        return message_error("ab: '%s' has no baseline for %s, and --require-baseline asks for one",
                             call->path, run->device.name);
    run_thin(run, run->device.software ? SAMPLES_SOFTWARE : SAMPLES);
    const char *dot = strstr(disk_base_name(run->path), ".json");
    size_t bytes = 0;
    OWNED char *data = bytes_make(call, NULL, &bytes);
    OWNED char *path =
        text_make("%.*s.candidate%s", dot ? (int)(dot - run->path) : (int)strlen(run->path),
                  run->path, PACK_ENDING);
    const int failure = output_write(path, OUTPUT_REPLACE, data, bytes);
    if (failure != 0)
        return message_error("ab: cannot write '%.300s': %s", path, output_error(failure));
    OWNED char *folder = disk_shell_word_shown(call->path), *file = disk_shell_word_shown(path);
    printf("nothing was decided: there is no baseline for %s\n", run->device.name);
    message_wrote(path);
    printf("to accept it:\n  claimcheck ab --baseline %s %s --accept --reason TEXT\n", folder,
           file);
    return EXIT_CODE_NOTHING;
}

/* The rows by the entries of the folder, said and written as those of a session. */
static int rows_say(const struct baseline_call *call, const struct baseline_folder *folder,
                    const struct gate_limits *limits, double theta)
{
    OWNED_BY(baseline_finish) struct baseline stored;
    const char *started = run_path_date(RUN_PATH_ROOM);
    if (!baseline_judge(&stored, call->run, call->fingerprint, folder->entries, folder->count,
                        limits, theta))
        return message_error("ab: %s", trouble_text());
    struct gate_result outcome =
        gate_result_make(&stored.rows, stored.old, call->run, ab_options_rule(call->options));
    outcome.started = started;
    outcome.stored = stored.entries;
    outcome.stored_count = stored.entry_count;
    ab_limits_say(&stored.rows, call->run->device.name, NULL, NULL);
    return ab_result_say(&outcome, call->options);
}

static int judge(const struct baseline_call *call)
{
    OWNED_BY(baseline_folder_finish) struct baseline_folder folder = { 0 };
    OWNED_BY(gate_limits_finish) struct gate_limits limits = { 0 };
    double theta = 0;
    bool any = false;
    /* Some runs cannot be judged: incomplete ones, and ones measured differently on purpose. */
    static const enum keep_fault faults[] = { KEEP_PLANTED, KEEP_VALIDATED, KEEP_INCOMPLETE };
    for (size_t i = 0; i < COUNT_OF(faults); i++)
        if (keep_fault_is(call->run, faults[i]))
            return message_error("ab: '%s': %s", call->run->path, trouble_text());
    if (!file_options_check(&ab_files, call->options) || !ab_options_theta(call->options, &theta) ||
        !ab_options_thresholds(call->options, &limits))
        return EXIT_CODE_UNTRIED;
    if (!baseline_folder_read(&folder, call->path))
        return message_error("ab: %s", trouble_text());
    for (size_t i = 0; i < folder.count; i++)
        any = any || fingerprint_same(call->fingerprint, folder.entries[i].fingerprint,
                                      FINGERPRINT_DEVICE);
    return any ? rows_say(call, &folder, options_has(call->options, "thresholds") ? &limits : NULL,
                          theta)
               : nothing(call);
}

/* False with a message where one of them was given. */
static bool none_given(const struct options *options, const char *names, const char *what)
{
    const char *given = options_any(options, names);
    return !given || message_refuse("ab: --%s is %s", given, what);
}

bool ab_baseline_check(const struct options *options)
{
    if (!options_has(options, "baseline"))
        return none_given(options, "accept|reason|by|require-baseline",
                          "for --baseline FOLDER RUN.json");
    if (options->positional_count != 1)
        return message_refuse("ab: which run file? claimcheck ab --baseline FOLDER RUN.json");
    /* Options of two sides that are measured, and of one that was. */
    return none_given(options,
                      "a|b|icd-a|icd-b|old-kernels|filter|profile|device|launches|seed|budget|"
                      "times|no-wait",
                      "not for --baseline, which measures nothing") &&
           (options_has(options, "accept")
                ? none_given(options, "fail-on|require-baseline", "not for --accept")
                : none_given(options, "reason|by", "for --accept"));
}

int ab_baseline(const struct options *options)
{
    const char *file = options->positionals[0];
    json_auto_t *document = run_file_json(file);
    OWNED_BY(run_destroy) struct run *run = document ? run_read(document, file) : NULL;
    if (!run)
        return message_error("ab: %s", trouble_text());
    json_auto_t *fingerprint = fingerprint_make(run);
    const struct baseline_call call = { options, options_value(options, "baseline"), run, document,
                                        fingerprint };
    return options_has(options, "accept") ? accept(&call) : judge(&call);
}
