/* SPDX-License-Identifier: MIT */
/* Bound-and-split by the definition: the report's Table 1, its proof. */
#include "bench/reyes_subdivision/reference.h"
#include "tests/bench/reyes_subdivision/reyes_models.h"
#include "tests/sanitized.h"

static struct view view_of(const struct scene *scene)
{
    return reyes_view_init(&scene->camera, 1280, 1024, 8, 15);
}

/* A scene by name. Those of the report that are not shipped may be missing: false. */
static bool load(struct scene *scene, const char *name)
{
    if (!reyes_models_have(name))
        return false;
    const struct scene_source source = { .scene = name };
    if (!reyes_scene_load(scene, &source))
        fail_msg("%s", trouble_text());
    return true;
}

static void subdivide(struct reyes_reference *reference, const struct view *view,
                      const struct scene *scene)
{
    if (!reyes_reference_subdivide(reference, view, scene->patches, scene->count, 1u << 26))
        fail_msg("%s", trouble_text());
}

static struct reyes_reference_counts count(const struct view *view, const struct scene *scene)
{
    struct reyes_reference reference;
    subdivide(&reference, view, scene);
    reyes_reference_finish(&reference);
    return reference.counts;
}

/* Table 1 and levels -------------------------------------------------------------------------- */

/* in and drawn of each depth: notes on the report, recomputed independently. */
static const uint64_t teapot_levels[][2] = {
    { 32, 0 },      { 64, 0 },      { 128, 0 },     { 256, 0 },     { 512, 1 },
    { 1022, 10 },   { 2024, 138 },  { 3772, 660 },  { 6224, 1778 }, { 8892, 3899 },
    { 9986, 5736 }, { 8500, 5922 }, { 5156, 3222 }, { 3868, 3868 },
};
static const uint64_t bigguy_levels[][2] = {
    { 3570, 508 },   { 6124, 1763 },  { 8722, 2925 }, { 11594, 4793 }, { 13602, 7134 },
    { 12936, 6611 }, { 12650, 9862 }, { 5576, 5057 }, { 1038, 1038 },
};
static const uint64_t killeroo_levels[][2] = {
    { 11532, 2538 }, { 17988, 10230 }, { 15516, 11566 }, { 7900, 6338 },
    { 3124, 2993 },  { 262, 244 },     { 36, 36 },
};

TEST(test_table_1)
{
    static const struct {
        const char *name;
        const uint64_t (*levels)[2];
        uint32_t level_count;
        uint64_t n_out, splits;
    } wanted[] = { { "teapot", teapot_levels, 14, 25234, 25202 },
                   { "bigguy", bigguy_levels, 9, 39691, 36121 },
                   { "killeroo", killeroo_levels, 7, 33945, 22413 } };
    for (size_t i = 0; i < 3; i++) {
        CLEANUP(reyes_scene_finish) struct scene scene;
        if (!load(&scene, wanted[i].name))
            skip();
        const struct view view = view_of(&scene);
        const struct reyes_reference_counts counts = count(&view, &scene);
        assert_int_equal(counts.n_out, wanted[i].n_out);
        assert_int_equal(counts.splits, wanted[i].splits);
        assert_int_equal(counts.bounds, scene.count + 2 * wanted[i].splits);
        assert_int_equal(counts.culled_frustum + counts.culled_depth, 0);
        assert_int_equal(counts.level_count, wanted[i].level_count);
        for (uint32_t depth = 0; depth < counts.level_count; depth++) {
            assert_int_equal(counts.levels[depth].in, wanted[i].levels[depth][0]);
            assert_int_equal(counts.levels[depth].drawn, wanted[i].levels[depth][1]);
        }
    }
}

static void assert_near(uint64_t value, uint64_t wanted, uint64_t tolerance)
{
    const uint64_t difference = value > wanted ? value - wanted : wanted - value;
    if (difference > tolerance)
        fail_msg("%llu, wanted %llu within %llu", (unsigned long long)value,
                 (unsigned long long)wanted, (unsigned long long)tolerance);
}

