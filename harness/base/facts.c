/* SPDX-License-Identifier: MIT */
#include "harness/base/facts.h"

#include <stdlib.h>
#include <string.h>

struct fact *facts_add(struct facts *facts, const char *name, enum fact_kind kind)
{
    struct fact *grown = realloc(facts->facts, (facts->count + 1) * sizeof(*grown));
    if (!grown)
        return NULL;
    facts->facts = grown;
    struct fact *fact = &grown[facts->count++];
    *fact = (struct fact){ .name = name, .kind = kind };
    return fact;
}

struct fact *facts_add_text(struct facts *facts, const char *name, enum fact_kind kind,
                            const char *text)
{
    char *copy = strdup(text);
    struct fact *fact = copy ? facts_add(facts, name, kind) : NULL;
    if (fact)
        fact->text = copy;
    else
        free(copy);
    return fact;
}

struct fact *facts_add_series(struct facts *facts, const char *name, enum fact_kind kind,
                              const uint64_t *values, size_t count)
{
    uint64_t *copy = malloc((count + 1) * sizeof(*copy));
    struct fact *fact = copy ? facts_add(facts, name, kind) : NULL;
    if (!fact) {
        free(copy);
        return NULL;
    }
    if (count > 0)
        memcpy(copy, values, count * sizeof(*copy));
    fact->series = copy;
    fact->count = count;
    return fact;
}

struct fact *facts_add_records(struct facts *facts, const char *name, const char *const *columns,
                               const char *const *labels, const double *numbers, size_t rows)
{
    size_t others = 0;
    while (columns[1 + others])
        others++;
    const char **label_copy = malloc((rows + 1) * sizeof(*label_copy));
    double *number_copy = malloc((rows * others + 1) * sizeof(*number_copy));
    struct fact *fact = label_copy && number_copy ? facts_add(facts, name, FACT_RECORDS) : NULL;
    if (!fact) {
        free(label_copy);
        free(number_copy);
        return NULL;
    }
    for (size_t i = 0; i < rows; i++)
        label_copy[i] = labels[i];
    for (size_t i = 0; i < rows * others; i++)
        number_copy[i] = numbers[i];
    fact->count = rows;
    fact->columns = columns;
    fact->labels = label_copy;
    fact->numbers = number_copy;
    return fact;
}

void facts_finish(struct facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        free(facts->facts[i].text);
        free(facts->facts[i].series);
        free(facts->facts[i].labels);
        free(facts->facts[i].numbers);
    }
    free(facts->facts);
    *facts = (struct facts){ 0 };
}
