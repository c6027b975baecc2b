/* SPDX-License-Identifier: MIT */
/* published_upgrade_test.c: files of schema 1 are read as schema 2, with a line that says so, and
 * their faults are said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/analysis/published/published.h"
#include "harness/base/trouble.h"

#include <stdio.h>
#include <string.h>

/* A claim of schema 1 with parts of its subject, and its published member. */
static struct published *read_old(const char *subject, const char *value, const char *rest)
{
    char text[2048];
    snprintf(text, sizeof(text),
             "{'schema_version':1,'paper':{'id':'p','title':'On it','year':2020},'technique':'t',"
             "'hardware':[{'id':'h','device':'GPU','driver':null}],'figures':[],"
             "'claims':[{'id':'p.c','kind':'ratio','statement':'It is so.','hardware':'h',"
             "'figures':[],'preconditions':['one'],'deviations':[],'range':{},"
             "'source':{'where':'there','quote':'so','read':'plot','read_error':0.2},"
             "'subject':{'a':'^a',%s},'published':{%s,'approximate':true}%s}]}",
             subject, value, rest);
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    return published_parse(text, strlen(text), "p.json");
}

#define PAIR "'b':'^b','measure':'gpu','relation':"
#define ALONE "'b':null,'measure':'judged','relation':"

static void test_old(void **state)
{
    (void)state;
    static const struct {
        const char *subject, *published, *rest, *said;
    } claims[] = {
        { PAIR "'equals'", "'value':1.5,'unit':'ratio'", "", "slower 1.5 ratio" },
        { PAIR "'equals'", "'value':0.5,'unit':'ratio'", "", "faster 2 ratio" },
        { PAIR "'equals'", "'value':1.05,'unit':'ratio'", "", "as_fast nan ratio both none" },
        { PAIR "'equals'", "'value':0.96,'unit':'ratio'", ",'tolerance':{'other_device':0.25}",
          "as_fast nan ratio both close" },
        { PAIR "'equals'", "'value':1,'unit':'ratio'", ",'tolerance':{'other_device':0.1}",
          "as_fast nan ratio both little" },
        { PAIR "'equals','join':['n']", "'values':{'x':2,'y':1},'unit':'ratio'", "",
          "slower 2 ratio" },
        { PAIR "'equals','join':['n']", "'values':{'x':0.5,'y':0.8},'unit':'ratio'", "",
          "faster 2 ratio" },
        { PAIR "'equals','join':['n']", "'values':{'x':0.5,'y':2},'unit':'ratio'", "",
          "slower nan ratio untestable" },
        { "'b':'^a','measure':'metric:m','measure_b':'wall','relation':'equals'",
          "'value':0.9,'unit':'fraction'", "", "share 0.9 share" },
        { "'b':'^b','measure':'peak_bytes','relation':'equals'", "'value':0.5,'unit':null", "",
          "less 2 ratio" },
        { "'b':'^b','measure':'host_share','relation':'at_least'", "'value':0.5,'unit':'ratio'", "",
          "at_least 0.5 share" },
        { PAIR "'at_least'", "'value':1,'unit':'ratio'", "", "as_fast nan ratio gain none" },
        { PAIR "'at_most'", "'value':1,'unit':'ratio'", "", "as_fast nan ratio loss none" },
        { PAIR "'at_most'", "'value':1.2,'unit':'x'", "", "at_most 1.2 ratio" },
        { ALONE "'at_most'", "'value':1.2,'unit':'ms'", "", "at_most 1.2e+06 ms" },
        { ALONE "'equals'", "'value':2,'unit':'us'", "", "count 2000 us both own" },
        { "'measure':'metric:m','relation':'equals'", "'value':7,'unit':'steps'", "",
          "count 7 steps both" },
        { PAIR "'less'", "'value':3,'unit':'ms'", "", "faster nan ratio" },
        { "'b':'^b','measure':'metric:m','relation':'less_each','join':['n']", "'value':null", "",
          "less nan ratio every" },
        { ALONE "'argmin','along':'n','rising':true", "'value':6,'unit':'levels'", "",
          "best_at 6 levels or_more" },
        { PAIR "'crossover','along':'n'", "'value':250,'factor':1.1,'unit':'surfaces'", "",
          "from 250 surfaces factor" },
        { ALONE "'doubles','along':'n'", "'value':2,'unit':'ratio'", "", "times_as_long 2 ratio" },
        { ALONE "'monotone','along':'n'", "'value':null,'unit':null", "", "falls nan " },
        { ALONE "'monotone','along':'n','rising':true", "'value':null", "", "rises nan " },
        { ALONE "'local_maximum','along':'n','within':[8,9]", "'value':8", "",
          "peaks_within nan  within" },
        { ALONE "'at_most'", "'value':1,'unit':'s'", ",'origin':'ours'", "at_most 1e+09 s ours" },
    };
    static const char *const denies[] = { "", " gain", " loss", " both" };
    static const char *const margins[] = { "", " none", " little", " close" };
    for (size_t i = 0; i < sizeof(claims) / sizeof(claims[0]); i++) {
        char said[256];
        struct published *file = read_old(claims[i].subject, claims[i].published, claims[i].rest);
        if (!file)
            fail_msg("%zu: %s", i, trouble_text());
        const struct published_claim *claim = &file->claims[0];
        snprintf(said, sizeof(said), "%s %.6g %s%s%s%s%s%s%s%s%s%s",
                 published_says_name(claim->says), published_claim_value(claim, "x"), claim->unit,
                 denies[claim->denies], margins[claim->margin],
                 *claim->untestable ? " untestable" : "", claim->condition_count > 0 ? " own" : "",
                 claim->of == PUBLISHED_OF_EVERY ? " every" : "", claim->or_more ? " or_more" : "",
                 claim->factor != 1 ? " factor" : "", claim->within.low == 8 ? " within" : "",
                 claim->number == PUBLISHED_OURS ? " ours" : "");
        if (strcmp(said, claims[i].said) != 0)
            fail_msg("%s: '%s', and not '%s'", claims[i].subject, said, claims[i].said);
        assert_string_equal(
            file->assumed,
            "'p.json' is of schema 1: what its 1 claim says, the margins and whose "
            "number it is were assumed; docs/guide/claims-and-verdicts.md explains schema 2");
        published_destroy(&file);
    }
}

