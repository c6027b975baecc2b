/* SPDX-License-Identifier: MIT */
#include "tests/views/show_document.h"

static void table_of(const char *text, bool colours)
{
    table_at(text, &(struct table_options){ .colours = colours });
}

TEST(test_table)
{
    table_of(document_text, false);
    assert_output(
        "Test, GPU, drv 1.2\n"
        "\n"
        "t.b/size:64                  median      \xC2\xB1           speed-up      rate\n"
        "  per_level                 12.3 µs  0.5 %           baseline  348 TB/s\n"
        "  subtree subtree_levels:6  3.00 µs         4.00 [2.00, 5.00]\n"
        "      after others, two speeds, drift -3.1 %, only 7 samples\n"
        "  wrong  failed_verify  wanted \"a, b\", got ?[31mc\n"
        "  old  unsupported  needs int64?atomics\n"
        "  after others      the caches hold what other cases left\n"
        "  two speeds        samples fall into two groups; the median lies in one of them\n"
        "  drift             change of the time from the first sample to the last\n"
        "  only N samples    too few for the interval to mean much, or for any\n"
        "  fastest verified: subtree subtree_levels:6, 3.00 µs (too few common rounds to\n"
        "    tell from per_level)\n"
        "\n"
        "t.b/size:640/map:h\xC3\xB6he\n"
        "               median      \xC2\xB1\n"
        "  cp\xC3\xBC size:64  2.50 s  4.0 %  wall time\n"
        "  wall time         by the host's clock, as the host is part of the method\n"
        "\n"
        "intervals: 95 %, within one process\n"
        "5 cases: 3 ok, 1 unsupported, 1 failed_verify\n");
}

TEST(test_table_colours)
{
    table_of(document_text, false);
    char *plain = strdup(output);
    assert_null(strchr(plain, '\033'));
    table_of(document_text, true);
    static const char *const parts[] = {
        "\033[1mt.b/size:64\033[0m ",
        "\033[31mfailed_verify\033[0m",
        "\033[33munsupported\033[0m",
        "\033[33mafter",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_holds(output, parts[i]);
    /* Without its escape sequences it is the plain one. */
    char *to = output;
    for (const char *from = output; *from; from++)
        if (*from == '\033')
            from = strchr(from, 'm');
        else
            *to++ = *from;
    *to = '\0';
    assert_string_equal(output, plain);
    free(plain);
}

/* Two cases of one workload, and what is their own. */
#define TWO_CASES(a, b)                                                                            \
    "{'cases':[{'name':'a','workload':'w','variant':'a','status':'ok'," a                          \
    "},{'name':'b','workload':'w','variant':'b','status':'ok'," b "}]}"

/* A case that says ok although its last check failed is shown as what it is, and never fastest. */
TEST(test_table_unverified)
{
    table_of(TWO_CASES("'kind':'gpu','gpu':{'count':9,'median_ns':5},"
                       "'check':{'before':true,'after':false}",
                       "'kind':'gpu','gpu':{'count':9,'median_ns':7}"),
             false);
    assert_holds(output, "5.00 ns  check failed, only 9 samples\n");
    assert_holds(output, "fastest verified: none\n");
    assert_holds(output, "\n2 cases: 2 ok\n");
}

/* GPU and wall times of one workload are not ranked against each other. */
TEST(test_table_two_clocks)
{
    table_of(TWO_CASES("'kind':'gpu','gpu':{'count':9,'median_ns':5000},"
                       "'wall':{'count':9,'median_ns':9000},'check':{'before':true,'after':true}",
                       "'kind':'cpu','gpu':null,'wall':{'count':9,'median_ns':4000},"
                       "'check':{'before':true,'after':true}"),
             false);
    assert_holds(output, "fastest verified: a, 5.00 µs\n");
    assert_null(strstr(output, "fastest on the host"));
}

/* A speed-up between device and host is in no column beside those of methods. */
TEST(test_table_host_stands_apart)
{
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
    table_of(text, false);
    assert_holds(output, "host: Some CPU, 8 CPUs, governor performance, load 0.5\n");
    assert_holds(output, "\n  b  4.00 µs  wall time, 2.00 [1.25, 2.50] x device\n");
    assert_holds(output, "\n  c  5.00 µs  2.00 [1.25, 2.50]\n");
    assert_holds(output, "fastest verified: a, 5.00 µs (too few common rounds to tell "
                         "from c)\n");
    assert_null(strstr(output, "b, 4.00 µs"));
    assert_holds(output, "\n  x host, x device  times as fast");
    /* The other way round: the host's is the baseline. */
    snprintf(text, sizeof text,
             "{'cases':[{'name':'a','workload':'w','variant':'a','status':'ok','baseline':true,%s},"
             "{'name':'b','workload':'w','variant':'b','status':'ok',%s,%s},"
             "{'name':'c','workload':'w','variant':'c','status':'ok',%s,%s}]}",
             cpu, gpu, ratio, cpu, ratio);
    table_of(text, false);
    assert_holds(output, "\n* b  5.00 µs  2.00 [1.25, 2.50] x host\n");
    assert_holds(output, "\n  c  4.00 µs  2.00 [1.25, 2.50]  wall time\n");
    assert_holds(output, "fastest verified: b, 5.00 µs\n"
                         "  fastest on the host: a, 4.00 µs wall time of the host (too "
                         "few common rounds\n    to tell from c)\n");
}

/* Between launches where there are several; a case that has fewer says so. */
TEST(test_table_launches)
{
    static const char text[] = THREE_LAUNCHES
        ","
        "{'name':'b','workload':'w','variant':'b','kind':'gpu','status':'ok','baseline':false,"
        "'gpu':{'count':20,'median_ns':7000}}]}";
    table_of(text, false);
    assert_non_null(
        strstr(output, "  5.10 µs  2.0 %  2.00 [1.60, 2.50]  two modes between launches\n"));
    assert_holds(output, "  1 of 3 launches\n");
    assert_holds(output, "\nintervals: 75 %, between 3 launches\n2 cases: 2 ok\n");
}

#define VERIFIED(ns)                                                                               \
    "'kind':'gpu','check':{'before':true,'after':true},'gpu':{'count':20,'median_ns':" ns "},"

/* Nor are hot and cold caches; and a sweep that proved nothing is told. */
TEST(test_table_two_cache_modes)
{
    table_of(TWO_CASES(VERIFIED("5000") "'cache':'hot','cache_proof':null",
                       VERIFIED("7000") "'cache':'cold','cache_proof':{'cold':true,'clean':true}"),
             false);
    assert_holds(output, "fastest verified: a, 5.00 µs; b cold, 7.00 µs\n");
    assert_null(strstr(output, "not proven"));
    table_of(TWO_CASES(VERIFIED("5000") "'cache':'cold','cache_proof':{'cold':true,'clean':false}",
                       VERIFIED("7000") "'cache':'cold','cache_proof':{'cold':false,'clean':true}"),
             false);
    const char *first = strstr(output, "µs  cold not proven\n");
    assert_non_null(first);
    assert_holds(first + 1, "µs  cold not proven\n");
}

/* Cases of eight rounds: so many nanoseconds each, and a few more that differ by round and case. */
static void shared_rounds_text(const char *const *names, const int *ns, size_t count, bool colours)
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
    table_of(text, colours);
}

