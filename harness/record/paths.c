/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Says whether a character may be part of a path, or of a name beside one. */
static bool is_part(char c)
{
    return isalnum((unsigned char)c) || os_path_separates(c) || (c && strchr("._-+~@%", c));
}

/* Takes out what is before the last name in a word of so many bytes. */
static void word_strip(char *word, size_t bytes)
{
    size_t start = bytes;
    while (start > 0 && os_path_separates(word[start - 1]))
        start--;
    while (start > 0 && !os_path_separates(word[start - 1]))
        start--;
    memmove(word, word + start, strlen(word + start) + 1);
}

/* Whole occurrences of a path that is known; NULL: a file has what is none. */
static void known_strip(char *text, const char *path)
{
    size_t bytes = path ? strlen(path) : 0;
    while (bytes > 0 && os_path_separates(path[bytes - 1]))
        bytes--;
    for (char *at = text; bytes > 0 && (at = strstr(at, path)); at++) {
        const bool begins = at == text || !is_part(at[-1]);
        const bool ends = os_path_separates(path[bytes]) || os_path_separates(at[bytes]) ||
                          !is_part(at[bytes]) || (at[bytes] == '.' && !is_part(at[bytes + 1]));
        if (begins && ends)
            word_strip(at, strlen(path));
    }
}

/* Words that are absolute paths, or lead out of a folder. */
static void absolute_strip(char *text)
{
    static const char *const starts[] = { "./", "../", "~/" };
    for (char *at = text; *at; at++) {
        if (at > text && (is_part(at[-1]) || isspace((unsigned char)*at)))
            continue;
        bool absolute = os_path_separates(*at);
        for (size_t i = 0; i < COUNT_OF(starts); i++)
            absolute = absolute || strncmp(at, starts[i], strlen(starts[i])) == 0;
        const size_t bytes = strcspn(at, " \t\n'\"`()[]{}<>=:;,");
        if (absolute && bytes > 1)
            word_strip(at, bytes);
    }
}

/* The text that takes the place of another. */
static json_t *text_stripped(const char *text, const json_t *paths, bool any)
{
    OWNED char *copy = need_copy(text);
    foreach_json (path, paths)
        known_strip(copy, json_string_value(path));
    if (any)
        absolute_strip(copy);
    return json_value_text(copy);
}

/* All texts in a value. */
static void strip(json_t *parent, const char *key, size_t index, const json_t *paths, bool any)
{
    json_t *value = key ? json_object_get(parent, key) : json_array_get(parent, index);
    if (json_is_string(value)) {
        json_t *text = text_stripped(json_string_value(value), paths, any);
        if (key)
            json_object_set_new(parent, key, text);
        else
            json_array_set_new(parent, index, text);
        return;
    }
    for (size_t i = 0; i < json_array_size(value); i++)
        strip(value, NULL, i, paths, any);
}

void paths_strip(json_t *document)
{
    json_t *session = json_object_get(document, "session"), *fact;
    json_auto_t *paths = json_incref(json_object_get(session, "paths"));
    const char *key;
    void *next;
    strip(session, "arguments", 0, paths, false);
    strip(session, "plan_arguments", 0, paths, false);
    foreach_json (workload, json_object_get(document, "workloads")) {
        json_t *facts = json_object_get(workload, "facts");
        json_object_foreach_safe(facts, next, key, fact) strip(facts, key, 0, paths, true);
    }
    foreach_json (c, json_object_get(document, "cases"))
        strip(c, "reason", 0, paths, true);
    json_object_del(session, "paths");
    json_object_del(session, "folder");
    json_object_del(session, "argument_bytes");
    json_object_del(session, "device_identity");
    json_object_del(session, "program");
    json_object_del(json_object_get(document, "context"), "host");
}

json_t *paths_strip_text(const char *text)
{
    return text_stripped(text, NULL, true);
}

json_t *paths_strip_value(const char *value)
{
    static const char ends[] = ":;,=";
    OWNED char *copy = need_copy(value);
    for (char *word = copy; *word; word += *word ? 1 : 0) {
        word_strip(word, strcspn(word, ends));
        word += strcspn(word, ends);
    }
    return json_value_text(copy);
}
