/* SPDX-License-Identifier: MIT */
/* published_read_test.c: what is shipped is read whole; each planted fault is said in a line. */
#include "harness/analysis/published/published.h"
#include "harness/base/base.h"
#include "tests/unit.h"

#include <unistd.h>

static const char good[] =
    "{'schema_version':2,'paper':{'id':'p','title':'On it','year':2020},'technique':'t',"
    "'hardware':[{'id':'h','device':'GPU','driver':null}],'stand_ins':{'scene':{'torus':'pot'}},"
    "'figures':[{'id':'p.f','quantity':'time','value':2.5,'unit':'ms','hardware':'h'},"
    "{'id':'p.g','quantity':'time','value':0.5,'unit':'ms','hardware':'h'}],"
    "'defaults':{'hardware':'h','profile':'full','range':{'n':[1,4]},'figures':['p.f'],"
    "'preconditions':['one',{'what':'fact:rho','of':'a','at_most':2}],'deviations':['a','b']},"
    "'claims':[{'id':'p.c','statement':'It is so.','source':{'where':'there','quote':'so',"
    "'read':'plot','read_error':0.2},'a':'^a','b':'^b','name_a':'+reads','name_b':'the other',"
    "'measure':'gpu','measure_b':'metric:m','says':'slower','who':'b','of':'every',"
    "'number':'reading','word':'far','margin':'much','join':['scene'],'labels':{'pot':'POT'},"
    "'extremes':true,'values':{'pot':3},'approximate':true,'paper_ratio':['p.f','p.g'],"
    "'registered':{'commit':'abc','date':'2026-01-01','sha256':null},"
    "'amended':[{'date':'2026-01-02','what':'w','why':'y','before':'WEAKER','after':null,"
    "'narrow':null,'sha256':null}]},"
    "{'id':'p.d','statement':'This, too.','figures':[],'hardware':null,'profile':'paper',"
    "'range':{},'preconditions':[],'deviations':[],'a':'^a','measure':'judged','says':'at_most',"
    "'value':1.5,'unit':'ms'},"
    "{'id':'p.e','statement':'No more.','a':'^a','b':'^b','measure':'wall','says':'as_fast'},"
    "{'id':'p.s','statement':'A part.','a':'^a','b':'^b','measure':'wall','says':'share',"
    "'value':0.9}]}";

/* A document with double quotes for single ones, and with what stands in it replaced. */
static struct published *read_from(const char *document, const char *from, const char *to)
{
    char text[8192];
    const char *at = strstr(document, from);
    if (!at)
        fail_msg("no '%s'", from);
    snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - document), document, to, at + strlen(from));
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    json_error_t error;
    json_auto_t *json = json_loads(text, 0, &error); /* where what came last counts */
    if (!json)
        fail_msg("%s: %s", error.text, text);
    return published_read(json, "p.json");
}

static struct published *read_with(const char *from, const char *to)
{
    return read_from(good, from, to);
}

/* A fault that is planted in the document, and a part of what is said of it: in one line, whatever
 * else depends on it, unless it is several faults. */
struct planted {
    const char *from, *to, *said;
    bool several;
};

static void assert_planted(const char *document, const struct planted *faults, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (read_from(document, faults[i].from, faults[i].to))
            fail_msg("not seen: %s", faults[i].to);
        assert_holds(trouble_text(), faults[i].said);
        assert_holds(trouble_text(), "'p.json' is not a valid published file: ");
        if (!strchr(trouble_text(), '\n') == faults[i].several)
            fail_msg("not the lines of %s: '%s'", faults[i].to, trouble_text());
    }
}

