/* SPDX-License-Identifier: MIT */
/* gate_counters_test.c: what was counted on two sides, of runs made by hand. */
#include "harness/analysis/gate/gate.h"
#include "tests/analysis/compare_run.h"

#define COUNTERS                                                                                   \
    "'counters':{'dispatches':3,'barriers':12,'submits':1},'peak_bytes':4096,"                     \
    "'work':{'bytes_read':100,'bytes_written':8,'operations':0,'chain':1,"                         \
    "'atomics':[{'pattern':'one_word','returned':true,'count':5}]},"                               \
    "'metrics':{'hits':{'value':7,'unit':'hits','exact':true},"                                    \
    "'balance':{'value':1.5,'unit':'ratio'}}"
#define OF_FACTS(facts) "{'workloads':[{'name':'t.b','facts':{" facts "}}]}"
#define FACTS OF_FACTS("'nodes':9,'hash':'ab','levels':[1,2,3],'note':'x'")

/* A comparison with both runs, which it rests on. */
struct both {
    struct run *old, *new;
    struct arena arena;
    struct gate_counters counters;
};

/* Members of the case of the new side, and of its head, that are not those of the old side. */
static void setup(struct both *both, const char *members, const char *head)
{
    *both = (struct both){ .arena = { 0 } };
    for (int side = 0; side < 2; side++) {
        json_t *c = compare_case("a", 10, 0.01, "{" COUNTERS "}");
        json_auto_t *own = run_document_json(side == 0 ? "{}" : members);
        assert_int_equal(json_object_update_recursive(c, own), 0);
        struct run *run = compare_run_of(json_pack("[o]", c), side == 0 ? FACTS : head);
        *(side == 0 ? &both->old : &both->new) = run;
    }
    gate_counters_find(&both->counters, &both->arena, both->old, &both->old->cases[0], both->new,
                       &both->new->cases[0]);
}

static void teardown(struct both *both)
{
    arena_finish(&both->arena);
    run_destroy(&both->old);
    run_destroy(&both->new);
}

/* One that differs, and what is said of it. */
static void expect(const char *members, const char *head, enum gate_change change, const char *says)
{
    char text[GATE_COUNTERS_TEXT_BYTES];
    CLEANUP(teardown) struct both both;
    setup(&both, members, head);
    assert_int_equal(both.counters.count, 1);
    assert_int_equal(both.counters.list[0].change, change);
    assert_int_equal(gate_counters_failing(&both.counters), change != GATE_CHANGE_FEWER);
    gate_counters_text(&both.counters, change != GATE_CHANGE_FEWER, text);
    assert_string_equal(text, says);
    gate_counters_text(&both.counters, change == GATE_CHANGE_FEWER, text);
    assert_string_equal(text, "");
}

static void nothing(const char *members, const char *head)
{
    char text[GATE_COUNTERS_TEXT_BYTES];
    CLEANUP(teardown) struct both both;
    setup(&both, members, head);
    assert_int_equal(both.counters.count, 0);
    assert_int_equal(gate_counters_failing(&both.counters), 0);
    gate_counters_text(&both.counters, true, text);
    assert_string_equal(text, "");
}

TEST(what_is_equal_or_alone_says_nothing)
{
    nothing("{}", FACTS);
    nothing("{'counters':{'barriers':null},'peak_bytes':null,'metrics':{'hits':{'value':null}}}",
            "{}");
    nothing("{'counters':{'copies':5},'metrics':{'more':{'value':1,'unit':'x','exact':true}}}",
            OF_FACTS("'more':1"));
    nothing("{'work':{'operations':50,'bytes_written':0}}", FACTS);
}

TEST(what_the_old_side_alone_has_is_lost)
{
    static const struct {
        const char *members, *lost;
    } cases[] = { { "{'counters':{'barriers':null}}", "barriers" },
                  { "{'peak_bytes':null}", "peak_bytes" },
                  { "{'metrics':{'hits':{'value':8,'exact':false}}}", "metrics.hits" } };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        CLEANUP(teardown) struct both both;
        setup(&both, cases[i].members, FACTS);
        assert_string_equal(both.counters.lost, cases[i].lost);
    }
    CLEANUP(teardown) struct both same;
    setup(&same, "{'counters':{'copies':5}}", "{}");
    assert_null(same.counters.lost);
}

