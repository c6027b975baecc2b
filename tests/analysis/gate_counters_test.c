/* SPDX-License-Identifier: MIT */
/* gate_counters_test.c: what was counted on two sides, of runs made by hand. */
#include "harness/analysis/gate/gate.h"
#include "tests/analysis/compare_run.h"

#define COUNTED                                                                                    \
    "'counters':{'dispatches':3,'barriers':12,'submits':1},'peak_bytes':4096,"                     \
    "'work':{'bytes_read':100,'bytes_written':8,'operations':0,'chain':1,"                         \
    "'atomics':[{'pattern':'one_word','returned':true,'count':5}]},"                               \
    "'metrics':{'hits':{'value':7,'unit':'hits','exact':true},"                                    \
    "'balance':{'value':1.5,'unit':'ratio'}}"
#define FACTS                                                                                      \
    "'workloads':[{'name':'t.b','facts':{'nodes':9,'hash':'ab','levels':[1,2,3],'note':'x'}}]"

#define SAME_FACTS "{" FACTS "}"

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
        json_t *c = compare_case("a", 10, 0.01, "{" COUNTED "}");
        json_auto_t *own = run_document_json(side == 0 ? "{}" : members);
        assert_int_equal(json_object_update_recursive(c, own), 0);
        struct run *run = compare_run_of(json_pack("[o]", c), side == 0 ? "{" FACTS "}" : head);
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
    AUTO(teardown) struct both both;
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
    AUTO(teardown) struct both both;
    setup(&both, members, head);
    assert_int_equal(both.counters.count, 0);
    assert_int_equal(gate_counters_failing(&both.counters), 0);
    gate_counters_text(&both.counters, true, text);
    assert_string_equal(text, "");
}

TEST(equal_counts_say_nothing)
{
    nothing("{}", SAME_FACTS);
}

TEST(more_fails_and_fewer_is_a_note)
{
    expect("{'counters':{'barriers':13}}", SAME_FACTS, GATE_CHANGE_MORE, "barriers 13, was 12");
    expect("{'counters':{'barriers':11}}", SAME_FACTS, GATE_CHANGE_FEWER, "barriers 11, was 12");
    expect("{'work':{'bytes_read':101}}", SAME_FACTS, GATE_CHANGE_MORE,
           "work.bytes_read 101, was 100");
    expect("{'work':{'bytes_written':4}}", SAME_FACTS, GATE_CHANGE_FEWER,
           "work.bytes_written 4, was 8");
    expect("{'work':{'atomics':[{'pattern':'one_word','returned':true,'count':6}]}}", "{" FACTS "}",
           GATE_CHANGE_MORE, "work.atomics.one_word.returned 6, was 5");
    expect("{'peak_bytes':4100}", SAME_FACTS, GATE_CHANGE_MORE, "peak_bytes 4100, was 4096");
    expect("{'peak_bytes':9007199254740993}", SAME_FACTS, GATE_CHANGE_MORE,
           "peak_bytes 9007199254740992, was 4096");
}

TEST(what_comes_out_may_not_change)
{
    expect("{'metrics':{'hits':{'value':6}}}", SAME_FACTS, GATE_CHANGE_OTHER,
           "metrics.hits 6, was 7");
    expect("{}", "{'workloads':[{'name':'t.b','facts':{'nodes':8}}]}", GATE_CHANGE_OTHER,
           "facts.nodes 8, was 9");
    expect("{}", "{'workloads':[{'name':'t.b','facts':{'hash':'cd'}}]}", GATE_CHANGE_OTHER,
           "facts.hash cd, was ab");
    expect("{}", "{'workloads':[{'name':'t.b','facts':{'levels':[1,5,4]}}]}", GATE_CHANGE_OTHER,
           "facts.levels[1] 5, was 2");
    expect("{}", "{'workloads':[{'name':'t.b','facts':{'levels':[1,2]}}]}", GATE_CHANGE_OTHER,
           "facts.levels 2 numbers, was 3 numbers");
    nothing("{'metrics':{'balance':{'value':1.6}}}", SAME_FACTS);
}

