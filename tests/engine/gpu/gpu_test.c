/* SPDX-License-Identifier: MIT */
/* gpu_test.c: the GPU layer: choosing, failing, kernels, commands. Needs a device for all
 * but the first. */
#include "planted.kernels.h"

#include "tests/engine/gpu/gpu_parts.h"

/* Choosing ------------------------------------------------------------------------------------- */

static struct gpu_info info_make(int index, const char *name, enum gpu_kind kind, bool usable)
{
    struct gpu_info info = { .index = index, .kind = kind, .usable = usable };
    snprintf(info.name, sizeof(info.name), "%s", name);
    snprintf(info.uuid, sizeof(info.uuid), "%032d", index);
    if (!usable)
        strcpy(info.unusable_reason, "it has Vulkan 1.2.0, 1.3 is needed");
    return info;
}

/* Words that we and other tools print for a device are taken back. */
TEST(test_choose_words)
{
    char message[GPU_MESSAGE_BYTES];
    struct gpu_info infos[] = {
        info_make(0, "llvmpipe (LLVM 15.0.6, 256 bits)", GPU_CPU, true),
        info_make(1, "NVIDIA GeForce RTX 4090", GPU_DISCRETE, true),
        info_make(2, "AMD Radeon 780M (RADV PHOENIX)", GPU_INTEGRATED, true),
        info_make(3, "NVIDIA H100 80GB HBM3", GPU_DISCRETE, true),
        info_make(4, "A card", GPU_DISCRETE, true),
    };
    const struct {
        const char *selector;
        int found;
    } words[] = {
        { "4090", 1 },
        { "780", 2 },
        { "409", -1 },
        { "90", -1 },
        { "7", -1 },
        { "100", 3 },
        { "GPU-00000000-0000-0000-0000-000000000001", 1 },
        { "MIG-00000000-0000-0000-0000-000000000003", 3 },
        { "{00000000-0000-0000-0000-000000000002}", 2 },
        { "UUID: GPU-00000000-0000-0000-0000-000000000002", 2 },
        { "00000000000000000000000000000001", 1 },
        { "GPU-00000000-0000-0000-0000-000000000009", -1 },
        { "GPU 2", 2 },
        { "GPU0", 0 },
        { "Vulkan3", 3 },
        { "cuda:1", 1 },
        { "cuda:0", -1 },
        { "#2", 2 },
        { "GPU 9", -1 },
        { "vulkan://2", 2 },
        { "vulkan://00000000-0000-0000-0000-000000000003", 3 },
        { "0000:41:00.0", 1 },
        { "00000000:41:00.0", 1 },
        { "41:00.0", 1 },
        { "41:00.1", -1 },
        { "pci-0000_41_00_0", 1 },
        { "pci-0000_41_00_1", -1 },
        { "GPU-00000000", -1 },
        { "GPU-8932f937", 4 },
        { "GPU-8932f93", -1 },
        { "10de:2330", 3 },
        { "0x10DE:0x2330", 3 },
        { "10de:2330!", 3 },
        { "10de:2331", -1 },
        { "nvidia-h100-80gb-hbm3", 3 },
        { "llvmpipe (LLVM 15.0.6, 256 bits)", 0 },
        { "AMD Radeon 780M (RADV PHOENIX)", 2 },
        { "AMD Radeon 780M (RADV PHOENIX) (integrated)", 2 },
        { "llvmpipe (LLVM 15.0.6, 256 bits) (cpu, software)", 0 },
        { "cpu", 0 },
        { "780M (RADV", 2 },
        { "780m (radv phoenix)", 2 },
        { "(X", -1 },
        { "integrated", 2 },
        { "discrete", -1 },
    };
    strcpy(infos[1].pci_bus, "0000:41:00.0");
    infos[3].vendor_id = 0x10de;
    infos[3].device_id = 0x2330;
    strcpy(infos[4].uuid, "8932f937d72c4106c12f20bd9faed9f6");
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (gpu_choose(infos, 5, words[i].selector, message) != words[i].found)
            fail_msg("--device '%s' is not device %d: %s", words[i].selector, words[i].found,
                     message);
    strcpy(infos[1].name, "NVIDIA GeForce RTX 4090 D");
    infos[0] = infos[1];
    assert_int_equal(gpu_choose(infos, 4, "4090", message), -1);
    assert_holds(message, "several");
}

