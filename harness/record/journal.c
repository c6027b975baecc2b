/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"
#include "harness/record/run/run.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char suffix[] = ".journal";

struct journal {
    int fd;
    char *path, *journal_path;
    uint64_t bytes;  /* of whole lines */
    int failure;     /* errno of the first write that failed: nothing may follow a torn line */
    json_t *head;    /* all but workloads, kernels and cases */
    struct run *run; /* what the lines hold */
    bool summed;     /* each line has a check sum: record.h */
    bool begun;      /* by this process, who leaves none without a case */
    bool committed;
    json_int_t line; /* number of the last that was written; the header is 0 */
};

/* In `session` of the journal alone. */
static const char replaces[] = "replaces";

static const char *remedy(int code)
{
    switch (code) {
    case EEXIST: return "move it away";
    case EWOULDBLOCK: return "another claimcheck writes to it: wait until that run has ended";
    case ENOENT: return "make its folder";
    case EFBIG: return "raise the limit on the size of files (ulimit -f)";
    case ENOSPC:
    case EDQUOT:
    case EIO: return "free space";
    default: return "put that right";
    }
}

static bool message_resume(const struct journal *journal, const char *path, int code)
{
    OWNED char *word = disk_shell_word_shown(journal->path);
    const bool empty = journal->run->case_count == 0;
    return trouble("cannot write '%s': %s; %s, then %s%s", path, output_error(code), remedy(code),
                   journal->begun && empty ? "run again"
                                           : "continue with: claimcheck run --resume ",
                   journal->begun && empty ? "" : word);
}

static struct journal *journal_alloc(const char *path)
{
    const size_t tail = text_ends(path, suffix) ? strlen(suffix) : 0;
    struct journal *journal = need_zeroed(1, sizeof(*journal));
    journal->fd = -1;
    journal->path = need(strndup(path, strlen(path) - tail));
    journal->journal_path = disk_path(journal->path, suffix);
    return journal;
}

/* False when another process has it. Where there are no locks, it is nobody's. */
static bool journal_lock(const struct journal *journal)
{
    return os_file_lock(journal->fd) != EWOULDBLOCK;
}

/* Appends one object as a line. What a failed write left behind is taken back, or else dropped by
 * --resume. Returns an errno. */
static int journal_write_line(struct journal *journal, const json_t *object)
{
    if (journal->failure != 0)
        return journal->failure;
    OWNED_TEXT struct text line = { 0 };
    OWNED char *json = json_value_dump(object, JSON_COMPACT);
    char digits[SUM_TEXT_BYTES];
    if (journal->summed) {
        const size_t length = strlen(json) - 1; /* without the brace */
        sum_text(json, length, digits);
        text_add_format(&line, "%.*s%s%s%s\n", (int)length, json, sum_before(SUM_OF_LINE), digits,
                        sum_behind(SUM_OF_LINE));
    } else {
        text_add_format(&line, "%s\n", json);
    }
    int code = disk_write(journal->fd, line.string, line.length);
    if (code == 0)
        code = disk_sync(journal->fd);
    if (code == 0)
        journal->bytes += line.length;
    else
        os_file_resize(journal->fd, journal->bytes);
    return journal->failure = code;
}

static bool message_create(const struct journal *journal, int code)
{
    OWNED char *word = disk_shell_word_shown(journal->path);
    if (code == EEXIST)
        return trouble(
            "'%s' already exists: go on with: claimcheck run --resume %s, or discard it with "
            "--force",
            journal->journal_path, word);
    if (code == ENOENT)
        return trouble("cannot write '%s': there is no '%.*s': make its folder", journal->path,
                       (int)(os_path_last(journal->path) - journal->path), journal->path);
    return trouble("cannot write '%s': %s; %s, or choose another place with --out",
                   output_look(journal->path) != 0 ? journal->path : journal->journal_path,
                   output_error(code), remedy(code));
}

/* Removes a journal that is in nobody's hands. Returns an errno, EWOULDBLOCK when it is in use. */
static int journal_remove(struct journal *journal)
{
    journal->fd = os_file_open(journal->journal_path, OS_FILE_UPDATE | OS_FILE_AT_ONCE);
    if (journal->fd < 0)
        return errno == ENOENT ? 0 : errno;
    const int code = journal_lock(journal) ? os_path_remove(journal->journal_path) : EWOULDBLOCK;
    os_file_close(journal->fd);
    journal->fd = -1;
    return code;
}

