/* SPDX-License-Identifier: MIT */
/* table_test.c: what tables of runs say, how they are laid out, and how their texts are cut. */
#include "tests/analysis/twin_run.h"
#include "tests/views/show_document.h"

static void table_of(const char *text)
{
    table_at(text, &(struct table_options){ .colours = false });
}

TEST(test_table)
{
    table_of(document_text);
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
    table_of(document_text);
    CLEANUP(free_pointer) char *plain = strdup(output);
    assert_null(strchr(plain, '\033'));
    table_at(document_text, &(struct table_options){ .colours = true });
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
}

/* Two cases of one workload, and what is their own. */
#define TWO_CASES(a, b)                                                                            \
    "{'cases':[{'name':'a','workload':'w','variant':'a','status':'ok'," a                          \
    "},{'name':'b','workload':'w','variant':'b','status':'ok'," b "}]}"

#define VERIFIED(ns)                                                                               \
    "'kind':'gpu','check':{'before':true,'after':true},'gpu':{'count':20,'median_ns':" ns "},"

/* A case that says ok although its last check failed is shown as what it is, and never fastest. */
TEST(test_table_fastest_of_one_kind)
{
    table_of(TWO_CASES("'kind':'gpu','gpu':{'count':9,'median_ns':5},"
                       "'check':{'before':true,'after':false}",
                       "'kind':'gpu','gpu':{'count':9,'median_ns':7}"));
    assert_holds(output, "5.00 ns  check failed, only 9 samples\n");
    assert_holds(output, "fastest verified: none\n");
    assert_holds(output, "\n2 cases: 2 ok\n");
    /* GPU and wall times of one workload are not ranked against each other. */
    table_of(TWO_CASES("'kind':'gpu','gpu':{'count':9,'median_ns':5000},"
                       "'wall':{'count':9,'median_ns':9000},'check':{'before':true,'after':true}",
                       "'kind':'cpu','gpu':null,'wall':{'count':9,'median_ns':4000},"
                       "'check':{'before':true,'after':true}"));
    assert_holds(output, "fastest verified: a, 5.00 µs\n");
    assert_null(strstr(output, "fastest on the host"));
    /* Nor are hot and cold caches; and a sweep that proved nothing is told. */
    table_of(TWO_CASES(VERIFIED("5000") "'cache':'hot','cache_proof':null",
                       VERIFIED("7000") "'cache':'cold','cache_proof':{'cold':true,'clean':true}"));
    assert_holds(output, "fastest verified: a, 5.00 µs; b cold, 7.00 µs\n");
    assert_null(strstr(output, "not proven"));
    table_of(
        TWO_CASES(VERIFIED("5000") "'cache':'cold','cache_proof':{'cold':true,'clean':false}",
                  VERIFIED("7000") "'cache':'cold','cache_proof':{'cold':false,'clean':true}"));
    const char *first = strstr(output, "µs  cold not proven\n");
    assert_non_null(first);
    assert_holds(first + 1, "µs  cold not proven\n");
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
#define THREE_CASES                                                                                \
    "'cases':[{'name':'a','workload':'w','variant':'a','status':'ok','baseline':true,%s},"         \
    "{'name':'b','workload':'w','variant':'b','status':'ok',%s,%s},"                               \
    "{'name':'c','workload':'w','variant':'c','status':'ok',%s,%s}]}"
    table_of(unit_text("{'context':{'cpu':'Some CPU','cores':8,'load_average':0.5,'processor':"
                       "{'governor':'performance'}},'device':{'name':'D'}," THREE_CASES,
                       gpu, cpu, ratio, gpu, ratio));
    assert_holds(output, "host: Some CPU, 8 CPUs, governor performance, load 0.5\n");
    assert_holds(output, "\n  b  4.00 µs  wall time, 2.00 [1.25, 2.50] x device\n");
    assert_holds(output, "\n  c  5.00 µs  2.00 [1.25, 2.50]\n");
    assert_holds(output, "fastest verified: a, 5.00 µs (too few common rounds to tell from c)\n");
    assert_null(strstr(output, "b, 4.00 µs"));
    assert_holds(output, "\n  x host, x device  times as fast");
    /* The other way round: the host's is the baseline. */
    table_of(unit_text("{" THREE_CASES, cpu, gpu, ratio, cpu, ratio));
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
    table_of(text);
    assert_non_null(
        strstr(output, "  5.10 µs  2.0 %  2.00 [1.60, 2.50]  two modes between launches\n"));
    assert_holds(output, "  1 of 3 launches\n");
    assert_holds(output, "\nintervals: 75 %, between 3 launches\n2 cases: 2 ok\n");
}

