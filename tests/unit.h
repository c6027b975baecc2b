/* SPDX-License-Identifier: MIT */
/*
 * unit.h: a unit test is a function that begins with TEST(name). Those of a file run in the order
 * in which they stand, by cmocka, which wants headers before its own. unit.c has main(), whose
 * argument is a pattern of the names to run; a file that begins or ends the whole run has its own.
 * A test need not use its state.
 */
#ifndef CLAIMCHECK_TESTS_UNIT_H
#define CLAIMCHECK_TESTS_UNIT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Begins a test; TEST_IN one that runs between two fixtures, or NULL. */
#define TEST(name) TEST_IN(name, NULL, NULL)
#define TEST_IN(name, begin, end)                                                                  \
    static void name(void **state);                                                                \
    static const struct CMUnitTest name##_listed                                                   \
        __attribute__((section("unit_tests"), aligned(sizeof(void *)), used)) =                    \
            cmocka_unit_test_setup_teardown(name, begin, end);                                     \
    static void name(void **state)

/* Where the section of tests begins and ends, as the linker names it. */
extern const struct CMUnitTest __start_unit_tests[], __stop_unit_tests[];

/* Runs the tests of the file between two fixtures, or NULL. Returns how many failed. */
static inline int unit_run(CMFixtureFunction begin, CMFixtureFunction end)
{
    return _cmocka_run_group_tests("tests", __start_unit_tests,
                                   (size_t)(__stop_unit_tests - __start_unit_tests), begin, end);
}

/* Ends what a test makes with its block, the last made first: a variable behind
 * CLEANUP(gpu_destroy) is handed to gpu_destroy() there, by its address. A failed assertion leaves
 * it as it is. */
#define CLEANUP(function) __attribute__((cleanup(function)))

/* Frees what a variable points to, behind CLEANUP(). */
static inline void free_pointer(void *variable)
{
    void *memory;
    memcpy(&memory, variable, sizeof(memory));
    free(memory);
}

/* Returns a text, which is lent until the sixteenth call after this one. */
static inline const char *unit_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline const char *unit_text(const char *format, ...)
{
    enum { LENT = 16, BYTES = 8192 };
    static char texts[LENT][BYTES];
    static size_t calls;
    char *text = texts[calls++ % LENT];
    va_list arguments;
    va_start(arguments, format);
    assert_true(vsnprintf(text, BYTES, format, arguments) < BYTES);
    va_end(arguments);
    return text;
}

/* Fails with the text of base/base.h's trouble() unless it was done. */
#define assert_done(done)                                                                          \
    do {                                                                                           \
        if (!(done))                                                                               \
            fail_msg("%s", trouble_text());                                                        \
    } while (0)

/* Fails unless the text has the part. */
#define assert_holds(text, part) unit_holds(text, part, __FILE__, __LINE__)
static inline void unit_holds(const char *text, const char *part, const char *file, int line)
{
    if (text && strstr(text, part))
        return;
    print_error("no '%s' in '%s'\n", part, text ? text : "nothing");
    _fail(file, line);
}

#endif
