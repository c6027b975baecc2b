/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab.h"

#include "harness/analysis/baseline/baseline.h"
#include "harness/analysis/keep/keep.h"
#include "harness/base/need.h"
#include "harness/views/gate/gate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct baseline_folder {
    struct baseline_entry *entries;
    size_t count, room;
};

/* A baseline that is accepted, or may be. */
struct baseline_new {
    const struct run *run; /* a summary */
    const struct fingerprint *fingerprint;
    const char *reason, *by; /* NULL of a candidate; by: NULL: it is not said */
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
    fingerprint_make(&entry->fingerprint, run);
    return true;
}

/* Reads what is in a folder, each by `read`; an errno of `none` says that there is no folder. */
static bool names_read(struct baseline_folder *folder, const char *path, int none,
                       bool (*read)(struct baseline_folder *folder, const char *path,
                                    const char *name))
{
    size_t count = 0;
    char **names = os_path_names(path, &count);
    bool good = names || errno == none;
    if (!good)
        trouble("cannot read the folder '%.300s': %s", path, strerror(errno));
    for (size_t i = 0; names && i < count && good; i++) {
        char *file = text_make("%s/%s", path, names[i]);
        good = names[i][0] == '.' || read(folder, file, names[i]);
        free(file);
    }
    os_path_names_free(&names);
    return good;
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
    for (size_t i = 0; i < folder->count; i++)
        run_destroy(&folder->entries[i].run);
    free(folder->entries);
    *folder = (struct baseline_folder){ 0 };
}

/* Writing -------------------------------------------------------------------------------------- */

/* The bytes of its file; malloc'ed. */
static char *bytes_make(const struct baseline_new *baseline, size_t *bytes)
{
    char date[RUN_DATE_BYTES];
    json_t *document = run_document(baseline->run);
    run_path_date(date);
    json_t *tiers = json_object();
    for (int tier = 0; tier < FINGERPRINT_TIERS; tier++) {
        json_t *fields = json_object();
        json_value_set(&fields, "hash", json_string(baseline->fingerprint->tiers[tier].hash));
        for (size_t i = 0; i < baseline->fingerprint->tiers[tier].count; i++)
            json_value_set(&fields, baseline->fingerprint->tiers[tier].fields[i].name,
                           json_value_text(baseline->fingerprint->tiers[tier].fields[i].value));
        json_value_set(&tiers, fingerprint_tier_names[tier], fields);
    }
    json_t *said = json_pack("{s:o, s:o, s:o, s:o}",                                      //
                             "accepted", json_value_text(baseline->reason ? date : NULL), //
                             "reason", json_value_text(baseline->reason),                 //
                             "by", json_value_text(baseline->by),                         //
                             "fingerprint", tiers);
    json_value_set(&document, "baseline", said);
    paths_strip(document);
    char *text = results_dump_summed(document);
    json_decref(document);
    char *packed = need(pack_text(text, strlen(text), bytes));
    free(text);
    return packed;
}

/* A run, and where it belongs. */
struct baseline_call {
    const struct options *options;
    const char *path; /* of the folder */
    struct run *run;
    json_t *document; /* what the run was read from */
    struct fingerprint fingerprint;
};

/* False with a message where an entry has the same cases, samples included. */
static bool entries_differ(const struct baseline_folder *folder, const struct run *run)
{
    json_t *document = run_document(run);
    bool differ = true;
    for (size_t i = 0; i < folder->count && differ; i++) {
        const struct run *before = folder->entries[i].run;
        json_t *other =
            strcmp(before->device.uuid, run->device.uuid) == 0 ? run_document(before) : NULL;
        differ = !other ||
                 !json_equal(json_object_get(document, "cases"), json_object_get(other, "cases"));
        json_decref(other);
        if (!differ)
            message_error("ab: '%s' was accepted before, as '%s': a run is accepted once",
                          run->path, before->path);
    }
    json_decref(document);
    return differ;
}