/* Cases of eight rounds: so many nanoseconds each, and a few more that differ by round and case. */
static void shared_rounds_text(const char *const *names, const int *ns, size_t count, bool colours)
{
    CLEANUP(text_finish) struct text text = { 0 };
    text_add(&text, "{'cases':[");
    for (size_t k = 0; k < count; k++) {
        text_add_format(&text,
                        "%s{'name':'%s','workload':'w','variant':'%s','status':'ok','kind':'gpu',"
                        "'check':{'before':true,'after':true},'gpu':{'count':8,'median_ns':%d},"
                        "'inner_repetitions':1,'samples':{'wall_total_ns':[9,9,9,9,9,9,9,9],"
                        "'gpu_total_ns':[",
                        k ? "," : "", names[k], names[k], ns[k]);
        for (int i = 0; i < 8; i++)
            text_add_format(&text, "%s%d", i ? "," : "", ns[k] + (i * 5 + (int)k * 3) % 8);
        text_add(&text, "]}}");
    }
    text_add(&text, "]}");
    table_at(text_string(&text), &(struct table_options){ .colours = colours });
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
             "'workload':'t.b/size:64/depth:2','variant':'v','kind':'gpu','status':'error',"
             "'axes':{'size':6,'ize':64,'depth':2,'dept':2,'passes':'usual'}}]}");
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
             "'status':'unsupported','reason':'no that'}]}");
    assert_holds(output, "\n  all 2 cases  unsupported  no file\n\n");
    assert_holds(output, "\n  v  unsupported  no this\n  w  unsupported  no that\n\n");
    assert_null(strstr(output, "fastest verified"));
}

/* Members that the file lacks. */
TEST(test_gaps)
{
    table_of("{}");
    assert_output("0 cases\n");
    table_of(GAPS);
    assert_output("w    median\n"
                  "  x       -\n"
                  "  y  skipped\n"
                  "  fastest verified: none\n"
                  "\n"
                  "2 cases: 1 ok, 1 skipped\n");
}

/* Layout --------------------------------------------------------------------------------------- */

static void assert_table(struct table_options options, const char *text, const char *wanted)
{
    table_at(text, &options);
    assert_output(wanted);
}

static void assert_table_holds(struct table_options options, const char *text, const char *part)
{
    table_at(text, &options);
    assert_holds(output, part);
}

#define AT(width) ((struct table_options){ .columns = width })

/* A case of workload w with these axes, and what its name holds of them. */
#define CASE(variant, name, axes, rest)                                                            \
    "{'name':'t.b/" variant name "','workload':'t.b/n:1','variant':'" variant "',"                 \
    "'axes':{'n':1" axes "},'kind':'gpu','check':{'before':true,'after':true}," rest "}"
#define PLAIN(variant, rest) CASE(variant, "/n:1", "", rest)
#define CASES1(a) "{'cases':[" a "]}"
#define CASES2(a, b) "{'cases':[" a "," b "]}"
#define CASES3(a, b, c) "{'cases':[" a "," b "," c "]}"
#define CASES5(a, b, c, d, e) "{'cases':[" a "," b "," c "," d "," e "]}"
#define OK(ns) "'status':'ok','gpu':{'count':20,'median_ns':" ns "}"

