/* SPDX-License-Identifier: MIT */
#include "bench/declared/private.h"
#include "tests/unit.h"

/* Single quotes stand for double quotes. */
static const char good[] =
    "{ 'schema_version': 1, 'technique': 'scan', 'bench': 'sums',\n"
    "  'question': 'How fast?',\n"
    "  'axes': {'elements': {'quick': [8, 9], 'paper': [9], 'full': [9], 'check': [1]},\n"
    "    'type': {'quick': ['uint'], 'paper': ['uint'], 'full': ['uint64_t'], 'define': 'T'}},\n"
    "  'let': {'bytes': 'elements * sizeof(type)', 'tiles': 'ceil(elements / 4)'},\n"
    "  'inputs': {'source': {'bytes': 'bytes', 'fill': 'random'}},\n"
    "  'outputs': {'sums': {'bytes': 'bytes', 'check': 'equal'}},\n"
    "  'reference': ['python3', 'reference.py'],\n"
    "  'examples': [{'elements': 2, 'source': [1, 2], 'sums': [1, 3]}],\n"
    "  'variants': {\n"
    "    'copy': {'yardstick': true, 'buffers': {'copied': 'bytes'}, 'steps': [{'copy': ['source', "
    "'copied']}]},\n"
    "    'two': {'buffers': {'flags': '4 * tiles'},\n"
    "      'steps': [{'fill': 'flags', 'value': 1},\n"
    "        {'repeat': {'level': '0..tiles'}, 'steps': [\n"
    "          {'kernel': 'scan.comp', 'bind': ['source', null, 'sums'], 'push': ['level'], "
    "'groups': 'tiles'}]},\n"
    "        {'kernel': 'last.spv', 'indirect': 'flags@4'}]}}}\n";

static const size_t good_lines = 16;

/* The good file with one thing changed. */
static char *changed(const char *old, const char *new)
{
    const char *at = strstr(good, old);
    char *text = malloc(sizeof(good) + strlen(new));
    if (!at || !text)
        fail_msg("'%s' is not there", old);
    sprintf(text, "%.*s%s%s", (int)(at - good), good, new, at + strlen(old));
    for (char *quote = text; (quote = strchr(quote, '\''));)
        *quote = '"';
    return text;
}

static void assert_taken(const char *old, const char *new)
{
    CLEANUP(declared_spec_finish) struct declared_spec spec;
    CLEANUP(free_pointer) char *text = changed(old, new);
    if (!declared_spec_read(&spec, text, strlen(text), "folder"))
        fail_msg("%s: %s", new, trouble_text());
}

static void assert_refused(const char *old, const char *new, int line, const char *part)
{
    char place[64];
    CLEANUP(declared_spec_finish) struct declared_spec spec;
    CLEANUP(free_pointer) char *text = changed(old, new);
    trouble_clear();
    if (declared_spec_read(&spec, text, strlen(text), "folder"))
        fail_msg("taken: %s", new);
    snprintf(place, sizeof(place), "folder/technique.json:%d:", line);
    if (strncmp(trouble_text(), place, strlen(place)) != 0 || !strstr(trouble_text(), part) ||
        strchr(trouble_text(), '\n'))
        fail_msg("%s: '%s' is not '%s ... %s'", new, trouble_text(), place, part);
}

/* With those members in the variant `two`. */
static void assert_two_refused(const char *members, int line, const char *part)
{
    CLEANUP(free_pointer) char *two = text_make("'two': {%s, ", members);
    assert_refused("'two': {", two, line, part);
}

TEST(test_good)
{
    assert_taken("'two': {", "'two': {'joins': [], ");
    assert_taken("'two': {", "'two': {'joins': ['elements', 'type:uint elements:8,9'], ");
    CLEANUP(declared_spec_finish) struct declared_spec spec;
    CLEANUP(free_pointer) char *text = changed("", "");
    assert_done(declared_spec_read(&spec, text, strlen(text), "folder"));
    assert_string_equal(spec.technique, "scan");
    assert_string_equal(spec.axes[0].axis.values[BENCH_QUICK], "8,9");
    assert_string_equal(spec.axes[0].axis.check, "1");
    assert_null(spec.axes[1].axis.check);
    assert_string_equal(spec.axes[1].axis.names[1], "uint64_t");
    assert_int_equal(spec.reference_s, 60);
    assert_int_equal(spec.variant_count, 2);
    assert_string_equal(spec.variants[0].name, "two"); /* yardsticks come last */
    assert_true(spec.variants[1].is_yardstick);
    assert_int_equal(spec.variants[0].steps[1].kind, DECLARED_REPEAT);
    assert_int_equal(spec.variants[0].steps[1].steps[0].bind[1], -1);
    assert_int_equal(spec.variants[0].steps[1].steps[0].bind[2], 1);
    assert_int_equal(spec.variants[0].steps[2].at.buffer, 2);
    assert_int_equal(spec.variants[0].steps[2].line, good_lines);
}

