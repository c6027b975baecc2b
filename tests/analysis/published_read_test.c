/* SPDX-License-Identifier: MIT */
/* published_read_test.c: what is shipped is read whole; each planted fault is said in a line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/analysis/published/published.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char good[] =
    "{'schema_version':1,'paper':{'id':'p','title':'On it','year':2020},'technique':'t',"
    "'hardware':[{'id':'h','device':'GPU','driver':null}],"
    "'stand_ins':{'scene':{'torus':'pot'}},"
    "'figures':[{'id':'p.f','quantity':'time','value':2.5,'unit':'ms','hardware':'h'}],"
    "'claims':[{'id':'p.c','kind':'ratio','statement':'It is so.','profile':'full',"
    "'source':{'where':'there','quote':'so','read':'plot','read_error':0.2},'figures':['p.f'],"
    "'hardware':'h','range':{'n':[1,4]},'preconditions':['one',{'what':'fact:rho','of':'a','at_"
    "most':2}],'deviations':['a','b'],"
    "'tolerance':{'same_device':0.1,'other_device':0.25,'note':null},"
    "'subject':{'a':'^a','b':'^b','measure':'gpu','measure_b':'metric:m','relation':'equals',"
    "'join':['scene'],'extremes':true},"
    "'published':{'value':null,'values':{'pot':3},'unit':'ratio','approximate':true}},"
    "{'id':'p.d','statement':'This, too.',"
    "'tolerance':{'same_device':0.1,'other_device':0.25},"
    "'subject':{'a':'^a','b':null,'measure':'judged','relation':'at_most'},"
    "'published':{'value':1.5,'unit':'ms'}}]}";

/* `text` with double quotes for single ones, and what stands in it replaced. */
static struct published *read_with(const char *from, const char *to, char *message)
{
    char text[8192];
    const char *at = strstr(good, from);
    if (!at)
        fail_msg("no '%s'", from);
    snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    json_error_t error;
    json_t *document = json_loads(text, 0, &error);
    if (!document)
        fail_msg("%s: %s", error.text, text);
    struct published *file = published_read(document, "p.json", message);
    json_decref(document);
    return file;
}

static void test_whole(void **state)
{
    (void)state;
    char message[PUBLISHED_MESSAGE_BYTES];
    struct published *file = read_with("'p'", "'p'", message);
    assert_non_null(file);
    assert_string_equal(message, "");
    const struct published_claim *claim = &file->claims[0], *time = &file->claims[1];
    assert_int_equal(file->claim_count, 2);
    assert_string_equal(claim->hardware->device, "GPU");
    assert_int_equal(claim->profile, BENCH_FULL);
    assert_int_equal(time->profile, BENCH_PAPER);
    assert_string_equal(claim->figures[0]->unit, "ms");
    assert_int_equal(claim->measure.quantity, PUBLISHED_GPU);
    assert_int_equal(claim->measure_b.quantity, PUBLISHED_METRIC);
    assert_string_equal(claim->measure_b.name, "m");
    assert_true(claim->ranges[0].low == 1 && claim->ranges[0].high == 4);
    assert_true(claim->read_error == 0.2 && claim->extremes && claim->approximate);
    assert_int_equal(claim->deviation_count, 2);
    assert_string_equal(claim->preconditions[0], "one");
    assert_int_equal(claim->precondition_count, 1);
    assert_int_equal(claim->condition_count, 1);
    assert_true(claim->conditions[0].of_a && !claim->conditions[0].of_b);
    assert_true(isinf(claim->conditions[0].low) && claim->conditions[0].high == 2);
    assert_string_equal(claim->conditions[0].measure.name, "rho");
    assert_true(published_claim_value(claim, "pot") == 3);
    assert_true(isnan(published_claim_value(claim, "torus")));
    assert_true(time->value == 1.5e6 && time->stated == 1.5 && time->factor == 1);
    assert_true(published_claim_value(time, "any") == 1.5e6);
    assert_string_equal(file->stand_ins[0].what, "pot");
    published_destroy(&file);
    assert_null(file);
}

