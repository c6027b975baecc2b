/* SPDX-License-Identifier: MIT */
/*
 * tiling_measured_test.c: what is stated of measured launches, made up here: no device is asked.
 */
#include "bench/thread_group_tiling/benches.h"

#include "harness/engine/inspect/inspect.h"
#include "harness/record/record.h"
#include "tests/unit.h"

enum { WIDTH = 16, HEIGHT = 9, GROUPS = WIDTH * HEIGHT };

static struct tiling_measured_group groups[GROUPS];
static uint32_t launches[GROUPS];
static struct tiling_measured measured;

/* Tickets in that order, `resident` groups side by side, a group on each of three units in turn. */
static void make(enum tiling_order order, uint32_t resident, bool has_clock, bool has_units)
{
    measured = (struct tiling_measured){ .grid = { WIDTH, HEIGHT },
                                         .has_clock = has_clock,
                                         .has_units = has_units,
                                         .groups = groups,
                                         .launches = launches };
    for (uint32_t launch = 0; launch < GROUPS; launch++) {
        const struct tiling_group group = tiling_order_map(order, launch, measured.grid, 1);
        const uint32_t i = group.y * WIDTH + group.x, begin = launch / resident * 10;
        launches[i] = launch;
        groups[i] = (struct tiling_measured_group){
            .ticket = launch,
            .resident = launch < resident ? launch + 1 : resident,
            .begin = { begin + 0xfffffff0u, begin < 0x10 ? 6 : 7 },
            .end = { begin + 0xfffffffau, begin < 0x6 ? 6 : 7 },
            .unit = 40 + launch % 3,
        };
    }
}

static bool state(struct inspection *inspection)
{
    tiling_measured_state(&measured, &inspection->context);
    return true;
}

static json_t *stated(void)
{
    static const struct inspection_kind kind = { .name = "order", .inspect = state };
    const struct inspection_params params = { .kind = &kind };
    CLEANUP(inspection_destroy) struct inspection *inspection = inspection_create(&params);
    assert_non_null(inspection);
    return facts_json(context_facts(&inspection->context));
}

static void assert_text(const json_t *facts, const char *name, const char *wanted)
{
    const char *text = json_string_value(json_object_get(facts, name));
    assert_non_null(text);
    assert_string_equal(text, wanted);
}

static void assert_number(const json_t *facts, const char *name, double wanted)
{
    assert_true(fabs(json_number_value(json_object_get(facts, name)) - wanted) < 1e-9);
}

TEST(test_rows)
{
    make(TILING_ROW_MAJOR, 12, true, true);
    json_auto_t *facts = stated();
    assert_number(facts, "groups", GROUPS);
    assert_number(facts, "mean_displacement", 0);
    assert_number(facts, "largest_displacement", 0);
    assert_text(facts, "row_major_launch", "yes");
    assert_text(facts, "nearest_order", "row_major");
    assert_number(facts, "resident_most", 12);
    assert_number(facts, "ticks", 10 * GROUPS / 12.0);
    assert_number(facts, "ticks_per_group", 10);
    assert_number(facts, "resident_by_clock", 12);
    assert_number(facts, "units", 3);
    assert_number(facts, "groups_per_unit_least", GROUPS / 3.0);
    assert_number(facts, "groups_per_unit_most", GROUPS / 3.0);
    assert_number(facts, "resident_per_unit", 4);
    assert_null(json_object_get(facts, "left_out"));
}

/* Two neighbours that change places are displaced by less than those that run side by side. */
TEST(test_nearly_rows)
{
    make(TILING_ROW_MAJOR, 2, false, false);
    launches[10] = 11;
    launches[11] = 10;
    json_auto_t *facts = stated();
    assert_number(facts, "mean_displacement", 2.0 / GROUPS);
    assert_number(facts, "largest_displacement", 1);
    assert_text(facts, "row_major_launch", "yes");
}

TEST(test_other_orders)
{
    static const enum tiling_order orders[] = { TILING_COLUMN_MAJOR, TILING_MORTON, TILING_HILBERT,
                                                TILING_REVERSE };
    for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
        make(orders[i], 3, true, false);
        json_auto_t *facts = stated();
        assert_text(facts, "row_major_launch", "no");
        assert_text(facts, "nearest_order", tiling_order_names[orders[i]]);
        assert_number(facts, "nearest_order_displacement", 0);
        assert_text(facts, "left_out", "units: the device lacks shader_sm_builtins");
        assert_null(json_object_get(facts, "units"));
    }
}

TEST(test_without_clock)
{
    make(TILING_ROW_MAJOR, 3, false, false);
    json_auto_t *facts = stated();
    assert_text(facts, "left_out", "clock and units: the device lacks shader_clock");
    assert_null(json_object_get(facts, "ticks"));
}
