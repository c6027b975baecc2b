/* SPDX-License-Identifier: MIT */
/*
 * detp_cpu_test.c: the CPU methods of detp.estimate by each width of vectors that the host has, in
 * every mode, at radii from less than a cell to most of the cube; and what they rest on: the tree
 * has each disc once and within its boxes, the order is one, each list is as long as its loop says.
 */
#include "bench/detp/cpu/cpu.h"
#include "bench/detp/detp.h"
#include "harness/engine/cpu/cpu.h"

#include "tests/engine/measure/made_bench.h"
#include "tests/one_case.h"
#include "tests/sanitized.h"

/* Values of CLAIMCHECK_CPU_FEATURES; NULL: all that there are. */
static const char *const widths[] = { "none", "sse2,sse4.1,popcnt,avx,fma,avx2", NULL };

static void features_set(const char *features)
{
    if (features)
        setenv("CLAIMCHECK_CPU_FEATURES", features, 1);
    else
        unsetenv("CLAIMCHECK_CPU_FEATURES");
}

static void run(const char *size, const char *mode, const char *radius)
{
    const struct one_case wanted = {
        .technique = &detp_technique,
        .bench = &detp_estimate,
        .filter = "simd|sphere|embree",
        .at = unit_text("size:%s/mode:%s/radius:%s/part:all,build,trace/"
                        "phase:all,reduction/threads:1,3",
                        size, mode, radius),
        .host = true,
        .without_baselines = true,
        .seed = 9,
    };
    assert_cases_right(&wanted, 14); /* without those that may be unsupported */
}

/* Where there is no library the variant says what to do. Asked first: one that is loaded stays. */
TEST(test_embree_absent)
{
    setenv("CLAIMCHECK_EMBREE", "/nowhere/libembree3.so.3", 1);
    const struct result result = one_case_of(.technique = &detp_technique, .bench = &detp_estimate,
                                             .variant = one_variant(&detp_estimate, "embree"),
                                             .at = "size:3x3/mode:B/threads:1", .host = true);
    unsetenv("CLAIMCHECK_EMBREE");
    assert_int_equal(result.c.status, BENCH_UNSUPPORTED);
    assert_holds(result.reason, "install libembree");
}

TEST(test_methods)
{
    const bool small = SANITIZED || !device_full();
    for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
        features_set(widths[i]);
        run("1x1,1x17,9x1", "B,G", "0.9");
        run(small ? "67x131" : "211x509", "A,B,C,G,room", SANITIZED ? "0.0625" : "0.01,0.0625,0.3");
    }
    features_set(NULL);
    run(SANITIZED ? "600x1001" : "2000x3001", "B", "0.02");
}

/* A context that gives memory is all that the pieces ask for: a case's own, of an odd size. */
struct pieces {
    struct detp_output output;
    struct detp_cpu_packed packed;
    struct detp_cpu_tree tree;
    struct detp_sphere_cache cache;
    struct detp_cpu_key *keys;
    struct detp_cpu_disc *sorted;
};

static bool pieces_setup(struct bench_case *c)
{
    struct pieces *p = c->state;
    const size_t discs = detp_input_of(c)->discs.count;
    p->cache.test = detp_discs_on_list_scalar;
    p->keys = context_alloc(&c->context, 2 * discs * sizeof(*p->keys));
    p->sorted = detp_cpu_alloc(&c->context, discs * sizeof(*p->sorted));
    return p->keys && p->sorted && detp_output_create(c) &&
           detp_cpu_packed_init(&c->context, &p->packed, detp_input_of(c)) &&
           detp_cpu_tree_init(&c->context, &p->tree, &p->packed, 8) &&
           detp_sphere_cache_init(&c->context, &p->cache, &p->packed);
}

/* Runs a case of the pieces; without a check of its own it has the bench's. */
static struct result run_pieces(bool (*compute)(struct bench_case *),
                                bool (*check)(struct bench_case *, enum bench_check),
                                const char *size, const char *mode, const char *radius)
{
    const struct bench_method method = { .case_bytes = sizeof(struct pieces),
                                         .setup = pieces_setup,
                                         .compute = compute,
                                         .check = check };
    const struct bench_variant variant = { .name = "pieces", .kind = BENCH_CPU, .method = &method };
    return one_case_of(.technique = &detp_technique, .bench = &detp_estimate, .variant = &variant,
                       .at = unit_text("size:%s/mode:%s/radius:%s", size, mode, radius),
                       .host = true, .seed = 6);
}

static void see_once(const struct detp_cpu_packed *packed, const uint32_t *order)
{
    CLEANUP(free_pointer) uint8_t *seen = calloc(packed->disc_count, 1);
    assert_non_null(seen);
    for (uint32_t i = 0; i < packed->disc_count; i++) {
        assert_true(order[i] < packed->disc_count);
        assert_int_equal(seen[order[i]]++, 0);
    }
}