/* Says whether the file there is the journal of a run that goes on. */
static bool journal_is_used(const char *path)
{
    const int fd = os_file_open(path, OS_FILE_READ | OS_FILE_AT_ONCE);
    const bool used = fd >= 0 && os_file_lock(fd) == EWOULDBLOCK;
    if (fd >= 0)
        os_file_close(fd);
    return used;
}

/* A journal with its first line. Returns an errno. */
static int journal_begin(struct journal *journal)
{
    journal->fd = os_file_open(journal->journal_path, OS_FILE_WRITE | OS_FILE_NEW | OS_FILE_APPEND);
    if (journal->fd < 0)
        return errno == EEXIST && journal_is_used(journal->journal_path) ? EWOULDBLOCK : errno;
    /* Before it is locked, one with --force may take it for nobody's. */
    const bool locked = journal_lock(journal);
    if (!disk_is_open(journal->fd, journal->journal_path))
        return EWOULDBLOCK;
    int code = locked ? journal_write_line(journal, journal->head) : EWOULDBLOCK;
    if (code == 0)
        code = disk_sync_folder(journal->journal_path);
    if (code != 0)
        os_path_remove(journal->journal_path);
    return code;
}

/* Makes one with its first line. False with a message. */
static bool journal_start(struct journal *journal, enum output_kind kind, const json_t *header)
{
    journal->begun = journal->summed = true;
    const bool there = disk_is_there(journal->path);
    if (there && kind == OUTPUT_NEW)
        return trouble("'%s' already exists: choose another name with --out, or overwrite it with "
                       "--force",
                       journal->path);
    journal->head = json_deep_copy(header);
    if (there)
        json_value_set_in(&journal->head, "session", replaces, json_true());
    journal->run = journal_lines_begin(journal->journal_path, journal->head);
    if (!journal->run)
        return false;
    int code = output_look(journal->path);
    code = code == 0 && kind == OUTPUT_REPLACE ? journal_remove(journal) : code;
    code = code == 0 ? journal_begin(journal) : code;
    return code == 0 || message_create(journal, code);
}

/* The journal, whose path a lack of memory names from here on; NULL, closed, where it is not good.
 */
static struct journal *journal_if(bool good, struct journal *journal)
{
    if (good)
        need_journal(journal->journal_path);
    else
        journal_close(&journal);
    return journal;
}

struct journal *journal_create(const char *path, enum output_kind kind, const json_t *header)
{
    struct journal *journal = journal_alloc(path);
    return journal_if(journal_start(journal, kind, header), journal);
}

/* Opens and locks what is there. False with a message. */
static bool journal_open(struct journal *journal)
{
    struct os_file_status status;
    const char *path = journal->journal_path;
    journal->fd = os_file_open(path, OS_FILE_UPDATE | OS_FILE_APPEND | OS_FILE_AT_ONCE);
    if (journal->fd < 0 || !os_file_look(journal->fd, &status))
        return trouble("cannot go on with '%s': %s", path, strerror(errno));
    if (status.kind != OS_FILE_IS_REGULAR)
        return trouble("cannot go on with '%s': it is not a regular file", path);
    if (!journal_lock(journal))
        return trouble("'%s' is in use by another claimcheck: wait until that run has ended", path);
    /* Between opening and locking, the other process may have finished its run. */
    if (os_file_look(journal->fd, &status) && status.names > 0)
        return true;
    return trouble("'%s' was finished by another claimcheck just now", path);
}

/* Says why a file cannot be resumed as it was saved, and what to do; NULL where it can. */
static const char *unfit_of(const char *text, size_t size)
{
    if (run_unpack_is_packed(text, size))
        return "it is packed: gzip -dc or xz -dc unpacks it";
    const char *wide = disk_wide_fault(text, size);
    if (wide)
        return wide;
    return !memchr(text, '\n', size) && memchr(text, '\r', size)
               ? "its lines end with CR alone: save it with LF"
               : NULL;
}