TEST(test_hair)
{
    static const uint64_t in[] = { 10000, 20000, 39986, 79818, 157232, 253494, 38508, 2 };
    CLEANUP(reyes_scene_finish) struct scene scene;
    if (!load(&scene, "hair"))
        skip();
    struct view view = view_of(&scene);
    struct reyes_reference_counts counts = count(&view, &scene);
    assert_near(counts.n_out, 304474, 5);
    assert_near(counts.splits, 294520, 5);
    assert_int_equal(counts.culled_frustum, 47);
    assert_int_equal(counts.level_count, 8);
    for (int depth = 0; depth < 8; depth++)
        assert_near(counts.levels[depth].in, in[depth], 5);
    for (int i = SANITIZED ? 2 : 0; i < 2; i++) {
        view.ribbon = i == 0 ? 0 : 8;
        assert_near(count(&view, &scene).n_out, i == 0 ? 304252 : 304323, 5);
    }
}

TEST(test_stand_ins)
{
    static const struct {
        const char *name;
        uint64_t n_in, n_out;
    } wanted[] = { { "bigguy_standin", 3570, 39692 },
                   { "killeroo_standin", 11532, 33946 },
                   { "hair_generated", 10000, 304487 } };
    for (size_t i = 0; i < (SANITIZED ? 2 : 3); i++) {
        CLEANUP(reyes_scene_finish) struct scene scene;
        assert_true(load(&scene, wanted[i].name));
        const struct view view = view_of(&scene);
        const struct reyes_reference_counts counts = count(&view, &scene);
        assert_int_equal(counts.n_in, wanted[i].n_in);
        assert_near(counts.n_out, wanted[i].n_out, 5);
        assert_int_equal(counts.culled_depth, 0);
    }
}

/* Which choices matter: number of samples, depth. */
TEST(test_sensitivity)
{
    static const uint64_t samples[][2] = { { 2, 24554 }, { 4, 25258 }, { 9, 25267 } };
    CLEANUP(reyes_scene_finish) struct scene scene;
    assert_true(load(&scene, "teapot"));
    struct view view = view_of(&scene);
    for (size_t i = 0; i < 3; i++) {
        view.samples = (uint32_t)samples[i][0];
        assert_int_equal(count(&view, &scene).n_out, samples[i][1]);
    }
    view.samples = VIEW_SAMPLES;
    for (uint32_t depth = 14; depth <= 23; depth += 3) {
        view.max_depth = depth;
        assert_int_equal(count(&view, &scene).n_out, 25234);
    }
    view.max_depth = 13;
    struct reyes_reference_counts counts = count(&view, &scene);
    assert_int_equal(counts.n_out, 21366);
    assert_int_equal(counts.culled_depth, 1934);
    view.max_depth = 1;
    counts = count(&view, &scene);
    assert_int_equal(counts.n_out, 0);
    assert_int_equal(counts.culled_depth, 32);
    assert_int_equal(counts.splits, 0);
}

/* The 2014 rule never splits the longer side at the eye plane: far more work for the same output.
 */
TEST(test_eye_rule)
{
    CLEANUP(reyes_scene_finish) struct scene scene;
    assert_true(load(&scene, "eye_plane"));
    struct view view = view_of(&scene);
    view.max_depth = 19;
    const struct reyes_reference_counts old = count(&view, &scene);
    view.eye_rule = VIEW_EYE_LARGER;
    const struct reyes_reference_counts larger = count(&view, &scene);
    assert_int_equal(old.n_out, larger.n_out);
    assert_true(old.n_out > 10000);
    assert_true(old.splits > 8 * larger.splits);
    assert_true(old.peak_ranges > 8 * larger.peak_ranges);
    assert_true(old.culled_depth > larger.culled_depth);
}

/* reyes_bound() ------------------------------------------------------------------------------- */

/* A flat square of side 1 at z = -distance, seen from the origin. */
static struct bound_patch square(float distance)
{
    struct bound_patch patch;
    for (int k = 0; k < 16; k++) {
        patch.points[k][0] = (float)(k / 4) / 3.0f - 0.5f;
        patch.points[k][1] = (float)(k % 4) / 3.0f - 0.5f;
        patch.points[k][2] = -distance;
    }
    return patch;
}

