/* SPDX-License-Identifier: MIT */
/* spirv_test.c: what is read from SPIR-V of the bindings of a shader. Needs no device. */
#include "harness/engine/gpu/engine.h"
#include "harness/engine/gpu/gpu.h"
#include "tests/unit.h"

#include "planted.kernels.h"

static void assert_kinds(const struct gpu_shader *shader, uint32_t count,
                         const struct gpu_binding *bindings)
{
    struct gpu_interface interface;
    char message[GPU_MESSAGE_BYTES];
    assert_true(gpu_shader_interface(shader, NULL, 0, &interface, message));
    assert_int_equal(interface.bindings, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(interface.binding[i].kind, bindings[i].kind);
        assert_int_equal(interface.binding[i].format, bindings[i].format);
    }
}

TEST(test_kinds)
{
    assert_kinds(&kernel_planted_image_sample, 3,
                 (const struct gpu_binding[]){ { .kind = GPU_STORAGE_BUFFER },
                                               { .kind = GPU_STORAGE_BUFFER },
                                               { .kind = GPU_SAMPLED_IMAGE } });
    assert_kinds(&kernel_planted_image_store, 4,
                 (const struct gpu_binding[]){ { GPU_STORAGE_IMAGE, GPU_RGBA8 },
                                               { GPU_STORAGE_IMAGE, GPU_R32F },
                                               { GPU_STORAGE_IMAGE, GPU_RGBA16F },
                                               { GPU_STORAGE_IMAGE, GPU_RGBA32F } });
}

TEST(test_lengths)
{
    struct gpu_interface interface;
    char message[GPU_MESSAGE_BYTES];
    assert_true(gpu_shader_interface(&kernel_planted_image_sample, NULL, 0, &interface, message));
    assert_true(interface.binding[0].asks_length);
    assert_false(interface.binding[1].asks_length);
    assert_false(interface.binding[2].asks_length);
    assert_true(gpu_shader_interface(&kernel_planted_planted, NULL, 0, &interface, message));
    for (uint32_t i = 0; i < interface.bindings; i++)
        assert_false(interface.binding[i].asks_length);
}

TEST(test_gaps)
{
    const struct gpu_binding bindings[7] = { [6] = { .kind = GPU_STORAGE_BUFFER } };
    assert_kinds(&kernel_planted_ocbt_reduce_first, 7, bindings);
    assert_null(gpu_binding_kind_name(GPU_UNBOUND));
    assert_string_equal(gpu_binding_kind_name(GPU_STORAGE_IMAGE), "storage_image");
    assert_string_equal(gpu_format_name(GPU_RGBA16F), "rgba16f");
}

TEST(test_constants)
{
    struct gpu_constant constants[GPU_CONSTANTS_MAX];
    assert_true(gpu_shader_constants(&kernel_planted_planted, constants));
    for (int i = 0; i < GPU_CONSTANTS_MAX; i++) {
        assert_int_equal(constants[i].used, i < 3);
        assert_int_equal(constants[i].kind, GPU_CONSTANT_UINT);
        assert_string_equal(constants[i].name, ""); /* shipped kernels are without */
    }
    assert_in_range(constants[0].branches, 6, 20); /* FAULT chooses what goes wrong */
    assert_in_range(constants[1].branches, 1, 2);  /* FAULT == SWAPPED && COUNT > 1 */
    assert_int_equal(constants[2].branches, 0);    /* CAPACITY is an index */
    uint32_t counts[GPU_COUNT_COUNT];
    gpu_shader_count(&kernel_planted_planted, counts);
    assert_int_equal(counts[GPU_COUNT_ATOMICS], 1);
    assert_int_equal(counts[GPU_COUNT_BARRIERS], 1);
    assert_int_equal(counts[GPU_COUNT_LOOPS], 0);
    assert_in_range(counts[GPU_COUNT_BRANCHES], 6, 30);
    assert_in_range(counts[GPU_COUNT_INSTRUCTIONS], 100, 1000);
    const uint32_t words[] = { 7 };
    const struct gpu_shader none = { .name = "none", .words = words, .bytes = sizeof(words) };
    assert_false(gpu_shader_constants(&none, constants));
}

static void assert_refused(const struct gpu_shader *shader, const char *says)
{
    struct gpu_interface interface;
    char message[GPU_MESSAGE_BYTES];
    assert_false(gpu_shader_interface(shader, NULL, 0, &interface, message));
    assert_holds(message, says);
}

/* The shader with word `at` of each of its OpTypeImage, or its header's bound, set to `value`. */
static void assert_patched_refused(const struct gpu_shader *shader, uint32_t at, uint32_t value,
                                   const char *says)
{
    enum { TYPE_IMAGE = 25, HEADER = 5 };
    CLEANUP(free_pointer) uint32_t *words = malloc(shader->bytes);
    assert_non_null(words);
    memcpy(words, shader->words, shader->bytes);
    if (at == 0)
        words[3] = value;
    for (size_t i = HEADER; at > 0 && i < shader->bytes / 4; i += words[i] >> 16)
        if ((words[i] & 0xFFFF) == TYPE_IMAGE)
            words[i + at] = value;
    assert_refused(&(const struct gpu_shader){ "patched", words, shader->bytes, NULL }, says);
}

