/* SPDX-License-Identifier: MIT */
#include "harness/context.h"

#include "harness/base/base.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/half.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Differences of the numbers of elements. Those that are not finite do not count. */
struct element_sum {
    double greatest, squares;
};

/* tests/engine/measure/context_types_test.c holds it against what a compiler makes of each name. */
const struct context_type context_types[] = {
    { "uint", CONTEXT_UNSIGNED, 4, 1 },
    { "int", CONTEXT_SIGNED, 4, 1 },
    { "float", CONTEXT_FLOAT, 4, 1 },
    { "double", CONTEXT_FLOAT, 8, 1 },
    { "half", CONTEXT_FLOAT, 2, 1 },
    { "uint8_t", CONTEXT_UNSIGNED, 1, 1 },
    { "uint16_t", CONTEXT_UNSIGNED, 2, 1 },
    { "uint32_t", CONTEXT_UNSIGNED, 4, 1 },
    { "uint64_t", CONTEXT_UNSIGNED, 8, 1 },
    { "int8_t", CONTEXT_SIGNED, 1, 1 },
    { "int16_t", CONTEXT_SIGNED, 2, 1 },
    { "int32_t", CONTEXT_SIGNED, 4, 1 },
    { "int64_t", CONTEXT_SIGNED, 8, 1 },
    { "float16_t", CONTEXT_FLOAT, 2, 1 },
    { "float32_t", CONTEXT_FLOAT, 4, 1 },
    { "float64_t", CONTEXT_FLOAT, 8, 1 },
    { "uvec2", CONTEXT_UNSIGNED, 8, 2 },
    { "uvec4", CONTEXT_UNSIGNED, 16, 4 },
    { "ivec2", CONTEXT_SIGNED, 8, 2 },
    { "ivec4", CONTEXT_SIGNED, 16, 4 },
    { "vec2", CONTEXT_FLOAT, 8, 2 },
    { "vec4", CONTEXT_FLOAT, 16, 4 },
    { "uint2", CONTEXT_UNSIGNED, 8, 2 },
    { "uint4", CONTEXT_UNSIGNED, 16, 4 },
    { "int2", CONTEXT_SIGNED, 8, 2 },
    { "int4", CONTEXT_SIGNED, 16, 4 },
    { "float2", CONTEXT_FLOAT, 8, 2 },
    { "float4", CONTEXT_FLOAT, 16, 4 },
    { .name = NULL },
};

const struct context_type *context_type_find(const char *name)
{
    for (const struct context_type *type = context_types; type->name; type++)
        if (strcmp(type->name, name) == 0)
            return type;
    return NULL;
}

/* A number of that many bytes, sign and all; of CONTEXT_FLOAT its value as a double. */
static double element_real(const uint8_t *number, uint32_t bytes)
{
    double wide;
    float single;
    uint16_t half;
    switch (bytes) {
    case 2: return memcpy(&half, number, 2), (double)half_to_float(half);
    case 4: return memcpy(&single, number, 4), (double)single;
    default: return memcpy(&wide, number, 8), wide;
    }
}

static uint64_t element_whole(const uint8_t *number, uint32_t bytes, bool is_signed)
{
    uint64_t value = 0;
    const unsigned unused = 64 - 8 * bytes;
    memcpy(&value, number, bytes); /* little-endian */
    return is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) : value;
}

/* Returns how far a number may be from the right one. */
static double allowed_of(const struct context_element *element, double right)
{
    const double relative = element->relative * right;
    return element->exact ? 0 : relative > element->absolute ? relative : element->absolute;
}

/* Where one of both is not finite, both must be the same. */
static bool real_is_right(const struct context_element *element, double is, double right,
                          double *apart)
{
    if (isnan(right))
        return isnan(is);
    if (!isfinite(is) || !isfinite(right))
        return is == right;
    *apart = fabs(is - right);
    return *apart <= allowed_of(element, fabs(right)) &&
           (!element->exact || signbit(is) == signbit(right));
}

