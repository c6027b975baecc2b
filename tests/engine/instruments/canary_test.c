/* SPDX-License-Identifier: MIT */
/* canary_test.c: the canary, its load, and the clocks that it reads. Judges no time. Needs a
 * device. */
#include "harness/engine/instruments/instruments.h"

#include "harness/os/os.h"

#include "harness.kernels.h"

#include "tests/device.h"

/* The canary runs, its load ends within the time it is given, and a clock that is up is told. */
TEST(test_probes)
{
    struct canary_state known = { 0 };
    struct canary_reading reading = { 0 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(canary_destroy) struct canary *canary = canary_create(gpu, &known, 1);
    assert_non_null(canary);
    assert_true(known.steps > 0 && known.best_alone_ns > 0 && !known.raised);
    assert_true(known.best_ns == 0); /* there was no other work */
    const double spent_ns = canary_raise(canary, 1, 2e7, &reading);
    assert_true(spent_ns >= 1 && reading.probe_ns > 0 && known.raised);
    assert_true(known.best_alone_ns <= reading.probe_ns && reading.alone);
    assert_true(canary_probe(canary, &reading));
    if (gpu_info_is_software(gpu_info(gpu)))
        assert_true(reading.core_hz == 0 && known.best_hz == 0);
    gpu_fail(gpu, GPU_ERROR, "planted");
    assert_false(canary_probe(canary, &reading));
    assert_true(canary_raise(canary, 1e9, 1e9, &reading) == 0);
    assert_null(canary_create(gpu, &known, 1));
}

/* A load beside the host ends when it is told to, and leaves the clock that it came to. */
TEST(test_load)
{
    struct canary_state known = { 0 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    CLEANUP(canary_destroy) struct canary *canary = canary_create(gpu, &known, 1);
    assert_non_null(canary);
    assert_true(canary_load_end(canary) == 0); /* none was begun */
    known.best_alone_ns = INFINITY;
    canary_load_begin(canary, 1e12);
    clock_sleep_ns(5e6);
    assert_true(canary_load_end(canary) == 0); /* the host was done before it began */
    assert_true(known.best_alone_ns == INFINITY);
    canary_load_begin(canary, 1e6);
    clock_sleep_ns(2e7);
    assert_true(canary_load_end(canary) > 0);
    known.best_alone_ns = INFINITY;
    canary_load_begin(canary, 0);
    clock_sleep_ns(2e7);
    assert_true(canary_load_end(canary) > 0);
    assert_true(known.best_alone_ns < INFINITY && !known.raised);
    assert_true(canary_load_end(canary) == 0);
    gpu_fail(gpu, GPU_ERROR, "planted");
    canary_load_begin(canary, 0); /* on a failed device it ends by itself */
    canary_load_end(canary);
}

/* A clock that was up before, or rises further, or has just risen, is no reason to end a load. */
TEST(test_climb)
{
    struct canary_climb up = { 0 }, low = { 0 }, steps = { 0 };
    for (int ms = 2; ms <= 480; ms += 2)
        assert_false(canary_climb_see(&up, 1980 + ms % 3, 1e6 * ms));
    for (int ms = 2; ms <= 600; ms += 2)
        assert_int_equal(canary_climb_see(&low, ms < 330 ? 345 : 1980, 1e6 * ms), ms >= 430);
    for (int ms = 2; ms <= 400; ms += 2)
        assert_int_equal(
            canary_climb_see(&steps, 345 + (ms < 200 ? ms / 50 * 400 : 1600), 1e6 * ms), ms >= 300);
}

/* A reading's share of the clock. */
TEST(test_share)
{
    const struct canary_state by_time = { .best_ns = 100 };
    const struct canary_state by_core = { .best_ns = 100, .best_hz = 2e9 };
    struct canary_reading reading = { .probe_ns = 200 };
    assert_true(canary_share(&by_time, &reading) == 0.5);
    assert_true(canary_share(&by_core, &reading) == 0.5);
    reading.core_hz = 1.5e9;
    assert_true(canary_share(&by_core, &reading) == 0.75);
    assert_true(isnan(canary_share(&by_time, &(struct canary_reading){ 0 })));
    assert_true(canary_is_up(&by_time, &(struct canary_reading){ .probe_ns = 104 }));
    assert_false(canary_is_up(&by_time, &(struct canary_reading){ .probe_ns = 106 }));
    assert_false(canary_is_up(&by_time, &(struct canary_reading){ 0 }));
}

/* Values of an H100: a probe alone takes 5.5 % longer than one behind other work, at an equal
 * clock. */
TEST(test_alone)
{
    struct canary_state known = { 0 };
    const struct canary_reading alone = { .probe_ns = 36200, .alone = true };
    const struct canary_reading beside = { .probe_ns = 34300 };
    canary_state_see(&known, &beside);
    assert_true(isnan(canary_share(&known, &alone)));
    canary_state_see(&known, &alone);
    assert_true(known.best_ns == 34300 && known.best_alone_ns == 36200);
    assert_true(canary_is_up(&known, &alone) && canary_is_up(&known, &beside));
    assert_false(canary_is_up(&known, &(struct canary_reading){ .probe_ns = 36200 }));
    assert_true(canary_is_up(&known, &(struct canary_reading){ .probe_ns = 37900, .alone = true }));
    assert_false(
        canary_is_up(&known, &(struct canary_reading){ .probe_ns = 38200, .alone = true }));
    /* Longer probes, slower clocks and none at all do not change what is known. */
    canary_state_see(&known, &(struct canary_reading){ .probe_ns = 50000, .core_hz = 1.978e9 });
    canary_state_see(&known, &(struct canary_reading){ .probe_ns = 50000, .core_hz = 1.2e9 });
    canary_state_see(&known, &(struct canary_reading){ 0 });
    assert_true(known.best_ns == 34300 && known.best_hz == 1.978e9);
    /* Where the core clock is known it alone decides. */
    assert_true(canary_is_up(&known, &(struct canary_reading){ 90000, 1.976e9, true }));
    assert_false(canary_is_up(&known, &(struct canary_reading){ 34300, 1.8e9, false }));
}

/* Values of an H100. A product of matrices ran at a clock that no load reaches. The next load found
 * the clock low in vain, for a second, and so did all later ones. */
TEST(test_loads_tell)
{
    struct canary_state known = { 0 };
    const struct canary_reading usual = { 36000, 1.976e9, true }, high = { 33408, 2.096e9, false };
    const struct canary_reading lower = { 39000, 1.8e9, true }, low = { 0.2e6, 0.34e9, true };
    const struct canary_reading *readings[] = { &usual, &high, &lower, &low };
    for (size_t i = 0; i < 4; i++)
        canary_state_see(&known, readings[i]);
    assert_false(canary_is_up(&known, &usual)); /* there was no load: by the highest seen */
    canary_state_load(&known, &usual, false);
    assert_true(known.raised && canary_is_up(&known, &usual));
    assert_false(canary_is_up(&known, &lower) || canary_is_up(&known, &low));
    assert_true(canary_is_up(&known, &high));
    assert_true(canary_share(&known, &usual) < 0.95); /* what is throttled goes by the highest */
    canary_state_load(&known, &lower, false);         /* one that ended before it came to more */
    assert_false(canary_is_up(&known, &lower));
    canary_state_load(&known, &lower, true); /* it comes to no more now */
    assert_true(canary_is_up(&known, &lower) && !canary_is_up(&known, &low));
    canary_state_load(&known, &usual, false);
    assert_false(canary_is_up(&known, &lower));
    /* Without a core clock the time of probes decides. */
    known = (struct canary_state){ .best_ns = 33408, .best_alone_ns = 33000 };
    const struct canary_reading timed = { .probe_ns = 36000, .alone = true };
    assert_false(canary_is_up(&known, &timed));
    canary_state_load(&known, &timed, true);
    assert_true(canary_is_up(&known, &timed));
    assert_false(canary_is_up(&known, &(struct canary_reading){ 38000, 0, true }));
    assert_false(canary_is_up(&known, &(struct canary_reading){ 0, 0, true }));
}

/*
 * A probe must be long against the timer's tick: a coarse timer gets a longer one. Any probe is
 * long enough for the one tick and none for the other, however busy the machine is.
 */
TEST(test_steps)
{
    const double short_ns = 1e-3, endless_ns = 1e12;
    struct canary_state fine = { 0 }, coarse = { 0 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    CLEANUP(canary_destroy) struct canary *canary = canary_create(gpu, &fine, short_ns);
    canary_destroy(&canary);
    canary = canary_create(gpu, &coarse, endless_ns);
    assert_true(coarse.steps > fine.steps);
    canary_destroy(&canary);
    /* Chosen once: the times of a run compare. */
    canary = canary_create(gpu, &coarse, short_ns);
    assert_true(coarse.steps > fine.steps);
}

/* Recorded behind other work, with stamps of its own, and read back with it. */
TEST(test_beside)
{
    struct canary_state known = { 0 };
    struct canary_reading reading = { 0 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    struct canary *canary = canary_create(gpu, &known, 1);
    struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    canary_record(canary, commands, 4, 5);
    canary_record(NULL, commands, 6, 7);
    for (int i = 0; i < 3; i++) {
        assert_true(gpu_commands_submit(commands));
        assert_true(canary_read(canary, commands, 4, 5, &reading));
        assert_true(reading.probe_ns > 0 && !reading.alone && known.best_ns > 0);
    }
    assert_true(canary_read(NULL, commands, 6, 7, &reading));
    assert_true(reading.probe_ns == 0 && reading.core_hz == 0);
    gpu_scope_destroy(&scope);
    canary_destroy(&canary);
    assert_false(gpu_failed(gpu));
}

/* Both clocks that the kernel reads go forward, the further the longer the chain is. */
TEST(test_shader_clock)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    if (!(gpu_info(gpu)->features & GPU_SHADER_CLOCK)) {
        print_message("skipped: the device lacks shader_clock\n");
        gpu_destroy(&gpu);
        skip();
    }
    uint32_t words[2][3];
    const uint32_t steps[2] = { 1 << 10, 1 << 18 };
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_buffer *buffer = buffer_create(scope, "clock", sizeof(words[0]), NULL);
    struct gpu_kernel *kernel = kernel_create(scope, &kernel_harness_canary_clock);
    for (int i = 0; i < 2; i++) {
        struct gpu_commands *commands = gpu_commands_begin(scope);
        kernel_dispatch(commands, kernel, .buffers = { buffer }, .push = &steps[i],
                        .push_bytes = sizeof(steps[i]), .groups = { 1, 1, 1 });
        gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        gpu_commands_read_back(commands, buffer, 0, sizeof(words[i]), words[i]);
        assert_true(gpu_commands_submit(commands));
    }
    assert_false(gpu_failed(gpu));
    for (int word = 1; word < 3; word++) {
        assert_true(words[0][word] > 0);
        assert_true(words[1][word] > words[0][word]);
    }
}
