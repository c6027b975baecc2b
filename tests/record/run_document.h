/* SPDX-License-Identifier: MIT */
/* run_document.h: a run document that is legal, and faults planted in it. */
#ifndef CLAIMCHECK_TESTS_RECORD_RUN_DOCUMENT_H
#define CLAIMCHECK_TESTS_RECORD_RUN_DOCUMENT_H

#include "harness/record/record.h"
#include "tests/unit.h"

/* A run that goes where its scope ends, as a json_auto_t does. */
#define RUN_AUTO CLEANUP(run_destroy) struct run

/* Single quotes stand for double quotes. */
static inline json_t *run_document_json(const char *text)
{
    char *quoted = strdup(text);
    assert_non_null(quoted);
    for (char *c = quoted; *c; c++)
        if (*c == '\'')
            *c = '"';
    json_error_t error;
    json_t *json = json_loads(quoted, JSON_DECODE_ANY, &error);
    if (!json)
        fail_msg("%s at %d of %s", error.text, error.position, text);
    free(quoted);
    return json;
}

static inline void run_document_hold(const json_t *json, const json_t *wanted, const char *where)
{
    char inner[256];
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_object(json) && json_is_object(wanted)) {
        json_object_foreach((json_t *)wanted, key, value)
        {
            snprintf(inner, sizeof(inner), "%.180s.%.60s", where, key);
            run_document_hold(json_object_get(json, key), value, inner);
        }
    } else if (json_is_array(wanted) && json_array_size(json) == json_array_size(wanted)) {
        json_array_foreach(wanted, i, value)
        {
            snprintf(inner, sizeof(inner), "%.180s[%zu]", where, i);
            run_document_hold(json_array_get(json, i), value, inner);
        }
    } else if (json_is_number(json) && json_is_number(wanted)) {
        if (json_number_value(json) != json_number_value(wanted))
            fail_msg("%s is %.17g", where, json_number_value(json));
    } else if (!json_equal(json, wanted)) {
        fail_msg("%s differs", where);
    }
}

/* Fails unless the JSON has what the text has: further members of objects are any. */
static inline void assert_json(const json_t *json, const char *text)
{
    json_auto_t *wanted = run_document_json(text);
    run_document_hold(json, wanted, "");
}

/* Returns the least document, for tests that bring cases and workloads of their own. */
static inline json_t *run_document_of(const char *members)
{
    json_t *document = run_document_json(
        "{'schema_version':'2.0','session':{'seed':1,'plan_arguments':[]},'device':{'uuid':'0'},"
        "'workloads':[],'cases':[]}");
    json_auto_t *own = run_document_json(members);
    assert_int_equal(json_object_update_recursive(document, own), 0);
    return document;
}

/* The run of a document, which is taken over. */
static inline struct run *run_document_read(json_t *document)
{
    struct run *run = run_read(document, "run.json");
    assert_done(run);
    json_decref(document);
    return run;
}

/* A run that has these members, and what every run has. */
static inline struct run *run_document_run(const char *members)
{
    return run_document_read(run_document_of(members));
}

/* Rows that go where their scope ends. */
#define ROWS_AUTO CLEANUP(rows_finish) struct row_list

static inline void rows_finish(struct row_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        run_destroy(&list->rows[i]);
    free(list->rows);
}

static inline void run_document_assert_line(const char *part)
{
    if (!strstr(trouble_text(), part) || strchr(trouble_text(), '\n') || !*trouble_text())
        fail_msg("no line with '%s': '%s'", part, trouble_text());
}

/* Fails unless a document, which is taken over, is refused with a line that has this. */
static inline void run_document_assert_refused(json_t *document, const char *part)
{
    trouble_clear();
    if (run_read(document, "run.json"))
        fail_msg("it was read, and not refused: %s", part);
    run_document_assert_line(part);
    json_decref(document);
}

#define RUN_DOCUMENT_SUMMARY                                                                       \
    "{'count':3,'min_ns':10.5,'q1_ns':11,'median_ns':12,'q3_ns':13,'max_ns':14,"                   \
    "'interval_low_ns':null,'interval_high_ns':null,'trimmed_mean_ns':12,'mad_ns':0,'drift':-0."   \
    "03,'outliers':1,'bimodal':true}"