/* The difference is taken without a double, which has 53 bits. */
static bool whole_is_right(const struct context_element *element, uint64_t is, uint64_t right,
                           double *apart)
{
    const bool is_signed = element->form == CONTEXT_SIGNED;
    const bool above = is_signed ? (int64_t)is > (int64_t)right : is > right;
    const uint64_t difference = above ? is - right : right - is;
    const uint64_t magnitude = is_signed && (int64_t)right < 0 ? -right : right;
    const double allowed = allowed_of(element, (double)magnitude);
    *apart = (double)difference;
    return allowed >= 0x1p64 || difference <= (uint64_t)allowed;
}

/* Says whether each number of an element that is not the same bit by bit is right, and adds the
 * differences. */
static bool element_is_right(const struct context_element *element, const uint8_t *came,
                             const uint8_t *wanted, struct element_sum *sum)
{
    const uint32_t bytes = element->bytes / element->components;
    const bool is_signed = element->form == CONTEXT_SIGNED;
    bool right = true;
    if (element->form == CONTEXT_WORDS)
        return false;
    for (uint32_t i = 0; i < element->components; i++, came += bytes, wanted += bytes) {
        double apart = 0;
        right &= element->form == CONTEXT_FLOAT
                     ? real_is_right(element, element_real(came, bytes),
                                     element_real(wanted, bytes), &apart)
                     : whole_is_right(element, element_whole(came, bytes, is_signed),
                                      element_whole(wanted, bytes, is_signed), &apart);
        sum->greatest = apart > sum->greatest ? apart : sum->greatest;
        sum->squares += apart * apart;
    }
    return right;
}

/* Comparing --------------------------------------------------------------------------------- */

enum { PLACE_BYTES = 96, NOTE_BYTES = 320, SHOWN_WORDS = 8, CHUNK = 1 << 14 };

/* Elements of a chunk. */
struct findings {
    struct element_sum sum;
    uint64_t wrong, first, unwritten;
};

struct comparison {
    struct context_element element;
    const uint8_t *came, *wanted; /* wanted NULL: what the element's answer() says, or 0 */
    uint64_t count;
    uint32_t poison;
    struct findings *chunks;
};

/* Wrong elements, by their places in what is compared. */
struct tally {
    uint64_t wrong, first, last, runs, first_run;
    uint64_t unwritten;     /* still poison */
    uint64_t before, after; /* with the value that was wanted one place before, or after */
};

static bool wanted_at(const struct comparison *comparison, uint64_t at, uint8_t *element)
{
    const uint32_t bytes = comparison->element.bytes;
    memset(element, 0, bytes);
    if (comparison->wanted)
        memcpy(element, comparison->wanted + at * bytes, bytes);
    else if (comparison->element.answer)
        return comparison->element.answer(comparison->element.argument,
                                          comparison->element.first + at, element);
    return true;
}

/* Says whether bytes at that offset of what came are still poison. Where these are less than a
 * word, it is the whole word: one byte of an image has the poison's value by chance. */
static bool is_poison(const struct comparison *comparison, uint64_t offset, uint32_t bytes)
{
    const uint64_t all = comparison->count * comparison->element.bytes;
    uint64_t at = offset & ~UINT64_C(3);
    for (; at < offset + bytes || (at % 4 != 0 && at < all); at++)
        if (comparison->came[at] != (uint8_t)(comparison->poison >> 8 * (at % 4)))
            return false;
    return true;
}

/* A number that was never written is wrong, whatever the tolerance, unless it is wanted so. */
static bool is_right(const struct comparison *comparison, uint64_t at, const uint8_t *wanted,
                     struct element_sum *sum)
{
    const uint32_t bytes = comparison->element.bytes;
    const uint32_t number = bytes / comparison->element.components;
    const uint8_t *came = comparison->came + at * bytes;
    if (memcmp(came, wanted, bytes) == 0)
        return true;
    bool right = element_is_right(&comparison->element, came, wanted, sum);
    for (uint32_t i = 0; i < bytes && right; i += number)
        right = memcmp(came + i, wanted + i, number) == 0 ||
                !is_poison(comparison, at * bytes + i, number);
    return right;
}

static bool is_wanted(const struct comparison *comparison, uint64_t at, const uint8_t *came)
{
    uint8_t wanted[CONTEXT_ELEMENT_BYTES_MAX];
    return at < comparison->count && wanted_at(comparison, at, wanted) &&
           memcmp(came, wanted, comparison->element.bytes) == 0;
}