static void test_faults(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *said;
    } faults[] = {
        { "'schema_version':1", "'schema_version':2", "schema_version must be 1" },
        { "'paper':{'id':'p'", "'paper':{'id':''", "paper.id is missing" },
        { "'technique'", "'techniqu'", "techniqu is not known: did you mean 'technique'?" },
        { "'value':2.5", "'value':'x'", "figures 'p.f': value is a text, and not a number" },
        { "'device':'GPU'", "'device':7", "device is a number, and not a text" },
        { "'unit':'ms','hardware':'h'", "'unit':'ms','hardware':'g'",
          "hardware is 'g', which the document's hardware has not" },
        { "'figures':['p.f']", "'figures':['p.g']", "figures has 'p.g'" },
        { "'id':'p.d'", "'id':'p.c'", "claims has two of the id 'p.c'" },
        { "'id':'p.d'", "'id':null", "id is missing" },
        { "'id':'p.d'", "'id':'p.\\u001b'", "id may have the letters" },
        { "'id':'p','title'", "'id':'P','title'", "paper.id may have the letters" },
        { "'statement':'It is so.'", "'statement':''", "claims 'p.c': statement is missing" },
        { "'profile':'full'", "'profile':'ful'", "did you mean 'full'?" },
        { "'profile':'full'", "'origin':'our'", "did you mean 'ours'?" },
        { "'what':'fact:rho'", "'what':'rho'", "what is 'rho': device, multiprocessors, floor" },
        { "'what':'fact:rho'", "'what':'gpu'", "what is 'gpu': device" },
        { "'what':'fact:rho'", "'what':'floor'", "is must be bytes, texture" },
        { "'what':'fact:rho'", "'what':'device'", "is must be 'own'" },
        { "'statement':'This, too.'",
          "'statement':'This, too.','preconditions':[{'what':'device','is':'own'}]",
          "claims 'p.d': hardware is missing: a precondition is about the paper's own device" },
        { ",'at_most':2}", "}", "at_least or at_most is missing" },
        { "'at_most':2}", "'atmost':2}", "did you mean 'at_most'?" },
        { "'of':'a'", "'of':'c'", ".of" },
        { "'n':[1,4]", "'n':[4,1]", "range.n goes from 4 down to 1" },
        { "'n':[1,4]", "'n':[4]", "range.n must be two numbers" },
        { "'a':'^a','b':'^b'", "'a':'^(a','b':'^b'",
          "subject.a is no extended regular expression" },
        { "'a':'^a','b':'^b'", "'b':'^b'", "subject.a is missing" },
        { "'measure':'gpu'", "'measure':'time'", "subject.measure is 'time': gpu, wall" },
        { "'measure':'gpu'", "'measure':'host_share'",
          "host_share, of what a saves beside b: equals" },
        { "'measure':'gpu'", "'measure':'metric:'", "subject.measure is 'metric:'" },
        { "'measure':'gpu'", "'measure':'none'", "subject.untestable is missing" },
        { "'relation':'equals'", "'relation':'equal'", "did you mean 'equals'?" },
        { "'relation':'equals'", "'relation':'argmin'", "subject.b must be null" },
        { "'relation':'equals'", "'relation':'doubles'", "subject.along is missing" },
        { "'relation':'equals'", "'relation':'local_maximum'", "subject.within is missing" },
        { "'relation':'at_most'", "'relation':'less'", "subject.b is missing" },
        { "'relation':'at_most'", "'relation':'crossover'", "subject.b is missing" },
        { "'join':['scene'],", "", "subject.join is missing" },
        { "'join'", "'joins'", "subject.joins is not known: did you mean 'join'?" },
        { "'pot':3", "'pot':-3", "value must be above 0" },
        { "'value':null,'values':{'pot':3}", "'value':null", "value is missing: equals" },
        { "'value':1.5,'unit':'ms'", "'value':1.5,'unit':'ratio'", "unit is 'ratio': of a time" },
        { "'same_device':0.1", "'same_device':-0.1", "tolerance.same_device" },
        { "'other_device':0.25,'note'", "'note'", "tolerance.other_device is missing" },
        { "'published':{'value':1.5,'unit':'ms'}", "'x':0", "published is missing" },
    };
    char message[PUBLISHED_MESSAGE_BYTES];
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        struct published *file = read_with(faults[i].from, faults[i].to, message);
        if (file)
            fail_msg("not seen: %s", faults[i].to);
        if (!strstr(message, faults[i].said))
            fail_msg("'%s' has not '%s'", message, faults[i].said);
        assert_non_null(strstr(message, "'p.json' is no published file: "));
    }
}

/* A line each. */
static void test_several_faults(void **state)
{
    (void)state;
    char message[PUBLISHED_MESSAGE_BYTES];
    assert_null(read_with("'kind':'ratio','statement':'It is so.','profile':'full'",
                          "'kind':7,'profile':'x'", message));
    size_t lines = 1;
    for (const char *c = message; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 3);
    assert_non_null(strstr(message, "statement is missing"));
    assert_non_null(strstr(message, "profile is 'x'"));
    assert_non_null(strstr(message, "kind is a number"));
}