TEST(one_side_alone_is_not_judged)
{
    nothing("{'counters':{'barriers':null},'peak_bytes':null,'metrics':{'hits':{'value':null}}}",
            "{}");
    nothing("{'counters':{'copies':5},'metrics':{'more':{'value':1,'unit':'x','exact':true}}}",
            "{'workloads':[{'name':'t.b','facts':{'more':1}}]}");
    nothing("{'work':{'operations':50,'bytes_written':0}}", SAME_FACTS);
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
static struct gate_detail *details;
static size_t count;

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

static void end(void)
{
    arena_finish(&arena);
    run_destroy(&old);
    run_destroy(&new);
}

TEST(test_kernels)
{
    begin("[" KERNEL("t/a:00", "t/a", "32", "0") "," KERNEL("t/a:01", "t/a", "40", "0") "," KERNEL(
              "t/b:00", "t/b", "16", "0") "]",
          "[" KERNEL("t/a:00", "t/a", "32", "0") "," KERNEL("t/a:01", "t/a", "64", "2") "," KERNEL(
              "t/b:00", "t/b", "16", "0") "]");
    details = gate_details_find(&rows, old, new, NULL, &arena, &count);
    assert_int_equal(count, 1);
    assert_ptr_equal(details[0].row, &row);
    assert_null(details[0].timeline);
    assert_null(details[0].grown);
    assert_int_equal(details[0].kernel_count, 1);
    const struct gate_detail_kernel *kernel = &details[0].kernels[0];
    assert_string_equal(kernel->name, "t/a");
    assert_float_equal(kernel->old.registers, 40, 0);
    assert_float_equal(kernel->new.registers, 64, 0);
    assert_float_equal(kernel->old.spills, 0, 0);
    assert_float_equal(kernel->new.spills, 2, 0);
    assert_true(isnan(kernel->old.local_bytes));
    end();
}

/* Each once, and none that the other side has not. */
TEST(test_alike)
{
    begin("[" KERNEL("t/a:00", "t/a", "32", "0") "," KERNEL("t/a:01", "t/a", "32", "0") "]",
          "[" KERNEL("t/a:00", "t/a", "48", "0") "," KERNEL("t/a:01", "t/a", "48", "0") "," KERNEL(
              "t/b:00", "t/b", "99", "0") "]");
    details = gate_details_find(&rows, old, new, NULL, &arena, &count);
    assert_int_equal(details[0].kernel_count, 1);
    end();
}

TEST(test_passes)
{
    struct trace_pair pair;
    json_auto_t *a = run_document_json(TRACE("10", "20", "1")),
                *b = run_document_json(TRACE("12", "19", "2"));
    begin("[]", "[]");
    trace_pair_init(&pair, a, b);
    details = gate_details_find(&rows, old, new, &pair, &arena, &count);
    assert_string_equal(details[0].grown->name, "t/a");
    assert_float_equal(trace_pair_growth(details[0].grown), 2, 1e-9);
    assert_float_equal(details[0].timeline->us[TRACE_B], 33, 1e-9);
    assert_int_equal(details[0].kernel_count, 0);
    trace_pair_finish(&pair);
    trace_pair_init(&pair, b, b);
    details = gate_details_find(&rows, old, new, &pair, &arena, &count);
    assert_non_null(details[0].timeline);
    assert_null(details[0].grown);
    row.name = "t.b/other";
    details = gate_details_find(&rows, old, new, &pair, &arena, &count);
    assert_null(details[0].timeline);
    trace_pair_finish(&pair);
    end();
}

TEST(test_others)
{
    begin("[]", "[]");
    row.verdict = JUDGE_FAILED;
    details = gate_details_find(&rows, old, new, NULL, &arena, &count);
    assert_int_equal(count, 0);
    row.verdict = JUDGE_SLOWER;
    row.built_in = true;
    details = gate_details_find(&rows, old, new, NULL, &arena, &count);
    assert_int_equal(count, 0);
    end();
}
