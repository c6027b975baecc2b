/* SPDX-License-Identifier: MIT */
#include "harness/facts.h"

#include <stdlib.h>

struct fact *facts_add(struct workload_facts *facts, const char *name, enum fact_kind kind)
{
    struct fact *grown = realloc(facts->facts, (facts->count + 1) * sizeof(*grown));
    if (grown == NULL)
        return NULL;
    facts->facts = grown;
    struct fact *fact = &grown[facts->count++];
    *fact = (struct fact){ .name = name, .kind = kind };
    return fact;
}

void facts_finish(struct workload_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        free(facts->facts[i].text);
        free(facts->facts[i].series);
    }
    free(facts->facts);
    *facts = (struct workload_facts){ 0 };
}
