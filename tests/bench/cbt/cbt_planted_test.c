/* SPDX-License-Identifier: MIT */
/* cbt_planted_test.c: bad reductions and updates that the checks must catch, and right ones that
 * they must not. */
#include "bench/cbt/cbt.h"
#include "bench/cbt/leaves/leaves.h"
#include "tests/context.h"

#include "cbt.kernels.h"
#include "planted.kernels.h"

#include "tests/one_case.h"

/* Reductions: planted methods in the bench itself ---------------------------------------------- */

enum reduce_fault {
    FAULT_NONE,
    FAULT_SECOND_NOT_WRITTEN,
    FAULT_SECOND_NOT_READ,
    FAULT_HEADER,
    FAULT_NO_GROUP_BARRIER,
    FAULT_STRADDLES_LATE,
    FAULT_MARKER_MOVES,
};

static enum reduce_fault reduce_fault;

static void build_planted(struct reduction *reduction)
{
    const uint32_t fault = reduce_fault;
    for (uint32_t level = reduction->depth; level-- > 0;) {
        struct reduction_step *step =
            cbt_reduction_step_add(reduction, &kernel_planted_cbt_reduce, &fault, 1);
        step->level = level;
        step->groups = (((uint64_t)1 << level) + 255) / 256;
    }
}

/* Runs a tree of depth 16, or of 18 where the method asks for it. */
static struct result run_method(const struct reduction_method *method, const char *bits,
                                const char *depth_from)
{
    const struct bench_axis axes[] = {
        { .name = "depth_from", .help = "as the bench's", .names = cbt_depth_from_names }, { 0 }
    };
    const struct bench_variant planted = {
        .name = "planted", .kind = BENCH_GPU, .axes = axes, .data = method
    };
    return one_case_of(.technique = &cbt_technique, .bench = cbt_technique.benches[0],
                       .variant = &planted,
                       .at = unit_text("depth:%s/bits:%s/depth_from:%s",
                                       method->depth_min > 16 ? "18" : "16", bits, depth_from),
                       .untimed = true);
}

static void assert_reduction(enum reduce_fault fault, const char *bits, const char *depth_from)
{
    const struct reduction_method method = { .name = "planted",
                                             .layout = LAYOUT_FULL,
                                             .build = build_planted };
    reduce_fault = fault;
    const struct result result = run_method(&method, bits, depth_from);
    const bool right = fault == FAULT_NONE;
    if (result.c.status != (right ? BENCH_OK : BENCH_FAILED_VERIFY))
        fail_msg("fault %d, bits %s, depth from %s: %s, '%s'", (int)fault, bits, depth_from,
                 bench_status_name(result.c.status), result.reason);
    if (!right)
        assert_holds(result.reason, "word");
}

TEST(test_reductions)
{
    assert_reduction(FAULT_NONE, "quarter", "constant");
    assert_reduction(FAULT_NONE, "zero", "constant");
    assert_reduction(FAULT_SECOND_NOT_WRITTEN, "quarter", "constant");
    assert_reduction(FAULT_SECOND_NOT_WRITTEN, "zero", "constant");
    assert_reduction(FAULT_SECOND_NOT_READ, "quarter", "constant");
    assert_reduction(FAULT_STRADDLES_LATE, "quarter", "constant");
    assert_reduction(FAULT_HEADER, "quarter", "constant");
    assert_reduction(FAULT_HEADER, "zero", "constant");
}

/* The marker tells the depth while other levels, and the root behind it, are written. */
TEST(test_depth_from)
{
    for (const char *const *from = cbt_depth_from_names; *from; from++) {
        assert_reduction(FAULT_NONE, "quarter", *from);
        assert_reduction(FAULT_MARKER_MOVES, "quarter", *from);
    }
}

TEST(test_missing_group_barrier)
{
    device_skip_where_races_hide();
    assert_reduction(FAULT_NO_GROUP_BARRIER, "quarter", "constant");
}

/* No memory on the device is the case's error, and of nobody else. */
TEST(test_no_device_memory)
{
    setenv("CLAIMCHECK_FAULT", "alloc@planted", 1);
    assert_true(fault_init());
    const struct result result = run_method(&cbt_reduction_dirty, "quarter", "constant");
    unsetenv("CLAIMCHECK_FAULT");
    assert_true(fault_init());
    assert_int_equal(result.c.status, BENCH_ERROR);
}

/* Updates: kernels changed in a tree that the checks of cbt.update run ------------------------- */

enum { DEPTH = 12, FRAMES_MAX = 256 };

static struct sequence_frame pushes[FRAMES_MAX];
static struct reference_state states[FRAMES_MAX];

