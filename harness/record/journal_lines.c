/* SPDX-License-Identifier: MIT */

#include "harness/record/journal_lines.h"

#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/plural.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/os/path.h"
#include "harness/record/case_launches.h"
#include "harness/record/journal.h"
#include "harness/record/run/run.h"
#include "harness/record/run/run_unpack.h"
#include "harness/record/sum.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    json_t *document = json_copy((json_t *)header);
    json_object_del(document, "sum"); /* of the line */
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
        json_value_set(&document, lists[i], json_array());
    struct run *run = run_read(document, path);
    json_decref(document);
    return run;
}

static bool launch_add(struct run *run, const json_t *line, size_t number)
{
    const json_t *json = json_object_get(line, "case");
    const size_t index = (size_t)json_integer_value(json_object_get(line, "launch"));
    struct run_case *whole = run_find_case(run, json_value_text_of(json, "name")), c;
    if (whole && !run_read_case(run, json, &c))
        return false;
    if (whole && case_launches_add(&run->arena, whole, &c, index))
        return true;
    return trouble("'%s' is damaged in line %zu: %s", run->path, number,
                   whole ? "a launch that does not follow those before it"
                         : "a launch of a missing case");
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
    if (json_object_get(line, "launch"))
        return launch_add(run, line, number);
    return run_read_case(run, json_object_get(line, "case"), &c) && run_add_case(run, &c);
}

/* Describes the fault of a line's check sum, or returns NULL. Either all lines have one, or none
 * has. */
static const char *sum_fault(enum sum_state state, enum sum_state first)
{
    if (state == SUM_DIFFERS)
        return "its check sum does not match its text";
    return (state == SUM_NONE) != (first == SUM_NONE) ? "it has no check sum, and others have one"
                                                      : NULL;
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
    json_t *lines = json_array();
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
        json_t *line = json_loadb(start, length, JSON_REJECT_DUPLICATES, &trouble);
        const enum sum_state state = sum_look(SUM_OF_LINE, start, length);
        first = number == 1 ? state : first;
        const char *fault = line ? sum_fault(state, first) : trouble.text;
        if (fault) {
            const bool of_first = line && state != SUM_DIFFERS && first == SUM_NONE;
            line_refuse(path, of_first ? 1 : number, of_first ? NULL : line, fault);
            json_decref(line);
            json_decref(lines);
            return NULL;
        }
        json_value_append(&lines, line);
        *whole_bytes += length + 1;
    }
    return lines;
}

/* Writes the identity of a line, by the text of a case's member: "1 NAME" for its launch 1. */
static void line_key(const json_t *line, const char *member, char key[LINE_KEY_BYTES])
{
    snprintf(key, LINE_KEY_BYTES, "%" JSON_INTEGER_FORMAT " %s",
             json_integer_value(json_object_get(line, "launch")),
             json_value_text_of(json_object_get(line, "case"), member));
}

/* Which line has the last word of each case: a group that was interrupted is measured again. */
static json_t *last_lines(const json_t *lines)
{
    json_t *last = json_object(), *line;
    size_t i;
    json_array_foreach(lines, i, line)
    {
        char key[LINE_KEY_BYTES];
        line_key(line, "name", key);
        if (json_object_get(line, "case"))
            json_value_set(&last, key, json_integer((json_int_t)i));
    }
    return last;
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
    json_t *groups = json_object(), *line;
    size_t i;
    json_array_foreach(lines, i, line)
    {
        char key[LINE_KEY_BYTES];
        const char *stop = json_value_text_of(json_object_get(line, "case"), "stop");
        line_key(line, "workload", key);
        if (is_last(last, line, i) && strcmp(stop, result_stop_name(RESULT_STOP_INTERRUPTED)) == 0)
            json_value_set(&groups, key, json_true());
    }
    return groups;
}

/* False, with what is wrong in a line, when it cannot be read. */
static bool lines_check(const char *path, const json_t *lines)
{
    const json_t *line;
    json_int_t before = 0;
    size_t i, missing = 0;
    json_array_foreach(lines, i, line)
    {
        const char *fault = i == 0 ? header_fault(line) : line_fault(line);
        const json_int_t number = json_integer_value(json_object_get(line, "line"));
        missing += number > before + 1 ? (size_t)(number - before - 1) : 0;
        before = number > before ? number : before;
        if (!fault)
            continue;
        line_refuse(path, i + 1, line, fault);
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

const char *journal_lines_unfit(const char *text, size_t size)
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

struct run *journal_lines_read(const char *path, const char *text, size_t size,
                               enum journal_part part, size_t *whole_bytes, json_t **head)
{
    json_t *lines = lines_read(path, text, size, whole_bytes);
    if (!lines)
        return NULL;
    struct run *run = NULL;
    if (lines_check(path, lines)) {
        json_t *last = last_lines(lines);
        json_t *left_out = part == JOURNAL_ENDED ? interrupted_groups(lines, last) : NULL;
        run = lines_join(path, lines, last, left_out);
        json_decref(left_out);
        json_decref(last);
    }
    *head = run ? json_incref(json_array_get(lines, 0)) : NULL;
    json_decref(lines);
    return run;
}

bool journal_lines_are(const char *text, size_t size)
{
    const char *end = memchr(text, '\n', size);
    if (!end)
        return false;
    json_t *first = json_loadb(text, (size_t)(end - text), 0, NULL);
    bool is_journal = json_object_get(first, "schema_version") && !json_object_get(first, "cases");
    json_decref(first);
    return is_journal;
}

enum { NUMBER_MAX = 999 };

static bool holds_cases(const struct journal *journal)
{
    const struct run *run = journal_run(journal);
    for (size_t i = 0; i < run->case_count; i++)
        if (!run_measures_limits(run->cases[i].technique))
            return true;
    return false;
}

/* malloc'ed. */
static char *numbered(const char *path, int number)
{
    static const char suffix[] = ".json";
    const size_t length = strlen(path), tail = sizeof(suffix) - 1;
    const bool suffixed = length > tail && strcmp(path + length - tail, suffix) == 0;
    return text_make("%.*s-%d%s", (int)(suffixed ? length - tail : length), path, number,
                     suffixed ? suffix : "");
}

/* Renames the journal to that of `file`. Returns an errno, EEXIST where one of the two is there. */
static int journal_rename(const struct journal *journal, const char *file)
{
    char *to = disk_path(file, ".journal");
    int code = disk_is_there(file) || disk_is_there(to) ? EEXIST : 0;
    if (code == 0)
        code = os_path_replace(journal_journal_path(journal), to);
    free(to);
    return code;
}

bool journal_set_aside(const char *path, char **aside)
{
    int code = 0;
    *aside = NULL;
    struct journal *journal = journal_resume(path);
    if (journal && holds_cases(journal))
        for (int number = 1; number <= NUMBER_MAX && !*aside; number++) {
            char *file = numbered(journal_path(journal), number);
            code = journal_rename(journal, file);
            if (code == 0)
                *aside = file;
            else
                free(file);
            if (code != EEXIST)
                break;
        }
    if (code != 0)
        trouble("cannot rename '%s': %s; move it away", journal_journal_path(journal),
                strerror(code));
    journal_close(&journal);
    return code == 0;
}