/* Common values appear in the head; a row at its default does not name what others name. */
TEST(test_common)
{
    assert_table(
        AT(80),
        CASES3(CASE("v", "/n:1/a:1/c:x", ",'a':1,'c':'x'", OK("1000")),
               CASE("w", "/n:1/a:1/c:y", ",'a':1,'c':'y'", OK("2000")), PLAIN("z", OK("3000"))),
        "t.b/n:1 all a:1   median\n"
        "  v c:x          1.00 µs\n"
        "  w c:y          2.00 µs\n"
        "  z              3.00 µs\n"
        "  fastest verified: v c:x, 1.00 µs (too few common rounds to tell from w c:y, z)\n\n"
        "3 cases: 3 ok\n");
    assert_table(AT(120),
                 CASES3(CASE("v", "/n:1/a:1", ",'a':1", OK("1000")),
                        CASE("v", "/n:1/a:2", ",'a':2", OK("2000")),
                        CASE("v", "/n:1", ",'a':0", OK("3000"))),
                 "t.b/n:1 all v   median  check\n"
                 "  a:1          1.00 µs     ok\n"
                 "  a:2          2.00 µs     ok\n"
                 "  v            3.00 µs     ok\n"
                 "  fastest verified: a:1, 1.00 µs (too few common rounds to tell from a:2, v)\n\n"
                 "3 cases: 3 ok\n");
    /* Two of three name b:1, and the third has another: it differs. */
    assert_table_holds(AT(80),
                       CASES3(CASE("v", "/n:1/a:1/b:1", ",'a':1,'b':1", OK("1000")),
                              CASE("v", "/n:1/a:2/b:1", ",'a':2,'b':1", OK("2000")),
                              CASE("v", "/n:1/a:1", ",'a':1,'b':0", OK("3000"))),
                       "t.b/n:1 all v   median\n  a:1 b:1      1.00 µs\n  a:2 b:1      2.00 µs\n"
                       "  a:1          3.00 µs\n");
}

/* Cases that ended alike, one line for all; a long reason wraps. */
TEST(test_ended)
{
#define REASON                                                                                     \
    "1342 tiles, wanted 1342: tile 7 is level 0 (118, 62), wanted level 3 (12, 8); tile 8 is "     \
    "level 0 (119, 62)"
    assert_table(AT(80),
                 CASES5(PLAIN("a", OK("1000")),
                        PLAIN("b", "'status':'failed_verify','reason':'" REASON "'"),
                        PLAIN("c", "'status':'unsupported','reason':'no such thing'"),
                        PLAIN("d", "'status':'error','reason':''"),
                        PLAIN("e", "'status':'unsupported','reason':'no such thing'")),
                 "t.b/n:1   median\n"
                 "* a      1.00 µs\n"
                 "  b  failed_verify\n"
                 "      1342 tiles, wanted 1342: tile 7 is level 0 (118, 62), wanted level 3 (12,\n"
                 "      8); tile 8 is level 0 (119, 62)\n"
                 "  c, e  unsupported  no such thing\n"
                 "  d  error\n"
                 "  fastest verified: a, 1.00 µs\n\n"
                 "5 cases: 1 ok, 2 unsupported, 1 failed_verify, 1 error\n");
    assert_table_holds((struct table_options){ .wide = true },
                       CASES1(PLAIN("b", "'status':'error','reason':'" REASON "'")),
                       "\n  b  error  " REASON "\n");
    /* The reason stands behind the status, also where no case has a time. */
    assert_table(AT(80),
                 CASES2(PLAIN("a", "'status':'unsupported','reason':'no float16'"),
                        PLAIN("b", "'status':'unsupported','reason':'no float16'")),
                 "t.b/n:1\n  all 2 cases  unsupported  no float16\n\n"
                 "2 cases: 2 unsupported\n");
}

