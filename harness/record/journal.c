/* SPDX-License-Identifier: MIT */
#include "harness/record/journal.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/output.h"
#include "harness/record/paths.h"
#include "harness/record/results_launch.h"
#include "harness/record/results_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char suffix[] = ".journal";

enum { WORD_BYTES = 512 };

struct journal {
    int fd;
    char *path, *journal_path;
    off_t bytes; /* of whole lines */
    int failure; /* errno of the first write that failed: nothing may follow a torn line */
    json_t *document;
    bool begun; /* by this process, who leaves none without a case */
    bool committed;
};

/* In `session` of the journal alone. */
static const char replaces[] = "replaces";

static const char *remedy(int code)
{
    switch (code) {
    case EEXIST: return "move it away";
    case EWOULDBLOCK: return "another claimcheck writes to it: wait until that run has ended";
    case EFBIG: return "raise the limit on the size of files (ulimit -f)";
    case ENOSPC:
    case EDQUOT:
    case EIO: return "free space";
    default: return "put that right";
    }
}

static bool message_resume(const struct journal *journal, const char *path, int code, char *message,
                           size_t message_bytes)
{
    char word[WORD_BYTES];
    const bool empty = json_array_size(json_object_get(journal->document, "cases")) == 0;
    disk_shell_word_shown(journal->path, word, sizeof(word));
    snprintf(message, message_bytes, "cannot write '%s': %s; %s, then: claimcheck run %s%s", path,
             output_error(code), remedy(code), journal->begun && empty ? "again" : "--resume ",
             journal->begun && empty ? "" : word);
    return false;
}

static struct journal *journal_alloc(const char *path)
{
    size_t length = strlen(path), tail = sizeof(suffix) - 1;
    struct journal *journal = calloc(1, sizeof(*journal));
    if (!journal)
        return NULL;
    journal->fd = -1;
    if (length > tail && strcmp(path + length - tail, suffix) == 0)
        length -= tail;
    journal->path = strndup(path, length);
    if (journal->path)
        journal->journal_path = disk_path(journal->path, suffix);
    if (!journal->journal_path)
        journal_close(&journal);
    return journal;
}

