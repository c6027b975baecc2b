/* SPDX-License-Identifier: MIT */
/* stamps_test.c: a timestamp is taken where it was recorded, on a driver that has drawn, too. */
#include "harness/os/os.h"

#include "tests/device.h"

enum { BYTES = 128 << 20, TRIES = 20 };

/* Most of what the host waits for lies between the two. */
TEST(test_around_fill)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_buffer *buffer = buffer_create(scope, "b", BYTES, NULL);
    double device_ns = 0, host_ns = 0;
    struct gpu_commands *commands = gpu_commands_begin(scope);
    if (gpu_info(gpu)->features & GPU_GRAPHICS) {
        struct gpu_target *target = gpu_target_create(
            scope, &(struct gpu_target_params){
                       .name = "t", .width = 32, .height = 32, .colours = { GPU_PIXEL_RGBA8 } });
        gpu_commands_pass_begin(commands, target, 7);
        gpu_commands_pass_end(commands);
        assert_true(gpu_commands_submit(commands));
        commands = gpu_commands_begin(scope);
    }
    gpu_commands_timestamp(commands, 0);
    gpu_commands_fill(commands, buffer, 0, BYTES, 7);
    gpu_commands_timestamp(commands, 1);
    /* In the first the buffer's pages are found, and in any the host may have to wait for a CPU. */
    for (int i = 0; i < TRIES && (i < 2 || device_ns < host_ns / 2); i++) {
        host_ns = -clock_now_ns();
        assert_true(gpu_commands_submit(commands));
        host_ns += clock_now_ns();
        assert_true(gpu_commands_elapsed_ns(commands, 0, 1, &device_ns));
    }
    if (gpu_info_is_software(gpu_info(gpu)) && device_ns < host_ns / 2)
        fail_msg("%.0f us between the stamps, of %.0f us", device_ns / 1e3, host_ns / 1e3);
    assert_string_equal(gpu_failure(gpu)->message, "");
}
