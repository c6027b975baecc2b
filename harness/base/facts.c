/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/base/need.h"

#include <stdlib.h>
#include <string.h>

struct fact *facts_add(struct facts *facts, const char *name, enum fact_kind kind)
{
    facts->facts = need_room(facts->facts, facts->count, &facts->capacity, sizeof(*facts->facts));
    struct fact *fact = &facts->facts[facts->count++];
    *fact = (struct fact){ .name = name, .kind = kind };
    return fact;
}

void facts_add_text(struct facts *facts, const char *name, enum fact_kind kind, const char *text)
{
    facts_add(facts, name, kind)->text = need_copy(text);
}

struct fact *facts_add_series(struct facts *facts, const char *name, enum fact_kind kind,
                              const uint64_t *values, size_t count)
{
    struct fact *fact = facts_add(facts, name, kind);
    fact->series = need_bytes(count * sizeof(*values));
    if (count > 0)
        memcpy(fact->series, values, count * sizeof(*values));
    fact->count = count;
    return fact;
}

void facts_add_records(struct facts *facts, const char *name, const char *const *columns,
                       const char *const *labels, const double *numbers, size_t rows)
{
    size_t others = 0;
    while (columns[1 + others])
        others++;
    struct fact *fact = facts_add(facts, name, FACT_RECORDS);
    fact->count = rows;
    fact->columns = columns;
    fact->labels = need_bytes(rows * sizeof(*labels));
    fact->numbers = need_bytes(rows * others * sizeof(*numbers));
    for (size_t i = 0; i < rows; i++)
        fact->labels[i] = labels[i];
    for (size_t i = 0; i < rows * others; i++)
        fact->numbers[i] = numbers[i];
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
