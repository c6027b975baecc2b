/* SPDX-License-Identifier: MIT */
#include "harness/show/export/export_csv.h"
#include "harness/show/table.h"
#include "tests/run/run_document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Single quotes stand for double quotes. */
static const char document_text[] =
    "{'tool':{'commit':'abc123'},'session':{'started':'2026-01-02T03:04:05Z'},"
    "'device':{'name':'Test, GPU','driver_name':'drv','driver_info':'1.2'},'cases':["
    /* 0: baseline */
    "{'name':'t.b/per_level/size:64','workload':'t.b/size:64','technique':'t','bench':'b',"
    "'variant':'per_level','kind':'gpu','baseline':true,'axes':{'size':64},'status':'ok',"
    "'reason':'','time':'gpu','gpu':{'count':20,'min_ns':11000,'q1_ns':12000,'median_ns':12345.5,"
    "'q3_ns':13000,'max_ns':14000,'interval_low_ns':12300,'interval_high_ns':12400,"
    "'mad_ns':50.25,'drift':0.001,'outliers':0,'bimodal':false},'wall':{'count':20,'median_ns':"
    "99000},'time_ratio':null,"
    "'check':{'before':true,'after':true},'floor_percent':43.21,'inner_repetitions':4,"
    "'peak_bytes':1048576,'counters':{'dispatches':3,'indirect_dispatches':2,'barriers':5,"
    "'host_returns':0},'work':{'bytes_read':4294967296.0,'bytes_written':1.5,'operations':0.1,"
    "'chain':7}},"
    /* 1: faster, doubtful */
    "{'name':'t.b/subtree/size:64/subtree_levels:6','workload':'t.b/size:64','technique':'t',"
    "'bench':'b','variant':'subtree','kind':'gpu','baseline':false,"
    "'axes':{'size':64,'subtree_levels':6},'status':'ok','reason':'','time':'gpu',"
    "'gpu':{'count':7,'median_ns':3000,'interval_low_ns':null,'interval_high_ns':null,"
    "'drift':-0.031,'outliers':2,'bimodal':true},'preceded_by':'others','wall':{'count':7,'median_"
    "ns':5e6},"
    "'time_ratio':{'pairs':7,'case_over_baseline':0.25,'interval_low':0.2,'interval_high':0.5},'"
    "check':{'before':true,'after':true},'floor_percent':null},"
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
    "{'name':'t.b/old/size:64','workload':'t.b/"
    "size:64','variant':'old','kind':'gpu','axes':{'size':64},"
    "'status':'unsupported','reason':'needs "
    "int64\\u007fatomics','check':{'before':false,'after':false}}"
    "]}";

/* A run that has these members, and what every run has. */
static struct run *run_of(const char *text)
{
    char message[512];
    json_t *document = run_document_of(text);
    struct run *run = run_read(document, "run.json", message, sizeof(message));
    if (!run)
        fail_msg("%s", message);
    json_decref(document);
    return run;
}

/* Of what both return, gcc 12 at -O3 takes pointers into the text for pointers into the frame. */
static char *table_text(const char *text, bool colours)
{
    struct run *run = run_of(text);
    static char *output; /* not on the stack */
    size_t bytes;
    FILE *out = open_memstream(&output, &bytes);
    assert_non_null(out);
    table_print(out, run, &(struct table_options){ .colours = colours });
    fclose(out);
    run_destroy(&run);
    return output;
}

static char *csv_text(const char *text)
{
    struct run *run = run_of(text);
    static char *output; /* not on the stack */
    size_t bytes;
    FILE *out = open_memstream(&output, &bytes);
    assert_non_null(out);
    assert_true(export_csv(out, run));
    fclose(out);
    run_destroy(&run);
    return output;
}

static void assert_output(char *output, const char *expected)
{
    if (strcmp(output, expected) != 0)
        fputs(output, stderr);
    assert_string_equal(output, expected);
    free(output);
}