TEST(more_fails_and_fewer_is_a_note)
{
    expect("{'counters':{'barriers':13}}", FACTS, GATE_CHANGE_MORE, "barriers 13, was 12");
    expect("{'counters':{'barriers':11}}", FACTS, GATE_CHANGE_FEWER, "barriers 11, was 12");
    expect("{'work':{'bytes_read':101}}", FACTS, GATE_CHANGE_MORE, "work.bytes_read 101, was 100");
    expect("{'work':{'bytes_written':4}}", FACTS, GATE_CHANGE_FEWER, "work.bytes_written 4, was 8");
    expect("{'work':{'atomics':[{'pattern':'one_word','returned':true,'count':6}]}}", FACTS,
           GATE_CHANGE_MORE, "work.atomics.one_word.returned 6, was 5");
    expect("{'peak_bytes':4100}", FACTS, GATE_CHANGE_MORE, "peak_bytes 4100, was 4096");
    expect("{'peak_bytes':9007199254740993}", FACTS, GATE_CHANGE_MORE,
           "peak_bytes 9007199254740992, was 4096");
}

TEST(what_comes_out_may_not_change)
{
    expect("{'metrics':{'hits':{'value':6}}}", FACTS, GATE_CHANGE_OTHER, "metrics.hits 6, was 7");
    expect("{}", OF_FACTS("'nodes':8"), GATE_CHANGE_OTHER, "facts.nodes 8, was 9");
    expect("{}", OF_FACTS("'hash':'cd'"), GATE_CHANGE_OTHER, "facts.hash cd, was ab");
    expect("{}", OF_FACTS("'levels':[1,5,4]"), GATE_CHANGE_OTHER, "facts.levels[1] 5, was 2");
    expect("{}", OF_FACTS("'levels':[1,2]"), GATE_CHANGE_OTHER,
           "facts.levels 2 numbers, was 3 numbers");
    nothing("{'metrics':{'balance':{'value':1.6}}}", FACTS);
}

TEST(another_driver_may_round_memory_otherwise)
{
    nothing("{'peak_bytes':5000}", "{'device':{'driver_info':'2'}}");
    nothing("{'peak_bytes':5000}", "{'device':{'driver_version':2}}");
    nothing("{'peak_bytes':5000}", "{'device':{'name':'another'}}");
    expect("{'counters':{'barriers':13}}", "{'device':{'driver_info':'2'}}", GATE_CHANGE_MORE,
           "barriers 13, was 12");
}

TEST(texts_are_cut_and_say_so)
{
    char text[GATE_COUNTERS_TEXT_BYTES];
    struct gate_counter list[40];
    struct gate_counters counters = { .list = list, .count = 40 };
    for (size_t i = 0; i < 40; i++)
        list[i] = (struct gate_counter){ "barriers", "12", "13", GATE_CHANGE_MORE, NULL };
    gate_counters_text(&counters, true, text);
    assert_holds(text, "; and 2");
    assert_true(strlen(text) < sizeof(text));
    list[0].accepted = "two phases";
    assert_int_equal(gate_counters_failing(&counters), 39);
    gate_counters_text(&counters, false, text);
    assert_string_equal(text, "barriers 13, was 12 (accepted: two phases)");
}

/* Detail --------------------------------------------------------------------------------------- */

#define KERNEL(id, name, registers, spills)                                                        \
    "{'id':'" id "','name':'" name "','file':null,'sha256':'ab','statistics':["                    \
    "{'executable':'e','name':'Register Count','value':" registers "},"                            \
    "{'executable':'e','name':'Spill count','value':" spills "}]}"
#define KERNELS_A(registers, other_registers, other_spills)                                        \
    KERNEL("t/a:00", "t/a", registers, "0")                                                        \
    "," KERNEL("t/a:01", "t/a", other_registers, other_spills)
#define KERNEL_B(registers) KERNEL("t/b:00", "t/b", registers, "0")

static struct run *run_of(const char *kernels)
{
    json_t *document = run_document_of(
        "{'cases':[{'name':'t.b/v','workload':'t.b','variant':'v','kind':'gpu','status':'skipped',"
        "'kernels':['t/a:00','t/a:01','t/b:00']}]}");
    json_object_set_new(document, "kernels", run_document_json(kernels));
    return run_document_read(document);
}

