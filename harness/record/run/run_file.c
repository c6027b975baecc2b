/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"
#include "harness/record/record.h"

#include <ctype.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The text of a file, or its bytes where it is packed. NULL with a message. */
static char *file_text(const char *path, size_t *size)
{
    char *text = NULL;
    const int code = disk_load_text(path, &text, size);
    if (code == EFBIG)
        trouble("'%s' is not a valid run file: it is larger than %zu MiB", path,
                RUN_FILE_BYTES_MAX >> 20);
    else if (code != 0)
        disk_say_unread(path, code);
    if (!text)
        printable_clean(trouble_buffer());
    return text;
}

static json_t *text_parse(const char *path, const char *text, size_t size)
{
    json_error_t error;
    if (journal_lines_are(text, size)) {
        size_t whole_bytes = 0;
        json_auto_t *head = NULL;
        struct run *run = journal_lines_read(path, text, size, JOURNAL_ALL, &whole_bytes, &head);
        json_t *joined = run ? run_document(run) : NULL;
        run_destroy(&run);
        return joined;
    }
    json_auto_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    const bool ours = (json_object_get(document, "schema_version") && /* or a trace of ours */
                       !json_object_get(document, "results")) ||
                      json_object_get(document, "traceEvents");
    const char *kind = ours || size == 0 ? NULL : text_kind(text, size);
    if (kind) {
        trouble("'%s' is %s; a run file of claimcheck is wanted", path, kind);
        return NULL;
    }
    size_t first = 0;
    while (first < size && isspace((unsigned char)text[first]))
        first++;
    if (!document)
        trouble("'%s'%s is not valid JSON: line %d, column %d: %s%s", path,
                first == size ? ", which is empty," : "", error.line, error.column, error.text,
                first == size || strchr("{[", text[first])
                    ? ""
                    : "; of tables, a CSV is read whose first line names the columns name, value "
                      "and unit");
    const enum sum_state state = document ? sum_look(SUM_OF_FILE, text, size) : SUM_NONE;
    if (state == SUM_HOLDS)
        json_object_del(document, "sum");
    if (state != SUM_DIFFERS)
        return json_incref(document);
    trouble("'%s' was changed since it was written: its check sum, the last line, does not match; "
            "restore the file, or measure again",
            path);
    return NULL;
}

size_t run_file_stem_bytes(const char *name)
{
    static const char *const endings[] = { ".json", ".json.gz", ".json.xz" };
    size_t tail = 0;
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
        if (text_ends(name, endings[i]))
            tail = strlen(endings[i]);
    return strlen(name) - tail;
}

json_t *run_file_parse(const char *text, size_t size, const char *path)
{
    OWNED char *unpacked = NULL;
    json_t *document = NULL;
    const char *fault = run_unpack_is_packed(text, size)
                            ? run_unpack(text, size, RUN_FILE_BYTES_MAX, &unpacked, &size)
                            : NULL;
    const char *plain = unpacked ? unpacked : text;
    if (fault)
        trouble("cannot unpack '%s': %s", path, fault);
    else
        document = text_parse(path, plain, size);
    const json_t *session = json_object_get(document, "session");
    const size_t count = json_array_size(json_object_get(session, "paths"));
    if (count > RUN_FILE_PATHS_MAX) {
        trouble(
            "'%s' is not a valid run file: session.paths has %zu files, and %d at most are read",
            path, count, RUN_FILE_PATHS_MAX);
        json_decref(document);
        document = NULL;
    } else if (document && journal_lines_are(plain, size)) {
        paths_strip(document); /* nothing that is made of a journal names folders */
    }
    if (!document)
        printable_clean(trouble_buffer());
    return document;
}

json_t *run_file_json(const char *path)
{
    size_t size = 0;
    OWNED char *text = file_text(path, &size);
    return text ? run_file_parse(text, size, path) : NULL;
}

struct run *run_load(const char *path)
{
    size_t size = 0;
    OWNED char *text = file_text(path, &size);
    char *unpacked = NULL;
    size_t plain_size = 0;
    if (text && run_unpack_is_packed(text, size) &&
        !run_unpack(text, size, RUN_FILE_BYTES_MAX, &unpacked, &plain_size)) {
        free(text);
        size = plain_size;
        text = need(realloc(unpacked, size + 1));
        text[size] = 0;
    }
    const enum foreign_form form = text ? foreign_find(text, size) : FOREIGN_NONE;
    if (form != FOREIGN_NONE) {
        /* Dated by the file where the tool gives no date. */
        struct os_file_status status;
        char started[32] = "";
        struct tm parts;
        const time_t written =
            os_path_look(path, &status) ? (time_t)(status.written_ns / 1000000000) : 0;
        if (written > 0 && gmtime_r(&written, &parts))
            strftime(started, sizeof(started), "%Y-%m-%dT%H:%M:%SZ", &parts);
        return foreign_run(&(struct foreign_source){
            .form = form, .text = text, .size = size, .path = path, .started = started });
    }
    json_auto_t *document = text ? run_file_parse(text, size, path) : NULL;
    return document ? run_read(document, path) : NULL;
}

enum { LOADERS_MAX = 4 }; /* each holds a document while it reads */

struct loading {
    const char *const *paths;
    size_t count;
    struct run **runs;
    char (*messages)[MESSAGE_BYTES];
    atomic_size_t next;
};

static void *load_on(void *context)
{
    struct loading *loading = context;
    size_t i;
    while ((i = atomic_fetch_add(&loading->next, 1)) < loading->count) {
        loading->runs[i] = run_load(loading->paths[i]);
        if (!loading->runs[i])
            trouble_give(loading->messages[i], MESSAGE_BYTES);
    }
    return NULL;
}

void run_load_all(const char *const *paths, size_t count, struct run **runs,
                  char (*messages)[MESSAGE_BYTES])
{
    struct loading loading = { paths, count, runs, messages, 0 };
    pthread_t threads[LOADERS_MAX];
    size_t cpus = 0, started = 0;
    free(need(cpu_affinity_usable(&cpus)));
    const size_t most = cpus < LOADERS_MAX ? cpus : LOADERS_MAX;
    while (started + 1 < most && started + 1 < count &&
           os_thread_start(&threads[started], load_on, &loading) == 0)
        started++;
    load_on(&loading); /* this thread is one of them */
    while (started > 0)
        pthread_join(threads[--started], NULL);
}
