/* SPDX-License-Identifier: MIT */
/* trouble_test.c: the last error of a thread: put into context, cut, of that thread alone; and what
 * comes of memory that is not there. */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"
#include "tests/sanitized.h"
#include "tests/unit.h"

#include <pthread.h>
#include <unistd.h>

TEST(test_context)
{
    trouble_clear();
    assert_string_equal(trouble_text(), "");
    assert_false(trouble("line %d is odd", 7));
    assert_false(trouble("'%s': %s: %s", "x", trouble_text(), trouble_text()));
    assert_string_equal(trouble_text(), "'x': line 7 is odd: line 7 is odd");
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

enum { LONG_MS = 60000 };

/* More than there is. */
static const size_t most = PTRDIFF_MAX;

enum lack { BYTES, ZEROED, ROOM, TEXT, ARENA, QUIETLY };

/* Asks for more than there is. */
static int lack(void *context)
{
    static const char bytes[1];
    struct text text = { 0 };
    struct arena arena = { 0 };
    size_t room = most / 16;
    switch (*(const enum lack *)context) {
    case ZEROED: need_zeroed(most / 4, 4); break;
    case ROOM: need_room(NULL, room, &room, 16); break;
    case TEXT: text_add_bytes(&text, bytes, most - 16); break;
    case ARENA:
        need_journal("runs/x.json.journal");
        arena_alloc(&arena, SIZE_MAX);
        break;
    case QUIETLY: need_quietly(); /* fall through */
    case BYTES: need_bytes(most); break;
    }
    return 0;
}

/* Runs it in a process that must end in it, with that exit code and that line. */
static void assert_ends(enum lack what, const char *command, int code, const char *line)
{
    char said[512] = "";
    int ends[2];
    struct process process;
    need_command(command);
    assert_int_equal(pipe(ends), 0);
    const struct process_plan plan = { .run = lack,
                                       .context = &what,
                                       .descriptors = { [2] = ends[1] } };
    assert_int_equal(process_start(&process, &plan), 0);
    close(ends[1]);
    const ssize_t bytes = read(ends[0], said, sizeof(said) - 1);
    close(ends[0]);
    assert_int_equal(process_wait(&process, LONG_MS, NULL, NULL), PROCESS_ENDED);
    assert_int_equal(process_exit_code(&process), code);
    assert_int_equal(bytes, strlen(line));
    assert_string_equal(said, line);
    need_command(NULL);
}

TEST(test_ends)
{
    if (SANITIZED)
        skip(); /* they end a process that asks for so much */
    assert_ends(BYTES, NULL, 99, "claimcheck: error: out of memory\n");
    assert_ends(ZEROED, "show", 99, "claimcheck: show: out of memory\n");
    assert_ends(ROOM, "show", 99, "claimcheck: show: out of memory\n");
    assert_ends(TEXT, "show", 99, "claimcheck: show: out of memory\n");
    assert_ends(ARENA, "run", 99,
                "claimcheck: run: out of memory; what was measured is in runs/x.json.journal\n");
    assert_ends(QUIETLY, "run", NEED_CODE_QUIET, "");
}

TEST(test_gives)
{
    char *text = need_copy("x");
    assert_string_equal(text, "x");
    text = need_again(text, 100);
    assert_string_equal(text, "x");
    free(text);
    void *nothing[] = { need_bytes(0), need_zeroed(0, 8), need_zeroed(8, 0) };
    for (size_t i = 0; i < 3; i++) {
        assert_non_null(nothing[i]);
        free(nothing[i]);
    }
    CLEANUP(arena_finish) struct arena arena = { 0 };
    assert_null(arena_try(&arena, SIZE_MAX));
    assert_non_null(arena_alloc(&arena, 0));
}

TEST(test_room)
{
    uint32_t *entries = NULL;
    size_t room = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        entries = need_room(entries, i, &room, sizeof(*entries));
        assert_true(room > i);
        assert_int_equal(entries[i], 0);
        entries[i] = i;
    }
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(entries[i], i);
    assert_int_equal(room, 1024);
    free(entries);
}
