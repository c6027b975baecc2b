/* SPDX-License-Identifier: MIT */
/* facts.h: deterministic facts of a workload, in the order in which the bench stated them. */
#ifndef CLAIMCHECK_HARNESS_FACTS_H
#define CLAIMCHECK_HARNESS_FACTS_H

#include <stddef.h>
#include <stdint.h>

enum fact_kind { FACT_COUNT, FACT_NUMBER, FACT_HASH, FACT_TEXT, FACT_SERIES };

struct fact {
    const char *name; /* static storage */
    enum fact_kind kind;
    uint64_t count; /* COUNT and HASH; length of a SERIES */
    double number;
    char *text;       /* TEXT, owned */
    uint64_t *series; /* SERIES, owned */
};

struct workload_facts {
    struct fact *facts;
    size_t count;
};

/* Appends a zeroed fact; NULL when there is no memory. */
struct fact *facts_add(struct workload_facts *facts, const char *name, enum fact_kind kind);

void facts_finish(struct workload_facts *facts);

#endif
