/* SPDX-License-Identifier: MIT */
/* observed_made.h: a claim that other evidence than a run decides, judged beside a made-up run. */
#ifndef CLAIMCHECK_TESTS_ANALYSIS_OBSERVED_MADE_H
#define CLAIMCHECK_TESTS_ANALYSIS_OBSERVED_MADE_H

#include "tests/analysis/claims_made.h"

#define OBSERVED_NAMES                                                                             \
    "'a':'^t[.]b/slow$','b':'^t[.]b/fast$','name_a':'LOCAL','name_b':'BREADTH','measure':'none'"

/* An observation on a device, be it null, of a case. */
#define OBSERVED(device, label, numbers)                                                           \
    "{'device':" device ",'case':'" label "'," numbers ",'by':'results/twins/a.json.gz',"          \
    "'how':'It was counted.','date':'2026-11-20'}"
#define OBSERVED_HERE(label, numbers) OBSERVED("'Made GPU'", label, numbers)

/* Reads a file of one claim with these members; NULL with a message. */
static inline struct published *observed_read(const char *members)
{
    CLEANUP(free_pointer)
    char *text = strdup(unit_text("{'schema_version':2,'paper':{'id':'p'},'technique':'t',"
                                  "'claims':[{'id':'p.c','statement':'It is so.',%s}]}",
                                  members));
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    return published_parse(text, strlen(text), "made.json");
}

/* Judges such a file beside a run of the device "Made GPU" that has one failed case of the
 * technique. */
static inline struct made_verdict observed_judge(const char *technique, const char *members)
{
    static struct made made;
    struct published *file = observed_read(members);
    assert_done(file);
    made_init(&made);
    made_add(&made, "", "other", NULL, NULL, 1);
    made.cases[0].technique = technique;
    made.cases[0].status = BENCH_FAILED_VERIFY;
    case_drop_times(&made.cases[0]);
    return made_one(&made, file);
}

#endif