/* One sample, and a long name in wide characters. */
TEST(test_long)
{
#define DEEP "\xE6\xB7\xB1\xE5\xBA\xA6"
#define DEEP13 DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP
    assert_table(
        AT(60),
        CASES2(CASE("v", "/n:1/map:" DEEP13 DEEP DEEP DEEP, ",'map':'" DEEP13 DEEP DEEP DEEP "'",
                    "'status':'ok','gpu':{'count':1,'median_ns':1000}"),
               PLAIN("w", "'status':'ok','gpu':{'count':1,'median_ns':1000}")),
        "t.b/n:1                                               median\n"
        "  v                                                  1.00 µs\n"
        "    map:" DEEP13 "\n"
        "    " DEEP DEEP DEEP "  only 1 sample\n"
        "  w                                                  1.00 µs\n"
        "      only 1 sample\n"
        "  only N samples    too few for the interval to mean much,\n"
        "                    or for any\n"
        "  fastest verified: v\n"
        "    map:" DEEP13 "\n"
        "    " DEEP DEEP DEEP ", 1.00 µs (too few common rounds to tell\n    from w)\n\n"
        "2 cases: 2 ok\n");
}

#define NOISY                                                                                      \
    "'status':'ok','gpu':{'count':20,'median_ns':1000,'drift':0.1,'bimodal':true,'outliers':1}"

/* A note for every case of a software device is printed once. */
TEST(test_software)
{
    static const char cases[] = "'cases':[" PLAIN("v", NOISY) "," PLAIN("w", NOISY) "]}";
    assert_table(AT(80), unit_text("{'device':{'kind':'cpu','software':true},%s", cases),
                 "t.b/n:1   median\n"
                 "  v      1.00 µs\n"
                 "  w      1.00 µs\n"
                 "  fastest verified: v, 1.00 µs (too few common rounds to tell from w)\n\n"
                 "on a CPU, times are artefacts: 2 of 2 cases drifted by more than 2 % while they\n"
                 "  were measured, 2 had two speeds\n"
                 "2 cases: 2 ok\n");
    const char *text = unit_text("{%s", cases);
    assert_table_holds(AT(80), text, "\n  v  1.00 µs  two speeds, drift +10 %\n");
    assert_table_holds(AT(120), text, "  two speeds, drift +10 %, 1 outlier\n");
}

#define FULL                                                                                       \
    PLAIN("v",                                                                                     \
          "'status':'ok','floor_percent':43.21,'floor':{'ns':400,'bound':'chain'},'gpu':{'count':" \
          "20,"                                                                                    \
          "'median_ns':1000,'interval_low_ns':940,'interval_high_ns':1010},"                       \
          "'wall':{'count':20,'median_ns':3000},"                                                  \
          "'time_ratio':{'pairs':20,'case_over_baseline':0.005,'interval_low':0.004,"              \
          "'interval_high':0.006}")

/* Columns that need room come where there is room. */
TEST(test_columns)
{
    static const char text[] = "{'cases':[" FULL "]}";
    assert_table_holds(AT(109), text,
                       "t.b/n:1   median      \xC2\xB1        speed-up\n"
                       "  v      1.00 µs  6.0 %  200 [167, 250]\n\n");
    static const char all[] =
        "t.b/n:1   median      \xC2\xB1        speed-up     wall  % of limit  check\n"
        "  v      1.00 µs  6.0 %  200 [167, 250]  3.00 µs  43.2 chain     ok\n\n";
    assert_table_holds(AT(110), text, all);
    assert_table_holds((struct table_options){ .columns = 80, .wide = true }, text, all);
    /* Too narrow for anything: lines of 60. */
    assert_table_holds(AT(1), text, "  v      1.00 µs  6.0 %  200 [167, 250]\n\n");
}

