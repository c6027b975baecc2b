/* SPDX-License-Identifier: MIT */
/* twin_run.h: a made run of a case and its twin, of which tests change members. */
#ifndef CLAIMCHECK_TESTS_ANALYSIS_TWIN_RUN_H
#define CLAIMCHECK_TESTS_ANALYSIS_TWIN_RUN_H

#include "tests/record/run_document.h"

/* Makes the samples of a case. Its time is the factor times the round's own, which varies by a
 * tenth, give or take the spread. */
static inline json_t *twin_run_samples(size_t rounds, double factor, double spread)
{
    json_t *samples = json_pack("{s:[], s:[], s:[]}", "gpu_total_ns", "wall_total_ns", "round");
    for (size_t i = 0; i < rounds; i++) {
        const double noise = 1 + spread * ((double)(i * 17 % rounds) / (double)rounds - 0.5);
        const double own = 1000 + 100 * (double)(i * 23 % rounds) / (double)rounds;
        json_array_append_new(json_object_get(samples, "gpu_total_ns"),
                              json_integer((json_int_t)(1000 * factor * noise * own)));
        json_array_append_new(json_object_get(samples, "wall_total_ns"), json_integer(9000000));
        json_array_append_new(json_object_get(samples, "round"), json_integer((json_int_t)i));
    }
    return samples;
}

/* Cases 0 to 2: another variant, the original and its twin, as fast as one another. Two kernels of
 * the same name and one of another, each from a file in the twin but for the last. */
static inline json_t *twin_run_document(size_t rounds)
{
    json_t *document = run_document_of(
        "{'kernels':["
        "{'id':'t/k:00','name':'t/k','file':null,'sha256':'aa','bytes':400,'shared_bytes':64,"
        "'statistics':[{'executable':'e','name':'Register Count','value':40},"
        "{'executable':'e','name':'Spill count','value':0},"
        "{'executable':'e','name':'Local Memory Size','value':68719476752},"
        "{'executable':'e','name':'Uses discard','value':false},"
        "{'executable':'e','name':'Binary Size','value':5120}]},"
        "{'id':'t/k:01','name':'t/k','file':null,'sha256':'aa','bytes':400,'shared_bytes':64},"
        "{'id':'t/k:02','name':'t/k','file':'mine.comp','sha256':'bb','bytes':380,"
        "'shared_bytes':64,'statistics':["
        "{'executable':'e','name':'Register Count','value':38},"
        "{'executable':'e','name':'Spill count','value':2},"
        "{'executable':'e','name':'Local Memory Size','value':68719476736},"
        "{'executable':'e','name':'Uses discard','value':false},"
        "{'executable':'e','name':'Binary Size','value':4992}]},"
        "{'id':'t/k:03','name':'t/k','file':'mine.comp','sha256':'bb','bytes':380,"
        "'shared_bytes':32},"
        "{'id':'t/other:00','name':'t/other','file':null,'sha256':'cc','bytes':99}],"
        "'cases':["
        "{'name':'t.b/v2/n:1','workload':'t.b/n:1','variant':'v2','kind':'gpu','status':'ok',"
        "'axes':{'n':1},'check':{'before':true,'after':true}},"
        "{'name':'t.b/v/n:1','workload':'t.b/n:1','variant':'v','kind':'gpu','status':'ok',"
        "'baseline':true,'axes':{'n':1},'kernels':['t/k:00','t/other:00','t/k:01'],"
        "'check':{'before':true,'after':true}},"
        "{'name':'t.b/v@file/n:1','workload':'t.b/n:1','variant':'v@file','kind':'gpu',"
        "'status':'ok','axes':{'n':1},'replaced':['t/k'],"
        "'kernels':['t/k:02','t/other:00','t/k:03'],'check':{'before':true,'after':true}}]}");
    for (size_t i = 0; i < 3; i++) {
        json_t *c = json_array_get(json_object_get(document, "cases"), i);
        json_object_set_new(c, "inner_repetitions", json_integer(1));
        json_object_set_new(c, "samples", twin_run_samples(rounds, 1, 0));
        json_object_set_new(c, "gpu", run_document_json(RUN_DOCUMENT_SUMMARY));
    }
    return document;
}

/* The twin takes so much of the original's time. */
static inline struct run *twin_run(size_t rounds, double factor, double spread)
{
    json_t *document = twin_run_document(rounds);
    json_object_set_new(json_array_get(json_object_get(document, "cases"), 2), "samples",
                        twin_run_samples(rounds, factor, spread));
    return run_document_read(document);
}

#endif
