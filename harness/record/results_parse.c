/* SPDX-License-Identifier: MIT */
#include "harness/record/results.h"

#include "harness/base/json_value.h"
#include "harness/record/results_launch.h"
#include "harness/record/results_text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { LINE_KEY_BYTES = PLAN_NAME_BYTES + 24 };

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

static const char *case_fault(const json_t *c)
{
    if (!is_text(c, "name") || !is_text(c, "workload") || !is_text(c, "status"))
        return "a case without name, workload or status";
    return NULL;
}

static const char *workload_fault(const json_t *workload)
{
    if (!is_text(workload, "name") || !json_is_object(json_object_get(workload, "facts")))
        return "a workload without name or facts";
    return NULL;
}

static const char *kernel_fault(const json_t *kernel)
{
    return is_text(kernel, "id") && is_text(kernel, "sha256") ? NULL
                                                              : "a kernel without id or sha256";
}

/* A further launch of a case. */
static const char *launch_add(const json_t *document, const json_t *c, const json_t *launch)
{
    const char *fault = case_fault(c);
    if (fault)
        return fault;
    json_t *whole =
        json_value_named(json_object_get(document, "cases"), json_value_text_of(c, "name"));
    if (!whole)
        return "a launch of a case that is not there";
    return results_launch_add(whole, c, (size_t)json_integer_value(launch))
               ? NULL
               : "a launch that does not come behind those before it";
}

/* Adds one line of a journal to the document. NULL when it could be used. */
static const char *journal_line_add(json_t **document, const json_t *line)
{
    json_t *workload = json_object_get(line, "workload"), *c = json_object_get(line, "case");
    json_t *kernel = json_object_get(line, "kernel"), *launch = json_object_get(line, "launch");
    const char *fault = NULL;
    int added = 0;
    if (!*document) {
        fault = header_fault(line);
        *document = !fault ? json_deep_copy(line) : NULL;
        added |= json_object_set_new(*document, "workloads", json_array());
        added |= json_object_set_new(*document, "kernels", json_array());
        added |= json_object_set_new(*document, "cases", json_array());
    } else if (workload) {
        fault = workload_fault(workload);
        added |= json_array_append(json_object_get(*document, "workloads"), workload);
    } else if (kernel) {
        fault = kernel_fault(kernel);
        added |= json_array_append(json_object_get(*document, "kernels"), kernel);
    } else if (c && launch) {
        fault = launch_add(*document, c, launch);
    } else if (c) {
        fault = case_fault(c);
        added |= json_array_append(json_object_get(*document, "cases"), c);
    } else {
        fault = "neither a workload, a kernel nor a case";
    }
    return !fault && added != 0 ? "no memory is left" : fault;
}

/* Reads each line; *whole_bytes as results_parse_journal() has it. NULL with a message. */
static json_t *lines_read(const char *path, const char *text, size_t size, size_t *whole_bytes,
                          char *message, size_t message_bytes)
{
    json_t *lines = json_array();
    for (*whole_bytes = 0; lines && *whole_bytes < size;) {
        const char *start = text + *whole_bytes;
        const char *end = memchr(start, '\n', size - *whole_bytes);
        json_error_t trouble;
        json_t *line =
            !end ? NULL
                 : json_loadb(start, (size_t)(end - start), JSON_REJECT_DUPLICATES, &trouble);
        if (!end || (!line && end + 1 == text + size))
            break;
        if (!line) {
            snprintf(message, message_bytes, "'%s' is damaged in line %zu: %s", path,
                     json_array_size(lines) + 1,
                     *trouble.text ? trouble.text : "no memory is left");
            json_decref(lines);
            return NULL;
        }
        json_array_append_new(lines, line);
        *whole_bytes += (size_t)(end - start) + 1;
    }
    if (!lines)
        snprintf(message, message_bytes, "no memory is left to read '%s'", path);
    return lines;
}

/* What a line is of, by the text of a case's member: "1 NAME" for its launch 1. */
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
            json_object_set_new(last, key, json_integer((json_int_t)i));
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
            json_object_set_new(groups, key, json_true());
    }
    return groups;
}

/* The document of the lines that count. NULL with a message. */
static json_t *lines_join(const char *path, const json_t *lines, const json_t *last,
                          const json_t *left_out, char *message, size_t message_bytes)
{
    json_t *document = NULL, *line;
    size_t i;
    json_array_foreach(lines, i, line)
    {
        char key[LINE_KEY_BYTES];
        line_key(line, "workload", key);
        if (!is_last(last, line, i) ||
            (json_object_get(line, "case") && json_object_get(left_out, key)))
            continue;
        const char *fault = journal_line_add(&document, line);
        if (!fault)
            continue;
        snprintf(message, message_bytes, "'%s' is damaged in line %zu: %s", path, i + 1, fault);
        json_decref(document);
        return NULL;
    }
    if (!document)
        snprintf(message, message_bytes,
                 "'%s' was cut short in line 1, before anything was measured; remove it", path);
    return document;
}

json_t *results_parse_journal(const char *path, const char *text, size_t size,
                              enum results_part part, size_t *whole_bytes, char *message,
                              size_t message_bytes)
{
    json_t *lines = lines_read(path, text, size, whole_bytes, message, message_bytes);
    if (!lines)
        return NULL;
    json_t *last = last_lines(lines);
    json_t *left_out = part == RESULTS_ENDED ? interrupted_groups(lines, last) : NULL;
    json_t *document = lines_join(path, lines, last, left_out, message, message_bytes);
    json_decref(left_out);
    json_decref(last);
    json_decref(lines);
    return document;
}

bool results_is_journal(const char *text, size_t size)
{
    const char *end = memchr(text, '\n', size);
    if (!end)
        return false;
    json_t *first = json_loadb(text, (size_t)(end - text), 0, NULL);
    bool is_journal = json_object_get(first, "schema_version") && !json_object_get(first, "cases");
    json_decref(first);
    return is_journal;
}
