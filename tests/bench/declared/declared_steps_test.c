/* SPDX-License-Identifier: MIT */
/* declared_steps_test.c: lists of steps of built-in variants: each fits its kernels, and each fault
 * has a line that names it. */
#include "bench/declared/declared.h"
#include "bench/declared/private.h"
#include "bench/registry.h"
#include "bench/stream_reduction/stream.h"

#include "tests/one_case.h"

static bool fits(const char *text, size_t bytes)
{
    CLEANUP(declared_spec_finish) struct declared_spec spec;
    CLEANUP(declared_kernels_finish) struct declared_kernels kernels = { 0 };
    CLEANUP(free_pointer) char *log = NULL;
    trouble_clear();
    return declared_spec_read_shipped(&spec, text, bytes, "bench/some") &&
           declared_kernels_init(&kernels, &spec, &log);
}

/* Each variant that is steps has a list, and all lists fit what their kernels declare. */
TEST(test_shipped)
{
    size_t lists = 0;
    for (const struct technique *const *t = registry_techniques; *t; t++) {
        const struct technique_steps *steps = (*t)->steps;
        for (const struct bench *const *b = (*t)->benches; *b; b++)
            for (const struct bench_variant *v = (*b)->variants; v->name; v++) {
                json_auto_t *root = steps ? json_loadb(steps->text, steps->bytes, 0, NULL) : NULL;
                const json_t *all = json_object_get(root, "variants");
                assert_true(!v->steps || json_object_get(all, v->steps));
                lists += v->steps != NULL;
            }
        if (steps && !fits(steps->text, steps->bytes))
            fail_msg("%s: %s", steps->name, trouble_text());
    }
    assert_true(lists >= 10);
}

#define HEAD                                                                                       \
    "{\"technique\": \"stream_reduction\", \"given\": {\"numbers\": [\"entries\", \"words\"],"     \
    " \"buffers\": [\"stream\", \"output\", \"count\"]}, \"variants\": {\"append\": {\"steps\": ["
#define APPEND                                                                                     \
    "{\"kernel\": \"append.comp\", \"constants\": [256, \"words\"],"                               \
    " \"bind\": [\"stream\", \"output\", \"count\"], \"push\": [\"entries\"], \"groups\": 1}"
#define TAIL "]}}}"
#define PROGRAM                                                                                    \
    "{\"technique\": \"a\", \"given\": {}, \"variants\": {\"p\": {\"program\": [\"q\"], "

TEST(test_faults)
{
    static const struct {
        const char *text, *said;
    } faults[] = {
        { HEAD "{\"kernel\": \"appendd.comp\", \"groups\": 1}" TAIL,
          "there is no kernel 'stream_reduction/appendd.comp'" },
        { HEAD "{\"fill\": \"count\", \"value\": \"entry\"}" TAIL, "of the name 'entry'" },
        { HEAD "{\"fill\": \"counts\"}" TAIL, "there is no buffer 'counts'" },
        { HEAD "{\"kernel\": \"append.comp\", \"constants\": [256, 4, 1], \"groups\": 1}" TAIL,
          "leave out the last 1" },
        { "{\"technique\": \"a\", \"given\": {\"number\": []}, \"variants\": {}}",
          "is not known here" },
        { "{\"technique\": \"a\", \"given\": {\"numbers\": [\"B\"]}, \"variants\": {}}",
          "is not a name" },
        { "{\"technique\": \"a\", \"question\": \"?\"}", "is not known here" },
        { PROGRAM "\"inputs\": [\"x\"]}}}", "outputs: is not a list of 1 to " },
        { PROGRAM "\"inputs\": [1], \"outputs\": [\"y\"]}}}", "is not a name" },
        { PROGRAM "\"inputs\": [\"x\"], \"outputs\": [\"y\"], \"steps\": []}}}", "either" },
    };
    static const char program[] = PROGRAM "\"inputs\": [\"x\"], \"outputs\": [\"y\"]}}}";
    assert_true(fits(HEAD APPEND TAIL, strlen(HEAD APPEND TAIL)) && fits(program, strlen(program)));
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        assert_false(fits(faults[i].text, strlen(faults[i].text)));
        assert_holds(trouble_text(), faults[i].said);
    }
}

/* A folder has no "given", nor "once" and work of its own. */
TEST(test_folders)
{
    CLEANUP(declared_spec_finish) struct declared_spec spec;
    const char *text = HEAD APPEND TAIL;
    assert_false(declared_spec_read(&spec, text, strlen(text), "some"));
    assert_holds(trouble_text(), "given: is not known here");
}

/* A number that C does not give, and a list that is not there, end a case with an error. */
static const struct technique_steps file = { "bench/some/technique.json", HEAD APPEND TAIL,
                                             sizeof(HEAD APPEND TAIL) - 1 };
static const char *list;

static bool setup(struct bench_case *c)
{
    const struct declared_given given[] = { { "words", 1 }, { 0 } };
    return declared_list_create(c, &file, list, given);
}

TEST(test_cases)
{
    static const char *const said[][2] = {
        { "append", "bench/some/technique.json: nobody gives 'entries'" },
        { "none", "bench/some/technique.json has no list 'none'" },
    };
    const struct bench *bench = stream_technique.benches[0];
    for (size_t i = 0; i < 2; i++) {
        struct bench_variant variant = *one_variant(bench, "append");
        struct bench_method method = *variant.method;
        method.setup = setup;
        variant.method = &method;
        list = said[i][0];
        assert_case_ended(one_case_of(.technique = &stream_technique, .bench = bench,
                                      .variant = &variant, .at = "n:8", .samples = 1),
                          BENCH_ERROR, said[i][1]);
    }
}