/* Only what the filter leaves; who is the fastest of all is then not said. */
TEST(test_filter)
{
    static const char text[] =
        CASES3(PLAIN("a", OK("1000")), PLAIN("b", OK("2000")), PLAIN("bb", OK("2000")));
    regex_t filter;
    assert_int_equal(regcomp(&filter, "/b+/", REG_EXTENDED), 0);
    assert_table((struct table_options){ .filter = &filter }, text,
                 "t.b/n:1   median\n"
                 "  b      2.00 µs\n"
                 "  bb     2.00 µs\n\n"
                 "2 cases: 2 ok\n");
    regfree(&filter);
    assert_int_equal(regcomp(&filter, "nothing", REG_EXTENDED), 0);
    assert_table((struct table_options){ .filter = &filter }, text, "0 cases\n");
    regfree(&filter);
}

/* A twin that no file concerns is no case of the run, and hides nothing. */
TEST(test_left_out)
{
    assert_table(AT(80),
                 CASES3(PLAIN("a", OK("1000")), PLAIN("a@file", "'replaced':[],'status':'skipped'"),
                        PLAIN("b", OK("2000"))),
                 "t.b/n:1   median\n  a      1.00 µs\n  b      2.00 µs\n"
                 "  fastest verified: a, 1.00 µs (too few common rounds to tell from b)\n\n"
                 "2 cases: 2 ok\n");
}

/* Items a second give way before the rate, which gives way to the labels. */
TEST(test_items)
{
    static const char text[] =
        CASES1(CASE("a", "/n:1/long:0123456789012345678901234567890123456789",
                    ",'long':'0123456789012345678901234567890123456789'",
                    "'status':'ok','work':{'bytes_read':500,'items':250},"
                    "'gpu':{'count':20,'median_ns':1000}"));
    assert_table_holds((struct table_options){ .columns = 100 }, text,
                       "1.00 µs  500 MB/s  250 M/s\n");
    assert_table_holds(AT(75), text, "1.00 µs  500 MB/s\n");
    assert_table_holds(AT(60), text, "1.00 µs\n");
}

/* A page has the same table, with titles, and its best bold. */
TEST(test_page)
{
    assert_table(
        (struct table_options){ .style = SHEET_MARKDOWN },
        "{'session':{'started':'2026-01-02T03:04:05Z'},'cases':[" PLAIN(
            "a_b", OK("1000")) "," PLAIN("c", "'status':'failed_verify','reason':'x|y'") "]}",
        "2026-01-02, claimcheck \n"
        "\n**t.b/n:1**\n\n"
        "| case | median | notes |\n|:---|---:|:---|\n"
        "| **a_b** | 1.00 µs |  |\n"
        "| c |  | failed_verify: x\\|y |\n\n"
        "fastest verified: a_b, 1.00 µs\n\n"
        "2 cases: 1 ok, 1 failed_verify\n");
}

/* Piece by piece is the same as at once. */
TEST(test_pieces)
{
    RUN_AUTO *run = run_document_run(document_text);
    table_at(document_text, &AT(80));
    CLEANUP(free_pointer) char *whole = strdup(output);
    FILE *out = output_begin();
    struct table table;
    table_begin(&table, out, &AT(80), run, true);
    table_add(&table, run, "t.b/size:64");
    table_add(&table, run, "t.b/size:640/map:h\xC3\xB6he");
    table_add(&table, run, "not of this run");
    table_end(&table, run);
    fclose(out);
    assert_string_equal(output, whole);
}

/* Texts ---------------------------------------------------------------------------------------- */

TEST(test_width)
{
    assert_int_equal(table_text_width(""), 0);
    assert_int_equal(table_text_width("abc"), 3);
    assert_int_equal(table_text_width("h\xC3\xB6he"), 4);
    assert_int_equal(table_text_width("e\xCC\x81"), 1);                /* an accent of its own */
    assert_int_equal(table_text_width("\xE6\xB7\xB1\xE5\xBA\xA6"), 4); /* two wide characters */
    assert_int_equal(table_text_width("\xF0\x9F\x98\x80"), 2);
    assert_int_equal(table_text_width(TABLE_RED "a" TABLE_PLAIN), 1);
    assert_int_equal(table_text_width("1" TABLE_TIE "us"), 4);
    /* Bytes that are no UTF-8 have a column each, and nothing is read behind the end. */
    assert_int_equal(table_text_width("\xC3"), 1);
    assert_int_equal(table_text_width("\xF0\x9F"
                                      "a"),
                     3);
    assert_int_equal(table_text_width("\x80\xFF"), 2);
}

