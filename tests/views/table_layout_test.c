/* SPDX-License-Identifier: MIT */
/* table_layout_test.c: what stands where, and what does at other widths. */
#include "tests/views/show_document.h"

static void assert_table(const char *text, struct table_options options, const char *wanted)
{
    table_at(text, &options);
    assert_output(wanted);
}

static void assert_table_holds(const char *text, struct table_options options, const char *part)
{
    table_at(text, &options);
    assert_holds(output, part);
}

#define AT(width) ((struct table_options){ .columns = width })

/* A case of workload w with these axes, and what its name holds of them. */
#define CASE(variant, name, axes, rest)                                                            \
    "{'name':'t.b/" variant name "','workload':'t.b/n:1','variant':'" variant "',"                 \
    "'axes':{'n':1" axes "},'kind':'gpu','check':{'before':true,'after':true}," rest "}"
#define OK(ns) "'status':'ok','gpu':{'count':20,'median_ns':" ns "}"

/* Common values appear in the head; a row at its default does not name what others name. */
TEST(test_common)
{
    assert_table(
        "{'cases':[" CASE("v", "/n:1/a:1/c:x", ",'a':1,'c':'x'", OK("1000")) "," //
        CASE("w", "/n:1/a:1/c:y", ",'a':1,'c':'y'", OK("2000")) ","              //
        CASE("z", "/n:1", "", OK("3000")) "]}",
        AT(80),
        "t.b/n:1 all a:1   median\n"
        "  v c:x          1.00 µs\n"
        "  w c:y          2.00 µs\n"
        "  z              3.00 µs\n"
        "  fastest verified: v c:x, 1.00 µs (too few common rounds to tell from w c:y, z)\n\n"
        "3 cases: 3 ok\n");
    assert_table("{'cases':[" CASE("v", "/n:1/a:1", ",'a':1", OK("1000")) "," //
                 CASE("v", "/n:1/a:2", ",'a':2", OK("2000")) ","              //
                 CASE("v", "/n:1", ",'a':0", OK("3000")) "]}",
                 AT(120),
                 "t.b/n:1 all v   median  check\n"
                 "  a:1          1.00 µs     ok\n"
                 "  a:2          2.00 µs     ok\n"
                 "  v            3.00 µs     ok\n"
                 "  fastest verified: a:1, 1.00 µs (too few common rounds to tell from a:2, v)\n\n"
                 "3 cases: 3 ok\n");
    /* Two of three name b:1, and the third has another: it differs. */
    assert_table_holds("{'cases':[" CASE("v", "/n:1/a:1/b:1", ",'a':1,'b':1", OK("1000")) "," //
                       CASE("v", "/n:1/a:2/b:1", ",'a':2,'b':1", OK("2000")) ","              //
                       CASE("v", "/n:1/a:1", ",'a':1,'b':0", OK("3000")) "]}",
                       AT(80),
                       "t.b/n:1 all v   median\n  a:1 b:1      1.00 µs\n  a:2 b:1      2.00 µs\n"
                       "  a:1          3.00 µs\n");
}

/* Cases that ended alike, one line for all; a long reason wraps. */
TEST(test_ended)
{
#define REASON                                                                                     \
    "1342 tiles, wanted 1342: tile 7 is level 0 (118, 62), wanted level 3 (12, 8); tile 8 is "     \
    "level 0 (119, 62)"
    assert_table("{'cases':[" CASE("a", "/n:1", "", OK("1000")) ","                           //
                 CASE("b", "/n:1", "", "'status':'failed_verify','reason':'" REASON "'") ","  //
                 CASE("c", "/n:1", "", "'status':'unsupported','reason':'no such thing'") "," //
                 CASE("d", "/n:1", "", "'status':'error','reason':''") ","                    //
                 CASE("e", "/n:1", "", "'status':'unsupported','reason':'no such thing'") "]}",
                 AT(80),
                 "t.b/n:1   median\n"
                 "* a      1.00 µs\n"
                 "  b  failed_verify\n"
                 "      1342 tiles, wanted 1342: tile 7 is level 0 (118, 62), wanted level 3 (12,\n"
                 "      8); tile 8 is level 0 (119, 62)\n"
                 "  c, e  unsupported  no such thing\n"
                 "  d  error\n"
                 "  fastest verified: a, 1.00 µs\n\n"
                 "5 cases: 1 ok, 2 unsupported, 1 failed_verify, 1 error\n");
    assert_table_holds(
        "{'cases':[" CASE("b", "/n:1", "", "'status':'error','reason':'" REASON "'") "]}",
        (struct table_options){ .wide = true }, "\n  b  error  " REASON "\n");
}

