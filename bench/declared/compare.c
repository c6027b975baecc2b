/* SPDX-License-Identifier: MIT */
#include "bench/declared/compare.h"

#include <stdlib.h>
#include <string.h>

struct declared_scalar declared_scalar_of(const char *type)
{
    static const struct {
        const char *name; /* that the type begins with */
        struct declared_scalar scalar;
    } scalars[] = {
        { "float", { 4, true, true } },      { "vec", { 4, true, true } },
        { "double", { 8, true, true } },     { "float64_t", { 8, true, true } },
        { "float32_t", { 4, true, true } },  { "float16_t", { 2, false, false } },
        { "half", { 2, false, false } },     { "int64_t", { 8, false, true } },
        { "uint64_t", { 8, false, false } }, { "int16_t", { 2, false, true } },
        { "uint16_t", { 2, false, false } }, { "int8_t", { 1, false, true } },
        { "uint8_t", { 1, false, false } },  { "int", { 4, false, true } },
        { "ivec", { 4, false, true } },
    };
    struct declared_scalar best = { 4, false, false };
    size_t longest = 0;
    for (size_t i = 0; i < sizeof(scalars) / sizeof(scalars[0]); i++) {
        const size_t length = strlen(scalars[i].name);
        if (strncmp(scalars[i].name, type, length) == 0 && length > longest) {
            longest = length;
            best = scalars[i].scalar;
        }
    }
    return best;
}

int64_t declared_scalar_integer(const void *data, struct declared_scalar scalar, uint64_t index)
{
    uint64_t bits = 0;
    const unsigned unused = 64 - 8 * scalar.bytes;
    memcpy(&bits, (const char *)data + index * scalar.bytes, scalar.bytes); /* little-endian */
    return scalar.is_signed ? (int64_t)(bits << unused) >> unused : (int64_t)bits;
}

/* Orders for qsort(): as unsigned numbers. */
static int order_1(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

static int order_2(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static int order_4(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int order_8(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void sort(void *data, uint64_t bytes, struct declared_scalar scalar)
{
    qsort(data, bytes / scalar.bytes, scalar.bytes,
          scalar.bytes == 1   ? order_1
          : scalar.bytes == 2 ? order_2
          : scalar.bytes == 4 ? order_4
                              : order_8);
}

/* Integers as doubles, for a tolerance. */
static double *doubles_make(const void *data, struct declared_scalar scalar, uint64_t count)
{
    double *made = malloc((count + 1) * sizeof(*made));
    for (uint64_t i = 0; made && i < count; i++) {
        const int64_t integer = declared_scalar_integer(data, scalar, i);
        made[i] = scalar.is_signed ? (double)integer : (double)(uint64_t)integer;
    }
    return made;
}

static bool compare_integers(struct context *context, const struct declared_buffer *output,
                             const struct declared_elements *elements,
                             struct declared_scalar scalar, struct context_element element)
{
    const uint64_t count = elements->bytes / scalar.bytes;
    double *came = doubles_make(elements->came, scalar, count);
    double *wanted = doubles_make(elements->wanted, scalar, count);
    element.form = CONTEXT_FLOAT;
    element.bytes = sizeof(double);
    const bool same = came && wanted
                          ? context_compare(context, output->name, came, wanted, count, element)
                          : context_error(context, "not enough memory to compare %s", output->name);
    free(came);
    free(wanted);
    return same;
}

static bool compare_sorted(struct context *context, const struct declared_buffer *output,
                           const struct declared_elements *elements, struct declared_scalar scalar,
                           struct context_element element)
{
    void *wanted = malloc(elements->bytes);
    if (!wanted)
        return context_error(context, "not enough memory to sort %s", output->name);
    memcpy(wanted, elements->wanted, elements->bytes);
    sort(elements->came, elements->bytes, scalar);
    sort(wanted, elements->bytes, scalar);
    element.noun = "element in order";
    const bool same = context_compare(context, output->name, elements->came, wanted,
                                      elements->bytes / scalar.bytes, element);
    free(wanted);
    return same;
}

bool declared_compare(struct context *context, const struct declared_buffer *output,
                      const struct declared_elements *elements)
{
    const struct declared_scalar scalar = declared_scalar_of(elements->type);
    struct context_element element = { .noun = "element",
                                       .form = scalar.is_real     ? CONTEXT_FLOAT
                                               : scalar.is_signed ? CONTEXT_SIGNED
                                                                  : CONTEXT_UNSIGNED,
                                       .exact = output->check != DECLARED_NEAR,
                                       .bytes = scalar.bytes,
                                       .absolute = output->absolute,
                                       .relative = output->relative };
    if (output->check == DECLARED_MULTISET)
        return compare_sorted(context, output, elements, scalar, element);
    if (output->check == DECLARED_NEAR && !scalar.is_real)
        return compare_integers(context, output, elements, scalar, element);
    return context_compare(context, output->name, elements->came, elements->wanted,
                           elements->bytes / scalar.bytes, element);
}