TEST(test_whole)
{
    struct published *file = read_with("'p'", "'p'");
    assert_non_null(file);
    assert_string_equal(trouble_text(), "");
    const struct published_claim *claim = &file->claims[0], *time = &file->claims[1];
    assert_int_equal(file->claim_count, 4);
    assert_string_equal(claim->hardware->device, "GPU");
    assert_null(time->hardware);
    assert_int_equal(claim->profile, BENCH_FULL);
    assert_int_equal(time->profile, BENCH_PAPER);
    assert_string_equal(claim->figures[0]->unit, "ms");
    assert_int_equal(time->figure_count, 0);
    assert_int_equal(claim->measure.quantity, PUBLISHED_GPU);
    assert_int_equal(claim->measure_b.quantity, PUBLISHED_METRIC);
    assert_string_equal(claim->measure_b.name, "m");
    assert_true(claim->ranges[0].low == 1 && claim->ranges[0].high == 4);
    assert_int_equal(time->range_count, 0);
    assert_true(claim->extremes && claim->approximate);
    assert_int_equal(claim->deviation_count, 2);
    assert_int_equal(time->deviation_count, 0);
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

TEST(test_words)
{
    CLEANUP(published_destroy) struct published *file = read_with("'p'", "'p'");
    assert_non_null(file);
    const struct published_claim *far = &file->claims[0], *time = &file->claims[1],
                                 *same = &file->claims[2], *part = &file->claims[3];
    assert_string_equal(published_says_name(far->says), "slower");
    assert_true(far->of_b && far->of == PUBLISHED_OF_EVERY && !same->of_b);
    assert_true(far->number == PUBLISHED_READING && same->number == PUBLISHED_OF_PAPER);
    assert_string_equal(far->word, "far");
    assert_true(far->margin == PUBLISHED_MARGIN_MUCH && far->denies == PUBLISHED_DENIES_NONE);
    assert_true(same->margin == PUBLISHED_MARGIN_NONE && same->denies == PUBLISHED_DENIES_BOTH);
    assert_true(time->says == PUBLISHED_AT_MOST && time->margin == PUBLISHED_MARGIN_UNSTATED);
    assert_string_equal(far->name_a, "reads");
    assert_string_equal(far->name_b, "the other");
    assert_true(far->plural_a && !far->plural_b);
    assert_string_equal(far->labels[0].value, "pot");
    assert_string_equal(far->labels[0].name, "POT");
    assert_string_equal(far->unit, "ratio");
    assert_string_equal(part->unit, "share");
    assert_true(far->paper_ratio == 5 && isnan(time->paper_ratio));
    assert_string_equal(far->registered_commit, "abc");
    assert_string_equal(time->registered_date, "");
    assert_int_equal(far->amended_count, 1);
    assert_string_equal(far->amended[0].before, "WEAKER");
    assert_string_equal(far->amended[0].narrow, "");
    assert_int_equal(part->evidence, PUBLISHED_BY_RUN);
}

TEST(test_faults)
{
    static const struct planted faults[] = {
        { "'schema_version':2", "'schema_version':3", "schema_version must be 2" },
        { "'paper':{'id':'p'", "'paper':{'id':''", "paper.id is missing" },
        { "'technique'", "'techniqu'", "techniqu is not known: did you mean 'technique'?" },
        { "'value':2.5", "'value':'x'", "figures 'p.f': value is a text, and not a number" },
        { "'device':'GPU'", "'device':7", "device is a number, and not a text" },
        { "'unit':'ms','hardware':'h'", "'unit':'ms','hardware':'g'",
          "hardware is 'g', which the document's hardware lacks" },
        { "'figures':['p.f']", "'figures':['p.h']", "defaults.figures has 'p.h'" },
        { "'figures':[],", "'figures':['p.h'],", "claims 'p.d': figures has 'p.h'" },
        { "'id':'p.d'", "'id':'p.c'", "claims has two of the id 'p.c'" },
        { "'id':'p.d'", "'id':null", "id is missing" },
        { "'id':'p.d'", "'id':'p.\\u001b'", "id may have the letters" },
        { "'id':'p','title'", "'id':'P','title'", "paper.id may have the letters" },
        { "'statement':'It is so.'", "'statement':''", "claims 'p.c': statement is missing" },
        { "'profile':'full'", "'profile':'ful'", "did you mean 'full'?" },
        { "'deviations':['a','b']", "'devations':[]", "did you mean 'deviations'?" },
        { "'what':'fact:rho'", "'what':'rho'", "what is 'rho': device, multiprocessors, floor" },
        { "'what':'fact:rho'", "'what':'gpu'", "what is 'gpu': device" },
        { "'what':'fact:rho'", "'what':'floor'", "is must be bytes, texture" },
        { "'what':'fact:rho'", "'what':'device'", "is must be 'own'" },
        { "'range':{},'preconditions':[]", "'preconditions':[{'what':'device','is':'own'}]",
          "claims 'p.d': hardware is missing: a precondition is about the paper's own device" },
        { ",'at_most':2}", "}", "at_least or at_most is missing" },
        { "'at_most':2}", "'atmost':2}", "did you mean 'at_most'?" },
        { "'of':'a'", "'of':'c'", ".of" },
        { "'n':[1,4]", "'n':[4,1]", "defaults.range.n goes from 4 down to 1" },
        { "'n':[1,4]", "'n':[4]", "range.n must be two numbers" },
        { "'a':'^a','b':'^b'", "'a':'^(a','b':'^b'", "a is not an extended regular expression" },
        { "'a':'^a','b':'^b'", "'b':'^b'", "claims 'p.c': a is missing" },
        { "'name_a':'+reads'", "'name_a':'+'", "name_a is a + alone" },
        { "'measure':'gpu'", "'measure':'time'", "measure is 'time': gpu, wall" },
        { "'measure':'gpu'", "'measure':'host_share'", "host_share, a part: say share", true },
        { "'measure':'gpu'", "'measure':'peak_bytes'", "slower speaks of times: say less or more" },
        { "'measure':'gpu'", "'measure':'metric:'", "measure is 'metric:'" },
        { "'measure':'gpu'", "'measure':'none'", "untestable is missing" },
        { "'says':'slower'", "'says':'slowr'",
          "claims 'p.c': says is 'slowr': did you mean 'slower'? It must be one of faster, slower, "
          "less, more, as_fast, as_much, share, times_as_long, count, at_most, at_least, best_at, "
          "from, falls, rises, peaks_within" },
        { "'says':'slower'", "'says':'best_at'", "b must be left out", true },
        { "'says':'slower'", "'says':'from'", "along is missing", true },
        { "'says':'at_most'", "'says':'peaks_within','along':'n'", "within is missing" },
        { "'says':'at_most'", "'says':'faster'", "claims 'p.d': b is missing" },
        { "'says':'at_most'", "'says':'from'", "claims 'p.d': b is missing", true },
        { "'says':'at_most'", "'says':'times_as_long'", "b and along are missing" },
        { "'says':'at_most'", "'says':'at_most','who':'b'", "who is 'b', and there is no b" },
        { "'says':'at_most'", "'says':'at_most','or_more':true", "or_more is of best_at alone" },
        { "'says':'at_most'", "'says':'at_most','factor':2", "factor is of from alone" },
        { "'says':'at_most'", "'says':'at_most','within':[1,2]", "within is of peaks_within" },
        { "'says':'at_most'", "'says':'at_most','denies':'both'", "which at_most does not have" },
        { "'says':'at_most'", "'says':'at_most','margin':'most'", "the unit must be share" },
        { "'says':'at_most'", "'says':'count','denies':'gain'", "which count does not have" },
        { "'says':'as_fast'", "'says':'as_fast','denies':'more'", "which as_fast does not have" },
        { "'says':'as_fast'", "'says':'as_fast','denies':'los'", "did you mean 'loss'?" },
        { "'says':'as_fast'", "'says':'as_fast','margin':'most'", "as_fast cannot have" },
        { "'margin':'much'", "'margin':'close'", "slower cannot have" },
        { "'who':'b'", "'who':'c'", "who is 'c'" },
        { "'of':'every'", "'of':'each'", "of is 'each'" },
        { "'number':'reading'", "'number':'our'", "did you mean 'ours'?" },
        { "'word':'far',", "", "word is missing: a reading quotes" },
        { "'approximate':true", "'evidence':'rn'", "did you mean 'run'?" },
        { "'join':['scene'],", "", "values are by values of an axis: join is missing", true },
        { "'values':{'pot':3},", "'join':[],", "labels are of values of an axis" },
        { "'join'", "'joins'", "joins is not known: did you mean 'join'?" },
        { "'pot':3", "'pot':0.3", "values.pot is 0.3: it is in the statement's own direction" },
        { "'value':0.9", "'value':90", "value is 90: a share is above 0 and below 1" },
        { "'value':0.9", "'value':0", "value is 0: a share is above 0 and below 1" },
        { ",'value':0.9", "", "value is missing: share has nothing to compare with" },
        { "'value':1.5,'unit':'ms'", "'value':1.5,'unit':'ratio'", "unit is 'ratio': of a time" },
        { "['p.f','p.g']", "['p.f']", "paper_ratio must be the ids of two figures" },
        { "['p.f','p.g']", "['p.f','p.h']", "paper_ratio has 'p.h'" },
        { "'value':0.5", "'value':0", "paper_ratio has a figure that has no value" },
        { "'why':'y'", "'wy':'y'", "amended[0].wy is not known: did you mean 'why'?" },
        { "'commit':'abc'", "'comit':'abc'", "registered.comit is not known" },
        { "'source':{", "'subject':{'a':1},'source':{", "subject is not known" },

        { "'hardware':[{'id':'h','device':'GPU','driver':null}]", "'hardware':5",
          "hardware is a number, and not an array" },
        { "'id':'h'", "'id':5", "hardware[0].id is a number, and not a text" },
        { "{'id':'h','device':'GPU','driver':null}", "5", "hardware[0] is a number" },
        { "'id':'p.f'", "'id':5", "figures[0].id is a number, and not a text" },
        { "'figures':[{'id':'p.f'", "'figures':[7,{'id':'p.f'", "figures[0] is a number" },
        { "'claims':[{'id':'p.c'", "'claims':['x',{'id':'p.c'", "claims[0] is a text" },
        { "'paper':{'id':'p','title':'On it','year':2020}", "'paper':'p'",
          "paper is a text, and not an object" },
        { "'paper':{'id':'p'", "'paper':{'id':5", "paper.id is a number, and not a text" },
        { "'defaults':{'hardware'", "'defaults':5,'protocol':{'hardware'", "defaults is a number" },
        { "'hardware':'h','profile'", "'hardware':5,'profile'", "defaults.hardware is a number" },
        { "'hardware':'h','profile'", "'hardware':'g','profile'", "defaults.hardware is 'g'" },
        { "'figures':['p.f']", "'figures':[5]", "figures[0] is a number, and not a text" },
        { "'id':'p.d'", "'id':5", "claims[1].id is a number, and not a text" },
        { "'statement':'It is so.'", "'statement':5", "statement is a number, and not a text" },
        { "'hardware':null,'profile'", "'hardware':5,'profile'", "hardware is a number" },
        { "'hardware':null,'profile':'paper','range':{},'preconditions':[]",
          "'hardware':'g','preconditions':[{'what':'device','is':'own'}]",
          "hardware is 'g', which the document's hardware lacks" },
        { "{'what':'fact:rho','of':'a','at_most':2}", "{'what':'floor','is':5}",
          "preconditions[1].is is a number, and not a text" },
        { "{'what':'fact:rho','of':'a','at_most':2}", "{'what':'floor','is':'byte'}",
          "preconditions[1].is must be bytes, texture" },
        { "'at_most':2}", "'at_most':'x'}", "at_most is a text, and not a number" },
        { "'a':'^a','b':'^b'", "'a':'^a','b':5", "b is a number, and not a text" },
        { "'measure':'gpu'", "'measure':5", "measure is a number, and not a text" },
        { "'says':'slower'", "'says':5", "says is a number, and not a text" },
        { "'says':'slower'", "'says':null", "says is missing" },
        { "'join':['scene']", "'join':5", "join is a number, and not an array" },
        { "'says':'at_most'", "'says':'peaks_within','along':'n','within':[]",
          "within must be two numbers" },
        { "'value':1.5", "'value':'x'", "value is a text, and not a number" },
        { "'values':{'pot':3}", "'values':5", "values is a number, and not an object" },
        { "'pot':3", "'pot':'x'", "values.pot is a text, and not a number" },
        { "'pot':3", "'pot':null", "values.pot is missing" },
        { "'value':1.5,'unit':'ms'", "'value':1.5,'unit':5", "unit is a number" },
        { "'labels':{'pot':'POT'}", "'labels':{'pot':''}", "labels.pot is missing" },
        { "'says':'slower'", "'says':'slower','free':{'depth':['3']}",
          "free.depth must have two values or more" },
        { "'says':'slower'", "'says':'slower','along':'n','free':{'depth':['3','4']}",
          "free is about pairs: a claim along an axis cannot have it" },
        { "'says':'slower'", "'says':'slower','free':{'depth':5}", "depth is a number" },
        { "'amended':[{", "'amended':[5,{", "amended[0] is a number" },

    };
    assert_planted(good, faults, sizeof(faults) / sizeof(faults[0]));
    assert_null(read_with(strstr(good, "'claims'"), "'claims':5}"));
    assert_holds(trouble_text(), "claims is a number, and not an array");
    assert_null(strchr(trouble_text(), '\n'));
}

/* A line each. */
TEST(test_several_faults)
{
    assert_null(read_with("'statement':'It is so.'", "'note':7,'profile':'x'"));
    size_t lines = 1;
    for (const char *c = trouble_text(); *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 3);
    assert_holds(trouble_text(), "statement is missing");
    assert_holds(trouble_text(), "profile is 'x'");
    assert_holds(trouble_text(), "note is a number");
}

/* Hashes -------------------------------------------------------------------------------------- */

TEST(test_hash)
{
    static const struct {
        const char *from, *to;
        bool same;
    } changes[] = {
        { "'statement':'A part.'", "'statement':'Else.','note':'n','name_a':'x'", true },
        { "'measure':'wall','says':'share'", "'who':'a','says':'share','measure':'wall'", true },
        { "'value':0.9}", "'value':9e-1,'join':[],'extremes':false,'number':'paper'}", true },
        { "'n':[1,4]", "'n':[1.0,4e0]", true },
        { "'deviations':['a','b']", "'deviations':[]", true },
        { "'value':0.9}", "'value':0.9,'range':{'n':[1,4]}}", true },
        { "'value':0.9}", "'value':0.9,'range':{}}", false },
        { "'value':0.9}", "'value':0.90000000001}", false },
        { "'value':0.9}", "'value':0.9,'of':'any'}", false },
        { "'n':[1,4]", "'n':[1,5]", false },
        { "'at_most':2", "'at_most':3", false },
    };
    CLEANUP(published_destroy) struct published *whole = read_with("'p'", "'p'");
    assert_done(whole);
    const char *hash = whole->claims[3].sha256;
    /* {"a":"^a","b":"^b","hardware":"h","measure":"wall","preconditions":["one",{"at_most":2,
     * "of":"a","what":"fact:rho"}],"range":{"n":[1,4]},"says":"share","value":0.9} by sha256sum */
    assert_string_equal(hash, "5bff96bae63eaf6cb4f6fefe9204b63dfb71aa7ad639ef5d9aa2a2e4b8d588b1");
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        CLEANUP(published_destroy)
        struct published *file = read_with(changes[i].from, changes[i].to);
        assert_done(file);
        if ((strcmp(file->claims[3].sha256, hash) == 0) != changes[i].same)
            fail_msg("%s: %s hash", changes[i].to, changes[i].same ? "another" : "the same");
    }
}