#define TRACE(a, b, barrier)                                                                       \
    "{'traceEvents':[],'cases':[{'name':'t.b/v','status':'ok','unstamped_us':9,'passes':["         \
    "{'name':'t/a','kind':'dispatch','count':2,'us':" a "},"                                       \
    "{'name':'t/b','kind':'dispatch','count':1,'us':" b "},"                                       \
    "{'name':'','kind':'barrier','count':2,'us':" barrier "}]}]}"

static struct run *old, *new;
static struct gate_row row;
static struct gate_rows rows = { .rows = &row, .count = 1 };
static struct arena arena;
/* Both sides, with these kernels; a fixture ends them. */
static void begin(const char *old_kernels, const char *new_kernels)
{
    old = run_of(old_kernels);
    new = run_of(new_kernels);
    row = (struct gate_row){ .name = "t.b/v",
                             .old = &old->cases[0],
                             .new = &new->cases[0],
                             .verdict = JUDGE_SLOWER,
                             .reason = "" };
}

static int end(void **state)
{
    arena_finish(&arena);
    run_destroy(&old);
    run_destroy(&new);
    return 0;
}

/* The details of so many rows, by a pair of traces or NULL. */
static const struct gate_detail *found(const struct trace_pair *pair, size_t wanted)
{
    size_t count;
    const struct gate_detail *details = gate_details_find(&rows, old, new, pair, &arena, &count);
    assert_int_equal(count, wanted);
    return details;
}

TEST_IN(test_kernels, NULL, end)
{
    begin("[" KERNELS_A("32", "40", "0") "," KERNEL_B("16") "]",
          "[" KERNELS_A("32", "64", "2") "," KERNEL_B("16") "]");
    const struct gate_detail *detail = found(NULL, 1);
    assert_ptr_equal(detail->row, &row);
    assert_null(detail->timeline);
    assert_int_equal(detail->kernel_count, 1);
    const struct gate_detail_kernel *kernel = &detail->kernels[0];
    assert_string_equal(kernel->name, "t/a");
    assert_float_equal(kernel->old[RESULTS_OVERRIDE_REGISTERS], 40, 0);
    assert_float_equal(kernel->new[RESULTS_OVERRIDE_REGISTERS], 64, 0);
    assert_float_equal(kernel->old[RESULTS_OVERRIDE_SPILLS], 0, 0);
    assert_float_equal(kernel->new[RESULTS_OVERRIDE_SPILLS], 2, 0);
    assert_true(isnan(kernel->old[RESULTS_OVERRIDE_LOCAL]));
}

/* Each once, and none that the other side has not. */
TEST_IN(test_alike, NULL, end)
{
    begin("[" KERNELS_A("32", "32", "0") "]",
          "[" KERNELS_A("48", "48", "0") "," KERNEL_B("99") "]");
    assert_int_equal(found(NULL, 1)->kernel_count, 1);
}

TEST_IN(test_passes, NULL, end)
{
    struct trace_pair pair;
    json_auto_t *a = run_document_json(TRACE("10", "20", "1")),
                *b = run_document_json(TRACE("12", "19", "2"));
    begin("[]", "[]");
    trace_pair_init(&pair, a, b);
    const struct gate_detail *detail = found(&pair, 1);
    const struct trace_pair_pass *grown = trace_pair_grown(detail->timeline);
    assert_string_equal(grown->name, "t/a");
    assert_float_equal(trace_pair_growth(grown), 2, 1e-9);
    assert_float_equal(detail->timeline->us[TRACE_B], 33, 1e-9);
    assert_int_equal(detail->kernel_count, 0);
    trace_pair_finish(&pair);
    trace_pair_init(&pair, b, b);
    detail = found(&pair, 1);
    assert_null(trace_pair_grown(detail->timeline));
    row.name = "t.b/other";
    assert_null(found(&pair, 1)->timeline);
    trace_pair_finish(&pair);
}

TEST_IN(test_others, NULL, end)
{
    begin("[]", "[]");
    row.verdict = JUDGE_FAILED;
    found(NULL, 0);
    row.verdict = JUDGE_SLOWER;
    row.built_in = true;
    found(NULL, 0);
}
