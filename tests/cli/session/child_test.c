/* SPDX-License-Identifier: MIT */
/* child_test.c: what a process says that measures for another one is not believed as it stands. The
 * process is this executable, too, and lies as the environment asks for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/cli/session/session.h"

#include <stdlib.h>
#include <string.h>

static const char lie_name[] = "CHILD_TEST_LIE";

/* The process that is asked ------------------------------------------------------------------- */

static json_t *cases_json(const char *name, const char *status)
{
    return json_pack("[{s:s, s:s, s:s, s:s}]", "name", name, "workload", "t.b", "kind", "gpu",
                     "status", status);
}

static json_t *case_line(const char *name)
{
    return json_pack("{s:{s:s, s:o}}", "ended", "end", "whole", "cases", cases_json(name, "error"));
}

static json_t *attempt_line(const char *workload, const char *name)
{
    return json_pack("{s:{s:s, s:s, s:b, s:{s:s}, s:o}}", "attempt", "end", "whole", "message", "",
                     "unsupported", 0, "workload", "name", workload, "cases",
                     cases_json(name, "ok"));
}

static int play_worker(void)
{
    struct json_line_reader lines = { .fd = WORKER_LINES_FD };
    const char *lie = getenv(lie_name);
    json_decref(json_line_wait(&lines)); /* the job */
    json_line_write(WORKER_LINES_FD, json_pack("{s:b}", "ready", 1));
    json_t *asked = json_line_wait(&lines);
    if (strcmp(lie, "case") == 0)
        json_line_write(WORKER_LINES_FD, case_line("t.b/other"));
    json_line_write(WORKER_LINES_FD,
                    attempt_line(strcmp(lie, "workload") == 0 ? "t.c" : "t.b",
                                 strcmp(lie, "attempt") == 0 ? "t.b/other" : "t.b/first"));
    json_decref(asked);
    json_decref(json_line_wait(&lines)); /* until the other side has gone */
    json_line_finish(&lines);
    return 0;
}

/* The process that asks ----------------------------------------------------------------------- */

static struct plan_case cases[] = { { .name = "t.b/first" }, { .name = "t.b/second" } };
static struct plan_group group = { .workload_name = "t.b", .cases = cases, .case_count = 2 };

static struct arena arena;

static void ask(const char *lie, bool ahead, struct attempt *attempt)
{
    static const volatile sig_atomic_t never = 0;
    const struct run_request request = { .case_timeout_s = 60 };
    const struct gpu_info device = { .name = "none" };
    struct worker_job job = { .request = &request, .device = &device, .interrupted = &never };
    struct child child = { .job = &job };
    setenv(lie_name, lie, 1);
    attempt_init(attempt, &arena);
    if (ahead)
        child_begin(&child);
    child_run(&child, 0, &group, attempt);
    child_stop(&child);
}

/* A slow device is waited for as long as it is asked for. */
static void test_waits(void **state)
{
    (void)state;
    static const struct {
        uint32_t asked_s;
        bool software;
        uint64_t seconds;
    } waits[] = { { 0, false, 60 }, { 0, true, 300 }, { 4000, false, 2000 }, { 1, true, 0 } };
    for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
        const struct run_request request = { .case_timeout_s = waits[i].asked_s };
        const uint64_t wait_ns = run_request_wait_ns(&request, waits[i].software);
        assert_int_equal(wait_ns / 1000000000, waits[i].seconds);
        assert_true(wait_ns > 0);
    }
}

static void test_truth(void **state)
{
    (void)state;
    for (int ahead = 0; ahead < 2; ahead++) {
        struct attempt attempt;
        ask("none", ahead, &attempt);
        assert_int_equal(attempt.end, ATTEMPT_WHOLE);
        assert_int_equal(attempt.case_count, 1);
        attempt_finish(&attempt);
    }
}

static void test_lies(void **state)
{
    static const char *const lies[][2] = { { "case", "'t.b/other'" },
                                           { "attempt", "'t.b/other'" },
                                           { "workload", "'t.c'" } };
    (void)state;
    for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
        struct attempt attempt;
        ask(lies[i][0], false, &attempt);
        assert_int_equal(attempt.end, ATTEMPT_FAILED);
        assert_non_null(strstr(attempt.message, lies[i][1]));
        assert_int_equal(attempt.case_count, 0);
        attempt_finish(&attempt);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], WORKER_COMMAND) == 0)
        return play_worker();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_truth),
        cmocka_unit_test(test_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