TEST(test_files)
{
    char path[] = "/tmp/published-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_null(published_load("/nowhere.json"));
    assert_holds(trouble_text(), "cannot read '/nowhere.json'");
    assert_int_equal(write(fd, "{\n\"a\":1,\n\"a\"", 12), 12);
    assert_null(published_load(path));
    assert_holds(trouble_text(), "line 3");
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(pwrite(fd, "[]", 2, 0), 2);
    assert_null(published_load(path));
    assert_holds(trouble_text(), "the document is not an object");
    close(fd);
    unlink(path);
}

TEST(test_shipped)
{
    struct published_list list = { 0 };
    published_list_shipped(&list);
    assert_true(list.count >= 8);
    size_t claims = 0;
    for (size_t i = 0; i < list.count; i++)
        for (size_t k = 0; k < list.files[i]->claim_count; k++, claims++) {
            const struct published_claim *claim = &list.files[i]->claims[k];
            const char *written =
                claim->amended_count > 0 ? claim->amended[claim->amended_count - 1].sha256 : "";
            if (*written && strcmp(written, claim->sha256) != 0)
                fail_msg("%s: scripts/maintain/amendments has %s, and here it is %s", claim->id,
                         written, claim->sha256);
        }
    assert_true(claims >= 92);
    published_list_finish(&list);
    assert_int_equal(list.count, 0);
}