/* One is named alone only where pairs tell it from all others, and only then set bold. */
TEST(test_table_fastest)
{
    static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g" };
    shared_rounds_text(names, (const int[]){ 200, 100, 300 }, 3, true);
    assert_holds(output, "fastest verified: \033[1mb\033[0m, 100 ns\n");
    assert_holds(output, "\n* \033[1mb\033[0m ");
    shared_rounds_text(names, (const int[]){ 200, 100, 101 }, 3, true);
    assert_true(strstr(output, "\n~ b ") && strstr(output, "\n~ c ") && strstr(output, "\n  a "));
    assert_holds(output, "\n  no winner: 2 within noise (~), from 100 ns\n");
    shared_rounds_text(names, (const int[]){ 100, 100, 100, 100, 100, 100, 100 }, 7, false);
    assert_holds(output, "\n  no winner: 7 within noise (~), from 100 ns\n");
}

/* An axis is left out when the workload's name has exactly this name and value, or the case's own
 * has not: it is at its default then. */
TEST(test_table_labels)
{
    table_of("{'cases':[{'name':'t.b/v/size:64/depth:2/size:6/ize:64/dept:2',"
             "'workload':'t.b/size:64/depth:2',"
             "'variant':'v','kind':'gpu','status':'error','axes':{'size':6,"
             "'ize':64,'depth':2,'dept':2,'passes':'usual'}}]}",
             false);
    assert_holds(output, "\n  v size:6 ize:64 dept:2  ");
}

/* An input that is ruled out has one line for all of its cases; other cases have theirs. */
TEST(test_table_unsupported)
{
    table_of("{'cases':["
             "{'name':'t.b/v/a:1','workload':'t.b/a:1','variant':'v','kind':'gpu',"
             "'status':'unsupported','reason':'no file'},"
             "{'name':'t.b/w/a:1','workload':'t.b/a:1','variant':'w','kind':'gpu',"
             "'status':'unsupported','reason':'no file'},"
             "{'name':'t.b/v/a:2','workload':'t.b/a:2','variant':'v','kind':'gpu',"
             "'status':'unsupported','reason':'no this'},"
             "{'name':'t.b/w/a:2','workload':'t.b/a:2','variant':'w','kind':'gpu',"
             "'status':'unsupported','reason':'no that'}]}",
             false);
    assert_holds(output, "\n  all 2 cases  unsupported  no file\n\n");
    assert_holds(output, "\n  v  unsupported  no this\n  w  unsupported  no that\n\n");
    assert_null(strstr(output, "fastest verified"));
}

/* Members that the file lacks. */
TEST(test_gaps)
{
    table_of("{}", false);
    assert_output("0 cases\n");
    table_of(GAPS, false);
    assert_output("w    median\n"
                  "  x       -\n"
                  "  y  skipped\n"
                  "  fastest verified: none\n"
                  "\n"
                  "2 cases: 1 ok, 1 skipped\n");
}