/* Reads what is there. False with a message. */
static bool journal_go_on(struct journal *journal)
{
    OWNED char *text = NULL;
    size_t size = 0, whole_bytes = 0;
    if (os_path_is_there(journal->path) && !journal_replaces(journal->path))
        return trouble("'%s' is complete: there is nothing to resume", journal->path);
    if (!journal_open(journal))
        return false;
    int code = disk_read(journal->fd, &text, &size);
    if (code != 0)
        return disk_say_unread(journal->journal_path, code);
    const char *unfit = unfit_of(text, size);
    if (unfit)
        return trouble("cannot go on with '%s': %s", journal->journal_path, unfit);
    journal->run = journal_lines_read(journal->journal_path, text, size, JOURNAL_ENDED,
                                      &whole_bytes, &journal->head);
    if (!journal->run)
        return false;
    journal->bytes = whole_bytes;
    size_t start = whole_bytes > 1 ? whole_bytes - 1 : 0;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    json_auto_t *line = json_loadb(text + start, whole_bytes - start, 0, NULL);
    journal->line = json_integer_value(json_object_get(line, "line"));
    journal->summed = json_object_get(journal->head, "sum");
    code = whole_bytes < size ? os_file_resize(journal->fd, journal->bytes) : 0;
    return code == 0 || message_resume(journal, journal->journal_path, code);
}

struct journal *journal_resume(const char *path)
{
    struct journal *journal = journal_alloc(path);
    return journal_if(journal_go_on(journal), journal);
}

bool journal_replaces(const char *path)
{
    OWNED_BY(journal_close) struct journal *journal = journal_alloc(path);
    journal->fd = os_file_open(journal->journal_path, OS_FILE_READ | OS_FILE_AT_ONCE);
    if (journal->fd >= 0) /* the header alone: what follows may be damaged */
        journal->head = json_loadfd(journal->fd, JSON_DISABLE_EOF_CHECK, NULL);
    return json_is_true(json_object_get(json_object_get(journal->head, "session"), replaces));
}

const json_t *journal_head(const struct journal *journal)
{
    return journal->head;
}

struct run *journal_run(const struct journal *journal)
{
    return journal->run;
}

