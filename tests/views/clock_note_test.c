/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table.h"
#include "tests/record/run_document.h"

#define LAUNCHES                                                                                   \
    "{'each':[{'samples':2,'median_ns':1,'throttled_count':true,'stop':'samples'},"                \
    "{'samples':1,'median_ns':1,'throttled_count':false,'stop':'samples'}],"                       \
    "'time':{'launches':2,'median_ns':1}}"

/* A run of one case, which has these members. */
static struct run *run_of(const char *members)
{
    json_t *document =
        run_document_of("{'cases':[{'name':'x','workload':'w','kind':'gpu','status':'ok',"
                        "'inner_repetitions':1}]}");
    json_auto_t *own = run_document_json(members), *times = json_array();
    json_t *samples = json_object_get(own, "samples");
    for (size_t i = 0; i < json_array_size(json_object_get(samples, "canary_ns")); i++)
        json_array_append_new(times, json_integer(1));
    if (json_object_size(samples) > 0) {
        json_object_set(samples, "gpu_total_ns", times);
        json_object_set(samples, "wall_total_ns", times);
    }
    json_object_update(json_array_get(json_object_get(document, "cases"), 0), own);
    return run_document_read(document);
}

static void assert_note_of(const char *text, const char *note)
{
    char found[CLOCK_NOTE_BYTES];
    RUN_AUTO *run = run_of(text);
    clock_note_case(&run->cases[0], found);
    assert_string_equal(found, note);
}

static void assert_note(const char *samples, const char *clock, const char *note)
{
    assert_note_of(unit_text("{'samples':{%s},'clock':{%s}}", samples, clock), note);
}

TEST(test_notes)
{
    assert_note_of("{}", "");
    assert_note_of("{'samples':null,'clock':null}", "");
    assert_note("'canary_ns':[100,101,99],'throttled':[false,false,false]",
                "'best_ns':99,'best_hz':null", "");
    assert_note("'canary_ns':[100,101,250],'throttled':[false,false,true]",
                "'best_ns':99,'throttled_count':false", "throttled 1 of 3");
    assert_note("'canary_ns':[99,99,99,99,99,99,99,99,99,99,250],"
                "'throttled':[false,false,false,false,false,false,false,false,false,false,true]",
                "'best_ns':99,'throttled_count':false", "");
    assert_note("'canary_ns':[250,250,250],'core_hz':[8e8,8e8,null],'throttled':[true,true,true]",
                "'best_ns':99,'best_hz':2e9,'throttled_count':true",
                "throttled 3 of 3, all count, clock 40 %");
    assert_note("'canary_ns':[110,110],'core_hz':null,'throttled':[false,false]",
                "'best_ns':99,'best_hz':null", "clock 90 %");
    /* Two launches: samples count in the first. */
    assert_note_of("{'samples':{'canary_ns':[250,250,250],'throttled':[true,true,true]},"
                   "'launches':" LAUNCHES ","
                   "'clock':{'best_ns':null,'throttled_count':true}}",
                   "throttled 3 of 3, 2 count");
    /* Behind products of matrices the clock was higher than any load's; not so low itself. */
    assert_note("'canary_ns':[34,34],'core_hz':[1.99e9,1.99e9]",
                "'best_ns':33,'core_hz':2.03e9,'best_hz':2.0968e9", "");
    assert_note("'canary_ns':[34,34],'core_hz':[1.88e9,1.88e9]",
                "'best_ns':33,'core_hz':2.03e9,'best_hz':2.0968e9", "clock 90 %");
    assert_note("'canary_ns':[34,34],'core_hz':[1.86e9,1.86e9]",
                "'best_ns':33,'core_hz':1.87e9,'best_hz':2.0968e9", "clock 89 %");
    assert_note("'canary_ns':[34,34],'core_hz':[1.86e9,1.86e9]", "'best_ns':33,'best_hz':1.977e9",
                "clock 94 %");
    /* The probes of host-driven cases are alone. */
    assert_note_of("{'kind':'host_driven','samples':{'canary_ns':[36.2,36.1,36.3]},"
                   "'clock':{'best_ns':34.3,'best_alone_ns':35.8}}",
                   "");
    assert_note_of("{'kind':'host_driven','samples':{'canary_ns':[40,40,40]},"
                   "'clock':{'best_ns':34.3,'best_alone_ns':36}}",
                   "clock 90 %");
    char text[CLOCK_NOTE_BYTES];
    RUN_AUTO *run = run_of("{'clock':{'best_hz':1.98e9}}");
    clock_note_run(run, text);
    assert_string_equal(text, "core clock up to 1.98 GHz");
    run->cases[0].clock.best_hz = NAN;
    clock_note_run(run, text);
    assert_string_equal(text, "");
}

static void assert_low(const char *text, bool low)
{
    RUN_AUTO *run = run_of(text);
    assert_int_equal(clock_note_count_low(run), low);
}

/* One group's load came to less than another's. */
TEST(test_one_stayed_low)
{
    RUN_AUTO *run = run_document_run(
        "{'cases':[{'name':'x','workload':'w','kind':'gpu','status':'ok','inner_repetitions':1,"
        "'clock':{'probe_ns':36000,'core_hz':1.976e9,'best_hz':1.977e9}},"
        "{'name':'y','workload':'v','kind':'gpu','status':'ok','inner_repetitions':1,"
        "'clock':{'probe_ns':38000,'core_hz':1.86e9,'best_hz':1.977e9}}]}");
    assert_int_equal(clock_note_count_low(run), 1);
}

/* Values of an H100: few loads, behind products of matrices, reach more than all others. */
TEST(test_few_were_higher)
{
    static const double hz[] = { 1.976e9, 1.91e9, 2.065e9, 1.86e9 };
    json_t *document = run_document_of("{}"), *cases = json_object_get(document, "cases");
    for (int i = 0; i < 20; i++)
        json_array_append_new(
            cases, run_document_json(
                       unit_text("{'name':'x%d','workload':'w','kind':'gpu','status':'ok',"
                                 "'inner_repetitions':1,'clock':{'probe_ns':36000,'core_hz':%g,"
                                 "'best_hz':2.066e9}}",
                                 i, hz[i < 4 ? i : 0])));
    RUN_AUTO *run = run_document_read(document);
    assert_int_equal(clock_note_count_low(run), 1); /* the one of 1.86 GHz */
}

/* After a load. */
TEST(test_stayed_low)
{
    assert_low("{}", false);
    assert_low("{'clock':null}", false);
    /* An H100 at full clock. */
    assert_low("{'clock':{'probe_ns':36224,'core_hz':1.976e9,'best_ns':34300,"
               "'best_alone_ns':34310,'best_hz':1.978e9}}",
               false);
    assert_low("{'clock':{'probe_ns':36000,'core_hz':1.7e9,'best_alone_ns':36000,"
               "'best_hz':1.978e9}}",
               true);
    /* And behind products of matrices, which no load comes to. */
    assert_low("{'clock':{'probe_ns':36032,'core_hz':1.9747e9,'best_ns':33248,"
               "'best_alone_ns':34336,'best_hz':2.0968e9}}",
               false);
    /* Time decides where there is no core clock. */
    assert_low("{'clock':{'probe_ns':36000,'core_hz':null,'best_ns':34300,"
               "'best_alone_ns':35700,'best_hz':null}}",
               false);
    assert_low("{'clock':{'probe_ns':38000,'best_ns':34300,'best_alone_ns':35700}}", true);
    /* A file without best_alone_ns says nothing. */
    assert_low("{'clock':{'probe_ns':36224,'best_ns':34300,'best_hz':1.978e9}}", false);
}