/* One sample, and a long name in wide characters. */
TEST(test_long)
{
#define DEEP "\xE6\xB7\xB1\xE5\xBA\xA6"
    assert_table("{'cases':[" CASE("v",
                                   "/n:1/map:" DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP
                                       DEEP DEEP DEEP DEEP DEEP DEEP,
                                   ",'map':'" DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP
                                       DEEP DEEP DEEP DEEP DEEP "'",
                                   "'status':'ok','gpu':{'count':1,'median_ns':1000}") "," //
                 CASE("w", "/n:1", "", "'status':'ok','gpu':{'count':1,'median_ns':1000}") "]}",
                 AT(60),
                 "t.b/n:1                                               median\n"
                 "  v                                                  1.00 µs\n"
                 "    map:" DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP "\n"
                 "    " DEEP DEEP DEEP "  only 1 sample\n"
                 "  w                                                  1.00 µs\n"
                 "      only 1 sample\n"
                 "  only N samples    too few for the interval to mean much,\n"
                 "                    or for any\n"
                 "  fastest verified: v\n"
                 "    map:" DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP DEEP "\n"
                 "    " DEEP DEEP DEEP ", 1.00 µs (too few common rounds to tell\n    from w)\n\n"
                 "2 cases: 2 ok\n");
}

#define NOISY                                                                                      \
    "'status':'ok','gpu':{'count':20,'median_ns':1000,'drift':0.1,'bimodal':true,'outliers':1}"

/* A note for every case of a software device is printed once. */
TEST(test_software)
{
    static const char cases[] =
        "'cases':[" CASE("v", "/n:1", "", NOISY) "," CASE("w", "/n:1", "", NOISY) "]}";
    char text[2048];
    snprintf(text, sizeof(text), "{'device':{'kind':'cpu','software':true},%s", cases);
    assert_table(text, AT(80),
                 "t.b/n:1   median\n"
                 "  v      1.00 µs\n"
                 "  w      1.00 µs\n"
                 "  fastest verified: v, 1.00 µs (too few common rounds to tell from w)\n\n"
                 "on a CPU, times are artefacts: 2 of 2 cases drifted by more than 2 % while they\n"
                 "  were measured, 2 had two speeds\n"
                 "2 cases: 2 ok\n");
    snprintf(text, sizeof(text), "{%s", cases);
    assert_table_holds(text, AT(80), "\n  v  1.00 µs  two speeds, drift +10 %\n");
    assert_table_holds(text, AT(120), "  two speeds, drift +10 %, 1 outlier\n");
}

#define FULL                                                                                       \
    CASE("v", "/n:1", "",                                                                          \
         "'status':'ok','floor_percent':43.21,'floor':{'ns':400,'bound':'chain'},'gpu':{'count':"  \
         "20,"                                                                                     \
         "'median_ns':1000,'interval_low_ns':940,'interval_high_ns':1010},"                        \
         "'wall':{'count':20,'median_ns':3000},"                                                   \
         "'time_ratio':{'pairs':20,'case_over_baseline':0.005,'interval_low':0.004,"               \
         "'interval_high':0.006}")

/* Columns that need room come where there is room. */
TEST(test_columns)
{
    static const char text[] = "{'cases':[" FULL "]}";
    assert_table_holds(text, AT(109),
                       "t.b/n:1   median      \xC2\xB1        speed-up\n"
                       "  v      1.00 µs  6.0 %  200 [167, 250]\n\n");
    static const char all[] =
        "t.b/n:1   median      \xC2\xB1        speed-up     wall  % of limit  check\n"
        "  v      1.00 µs  6.0 %  200 [167, 250]  3.00 µs  43.2 chain     ok\n\n";
    assert_table_holds(text, AT(110), all);
    assert_table_holds(text, (struct table_options){ .columns = 80, .wide = true }, all);
    /* Too narrow for anything: lines of 60. */
    assert_table_holds(text, AT(1), "  v      1.00 µs  6.0 %  200 [167, 250]\n\n");
}

