/* SPDX-License-Identifier: MIT */
#include "harness/context.h"

#include "harness/engine/cpu/cpu_pool.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 96, PLACE_BYTES = 96, NOTE_BYTES = 320, SHOWN_WORDS = 8 };

struct comparison {
    struct context_element element;
    const uint8_t *came, *wanted; /* wanted NULL: what the element's answer() says, or 0 */
    uint64_t count;
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

static bool is_poison(const struct context_element *form, const uint8_t *element)
{
    for (uint32_t i = 0; i < form->bytes; i++)
        if (element[i] != (uint8_t)(form->poison >> 8 * (i % 4)))
            return false;
    return true;
}

static double number_of(const uint8_t *element, uint32_t bytes)
{
    double wide;
    float narrow;
    if (bytes == sizeof(wide))
        return memcpy(&wide, element, sizeof(wide)), wide;
    return memcpy(&narrow, element, sizeof(narrow)), (double)narrow;
}

static bool is_right(const struct context_element *element, const uint8_t *came,
                     const uint8_t *wanted)
{
    if (memcmp(came, wanted, element->bytes) == 0)
        return true;
    if (element->form != CONTEXT_FLOAT || element->exact || is_poison(element, came))
        return false;
    const double is = number_of(came, element->bytes), right = number_of(wanted, element->bytes);
    return is == right ||
           fabs(is - right) <= fmax(element->absolute, element->relative * fabs(right));
}

static bool is_wanted(const struct comparison *comparison, uint64_t at, const uint8_t *came)
{
    uint8_t wanted[CONTEXT_ELEMENT_BYTES_MAX];
    return at < comparison->count && wanted_at(comparison, at, wanted) &&
           memcmp(came, wanted, comparison->element.bytes) == 0;
}

static void tally_add(struct tally *tally, const struct comparison *comparison, uint64_t at,
                      const uint8_t *came)
{
    if (tally->wrong == 0)
        tally->first = at;
    if (tally->wrong == 0 || tally->last + 1 != at)
        tally->runs++;
    tally->first_run += tally->runs == 1;
    tally->last = at;
    tally->wrong++;
    if (is_poison(&comparison->element, came)) {
        tally->unwritten++;
        return;
    }
    tally->before += at > 0 && is_wanted(comparison, at - 1, came);
    tally->after += is_wanted(comparison, at + 1, came);
}

static struct tally tally_make(const struct comparison *comparison)
{
    uint8_t wanted[CONTEXT_ELEMENT_BYTES_MAX];
    struct tally tally = { 0 };
    for (uint64_t at = 0; at < comparison->count; at++) {
        const uint8_t *came = comparison->came + at * comparison->element.bytes;
        if (wanted_at(comparison, at, wanted) && !is_right(&comparison->element, came, wanted))
            tally_add(&tally, comparison, at, came);
    }
    return tally;
}

struct search {
    const struct comparison *comparison;
    atomic_bool wrong; /* an element is */
};

static void search_part(void *context, uint32_t thread, size_t begin, size_t end)
{
    struct search *search = context;
    const struct comparison *comparison = search->comparison;
    const uint32_t bytes = comparison->element.bytes;
    const uint8_t *came = comparison->came + begin * bytes;
    uint8_t wanted[CONTEXT_ELEMENT_BYTES_MAX];
    (void)thread;
    if (comparison->wanted &&
        memcmp(came, comparison->wanted + begin * bytes, (end - begin) * bytes) == 0)
        return;
    for (size_t at = begin; at < end && !atomic_load(&search->wrong); at++, came += bytes)
        if (wanted_at(comparison, at, wanted) && !is_right(&comparison->element, came, wanted))
            atomic_store(&search->wrong, true);
}

/* Returns whether all elements are right, by threads on all CPUs where there are many. */
static bool all_right(const struct comparison *comparison)
{
    enum { CHUNK = 1 << 14, WORTH_A_POOL = 1 << 22 /* bytes */, ANSWER_WEIGHT = 16 };
    const size_t count = (size_t)comparison->count;
    const uint64_t weight = comparison->wanted ? 1 : ANSWER_WEIGHT;
    struct search search = { .comparison = comparison };
    struct cpu_pool *pool = NULL;
    atomic_init(&search.wrong, false);
    if (weight * count * comparison->element.bytes >= WORTH_A_POOL)
        pool = cpu_pool_create(0);
    if (pool)
        cpu_pool_run(pool, count, CHUNK, search_part, &search);
    else
        search_part(&search, 0, 0, count);
    cpu_pool_destroy(&pool);
    return !atomic_load(&search.wrong);
}

/* Text ---------------------------------------------------------------------------------------- */

static int64_t integer_of(const uint8_t *element, uint32_t bytes)
{
    uint64_t value = 0;
    memcpy(&value, element, bytes);
    const unsigned unused = 64 - 8 * bytes;
    return (int64_t)(value << unused) >> unused;
}

static void words_print(char text[TEXT_BYTES], const uint8_t *element, uint32_t bytes)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < bytes / 4 && i < SHOWN_WORDS; i++) {
        uint32_t word;
        memcpy(&word, element + 4 * (size_t)i, sizeof(word));
        used += (size_t)snprintf(text + used, TEXT_BYTES - used, "%s%08" PRIx32, i > 0 ? " " : "",
                                 word);
    }
    if (bytes / 4 > SHOWN_WORDS)
        snprintf(text + used, TEXT_BYTES - used, " ...");
}