static struct tally tally_make(const struct comparison *comparison)
{
    uint8_t wanted[CONTEXT_ELEMENT_BYTES_MAX];
    struct tally tally = { 0 };
    struct element_sum sum;
    const uint32_t bytes = comparison->element.bytes;
    for (uint64_t at = 0; at < comparison->count; at++) {
        const uint8_t *came = comparison->came + at * bytes;
        if (!wanted_at(comparison, at, wanted) || is_right(comparison, at, wanted, &sum))
            continue;
        if (tally.wrong == 0)
            tally.first = at;
        if (tally.wrong == 0 || tally.last + 1 != at)
            tally.runs++;
        tally.first_run += tally.runs == 1;
        tally.last = at;
        tally.wrong++;
        if (is_poison(comparison, at * bytes, bytes)) {
            tally.unwritten++;
            continue;
        }
        tally.before += at > 0 && is_wanted(comparison, at - 1, came);
        tally.after += is_wanted(comparison, at + 1, came);
    }
    return tally;
}

static void chunk_look(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct comparison *comparison = context;
    const uint32_t bytes = comparison->element.bytes;
    struct findings *findings = &comparison->chunks[begin / CHUNK];
    uint8_t wanted[CONTEXT_ELEMENT_BYTES_MAX];
    (void)thread;
    if (comparison->wanted &&
        memcmp(comparison->came + begin * bytes, comparison->wanted + begin * bytes,
               (end - begin) * bytes) == 0)
        return;
    for (size_t at = begin; at < end; at++)
        if (wanted_at(comparison, at, wanted) &&
            !is_right(comparison, at, wanted, &findings->sum)) {
            findings->first = findings->wrong++ == 0 ? at : findings->first;
            findings->unwritten += is_poison(comparison, at * bytes, bytes);
        }
}

/* Looks at all elements, by threads on all CPUs where there are many. The sums do not depend on
 * who took which chunk. */
static struct context_errors errors_find(struct comparison *comparison)
{
    enum { WORTH_A_POOL = 1 << 22 /* bytes */, ANSWER_WEIGHT = 16 };
    const size_t count = (size_t)comparison->count;
    const struct context_element *element = &comparison->element;
    const uint64_t weight = comparison->wanted ? 1 : ANSWER_WEIGHT;
    struct element_sum sum = { 0 };
    struct context_errors errors = { 0 };
    struct cpu_pool *pool = NULL;
    if (weight * count * element->bytes >= WORTH_A_POOL)
        pool = cpu_pool_create(0);
    if (pool)
        cpu_pool_run(pool, count, CHUNK, chunk_look, comparison);
    for (size_t at = 0; at < count; at += CHUNK) {
        const struct findings *found = &comparison->chunks[at / CHUNK];
        if (!pool)
            chunk_look(comparison, 0, at, count - at < CHUNK ? count : at + CHUNK);
        errors.first = errors.wrong == 0 ? found->first : errors.first;
        errors.wrong += found->wrong;
        errors.unwritten += found->unwritten;
        sum.greatest = fmax(sum.greatest, found->sum.greatest);
        sum.squares += found->sum.squares;
    }
    cpu_pool_destroy(&pool);
    errors.share = count > 0 ? (double)errors.wrong / (double)count : 0;
    errors.greatest = fmin(sum.greatest, DBL_MAX);
    errors.rms =
        fmin(sqrt(sum.squares / ((double)count * element->components + (count == 0))), DBL_MAX);
    return errors;
}

/* Any order ------------------------------------------------------------------------------------ */

/* Sorts elements byte by byte, the last of which weighs most, as it does in a number. */
static void sort(uint8_t *data, uint8_t *room, uint64_t count, uint32_t bytes)
{
    for (uint32_t byte = 0; byte < bytes; byte++) {
        uint64_t place[257] = { 0 };
        for (uint64_t i = 0; i < count; i++)
            place[data[i * bytes + byte] + 1]++;
        if (count == 0 || place[data[byte] + 1] == count)
            continue; /* all have the same */
        for (int value = 0; value < 256; value++)
            place[value + 1] += place[value];
        for (uint64_t i = 0; i < count; i++)
            memcpy(room + place[data[i * bytes + byte]]++ * bytes, data + i * bytes, bytes);
        memcpy(data, room, count * bytes);
    }
}