static struct leaves_course course_make(enum sequence_kind kind)
{
    struct reference reference;
    assert_true(cbt_reference_init(&reference, kind, DEPTH));
    for (uint32_t f = 0; f < cbt_sequence_frames(kind); f++) {
        cbt_reference_step(&reference);
        pushes[f] = cbt_sequence_frame(kind, DEPTH, f);
        states[f] = cbt_reference_state(&reference);
    }
    cbt_reference_finish(&reference);
    return (struct leaves_course){ .rule = cbt_leaves_rule_sequence,
                                   .depth = DEPTH,
                                   .leaves_max = 1 << DEPTH,
                                   .pushes = pushes,
                                   .push_bytes = sizeof(pushes[0]),
                                   .states = states };
}

enum update_fault { UPDATE_RIGHT, UPDATE_BASE_ONLY, UPDATE_ROOT_SPLIT, UPDATE_FLOOR, UPDATE_LIVE };

/* True when all frames have the right leaves. */
static bool run_update(enum sequence_kind kind, const struct reduction_method *method,
                       enum update_fault fault)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    CLEANUP(context_finish) struct context context = context_of(1, scope);
    const struct leaves_course course = course_make(kind);
    struct tree_leaves *tree = cbt_tree_leaves_create(&context, method, &course);
    assert_true(tree && cbt_tree_leaves_begin(tree, NULL));
    if (fault == UPDATE_FLOOR) {
        tree->dispatcher = cbt_tree_leaves_kernel_create(tree, &kernel_planted_cbt_dispatcher);
    } else {
        const uint32_t planted = fault == UPDATE_LIVE ? UPDATE_RIGHT : (uint32_t)fault;
        tree->update = kernel_create_with(scope, &kernel_planted_cbt_update, DEPTH, method->layout,
                                          0, 0, 0, planted);
        tree->act = NULL;
    }
    const bool right = cbt_leaves_run(&tree->leaves, 0, cbt_sequence_frames(kind));
    const char *guard = gpu_scope_broken_guard(scope);
    assert_false(gpu_failed(gpu));
    if (!right || guard)
        print_message("caught: %s\n", guard ? guard : context_message(&context));
    return right && !guard;
}

TEST(test_updates)
{
    assert_true(run_update(SEQUENCE_N, &cbt_reduction_naive, UPDATE_RIGHT));
    assert_true(run_update(SEQUENCE_N, &cbt_reduction_packed_snapshot, UPDATE_RIGHT));
    assert_true(run_update(SEQUENCE_P, &cbt_reduction_naive, UPDATE_RIGHT));
    assert_false(run_update(SEQUENCE_N, &cbt_reduction_naive, UPDATE_BASE_ONLY));
    /* The leaves may be right: what is written past the end of the heap is not. */
    assert_false(run_update(SEQUENCE_N, &cbt_reduction_naive, UPDATE_ROOT_SPLIT));
    assert_false(run_update(SEQUENCE_P, &cbt_reduction_naive, UPDATE_ROOT_SPLIT));
    assert_false(run_update(SEQUENCE_N, &cbt_reduction_naive, UPDATE_FLOOR));
    assert_false(run_update(SEQUENCE_L, &cbt_reduction_packed, UPDATE_FLOOR));
}

/*
 * Between dispatches a race may well give the right result: synchronization validation is what sees
 * it, where what is read was written by a dispatch. (It sees no write after a write.)
 */
TEST(test_missing_barrier)
{
    for (int k = 0; k < 4; k++) {
        const bool sweep = k >= 2, barrier = k % 2 == 0;
        CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
        CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
        CLEANUP(context_finish) struct context context = context_of(1, scope);
        struct leaves_course course = course_make(SEQUENCE_N);
        if (sweep) {
            course.depth = 18;
            course.leaves_max = 1 << 18;
            course.states = NULL;
            pushes[0] = cbt_sequence_frame(SEQUENCE_N, 18, 0);
        }
        struct tree_leaves *tree = cbt_tree_leaves_create(
            &context, sweep ? &cbt_reduction_dirty_aligned : &cbt_reduction_naive, &course);
        assert_true(tree && cbt_tree_leaves_begin(tree, NULL));
        struct gpu_commands *commands = tree->leaves.commands;
        gpu_commands_restart(commands);
        if (sweep)
            cbt_tree_leaves_record_pass(tree, commands, 0);
        else
            cbt_tree_leaves_record_dispatcher(tree, commands);
        if (barrier)
            cbt_leaves_barrier(&tree->leaves, commands);
        if (sweep)
            cbt_reduction_record(&tree->reduction, commands, UINT32_MAX);
        else
            cbt_tree_leaves_record_pass(tree, commands, 0);
        gpu_commands_submit(commands);
        assert_int_equal(gpu_failed(gpu), !barrier);
        assert_true(barrier || strstr(gpu_failure(gpu)->message, "SYNC-HAZARD"));
        gpu_recover(gpu);
    }
}

/* Bits of the live field are counted by threads that decode while others change them. */
TEST(test_live_decode)
{
    device_skip_where_races_hide();
    assert_false(run_update(SEQUENCE_N, &cbt_reduction_packed, UPDATE_LIVE));
}