TEST(test_choose)
{
    char message[GPU_MESSAGE_BYTES];
    struct gpu_info infos[] = {
        info_make(0, "llvmpipe", GPU_CPU, true),
        info_make(1, "Intel Arc", GPU_INTEGRATED, true),
        info_make(2, "Old Radeon", GPU_DISCRETE, false),
        info_make(3, "Radeon RX 7900", GPU_DISCRETE, true),
        info_make(4, "Radeon RX 7600", GPU_DISCRETE, true),
    };
    assert_int_equal(gpu_choose(infos, 5, NULL, message), 3);
    assert_int_equal(gpu_choose(infos, 2, "", message), -1);
    assert_holds(message, "leave --device out");
    assert_int_equal(gpu_choose(infos, 1, NULL, message), 0);
    assert_int_equal(gpu_choose(infos, 5, "4", message), 4);
    assert_int_equal(gpu_choose(infos, 5, "00000000-0000-0000-0000-000000000001", message), 1);
    assert_int_equal(gpu_choose(infos, 5, "arc", message), 1);
    assert_int_equal(gpu_choose(infos, 5, "rx 79", message), 3);
    assert_int_equal(gpu_choose(infos, 5, "RX", message), -1);
    assert_holds(message, "several");
    infos[4] = infos[3];
    assert_int_equal(gpu_choose(infos, 5, infos[3].uuid, message), -1);
    assert_holds(message, "several");
    assert_int_equal(gpu_choose(infos, 4, infos[3].uuid, message), 3);
    assert_int_equal(gpu_choose(infos, 5, "2", message), -1);
    assert_holds(message, "1.3 is needed");
    assert_int_equal(gpu_choose(infos, 5, "9", message), -1);
    assert_int_equal(gpu_choose(infos, 5, "geforce", message), -1);
    assert_int_equal(gpu_choose(infos, 5, "(", message), -1);
    assert_holds(message, "regular expression");
    assert_int_equal(gpu_choose(infos, 0, NULL, message), -1);
    assert_true(strstr(message, "install") || strstr(message, "or unset it"));
    assert_int_equal(gpu_choose(&infos[2], 1, NULL, message), -1);
    assert_string_equal(gpu_feature_name(GPU_SHADER_CLOCK), "shader_clock");
    assert_string_equal(gpu_feature_name(GPU_COOPERATIVE_MATRIX), "cooperative_matrix");
    for (int bit = 0; bit < GPU_FEATURE_COUNT; bit++)
        assert_non_null(gpu_feature_name((enum gpu_feature)(1 << bit)));
    assert_null(gpu_feature_name((enum gpu_feature)(1 << GPU_FEATURE_COUNT)));
}

/* Failing -------------------------------------------------------------------------------------- */

/* Every call of gpu.h, with whatever it is given. */
static void call_everything(struct gpu *gpu, struct gpu_scope *scope, struct gpu_buffer *buffer,
                            struct gpu_kernel *kernel, struct gpu_commands *commands)
{
    uint32_t word = 7;
    double ns = 1;
    const struct gpu_dispatch dispatch = { .kernel = kernel,
                                           .buffers = { buffer },
                                           .groups = { 1, 1, 1 } };
    assert_true(gpu_failed(gpu));
    assert_null(gpu_scope_create(gpu));
    assert_null(gpu_scope_broken_guard(scope));
    assert_null(buffer_create(scope, "b", 4, NULL));
    assert_false(gpu_buffer_write(buffer, 0, &word, 4));
    assert_false(gpu_buffer_read(buffer, 0, &word, 4));
    assert_false(gpu_buffer_fill(buffer, 0, 4, 1));
    assert_null(kernel_create(scope, &kernel_planted_planted));
    assert_null(gpu_commands_begin(scope));
    gpu_commands_restart(commands);
    gpu_commands_dispatch(commands, &dispatch);
    gpu_commands_fill(commands, buffer, 0, 4, 0);
    gpu_commands_copy(commands, buffer, 0, buffer, 0, 4);
    gpu_commands_read_back(commands, buffer, 0, 4, &word);
    gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    gpu_commands_timestamp(commands, 0);
    assert_false(gpu_commands_submit(commands));
    assert_false(gpu_commands_elapsed_ns(commands, 0, 1, &ns));
    assert_true(ns == 0);
    gpu_commands_counters(commands);
    assert_int_equal(word, 7);
}