/* False when another process has it. Where there are no locks, it is nobody's. */
static bool journal_lock(const struct journal *journal)
{
    return flock(journal->fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

/* Appends one object as a line. What a failed write left behind is taken back, or else dropped by
 * --resume. Returns an errno. */
static int journal_write_line(struct journal *journal, const json_t *object)
{
    if (journal->failure != 0)
        return journal->failure;
    char *line = json_value_dump(object, JSON_COMPACT);
    if (!line)
        return ENOMEM;
    size_t length = strlen(line);
    line[length] = '\n';
    int code = disk_write(journal->fd, line, length + 1);
    free(line);
    if (code == 0)
        code = disk_sync(journal->fd);
    if (code == 0) {
        journal->bytes += (off_t)length + 1;
        return 0;
    }
    journal->failure = code;
    return ftruncate(journal->fd, journal->bytes) == 0 ? code : journal->failure;
}

static void message_create(const struct journal *journal, int code, char *message,
                           size_t message_bytes)
{
    char word[WORD_BYTES];
    disk_shell_word_shown(journal->path, word, sizeof(word));
    if (code == EEXIST)
        snprintf(message, message_bytes,
                 "'%s' is there already: remove it, or go on with: claimcheck run --resume %s",
                 journal->journal_path, word);
    else
        snprintf(message, message_bytes,
                 "cannot write '%s': %s; %s, or choose another place with --out",
                 output_look(journal->path) != 0 ? journal->path : journal->journal_path,
                 output_error(code), remedy(code));
}

/* Removes a journal that is in nobody's hands. Returns an errno, EWOULDBLOCK when it is in use. */
static int journal_remove(struct journal *journal)
{
    journal->fd = open(journal->journal_path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (journal->fd < 0)
        return errno == ENOENT ? 0 : errno;
    const int code = !journal_lock(journal)               ? EWOULDBLOCK
                     : unlink(journal->journal_path) != 0 ? errno
                                                          : 0;
    close(journal->fd);
    journal->fd = -1;
    return code;
}

/* What is there is the journal of a run that goes on. */
static bool journal_is_used(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const bool used = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (fd >= 0)
        close(fd);
    return used;
}

/* A journal with its first line. Returns an errno. */
static int journal_begin(struct journal *journal)
{
    journal->fd =
        open(journal->journal_path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (journal->fd < 0)
        return errno == EEXIST && journal_is_used(journal->journal_path) ? EWOULDBLOCK : errno;
    /* Before it is locked, one with --force may take it for nobody's. */
    const bool locked = journal_lock(journal);
    if (!disk_is_open(journal->fd, journal->journal_path))
        return EWOULDBLOCK;
    int code = locked ? journal_write_line(journal, journal->document) : EWOULDBLOCK;
    if (code == 0)
        code = disk_sync_folder(journal->journal_path);
    if (code != 0)
        unlink(journal->journal_path);
    return code;
}

struct journal *journal_create(const char *path, enum output_kind kind, const json_t *header,
                               char *message, size_t message_bytes)
{
    struct journal *journal = journal_alloc(path);
    int code = ENOMEM;
    if (!journal) {
        snprintf(message, message_bytes, "no memory is left for '%s'", path);
        return NULL;
    }
    journal->begun = true;
    const bool there = disk_is_there(journal->path);
    if (there && kind == OUTPUT_NEW) {
        snprintf(message, message_bytes,
                 "'%s' is there already: choose another name with --out, or overwrite it with "
                 "--force",
                 journal->path);
        goto error;
    }
    journal->document = json_deep_copy(header);
    if (!journal->document)
        goto failed;
    if (there)
        journal_set_session(journal, replaces, json_true());
    code = output_look(journal->path);
    code = code == 0 && kind == OUTPUT_REPLACE ? journal_remove(journal) : code;
    if (code == 0)
        code = journal_begin(journal);
    if (code != 0)
        goto failed;
    if (json_object_set_new(journal->document, "workloads", json_array()) == 0 &&
        json_object_set_new(journal->document, "kernels", json_array()) == 0 &&
        json_object_set_new(journal->document, "cases", json_array()) == 0)
        return journal;
    unlink(journal->journal_path);
    code = ENOMEM;
failed:
    message_create(journal, code, message, message_bytes);
error:
    journal_close(&journal);
    return NULL;
}

/* Opens and locks what is there. False with a message. */
static bool journal_open(struct journal *journal, char *message, size_t message_bytes)
{
    struct stat status;
    const char *path = journal->journal_path;
    journal->fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK);
    if (journal->fd < 0 || fstat(journal->fd, &status) != 0) {
        snprintf(message, message_bytes, "cannot go on with '%s': %s", path, strerror(errno));
        return false;
    }
    if (!S_ISREG(status.st_mode)) {
        snprintf(message, message_bytes, "cannot go on with '%s': it is not a regular file", path);
        return false;
    }
    if (!journal_lock(journal)) {
        snprintf(message, message_bytes,
                 "'%s' is in use by another claimcheck: wait until that run has ended", path);
        return false;
    }
    /* Between opening and locking, the other process may have finished its run. */
    if (fstat(journal->fd, &status) == 0 && status.st_nlink > 0)
        return true;
    snprintf(message, message_bytes, "'%s' was finished by another claimcheck just now", path);
    return false;
}

struct journal *journal_resume(const char *path, char *message, size_t message_bytes)
{
    char *text = NULL;
    size_t size = 0, whole_bytes = 0;
    struct journal *journal = journal_alloc(path);
    if (!journal) {
        snprintf(message, message_bytes, "no memory is left for '%s'", path);
        return NULL;
    }
    if (access(journal->path, F_OK) == 0 && !journal_replaces(path)) {
        snprintf(message, message_bytes, "'%s' is complete: there is nothing to resume",
                 journal->path);
        goto error;
    }
    if (!journal_open(journal, message, message_bytes))
        goto error;
    int code = disk_read(journal->fd, &text, &size);
    if (code != 0) {
        disk_say_unread(journal->journal_path, code, message, message_bytes);
        goto error;
    }
    journal->document = results_parse_journal(journal->journal_path, text, size, RESULTS_ENDED,
                                              &whole_bytes, message, message_bytes);
    if (!journal->document)
        goto error;
    journal->bytes = (off_t)whole_bytes;
    if (whole_bytes < size && ftruncate(journal->fd, journal->bytes) != 0) {
        message_resume(journal, journal->journal_path, errno, message, message_bytes);
        goto error;
    }
    free(text);
    return journal;
error:
    free(text);
    journal_close(&journal);
    return NULL;
}

static bool is_to_replace(const struct journal *journal)
{
    return json_is_true(json_object_get(json_object_get(journal->document, "session"), replaces));
}

bool journal_replaces(const char *path)
{
    struct journal *journal = journal_alloc(path);
    if (journal)
        journal->fd = open(journal->journal_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (journal && journal->fd >= 0) /* the header alone: what follows may be damaged */
        journal->document = json_loadfd(journal->fd, JSON_DISABLE_EOF_CHECK, NULL);
    const bool to_replace = journal && is_to_replace(journal);
    journal_close(&journal);
    return to_replace;
}

const json_t *journal_document(const struct journal *journal)
{
    return journal->document;
}

static const json_t *entry_find(const struct journal *journal, const char *list, const char *key,
                                const char *value)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(json_object_get(journal->document, list), i, entry)
    {
        if (strcmp(json_string_value(json_object_get(entry, key)), value) == 0)
            return entry;
    }
    return NULL;
}

bool journal_has_case(const struct journal *journal, const char *name, size_t index)
{
    const json_t *c = entry_find(journal, "cases", "name", name);
    const size_t launches = c ? results_launch_count(c) : 0;
    return c && (launches == 0 || launches > index);
}

const char *journal_path(const struct journal *journal)
{
    return journal->path;
}

const char *journal_journal_path(const struct journal *journal)
{
    return journal->journal_path;
}

static bool journal_add(struct journal *journal, const char *key, const char *list, json_t *entry,
                        char *message, size_t message_bytes)
{
    json_t *line = entry ? json_pack("{s:O}", key, entry) : NULL;
    int code = !line ? ENOMEM : journal_write_line(journal, line);
    json_decref(line);
    if (code == 0 && json_array_append(json_object_get(journal->document, list), entry) != 0)
        code = ENOMEM;
    json_decref(entry);
    return code == 0 ||
           message_resume(journal, journal->journal_path, code, message, message_bytes);
}

bool journal_add_workload(struct journal *journal, json_t *workload, char *message,
                          size_t message_bytes)
{
    const char *name = json_string_value(json_object_get(workload, "name"));
    const json_t *there = name ? entry_find(journal, "workloads", "name", name) : NULL;
    if (!there)
        return journal_add(journal, "workload", "workloads", workload, message, message_bytes);
    bool same = json_equal(there, workload) != 0;
    if (!same)
        snprintf(message, message_bytes,
                 "the workload '%s' is not what it was when '%s' was begun: run it anew", name,
                 journal->path);
    json_decref(workload);
    return same;
}

/* Adds the kernels of a case that are new; leaves their ids in the case. */
static bool journal_add_kernels(struct journal *journal, json_t *c, char *message,
                                size_t message_bytes)
{
    json_t *kernels = json_object_get(c, "kernels"), *kernel;
    size_t i;
    json_array_foreach(kernels, i, kernel)
    {
        const char *id = json_string_value(json_object_get(kernel, "id"));
        if (!id)
            continue;
        if (!entry_find(journal, "kernels", "id", id) &&
            !journal_add(journal, "kernel", "kernels", json_incref(kernel), message, message_bytes))
            return false;
        json_array_set(kernels, i, json_object_get(kernel, "id"));
    }
    return true;
}

bool journal_add_case(struct journal *journal, json_t *c, char *message, size_t message_bytes)
{
    if (journal_add_kernels(journal, c, message, message_bytes))
        return journal_add(journal, "case", "cases", c, message, message_bytes);
    json_decref(c);
    return false;
}

bool journal_add_launch(struct journal *journal, json_t *c, size_t index, char *message,
                        size_t message_bytes)
{
    const char *name = json_string_value(json_object_get(c, "name"));
    json_t *whole = name ? (json_t *)entry_find(journal, "cases", "name", name) : NULL;
    json_object_del(c, "kernels"); /* those of the first */
    json_t *line = json_pack("{s:I, s:O}", "launch", (json_int_t)index, "case", c);
    int code = !line || !whole ? ENOMEM : journal_write_line(journal, line);
    if (code == 0 && !results_launch_add(whole, c, index))
        code = ENOMEM;
    json_decref(line);
    json_decref(c);
    return code == 0 ||
           message_resume(journal, journal->journal_path, code, message, message_bytes);
}

void journal_leave_out(struct journal *journal, bool (*is_left_out)(const json_t *c))
{
    json_t *cases = json_object_get(journal->document, "cases");
    for (size_t i = json_array_size(cases); i-- > 0;)
        if (is_left_out(json_array_get(cases, i)))
            json_array_remove(cases, i);
}

void journal_end_launches(struct journal *journal)
{
    results_launch_close(json_object_get(journal->document, "cases"));
}

bool journal_set_ceilings(struct journal *journal, json_t *ceilings)
{
    return json_object_set_new(journal->document, "ceilings", ceilings) == 0;
}

void journal_set_session(struct journal *journal, const char *key, json_t *value)
{
    json_object_set_new(json_object_get(journal->document, "session"), key, value);
}

bool journal_set_cases(struct journal *journal, const char *key, json_t *values)
{
    const json_t *cases = json_object_get(journal->document, "cases");
    bool set = values;
    json_t *c;
    size_t i;
    json_array_foreach(cases, i, c)
    {
        const char *name = json_string_value(json_object_get(c, "name"));
        json_t *value = name ? json_object_get(values, name) : NULL;
        set = set && (!value || json_object_set(c, key, value) == 0);
    }
    json_decref(values);
    return set;
}

static void session_end(struct journal *journal, const char *ended)
{
    json_t *session = json_object_get(journal->document, "session");
    json_object_set_new(session, "ended", !ended ? json_null() : json_string(ended));
    json_object_set_new(session, "complete", json_boolean(ended));
}

bool journal_commit(struct journal *journal, const char *ended, char *message, size_t message_bytes)
{
    const enum output_kind kind = is_to_replace(journal) ? OUTPUT_REPLACE : OUTPUT_NEW;
    session_end(journal, ended);
    json_object_del(json_object_get(journal->document, "session"), replaces);
    char *text = paths_strip(journal->document) ? results_dump(journal->document) : NULL;
    int code = !text ? ENOMEM : output_write(journal->path, kind, text, strlen(text));
    free(text);
    if (code == 0 && unlink(journal->journal_path) != 0)
        code = errno;
    journal->committed = code == 0;
    if (code == 0)
        return true;
    session_end(journal, NULL);
    return message_resume(journal, journal->path, code, message, message_bytes);
}

bool journal_failed(const struct journal *journal)
{
    return journal->failure != 0;
}

bool journal_is_committed(const struct journal *journal)
{
    return journal->committed;
}

void journal_close(struct journal **journal)
{
    if (!*journal)
        return;
    if ((*journal)->fd >= 0)
        close((*journal)->fd);
    json_decref((*journal)->document);
    free((*journal)->path);
    free((*journal)->journal_path);
    free(*journal);
    *journal = NULL;
}

void journal_discard_empty(struct journal **journal)
{
    if (*journal && json_array_size(json_object_get((*journal)->document, "cases")) == 0)
        unlink((*journal)->journal_path);
    journal_close(journal);
}
