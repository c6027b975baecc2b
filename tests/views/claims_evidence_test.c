/* SPDX-License-Identifier: MIT */
/* claims_evidence_test.c: outputs of claims say by which evidence other than a run. */
#include "tests/analysis/observed_made.h"
#include "tests/output.h"
#include "tests/views/entry_made.h"

#include "harness/views/claims/claims.h"
#include "harness/views/formats/export.h"

#include <jansson.h>

#define LESS(evidence)                                                                             \
    OBSERVED_NAMES                                                                                 \
    ",'evidence':'" evidence                                                                       \
    "','says':'less','value':2.64,'observed':[" OBSERVED_HERE("", "'a':10,'b':54") "]"

static void says(const char *members, const char *wanted)
{
    struct observed_made made;
    struct text text = { 0 };
    observed_judge(&made, "t", members);
    claims_sentence(made.entry, &text);
    assert_string_equal(text_string(&text), wanted);
    text_finish(&text);
    observed_finish(&made);
}

TEST(test_sentence)
{
    says(LESS("cuda_port"),
         "It is so · 5.4 × less (10 against 54), by a CUDA port under counters · paper 2.64 × · "
         "STRONGER (same size: 2.09 to 3.46)");
    says(LESS("trace"), "It is so · 5.4 × less (10 against 54), by a trace · paper 2.64 × · "
                        "STRONGER (same size: 2.09 to 3.46)");
    says("'a':'x','measure':'none','evidence':'test','says':'at_most','value':0,'unit':'grids',"
         "'observed':[" OBSERVED("null", "", "'a':2052") "]",
         "It is so · 2052 grids, by a test · paper at most 0 · CONTRADICTED");
    says("'a':'x','measure':'none','evidence':'arithmetic','says':'count','value':7.3,"
         "'unit':'GiB','observed':[" OBSERVED("null", "", "'a':7.32") "]",
         "It is so · 7.32 GiB, by arithmetic · paper 7.3 GiB · CONFIRMED");
    says(OBSERVED_NAMES ",'evidence':'trace','says':'less'",
         "It is so · paper gives no number · NOT TESTABLE: No trace was kept of this device.");
}

/* Times and bytes stand with their units. */
TEST(test_sides)
{
    says("'a':'x','b':'y','name_a':'LOCAL','name_b':'BREADTH','measure':'peak_bytes',"
         "'evidence':'arithmetic','says':'less',"
         "'observed':[" OBSERVED("null", "", "'a':1048576,'b':50331648") "]",
         "It is so · 48 × less (1 MiB against 48 MiB), by arithmetic · paper gives no number · "
         "CONFIRMED "
         "(from 1.05 × on)");
    says("'a':'x','b':'y','name_a':'the first pass','name_b':'any other','measure':'gpu',"
         "'evidence':'trace','says':'slower',"
         "'observed':[" OBSERVED_HERE("naive", "'a':7110816,'b':2496672") "]",
         "the first pass is slower than any other on naive · 2.85 × slower (7.11 ms against "
         "2.50 ms), by a trace · paper gives no number · CONFIRMED (from 1.05 × on)");
}

/* In the terminal with the sentence that explains the number, and a count of its own. */
TEST(test_print)
{
    struct observed_made made;
    observed_judge(&made, "t", LESS("cuda_port"));
    FILE *file = output_begin();
    claims_print(file, made.claims, true, 0);
    fclose(file);
    assert_holds(output, "  It was counted. (results/twins/a.json.gz)\n");
    assert_holds(output, "    LOCAL against BREADTH: 5.4 × less, STRONGER\n");
    assert_holds(output, "by other evidence than runs:\n  1 STRONGER\n");
    observed_finish(&made);
}

TEST(test_json)
{
    struct observed_made made;
    observed_judge(&made, "t", LESS("cuda_port"));
    json_t *json = export_claims_json(made.claims);
    json_t *device = json_array_get(json_object_get(json, "devices"), 0);
    json_t *counts = json_object_get(device, "counts_of_other_evidence");
    json_t *claim = json_array_get(json_object_get(device, "claims"), 0);
    assert_int_equal(json_integer_value(json_object_get(counts, "STRONGER")), 1);
    assert_string_equal(json_string_value(json_object_get(claim, "evidence")), "cuda_port");
    json_decref(json);
    observed_finish(&made);
}

#define OF_LOCAL "'a':'/a','b':'/b','name_a':'LOCAL','name_b':'BREADTH'"

static void whole(const struct made_entry *made, const char *wanted)
{
    struct text text = { 0 };
    claims_sentence(&made->entry, &text);
    assert_string_equal(text_string(&text), wanted);
    text_finish(&text);
}

/* All parts, with the reason where it cannot be tested; without a measurement none is printed. */
TEST(test_whole)
{
    struct made_entry made;
    entry_init(&made, OF_LOCAL ",'says':'slower','value':2.84,'join':['scene']");
    pair_set(&made, 0, 2.56, 2.49, 2.67);
    made.pairs[0].key = "HAIR";
    made.pairs[0].a_plain = 3.31e6;
    made.pairs[0].b_plain = 1.3e6;
    made.pairs[0].a_ns = made.pairs[0].b_ns = true;
    made.pairs[0].published = 2.84;
    made.pairs[0].zones = zones_size(2.84, zones_kappa);
    whole(&made,
          "LOCAL is slower than BREADTH on HAIR · 2.56 × slower [2.49, 2.67] (3.31 ms against 1.30 "
          "ms) · paper 2.84 × · CONFIRMED (same size: 2.23 to 3.76)");
    made.file->claims[0].value = made.pairs[0].published = NAN;
    made.file->claims[0].number = PUBLISHED_OURS;
    whole(&made,
          "LOCAL is slower than BREADTH on HAIR · 2.56 × slower [2.49, 2.67] (3.31 ms against 1.30 "
          "ms) · CONFIRMED (same size: 2.23 to 3.76)");
    made.file->claims[0].value = 2.84;
    made.entry.verdict = (struct verdict){ VERDICT_NOT_TESTABLE, 0 };
    made.entry.reason = "Validation layers change times.";
    made.entry.readings[0].shown = NULL;
    whole(&made,
          "LOCAL is slower than BREADTH · paper 2.84 × · NOT TESTABLE: Validation layers change "
          "times.");
    published_destroy(&made.file);
}