/* Plot ----------------------------------------------------------------------------------------- */

static const char plots[] =
    "{'schema_version':2,'paper':{'id':'p','title':'On it'},'technique':'t','hardware':[],"
    "'claims':[],'figures':["
    "{'id':'p.one.pot','quantity':'q','value':2.5,'unit':'ms','hardware':null},"
    "{'id':'p.two.pot','quantity':'q','value':20,'unit':'percent','hardware':null}],"
    "'plots':[{'id':'p-table','title':'Table','quantity':'count','published':'paper',"
    "'label':'{scene}, {variant}','cases':'t.b/{variant}/scene:{scene}',"
    "'figure':'p.{which}.{scene}','measure':'metric:n',"
    "'rows':[{'scene':'pot','variant':'v|w','which':'one'},"
    "{'label':'own','cases':'u.b/x/n:1|2/m:3','figure':null,'measure':'fact:k'},"
    "{'label':'no case','cases':null,'figure':'p.one.pot','over':'p.two.pot'}]},"
    "{'id':'p-sweep','title':'Sweep','text':'So.','quantity':'gpu','cases':'s.b/*',"
    "'along':'fact:rho','label':'rho','log':true,'split':'map',"
    "'lines':[{'figure':'p.one.pot','text':'at {} here'},"
    "{'figure':'p.two.pot','text':'point','at':3,'only':'scene'}]}]}";

TEST(test_table)
{
    CLEANUP(published_destroy) struct published *file = read_from(plots, "'p'", "'p'");
    assert_done(file);
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
}

TEST(test_sweep)
{
    CLEANUP(published_destroy) struct published *file = read_from(plots, "'p'", "'p'");
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
}

TEST(test_plot_faults)
{
    static const struct planted faults[] = {
        { "'id':'p-sweep'", "'id':'p-table'", "id belongs to two plots" },
        { "'title':'Table',", "", "plots 'p-table': title is missing" },
        { "'quantity':'count'", "'quantity':'time'", "quantity is 'time', which is not known" },
        { "'quantity':'count',", "", "quantity is missing" },
        { "'published':'paper',", "", "published is missing" },
        { "'published':'paper',", "'published':'paper','along':'n',", "along is not known" },
        { "'which':'one'", "'wich':'one'", "rows[0].which is missing", true },
        { "'which':'one'", "'which':'one','more':'x'", "the word 'more', which no text of it has" },
        { "'which':'one'", "'which':'six'", "figure is 'p.six.pot', which the document lacks" },
        { "'which':'one'", "'which':7", "which is a number, and not a text", true },
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
    assert_planted(plots, faults, sizeof(faults) / sizeof(faults[0]));
}