static int accept(const struct baseline_call *call)
{
    const char *reason = options_value(call->options, "reason");
    if (!reason || !*reason)
        return message_error("ab: --accept needs --reason TEXT, which says why");
    /* Names all that keeps the run from being accepted. */
    char text[KEEP_TEXT_BYTES];
    int code = EXIT_CODE_OK;
    if (keep_document_is_odd(call->document, text))
        code = message_error("ab: '%s': %s", call->run->path, text);
    for (int i = 0; i < KEEP_FAULT_COUNT; i++) {
        const enum keep_fault fault = (enum keep_fault)i;
        if (fault == KEEP_UNKNOWN || fault == KEEP_DIRTY || fault == KEEP_SLOW ||
            fault == KEEP_CACHED || fault == KEEP_SUMMARY || !keep_fault_is(call->run, fault, text))
            continue;
        message_error("ab: '%s': %s", call->run->path, text);
        code = fault == KEEP_WRONG && code == EXIT_CODE_OK ? EXIT_CODE_WRONG : EXIT_CODE_UNTRIED;
    }
    if (code != EXIT_CODE_OK)
        return code;
    run_thin(call->run, call->run->device.software ? SAMPLES_SOFTWARE : SAMPLES);
    struct baseline_folder folder;
    const bool read = baseline_folder_read(&folder, call->path);
    if (!read)
        message_error("ab: %s", trouble_text());
    const bool differ = read && entries_differ(&folder, call->run);
    baseline_folder_finish(&folder);
    if (!differ)
        return EXIT_CODE_UNTRIED;
    const struct baseline_new baseline = { call->run, &call->fingerprint, reason,
                                           options_value(call->options, "by") };
    char date[RUN_DATE_BYTES], slug[RUN_SLUG_BYTES];
    const struct run *run = baseline.run;
    size_t bytes = 0;
    char *data = bytes_make(&baseline, &bytes);
    run_path_slug(run->device.software ? run->device.driver_name : run->device.name, slug);
    run_path_date(date);
    const char day[] = {
        date[0], date[1], date[2], date[3], date[5], date[6], date[8], date[9], 0
    };
    const struct run_path_kept kept = { call->path, slug, day, PACK_ENDING };
    char *path = run_path_keep(&kept, data, bytes);
    free(data);
    if (!path)
        return message_error("ab: %s", trouble_text());
    message_wrote(path);
    free(path);
    return EXIT_CODE_OK;
}

/* No entry is of this model of device. */
static int nothing(const struct baseline_call *call)
{
    char text[KEEP_TEXT_BYTES];
    if (keep_fault_is(call->run, KEEP_WRONG, text)) {
        message_error("ab: '%s': %s", call->run->path, text);
        return EXIT_CODE_WRONG;
    }
    if (options_has(call->options, "require-baseline"))
        return message_error("ab: '%s' has no baseline for %s, and --require-baseline asks for one",
                             call->path, call->run->device.name);
    run_thin(call->run, call->run->device.software ? SAMPLES_SOFTWARE : SAMPLES);
    const struct baseline_new baseline = { call->run, &call->fingerprint, NULL, NULL };
    const char *run = call->run->path, *dot = strstr(disk_base_name(run), ".json");
    size_t bytes = 0;
    char *data = bytes_make(&baseline, &bytes);
    char *path =
        text_make("%.*s.candidate%s", dot ? (int)(dot - run) : (int)strlen(run), run, PACK_ENDING);
    const int failure = output_write(path, OUTPUT_REPLACE, data, bytes);
    free(data);
    if (failure != 0) {
        message_error("ab: cannot write '%.300s': %s", path, output_error(failure));
        free(path);
        return EXIT_CODE_UNTRIED;
    }
    char *folder = own_command_shown(call->path), *file = own_command_shown(path);
    printf("nothing was decided: there is no baseline for %s\n", call->run->device.name);
    message_wrote(path);
    printf("to accept it:\n  claimcheck ab --baseline %s %s --accept --reason TEXT\n", folder,
           file);
    free(folder);
    free(file);
    free(path);
    return EXIT_CODE_NOTHING;
}