static void test_table(void **state)
{
    (void)state;
    assert_output(
        table_text(document_text, false),
        "Test, GPU, drv 1.2\n"
        "\n"
        "t.b/size:64\n"
        "  case                       median       95 % interval           speed-up     wall  % of "
        "floor  check   status         notes\n"
        "  per_level                 12.3 us  12.3 us .. 12.4 us               1.00  99.0 us       "
        " 43.2  ok      ok\n"
        "  subtree subtree_levels:6  3.00 us                   -  4.00 [2.00, 5.00]  5.00 ms       "
        "    -  ok      ok             behind other cases, bimodal, drift -3.1 %, 7 samples only, "
        "2 outliers\n"
        "  wrong                           -                   -                  -        -       "
        "    -  FAILED  failed_verify  wanted \"a, b\", got  [31mc\n"
        "  old                             -                   -                  -        -       "
        "    -  -       unsupported    needs int64 atomics\n"
        "  fastest verified: subtree subtree_levels:6, 3.00 us (too few common rounds to tell from "
        "per_level)\n"
        "\n"
        "t.b/size:640/map:h\xC3\xB6he\n"
        "  case                       median       95 % interval           speed-up     wall  % of "
        "floor  check   status         notes\n"
        "  cp\xC3\xBC size:64                2.50 s    2.40 s .. 2.60 s                  -   2.50 "
        "s       "
        "    -  ok      ok             wall time\n"
        "  fastest verified: cp\xC3\xBC size:64, 2.50 s wall time of the host\n"
        "\n"
        "intervals: 95 %, within one process\n"
        "5 cases: 3 ok, 1 failed_verify, 1 unsupported\n");
}

