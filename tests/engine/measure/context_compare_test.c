/* SPDX-License-Identifier: MIT */
/* context_compare_test.c: what a comparison says of each way in which an output can be wrong. */
#include "tests/context.h"

enum { COUNT = 8 };

static const uint32_t squares[COUNT] = { 0, 1, 4, 9, 16, 25, 36, 49 };

static void expect(const char *message, const void *came, const void *wanted, uint64_t count,
                   struct context_element element)
{
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    const bool right = context_compare(&context, "squares", came, wanted, count, element);
    assert_string_equal(context_message(&context), message);
    assert_int_equal(right, !*message);
    assert_int_equal(context_trouble(&context), right ? CONTEXT_OK : CONTEXT_MISMATCH);
}

static const struct context_element decimal = { .form = CONTEXT_UNSIGNED };

TEST(test_runs)
{
    uint32_t came[COUNT];
    memcpy(came, squares, sizeof(came));
    expect("", came, squares, COUNT, decimal);
    came[7] = 50;
    expect("squares: 1 of 8 is wrong: word 7 is 50, wanted 49", came, squares, COUNT, decimal);
    expect("squares: 1 of 8 is wrong: word 7 is 00000032, wanted 00000031", came, squares, COUNT,
           (struct context_element){ 0 });
    came[6] = 50;
    expect("squares: 2 of 8 are wrong: pixel (2, 1) is 50, wanted 36; to pixel (3, 1), in one run",
           came, squares, COUNT,
           (struct context_element){ .noun = "pixel", .form = CONTEXT_UNSIGNED, .row = 4 });
    came[2] = came[3] = 7;
    expect("squares: 4 of 8 are wrong: word 102 is 7, wanted 4; to word 107, in 2 runs, the first "
           "of 2",
           came, squares, COUNT,
           (struct context_element){ .form = CONTEXT_UNSIGNED, .first = 100 });
}

TEST(test_poison)
{
    uint32_t came[COUNT];
    memset(came, 0xA5, sizeof(came));
    expect("squares: 8 of 8 are wrong: word 0 is a5a5a5a5, wanted 00000000; to word 7, in one run; "
           "all were never written",
           came, squares, COUNT, (struct context_element){ 0 });
    memcpy(came, squares, sizeof(came) - 4);
    expect("squares: 1 of 8 is wrong: word 7 is a5a5a5a5, wanted 00000031; it was never written",
           came, squares, COUNT, (struct context_element){ 0 });
    came[0] = 3;
    expect("squares: 2 of 8 are wrong: word 0 is 00000003, wanted 00000000; to word 7, in 2 runs, "
           "the first of 1; 1 of them was never written",
           came, squares, COUNT, (struct context_element){ 0 });
}

TEST(test_neighbours)
{
    uint32_t came[COUNT] = { 0 };
    memcpy(came + 1, squares, sizeof(came) - 4);
    expect("squares: 7 of 8 are wrong: word 1 is 0, wanted 1; to word 7, in one run; all have the "
           "value that the word before should have",
           came, squares, COUNT, decimal);
    memcpy(came, squares + 1, sizeof(came) - 4);
    expect("squares: 8 of 8 are wrong: word 0 is 1, wanted 0; to word 7, in one run; 7 of them "
           "have the value that the word after should have",
           came, squares, COUNT, decimal);
    memcpy(came, squares, sizeof(came));
    came[3] = 4;
    expect("squares: 1 of 8 is wrong: word 3 is 4, wanted 9; it has the value that the word before "
           "should have",
           came, squares, COUNT, decimal);
}

/* All but the fifth are squares. */
static bool square(const void *argument, uint64_t at, void *element)
{
    const uint32_t value = (uint32_t)(at * at) + *(const uint32_t *)argument;
    memcpy(element, &value, sizeof(value));
    return at != 5;
}

static bool place(const void *argument, uint64_t at, void *element)
{
    *(uint32_t *)element = (uint32_t)at;
    return true;
}

