/* SPDX-License-Identifier: MIT */
/* selftest_test.c: what the self-test concludes, from facts made up here. */
#include "harness/engine/measure/selftest/selftest.h"
#include "tests/unit.h"

/* Makes the values of an H200. */
static struct selftest make(void)
{
    return (struct selftest){
        .timer = { .tick_ns = 32, .empty_ns = 3520 },
        .spin = { .device_ns = 200.5e6, .host_low_ns = 200e6, .host_high_ns = 201e6 },
        .clock = { .probe_ns = 35000,
                   .probe_spread = 0.003,
                   .core_hz = 1.975e9,
                   .core_spread = 0.0001 },
        .cache = { .known = true,
                   .cold = true,
                   .clean = true,
                   .sweep_bytes = 1 << 28,
                   .hot_ns = 7040,
                   .cold_ns = 8288,
                   .clean_ns = 8320,
                   .dirty_ns = 9344 },
    };
}

/* Exactly the proof that a fault belongs to fails. */
static void assert_only(const struct selftest *test, int fails)
{
    for (int i = 0; i < SELFTEST_PROOF_COUNT; i++) {
        assert_int_equal(selftest_holds(test, (enum selftest_proof)i, GPU_SHADER_CLOCK),
                         i != fails);
        assert_true(selftest_proof_name((enum selftest_proof)i)[0] != '\0');
        assert_true(selftest_proof_text((enum selftest_proof)i)[0] != '\0');
    }
}

TEST(test_proofs)
{
    struct selftest test = make();
    assert_only(&test, -1);
    test.timer.empty_ns = 0; /* equal stamps */
    assert_only(&test, SELFTEST_TIMER);
    test = make();
    test.spin.device_ns *= 52.08; /* ticks of another length than the period says */
    assert_only(&test, SELFTEST_PERIOD);
    test.spin.device_ns = 200.5e6 / 1.05;
    assert_only(&test, SELFTEST_PERIOD);
    test.spin.device_ns = -200.5e6; /* it runs backwards */
    assert_only(&test, SELFTEST_PERIOD);
    test = make();
    strcpy(test.order_trouble, "went back");
    assert_only(&test, SELFTEST_ORDER);
    test = make();
    test.clock.probe_spread = 0.2;
    assert_only(&test, SELFTEST_CLOCK);
    test = make();
    test.clock.core_hz = 0;
    assert_only(&test, SELFTEST_CORE);
    assert_true(selftest_holds(&test, SELFTEST_CORE, 0)); /* nobody said that it could be read */
    test = make();
    test.clock.core_spread = 0.2;
    assert_only(&test, SELFTEST_CORE);
    test = make();
    test.cache.cold = false;
    assert_only(&test, SELFTEST_COLD);
    test = make();
    test.cache.clean = false;
    assert_only(&test, SELFTEST_CLEAN);
    test = make();
    test.cache = (struct run_cache_proof){ .known = false }; /* no memory for a sweep */
    assert_false(selftest_holds(&test, SELFTEST_COLD, 0));
    assert_false(selftest_holds(&test, SELFTEST_CLEAN, 0));
}
