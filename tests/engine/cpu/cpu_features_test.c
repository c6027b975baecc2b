/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/os/cpu_memory.h"
#include "tests/unit.h"

static const char variable[] = "CLAIMCHECK_CPU_FEATURES";

static int unset(void **state)
{
    return unsetenv(variable);
}

static uint32_t features_with(const char *list)
{
    setenv(variable, list, 1);
    return cpu_features();
}

TEST_IN(test_features_agree_with_the_kernel, unset, unset)
{
    char line[8192] = "";
    FILE *file = fopen("/proc/cpuinfo", "re");
    while (file && fgets(line, sizeof(line), file) && strncmp(line, "flags", 5) != 0)
        line[0] = 0;
    if (file)
        fclose(file);
    if (!line[0])
        skip();
    line[strcspn(line, "\n")] = ' ';
    for (uint32_t bit = CPU_FEATURE_SSE2; bit < CPU_FEATURE_NEON; bit <<= 1) {
        char word[64];
        const char *name = cpu_features_name(bit);
        snprintf(word, sizeof(word), " %s ",
                 bit == CPU_FEATURE_SSE4_1            ? "sse4_1"
                 : bit == CPU_FEATURE_AVX512VPOPCNTDQ ? "avx512_vpopcntdq"
                                                      : name);
        if (((cpu_features() & bit) != 0) != (strstr(line, word) != NULL))
            fail_msg("%s is %sfound, the kernel says otherwise", name,
                     cpu_features() & bit ? "" : "not ");
    }
}

TEST_IN(test_features_are_taken_away_and_never_granted, unset, unset)
{
    const uint32_t all = cpu_features();
    assert_int_equal(features_with("none"), 0);
    assert_int_equal(features_with(""), 0);
    assert_int_equal(features_with("sse2,avx2"), all & (CPU_FEATURE_SSE2 | CPU_FEATURE_AVX2));
    assert_int_equal(features_with("neon,sse2"), all & (CPU_FEATURE_NEON | CPU_FEATURE_SSE2));
}

TEST_IN(test_features_have_names, unset, unset)
{
    assert_null(cpu_features_name(0));
    assert_null(cpu_features_name(UINT32_C(1) << 31));
    assert_string_equal(cpu_features_name(CPU_FEATURE_FMA | CPU_FEATURE_AVX2), "fma");
    char text[CPU_FEATURES_TEXT_BYTES];
    cpu_features_text(0, text);
    assert_string_equal(text, "");
    cpu_features_text(CPU_FEATURE_AVX | CPU_FEATURE_NEON, text);
    assert_string_equal(text, "avx,neon");
    cpu_features_text(UINT32_MAX, text);
    assert_true(strlen(text) + 1 < sizeof(text));
    setenv(variable, text, 1);
    assert_true(cpu_features_check());
}

TEST_IN(test_features_unknown_are_named, unset, unset)
{
    assert_true(cpu_features_check());
    setenv(variable, "none", 1);
    assert_true(cpu_features_check());
    setenv(variable, "avx2,sse5,fma", 1);
    assert_false(cpu_features_check());
    assert_holds(trouble_text(), "'sse5'");
    assert_holds(trouble_text(), "sse4.1");
}

struct record {
    size_t calls[CPU_CHOICE_MAX], before;
};

static void note(void *context, size_t way)
{
    struct record *record = context;
    record->calls[way]++;
    record->before = way;
}

TEST(test_each_way_is_tried_as_often)
{
    for (size_t ways = 1; ways <= CPU_CHOICE_MAX; ways++) {
        struct record record = { { 0 }, 0 };
        assert_true(cpu_choice_fastest(ways, note, &record) < ways);
        for (size_t way = 0; way < CPU_CHOICE_MAX; way++)
            assert_int_equal(record.calls[way], way < ways ? CPU_CHOICE_TURNS + 1 : 0);
        assert_int_equal(record.before, ways - 1);
    }
}

TEST(test_memory_is_fresh_each_time)
{
    static const size_t sizes[] = { 0, 1, 4095, 4097, 1 << 20 };
    for (size_t i = 0; i < 2 * sizeof(sizes) / sizeof(sizes[0]); i++) {
        const size_t bytes = sizes[i / 2];
        uint8_t *memory = cpu_memory_map(bytes);
        void *handle = memory;
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % 4096, 0);
        for (size_t k = 0; k < bytes; k++)
            assert_int_equal(memory[k], 0);
        memset(memory, 0xA5, bytes);
        cpu_memory_unmap(&handle, bytes);
        assert_null(handle);
        cpu_memory_unmap(&handle, bytes);
    }
}

TEST(test_memory_that_is_not_there_is_null)
{
    assert_null(cpu_memory_map(SIZE_MAX / 2));
}