/* So many that threads look for wrong ones: each has some alone. */
TEST(test_many)
{
    enum { MANY = 3 << 19 };
    CLEANUP(free_pointer)
    uint32_t *came = malloc(4 * (size_t)MANY), *wanted = malloc(4 * (size_t)MANY);
    struct context_element answered = decimal;
    answered.answer = place;
    assert_true(came && wanted);
    for (uint32_t i = 0; i < MANY; i++)
        came[i] = wanted[i] = i;
    expect("", came, wanted, MANY, decimal);
    expect("", came, NULL, MANY, answered);
    for (uint32_t k = 0; k <= 4; k++) {
        const uint32_t at = k * (MANY - 1) / 4;
        char text[80];
        came[at] = MANY;
        snprintf(text, sizeof(text), "squares: 1 of %d is wrong: word %u is %d, wanted %u", MANY,
                 at, MANY, at);
        expect(text, came, wanted, MANY, decimal);
        expect(text, came, NULL, MANY, answered);
        came[at] = at;
    }
}

TEST(test_answer)
{
    const uint32_t zero = 0, one = 1;
    uint32_t came[COUNT];
    struct context_element element = decimal;
    memcpy(came, squares, sizeof(came));
    came[5] = 1000;
    element.answer = square;
    element.argument = &zero;
    expect("", came, NULL, COUNT, element);
    expect("", came + 2, NULL, COUNT - 2,
           (struct context_element){ .answer = square, .argument = &zero, .first = 2 });
    element.argument = &one;
    expect("squares: 7 of 8 are wrong: word 0 is 0, wanted 1; to word 7, in 2 runs, the first of 5",
           came, NULL, COUNT, element);
    expect("squares: 7 of 8 are wrong: word 1 is 1, wanted 0; to word 7, in one run", came, NULL,
           COUNT, decimal);
}

TEST(test_forms)
{
    const double numbers[] = { 1, 2, 1000 }, near[] = { 1.01, 2, 1001 };
    const float zeros[] = { 0, -0.0F }, other[] = { -0.0F, 0 };
    struct context_element element = { .noun = "sum", .form = CONTEXT_FLOAT, .bytes = 8 };
    expect("squares: 2 of 3 are wrong: sum 0 is 1.01, wanted 1; to sum 2, in 2 runs, the first of "
           "1",
           near, numbers, 3, element);
    element.absolute = 0.125;
    expect("squares: 1 of 3 is wrong: sum 2 is 1001, wanted 1000 within 0.125", near, numbers, 3,
           element);
    element.relative = 0.0078125;
    expect("", near, numbers, 3, element);
    element.relative = 0.0001220703125;
    expect("squares: 1 of 3 is wrong: sum 2 is 1001, wanted 1000 within 0.125 or 0.00012207 of it",
           near, numbers, 3, element);
    expect("", zeros, other, 2, (struct context_element){ .form = CONTEXT_FLOAT });
    expect("squares: 1 of 1 is wrong: word 0 is 0, wanted -0", zeros, other, 1,
           (struct context_element){ .form = CONTEXT_FLOAT, .exact = true });
    const int16_t small[] = { -1 }, right[] = { 2 };
    expect("squares: 1 of 1 is wrong: word 0 is -1, wanted 2", small, right, 1,
           (struct context_element){ .form = CONTEXT_SIGNED, .bytes = 2 });
    const uint32_t pairs[] = { 1, 2, 3, 4 }, wanted[] = { 1, 2, 3, 5 };
    expect("squares: 1 of 2 is wrong: entry 1 is 00000003 00000004, wanted 00000003 00000005",
           pairs, wanted, 2, (struct context_element){ .noun = "entry", .bytes = 8 });
}

/* Poison is a small number, which a tolerance would take for 0. */
TEST(test_poison_in_tolerance)
{
    const float wanted[] = { 0 };
    float came[1];
    memset(came, 0xA5, sizeof(came));
    expect("squares: 1 of 1 is wrong: word 0 is -2.87351825e-16, wanted 0 within 0.5; it was never "
           "written",
           came, wanted, 1, (struct context_element){ .form = CONTEXT_FLOAT, .absolute = 0.5 });
    expect("", came, came, 1, (struct context_element){ .form = CONTEXT_FLOAT });
}

TEST(test_no_read)
{
    CLEANUP(context_finish) struct context context = context_of(1, NULL);
    assert_false(context_compare(&context, "squares", NULL, squares, COUNT, decimal));
    assert_int_equal(context_trouble(&context), CONTEXT_OK);
}