TEST(test_refused)
{
    enum { BOUND, COMPONENT = 2, DIMENSION, DEPTH, ARRAYED, MULTISAMPLED, SAMPLED, FORMAT };
    const struct gpu_shader *sample = &kernel_planted_image_sample;
    const struct gpu_shader *store = &kernel_planted_image_store;
    assert_refused(&kernel_planted_image_array, "binding 1: an array of descriptors");
    assert_patched_refused(sample, BOUND, 5, "is not below 5, its header's bound");
    assert_patched_refused(sample, COMPONENT, 0, "binding 2: images are sampler2D or image2D");
    assert_patched_refused(sample, DIMENSION, 2, "binding 2: images are sampler2D or image2D");
    assert_patched_refused(sample, DEPTH, 1, "binding 2: images are sampler2D or image2D");
    assert_patched_refused(sample, ARRAYED, 1, "binding 2: images are sampler2D or image2D");
    assert_patched_refused(store, MULTISAMPLED, 1, "images are sampler2D or image2D");
    assert_patched_refused(store, SAMPLED, 1, "a texture without its sampler");
    assert_patched_refused(store, FORMAT, 0, "a storage image is rgba8, r32f, rgba16f or rgba32f");
}

/* Appends an instruction. */
#define PUT(op, ...)                                                                               \
    do {                                                                                           \
        const uint32_t operands[] = { __VA_ARGS__ };                                               \
        words[at++] = (sizeof(operands) / 4 + 1) << 16 | op;                                       \
        memcpy(words + at, operands, sizeof(operands));                                            \
        at += sizeof(operands) / 4;                                                                \
    } while (0)

/*
 * Shared memory of a module of structs within structs, `levels` deep, each of eight of the one
 * below: whoever reads a type again for each member that has it does so 8^levels times. Its ids are
 * as far apart as the header's bound lets them be.
 */
static uint32_t nested_shared_bytes(uint32_t levels)
{
    enum { BOUND = 1u << 22, STEP = 99991, MOST = 999 };
    enum { INT = 1, POINTER, VARIABLE, MAIN };
    uint32_t words[MOST] = { 0x07230203, 0x00010300, 0, BOUND, 0 };
    struct gpu_interface interface;
    char message[GPU_MESSAGE_BYTES];
    size_t at = 5;
    PUT(14, 0 /* Logical */, 1 /* GLSL450 */);
    PUT(15, 5 /* GLCompute */, MAIN, 0x6E69616D, 0);
    PUT(16, MAIN, 17 /* LocalSize */, 1, 1, 1);
    PUT(21, INT, 32, 0);
    uint32_t below = INT;
    for (uint32_t i = 0; i < levels; i++) {
        const uint32_t id = BOUND - 1 - i * STEP;
        PUT(30, id, below, below, below, below, below, below, below, below);
        below = id;
    }
    PUT(32, POINTER, 4 /* Workgroup */, below);
    PUT(59, POINTER, VARIABLE, 4);
    PUT(54, INT, MAIN, 0, INT);
    words[at++] = 1u << 16 | 56;
    const struct gpu_shader shader = { "nested", words, at * sizeof(*words), NULL };
    if (!gpu_shader_interface(&shader, NULL, 0, &interface, message))
        fail_msg("%s", message);
    return interface.shared_bytes;
}

/* What constants of Boole alone, and specialization constants with them, make of a length; and a
 * constant of 64 bits, which has no word of its own. */
TEST(test_constant_lengths)
{
    enum { BOOL = 1, INT, TRUE, SPEC, BOTH, FOUR, MANY, LENGTH, ARRAY, POINTER, VARIABLE, MAIN };
    for (uint32_t bits = 32; bits <= 64; bits *= 2) {
        uint32_t words[99] = { 0x07230203, 0x00010300, 0, MAIN + 1, 0 };
        struct gpu_interface interface;
        char message[GPU_MESSAGE_BYTES];
        size_t at = 5;
        PUT(14, 0 /* Logical */, 1 /* GLSL450 */);
        PUT(15, 5 /* GLCompute */, MAIN, 0x6E69616D, 0);
        PUT(16, MAIN, 17 /* LocalSize */, 1, 1, 1);
        PUT(71, FOUR, 1 /* SpecId */, 0);
        PUT(20, BOOL);
        PUT(21, INT, bits, 0);
        PUT(41, BOOL, TRUE);
        PUT(48, BOOL, SPEC);
        PUT(52, BOOL, BOTH, 167 /* LogicalAnd */, SPEC, TRUE);
        PUT(50, INT, FOUR, 4);
        PUT(43, INT, MANY, 99999);
        PUT(52, INT, LENGTH, 169 /* Select */, BOTH, FOUR, MANY);
        PUT(28, ARRAY, INT, LENGTH);
        PUT(32, POINTER, 4 /* Workgroup */, ARRAY);
        PUT(59, POINTER, VARIABLE, 4);
        PUT(54, INT, MAIN, 0, INT);
        words[at++] = 1u << 16 | 56;
        const struct gpu_shader shader = { "lengths", words, at * sizeof(*words), NULL };
        assert_int_equal(gpu_shader_interface(&shader, NULL, 0, &interface, message), bits == 32);
        if (bits == 32)
            assert_int_equal(interface.shared_bytes, 16);
        else
            assert_holds(message, "specialization constant id 0 has 64 bits");
    }
}

TEST(test_nested)
{
    assert_int_equal(nested_shared_bytes(3), 4 * 8 * 8 * 8);
    assert_int_equal(nested_shared_bytes(9), 4u << 27);
    assert_int_equal(nested_shared_bytes(20), UINT32_MAX);
}
