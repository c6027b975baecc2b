/* SPDX-License-Identifier: MIT */
/* trouble_test.c: the last error of a thread: put into context, cut, of that thread alone. */
#include "harness/base/base.h"
#include "tests/unit.h"

#include <pthread.h>

TEST(test_context)
{
    trouble_clear();
    assert_string_equal(trouble_text(), "");
    assert_false(trouble("line %d is odd", 7));
    assert_false(trouble("'%s': %s: %s", "x", trouble_text(), trouble_text()));
    assert_string_equal(trouble_text(), "'x': line 7 is odd: line 7 is odd");
}

TEST(test_cut)
{
    trouble("%*s", 2 * TROUBLE_BYTES, "x");
    assert_int_equal(strlen(trouble_text()), TROUBLE_BYTES - 1);
}

static void *thread_main(void *context)
{
    assert_string_equal(trouble_text(), "");
    trouble("theirs");
    return NULL;
}

TEST(test_thread)
{
    pthread_t thread;
    trouble("ours");
    assert_int_equal(pthread_create(&thread, NULL, thread_main, NULL), 0);
    pthread_join(thread, NULL);
    assert_string_equal(trouble_text(), "ours");
}

TEST(test_border)
{
    char message[8] = "old";
    trouble("too long for it");
    assert_false(trouble_give(message, sizeof(message)));
    assert_string_equal(message, "too lon");
    assert_false(trouble_give(trouble_buffer(), TROUBLE_BYTES));
    assert_string_equal(trouble_text(), "too long for it");
}
