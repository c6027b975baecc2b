/* SPDX-License-Identifier: MIT */
/* inspection_options.c: values of the options that a technique has for `inspect`. */
#include "harness/base/name_list.h"
#include "harness/engine/inspect/inspection_private.h"
#include "harness/file.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct inspection_value *find(const struct inspection *inspection, const char *option)
{
    const struct inspection_params *params = inspection->private->params;
    for (size_t i = 0; i < params->value_count; i++)
        if (strcmp(params->values[i].name, option) == 0)
            return &params->values[i];
    return NULL;
}

const char *inspection_text(const struct inspection *inspection, const char *option)
{
    const struct inspection_value *value = find(inspection, option);
    return !value ? NULL : value->value;
}

bool inspection_flag(const struct inspection *inspection, const char *option)
{
    return find(inspection, option);
}

/* Reads a decimal integer and leaves *text behind it. */
static bool read_integer(const char **text, int64_t minimum, int64_t maximum, int64_t *value)
{
    char *end = NULL;
    if (!isdigit((unsigned char)(*text)[(*text)[0] == '-']))
        return false;
    errno = 0;
    long long read = strtoll(*text, &end, 10);
    if (errno != 0 || read < minimum || read > maximum)
        return false;
    *value = read;
    *text = end;
    return true;
}

bool inspection_integer(struct inspection *inspection, const char *option, int64_t minimum,
                        int64_t maximum, int64_t *value)
{
    const char *text = inspection_text(inspection, option);
    int64_t read;
    if (!text)
        return true;
    const char *rest = text;
    if (!read_integer(&rest, minimum, maximum, &read) || *rest != 0)
        return context_error(&inspection->context,
                             "--%s takes an integer from %" PRId64 " to %" PRId64 ", not '%s'",
                             option, minimum, maximum, text);
    *value = read;
    return true;
}

bool inspection_number(struct inspection *inspection, const char *option, double minimum,
                       double maximum, double *value)
{
    const char *text = inspection_text(inspection, option);
    const char *end = NULL;
    if (!text)
        return true;
    const double read = file_number(text, &end);
    if (*end != 0 || !isfinite(read) || read < minimum || read > maximum)
        return context_error(&inspection->context, "--%s takes a number from %g to %g, not '%s'",
                             option, minimum, maximum, text);
    *value = read;
    return true;
}

bool inspection_size(struct inspection *inspection, const char *option, uint32_t maximum,
                     uint32_t *width, uint32_t *height)
{
    const char *text = inspection_text(inspection, option);
    int64_t sides[2];
    if (!text)
        return true;
    const char *rest = text;
    bool read = read_integer(&rest, 1, maximum, &sides[0]) && *rest++ == 'x' &&
                read_integer(&rest, 1, maximum, &sides[1]) && *rest == 0;
    if (!read)
        return context_error(&inspection->context,
                             "--%s takes WIDTHxHEIGHT, each from 1 to %" PRIu32 ", not '%s'",
                             option, maximum, text);
    *width = (uint32_t)sides[0];
    *height = (uint32_t)sides[1];
    return true;
}

bool inspection_integers(struct inspection *inspection, const char *option, int64_t minimum,
                         int64_t maximum, int64_t *values, size_t capacity, size_t *count)
{
    const char *text = inspection_text(inspection, option);
    if (!text)
        return true;
    size_t read = 0;
    const char *rest = text;
    do {
        if (read == capacity)
            return context_error(&inspection->context, "--%s takes at most %zu integers", option,
                                 capacity);
        if (!read_integer(&rest, minimum, maximum, &values[read++]) || (*rest != ',' && *rest != 0))
            return context_error(&inspection->context,
                                 "--%s takes integers from %" PRId64 " to %" PRId64
                                 ", separated by commas, not '%s'",
                                 option, minimum, maximum, text);
    } while (*rest++ == ',');
    *count = read;
    return true;
}

bool inspection_choice(struct inspection *inspection, const char *option, const char *const *names,
                       size_t *index)
{
    const char *text = inspection_text(inspection, option);
    struct name_list list = { 0 };
    char hint[128], legal[256] = "";
    if (!text)
        return true;
    for (size_t i = 0; names[i]; i++) {
        if (strcmp(names[i], text) == 0) {
            *index = i;
            name_list_finish(&list);
            return true;
        }
        name_list_add(&list, names[i]);
        size_t used = strlen(legal);
        if (used + strlen(names[i]) + 3 < sizeof(legal))
            strcat(strcat(legal, used > 0 ? ", " : ""), names[i]);
    }
    name_list_hint(&list, text, hint, sizeof(hint));
    name_list_finish(&list);
    return context_error(&inspection->context, "--%s has no value '%s'%s; there are: %s", option,
                         text, hint, legal);
}

bool inspection_variant(struct inspection *inspection, const char *option,
                        const struct bench *bench, const struct bench_variant **variant)
{
    enum { NAMES_MAX = 32 };
    const char *names[NAMES_MAX + 1] = { NULL };
    size_t index = SIZE_MAX;
    for (size_t i = 0; bench->variants[i].name; i++) {
        assert(i < NAMES_MAX);
        names[i] = bench->variants[i].name;
    }
    if (!inspection_choice(inspection, option, names, &index))
        return false;
    *variant = index == SIZE_MAX ? NULL : &bench->variants[index];
    return true;
}
