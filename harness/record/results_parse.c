/* SPDX-License-Identifier: MIT */
#include "harness/record/results.h"

#include "harness/base/value.h"
#include "harness/record/results_launch.h"
#include "harness/record/results_text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

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
    json_t *whole = value_named(json_object_get(document, "cases"), value_text_of(c, "name"));
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

static bool is_interrupted(const json_t *line)
{
    const char *stop = value_text_of(json_object_get(line, "case"), "stop");
    return strcmp(stop, result_stop_name(RESULT_STOP_INTERRUPTED)) == 0;
}

json_t *results_parse_journal(const char *path, const char *text, size_t size,
                              enum results_part part, size_t *whole_bytes, char *message,
                              size_t message_bytes)
{
    json_t *document = NULL;
    size_t line = 1;
    for (*whole_bytes = 0; *whole_bytes < size; line++) {
        const char *start = text + *whole_bytes;
        const char *end = memchr(start, '\n', size - *whole_bytes);
        if (!end)
            break;
        json_error_t trouble;
        json_t *object = json_loadb(start, (size_t)(end - start), JSON_REJECT_DUPLICATES, &trouble);
        bool last = end + 1 == text + size;
        if ((!object && last) || (part == RESULTS_ENDED && is_interrupted(object))) {
            json_decref(object);
            break;
        }
        const char *fault = !object && !*trouble.text ? "no memory is left"
                            : !object                 ? trouble.text
                                                      : journal_line_add(&document, object);
        json_decref(object);
        if (fault) {
            snprintf(message, message_bytes, "'%s' is damaged in line %zu: %s", path, line, fault);
            goto error;
        }
        *whole_bytes += (size_t)(end - start) + 1;
    }
    if (!document)
        snprintf(message, message_bytes,
                 "'%s' was cut short in line 1, before anything was measured; remove it", path);
    return document;
error:
    json_decref(document);
    return NULL;
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