/* The rows by the entries of the folder, said and written as those of a session. */
static int rows_say(const struct baseline_call *call, const struct baseline_folder *folder,
                    const struct gate_limits *limits, double theta)
{
    char started[RUN_DATE_BYTES];
    struct baseline stored;
    int code;
    run_path_date(started);
    if (baseline_judge(&stored, call->run, &call->fingerprint, folder->entries, folder->count,
                       limits, theta)) {
        struct gate_result outcome =
            gate_result_make(&stored.rows, stored.old, call->run, ab_options_rule(call->options));
        outcome.started = started;
        outcome.stored = stored.entries;
        outcome.stored_count = stored.entry_count;
        ab_limits_say(&stored.rows, call->run->device.name, NULL, NULL);
        code = ab_result_say(&outcome, call->options);
    } else {
        code = message_error("ab: %s", trouble_text());
    }
    baseline_finish(&stored);
    return code;
}

static int judge(const struct baseline_call *call)
{
    struct baseline_folder folder;
    struct gate_limits limits = { 0 };
    double theta = 0;
    bool any = false;
    int code = EXIT_CODE_UNTRIED;
    /* Some runs cannot be judged: incomplete ones, and ones measured differently on purpose. */
    static const enum keep_fault faults[] = { KEEP_PLANTED, KEEP_VALIDATED, KEEP_INCOMPLETE };
    char text[KEEP_TEXT_BYTES];
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        if (keep_fault_is(call->run, faults[i], text))
            return message_error("ab: '%s': %s", call->run->path, text);
    if (!ab_outputs_check(call->options) || !ab_options_theta(call->options, &theta))
        return EXIT_CODE_UNTRIED;
    const bool limited = ab_options_thresholds(call->options, &limits);
    const bool read = limited && baseline_folder_read(&folder, call->path);
    if (limited && !read)
        message_error("ab: %s", trouble_text());
    for (size_t i = 0; read && i < folder.count; i++)
        any = any || fingerprint_same(&call->fingerprint, &folder.entries[i].fingerprint,
                                      FINGERPRINT_DEVICE);
    if (read)
        code = any ? rows_say(call, &folder,
                              options_has(call->options, "thresholds") ? &limits : NULL, theta)
                   : nothing(call);
    if (limited)
        baseline_folder_finish(&folder);
    gate_limits_finish(&limits);
    return code;
}

/* Options of two sides that are measured, and of one that was. */
static const char *const of_sessions[] = { "a",           "b",      "icd-a",   "icd-b",
                                           "old-kernels", "filter", "profile", "device",
                                           "launches",    "seed",   "budget",  "times",
                                           "no-wait",     NULL },
                         *const of_baselines[] = { "accept", "reason", "by", "require-baseline",
                                                   NULL },
                         *const of_judging[] = { "fail-on", "require-baseline", NULL },
                         *const of_accepting[] = { "reason", "by", NULL };

/* False with a message where one of them was given. */
static bool none_given(const struct options *options, const char *const *names, const char *what)
{
    for (size_t i = 0; names[i]; i++)
        if (options_has(options, names[i]))
            return message_refuse("ab: --%s is %s", names[i], what);
    return true;
}

bool ab_baseline_check(const struct options *options)
{
    if (!options_has(options, "baseline"))
        return none_given(options, of_baselines, "for --baseline FOLDER RUN.json");
    if (options->positional_count != 1)
        return message_refuse("ab: which run file? claimcheck ab --baseline FOLDER RUN.json");
    return none_given(options, of_sessions, "not for --baseline, which measures nothing") &&
           (options_has(options, "accept") ? none_given(options, of_judging, "not for --accept")
                                           : none_given(options, of_accepting, "for --accept"));
}

int ab_baseline(const struct options *options)
{
    struct baseline_call call = { .options = options, .path = options_value(options, "baseline") };
    const char *file = options->positionals[0];
    call.document = run_file_json(file);
    if (call.document)
        call.run = run_read(call.document, file);
    int code = EXIT_CODE_UNTRIED;
    if (call.run) {
        fingerprint_make(&call.fingerprint, call.run);
        code = options_has(options, "accept") ? accept(&call) : judge(&call);
    } else {
        message_error("ab: %s", trouble_text());
    }
    run_destroy(&call.run);
    json_decref(call.document);
    return code;
}
