/* SPDX-License-Identifier: MIT */
/* published_plot_test.c: plots are read whole, rows take what they lack from their plot, and each
 * planted fault has its message. */
#include "harness/analysis/published/published.h"
#include "harness/base/base.h"
#include "tests/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIGURE(id_, value_, unit_)                                                                 \
    "{'id':'p." id_ "','quantity':'q','value':" value_ ",'unit':'" unit_ "','hardware':null}"

static const char good[] =
    "{'schema_version':2,'paper':{'id':'p','title':'On it'},'technique':'t','hardware':[],"
    "'claims':[],'figures':[" FIGURE("one.pot", "2.5", "ms") "," FIGURE(
        "two.pot", "20",
        "percent") "],"
                   "'plots':[{'id':'p-table','title':'Table','quantity':'count','published':'paper'"
                   ","
                   "'label':'{scene}, "
                   "{variant}','cases':'t.b/{variant}/scene:{scene}','figure':'p.{which}.{scene}',"
                   "'measure':'metric:n','rows':[{'scene':'pot','variant':'v|w','which':'one'},"
                   "{'label':'own','cases':'u.b/x/n:1|2/m:3','figure':null,'measure':'fact:k'},"
                   "{'label':'no case','cases':null,'figure':'p.one.pot','over':'p.two.pot'}]},"
                   "{'id':'p-sweep','title':'Sweep','text':'So.','quantity':'gpu','cases':'s.b/"
                   "*','along':'fact:rho',"
                   "'label':'rho','log':true,'split':'map','lines':[{'figure':'p.one.pot','text':'"
                   "at {} here'},"
                   "{'figure':'p.two.pot','text':'point','at':3,'only':'scene'}]}]}";

static struct published *read_with(const char *from, const char *to)
{
    char text[8192];
    const char *at = strstr(good, from);
    if (!at)
        fail_msg("no '%s'", from);
    snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    return published_parse(text, strlen(text), "p.json");
}

static void test_table(void **state)
{
    struct published *file = read_with("'p'", "'p'");
    (void)state;
    if (!file)
        fail_msg("%s", trouble_text());
    const struct published_plot *plot = &file->plots[0];
    const struct published_plot_row *rows = plot->rows;
    assert_int_equal(file->plot_count, 2);
    assert_string_equal(plot->technique, "u");
    assert_int_equal(plot->quantity, PUBLISHED_PLOT_COUNT);
    assert_int_equal(plot->row_count, 3);
    assert_string_equal(rows[0].label, "pot, v|w");
    assert_string_equal(rows[0].cases.technique, "t");
    assert_string_equal(rows[0].cases.bench, "b");
    assert_string_equal(rows[0].cases.variants, "v|w");
    assert_string_equal(rows[0].cases.only, "scene:pot");
    assert_string_equal(rows[0].figure->id, "p.one.pot");
    assert_string_equal(rows[0].measure.name, "n");
    assert_string_equal(rows[1].cases.only, "n:1|2/m:3");
    assert_null(rows[1].figure);
    assert_int_equal(rows[1].measure.quantity, PUBLISHED_FACT);
    assert_string_equal(rows[2].cases.bench, "");
    assert_true(published_figure_number(rows[2].figure) == 2.5e6);
    assert_true(published_figure_number(rows[2].over) == 1.2);
    published_destroy(&file);
}

static void test_sweep(void **state)
{
    struct published *file = read_with("'p'", "'p'");
    (void)state;
    assert_non_null(file);
    const struct published_plot *plot = &file->plots[1];
    assert_int_equal(plot->row_count, 0);
    assert_string_equal(plot->technique, "s");
    assert_string_equal(plot->cases.variants, "*");
    assert_string_equal(plot->cases.only, "");
    assert_int_equal(plot->kind, PUBLISHED_ALONG_FACT);
    assert_string_equal(plot->along, "rho");
    assert_string_equal(plot->split, "map");
    assert_string_equal(plot->greatest, "");
    assert_int_equal(plot->line_count, 2);
    assert_string_equal(plot->lines[0].before, "at ");
    assert_string_equal(plot->lines[0].after, " here");
    assert_true(isnan(plot->lines[0].at) && plot->lines[1].at == 3);
    assert_string_equal(plot->lines[1].before, "point");
    published_destroy(&file);
}

static void test_faults(void **state)
{
    static const struct {
        const char *from, *to, *said;
    } faults[] = {
        { "'id':'p-sweep'", "'id':'p-table'", "id belongs to two plots" },
        { "'title':'Table',", "", "plots 'p-table': title is missing" },
        { "'quantity':'count'", "'quantity':'time'", "quantity is 'time', which is not known" },
        { "'quantity':'count',", "", "quantity is missing" },
        { "'published':'paper',", "", "published is missing" },
        { "'published':'paper',", "'published':'paper','along':'n',", "along is not known" },
        { "'which':'one'", "'wich':'one'", "rows[0].which is missing" },
        { "'which':'one'", "'which':'one','more':'x'", "the word 'more', which no text of it has" },
        { "'which':'one'", "'which':'six'", "figure is 'p.six.pot', which the document lacks" },
        { "'which':'one'", "'which':7", "which is a number, and not a text" },
        { "t.b/{variant}/", "t.b/", "cases is 't.b/scene:pot'" },
        { "'u.b/x/n:1|2/m:3'", "'u.b/x/n:1|2/m'", "cases is 'u.b/x/n:1|2/m': technique.bench" },
        { "'u.b/x/n:1|2/m:3'", "'u/x.b'", "cases is 'u/x.b': technique.bench" },
        { "'u.b/x/n:1|2/m:3'", "'u/b/x'", "cases is 'u/b/x': technique.bench" },
        { "'measure':'fact:k'", "'measure':'fact'", "rows[1].measure is 'fact': metric:NAME" },
        { "'label':'own',", "'label':null,", "rows[1].label is missing" },
        { "'cases':null,'figure':'p.one.pot','over':'p.two.pot'", "'cases':null,'figure':null",
          "rows[2] has neither cases nor a figure" },
        { "'cases':'s.b/*',", "", "plots 'p-sweep': cases is missing" },
        { "'along':'fact:rho',", "", "along is missing" },
        { "'label':'rho',", "", "label is missing" },
        { "'quantity':'gpu'", "'quantity':'bytes'", "quantity must be gpu, wall or speedup" },
        { "'at {} here'", "'at here'", "lines[0].text has no {}" },
        { "'figure':'p.one.pot','text'", "'text'", "lines[0].figure is missing" },
        { "'only'", "'onyl'", "lines[1].onyl is not known: did you mean 'only'?" },
        { "'log':true", "'log':1", "log is a number, and not true or false" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        struct published *file = read_with(faults[i].from, faults[i].to);
        if (file || !strstr(trouble_text(), faults[i].said))
            fail_msg("%s: '%s' is not '%s'", faults[i].to, file ? "no fault" : trouble_text(),
                     faults[i].said);
        published_destroy(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