TEST(test_null)
{
    struct gpu *gpu = NULL;
    struct gpu_scope *scope = NULL;
    call_everything(NULL, NULL, NULL, NULL, NULL);
    assert_null(gpu_info(NULL));
    assert_int_equal(gpu_buffer_bytes(NULL), 0);
    assert_int_equal(gpu_scope_peak_bytes(NULL), 0);
    assert_null(gpu_scope_device(NULL));
    assert_int_equal(gpu_failure(NULL)->result, GPU_ERROR);
    assert_false(gpu_recover(NULL));
    gpu_fail(NULL, GPU_ERROR, "nothing to fail");
    gpu_scope_destroy(&scope);
    gpu_destroy(&gpu);
}

TEST(test_failed_device)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_buffer *buffer = buffer_create(scope, "words", 4 * 16, NULL);
    struct gpu_kernel *kernel =
        gpu_kernel_create(scope, &(struct gpu_kernel_params){ .shader = &kernel_planted_planted,
                                                              .constant_count = 3 });
    struct gpu_commands *commands = gpu_commands_begin(scope);
    assert_non_null(commands);
    assert_non_null(kernel);
    gpu_fail(gpu, GPU_OUT_OF_MEMORY, "planted");
    gpu_fail(gpu, GPU_LOST, "later failures do not count");
    assert_int_equal(gpu_failure(gpu)->result, GPU_OUT_OF_MEMORY);
    assert_string_equal(gpu_failure(gpu)->message, "planted");
    call_everything(gpu, scope, buffer, kernel, commands);

    assert_true(gpu_recover(gpu));
    assert_true(gpu_buffer_fill(buffer, 4, 8, 3));
    gpu_fail(gpu, GPU_LOST, "planted");
    assert_false(gpu_recover(gpu));
    assert_true(gpu_failed(gpu));
}

/* After a time-out nothing may be destroyed that could still be in use; memory of the process is
 * all that goes. */
TEST(test_timed_out_device)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    buffer_create(scope, "words", 4 * 16, NULL);
    gpu_commands_begin(scope);
    gpu_fail(gpu, GPU_TIMEOUT, "planted");
    assert_false(gpu_recover(gpu));
}

/* Commands ------------------------------------------------------------------------------------- */

enum { COUNT = 100 };

struct copier {
    struct gpu_buffer *in, *out, *control;
    struct gpu_dispatch dispatch;
};

/* planted.comp without a fault copies three lists of COUNT words; here all three are the same. */
static struct copier copier_create(struct gpu_scope *scope, uint32_t fault)
{
    uint32_t words[COUNT];
    const uint32_t zeros[64] = { 0 };
    for (uint32_t i = 0; i < COUNT; i++)
        words[i] = 1000 + i;
    struct copier copier = { buffer_create(scope, "words", 4 * COUNT, words),
                             buffer_create(scope, "words", 4 * COUNT, NULL),
                             buffer_create(scope, "words", 4 * 64, zeros),
                             { 0 } };
    struct gpu_buffer *spare[2] = { buffer_create(scope, "words", 4 * COUNT, NULL),
                                    buffer_create(scope, "words", 4 * COUNT, NULL) };
    copier.dispatch = (struct gpu_dispatch){
        .kernel = kernel_create_with(scope, &kernel_planted_planted, fault, COUNT, COUNT),
        .buffers = { copier.in, copier.in, copier.in, copier.out, spare[0], spare[1],
                     copier.control },
        .groups = { 2, 1, 1 },
    };
    return copier;
}

TEST(test_commands)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct copier copier = copier_create(scope, 0);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    uint32_t words[COUNT], count = 0;
    double ns;
    gpu_commands_timestamp(commands, 0);
    gpu_commands_dispatch(commands, &copier.dispatch);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_read_back(commands, copier.control, 0, 4, &count);
    gpu_commands_timestamp(commands, 1);
    for (int i = 0; i < 2; i++) {
        count = 0;
        assert_true(gpu_buffer_fill(copier.out, 0, 4 * COUNT, 0));
        assert_true(gpu_commands_submit(commands));
        assert_int_equal(count, COUNT);
        assert_true(gpu_buffer_read(copier.out, 0, words, sizeof(words)));
        for (uint32_t k = 0; k < COUNT; k++)
            assert_int_equal(words[k], 1000 + k);
        assert_true(gpu_commands_elapsed_ns(commands, 0, 1, &ns));
        assert_true(ns > 0 && ns < 60e9);
    }
    const struct gpu_counters counters = gpu_commands_counters(commands);
    assert_int_equal(counters.dispatches, 1);
    assert_int_equal(counters.copies, 1);
    assert_int_equal(counters.barriers, 1);
    gpu_commands_dispatch(commands, &copier.dispatch);
    assert_int_equal(gpu_failure(gpu)->result, GPU_ERROR);
}

