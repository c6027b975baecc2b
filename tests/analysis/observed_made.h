/* SPDX-License-Identifier: MIT */
/* observed_made.h: a claim that other evidence than a run decides, judged beside a made-up run. */
#ifndef CLAIMCHECK_TESTS_ANALYSIS_OBSERVED_MADE_H
#define CLAIMCHECK_TESTS_ANALYSIS_OBSERVED_MADE_H

#include "harness/analysis/claims/claims.h"
#include "harness/base/base.h"
#include "tests/unit.h"

#define OBSERVED_NAMES                                                                             \
    "'a':'^t[.]b/slow$','b':'^t[.]b/fast$','name_a':'LOCAL','name_b':'BREADTH','measure':'none'"

/* An observation on a device, be it null, of a case. */
#define OBSERVED(device, label, numbers)                                                           \
    "{'device':" device ",'case':'" label "'," numbers ",'by':'results/twins/a.json.gz',"          \
    "'how':'It was counted.','date':'2026-11-20'}"
#define OBSERVED_HERE(label, numbers) OBSERVED("'Made GPU'", label, numbers)

struct observed_made {
    struct run run;
    struct run_case row;
    struct published *file;
    struct claims *claims;
    const struct claims_entry *entry;
};

/* Reads a file of one claim with these members; NULL with a message. */
static inline struct published *observed_read(const char *members)
{
    char text[4096];
    snprintf(text, sizeof(text),
             "{'schema_version':2,'paper':{'id':'p'},'technique':'t',"
             "'claims':[{'id':'p.c','statement':'It is so.',%s}]}",
             members);
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    return published_parse(text, strlen(text), "made.json");
}

/* Judges such a file beside a run of the device "Made GPU" that has one failed case of the
 * technique. */
static inline void observed_judge(struct observed_made *made, const char *technique,
                                  const char *members)
{
    static const struct run *runs[1];
    memset(made, 0, sizeof(*made));
    made->row = (struct run_case){ .name = "t.b/other",
                                   .workload = "",
                                   .api = "",
                                   .program = "",
                                   .mark = "",
                                   .technique = technique,
                                   .bench = "b",
                                   .variant = "other",
                                   .reason = "",
                                   .status = BENCH_FAILED_VERIFY,
                                   .floor_bound = "" };
    made->run = (struct run){
        .path = "run.json",
        .cases = &made->row,
        .case_count = 1,
        .tool = { .name = "claimcheck", .version = "0", .commit = "0" },
        .session = { .profile = "quick", .started = "2026-11-22T00:00:00Z", .ended = "" },
        .context = { .cpu = "Made CPU", .fault = "", .layers = "" },
        .device = { .name = "Made GPU", .uuid = "", .driver_name = "", .driver_info = "" },
    };
    made->file = observed_read(members);
    assert_done(made->file);
    runs[0] = &made->run;
    made->claims = claims_judge(&(struct claims_request){
        .runs = runs, .run_count = 1, .published = &made->file, .published_count = 1 });
    assert_non_null(made->claims);
    made->entry = &made->claims->devices[0].entries[0];
}

static inline void observed_finish(struct observed_made *made)
{
    claims_destroy(&made->claims);
    published_destroy(&made->file);
}

#endif
