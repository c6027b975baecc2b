/* SPDX-License-Identifier: MIT */
#include "bench/declared/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kind {
    size_t bytes; /* of an element: 1, 2, 4, 8 */
    bool is_real, is_signed;
};

/* The scalar that a type is made of. */
static struct kind kind_of(const char *type)
{
    static const struct {
        const char *name;
        struct kind kind;
    } kinds[] = {
        { "float", { 4, true, true } },      { "vec", { 4, true, true } },
        { "double", { 8, true, true } },     { "float64_t", { 8, true, true } },
        { "float32_t", { 4, true, true } },  { "float16_t", { 2, false, false } },
        { "half", { 2, false, false } },     { "int64_t", { 8, false, true } },
        { "uint64_t", { 8, false, false } }, { "int16_t", { 2, false, true } },
        { "uint16_t", { 2, false, false } }, { "int8_t", { 1, false, true } },
        { "uint8_t", { 1, false, false } },  { "int", { 4, false, true } },
        { "ivec", { 4, false, true } },
    };
    struct kind best = { 4, false, false };
    size_t longest = 0;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        const size_t length = strlen(kinds[i].name);
        if (strncmp(kinds[i].name, type, length) == 0 && length > longest) {
            longest = length;
            best = kinds[i].kind;
        }
    }
    return best;
}

static uint64_t bits_at(const void *data, struct kind kind, uint64_t index)
{
    uint64_t bits = 0;
    memcpy(&bits, (const char *)data + index * kind.bytes, kind.bytes); /* little-endian */
    return bits;
}

static double real_at(const void *data, struct kind kind, uint64_t index)
{
    const uint64_t bits = bits_at(data, kind, index);
    float single;
    double real;
    memcpy(&single, &bits, sizeof(single));
    memcpy(&real, &bits, sizeof(real));
    if (kind.is_real)
        return kind.bytes == 4 ? (double)single : real;
    const unsigned unused = 64 - 8 * (unsigned)kind.bytes;
    return kind.is_signed ? (double)((int64_t)(bits << unused) >> unused) : (double)bits;
}

static void element_print(const void *data, struct kind kind, uint64_t index, char text[48])
{
    const uint64_t bits = bits_at(data, kind, index);
    const uint64_t poison = UINT64_C(0xA5A5A5A5A5A5A5A5) >> (64 - 8 * kind.bytes);
    const unsigned unused = 64 - 8 * (unsigned)kind.bytes;
    if (bits == poison)
        snprintf(text, 48, "poison (never written)");
    else if (kind.is_real)
        snprintf(text, 48, kind.bytes == 4 ? "%.9g" : "%.17g", real_at(data, kind, index));
    else if (kind.is_signed)
        snprintf(text, 48, "%lld", (long long)((int64_t)(bits << unused) >> unused));
    else
        snprintf(text, 48, "%llu", (unsigned long long)bits);
}

static bool is_near(const struct declared_buffer *output, double came, double wanted)
{
    if (came == wanted || (isnan(came) && isnan(wanted)))
        return true;
    return fabs(came - wanted) <= output->absolute + output->relative * fabs(wanted);
}

static bool is_right(const struct declared_buffer *output, const struct declared_elements *elements,
                     struct kind kind, uint64_t index)
{
    if (bits_at(elements->came, kind, index) == bits_at(elements->wanted, kind, index))
        return true;
    return output->check == DECLARED_NEAR && is_near(output, real_at(elements->came, kind, index),
                                                     real_at(elements->wanted, kind, index));
}

static bool compare(const struct declared_buffer *output, const struct declared_elements *elements,
                    struct kind kind, char *message, size_t message_bytes)
{
    char came[48], wanted[48], last_text[64] = "";
    const uint64_t count = elements->bytes / kind.bytes;
    uint64_t wrong = 0, first = 0, last = 0;
    if (memcmp(elements->came, elements->wanted, elements->bytes) == 0)
        return true;
    for (uint64_t i = 0; i < count; i++) {
        if (is_right(output, elements, kind, i))
            continue;
        first = wrong++ == 0 ? i : first;
        last = i;
    }
    if (wrong == 0)
        return true;
    element_print(elements->came, kind, first, came);
    element_print(elements->wanted, kind, first, wanted);
    if (wrong > 1)
        snprintf(last_text, sizeof(last_text), "; the last is %llu", (unsigned long long)last);
    snprintf(message, message_bytes,
             "%s: %llu of %llu elements are wrong%s: %s[%llu] is %s, wanted %s%s", elements->name,
             (unsigned long long)wrong, (unsigned long long)count,
             output->check == DECLARED_MULTISET ? ", both sorted" : "", elements->name,
             (unsigned long long)first, came, wanted, last_text);
    return false;
}

/* Sorts elements of `bytes` as unsigned numbers. */
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

bool declared_compare(const struct declared_buffer *output,
                      const struct declared_elements *elements, char *message, size_t message_bytes)
{
    const struct kind kind = kind_of(elements->type);
    if (output->check != DECLARED_MULTISET)
        return compare(output, elements, kind, message, message_bytes);
    int (*const orders[])(const void *, const void *) = { order_1, order_2, order_4, order_8 };
    struct declared_elements sorted = *elements;
    void *wanted = malloc(elements->bytes);
    if (!wanted) {
        snprintf(message, message_bytes, "no memory is left to sort %s", elements->name);
        return false;
    }
    memcpy(wanted, elements->wanted, elements->bytes);
    const int log = __builtin_ctzll(kind.bytes);
    qsort(sorted.came, elements->bytes / kind.bytes, kind.bytes, orders[log]);
    qsort(wanted, elements->bytes / kind.bytes, kind.bytes, orders[log]);
    sorted.wanted = wanted;
    const bool same = compare(output, &sorted, kind, message, message_bytes);
    free(wanted);
    return same;
}
