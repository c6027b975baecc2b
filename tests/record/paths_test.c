/* SPDX-License-Identifier: MIT */
/* paths_test.c: no path of the machine is left in a run document, and nothing else is taken. */
#include "tests/record/run_document.h"

/* The document is `wanted` once its paths are stripped. */
static void assert_stripped(const char *text, const char *wanted)
{
    json_auto_t *document = run_document_json(text), *other = run_document_json(wanted);
    paths_strip(document);
    CLEANUP(free_pointer) char *left = json_dumps(document, JSON_COMPACT);
    if (!json_equal(document, other))
        fail_msg("%s, wanted %s", left, wanted);
}

TEST(test_arguments)
{
    assert_stripped("{'session':{'paths':['/home/me/o.json','/home/me','../maps/x.pgm','a/',"
                    "'scene','/','my/s.comp','']," /* as given */
                    "'arguments':['run','--out','/home/me/o.json','--out=/home/me/o.json',"
                    "'--map=../maps/x.pgm','--filter','/per_level/|x.a/','--axis','map=scene',"
                    "'--out=a/','--kernel=k/n=my/s.comp','/home/menu'],"
                    "'plan_arguments':['--map=../maps/x.pgm','--filter=^/home/mend']}}",
                    "{'session':{'arguments':['run','--out','o.json','--out=o.json','--map=x.pgm',"
                    "'--filter','/per_level/|x.a/','--axis','map=scene','--out=a/',"
                    "'--kernel=k/n=s.comp','/home/menu'],"
                    "'plan_arguments':['--map=x.pgm','--filter=^/home/mend']}}");
}

TEST(test_reasons_and_facts)
{
    assert_stripped(
        "{'session':{'paths':['maps/my own/x.pgm']},'workloads':[{'name':'t.b/map:x','"
        "facts':{'map_file':'maps/my own/x.pgm','lines':['/x/y.obj: 3','2 / 3'],'n':1,"
        "'series':[1,2]}}],'cases':[{'name':'t.b//a/n:1','reason':''},{'reason':"
        "'cannot read maps/my own/x.pgm: none'},{'reason':'(/tmp/a b) ~/c.obj:12: GB/s'},"
        "{'reason':'kernel cbt/reduce in ./x/../y.spv, `/root`.'}]}",
        "{'session':{},'workloads':[{'name':'t.b/map:x','facts':{'map_file':'x.pgm','lines':["
        "'y.obj: 3','2 / 3'],'n':1,'series':[1,2]}}],'cases':[{'name':'t.b//a/n:1','reason':''},"
        "{'reason':'cannot read x.pgm: none'},{'reason':'(a b) c.obj:12: GB/s'},"
        "{'reason':'kernel cbt/reduce in y.spv, `root`.'}]}");
}

/* The smallest document, and foreign text. */
TEST(test_nothing)
{
    assert_stripped("{'session':{'paths':[1,null,{},'/x'],'arguments':['/x/y']}}",
                    "{'session':{'arguments':['x/y']}}");
    assert_stripped("{'session':{'paths':{'a':'/x'},'arguments':[2]}}",
                    "{'session':{'arguments':[2]}}");
    assert_stripped("{}", "{}");
    assert_stripped("{'session':{'arguments':[1,null]},'cases':[{}],'workloads':[{}]}",
                    "{'session':{'arguments':[1,null]},'cases':[{}],'workloads':[{}]}");
}

TEST(test_values)
{
    static const char *const values[][2] = {
        { "/usr/share/icd.d/lvp_icd.json", "lvp_icd.json" },
        { "/a/b:/c/d.json:e", "b:d.json:e" },
        { "/home/me/", "me/" },
        { "dir=/x/y,z;q", "dir=y,z;q" },
        { "true", "true" },
        { "/", "/" },
        { "", "" },
    };
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        json_auto_t *value = paths_strip_value(values[i][0]);
        assert_string_equal(json_string_value(value), values[i][1]);
    }
    json_auto_t *text = paths_strip_text("cannot read '/home/me/x.pgm': none, of t.b/a/n:1");
    assert_string_equal(json_string_value(text), "cannot read 'x.pgm': none, of t.b/a/n:1");
}
