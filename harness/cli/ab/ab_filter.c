/* SPDX-License-Identifier: MIT */
#include "harness/cli/ab/ab_session.h"

#include "harness/base/expression.h"
#include "harness/base/message.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"

#include <stdlib.h>
#include <string.h>

enum { ARGUMENT_BYTES_MAX = 100000 }; /* Linux has room for 131071 */

bool ab_filter_compile(const char *user, regex_t *expression)
{
    return expression_compile(expression, "the filter ", user, 0) ||
           message_refuse("ab: %s", trouble_text());
}

/* Adds a name as an expression that matches nothing else. */
static void name_add(struct text *text, const char *name)
{
    text_add(text, text->length == 0 ? "^(" : "|");
    for (; *name; name++)
        text_add_format(text, "%s%c", strchr(".[]\\()*+?{}|^$", *name) ? "\\" : "", *name);
}

/* Takes over; "" for no name. */
static char *names_end(struct text *text)
{
    text_add(text, text->length > 0 ? ")$" : "");
    return text_take(text);
}

char *ab_filter_names(const char *const *names, size_t count)
{
    struct text text = { 0 };
    for (size_t i = 0; i < count; i++)
        name_add(&text, names[i]);
    return names_end(&text);
}

static char *first_make(const char *user, const char *const *controls)
{
    struct text text = { 0 };
    for (size_t i = 0; controls && controls[i]; i++)
        name_add(&text, controls[i]);
    char *names = names_end(&text);
    char *filter = text_make("(%s)%s%s", user, *names ? "|" : "", names);
    free(names);
    return filter;
}

char *ab_filter_rows(const struct gate_rows *rows, bool (*is_wanted)(const struct gate_row *row))
{
    struct text text = { 0 };
    for (size_t i = 0; i < rows->count; i++)
        if (is_wanted(&rows->rows[i]))
            name_add(&text, rows->rows[i].name);
    return names_end(&text);
}

static bool is_open(const struct gate_row *row)
{
    return row->open;
}

char *ab_filter_make(const char *user, const char *const *controls, const struct gate_rows *rows)
{
    char *filter = rows->count > 0 ? ab_filter_rows(rows, is_open) : NULL;
    if (filter && strlen(filter) < ARGUMENT_BYTES_MAX)
        return filter;
    free(filter);
    return user ? first_make(user, controls) : NULL;
}
