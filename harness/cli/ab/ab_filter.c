/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab_filter.h"

#include "harness/base/expression.h"
#include "harness/base/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENT_BYTES_MAX = 100000 }; /* Linux has room for 131071 */

bool ab_filter_compile(const char *user, regex_t *expression)
{
    char why[EXPRESSION_WHY_BYTES];
    if (expression_compile(expression, user, 0, why))
        return true;
    message_error("ab: the filter '%.200s' is no regular expression: %s", user, why);
    return false;
}

/* A name as an expression that matches nothing else. */
static void name_write(FILE *out, const char *name)
{
    for (; *name; name++) {
        if (strchr(".[]\\()*+?{}|^$", *name))
            fputc('\\', out);
        fputc(*name, out);
    }
}

static void names_end(FILE *out, bool any)
{
    if (any)
        fputs(")$", out);
}

/* NULL when memory runs out. */
static char *text_end(FILE *out, char **text)
{
    if (out && fclose(out) == 0)
        return *text;
    free(*text);
    return NULL;
}

char *ab_filter_names(const char *const *names, size_t count)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    for (size_t i = 0; out && i < count; i++) {
        fputs(i > 0 ? "|" : "^(", out);
        name_write(out, names[i]);
    }
    if (out)
        names_end(out, count > 0);
    return text_end(out, &text);
}

static char *first_make(const char *user, const char *const *controls)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return NULL;
    fprintf(out, "(%s)|^(", user);
    for (size_t i = 0; controls && controls[i]; i++) {
        fputs(i > 0 ? "|" : "", out);
        name_write(out, controls[i]);
    }
    names_end(out, true);
    return text_end(out, &text);
}

char *ab_filter_rows(const struct gate_rows *rows, bool (*is_wanted)(const struct gate_row *row))
{
    char *text = NULL;
    size_t bytes;
    bool any = false;
    FILE *out = open_memstream(&text, &bytes);
    for (size_t i = 0; out && i < rows->count; i++) {
        if (!is_wanted(&rows->rows[i]))
            continue;
        fputs(any ? "|" : "^(", out);
        name_write(out, rows->rows[i].name);
        any = true;
    }
    if (out)
        names_end(out, any);
    return text_end(out, &text);
}

static bool is_open(const struct gate_row *row)
{
    return row->open;
}

bool ab_filter_make(const char *user, const char *const *controls, const struct gate_rows *rows,
                    char **filter)
{
    *filter = NULL;
    if (rows->count > 0) {
        *filter = ab_filter_rows(rows, is_open);
        if (!*filter || strlen(*filter) < ARGUMENT_BYTES_MAX)
            return *filter;
        free(*filter);
        *filter = NULL;
    }
    if (!user)
        return true;
    *filter = first_make(user, controls);
    return *filter;
}