/* Copies what came and what is wanted, each in order, NaNs as one. NULL when memory runs out. */
static uint8_t *copies_sort(struct comparison *comparison)
{
    const struct context_element *element = &comparison->element;
    const uint32_t bytes = element->bytes, number = bytes / element->components;
    const uint64_t all = comparison->count * bytes;
    uint8_t *copies = malloc(3 * all + 1);
    if (!copies)
        return NULL;
    memcpy(copies, comparison->came, all);
    memcpy(copies + all, comparison->wanted, all);
    for (uint64_t at = 0; element->form == CONTEXT_FLOAT && at < 2 * all; at += number)
        if (isnan(element_real(copies + at, number)) &&
            (at >= all || !is_poison(comparison, at, number)))
            memset(copies + at, 0xff, number);
    sort(copies, copies + 2 * all, comparison->count, bytes);
    sort(copies + all, copies + 2 * all, comparison->count, bytes);
    comparison->came = copies;
    comparison->wanted = copies + all;
    return copies;
}

/* Text ---------------------------------------------------------------------------------------- */

static void words_print(char text[CONTEXT_TEXT_BYTES], const uint8_t *element, uint32_t bytes)
{
    text[0] = '\0';
    for (uint32_t i = 0; i < bytes / 4 && i < SHOWN_WORDS; i++) {
        uint32_t word;
        memcpy(&word, element + 4 * (size_t)i, sizeof(word));
        text_join_cut(text, CONTEXT_TEXT_BYTES, " ", "%08" PRIx32, word);
    }
    if (bytes / 4 > SHOWN_WORDS)
        text_join_cut(text, CONTEXT_TEXT_BYTES, " ", "...");
}

const char *context_element_print(char text[CONTEXT_TEXT_BYTES],
                                  const struct context_element *element, const void *data)
{
    const uint32_t count = element->components > 0 ? element->components : 1;
    const uint32_t bytes = element->bytes / count;
    const bool is_signed = element->form == CONTEXT_SIGNED;
    const uint8_t *number = data;
    char list[CONTEXT_TEXT_BYTES - 2] = ""; /* and parentheses around several */
    if (element->form == CONTEXT_WORDS)
        return words_print(text, data, element->bytes), text;
    for (uint32_t i = 0; i < count; i++, number += bytes)
        if (element->form == CONTEXT_FLOAT)
            text_join_cut(list, sizeof(list), ", ", "%.*g", bytes == 8 ? 17 : 9,
                          element_real(number, bytes));
        else
            text_join_cut(list, sizeof(list), ", ", is_signed ? "%" PRId64 : "%" PRIu64,
                          element_whole(number, bytes, is_signed));
    snprintf(text, CONTEXT_TEXT_BYTES, count > 1 ? "(%s)" : "%s", list);
    return text;
}

static const char *place_print(char text[PLACE_BYTES], const struct context_element *element,
                               uint64_t at)
{
    const uint64_t number = element->first + at;
    if (element->row > 0)
        snprintf(text, PLACE_BYTES, "%s (%" PRIu64 ", %" PRIu64 ")", element->noun,
                 number % element->row, number / element->row);
    else
        snprintf(text, PLACE_BYTES, "%s %" PRIu64, element->noun, number);
    return text;
}

/* Adds that some of all wrong elements are something: one `was`, several `were`. */
static size_t note_add(char text[NOTE_BYTES], size_t used, uint64_t some, uint64_t all,
                       const char *was, const char *were, const char *what)
{
    char who[32];
    snprintf(who, sizeof(who), "%" PRIu64 " of them", some);
    if (some == 0)
        return used;
    const int more = snprintf(text + used, NOTE_BYTES - used, "; %s %s %s",
                              some < all ? who
                              : all == 1 ? "it"
                                         : "all",
                              some == 1 ? was : were, what);
    return used + (more > 0 ? (size_t)more : 0);
}