TEST(test_head)
{
    assert_refused("'schema_version': 1", "'schema_version': 2", 1, "is not 1");
    assert_refused("'bench': 'sums',", "'bench': 'sums'", 2, "not valid JSON");
    assert_refused("'question'", "'questoin'", 2, "is not known here");
    assert_refused("'scan'", "'Scan'", 1, "is not a name");
    assert_refused("'scan'", "'../scan'", 1, "is not a name");
    assert_refused("'bench': 'sums'", "'bench': 7", 1, "is not a text");
}

TEST(test_axes)
{
    assert_refused("'quick': [8, 9]", "'quick': []", 3, "has values for quick");
    assert_refused("'quick': [8, 9]", "'quick': [8, '9']", 3, "axes.elements.quick[1]");
    assert_refused("'quick': [8, 9]", "'quick': [8, -9.5]", 3, "-9.5 is below 0");
    assert_refused("'quick': [8, 9]", "'quick': [0]", 3, "not within 1..");
    assert_refused("['uint64_t']", "['a,b']", 4, "is not a value");
    assert_refused("'define': 'T'", "'define': '1T'", 4, "not the name of a macro");
    assert_refused("'define': 'T'", "'define': 'T.1'", 4, "not the name of a macro");
    assert_refused("['uint64_t']", "['a.b']", 4, "is not a value");
    assert_refused("['uint64_t']", "[0.5]", 4, "all of them are names");
    assert_refused("'check': [1]", "'check': [1], 'define': 'N'", 3, "axis of names");
    assert_refused("'check': [1]", "'check': []", 3, "\"check\": [...]");
    assert_refused("'check': [1]", "'scale': [1, 2]", 1, "give both, or none");
    assert_refused("'schema_version': 1", "'schema_version': 1, 'scale': 'two'", 1, "give both");
    assert_refused("'schema_version': 1", "'schema_version': 1, 'scale': 2", 1, "is not a text");
}

TEST(test_formulas)
{
    assert_refused("ceil(elements / 4)", "ceil(element / 4)", 5, "did you mean 'elements'");
    assert_refused("ceil(elements / 4)", "ceil(elements / 4", 5, "wants ')'");
    assert_refused("elements * sizeof(type)", "elements * type", 5, "use sizeof(type)");
    assert_refused("sizeof(type)", "sizeof(elements)", 5, "neither a type nor an axis");
    assert_refused("'tiles':", "'elements':", 5, "axis of this name");
    assert_refused("'bytes': 'bytes', 'fill'", "'bytes': true, 'fill'", 6, "formula in quotes");
}

TEST(test_buffers)
{
    assert_refused("'random'", "'rand'", 6, "not one of random, zero, ramp, generator");
    assert_refused("'fill': 'random'", "'file': '../secret'", 6, "not a file of the folder");
    assert_refused("'fill': 'random'", "'file': '/etc/passwd'", 6, "not a file of the folder");
    assert_refused("{'sums': {'bytes': 'bytes', 'check': 'equal'}}", "{}", 7,
                   "nothing would be checked");
    assert_refused("'check': 'equal'", "'check': 'same'", 7, "is not one of \"equal\"");
    assert_refused("'check': 'equal'", "'check': {'abs': -1}", 7, "is not a number from 0 on");
    assert_refused("'check': 'equal'", "'check': {'type': 'uint'}", 7, "none of \"abs\"");
    assert_refused("'check': 'equal'", "'check': {'rel': 0.5}", 7, "below 0.5, at which");
    assert_refused("'check': 'equal'", "'check': {'share': 0.5}", 7, "below 0.5, at which");
    assert_refused("'check': 'equal'", "'check': {'program': []}", 7, "program and its");
    assert_refused("'check': 'equal'", "'check': {'program': ['a'], 'abs': 1}", 7,
                   "abs: is not known here");
    assert_refused("'bytes': 'bytes', 'check': 'equal'", "'bytes': 1028, 'type': 'uint64_t'", 7,
                   "has 1028 bytes, no multiple of the 8 of a uint64_t");
    assert_refused("'bytes': 'bytes', 'check': 'equal'",
                   "'bytes': 4, 'check': {'abs': 1, 'type': 'vec2'}", 7,
                   "has 4 bytes, no multiple of the 8 of a vec2");
    assert_refused("{'sums': {", "{'source': {", 7, "input of this name");
    assert_refused("'sums': [1, 3]", "'sum': [1, 3]", 9, "neither an axis");
    assert_refused(", 'sums': [1, 3]", "", 9, "has no output");
    assert_refused("['python3', 'reference.py']", "'python3 reference.py'", 8, "program and its");
}