TEST(test_clean)
{
    char cell[TABLE_CELL_BYTES] = "a\n\t\033[31m\x01"
                                  "b\x7F"
                                  "c\xC2\x9B"
                                  "d\xC3\xB6";
    printable_clean(cell);
    assert_string_equal(cell, "a  ?[31m?b?c?d\xC3\xB6");
}

/* Cut between characters. */
TEST(test_add)
{
    char cell[TABLE_CELL_BYTES] = "";
    table_text_add(cell, ", ", "a");
    table_text_add(cell, ", ", "b");
    assert_string_equal(cell, "a, b");
    for (int extra = 0; extra < 3; extra++) {
        memset(cell, 'x', sizeof(cell));
        cell[sizeof(cell) - 3 - (size_t)extra] = '\0';
        table_text_add(cell, "", "\xC3\xB6\xC3\xB6\xC3\xB6");
        const size_t length = strlen(cell);
        assert_true(length >= sizeof(cell) - 3);
        assert_true(((unsigned char)cell[length - 1] & 0xC0) == 0x80 || cell[length - 1] == 'x');
        assert_true(cell[length - 1] == 'x' || (unsigned char)cell[length - 2] == 0xC3);
    }
}

TEST(test_fit)
{
    assert_int_equal(wrap_fit("abc", 3), 3);
    assert_int_equal(wrap_fit("abcd", 3), 3);
    assert_int_equal(wrap_fit("ab cd", 4), 2);
    assert_int_equal(wrap_fit("ab cd", 2), 2);
    assert_int_equal(wrap_fit("a/b/cd", 5), 4);
    assert_int_equal(wrap_fit("a/b c/d", 6), 3);
    assert_int_equal(wrap_fit("\xE6\xB7\xB1", 1), 3); /* one at least */
    assert_int_equal(wrap_fit("\xC3\xB6\xC3\xB6", 1), 2);
    assert_int_equal(wrap_fit("", 1), 0);
}

/* Checks the text printed behind `before` at so many columns. */
static void assert_wrapped(unsigned columns, const char *before, const char *words,
                           const char *wanted)
{
    FILE *out = output_begin();
    struct table_text text = { .out = out, .columns = columns };
    table_text_put(&text, before);
    table_text_wrap(&text, words, 2);
    table_text_end(&text);
    fclose(out);
    assert_string_equal(output, wanted);
}

TEST(test_wrap)
{
    assert_wrapped(10, "", "abc def ghi", "abc def\n  ghi\n");
    assert_wrapped(11, "", "abc def ghi", "abc def ghi\n");
    assert_wrapped(0, "", "abc def ghi", "abc def ghi\n");
    assert_wrapped(10, "abcd:", "ef ghi", "abcd:ef\n  ghi\n");
    assert_wrapped(10, "abcd", " ef ghi", "abcd ef\n  ghi\n");
    assert_wrapped(10, "abcdefgh", "ijkl", "abcdefgh\n  ijkl\n");
    assert_wrapped(10, "", "  a   b ", "  a   b\n");
    assert_wrapped(10, "", "", "\n");
    /* A word that fits no line. */
    assert_wrapped(10, "", "t.b/abc/def/ghi", "t.b/abc/\n  def/ghi\n");
    assert_wrapped(10, "", "abcdefghijklmnopqrstu", "abcdefghij\n  klmnopqr\n  stu\n");
    assert_wrapped(10, "x ", "abcdefghijklm", "x abcdefgh\n  ijklm\n");
    /* Not at a tie. */
    assert_wrapped(10, "", "abc def" TABLE_TIE "ghi", "abc\n  def ghi\n");
    /* Widths count columns, not bytes. */
    assert_wrapped(6, "", "\xC3\xB6\xC3\xB6 \xC3\xB6\xC3\xB6\xC3\xB6",
                   "\xC3\xB6\xC3\xB6 \xC3\xB6\xC3\xB6\xC3\xB6\n");
}

