/* SPDX-License-Identifier: MIT */
#include "bench/declared/scope.h"

#include "harness/base/base.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 16 };

struct declared_scope declared_scope_of(const struct declared_spec *spec,
                                        const struct declared_variant *variant,
                                        const struct context *context)
{
    struct declared_scope scope = { .spec = spec, .variant = variant, .seed = context->seed };
    for (size_t i = 0; i < spec->axis_count; i++)
        scope.values[i] = context_text(context, spec->axes[i].axis.name);
    for (size_t i = 0; variant && i < variant->axis_count; i++)
        scope.own[i] = context_text(context, variant->axes[i].axis.name);
    return scope;
}

const char *declared_scope_axis(const struct declared_scope *scope, const char *axis)
{
    for (size_t i = 0; i < scope->spec->axis_count; i++)
        if (strcmp(scope->spec->axes[i].axis.name, axis) == 0)
            return scope->values[i];
    for (size_t i = 0; scope->variant && i < scope->variant->axis_count; i++)
        if (strcmp(scope->variant->axes[i].axis.name, axis) == 0)
            return scope->own[i];
    return NULL;
}

const char *declared_scope_type(const struct declared_scope *scope,
                                const struct declared_buffer *buffer)
{
    const char *named = buffer->type ? declared_scope_axis(scope, buffer->type) : NULL;
    return named ? named : buffer->type ? buffer->type : "uint";
}

struct context_element declared_scope_element(const struct declared_scope *scope,
                                              const struct declared_buffer *buffer)
{
    const struct context_type *type = context_type_find(declared_scope_type(scope, buffer));
    return (struct context_element){ .noun = "element",
                                     .form = type->form,
                                     .bytes = type->bytes,
                                     .components = type->components,
                                     .absolute = buffer->absolute,
                                     .relative = buffer->relative,
                                     .share = buffer->check == DECLARED_PROGRAM ? 1 : buffer->share,
                                     .exact = buffer->check != DECLARED_NEAR,
                                     .multiset = buffer->check == DECLARED_MULTISET };
}

/* Names in a circle, or that stand for too much, leave one message: that of the last name. */
static bool let_value(const struct declared_scope *scope, const struct declared_let *let,
                      struct declared_number *value, char *message, size_t message_bytes)
{
    if (*scope->terms <= DECLARED_TERMS_MAX &&
        declared_scope_number(scope, &let->amount, value, message, message_bytes))
        return true;
    if (*scope->terms > DECLARED_TERMS_MAX)
        snprintf(message, message_bytes,
                 "'%.60s' makes the formulas of this case longer than %d terms: let the names in "
                 "it stand for less",
                 let->name, DECLARED_TERMS_MAX);
    else if (strstr(message, "refers to itself"))
        snprintf(message, message_bytes, "'%.60s' refers to itself", let->name);
    return false;
}

static bool name_value(const void *user, const char *name, struct declared_number *value,
                       char *message, size_t message_bytes)
{
    struct declared_scope deeper = *(const struct declared_scope *)user;
    const char *axis = declared_scope_axis(&deeper, name);
    if (axis) {
        value->is_real = strpbrk(axis, ".e");
        value->real = value->is_real ? strtod(axis, NULL) : 0;
        value->whole = value->is_real ? 0 : strtoll(axis, NULL, 10);
        return true;
    }
    for (size_t i = 0; i < deeper.spec->number_count; i++)
        if (strcmp(deeper.spec->numbers[i], name) == 0) {
            *value = (struct declared_number){ .whole = deeper.numbers[i] };
            return true;
        }
    for (size_t i = 0; i < deeper.level_count; i++)
        if (strcmp(deeper.levels[i].name, name) == 0) {
            *value = (struct declared_number){ .whole = deeper.levels[i].value };
            return true;
        }
    snprintf(message, message_bytes, "'%.60s' refers to itself", name);
    if (++deeper.depth > DEPTH_MAX)
        return false;
    deeper.level_count = 0;
    for (size_t i = 0; i < deeper.spec->let_count; i++)
        if (strcmp(deeper.spec->lets[i].name, name) == 0)
            return let_value(&deeper, &deeper.spec->lets[i], value, message, message_bytes);
    snprintf(message, message_bytes, "there is no name '%.60s'", name);
    return false;
}