static bool mismatch(struct context *context, const char *name, const struct comparison *comparison,
                     const struct tally *tally)
{
    const struct context_element *element = &comparison->element;
    uint8_t wanted[CONTEXT_ELEMENT_BYTES_MAX];
    char first[PLACE_BYTES], last[PLACE_BYTES], share[PLACE_BYTES] = "";
    char is[CONTEXT_TEXT_BYTES], right[CONTEXT_TEXT_BYTES];
    char within[CONTEXT_TEXT_BYTES] = "", notes[NOTE_BYTES] = "", runs[CONTEXT_TEXT_BYTES];
    char before[PLACE_BYTES], after[PLACE_BYTES];
    wanted_at(comparison, tally->first, wanted);
    place_print(first, element, tally->first);
    context_element_print(is, element, comparison->came + tally->first * element->bytes);
    context_element_print(right, element, wanted);
    if (element->absolute > 0 && element->relative > 0) /* the tolerance decided */
        snprintf(within, sizeof(within), " within %g or %g of it", element->absolute,
                 element->relative);
    else if (element->absolute > 0)
        snprintf(within, sizeof(within), " within %g", element->absolute);
    else if (element->relative > 0)
        snprintf(within, sizeof(within), " within %g of it", element->relative);
    if (tally->runs == 1)
        snprintf(runs, sizeof(runs), "in one run");
    else
        snprintf(runs, sizeof(runs), "in %" PRIu64 " runs, the first of %" PRIu64, tally->runs,
                 tally->first_run);
    /* A neighbour's value is worth a word where half of the written elements have it. */
    const uint64_t written = tally->wrong - tally->unwritten;
    snprintf(before, sizeof(before), "the value that the %s before should have", element->noun);
    snprintf(after, sizeof(after), "the value that the %s after should have", element->noun);
    size_t used =
        note_add(notes, 0, tally->unwritten, tally->wrong, "was", "were", "never written");
    used = note_add(notes, used, 2 * tally->before >= written ? tally->before : 0, tally->wrong,
                    "has", "have", before);
    note_add(notes, used, 2 * tally->after >= written ? tally->after : 0, tally->wrong, "has",
             "have", after);
    if (element->share > 0)
        snprintf(share, sizeof(share), ", at most %.9g may be, none unwritten",
                 floor(element->share * (double)comparison->count));
    if (tally->wrong == 1)
        return context_mismatch(context, "%s: 1 of %" PRIu64 " is wrong%s: %s is %s, wanted %s%s%s",
                                name, comparison->count, share, first, is, right, within, notes);
    return context_mismatch(
        context, "%s: %" PRIu64 " of %" PRIu64 " are wrong%s: %s is %s, wanted %s%s; to %s, %s%s",
        name, tally->wrong, comparison->count, share, first, is, right, within,
        place_print(last, element, tally->last), runs, notes);
}

bool context_compare(struct context *context, const char *name, const void *came,
                     const void *wanted, uint64_t count, struct context_element element)
{
    element.bytes = element.bytes > 0 ? element.bytes : 4;
    element.components = element.components > 0 ? element.components : 1;
    element.noun = element.noun ? element.noun : "word";
    const uint32_t number = element.bytes / element.components;
    assert(element.bytes <= CONTEXT_ELEMENT_BYTES_MAX && element.relative < 1);
    assert(element.form == CONTEXT_WORDS ? element.bytes % 4 == 0
                                         : element.bytes % number == 0 && number <= 8);
    assert(element.form != CONTEXT_FLOAT || number > 1);
    assert(!element.multiset || wanted);
    if (!came)
        return false;
    struct comparison comparison = { element, came, wanted, count, context_poison(context), NULL };
    comparison.chunks = calloc(count / CHUNK + 1, sizeof(*comparison.chunks));
    const bool sorts = element.multiset && memcmp(came, wanted, count * element.bytes) != 0;
    uint8_t *copies = sorts ? copies_sort(&comparison) : NULL;
    bool right = comparison.chunks && (copies || !sorts);
    if (!right)
        context_error(context, "not enough memory to compare %s", name);
    const struct context_errors errors =
        right ? errors_find(&comparison) : (struct context_errors){ 0 };
    if (right && (errors.share > element.share || (errors.unwritten > 0 && element.share < 1))) {
        const struct tally tally = tally_make(&comparison);
        right = mismatch(context, name, &comparison, &tally);
    }
    if (element.errors)
        *element.errors = errors;
    free(comparison.chunks);
    free(copies);
    return right;
}
