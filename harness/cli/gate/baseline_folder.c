/* SPDX-License-Identifier: MIT */
#include "harness/cli/gate/baseline_folder.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/output.h"
#include "harness/cli/session/run_path.h"
#include "harness/record/pack.h"
#include "harness/record/paths.h"
#include "harness/record/results_text.h"
#include "harness/record/run/run_thin.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 30, SAMPLES_SOFTWARE = 1 }; /* SOFTWARE: no time is judged */

static const char ending[] = ".json.gz";

/* Reading -------------------------------------------------------------------------------------- */

static int is_file(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > sizeof(ending) - 1 &&
           strcmp(entry->d_name + length - (sizeof(ending) - 1), ending) == 0;
}

static int is_folder(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void names_free(struct dirent **names, int count)
{
    for (int i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

/* The entry owns the run. */
static bool entry_fill(struct baseline_entry *entry, struct run *run, const char *name,
                       char *message, size_t message_bytes)
{
    *entry = (struct baseline_entry){ .run = run,
                                      .name = run_keep_text(run, name),
                                      .accepted = run->baseline.accepted,
                                      .reason = run->baseline.reason };
    if (!*entry->accepted) {
        snprintf(message, message_bytes,
                 "'%.300s' was never accepted: claimcheck baseline --accept adds a run", run->path);
        return false;
    }
    snprintf(message, message_bytes, "no memory is left");
    return fingerprint_make(&entry->fingerprint, run);
}

static bool file_read(struct baseline_folder *folder, const char *path, const char *name,
                      char *message, size_t message_bytes)
{
    struct run *run = run_load(path, message, message_bytes);
    struct baseline_entry *entries = NULL;
    bool read = false;
    if (run) {
        snprintf(message, message_bytes, "no memory is left");
        entries = realloc(folder->entries, (folder->count + 1) * sizeof(*entries));
    }
    if (entries) {
        folder->entries = entries;
        read = entry_fill(&entries[folder->count++], run, name, message, message_bytes);
    } else {
        run_destroy(&run);
    }
    return read;
}

static bool device_read(struct baseline_folder *folder, const char *path, char *message,
                        size_t message_bytes)
{
    struct dirent **names = NULL;
    const int count = scandir(path, &names, is_file, versionsort);
    bool read = count >= 0 || errno == ENOTDIR; /* such as a page that explains the folder */
    if (!read)
        snprintf(message, message_bytes, "cannot read the folder '%.300s': %s", path,
                 strerror(errno));
    for (int i = 0; i < count && read; i++) {
        char *file = NULL;
        snprintf(message, message_bytes, "no memory is left");
        read = asprintf(&file, "%s/%s", path, names[i]->d_name) >= 0 &&
               file_read(folder, file, names[i]->d_name, message, message_bytes);
        free(file);
    }
    names_free(names, count);
    return read;
}

bool baseline_folder_read(struct baseline_folder *folder, const char *path, char *message,
                          size_t message_bytes)
{
    struct dirent **names = NULL;
    *folder = (struct baseline_folder){ NULL, 0 };
    const int count = scandir(path, &names, is_folder, versionsort);
    bool read = count >= 0 || errno == ENOENT;
    if (!read)
        snprintf(message, message_bytes, "cannot read the folder '%.300s': %s", path,
                 strerror(errno));
    for (int i = 0; i < count && read; i++) {
        char *device = NULL;
        snprintf(message, message_bytes, "no memory is left");
        read = asprintf(&device, "%s/%s", path, names[i]->d_name) >= 0 &&
               device_read(folder, device, message, message_bytes);
        free(device);
    }
    names_free(names, count);
    return read;
}

void baseline_folder_finish(struct baseline_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++)
        run_destroy(&folder->entries[i].run);
    free(folder->entries);
    *folder = (struct baseline_folder){ NULL, 0 };
}

/* Writing -------------------------------------------------------------------------------------- */

static json_t *fingerprint_json(const struct fingerprint *fingerprint)
{
    json_t *tiers = json_object();
    for (int tier = 0; tier < FINGERPRINT_TIERS; tier++) {
        json_t *fields = json_object();
        json_value_set(&fields, "hash", json_string(fingerprint->tiers[tier].hash));
        for (size_t i = 0; i < fingerprint->tiers[tier].count; i++)
            json_value_set(&fields, fingerprint->tiers[tier].fields[i].name,
                           json_value_text(fingerprint->tiers[tier].fields[i].value));
        json_value_set(&tiers, fingerprint_tier_name((enum fingerprint_tier)tier), fields);
    }
    return tiers;
}

/* The bytes of its file; malloc'ed. NULL when memory runs out. */
static char *bytes_make(const struct baseline_new *baseline, size_t *bytes)
{
    char date[RUN_DATE_BYTES];
    const size_t samples = baseline->run->device.software ? SAMPLES_SOFTWARE : SAMPLES;
    json_t *document = run_thin(baseline->run, samples) ? run_document(baseline->run) : NULL;
    run_path_date(date);
    json_t *said = json_pack("{s:o, s:o, s:o, s:o}",                                      //
                             "accepted", json_value_text(baseline->reason ? date : NULL), //
                             "reason", json_value_text(baseline->reason),                 //
                             "by", json_value_text(baseline->by),                         //
                             "fingerprint", fingerprint_json(baseline->fingerprint));
    json_value_set(&document, "baseline", said);
    char *text = document && paths_strip(document) ? results_dump(document) : NULL;
    json_decref(document);
    char *packed = text ? pack_text(text, strlen(text), bytes) : NULL;
    free(text);
    return packed;
}

char *baseline_folder_add(const char *path, const struct baseline_new *baseline, char *message,
                          size_t message_bytes)
{
    char date[RUN_DATE_BYTES], slug[RUN_SLUG_BYTES];
    const struct run *run = baseline->run;
    size_t bytes = 0;
    char *data = bytes_make(baseline, &bytes), *file = NULL;
    run_path_slug(run->device.software ? run->device.driver_name : run->device.name, slug);
    run_path_date(date);
    const char day[] = {
        date[0], date[1], date[2], date[3], date[5], date[6], date[8], date[9], 0
    };
    const struct run_path_kept kept = { path, slug, day, ending };
    snprintf(message, message_bytes, "no memory is left");
    if (data)
        file = run_path_keep(&kept, data, bytes, message, message_bytes);
    free(data);
    return file;
}

char *baseline_folder_candidate(const struct baseline_new *baseline, char *message,
                                size_t message_bytes)
{
    const char *run = baseline->run->path, *dot = strstr(disk_base_name(run), ".json");
    size_t bytes = 0;
    int code = 0;
    char *data = bytes_make(baseline, &bytes), *path = NULL;
    snprintf(message, message_bytes, "no memory is left");
    if (data && asprintf(&path, "%.*s.candidate%s", dot ? (int)(dot - run) : (int)strlen(run), run,
                         ending) < 0)
        path = NULL;
    if (path)
        code = output_write(path, OUTPUT_REPLACE, data, bytes);
    free(data);
    if (!path || code == 0)
        return path;
    snprintf(message, message_bytes, "cannot write '%.300s': %s", path, output_error(code));
    free(path);
    return NULL;
}