static bool type_bytes(const void *user, const char *axis, int64_t *bytes, char *message,
                       size_t message_bytes)
{
    const char *type = declared_scope_axis(user, axis);
    *bytes = type ? declared_type_bytes(type) : 0;
    snprintf(message, message_bytes, "sizeof(%s): the size of a type '%.60s' is not known", axis,
             type ? type : axis);
    return *bytes > 0;
}

bool declared_scope_number(const struct declared_scope *scope, const struct declared_amount *amount,
                           struct declared_number *number, char *message, size_t message_bytes)
{
    char reason[400];
    size_t own = 0;
    struct declared_scope counted = *scope;
    counted.terms = scope->terms ? scope->terms : &own;
    const struct declared_names names = { name_value, type_bytes, &counted, false, counted.terms };
    *number = amount->number;
    if (!amount->formula ||
        declared_formula_value(amount->formula, &names, number, reason, sizeof(reason)))
        return true;
    if (scope->depth > 0)
        snprintf(message, message_bytes, "%s", reason);
    else
        snprintf(message, message_bytes, "technique.json:%d: %s", amount->line, reason);
    return false;
}

bool declared_scope_whole(const struct declared_scope *scope, const struct declared_amount *amount,
                          const char *what, uint64_t most, uint64_t *whole, char *message,
                          size_t message_bytes)
{
    struct declared_number number;
    *whole = 0;
    if (!declared_scope_number(scope, amount, &number, message, message_bytes))
        return false;
    const char *formula = amount->formula ? amount->formula : "";
    if (number.is_real)
        snprintf(message, message_bytes,
                 "technique.json:%d: %s: '%.100s' is %g, not a whole number: use ceil() or floor()",
                 amount->line, what, formula, number.real);
    else if (number.whole < 0 || (uint64_t)number.whole > most)
        snprintf(message, message_bytes,
                 "technique.json:%d: %s: '%.100s' is %" PRId64 ", not within 0..%" PRIu64,
                 amount->line, what, formula, number.whole, most);
    else
        *whole = (uint64_t)number.whole;
    return !number.is_real && number.whole >= 0 && (uint64_t)number.whole <= most;
}

bool declared_scope_size(const struct declared_scope *scope, const struct declared_image *image,
                         uint32_t size[2], char *message, size_t message_bytes)
{
    uint64_t side[2];
    for (size_t i = 0; i < 2; i++) {
        if (!declared_scope_whole(scope, &image->size[i], i == 0 ? "width" : "height", 1 << 20,
                                  &side[i], message, message_bytes))
            return false;
        size[i] = (uint32_t)side[i];
    }
    return true;
}

bool declared_scope_bytes(const struct declared_scope *scope, const struct declared_buffer *buffer,
                          uint64_t most, uint64_t *bytes, char *message, size_t message_bytes)
{
    uint32_t size[2];
    if (!buffer->image)
        return declared_scope_whole(scope, &buffer->bytes, buffer->name, most, bytes, message,
                                    message_bytes);
    if (!declared_scope_size(scope, buffer->image, size, message, message_bytes))
        return false;
    *bytes = (uint64_t)size[0] * size[1] * gpu_format_bytes(buffer->image->format);
    if (*bytes > most)
        snprintf(message, message_bytes,
                 "technique.json:%d: the image %s has more than %" PRIu64 " bytes",
                 buffer->image->size[0].line, buffer->name, most);
    return *bytes <= most;
}

char *declared_scope_file(const struct declared_scope *scope, const char *file)
{
    struct text text = { 0 };
    while (*file) {
        const size_t length = strcspn(file, "{");
        text_add_format(&text, "%.*s", (int)length, file);
        file += length;
        if (!*file)
            break;
        char *axis = text_make("%.*s", (int)strcspn(file + 1, "}"), file + 1);
        text_add(&text, declared_scope_axis(scope, axis));
        file += strlen(axis) + 2;
        free(axis);
    }
    return text_take(&text);
}