/* All discs of a range lie in the box, whichever level it is of. */
static void see_inside(const struct pieces *p, const struct detp_cpu_boxes *boxes, uint32_t child,
                       uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last; i++) {
        float half[3];
        detp_cpu_disc_half(&p->tree.discs[i], p->packed.radius, half);
        for (int k = 0; k < 3; k++)
            assert_true(fabsf(p->tree.discs[i].centre[k] - boxes->centre[k][child]) + half[k] <=
                        boxes->half[k][child]);
    }
}

static void see_node(const struct pieces *p, uint32_t number, uint32_t first, uint32_t last)
{
    uint32_t ends[DETP_BOXES + 1];
    if (last - first <= p->tree.leaf)
        return;
    const uint32_t children = detp_cpu_tree_split(&p->tree, first, last, ends);
    for (uint32_t c = 0; c < children; c++) {
        see_inside(p, &p->tree.nodes[number], c, ends[c], ends[c + 1]);
        see_node(p, 4 * number + 1 + c, ends[c], ends[c + 1]);
    }
}

static void see_tree(struct pieces *p, uint32_t threads)
{
    CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(threads);
    assert_non_null(pool);
    detp_cpu_tree_build(&p->tree, &p->packed, pool);
    see_once(&p->packed, p->tree.order);
    see_node(p, 0, 0, p->tree.count);
}

static bool pieces_compute(struct bench_case *c)
{
    struct pieces *p = c->state;
    const uint32_t count = p->packed.disc_count;
    CLEANUP(free_pointer) uint32_t *order = calloc(count, sizeof(*order));
    assert_non_null(order);
    see_tree(p, 1);
    see_tree(p, 3);
    detp_discs_sort(&p->packed, p->keys, p->sorted);
    for (uint32_t i = 0; i < count; i++)
        order[i] = p->sorted[i].index;
    see_once(&p->packed, order);
    return true;
}

TEST(test_pieces)
{
    static const char *const sizes[] = { "1x1", "8x1", "9x1", "17x1", "600x1", "5001x1" };
    static const char *const modes[] = { "B", "G", "room" }; /* G has equal coordinates */
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        for (size_t k = 0; k < sizeof(modes) / sizeof(modes[0]); k++) {
            const struct result result =
                run_pieces(pieces_compute, made_check, sizes[i], modes[k], "0.05");
            assert_int_equal(result.c.status, BENCH_OK);
        }
}

/* The sphere cache as it is printed ------------------------------------------------------------ */

static uint64_t printed_hits(struct pieces *p, bool as_printed)
{
    uint64_t hits = 0;
    memset(p->output.sums, 0, DETP_WORDS * sizeof(uint32_t) * p->packed.disc_count);
    p->cache.as_printed = as_printed;
    detp_discs_sort(&p->packed, p->keys, p->sorted);
    detp_sphere_cache_run(&p->cache, &p->packed, p->sorted, p->output.sums);
    for (uint32_t j = 0; j < p->packed.disc_count; j++)
        hits += p->output.sums[DETP_WORDS * j + 3];
    return hits;
}

static bool printed_compute(struct bench_case *c)
{
    struct pieces *p = c->state;
    const uint64_t lost = printed_hits(p, true), whole = printed_hits(p, false);
    print_message("as printed: %llu of %llu hits\n", (unsigned long long)lost,
                  (unsigned long long)whole);
    assert_true(lost < whole - whole / 100 && lost > whole - whole / 5);
    return true;
}

TEST(test_as_printed)
{
    const struct result result = run_pieces(printed_compute, NULL, "4000x4000", "B", "0.02");
    assert_int_equal(result.c.status, BENCH_OK);
}

/* The reduction by itself ---------------------------------------------------------------------- */

static bool reduction_compute(struct bench_case *c)
{
    struct pieces *p = c->state;
    struct detp_reduction reduction = { .entries = 0 };
    memset(p->output.sums, 0, DETP_WORDS * sizeof(uint32_t) * p->packed.disc_count);
    detp_discs_sort(&p->packed, p->keys, p->sorted);
    assert_true(detp_reduction_record(&c->context, &reduction, &p->cache, &p->packed, p->sorted,
                                      p->output.sums));
    detp_reduction_run(&reduction);
    assert_true(reduction.entries > 100000 && reduction.steps_count > 100);
    assert_true(detp_reduction_check(&c->context, &reduction, &p->cache, &p->packed));
    /* One entry more or less, in a list that others were made after. */
    reduction.valid[reduction.entries / 64] ^= 1;
    detp_reduction_run(&reduction);
    return detp_reduction_check(&c->context, &reduction, &p->cache, &p->packed);
}

TEST(test_reduction_caught)
{
    const struct result result = run_pieces(reduction_compute, NULL, "2000x2000", "B", "0.02");
    assert_int_equal(result.c.status, BENCH_FAILED_VERIFY);
    assert_holds(result.reason, "rays, wanted");
}