/* Launches of the device limit below: three samples of two launches. */
#define RUN_DOCUMENT_LAUNCHES                                                                      \
    "{'each':[{'samples':2,'median_ns':10.5,'time_ratio':null,'stop':'samples'},"                  \
    "{'samples':1,'median_ns':12,'time_ratio':{'pairs':1,'case_over_baseline':1,"                  \
    "'interval_low':null,'interval_high':null},'stop':'time'}],'time':{'launches':2,"              \
    "'median_ns':11.25,'interval_low_ns':10.5,'interval_high_ns':12,'confidence':0.5,'bimodal':"   \
    "true},"                                                                                       \
    "'time_ratio':{'launches':1,'case_over_baseline':1,'interval_low':null,"                       \
    "'interval_high':null,'confidence':null}}"

/* A ceiling, a cold case with all there is, one of the CPU, one that failed. */
static inline json_t *run_document_cases(void)
{
    return run_document_json(
        "["
        "{'name':'u.s/copy/bytes:1024','workload':'u.s','technique':'u','bench':'s',"
        "'variant':'copy','kind':'gpu','baseline':true,'cache':'hot','axes':{'bytes':1024},"
        "'ceiling':'copy','replaced':null,'status':'ok','reason':'','time':'gpu',"
        "'samples':{'gpu_total_ns':[10,11,12],'wall_total_ns':[20,21,22]},"
        "'stop':'samples','inner_repetitions':1,'gpu':" RUN_DOCUMENT_SUMMARY
        ",'wall':" RUN_DOCUMENT_SUMMARY ",'time_ratio':null,'check':{'before':true,'after':true},"
        "'work':{'bytes_read':1e6,'bytes_written':0,'operations':0,'chain':1},'floor':null,"
        "'floor_percent':null,'kernels':[]},"
        "{'name':'t.b/a/n:1/cache:cold','workload':'t.b/n:1','technique':'t','bench':'b',"
        "'variant':'a@file','replaced':['t/k'],'kind':'host_driven','baseline':false,"
        "'cache':'cold','axes':{'n':1,'map':'scene'},'ceiling':null,'status':'ok','reason':'',"
        "'unit':'ns','better':'lower','time':'wall','samples':{'gpu_total_ns':[42,48,56],"
        "'wall_total_ns':[80,84,88],'round':[0,1,3],'order':[2,1,0],'canary_ns':[34000,null,35000],"
        "'core_hz':[1.5e9,2e9,null],'throttled':[false,true,false]},'stop':'converged',"
        "'inner_repetitions':4,'stamps_each':true,'preceded_by':'sweep',"
        "'timer':{'tick_ns':32,'empty_ns':3200},"
        "'cache_proof':{'sweep_bytes':4096,'sweep_ns':5,'read_bytes':64,'hot_ns':1,'cold_ns':9,"
        "'clean_ns':8,'dirty_ns':10,'cold':true,'clean':false},"
        "'clock':{'raises':1,'raise_ns':1e9,'probe_ns':34000,'pauses':2,'pause_ns':1e6,"
        "'core_hz':1.5e9,'best_ns':33000,'best_alone_ns':34000,'best_hz':2e9,"
        "'throttled_count':true},'warmup':{'ns':100,'executions':3,'converged':true},"
        "'gpu':" RUN_DOCUMENT_SUMMARY ",'wall':" RUN_DOCUMENT_SUMMARY
        ",'time_ratio':{'pairs':3,'case_over_baseline':0.5,'interval_low':0.4,'interval_high':0.6},"
        "'check':{'before':true,'after':true},"
        "'work':{'bytes_read':1e6,'bytes_written':null,'operations':3,'chain':2},"
        "'counters':{'dispatches':3,'indirect_dispatches':1,'draws':0,'copies':1,'fills':2,"
        "'barriers':4,'submits':1,'host_returns':1},'peak_bytes':4096,"
        "'metrics':{'tiles':{'value':3,'unit':'tiles'},'rate':{'value':null,'unit':'1/s'}},"
        "'floor':{'ns':6,'bound':'chain'},'floor_percent':50,'probe':{'bytes_read':16,"
        "'bytes_written':0,'reason':null,'preceded_by':'sweep','samples':{'gpu_ns':[8,9],"
        "'round':[0,2],'order':[1,3]},'gpu':{'count':2,'median_ns':8.5}},'probe_percent':70,"
        "'kernels':['t/k:00']},"
        "{'name':'t.b/host/n:1','workload':'t.b/n:1','variant':'host','kind':'cpu',"
        "'baseline':false,'cache':null,'axes':{},'status':'ok','reason':'','time':'wall',"
        "'samples':{'wall_total_ns':[20,21,22],'order':[1,2,1],"
        "'host_canary_ns':[4000,4001,4002],'host_hz':[3e9,null,2e9]},"
        "'inner_repetitions':1,'threads':{'count':8,'held':7},'gpu':null,'wall'"
        ":" RUN_DOCUMENT_SUMMARY ",'check':{'before':true,'after':true}},"
        "{'name':'t.b/c/n:1','workload':'t.b/n:1','variant':'c','kind':'gpu','axes':{},"
        "'status':'failed_verify','reason':'wanted 1','time':'gpu','samples':null,'gpu':null,"
        "'wall':null,'check':{'before':true,'after':false}}]");
}