static const char *element_print(char text[TEXT_BYTES], const struct context_element *form,
                                 const uint8_t *element)
{
    const uint32_t bytes = form->bytes;
    uint64_t bits = 0;
    switch (form->form) {
    case CONTEXT_WORDS: words_print(text, element, bytes); break;
    case CONTEXT_UNSIGNED:
        memcpy(&bits, element, bytes);
        snprintf(text, TEXT_BYTES, "%" PRIu64, bits);
        break;
    case CONTEXT_SIGNED: snprintf(text, TEXT_BYTES, "%" PRId64, integer_of(element, bytes)); break;
    case CONTEXT_FLOAT:
        snprintf(text, TEXT_BYTES, "%.*g", bytes == 8 ? 17 : 9, number_of(element, bytes));
        break;
    }
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

/* A neighbour's value is worth a word where half of the written elements have it. */
static const char *notes_print(char text[NOTE_BYTES], const struct tally *tally, const char *noun)
{
    const uint64_t written = tally->wrong - tally->unwritten;
    char before[PLACE_BYTES], after[PLACE_BYTES];
    text[0] = '\0';
    snprintf(before, sizeof(before), "the value that the %s before should have", noun);
    snprintf(after, sizeof(after), "the value that the %s after should have", noun);
    size_t used = note_add(text, 0, tally->unwritten, tally->wrong, "was", "were", "never written");
    used = note_add(text, used, 2 * tally->before >= written ? tally->before : 0, tally->wrong,
                    "has", "have", before);
    note_add(text, used, 2 * tally->after >= written ? tally->after : 0, tally->wrong, "has",
             "have", after);
    return text;
}

/* The tolerance, where it decided. */
static const char *tolerance_print(char text[TEXT_BYTES], const struct context_element *element)
{
    text[0] = '\0';
    if (element->absolute > 0 && element->relative > 0)
        snprintf(text, TEXT_BYTES, " within %g or %g of it", element->absolute, element->relative);
    else if (element->absolute > 0)
        snprintf(text, TEXT_BYTES, " within %g", element->absolute);
    else if (element->relative > 0)
        snprintf(text, TEXT_BYTES, " within %g of it", element->relative);
    return text;
}

static const char *runs_print(char text[TEXT_BYTES], const struct tally *tally)
{
    if (tally->runs == 1)
        snprintf(text, TEXT_BYTES, "in one run");
    else
        snprintf(text, TEXT_BYTES, "in %" PRIu64 " runs, the first of %" PRIu64, tally->runs,
                 tally->first_run);
    return text;
}

static bool mismatch(struct context *context, const char *name, const struct comparison *comparison,
                     const struct tally *tally)
{
    const struct context_element *element = &comparison->element;
    uint8_t wanted[CONTEXT_ELEMENT_BYTES_MAX];
    char first[PLACE_BYTES], last[PLACE_BYTES], is[TEXT_BYTES], right[TEXT_BYTES];
    char within[TEXT_BYTES], notes[NOTE_BYTES], runs[TEXT_BYTES];
    wanted_at(comparison, tally->first, wanted);
    place_print(first, element, tally->first);
    element_print(is, element, comparison->came + tally->first * element->bytes);
    element_print(right, element, wanted);
    tolerance_print(within, element);
    notes_print(notes, tally, element->noun);
    if (tally->wrong == 1)
        return context_mismatch(context, "%s: 1 of %" PRIu64 " is wrong: %s is %s, wanted %s%s%s",
                                name, comparison->count, first, is, right, within, notes);
    return context_mismatch(
        context, "%s: %" PRIu64 " of %" PRIu64 " are wrong: %s is %s, wanted %s%s; to %s, %s%s",
        name, tally->wrong, comparison->count, first, is, right, within,
        place_print(last, element, tally->last), runs_print(runs, tally), notes);
}

bool context_compare(struct context *context, const char *name, const void *came,
                     const void *wanted, uint64_t count, struct context_element element)
{
    element.bytes = element.bytes > 0 ? element.bytes : 4;
    element.noun = element.noun ? element.noun : "word";
    element.poison = context_poison(context);
    assert(element.bytes <= CONTEXT_ELEMENT_BYTES_MAX);
    assert(element.form == CONTEXT_WORDS ? element.bytes % 4 == 0 : element.bytes <= 8);
    if (!came)
        return false;
    const struct comparison comparison = { element, came, wanted, count };
    if (all_right(&comparison))
        return true;
    const struct tally tally = tally_make(&comparison);
    return tally.wrong == 0 || mismatch(context, name, &comparison, &tally);
}