/* Only what the filter leaves; who is the fastest of all is then not said. */
TEST(test_filter)
{
    static const char text[] = "{'cases':[" CASE("a", "/n:1", "", OK("1000")) "," CASE(
        "b", "/n:1", "", OK("2000")) "," CASE("bb", "/n:1", "", OK("2000")) "]}";
    regex_t filter;
    assert_int_equal(regcomp(&filter, "/b+/", REG_EXTENDED), 0);
    assert_table(text, (struct table_options){ .filter = &filter },
                 "t.b/n:1   median\n"
                 "  b      2.00 µs\n"
                 "  bb     2.00 µs\n\n"
                 "2 cases: 2 ok\n");
    regfree(&filter);
    assert_int_equal(regcomp(&filter, "nothing", REG_EXTENDED), 0);
    assert_table(text, (struct table_options){ .filter = &filter }, "0 cases\n");
    regfree(&filter);
}

/* A twin that no file concerns is no case of the run, and hides nothing. */
TEST(test_left_out)
{
    assert_table("{'cases':[" CASE("a", "/n:1", "", OK("1000")) ","                 //
                 CASE("a@file", "/n:1", "", "'replaced':[],'status':'skipped'") "," //
                 CASE("b", "/n:1", "", OK("2000")) "]}",
                 AT(80),
                 "t.b/n:1   median\n  a      1.00 µs\n  b      2.00 µs\n"
                 "  fastest verified: a, 1.00 µs (too few common rounds to tell from b)\n\n"
                 "2 cases: 2 ok\n");
}

/* Items a second give way before the rate, which gives way to the labels. */
TEST(test_items)
{
    static const char text[] =
        "{'cases':[" CASE("a", "/n:1/long:0123456789012345678901234567890123456789",
                          ",'long':'0123456789012345678901234567890123456789'",
                          "'status':'ok','work':{'bytes_read':500,'items':250},"
                          "'gpu':{'count':20,'median_ns':1000}") "]}";
    assert_table_holds(text, (struct table_options){ .columns = 100 },
                       "1.00 µs  500 MB/s  250 M/s\n");
    assert_table_holds(text, AT(75), "1.00 µs  500 MB/s\n");
    assert_table_holds(text, AT(60), "1.00 µs\n");
}

/* The reason stands behind the status, also where no case has a time. */
TEST(test_untimed)
{
    assert_table(
        "{'cases':[" CASE("a", "/n:1", "", "'status':'unsupported','reason':'no float16'") "," //
        CASE("b", "/n:1", "", "'status':'unsupported','reason':'no float16'") "]}",
        AT(80),
        "t.b/n:1\n  all 2 cases  unsupported  no float16\n\n"
        "2 cases: 2 unsupported\n");
}

/* A page has the same table, with titles, and its best bold. */
TEST(test_page)
{
    assert_table("{'session':{'started':'2026-01-02T03:04:05Z'},'cases':[" //
                 CASE("a_b", "/n:1", "", OK("1000")) ","                   //
                 CASE("c", "/n:1", "", "'status':'failed_verify','reason':'x|y'") "]}",
                 (struct table_options){ .style = SHEET_MARKDOWN },
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
    struct run *run = run_document_run(document_text);
    table_at(document_text, &AT(80));
    char *whole = strdup(output);
    FILE *out = output_begin();
    struct table table;
    table_begin(&table, out, &AT(80), run, true);
    table_add(&table, run, "t.b/size:64");
    table_add(&table, run, "t.b/size:640/map:h\xC3\xB6he");
    table_add(&table, run, "not of this run");
    table_end(&table, run);
    fclose(out);
    assert_string_equal(output, whole);
    free(whole);
    run_destroy(&run);
}