TEST(test_indirect)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct copier copier = copier_create(scope, 0);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    uint32_t words[COUNT];
    copier.dispatch.indirect = copier.control;
    copier.dispatch.indirect_offset = 4 * 40;
    gpu_commands_fill(commands, copier.control, 4 * 40, 12, 1);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE | GPU_INDIRECT);
    gpu_commands_dispatch(commands, &copier.dispatch);
    assert_true(gpu_commands_submit(commands));
    assert_int_equal(gpu_commands_counters(commands).indirect_dispatches, 1);
    assert_true(gpu_buffer_read(copier.out, 0, words, sizeof(words)));
    assert_int_equal(words[63], 1063);
    assert_int_equal(words[64], 0xA5A5A5A5); /* one group, not two */

    gpu_commands_restart(commands);
    gpu_commands_fill(commands, copier.out, 0, 4 * COUNT, 5);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_TRANSFER);
    gpu_commands_copy(commands, copier.out, 0, copier.in, 4, 8);
    assert_true(gpu_commands_submit(commands));
    assert_true(gpu_buffer_read(copier.out, 0, words, sizeof(words)));
    assert_int_equal(words[0], 1001);
    assert_int_equal(words[1], 1002);
    assert_int_equal(words[2], 5);

    /* Each dispatch has the words noted that it finds, though they change in between. */
    for (int notes = 0; notes < 2; notes++) {
        struct gpu_groups noted;
        gpu_commands_restart(commands);
        gpu_commands_dispatch(commands, &copier.dispatch);
        gpu_commands_count(commands, notes);
        for (uint32_t side = 0; side <= 2; side++) {
            gpu_commands_barrier(commands, GPU_COMPUTE | GPU_INDIRECT, GPU_TRANSFER);
            gpu_commands_fill(commands, copier.control, 4 * 40, 12, side);
            gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE | GPU_INDIRECT);
            gpu_commands_dispatch(commands, &copier.dispatch);
        }
        assert_true(gpu_commands_submit(commands));
        assert_true(gpu_commands_noted(commands, &noted));
        assert_int_equal(noted.all, notes ? 1 + 8 : 0);
        assert_int_equal(noted.most, notes ? 8 : 0);
        assert_int_equal(gpu_commands_counters(commands).indirect_dispatches, 3);
        assert_int_equal(gpu_commands_counters(commands).fills, 3);
        assert_int_equal(gpu_commands_counters(commands).barriers, 6);
        assert_int_equal(gpu_commands_counters(commands).chain, notes ? 5 : 6); /* one is empty */
    }
}

/* The longest chain is that of commands which a barrier lets wait for the one before. */
TEST(test_chain)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct copier copier = copier_create(scope, 0);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    assert_int_equal(gpu_commands_counters(commands).chain, 0);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    gpu_commands_dispatch(commands, &copier.dispatch);
    gpu_commands_dispatch(commands, &copier.dispatch);
    assert_int_equal(gpu_commands_counters(commands).chain, 1);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
    gpu_commands_dispatch(commands, &copier.dispatch);
    assert_int_equal(gpu_commands_counters(commands).chain, 2);
    gpu_commands_fill(commands, copier.control, 4 * 40, 12, 1); /* waits for nothing */
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_COMPUTE);
    gpu_commands_dispatch(commands, &copier.dispatch);
    assert_int_equal(gpu_commands_counters(commands).chain, 2);
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER); /* two barriers in a row count */
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_INDIRECT);
    copier.dispatch.indirect = copier.control;
    copier.dispatch.indirect_offset = 4 * 40;
    gpu_commands_dispatch(commands, &copier.dispatch);
    assert_int_equal(gpu_commands_counters(commands).chain, 3);
    assert_int_equal(gpu_commands_counters(commands).groups.all,
                     4 * (uint64_t)copier.dispatch.groups[0]);
    gpu_commands_count(commands, false);
    assert_int_equal(gpu_commands_counters(commands).chain, 0);
}