bool journal_has_case(const struct journal *journal, const char *name, size_t index)
{
    const struct run_case *c = run_find_case(journal->run, name);
    const size_t launches = c ? case_launches_count(c) : 0;
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

/* Writes a line, and takes it over. False with a message. */
static bool line_put(struct journal *journal, json_t *line)
{
    json_value_set(&line, "line", json_integer(++journal->line));
    const int code = journal_write_line(journal, line);
    json_decref(line);
    return code == 0 || message_resume(journal, journal->journal_path, code);
}

bool journal_add_workload(struct journal *journal, const json_t *workload)
{
    const char *name = json_value_text_of(workload, "name");
    const struct run_workload *kept = run_workload_find(journal->run, name);
    if (!kept)
        return line_put(journal, json_pack("{s:O}", "workload", workload)) &&
               run_add_workload(journal->run, workload);
    json_auto_t *there = field_json(kept, run_workload_fields); /* as it would be written */
    return json_equal(there, workload) ||
           trouble("the workload '%s' has changed since '%s' was begun: run it again", name,
                   journal->path);
}

bool journal_add_kernel(struct journal *journal, const json_t *kernel)
{
    if (run_kernel_find(journal->run, json_value_text_of(kernel, "id")))
        return true;
    return line_put(journal, json_pack("{s:O}", "kernel", kernel)) &&
           run_add_kernel(journal->run, kernel);
}

bool journal_add_case(struct journal *journal, const struct run_case *c)
{
    return line_put(journal, json_pack("{s:o}", "case", case_json(c))) &&
           run_add_case(journal->run, c);
}

bool journal_add_launch(struct journal *journal, const struct run_case *c, size_t index)
{
    struct run_case *whole = run_find_case(journal->run, c->name);
    if (!whole)
        return trouble("'%s' has no first launch of '%s'", journal->journal_path, c->name);
    json_t *json = case_json(c);
    json_object_del(json, "kernels"); /* those of the first */
    if (!line_put(journal, json_pack("{s:I, s:o}", "launch", (json_int_t)index, "case", json)))
        return false;
    const bool follows = case_launches_add(&journal->run->arena, whole, c, index);
    assert(follows);
    return follows;
}

void journal_end(struct journal *journal)
{
    struct run *run = journal->run;
    size_t kept = 0;
    foreach (const struct run_case, c, run->cases, run->case_count)
        if (!c->twin || c->replaced_count > 0)
            run->cases[kept++] = *c;
    run->case_count = kept;
    case_launches_close(run);
}

static void session_end(struct run *run, const char *ended)
{
    run->session.ended = ended ? run_keep_text(run, ended) : "";
    run->session.complete = ended;
}

json_t *journal_document(const struct journal *journal)
{
    json_t *document = run_document(journal->run);
    paths_strip(document);
    return document;
}

bool journal_commit(struct journal *journal, const char *ended)
{
    struct run_session *session = &journal->run->session;
    const enum output_kind kind = session->replaces ? OUTPUT_REPLACE : OUTPUT_NEW;
    session_end(journal->run, ended);
    session->replaces = false;
    json_auto_t *document = journal_document(journal);
    OWNED char *text = results_dump_summed(document);
    const int code = output_write(journal->path, kind, text, strlen(text));
    journal->committed = code == 0;
    if (code == 0) {
        const int left = os_path_remove(journal->journal_path);
        if (left != 0)
            message_warning("'%s' is whole; its journal '%s' cannot be removed: %s; remove it",
                            journal->path, journal->journal_path, strerror(left));
        need_journal(NULL);
        return true;
    }
    session_end(journal->run, NULL);
    session->replaces = kind == OUTPUT_REPLACE;
    return message_resume(journal, journal->path, code);
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
    need_journal(NULL);
    if ((*journal)->fd >= 0)
        os_file_close((*journal)->fd);
    json_decref((*journal)->head);
    run_destroy(&(*journal)->run);
    free((*journal)->path);
    free((*journal)->journal_path);
    free(*journal);
    *journal = NULL;
}

void journal_discard_empty(struct journal **journal)
{
    if (*journal && (*journal)->run->case_count == 0)
        os_path_remove((*journal)->journal_path);
    journal_close(journal);
}

/* Lines ---------------------------------------------------------------------------------------- */

enum { LINE_KEY_BYTES = 536 };

static bool is_text(const json_t *object, const char *key)
{
    return json_is_string(json_object_get(object, key));
}

/* NULL when the header can be used; otherwise what is wrong. */
static const char *header_fault(const json_t *header)
{
    const json_t *session = json_object_get(header, "session");
    if (!json_is_object(session) || !json_is_integer(json_object_get(session, "seed")) ||
        !json_is_array(json_object_get(session, "plan_arguments")))
        return "no session with seed and plan_arguments";
    if (!is_text(json_object_get(header, "device"), "uuid"))
        return "no device with a uuid";
    return NULL;
}

/* Describes the fault of a line after the header, except those that the reader of its run
 * reports. */
static const char *line_fault(const json_t *line)
{
    const json_t *workload = json_object_get(line, "workload"), *c = json_object_get(line, "case");
    const json_t *kernel = json_object_get(line, "kernel");
    if (workload &&
        (!is_text(workload, "name") || !json_is_object(json_object_get(workload, "facts"))))
        return "a workload without name or facts";
    if (kernel && (!is_text(kernel, "id") || !is_text(kernel, "sha256")))
        return "a kernel without id or sha256";
    if (c && (!is_text(c, "name") || !is_text(c, "workload") || !is_text(c, "status")))
        return "a case without name, workload or status";
    return workload || kernel || c ? NULL : "neither a workload, a kernel nor a case";
}

struct run *journal_lines_begin(const char *path, const json_t *header)
{
    static const char *const lists[] = { "workloads", "kernels", "cases" };
    json_auto_t *document = json_copy((json_t *)header);
    json_object_del(document, "sum"); /* of the line */
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        json_value_set(&document, lists[i], json_array());
    return run_read(document, path);
}

/* Adds one line to the run. False with a message. */
static bool line_add(struct run *run, const json_t *line, size_t number)
{
    const json_t *workload = json_object_get(line, "workload");
    const json_t *kernel = json_object_get(line, "kernel");
    struct run_case c;
    if (workload)
        return run_add_workload(run, workload);
    if (kernel)
        return run_add_kernel(run, kernel);
    const json_t *json = json_object_get(line, "case"), *launch = json_object_get(line, "launch");
    struct run_case *whole = launch ? run_find_case(run, json_value_text_of(json, "name")) : NULL;
    if ((whole || !launch) && !run_read_case(run, json, &c))
        return false;
    if (!launch)
        return run_add_case(run, &c);
    if (whole && case_launches_add(&run->arena, whole, &c, (size_t)json_integer_value(launch)))
        return true;
    return trouble("'%s' is damaged in line %zu: %s", run->path, number,
                   whole ? "a launch that does not follow those before it"
                         : "a launch of a missing case");
}

/* Where a line is, what it is of, what is wrong, and what to do. */
static void line_refuse(const char *path, size_t number, const json_t *line, const char *fault)
{
    const char *name = json_value_text_of(json_object_get(line, "case"), "name");
    const char *remedy = number > 1
                             ? "restore that line, or remove it: --resume measures its case again"
                             : "restore the file as it was, or move it away and run again";
    trouble("'%s' is damaged in line %zu%s%.300s%s: %s; %s", path, number, *name ? ", case '" : "",
            name, *name ? "'" : "", fault, remedy);
}

/* Reads each line; *whole_bytes as journal_lines_read() has it. NULL with a message. */
static json_t *lines_read(const char *path, const char *text, size_t size, size_t *whole_bytes)
{
    enum sum_state first = SUM_NONE;
    json_auto_t *lines = json_array();
    *whole_bytes = disk_mark_bytes(text, size); /* an editor's */
    while (*whole_bytes < size) {
        const char *start = text + *whole_bytes;
        const char *end = memchr(start, '\n', size - *whole_bytes);
        json_error_t trouble;
        if (!end)
            break;
        const size_t length = (size_t)(end - start), number = json_array_size(lines) + 1;
        /* Some file systems leave bytes of 0 after a crash. */
        if (end + 1 == text + size && (length == 0 || memchr(start, 0, length)))
            break;
        json_auto_t *line = json_loadb(start, length, JSON_REJECT_DUPLICATES, &trouble);
        const enum sum_state state = sum_look(SUM_OF_LINE, start, length);
        first = number == 1 ? state : first;
        const char *fault = line ? NULL : trouble.text;
        if (line && state == SUM_DIFFERS)
            fault = "its check sum does not match its text";
        else if (line && (state == SUM_NONE) != (first == SUM_NONE))
            fault = "it has no check sum, and others have one";
        if (fault) {
            const bool of_first = line && state != SUM_DIFFERS && first == SUM_NONE;
            line_refuse(path, of_first ? 1 : number, of_first ? NULL : line, fault);
            return NULL;
        }
        json_value_append(&lines, json_incref(line));
        *whole_bytes += length + 1;
    }
    return json_incref(lines);
}

/* Writes the identity of a line, by the text of a case's member: "1 NAME" for its launch 1. */
static void line_key(const json_t *line, const char *member, char key[LINE_KEY_BYTES])
{
    snprintf(key, LINE_KEY_BYTES, "%" JSON_INTEGER_FORMAT " %s",
             json_integer_value(json_object_get(line, "launch")),
             json_value_text_of(json_object_get(line, "case"), member));
}

static bool is_last(const json_t *last, const json_t *line, size_t i)
{
    char key[LINE_KEY_BYTES];
    line_key(line, "name", key);
    const json_t *at = json_object_get(line, "case") ? json_object_get(last, key) : NULL;
    return !at || (size_t)json_integer_value(at) == i;
}

/* The workloads whose samples were interrupted in a launch: their cases were not measured in the
 * same rounds as those that will be, and go together. */
static json_t *interrupted_groups(const json_t *lines, const json_t *last)
{
    json_t *groups = json_object();
    foreach_json (line, lines) {
        char key[LINE_KEY_BYTES];
        const char *stop = json_value_text_of(json_object_get(line, "case"), "stop");
        line_key(line, "workload", key);
        if (is_last(last, line, line_at) &&
            strcmp(stop, result_stop_names[RESULT_STOP_INTERRUPTED]) == 0)
            json_value_set(&groups, key, json_true());
    }
    return groups;
}

/* False, with what is wrong in a line, when it cannot be read. */
static bool lines_check(const char *path, const json_t *lines)
{
    json_int_t before = 0;
    size_t missing = 0;
    foreach_json (line, lines) {
        const char *fault = line_at == 0 ? header_fault(line) : line_fault(line);
        const json_int_t number = json_integer_value(json_object_get(line, "line"));
        missing += number > before + 1 ? (size_t)(number - before - 1) : 0;
        before = number > before ? number : before;
        if (!fault)
            continue;
        line_refuse(path, line_at + 1, line, fault);
        return false;
    }
    if (json_array_size(lines) == 0)
        trouble("'%s' was cut short in line 1, so that nothing can be resumed; move it away, and "
                "run again",
                path);
    if (missing > 0)
        message_warning("'%s' lacks %zu line%s that %s written: --resume measures the cases again",
                        path, missing, plural(missing, "", "s"), plural(missing, "was", "were"));
    return json_array_size(lines) > 0;
}

/* The run of the lines that count. NULL with a message. */
static struct run *lines_join(const char *path, const json_t *lines, const json_t *last,
                              const json_t *left_out)
{
    struct run *run = journal_lines_begin(path, json_array_get(lines, 0));
    for (size_t i = 1; i < json_array_size(lines) && run; i++) {
        const json_t *line = json_array_get(lines, i);
        char key[LINE_KEY_BYTES];
        line_key(line, "workload", key);
        if (!is_last(last, line, i) ||
            (json_object_get(line, "case") && json_object_get(left_out, key)))
            continue;
        if (!line_add(run, line, i + 1))
            run_destroy(&run);
    }
    return run;
}

struct run *journal_lines_read(const char *path, const char *text, size_t size,
                               enum journal_part part, size_t *whole_bytes, json_t **head)
{
    json_auto_t *lines = lines_read(path, text, size, whole_bytes), *last = json_object();
    *head = NULL;
    if (!lines || !lines_check(path, lines))
        return NULL;
    foreach_json (line, lines) {
        char key[LINE_KEY_BYTES];
        line_key(line, "name", key);
        if (json_object_get(line, "case"))
            json_value_set(&last, key, json_integer((json_int_t)line_at));
    }
    json_auto_t *left_out = part == JOURNAL_ENDED ? interrupted_groups(lines, last) : NULL;
    struct run *run = lines_join(path, lines, last, left_out);
    *head = run ? json_incref(json_array_get(lines, 0)) : NULL;
    return run;
}

bool journal_lines_are(const char *text, size_t size)
{
    const char *end = memchr(text, '\n', size);
    if (!end)
        return false;
    json_auto_t *first = json_loadb(text, (size_t)(end - text), 0, NULL);
    return json_object_get(first, "schema_version") && !json_object_get(first, "cases");
}

enum { NUMBER_MAX = 999 };

bool journal_set_aside(const char *path, char **aside)
{
    static const char ending[] = ".json";
    OWNED_BY(journal_close) struct journal *journal = journal_resume(path);
    int code = 0;
    bool holds_cases = false;
    *aside = NULL;
    for (size_t i = 0; journal && i < journal->run->case_count; i++)
        holds_cases = holds_cases || !run_measures_limits(journal->run->cases[i].technique);
    for (int number = 1; holds_cases && number <= NUMBER_MAX && !*aside; number++) {
        const size_t tail = text_ends(journal->path, ending) ? strlen(ending) : 0;
        OWNED char *file = text_make("%.*s-%d%s", (int)(strlen(journal->path) - tail),
                                     journal->path, number, tail ? ending : "");
        OWNED char *to = disk_path(file, suffix);
        code = disk_is_there(file) || disk_is_there(to) ? EEXIST : 0;
        if (code == 0)
            code = os_path_replace(journal->journal_path, to);
        if (code == 0)
            *aside = need_copy(file);
        if (code != EEXIST)
            break;
    }
    return code == 0 ||
           trouble("cannot rename '%s': %s; move it away", journal->journal_path, strerror(code));
}