/* Kernels of a user's -------------------------------------------------------------------------- */

/* Takes the run over. */
static void assert_printed(struct run *run, bool colours, const char *expected)
{
    struct sheet sheet;
    FILE *out = output_begin();
    sheet_init(&sheet, out, &(struct sheet_look){ .columns = 80, .colours = colours });
    sheet.marked = true;
    table_override_view(&sheet, run, "t.b/n:1", NULL);
    sheet_finish(&sheet);
    fclose(out);
    run_destroy(&run);
    assert_string_equal(output, expected);
}

#define KERNELS                                                                                    \
    "    t/k: SPIR-V 400 -> 380 B, registers 40 -> 38, spills 0 -> 2,\n"                           \
    "    local memory 16 -> 0 B, shared memory 64 B, binary 5120 -> 4992 B\n"                      \
    "    t/k: SPIR-V 400 -> 380 B, shared memory 64 -> 32 B\n"

TEST(test_ratio)
{
    assert_printed(twin_run(40, 1, 0.01), false,
                   "  v@file over its original: no difference: within 0.18 %\n" KERNELS);
    assert_printed(
        twin_run(40, 1.25, 0), true,
        "  v@file over its original: \033[33m1.25 × slower [1.25, 1.25]\033[0m\n" KERNELS);
    assert_printed(twin_run(40, 0.5, 0), true,
                   "  v@file over its original: \033[32m2 × faster [2, 2]\033[0m\n" KERNELS);
    assert_printed(twin_run(3, 2, 0), true,
                   "  v@file over its original: 2 × slower: too few rounds to tell\n" KERNELS);
}

TEST(test_no_ratio)
{
    json_t *document = twin_run_document(40);
    run_document_plant(document, "cases/2/status", "'failed_verify'");
    assert_printed(run_document_read(document), false,
                   "  v@file over its original: a wrong result, no time\n" KERNELS);
    document = twin_run_document(40);
    run_document_plant(document, "cases/1/variant", "'w'");
    assert_printed(run_document_read(document), false,
                   "  v@file over its original: no time of both\n");
    document = twin_run_document(40);
    run_document_plant(document, "cases/2/workload", "'t.b/n:2'");
    assert_printed(run_document_read(document), false, "");
}

/* No line is wider than 80 columns; the same kernels of another case stand there once. */
TEST(test_wide)
{
    json_t *document = twin_run_document(40);
    json_t *cases = json_object_get(document, "cases");
    for (size_t i = 1; i < 3; i++) {
        json_t *c = json_deep_copy(json_array_get(cases, i));
        const char *name = i == 1 ? "t.b/v/n:1/elements_of_a_group:1048576/order:hilbert"
                                  : "t.b/v@file/n:1/elements_of_a_group:1048576/order:hilbert";
        json_object_set_new(c, "name", json_string(name));
        json_object_set_new(
            c, "axes",
            run_document_json("{'n':1,'elements_of_a_group':1048576,'order':'hilbert'}"));
        json_object_set_new(c, "baseline", json_false());
        json_array_append_new(cases, c);
    }
    run_document_plant(document, "kernels/3/sha256", "'aa'");
    assert_printed(run_document_read(document), false,
                   "  v@file over its original: no difference: within 0 %\n"
                   "    t/k: SPIR-V 400 -> 380 B, registers 40 -> 38, spills 0 -> 2,\n"
                   "    local memory 16 -> 0 B, shared memory 64 B, binary 5120 -> 4992 B\n"
                   "    t/k: the same SPIR-V, shared memory 64 -> 32 B\n"
                   "  v@file elements_of_a_group:1048576 order:hilbert over its original:\n"
                   "    no difference: within 0 %\n");
}
