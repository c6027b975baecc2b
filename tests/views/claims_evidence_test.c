/* SPDX-License-Identifier: MIT */
/* claims_evidence_test.c: outputs of claims say by which evidence other than a run. */
#include "harness/views/claims/claims.h"
#include "harness/views/formats/export.h"
#include "tests/analysis/observed_made.h"
#include "tests/output.h"
#include "tests/views/entry_made.h"

#define LESS(evidence)                                                                             \
    OBSERVED_NAMES                                                                                 \
    ",'evidence':'" evidence                                                                       \
    "','says':'less','value':2.64,'observed':[" OBSERVED_HERE("", "'a':10,'b':54") "]"

static void says(const char *members, const char *wanted)
{
    MADE_AUTO made = observed_judge("t", members);
    CLEANUP(text_finish) struct text text = { 0 };
    claims_sentence(made.entry, &text);
    assert_string_equal(text_string(&text), wanted);
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
    /* Times and bytes stand with their units. */
    says("'a':'x','b':'y','name_a':'LOCAL','name_b':'BREADTH','measure':'peak_bytes',"
         "'evidence':'arithmetic','says':'less',"
         "'observed':[" OBSERVED("null", "", "'a':1048576,'b':50331648") "]",
         "It is so · 48 × less (1 MiB against 48 MiB), by arithmetic · paper gives no number · "
         "CONFIRMED (from 1.05 × on)");
    says("'a':'x','b':'y','name_a':'the first pass','name_b':'any other','measure':'gpu',"
         "'evidence':'trace','says':'slower',"
         "'observed':[" OBSERVED_HERE("naive", "'a':7110816,'b':2496672") "]",
         "the first pass is slower than any other on naive · 2.85 × slower (7.11 ms against "
         "2.50 ms), by a trace · paper gives no number · CONFIRMED (from 1.05 × on)");
}

/* In the terminal with the sentence that explains the number, and a count of its own. */
TEST(test_print)
{
    MADE_AUTO made = observed_judge("t", LESS("cuda_port"));
    FILE *file = output_begin();
    claims_print(file, made.claims, true, 0);
    fclose(file);
    assert_holds(output, "  It was counted. (results/twins/a.json.gz)\n");
    assert_holds(output, "    LOCAL against BREADTH: 5.4 × less, STRONGER\n");
    assert_holds(output, "by other evidence than runs:\n  1 STRONGER\n");
}

TEST(test_json)
{
    MADE_AUTO made = observed_judge("t", LESS("cuda_port"));
    json_auto_t *json = export_claims_json(made.claims);
    assert_json(json_array_get(json_object_get(json, "devices"), 0),
                "{'counts_of_other_evidence':{'STRONGER':1},'claims':[{'evidence':'cuda_port'}]}");
}

#define OF_LOCAL "'a':'/a','b':'/b','name_a':'LOCAL','name_b':'BREADTH'"

/* All parts, with the reason where it cannot be tested; without a measurement none is printed. */
TEST(test_whole)
{
    entry_make(OF_LOCAL ",'says':'slower','value':2.84,'join':['scene']", 2.56, 2.49, 2.67);
    made_entry.pairs[0].key = "HAIR";
    made_entry.pairs[0].a_plain = 3.31e6;
    made_entry.pairs[0].b_plain = 1.3e6;
    made_entry.pairs[0].a_quantity = made_entry.pairs[0].b_quantity = CLAIMS_NS;
    made_entry.pairs[0].published = 2.84;
    made_entry.pairs[0].zones = zones_size(2.84, zones_kappa);
    entry_says(
        claims_sentence,
        "LOCAL is slower than BREADTH on HAIR · 2.56 × slower [2.49, 2.67] (3.31 ms against 1.30 "
        "ms) · paper 2.84 × · CONFIRMED (same size: 2.23 to 3.76)");
    made_entry.file->claims[0].value = made_entry.pairs[0].published = NAN;
    made_entry.file->claims[0].number = PUBLISHED_OURS;
    entry_says(
        claims_sentence,
        "LOCAL is slower than BREADTH on HAIR · 2.56 × slower [2.49, 2.67] (3.31 ms against 1.30 "
        "ms) · CONFIRMED (same size: 2.23 to 3.76)");
    made_entry.file->claims[0].value = 2.84;
    made_entry.entry.verdict = (struct verdict){ VERDICT_NOT_TESTABLE, 0 };
    made_entry.entry.reason = "Validation layers change times.";
    made_entry.entry.readings[0].shown = NULL;
    entry_says(
        claims_sentence,
        "LOCAL is slower than BREADTH · paper 2.84 × · NOT TESTABLE: Validation layers change "
        "times.");
}
