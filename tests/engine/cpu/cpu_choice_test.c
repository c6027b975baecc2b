/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"
#include "harness/os/cpu_memory.h"
#include "tests/unit.h"

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