static void test_old_faults(void **state)
{
    (void)state;
    static const struct {
        const char *subject, *published, *rest, *said;
    } faults[] = {
        { PAIR "'equal'", "'value':2", "", "says is 'equal'" },
        { PAIR "null", "'value':2", "", "says is missing" },
        { PAIR "7", "'value':2", "", "says is a number" },
        { PAIR "'equals'", "'value':null", "", "value is missing" },
        { PAIR "'equals'", "'value':'x'", "", "value is a text" },
        { PAIR "'equals'", "'value':-3", "", "value is -3" },
        { PAIR "'equals'", "'values':{'x':2,'y':-2}", ",'join':['n']", "values.y is -2" },
        { PAIR "'equals','joins':[]", "'value':2", "", "joins is not known" },
        { PAIR "'equals'", "'value':2,'vale':3", "", "vale is not known: did you mean 'value'?" },
        { PAIR "'equals'", "'value':2", ",'origin':'our'", "number is 'our'" },
        { PAIR "'equals'", "'value':2", ",'stated':1", "stated is not known" },
        { ALONE "'argmin'", "'value':2", "", "along is missing" },
        { "'b':null,'measure':'gpu','relation':'less'", "'value':2", "", "b is missing" },
    };
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        assert_null(read_old(faults[i].subject, faults[i].published, faults[i].rest));
        if (!strstr(trouble_text(), faults[i].said) ||
            !strstr(trouble_text(), "(of schema 1, read as 2)"))
            fail_msg("'%s' has not '%s'", trouble_text(), faults[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_old),
        cmocka_unit_test(test_old_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
