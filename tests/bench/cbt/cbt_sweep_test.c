/* SPDX-License-Identifier: MIT */
/*
 * cbt_sweep_test.c: updates by a sweep over all leaves and marked tiles that add to what lies above
 * them: any number of groups is right, and each barrier, atomic and store without which they would
 * not be is taken out of the shipped kernels by itself, and missed. Barriers are of races, which a
 * driver that runs subgroups one after the other always shows.
 */
#include "bench/cbt/cbt.h"
#include "bench/cbt/leaves/leaves.h"

#include "cbt.kernels.h"
#include "planted.kernels.h"

#include "tests/bench/cbt/cbt_mutant.h"

/* Cases --------------------------------------------------------------------------------------- */

static struct result run_update(const struct reduction_method *method, const char *sequence,
                                const char *depth, const char *frame, const char *groups)
{
    const struct bench_variant variant = {
        .name = "planted", .kind = BENCH_GPU, .axes = cbt_tree_leaves_axes, .data = method
    };
    return one_case_of(.technique = &cbt_technique, .bench = &cbt_update, .variant = &variant,
                       .at = unit_text("sequence:%s/depth:%s/frame:%s/groups:%s", sequence, depth,
                                       frame, groups),
                       .untimed = true);
}

/* Kernels without one instruction ------------------------------------------------------------- */

/* With a kernel in place of another, from the first frame of noise to a merge in a tree of this
 * depth: 18 has leaves below level D-7, whose bits are counted; 24 has more sums than a subgroup
 * loads. By one group, which takes one tile after the other: nothing is left to chance. */
static void assert_caught(const struct gpu_shader *original, const struct gpu_shader *planted,
                          const char *depth, const char *what, const char *reason)
{
    const struct reduction_method bad =
        method_with(&cbt_reduction_dirty_aligned, original, planted);
    const struct result result = run_update(&bad, "N", depth, "63", "1");
    if (result.c.status != BENCH_FAILED_VERIFY || !strstr(result.reason, reason))
        fail_msg("%s, %s: %s, '%s'", original->name, what, bench_status_name(result.c.status),
                 result.reason);
}

static void assert_missed(const struct gpu_shader *shader, uint32_t opcode, size_t from_last,
                          const char *depth, const char *reason)
{
    CLEANUP(free_pointer) uint32_t *words = words_without(shader, opcode, from_last);
    char what[64];
    snprintf(what, sizeof(what), "instruction %u, the last but %zu", opcode, from_last);
    const struct gpu_shader without = { .words = words, .bytes = shader->bytes };
    assert_caught(shader, &without, depth, what, reason);
}

/* Tests ---------------------------------------------------------------------------------------- */

/* Fewer groups than tiles, a tile each and more; fewer threads than leaves. */
TEST(test_right)
{
    static const char *const sequences[] = { "P", "N", "L" };
    static const char *const groups[] = { "1", "3", "8", "40" };
    for (size_t s = 0; s < sizeof(sequences) / sizeof(sequences[0]); s++)
        for (size_t g = 0; g < sizeof(groups) / sizeof(groups[0]); g++) {
            const struct result result = run_update(&cbt_reduction_dirty_aligned, sequences[s],
                                                    "20", g % 2 == 0 ? "10" : "11", groups[g]);
            if (result.c.status != BENCH_OK)
                fail_msg("%s, %s groups: %s", sequences[s], groups[g], result.reason);
        }
}

TEST(test_terrain)
{
    if (!device_has(GPU_SHADER_INT64))
        skip();
    assert_case_ended(one_case_of(.technique = &cbt_technique, .bench = &cbt_frame,
                                  .variant = one_variant(&cbt_frame, "dirty_aligned"),
                                  .at = "depth:20/groups:6"),
                      BENCH_OK, NULL);
}

/*
 * The sums that a group of the sweep shares; of a tile the barrier between its levels. Those before
 * it are of lanes, which cbt_prefix_test.c holds; without the one behind it the next tile is right
 * here, for where lanes read through shared memory they wait before its sums are shared.
 */
TEST(test_missing_group_barrier)
{
    device_skip_where_races_hide();
    assert_missed(&kernel_cbt_sweep_sequence, BARRIER, 0, "24", "");
    assert_missed(&kernel_cbt_reduce_marked, BARRIER, 1, "24", "");
}

/* Words whose loss must show: a tile's sum above it; its mark, which stays; the last of four stores
 * of the copy, with the upper levels behind it; and the last store of all, that the tiles are
 * done. */
TEST(test_missing_word)
{
    assert_missed(&kernel_cbt_reduce_marked, ATOMIC_ADD, 0, "20", "wanted");
    assert_missed(&kernel_cbt_reduce_marked, ATOMIC_AND, 0, "20", "wanted");
    assert_missed(&kernel_cbt_reduce_marked, STORE, 5, "18", "wanted");
    assert_missed(&kernel_cbt_reduce_marked, STORE, 0, "20", "are done");
}

/* Bits of the live field are counted by threads that decode while others change them. */
TEST(test_live_decode)
{
    device_skip_where_races_hide();
    assert_caught(&kernel_cbt_sweep_sequence, &kernel_planted_cbt_sweep, "18", "live", "wanted");
}