static void test_table_colours(void **state)
{
    (void)state;
    char *plain = table_text(document_text, false), *coloured = table_text(document_text, true);
    assert_null(strchr(plain, '\033'));
    static const char *const parts[] = {
        "\033[1mt.b/size:64\033[0m\n",  "\033[32mok\033[0m",          "\033[31mFAILED\033[0m",
        "\033[31mfailed_verify\033[0m", "\033[33munsupported\033[0m", "\033[33mbehind"
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_non_null(strstr(coloured, parts[i]));
    /* Without its escape sequences it is the plain one. */
    char *to = coloured;
    for (const char *from = coloured; *from; from++)
        if (*from == '\033')
            from = strchr(from, 'm');
        else
            *to++ = *from;
    *to = '\0';
    assert_string_equal(coloured, plain);
    free(coloured);
    free(plain);
}

/* Two cases of one workload, and what is their own. */
#define TWO_CASES(a, b)                                                                            \
    "{'cases':[{'name':'a','workload':'w','variant':'a','status':'ok'," a                          \
    "},{'name':'b','workload':'w','variant':'b','status':'ok'," b "}]}"

/* A case that says ok although its last check failed is shown as what it is, and never fastest. */
static void test_table_unverified(void **state)
{
    (void)state;
    char *output = table_text(TWO_CASES("'kind':'gpu','gpu':{'count':9,'median_ns':5},"
                                        "'check':{'before':true,'after':false}",
                                        "'kind':'gpu','gpu':{'count':9,'median_ns':7}"),
                              false);
    assert_non_null(strstr(output, "  FAILED  ok      9 samples only\n"));
    assert_non_null(strstr(output, "fastest verified: none\n"));
    assert_non_null(strstr(output, "\n2 cases: 2 ok\n"));
    free(output);
}

/* GPU and wall times of one workload are not ranked against each other. */
static void test_table_two_clocks(void **state)
{
    (void)state;
    char *output = table_text(
        TWO_CASES("'kind':'gpu','gpu':{'count':9,'median_ns':5000},"
                  "'wall':{'count':9,'median_ns':9000},'check':{'before':true,'after':true}",
                  "'kind':'cpu','gpu':null,'wall':{'count':9,'median_ns':4000},"
                  "'check':{'before':true,'after':true}"),
        false);
    assert_non_null(
        strstr(output, "fastest verified: a, 5.00 us; b, 4.00 us wall time of the host\n"));
    free(output);
}

/* A speed-up between device and host is in no column beside those of methods. */
static void test_table_host_stands_apart(void **state)
{
    (void)state;
    static const char gpu[] = "'kind':'gpu','gpu':{'count':20,'median_ns':5000},"
                              "'wall':{'count':20,'median_ns':9000},"
                              "'check':{'before':true,'after':true}";
    static const char cpu[] = "'kind':'cpu','time':'wall','gpu':null,"
                              "'wall':{'count':20,'median_ns':4000},"
                              "'check':{'before':true,'after':true}";
    static const char ratio[] = "'time_ratio':{'pairs':20,'case_over_baseline':0.5,"
                                "'interval_low':0.4,'interval_high':0.8}";
    char text[2048];
    snprintf(text, sizeof text,
             "{'context':{'cpu':'Some CPU','cores':8,'load_average':0.5,"
             "'processor':{'governor':'performance'}},'device':{'name':'D'},"
             "'cases':[{'name':'a','workload':'w','variant':'a','status':'ok','baseline':true,%s},"
             "{'name':'b','workload':'w','variant':'b','status':'ok',%s,%s},"
             "{'name':'c','workload':'w','variant':'c','status':'ok',%s,%s}]}",
             gpu, cpu, ratio, gpu, ratio);
    char *output = table_text(text, false);
    assert_non_null(strstr(output, "host: Some CPU, 8 CPUs, governor performance, load 0.5\n"));
    assert_non_null(strstr(output, "  -  4.00 us"));
    assert_non_null(
        strstr(output, "wall time, on the host 2.00 [1.25, 2.50] times as fast as a\n"));
    assert_non_null(strstr(output, "  2.00 [1.25, 2.50]  9.00 us"));
    assert_non_null(strstr(output, "fastest verified: a, 5.00 us (too few common rounds to tell "
                                   "from c); b, 4.00 us wall time of the host\n"));
    free(output);
    output = csv_text(text);
    const char *host = strstr(output, ",\"Some CPU, 8 CPUs, governor performance, load 0.5\"");
    assert_non_null(host);
    assert_null(strstr(host + 3, "Some CPU"));
    free(output);
    /* The other way round: the host's is the baseline. */
    snprintf(text, sizeof text,
             "{'cases':[{'name':'a','workload':'w','variant':'a','status':'ok','baseline':true,%s},"
             "{'name':'b','workload':'w','variant':'b','status':'ok',%s,%s},"
             "{'name':'c','workload':'w','variant':'c','status':'ok',%s,%s}]}",
             cpu, gpu, ratio, cpu, ratio);
    output = table_text(text, false);
    assert_non_null(strstr(output, "on the device 2.00 [1.25, 2.50] times as fast as a\n"));
    assert_non_null(strstr(output, "  2.00 [1.25, 2.50]  4.00 us"));
    free(output);
}

/* Between launches where there are several; a case that has fewer says so. */
static void test_table_launches(void **state)
{
    (void)state;
    static const char text[] =
        "{'session':{'launches':3},'cases':[{'name':'a','workload':'w','variant':'a','kind':'gpu',"
        "'status':'ok','baseline':false,'gpu':{'count':30,'median_ns':5000,"
        "'interval_low_ns':4990,'interval_high_ns':5010},'time_ratio':{'pairs':30,"
        "'case_over_baseline':0.5,'interval_low':0.49,'interval_high':0.51},"
        "'launches':{'each':[{'samples':10,'median_ns':5000},{'samples':10,'median_ns':5100},"
        "{'samples':10,'median_ns':5200}],'time':{'launches':3,'median_ns':5100,"
        "'interval_low_ns':5000,'interval_high_ns':5200,'confidence':0.75,'bimodal':true},"
        "'time_ratio':{'launches':3,'case_over_baseline':0.5,'interval_low':0.4,"
        "'interval_high':0.625,'confidence':0.75}}},"
        "{'name':'b','workload':'w','variant':'b','kind':'gpu','status':'ok','baseline':false,"
        "'gpu':{'count':20,'median_ns':7000}}]}";
    char *output = table_text(text, false);
    assert_non_null(strstr(output, "  between launches  "));
    assert_null(strstr(output, "95 % interval"));
    assert_non_null(strstr(output, "  5.10 us  5.00 us .. 5.20 us  2.00 [1.60, 2.50]  "));
    assert_non_null(strstr(output, "  two modes between launches\n"));
    assert_non_null(strstr(output, "  1 of 3 launches\n"));
    assert_non_null(strstr(output, "\nintervals: 75 %, between 3 launches\n2 cases: 2 ok\n"));
    free(output);
    output = csv_text(text);
    assert_non_null(strstr(output, ",5000,4990,5010,"));
    assert_non_null(strstr(output, ",3,5100,5000,5200,0.75,1.6,2.5\r\n"));
    free(output);
}

#define VERIFIED(ns)                                                                               \
    "'kind':'gpu','check':{'before':true,'after':true},'gpu':{'count':20,'median_ns':" ns "},"

/* Nor are hot and cold caches; and a sweep that proved nothing is told. */
static void test_table_two_cache_modes(void **state)
{
    (void)state;
    char *output = table_text(
        TWO_CASES(VERIFIED("5000") "'cache':'hot','cache_proof':null",
                  VERIFIED("7000") "'cache':'cold','cache_proof':{'cold':true,'clean':true}"),
        false);
    assert_non_null(strstr(output, "fastest verified: a, 5.00 us; b cold, 7.00 us\n"));
    assert_null(strstr(output, "not proven"));
    free(output);
    output = table_text(
        TWO_CASES(VERIFIED("5000") "'cache':'cold','cache_proof':{'cold':true,'clean':false}",
                  VERIFIED("7000") "'cache':'cold','cache_proof':{'cold':false,'clean':true}"),
        false);
    const char *first = strstr(output, "cold caches not proven\n");
    assert_non_null(first);
    assert_non_null(strstr(first + 1, "cold caches not proven\n"));
    free(output);
}

/* Cases of eight rounds: so many nanoseconds each, and a few more that differ by round and case. */
static char *shared_rounds_text(const char *const *names, const int *ns, size_t count, bool colours)
{
    char text[8192] = "{'cases':[";
    for (size_t k = 0; k < count; k++) {
        char times[128] = "", row[1024];
        for (int i = 0; i < 8; i++)
            snprintf(times + strlen(times), sizeof times - strlen(times), "%s%d", i ? "," : "",
                     ns[k] + (i * 5 + (int)k * 3) % 8);
        snprintf(row, sizeof row,
                 "%s{'name':'%s','workload':'w','variant':'%s','status':'ok','kind':'gpu',"
                 "'check':{'before':true,'after':true},'gpu':{'count':8,'median_ns':%d},"
                 "'inner_repetitions':1,'samples':{'gpu_total_ns':[%s],"
                 "'wall_total_ns':[9,9,9,9,9,9,9,9]}}",
                 k ? "," : "", names[k], names[k], ns[k], times);
        strncat(text, row, sizeof text - strlen(text) - 1);
    }
    strncat(text, "]}", sizeof text - strlen(text) - 1);
    return table_text(text, colours);
}

/* One is named alone only where pairs tell it from all others, and only then set bold. */
static void test_table_fastest(void **state)
{
    (void)state;
    static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g" };
    char *output = shared_rounds_text(names, (const int[]){ 200, 100, 300 }, 3, true);
    assert_non_null(strstr(output, "fastest verified: \033[1mb\033[0m, 100 ns\n"));
    free(output);
    output = shared_rounds_text(names, (const int[]){ 200, 100, 101 }, 3, true);
    assert_non_null(strstr(output, "fastest verified: one of b, c: not told apart, 100 ns\n"));
    free(output);
    output =
        shared_rounds_text(names, (const int[]){ 100, 100, 100, 100, 100, 100, 100 }, 7, false);
    assert_non_null(strstr(output, " and 2 more: not told apart, 100 ns\n"));
    free(output);
}

/* An axis is left out when the workload's name has exactly this name and value, or the case's own
 * has not: it is at its default then. */
static void test_table_labels(void **state)
{
    (void)state;
    char *output = table_text("{'cases':[{'name':'t.b/v/size:64/depth:2/size:6/ize:64/dept:2',"
                              "'workload':'t.b/size:64/depth:2',"
                              "'variant':'v','kind':'gpu','status':'error','axes':{'size':6,"
                              "'ize':64,'depth':2,'dept':2,'passes':'usual'}}]}",
                              false);
    assert_non_null(strstr(output, "\n  v size:6 ize:64 dept:2  "));
    free(output);
}

/* An input that is ruled out has one line for all of its cases; other cases have theirs. */
static void test_table_unsupported(void **state)
{
    (void)state;
    char *output = table_text("{'cases':["
                              "{'name':'t.b/v/a:1','workload':'t.b/a:1','variant':'v','kind':'gpu',"
                              "'status':'unsupported','reason':'no file'},"
                              "{'name':'t.b/w/a:1','workload':'t.b/a:1','variant':'w','kind':'gpu',"
                              "'status':'unsupported','reason':'no file'},"
                              "{'name':'t.b/v/a:2','workload':'t.b/a:2','variant':'v','kind':'gpu',"
                              "'status':'unsupported','reason':'no this'},"
                              "{'name':'t.b/w/a:2','workload':'t.b/a:2','variant':'w','kind':'gpu',"
                              "'status':'unsupported','reason':'no that'}]}",
                              false);
    assert_non_null(strstr(output, "\n  2 cases  unsupported  no file\n"));
    assert_null(strstr(output, "  fastest verified: none\n\nt.b/a:2"));
    assert_non_null(strstr(output, "no this\n"));
    assert_non_null(strstr(output, "no that\n"));
    free(output);
}

/* What the file does not say. */
static void test_gaps(void **state)
{
    (void)state;
    static const char gaps[] = "{'cases':[{'name':'x','workload':'w','kind':'gpu','status':'ok'},"
                               "{'name':'y','workload':'w','kind':'cpu','status':'skipped'}]}";
    assert_output(table_text("{}", false), "0 cases\n");
    assert_output(
        table_text(gaps, false),
        "w\n"
        "  case  median  95 % interval  speed-up  wall  % of floor  check  status   notes\n"
        "  x          -              -         -     -           -  -      ok\n"
        "  y          -              -         -     -           -  -      skipped\n"
        "  fastest verified: none\n"
        "\n"
        "2 cases: 1 ok, 1 skipped\n");
    char *output = csv_text(gaps);
    const char *row = strstr(output, "\r\n");
    assert_non_null(row);
    static const char cells[] =
        "\r\nx,w,,,,gpu,false,ok,,gpu,,,,,,,,,,,,,,,,,,,,,,,,,,,,,1,,,,,,\r\n";
    assert_int_equal(strncmp(row, cells, strlen(cells)), 0);
    free(output);
}

static const char csv_titles[] =
    "name,workload,technique,bench,variant,kind,baseline,status,reason,time,count,median_ns,low_ns,"
    "high_ns,min_ns,q1_ns,q3_ns,max_ns,mad_ns,wall_median_ns,speedup,speedup_low,speedup_high,"
    "inner_repetitions,dispatches,barriers,host_returns,peak_bytes,bytes_read,bytes_written,"
    "operations,chain,device,driver,started,commit,threads,host,launches,launches_median_ns,"
    "launches_low_ns,launches_high_ns,launches_confidence,launches_speedup_low,"
    "launches_speedup_high";

#define CSV_RUN "\"Test, GPU\",drv 1.2,2026-01-02T03:04:05Z,abc123,,,1,,,,,,"

static void test_csv(void **state)
{
    (void)state;
    static const char rows[] =
        ",axis.size,axis.subtree_levels,axis.map\r\n"
        "t.b/per_level/size:64,t.b/size:64,t,b,per_level,gpu,true,ok,,gpu,20,12345.5,12300,12400,"
        "11000,12000,13000,14000,50.25,99000,1,1,1,4,5,5,0,1048576,4294967296,1.5,0.1,7," CSV_RUN
        ",64,,\r\n"
        "t.b/subtree/size:64/subtree_levels:6,t.b/size:64,t,b,subtree,gpu,false,ok,,gpu,7,3000,,,,,"
        ",,,5000000,4,2,5,,,,,,,,,," CSV_RUN ",64,6,\r\n"
        "t.b/wrong/size:64,t.b/size:64,,,wrong,gpu,false,failed_verify,\"wanted \"\"a, b\"\",\n"
        "got \033[31mc\",gpu,,,,,,,,,,,,,,,,,,,,,,," CSV_RUN ",64,,\r\n"
        "t.b/cpu/size:640/map:h\xC3\xB6he/size:64,t.b/size:640/"
        "map:h\xC3\xB6he,,,cp\xC3\xBC,cpu,false,ok,,wall,10,"
        "2500000000,2400000000,2600000000,,,,,,2500000000,,,,,,,,,,,,," CSV_RUN
        ",64,,h\xC3\xB6he\r\n"
        "t.b/old/size:64,t.b/size:64,,,old,gpu,false,unsupported,needs int64\x7F"
        "atomics,gpu,,,,,,,,,,,,,,,,,,,,,"
        ",," CSV_RUN ",64,,\r\n";
    char *output = csv_text(document_text);
    assert_int_equal(strncmp(output, csv_titles, strlen(csv_titles)), 0);
    assert_string_equal(output + strlen(csv_titles), rows);
    free(output);
}

static void test_csv_empty(void **state)
{
    (void)state;
    char *output = csv_text("{'cases':[]}");
    assert_int_equal(strncmp(output, csv_titles, strlen(csv_titles)), 0);
    assert_string_equal(output + strlen(csv_titles), "\r\n");
    free(output);
}

static void test_csv_quotes(void **state)
{
    (void)state;
    static const char *const pairs[][2] = { { "a b", "\r\na b,w," },
                                            { "a,b", "\r\n\"a,b\"," },
                                            { "a\"b", "\r\n\"a\"\"b\"," },
                                            { "a\rb", "\r\n\"a\rb\"," },
                                            { "a\nb", "\r\n\"a\nb\"," } };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char message[512], *output = NULL;
        json_t *document =
            run_document_of("{'cases':[{'name':'x','workload':'w','kind':'gpu','status':'ok'}]}");
        json_object_set_new(json_array_get(json_object_get(document, "cases"), 0), "name",
                            json_string(pairs[i][0]));
        struct run *run = run_read(document, "run.json", message, sizeof(message));
        assert_non_null(run);
        size_t bytes;
        FILE *out = open_memstream(&output, &bytes);
        assert_true(export_csv(out, run));
        fclose(out);
        assert_non_null(strstr(output, pairs[i][1]));
        free(output);
        run_destroy(&run);
        json_decref(document);
    }
}

/* Whether the error comes with the last flush or long before. */
static void test_csv_write_error(void **state)
{
    (void)state;
    struct run *run = run_of(document_text);
    static const int modes[] = { _IOFBF, _IONBF };
    for (size_t i = 0; i < 2; i++) {
        FILE *full = fopen("/dev/full", "w");
        assert_non_null(full);
        assert_int_equal(setvbuf(full, NULL, modes[i], modes[i] == _IOFBF ? 65536 : 0), 0);
        assert_false(export_csv(full, run));
        fclose(full);
    }
    run_destroy(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_table_colours),
        cmocka_unit_test(test_table_unverified),
        cmocka_unit_test(test_table_two_clocks),
        cmocka_unit_test(test_table_host_stands_apart),
        cmocka_unit_test(test_table_launches),
        cmocka_unit_test(test_table_two_cache_modes),
        cmocka_unit_test(test_table_fastest),
        cmocka_unit_test(test_table_labels),
        cmocka_unit_test(test_table_unsupported),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_csv_empty),
        cmocka_unit_test(test_csv_quotes),
        cmocka_unit_test(test_csv_write_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
