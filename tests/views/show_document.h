/* SPDX-License-Identifier: MIT */
/* show_document.h: a run for tests of what is printed of it. */
#ifndef CLAIMCHECK_TESTS_VIEWS_SHOW_DOCUMENT_H
#define CLAIMCHECK_TESTS_VIEWS_SHOW_DOCUMENT_H

#include "harness/views/table/table.h"
#include "tests/output.h"
#include "tests/record/run_document.h"

/* Single quotes stand for double quotes. */
static const char document_text[] __attribute__((unused)) =
    "{'tool':{'commit':'abc123'},'session':{'started':'2026-01-02T03:04:05Z'},"
    "'device':{'name':'Test, GPU','driver_name':'drv','driver_info':'1.2'},'cases':["
    /* 0: baseline */
    "{'name':'t.b/per_level/size:64','workload':'t.b/size:64','technique':'t','bench':'b',"
    "'variant':'per_level','kind':'gpu','baseline':true,'axes':{'size':64},'status':'ok',"
    "'reason':'','time':'gpu','gpu':{'count':20,'min_ns':11000,'q1_ns':12000,'median_ns':12345.5,"
    "'q3_ns':13000,'max_ns':14000,'interval_low_ns':12300,'interval_high_ns':12400,'mad_ns':50.25,"
    "'drift':0.001,'outliers':0,'bimodal':false},'wall':{'count':20,'median_ns':99000},"
    "'time_ratio':null,'check':{'before':true,'after':true},'floor_percent':43.21,"
    "'inner_repetitions':4,'peak_bytes':1048576,'counters':{'dispatches':3,'indirect_dispatches':2,"
    "'barriers':5,'host_returns':0},'work':{'bytes_read':4294967296.0,'bytes_written':1.5,"
    "'operations':0.1,'chain':7}},"
    /* 1: faster, doubtful */
    "{'name':'t.b/subtree/size:64/subtree_levels:6','workload':'t.b/size:64','technique':'t',"
    "'bench':'b','variant':'subtree','kind':'gpu','baseline':false,'axes':{'size':64,"
    "'subtree_levels':6},'status':'ok','reason':'','time':'gpu','gpu':{'count':7,'median_ns':3000,"
    "'interval_low_ns':null,'interval_high_ns':null,'drift':-0.031,'outliers':2,'bimodal':true},"
    "'preceded_by':'others','wall':{'count':7,'median_ns':5e6},'time_ratio':{'pairs':7,"
    "'case_over_baseline':0.25,'interval_low':0.2,'interval_high':0.5},'check':{'before':true,"
    "'after':true},'floor_percent':null},"
    /* 2: fastest of all, but wrong */
    "{'name':'t.b/wrong/size:64','workload':'t.b/"
    "size:64','variant':'wrong','kind':'gpu','baseline':false,"
    "'axes':{'size':64},'status':'failed_verify',"
    "'reason':'wanted \\'a, b\\',\\ngot \\u001b[31mc','time':'gpu',"
    "'gpu':{'count':1,'median_ns':1},'check':{'before':false,'after':false}},"
    /* 3: another workload, on the CPU */
    "{'name':'t.b/cpu/size:640/map:h\\u00f6he/size:64','workload':'t.b/size:640/map:h\\u00f6he',"
    "'variant':'cp\\u00fc','kind':'cpu','axes':{'size':64,'map':'h\\u00f6he'},'status':'ok',"
    "'time':'wall','gpu':null,'wall':{'count':10,'median_ns':2.5e9,'interval_low_ns':2.4e9,"
    "'interval_high_ns':2.6e9},'check':{'before':true,'after':true}},"
    /* 4: back to the first workload */
    "{'name':'t.b/old/size:64','workload':'t.b/size:64','variant':'old','kind':'gpu',"
    "'axes':{'size':64},'status':'unsupported','reason':'needs int64\\u007fatomics',"
    "'check':{'before':false,'after':false}}]}";

/* Cases that lack members. */
#define GAPS                                                                                       \
    "{'cases':[{'name':'x','workload':'w','kind':'gpu','status':'ok'},"                            \
    "{'name':'y','workload':'w','kind':'cpu','status':'skipped'}]}"

/* The beginning of a run of three launches, with a case that all of them measured. */
#define THREE_LAUNCHES                                                                             \
    "{'session':{'launches':3},'cases':[{'name':'a','workload':'w','variant':'a','kind':'gpu',"    \
    "'status':'ok','baseline':false,'gpu':{'count':30,'median_ns':5000,"                           \
    "'interval_low_ns':4990,'interval_high_ns':5010},'time_ratio':{'pairs':30,"                    \
    "'case_over_baseline':0.5,'interval_low':0.49,'interval_high':0.51},"                          \
    "'launches':{'each':[{'samples':10,'median_ns':5000},{'samples':10,'median_ns':5100},"         \
    "{'samples':10,'median_ns':5200}],'time':{'launches':3,'median_ns':5100,"                      \
    "'interval_low_ns':5000,'interval_high_ns':5200,'confidence':0.75,'bimodal':true},"            \
    "'time_ratio':{'launches':3,'case_over_baseline':0.5,'interval_low':0.4,"                      \
    "'interval_high':0.625,'confidence':0.75}}}"

/* Prints the table of a run. */
static inline void table_at(const char *text, const struct table_options *options)
{
    RUN_AUTO *run = run_document_run(text);
    FILE *out = output_begin();
    table_print(out, run, options);
    fclose(out);
}

static inline void assert_output(const char *expected)
{
    if (strcmp(output, expected) != 0)
        fputs(output, stderr);
    assert_string_equal(output, expected);
}

#endif
