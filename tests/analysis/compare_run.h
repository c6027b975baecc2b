/* SPDX-License-Identifier: MIT */
/* compare_run.h: runs to compare, made of heads and of cases with samples. */
#ifndef CLAIMCHECK_TESTS_ANALYSIS_COMPARE_RUN_H
#define CLAIMCHECK_TESTS_ANALYSIS_COMPARE_RUN_H

#include "tests/record/run_document.h"

enum { COMPARE_SAMPLES = 30 };

/* The origin that both runs record. */
#define COMPARE_HEAD                                                                               \
    "{'tool':{'version':'0.1.0','commit':'abc'},'session':{'profile':'paper','complete':true,"     \
    "'plan_arguments':['--profile=paper','--seed=1']},'context':{'cpu':'host','cores':8,"          \
    "'architecture':'x86_64'},'device':{'name':'GPU','uuid':'0123456789','driver_name':'drv',"     \
    "'driver_info':'1'},'kernels':[{'id':'t/k:00','name':'t/k','file':null,'sha256':'ab'},"        \
    "{'id':'t/k:01','name':'t/k','file':null,'sha256':'ab'},"                                      \
    "{'id':'t/k:02','name':'t/k','file':null,'sha256':'cd'}]}"

/* A sample of so many: about `time`, apart by `spread` of it from end to end, uncorrelated. */
static inline double compare_sample(size_t i, size_t count, double time, double spread)
{
    return time * (1 + spread * ((double)(i * 7 % count) / (double)(count - 1) - 0.5));
}

/* Samples of a file are whole: what is given as microseconds stands as nanoseconds there. */
static inline json_t *compare_times(const double *times, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_integer((json_int_t)rint(1000 * times[i])));
    return list;
}

/* A case "t.b/NAME" with those times, of one process; members of its own go over the others. */
static inline json_t *compare_case_of(const char *name, const double *times, size_t count,
                                      const char *own)
{
    char path[64];
    json_t *c = run_document_json(
        "{'workload':'t.b','technique':'t','bench':'b','variant':'v','kind':'gpu','cache':'hot',"
        "'status':'ok','reason':'','time':'gpu','inner_repetitions':1,'stamps_each':false,"
        "'preceded_by':'itself','timer':{'tick_ns':1,'empty_ns':1},"
        "'check':{'before':true,'after':true},'kernels':['t/k:00'],'axes':{},'stop':'converged'}");
    snprintf(path, sizeof(path), "t.b/%s", name);
    json_object_set_new(c, "name", json_string(path));
    json_object_set_new(c, "samples",
                        json_pack("{s:o, s:o}", "gpu_total_ns", compare_times(times, count),
                                  "wall_total_ns", compare_times(times, count)));
    json_t *summary = json_pack("{s:I, s:f}", "count", (json_int_t)count, "median_ns",
                                1000 * stats_median(times, count));
    json_object_set(c, "gpu", summary);
    json_object_set_new(c, "wall", summary);
    json_auto_t *members = run_document_json(own);
    json_object_update(c, members);
    return c;
}

static inline json_t *compare_case(const char *name, double us, double spread, const char *own)
{
    double times[COMPARE_SAMPLES];
    for (size_t i = 0; i < COMPARE_SAMPLES; i++)
        times[i] = compare_sample(i, COMPARE_SAMPLES, us, spread);
    return compare_case_of(name, times, COMPARE_SAMPLES, own);
}

/* Makes a run of these cases, an array; takes over the reference. `own` replaces members of the
 * head. */
static inline struct run *compare_run_of(json_t *cases, const char *own)
{
    json_t *document = run_document_of(COMPARE_HEAD), *members = run_document_json(own);
    assert_int_equal(json_object_update_recursive(document, members), 0);
    json_object_set_new(document, "cases", cases);
    json_decref(members);
    return run_document_read(document);
}

#endif