static inline json_t *run_document_full(void)
{
    json_t *document = run_document_json(
        "{'schema_version':'2.0','tool':{'name':'claimcheck','version':'0.1.0','commit':'abc'},"
        "'session':{'seed':9223372036854775807,'profile':'quick','arguments':['run'],"
        "'plan_arguments':['--seed=1','--profile=quick'],'started':'2026-01-02T03:04:05Z',"
        "'ended':null,'rules':{'samples_min':1},'validate':false,'complete':false},"
        "'context':{'os':'Debian','kernel':'6','architecture':'x86_64','cpu':'c',"
        "'cores':8,'load_average':0.5,'processor':{'governor':'powersave'},'loader':'1.3','"
        "environment':{'CI':'1'}},"
        "'device':{'name':'GPU','kind':'discrete','uuid':'00','driver_uuid':'01',"
        "'driver_name':'drv','driver_info':'1.2','driver_version':7,'api_version':'1.3.0',"
        "'subgroup_size':32,'features':['int64'],'limits':{'memory_bytes':1024},"
        "'timestamp_period_ns':1,'software':false},"
        "'ceilings':{'bandwidth':{'copy':[{'bytes':1024,'bytes_per_s':1e12},"
        "{'bytes':2048,'bytes_per_s':2e12}],'read':[],'write':[]},'operations_per_s':1e12,"
        "'atomics_per_s':{'one_address':1e9,'many_addresses':null,'shared_memory':2e9},"
        "'step_ns':{'dispatch':1000,'dependent':2000,'indirect':3000,'fill':4000,"
        "'round_trip':null},'timer':{'tick_ns':32,'empty_ns':3200},"
        "'host':[{'threads':8,'bandwidth':{'copy':[],'read':[{'bytes':64,'bytes_per_s':3e9}],"
        "'write':[]},'operations_per_s':5e9}]},"
        "'workloads':[{'name':'t.b/n:1','facts':{'note':'of a test','count':3,'third':0.5,"
        "'nothing':null,'series':[1,2,3],'lines':['a','b']}},{'name':'u.s','facts':{}}],"
        "'kernels':[{'id':'t/k:00','name':'t/k','file':null,'sha256':'ab','bytes':400,"
        "'bindings':2,'push_bytes':4,'constants':[1],'group_size':[64,1,1],'shared_bytes':0,"
        "'subgroup_size':32,'statistics':null}],"
        "'cases':[]}");
    json_object_set_new(document, "cases", run_document_cases());
    return document;
}

/* Sets what "cases/1/gpu/count" names; NULL takes it away. */
static inline void run_document_plant(json_t *document, const char *where, const char *value)
{
    char word[64], *rest = word;
    json_t *parent = document;
    snprintf(word, sizeof(word), "%s", where);
    const char *key = strsep(&rest, "/");
    for (; rest; key = strsep(&rest, "/"))
        parent = json_is_array(parent) ? json_array_get(parent, strtoul(key, NULL, 10))
                                       : json_object_get(parent, key);
    assert_non_null(parent);
    if (!value)
        assert_int_equal(json_object_del(parent, key), 0);
    else if (json_is_array(parent) && strtoul(key, NULL, 10) < json_array_size(parent))
        json_array_set_new(parent, strtoul(key, NULL, 10), run_document_json(value));
    else if (json_is_array(parent))
        json_array_append_new(parent, run_document_json(value));
    else
        json_object_set_new(parent, key, run_document_json(value));
}

#endif