/* What follows from a fault is none of its own: one line, whatever else rests on what is wrong. */
static void test_one_line(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *said;
    } faults[] = {
        { "'hardware':[{'id':'h','device':'GPU','driver':null}]", "'hardware':5",
          "hardware is a number, and not an array" },
        { "'id':'h'", "'id':5", "hardware[0].id is a number, and not a text" },
        { "{'id':'h','device':'GPU','driver':null}", "5", "hardware[0] is a number" },
        { "'id':'p.f'", "'id':5", "figures[0].id is a number, and not a text" },
        { "'figures':[{'id':'p.f','quantity':'time','value':2.5,'unit':'ms','hardware':'h'}]",
          "'figures':5", "figures is a number, and not an array" },
        { "'paper':{'id':'p','title':'On it','year':2020}", "'paper':'p'",
          "paper is a text, and not an object" },
        { "'paper':{'id':'p'", "'paper':{'id':5", "paper.id is a number, and not a text" },
        { "'id':'p.d'", "'id':5", "claims[1].id is a number, and not a text" },
        { "'statement':'It is so.'", "'statement':5", "statement is a number, and not a text" },
        { "'hardware':'h','range'", "'hardware':5,'range'", "hardware is a number" },
        { "'statement':'This, too.'",
          "'statement':'.','hardware':'g','preconditions':[{'what':'device','is':'own'}]",
          "hardware is 'g', which the document's hardware has not" },
        { "'figures':['p.f']", "'figures':[5]", "figures[0] is a number, and not a text" },
        { "{'what':'fact:rho','of':'a','at_most':2}", "{'what':'floor','is':5}",
          "preconditions[1].is is a number, and not a text" },
        { "{'what':'fact:rho','of':'a','at_most':2}", "{'what':'floor','is':'byte'}",
          "preconditions[1].is must be bytes, texture" },
        { "'at_most':2}", "'at_most':'x'}", "at_most is a text, and not a number" },
        { "'at_most':2}", "'atmost':2}", "did you mean 'at_most'?" },
        { "{'a':'^a','b':null,'measure':'judged','relation':'at_most'}", "'x'",
          "subject is a text, and not an object" },
        { "'a':'^a','b':'^b'", "'a':'^a','b':5", "subject.b is a number, and not a text" },
        { "'measure':'gpu'", "'measure':5", "subject.measure is a number, and not a text" },
        { "'relation':'equals'", "'relation':5", "subject.relation is a number, and not a text" },
        { "'join':['scene']", "'join':5", "subject.join is a number, and not an array" },
        { "'join'", "'joins'", "subject.joins is not known: did you mean 'join'?" },
        { "'relation':'equals'", "'relation':'local_maximum','along':'n','within':[]",
          "subject.within must be two numbers" },
        { "{'same_device':0.1,'other_device':0.25,'note':null}", "'x'",
          "tolerance is a text, and not an object" },
        { "'same_device':0.1", "'same_device':'x'", "tolerance.same_device is a text" },
        { "'published':{'value':1.5,'unit':'ms'}", "'published':5", "published is a number" },
        { "'value':1.5", "'value':'x'", "published.value is a text, and not a number" },
        { "'values':{'pot':3}", "'values':5", "published.values is a number, and not an object" },
        { "'pot':3", "'pot':'x'", "published.values.pot is a text, and not a number" },
        { "'pot':3", "'pot':null", "published.values.pot is missing" },
        { "'value':1.5,'unit':'ms'", "'value':1.5,'unit':5", "published.unit is a number" },
    };
    char message[PUBLISHED_MESSAGE_BYTES];
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        assert_null(read_with(faults[i].from, faults[i].to, message));
        if (!strstr(message, faults[i].said) || strchr(message, '\n'))
            fail_msg("'%s' is not one line that has '%s'", message, faults[i].said);
    }
    assert_null(read_with(strstr(good, "'claims'"), "'claims':5}", message));
    assert_non_null(strstr(message, "claims is a number, and not an array"));
    assert_null(strchr(message, '\n'));
}

static void test_files(void **state)
{
    (void)state;
    char message[PUBLISHED_MESSAGE_BYTES], path[] = "/tmp/published-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_null(published_load("/nowhere.json", message));
    assert_non_null(strstr(message, "cannot read '/nowhere.json'"));
    assert_int_equal(write(fd, "{\n\"a\":1,\n\"a\"", 12), 12);
    assert_null(published_load(path, message));
    assert_non_null(strstr(message, "line 3"));
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(pwrite(fd, "[]", 2, 0), 2);
    assert_null(published_load(path, message));
    assert_non_null(strstr(message, "the document is no object"));
    close(fd);
    unlink(path);
}

static void test_shipped(void **state)
{
    (void)state;
    struct published_list list = { 0 };
    assert_true(published_list_shipped(&list));
    assert_true(list.count >= 8);
    size_t claims = 0;
    for (size_t i = 0; i < list.count; i++)
        claims += list.files[i]->claim_count; /* a new technique has none yet */
    assert_true(claims >= 92);
    published_list_finish(&list);
    assert_int_equal(list.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),          cmocka_unit_test(test_faults),
        cmocka_unit_test(test_several_faults), cmocka_unit_test(test_one_line),
        cmocka_unit_test(test_files),          cmocka_unit_test(test_shipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