TEST(test_guards)
{
    enum { PAST_END = 5, OTHERS = 130 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct copier copier = copier_create(scope, PAST_END);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    assert_null(gpu_scope_broken_guard(scope));
    gpu_commands_dispatch(commands, &copier.dispatch);
    assert_true(gpu_commands_submit(commands));
    assert_string_equal(gpu_scope_broken_guard(scope), "words");
    /* Among more buffers than are read at a time; then mended. */
    for (int i = 0; i < OTHERS; i++)
        buffer_create(scope, "other", 4, NULL);
    assert_string_equal(gpu_scope_broken_guard(scope), "words");
    gpu_scope_mend_guards(scope);
    assert_null(gpu_scope_broken_guard(scope));
    /* Two scopes further in, it is seen from here, and mended. */
    struct gpu_scope *within = gpu_scope_create_within(gpu_scope_create_within(scope));
    copier = copier_create(within, PAST_END);
    gpu_commands_restart(commands);
    gpu_commands_dispatch(commands, &copier.dispatch);
    assert_true(gpu_commands_submit(commands));
    assert_string_equal(gpu_scope_broken_guard(within), "words");
    assert_string_equal(gpu_scope_broken_guard(scope), "words");
    gpu_scope_mend_guards(scope);
    assert_null(gpu_scope_broken_guard(within));
}

/*
 * Commands that outlive a buffer: a new one may lie at the old one's address, and must not be taken
 * for it.
 */
TEST(test_commands_outlive_buffer)
{
    const uint32_t zeros[64] = { 0 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    struct copier copier = copier_create(scope, 0);
    for (int round = 0; round < 8; round++) {
        CLEANUP(gpu_scope_destroy) struct gpu_scope *inner = gpu_scope_create(gpu);
        /* Many at once: an allocator need not hand out again what was freed last. */
        for (int i = 0; i < 16; i++) {
            uint32_t count = 0;
            copier.dispatch.buffers[6] = buffer_create(inner, "words", 4 * 64, zeros);
            gpu_commands_restart(commands);
            gpu_commands_dispatch(commands, &copier.dispatch);
            assert_true(gpu_commands_submit(commands));
            assert_true(gpu_buffer_read(copier.dispatch.buffers[6], 0, &count, sizeof(count)));
            assert_int_equal(count, COUNT);
        }
    }
    assert_false(gpu_failed(gpu));
}

static void assert_dispatch_fails(const struct gpu_dispatch *dispatch, struct gpu *gpu,
                                  struct gpu_scope *scope, enum gpu_result result)
{
    gpu_commands_dispatch(gpu_commands_begin(scope), dispatch);
    assert_int_equal(gpu_failure(gpu)->result, result);
    assert_true(gpu_recover(gpu));
}

TEST(test_wrong_use)
{
    const uint32_t garbage[] = { 1, 2, 3, 4, 5, 6 };
    const struct gpu_shader no_shader = { "garbage", garbage, sizeof(garbage) };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    const struct copier copier = copier_create(scope, 0);
    struct gpu_dispatch few = copier.dispatch, wide = copier.dispatch;
    few.buffers[6] = NULL;
    wide.groups[2] = gpu_info(gpu)->limits.group_count_max[2] + 1;
    assert_dispatch_fails(&few, gpu, scope, GPU_ERROR);
    if (wide.groups[2] != 0)
        assert_dispatch_fails(&wide, gpu, scope, GPU_UNSUPPORTED);

    assert_null(kernel_create(scope, &no_shader));
    assert_holds(gpu_failure(gpu)->message, "is not SPIR-V");
    assert_true(gpu_recover(gpu));
    assert_null(
        gpu_kernel_create(scope, &(struct gpu_kernel_params){ .shader = &kernel_planted_planted,
                                                              .constant_count = 1 }));
    assert_holds(gpu_failure(gpu)->message, "specialization constants");
    assert_true(gpu_recover(gpu));
    for (size_t bytes = 20; bytes < kernel_planted_planted.bytes; bytes += 4) {
        const struct gpu_shader torn = { "torn", kernel_planted_planted.words, bytes };
        assert_null(gpu_kernel_create(
            scope, &(struct gpu_kernel_params){ .shader = &torn, .constant_count = 3 }));
        assert_holds(gpu_failure(gpu)->message, "cut short");
        assert_true(gpu_recover(gpu));
    }
}

TEST(test_list)
{
    CLEANUP(free_pointer) struct gpu_info *infos;
    int count;
    if (gpu_list(&infos, &count) != GPU_OK)
        skip();
    for (int i = 0; i < count; i++) {
        assert_int_equal(infos[i].index, i);
        assert_true(infos[i].usable || infos[i].unusable_reason[0]);
        assert_int_equal(strlen(infos[i].uuid), infos[i].usable ? 32 : strlen(infos[i].uuid));
    }
}
