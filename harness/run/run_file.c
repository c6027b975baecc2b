/* SPDX-License-Identifier: MIT */
#include "harness/run/run_file.h"

#include "harness/base/printable.h"
#include "harness/record/paths.h"
#include "harness/record/results_text.h"
#include "harness/run/run.h"
#include "harness/run/run_part.h"
#include "harness/run/run_unpack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of a file as they are. NULL with a message. */
static char *file_text(const char *path, size_t *size, char *message, size_t message_bytes)
{
    char *text = NULL;
    const int code = disk_load(path, &text, size);
    if (code == EFBIG)
        snprintf(message, message_bytes, "'%s' is no run file: it is larger than %zu MiB", path,
                 RUN_FILE_BYTES_MAX >> 20);
    else if (code != 0)
        disk_say_unread(path, code, message, message_bytes);
    return text;
}

/* Without what is a journal's alone: nothing that is made of it names folders. */
static json_t *journal_parse(const char *path, const char *text, size_t size, char *message,
                             size_t message_bytes)
{
    size_t whole_bytes = 0;
    json_t *document =
        results_parse_journal(path, text, size, &whole_bytes, message, message_bytes);
    if (document && !paths_strip(document)) {
        snprintf(message, message_bytes, "no memory is left to read '%s'", path);
        json_decref(document);
        document = NULL;
    }
    return document;
}

static json_t *text_parse(const char *path, const char *text, size_t size, char *message,
                          size_t message_bytes)
{
    json_error_t trouble;
    if (results_is_journal(text, size))
        return journal_parse(path, text, size, message, message_bytes);
    json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES, &trouble);
    if (!document && (!*trouble.text || json_error_code(&trouble) == json_error_out_of_memory))
        snprintf(message, message_bytes, "no memory is left to read '%s'", path);
    else if (!document)
        snprintf(message, message_bytes, "'%s' is no JSON: line %d, column %d: %s", path,
                 trouble.line, trouble.column, trouble.text);
    return document;
}

json_t *run_file_parse(const char *text, size_t size, const char *path, char *message,
                       size_t message_bytes)
{
    char *unpacked = NULL;
    json_t *document = NULL;
    const bool packed = run_unpack_is_packed(text, size);
    const char *fault =
        packed ? run_unpack(text, size, RUN_FILE_BYTES_MAX, &unpacked, &size) : NULL;
    if (fault)
        snprintf(message, message_bytes, "cannot unpack '%s': %s", path, fault);
    else
        document = text_parse(path, packed ? unpacked : text, size, message, message_bytes);
    if (!document)
        printable_clean(message);
    free(unpacked);
    return document;
}

json_t *run_file_json(const char *path, char *message, size_t message_bytes)
{
    size_t size = 0;
    char *text = file_text(path, &size, message, message_bytes);
    json_t *document = text ? run_file_parse(text, size, path, message, message_bytes) : NULL;
    if (!text)
        printable_clean(message);
    free(text);
    return document;
}

struct run *run_load(const char *path, char *message, size_t message_bytes)
{
    json_t *document = run_file_json(path, message, message_bytes);
    struct run *run = document ? run_read(document, path, message, message_bytes) : NULL;
    json_decref(document);
    return run;
}