/* Inputs, outputs and buffers that are more than bytes of a fill. */
TEST(test_kinds)
{
    assert_refused("'random'", "'generator'", 6, "has no \"generator\"");
    assert_refused("'random'", "{'uniform': [1]}", 6, "is not a list of two numbers");
    assert_refused("'random'", "{'below': 1, 'normal': [0, 1]}", 6, "is one of");
    assert_refused("'random'", "{'sorted': true}", 6, "is one of");
    assert_refused("'fill': 'random'", "'file': '{element}.bin'", 6, "no axis 'element'");
    assert_refused("'fill': 'random'", "'file': '{elements'", 6, "there is no axis");
    assert_refused("'fill': 'random'", "'image': {'width': 1, 'height': 1}", 6, "has no \"bytes\"");
    assert_refused("'bytes': 'bytes', 'check'",
                   "'image': {'width': 1, 'height': 1, 'format': 'rgb8'}, 'check'", 7,
                   "not one of rgba8, r32f");
    assert_refused("'check': 'equal'", "'length': 'sums'", 7, "name another output");
    const char *const copy = "'copy': ['source', 'copied']";
    assert_refused(copy, "'swap': ['copied', 'source']", 11, "is an input or a");
    assert_refused(copy, "'swap': ['copied']", 11, "list of two buffers");
    assert_refused(copy, "'until': 'copied', 'steps': [{'fill': 'copied'}]", 11,
                   "has no \"at_most\"");
    assert_refused(copy,
                   "'until': 'copied', 'at_most': 2, 'steps': [{'until': 'copied', 'at_most': 2, "
                   "'steps': []}]",
                   11, "outside of loops");
    assert_two_refused("'before': [{'fill': 'sums'}]", 12, "is an output, and");
    assert_two_refused("'before': [{'swap': ['sums', 'flags']}]", 12, "has none");
    assert_two_refused("'axes': {'type': {'quick': [1], 'paper': [1], 'full': [1]}}", 12,
                       "there is an axis of this name");
}

TEST(test_steps)
{
    assert_refused("'fill': 'flags'", "'fill': 'flag'", 13, "did you mean 'flags'");
    assert_refused("'fill': 'flags'", "'fill': 'source'", 13, "is an input");
    assert_refused("'fill': 'flags'", "'clear': 'flags'", 13, "is not a step");
    assert_refused("['source', 'copied']", "['source']", 11, "is not [from, to]");
    assert_refused("'0..tiles'", "'tiles'", 14, "is not a range");
    assert_refused("'0..tiles'", "'0..tile'", 14, "did you mean 'tiles'");
    assert_refused("scan.comp", "scan.glsl", 15, "is not a kernel");
    assert_refused("scan.comp", "a/../../scan.comp", 15, "not a file of the folder");
    assert_refused("'groups': 'tiles'}", "'groups': [1, 2, 3, 4]}", 15, "nor [x, y, z]");
    assert_refused(", 'groups': 'tiles'}", "}", 15, "either \"groups\" or \"indirect\"");
    assert_refused("'push': ['level']", "'push': ['depth']", 15, "push[0]");
    assert_refused("'flags@4'", "'flag@4'", 16, "no buffer 'flag'");
    assert_refused("'yardstick': true", "'yardstick': 1", 11, "neither true nor false");
    assert_two_refused("'yardstick': true", 10, "all variants are yardsticks");
    assert_two_refused("'kind': 'cpu'", 12, "\"gpu\" alone");
    assert_two_refused("'joins': 'elements'", 12, "is not a list");
    assert_two_refused("'joins': [7]", 12, "is not a text");
    assert_two_refused("'joins': ['type elemnts']", 12, "no axis 'elemnts'");
    assert_two_refused("'joins': ['elements:9,10']", 12, "no profile has the value '10'");
    assert_two_refused("'joins': ['elements:']", 12, "no profile has the value ''");
}

/* Names that refer to themselves end, and say so. */
TEST(test_cycle)
{
    CLEANUP(declared_spec_finish) struct declared_spec spec;
    struct declared_number number;
    CLEANUP(free_pointer) char *text = changed("ceil(elements / 4)", "tiles + 1");
    assert_true(declared_spec_read(&spec, text, strlen(text), "folder"));
    const struct declared_scope scope = { .spec = &spec, .values = { "8", "uint" } };
    assert_false(declared_scope_number(&scope, &spec.lets[1].amount, &number));
    assert_holds(trouble_text(), "refers to itself");
    assert_true(declared_scope_number(&scope, &spec.lets[0].amount, &number));
    assert_int_equal(number.whole, 32);
}