static struct view plain_view(uint32_t limit)
{
    static const double origin[3] = { 0, 0, 0 }, straight[4] = { 1, 0, 0, 0 };
    struct camera camera = reyes_camera_at(origin, straight);
    camera.fovy = 90.0;
    return reyes_view_init(&camera, 100, 100, limit, 15);
}

TEST(test_bound)
{
    /* 90 degrees, 100 pixels: 50 pixels per unit at distance 1. */
    struct view view = plain_view(8);
    assert_true(fabsf(view.scale - 50.0f) < 1e-4f);
    struct bound_patch patch = square(10);
    const struct range whole = reyes_range_whole(0);
    bool undecided = true;
    assert_int_equal(reyes_bound(&view, &patch, whole, &undecided), BOUND_DRAW);
    assert_false(undecided);
    view.limit = 4;
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_SPLIT_V);
    for (int k = 0; k < 16; k++)
        patch.points[k][0] *= 1.5f;
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_SPLIT_U);
    assert_int_equal(reyes_bound(&view, &patch, reyes_range_child(whole, true, 0), NULL),
                     BOUND_SPLIT_V);
    view.max_depth = 1;
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_CULL_DEPTH);
    view.limit = 5;
    patch = square(10);
    assert_int_equal(reyes_bound(&view, &patch, whole, &undecided), BOUND_DRAW);
    assert_true(undecided); /* exactly 5 pixels */
    patch = square(-10);
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_CULL_FRUSTUM);
    patch = square(2000);
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_CULL_FRUSTUM);
    patch = square(10);
    for (int k = 0; k < 16; k++)
        patch.points[k][0] += 16.0f; /* 77.5 pixels off the middle: within the ribbon */
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_DRAW);
    view.ribbon = 20;
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_CULL_FRUSTUM);
    for (int k = 0; k < 16; k++)
        patch.points[k][0] -= 32.0f;
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_CULL_FRUSTUM);
}

TEST(test_bound_at_eye)
{
    struct view view = plain_view(8);
    struct bound_patch patch = square(0);
    for (int k = 0; k < 16; k++)
        patch.points[k][2] = (float)(k / 4) - 1.5f;
    const struct range whole = reyes_range_whole(0);
    const struct range half = reyes_range_child(whole, false, 0);
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_SPLIT_V);
    assert_int_equal(reyes_bound(&view, &patch, half, NULL), BOUND_SPLIT_V);
    view.eye_rule = VIEW_EYE_LARGER;
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_SPLIT_V);
    assert_int_equal(reyes_bound(&view, &patch, half, NULL), BOUND_SPLIT_U);
    /* A NaN is culled, whatever it touches; infinities do not hang. */
    patch = square(10);
    patch.points[5][1] = NAN;
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_CULL_FRUSTUM);
    patch = square(10);
    patch.points[5][2] = NAN;
    assert_int_equal(reyes_bound(&view, &patch, whole, NULL), BOUND_CULL_FRUSTUM);
}

/* Comparison ---------------------------------------------------------------------------------- */

TEST(test_matches)
{
    CLEANUP(reyes_scene_finish) struct scene scene;
    CLEANUP(reyes_reference_finish) struct reyes_reference reference;
    uint64_t differences;
    assert_true(load(&scene, "teapot"));
    const struct view view = view_of(&scene);
    subdivide(&reference, &view, &scene);
    const size_t count_ = reference.drawn.count;
    CLEANUP(free_pointer) struct range *ranges = malloc((count_ + 1) * sizeof(*ranges));
    assert_non_null(ranges);
#define RESET() memcpy(ranges, reference.drawn.ranges, count_ * sizeof(*ranges))
#define MATCHES(count__) reyes_reference_matches(&reference, ranges, count__, &differences)
    RESET();
    assert_true(MATCHES(count_));
    assert_int_equal(differences, 0);
    assert_false(MATCHES(count_ - 1));
    assert_holds(trouble_text(), "missing: patch 31");
    ranges[count_] = ranges[count_ - 1];
    assert_false(MATCHES(count_ + 1));
    assert_holds(trouble_text(), "twice");
    RESET();
    ranges[0] = reyes_range_whole(0);
    assert_true(reyes_range_sort(ranges, count_, scene.count));
    assert_false(MATCHES(count_));
    assert_false(MATCHES(0));
    /* Where rounding may decide, both answers are right. */
    const struct range undecided = reference.drawn.ranges[100];
    RESET();
    ranges[100] = reyes_range_child(undecided, true, 0);
    ranges[count_] = reyes_range_child(undecided, true, 1);
    assert_true(reyes_range_sort(ranges, count_ + 1, scene.count));
    assert_false(MATCHES(count_ + 1));
    reyes_range_list_add(&reference.undecided, undecided);
    assert_true(
        reyes_range_sort(reference.undecided.ranges, reference.undecided.count, scene.count));
    assert_true(MATCHES(count_ + 1));
    assert_int_equal(differences, 3);
}

/* BOUNDED: the proof of section 3.2 ----------------------------------------------------------- */

struct proof {
    const struct view *view;
    uint64_t n, p;
};

/* Invariants (1) to (5) of a stack of ranges, of which invariant (5) is the sharpest. */
static void assert_invariants(void *state, const struct range_list *stack)
{
    const struct proof *proof = state;
    uint64_t levels[REYES_LEVELS + 1] = { 0 };
    for (size_t i = 0; i < stack->count; i++) {
        const uint32_t depth = reyes_range_depth(stack->ranges[i]);
        assert_true(depth < proof->view->max_depth);                             /* (2) */
        assert_true(i == 0 || reyes_range_depth(stack->ranges[i - 1]) <= depth); /* (3) */
        levels[depth]++;
    }
    assert_true(levels[0] <= proof->n); /* (4) */
    uint32_t above = 0;
    for (uint32_t depth = 1; depth <= REYES_LEVELS; depth++) { /* (5) */
        if (levels[depth] <= proof->p)
            continue;
        uint64_t deeper = 0;
        for (uint32_t k = depth + 1; k <= REYES_LEVELS; k++)
            deeper += levels[k];
        assert_true(levels[depth] + deeper <= 2 * proof->p);
        above++;
    }
    assert_true(above <= 1);
    assert_true(stack->count < proof->n + proof->p * proof->view->max_depth); /* (1) */
}

/* Iterations; *drawn ranges. */
static uint64_t bounded(const struct view *view, const struct scene *scene, uint64_t p,
                        uint64_t *drawn, bool check)
{
    struct proof proof = { view, scene->count, p };
    const struct batches_params params = { .batch = p,
                                           .visit = check ? assert_invariants : NULL,
                                           .state = &proof };
    CLEANUP(reyes_range_list_finish) struct range_list list;
    uint64_t *ends, iterations;
    assert_true(reyes_batches_subdivide(view, scene->patches, scene->count, &params, &list, &ends,
                                        &iterations));
    *drawn = list.count;
    assert_int_equal(ends[iterations - 1], list.count);
    free(ends);
    return iterations;
}

TEST(test_bounded_proof)
{
    static const uint64_t batches[] = { 1, 7, 64, 1000 };
    CLEANUP(reyes_scene_finish) struct scene scene;
    uint64_t drawn;
    assert_true(load(&scene, "teapot"));
    struct view view = view_of(&scene);
    view.limit = 32;
    const uint64_t wanted = count(&view, &scene).n_out;
    for (size_t i = 0; i < sizeof(batches) / sizeof(batches[0]); i++) {
        bounded(&view, &scene, batches[i], &drawn, true);
        assert_int_equal(drawn, wanted);
    }
    view.max_depth = 4; /* most are culled by depth */
    bounded(&view, &scene, 5, &drawn, true);
}

TEST(test_bounded_iterations)
{
    static const struct {
        const char *name;
        uint64_t iterations;
    } wanted[] = { { "teapot", 14 }, { "bigguy", 13 }, { "killeroo", 9 }, { "hair", 62 } };
    for (size_t i = 0; i < (SANITIZED ? 3 : 4); i++) {
        CLEANUP(reyes_scene_finish) struct scene scene;
        uint64_t drawn;
        if (!load(&scene, wanted[i].name))
            skip();
        const struct view view = view_of(&scene);
        assert_int_equal(bounded(&view, &scene, 10000, &drawn, false), wanted[i].iterations);
    }
}
