/* SPDX-License-Identifier: MIT */
/* Commands from end to end, in a process each, with a made measurer. */
#include "tests/cli/session/made_command.h"

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

TEST_IN(test_whole_run, set_up, folder_remove)
{
    assert_int_equal(command("run --quiet --out x.json"), EXIT_CODE_OK);
    if (!strstr(errors, "load average")) /* of what else this machine does */
        assert_string_equal(errors, "");
    assert_cases("x.json", GROUPS * CASES);
    assert_false(exists("x.json.journal"));
    assert_untried("run --quiet --out x.json", "'x.json' already exists");
    assert_int_equal(command("run --resume x.json"), EXIT_CODE_OK);
    assert_int_equal(command("run --resume x.json.journal"), EXIT_CODE_OK);
}

TEST_IN(test_interrupted_and_resumed, set_up, folder_remove)
{
    assert_mishap(INTERRUPT, 1, EXIT_CODE_UNTRIED, "run --quiet --out x.json");
    assert_error("interrupted: continue with: claimcheck run --resume x.json");
    assert_false(exists("x.json"));
    assert_cases("x.json.journal", CASES + 1);
    assert_untried("run --quiet --out x.json", "--resume x.json");
    /* Interrupted once more: the baseline of the group is not written twice. */
    assert_mishap(INTERRUPT, 0, EXIT_CODE_UNTRIED, "run --quiet --resume x.json");
    assert_cases("x.json.journal", CASES + 1);
    assert_whole("run --quiet --resume x.json.journal", "x.json", GROUPS * CASES);
}

/* Cases of a run file or journal whose samples were interrupted. */
static size_t count_interrupted(const char *path)
{
    CLEANUP(run_destroy) struct run *run = load(path);
    size_t count = 0;
    for (size_t i = 0; i < run->case_count; i++)
        count += run->cases[i].stop == RESULT_STOP_INTERRUPTED;
    return count;
}

/* They are kept, until a resumed run has measured their workload again, all in the same rounds. */
TEST_IN(test_interrupted_samples, set_up, folder_remove)
{
    assert_mishap(CUT, 1, EXIT_CODE_UNTRIED, "run --quiet --out x.json");
    assert_cases("x.json.journal", 2 * CASES);
    assert_int_equal(count_interrupted("x.json.journal"), CASES - 1);
    assert_mishap(CUT, 0, EXIT_CODE_UNTRIED, "run --quiet --resume x.json");
    assert_cases("x.json.journal", 2 * CASES);
    assert_int_equal(count_interrupted("x.json.journal"), CASES - 1);
    devices_creatable = 0; /* nothing that was measured goes before it is measured again */
    assert_int_equal(command("run --quiet --resume x.json"), EXIT_CODE_UNTRIED);
    devices_creatable = 100;
    assert_cases("x.json.journal", 2 * CASES);
    assert_whole("run --quiet --resume x.json", "x.json", GROUPS * CASES);
    assert_int_equal(count_interrupted("x.json"), 0);
}

TEST_IN(test_killed_and_resumed, set_up, folder_remove)
{
    assert_mishap(KILL, 2, -SIGKILL, "run --quiet --seed 5 --axis n=4,5,6 --out x.json");
    assert_cases("x.json.journal", 2 * CASES);
    assert_untried("run --resume x.json --seed 5", "leave out --seed");
    assert_whole("run --quiet --resume x.json", "x.json", GROUPS * CASES);
}

/* Checks the repetitions by workload: a run ends one after the other. */
static void assert_repetitions(const char *path, const uint32_t wanted[GROUPS])
{
    CLEANUP(run_destroy) struct run *run = load(path);
    assert_int_equal(run->case_count, GROUPS * CASES);
    for (size_t i = 0; i < run->case_count; i++)
        assert_true(run->cases[i].inner_repetitions == wanted[i / CASES]);
}

/* Decisions hold for all of the workload, and for runs that take them over. */
TEST_IN(test_repetitions_are_kept, set_up, folder_remove)
{
    repetitions = 4;
    assert_mishap(INTERRUPT, 1, EXIT_CODE_UNTRIED, "run --quiet --out x.json");
    repetitions = 8;
    assert_int_equal(command("run --quiet --resume x.json"), EXIT_CODE_OK);
    assert_repetitions("x.json", (const uint32_t[]){ 4, 4, 8 });
    repetitions = 2;
    assert_mishap(KILL, 1, -SIGKILL, "run --quiet --repetitions-of x.json --out y.json");
    assert_int_equal(rename("x.json", "z.json"), 0);
    assert_int_equal(command("run --quiet --resume y.json"), EXIT_CODE_OK);
    assert_repetitions("y.json", (const uint32_t[]){ 4, 4, 8 });
    assert_int_equal(command("run --quiet --axis n=9 --out a.json"), EXIT_CODE_OK);
    assert_untried("run --quiet --repetitions-of a.json --out b.json",
                   "'a.json' has a time for no case of these workloads");
    assert_untried("run --quiet --repetitions-of none.json --out b.json", "none.json");
    assert_false(exists("b.json.journal"));
}

TEST_IN(test_resume_wants_the_same_device, set_up, folder_remove)
{
    assert_mishap(KILL, 1, -SIGKILL, "run --quiet --out x.json");
    device_uuid[5] = 'f';
    assert_int_equal(command("run --quiet --resume x.json"), EXIT_CODE_UNTRIED);
    device_uuid[5] = '2';
    assert_error("which is not here");
    assert_int_equal(command("run --quiet --resume x.json"), EXIT_CODE_OK);
}

/* The file's build and environment hold for all of it. */
TEST_IN(test_resume_wants_the_same_environment, set_up, folder_remove)
{
    assert_int_equal(setenv("LP_NUM_THREADS", "1", 1), 0);
    assert_mishap(KILL, 1, -SIGKILL, "run --quiet --out x.json");
    assert_int_equal(setenv("LP_NUM_THREADS", "2", 1), 0);
    assert_untried("run --quiet --resume x.json",
                   "LP_NUM_THREADS is '2', and was '1' when the run was begun");
    assert_int_equal(unsetenv("LP_NUM_THREADS"), 0);
    assert_untried("run --quiet --resume x.json",
                   "LP_NUM_THREADS is not set, and was '1' when the run was begun: set it");
    assert_int_equal(setenv("LP_NUM_THREADS", "1", 1), 0);
    assert_int_equal(setenv("MESA_LOG", "null", 1), 0);
    assert_untried("run --quiet --resume x.json",
                   "MESA_LOG is 'null', and was not set when the run was begun: unset it");
    assert_int_equal(unsetenv("MESA_LOG"), 0);
    assert_int_equal(command("run --quiet --resume x.json"), EXIT_CODE_OK);
    assert_int_equal(unsetenv("LP_NUM_THREADS"), 0);
    assert_cases("x.json", GROUPS * CASES);
}

TEST_IN(test_resume_of_all_cases_only_writes_the_file, set_up, folder_remove)
{
    assert_mishap(INTERRUPT, 9, EXIT_CODE_OK, "run --quiet --out x.json");
    json_auto_t *document = run_file_json("x.json");
    json_auto_t *cases = json_incref(json_object_get(document, "cases"));
    json_t *c;
    json_object_del(document, "cases");
    json_object_del(document, "workloads");
    json_object_del(document, "sum"); /* of the text that the file had */
    FILE *file = fopen("x.json.journal", "w");
    json_dumpf(document, file, JSON_COMPACT);
    fputc('\n', file);
    size_t i;
    json_array_foreach(cases, i, c)
    {
        fputs("{\"case\":", file);
        json_dumpf(c, file, JSON_COMPACT);
        fputs("}\n", file);
    }
    assert_int_equal(fclose(file), 0);
    assert_int_equal(unlink("x.json"), 0);
    devices_creatable = 0;
    assert_whole("run --quiet --resume x.json", "x.json", GROUPS * CASES);
}

TEST_IN(test_device_lost, set_up, folder_remove)
{
    assert_mishap(LOST, 1, EXIT_CODE_UNTRIED, "run --quiet --out x.json");
    assert_error("created again");
    assert_cases("x.json", GROUPS * CASES);
    devices_creatable = 1;
    assert_mishap(LOST, 1, EXIT_CODE_UNTRIED, "run --quiet --out y.json");
    assert_error("the device is gone");
    assert_error("--resume y.json");
    assert_cases("y.json.journal", 2 * CASES - 1);
}

static void assert_opened(const char *wanted)
{
    char text[64];
    file_read_text("opened", text, sizeof(text));
    assert_int_equal(unlink("opened"), 0);
    assert_string_equal(text, wanted);
}

/* Another device has the place in the list of one that is gone. */
TEST_IN(test_no_other_device_is_measured, set_up, folder_remove)
{
    device_count = 2;
    goes_after = 1;
    assert_mishap(LOST, 1, EXIT_CODE_UNTRIED, "run --quiet --device 0 --out x.json");
    goes_after = -1;
    assert_error("the device is gone");
    assert_error("--resume x.json");
    assert_opened("0\n");
    assert_int_equal(command("run --quiet --resume x.json"), EXIT_CODE_UNTRIED);
    assert_opened("0\n");
    assert_cases("x.json", GROUPS * CASES);
}

/* Two of one UUID, as two drivers of a device are, or its slices. */
TEST_IN(test_devices_of_one_uuid, set_up, folder_remove)
{
    one_uuid = true;
    device_count = 2;
    assert_untried(unit_text("run --out x.json --device 0%s", device_uuid + 1),
                   "fits several: 0 'Made 1' and 1 'Made 1'; give the index");
    assert_mishap(KILL, 1, -SIGKILL, "run --quiet --device 1 --out x.json");
    assert_opened("1\n");
    device_count = 1;
    assert_untried(
        "run --quiet --resume x.json",
        "which is not here, or can no longer be distinguished from another one of that UUID");
    first_bus = 1; /* the other one is gone, and it is the first */
    assert_int_equal(command("run --quiet --resume x.json"), EXIT_CODE_OK);
    assert_opened("1\n");
}

/* A journal of before names the UUID alone. */
TEST_IN(test_resume_by_uuid, set_up, folder_remove)
{
    assert_mishap(KILL, 1, -SIGKILL, "run --quiet --out x.json");
    assert_int_equal(system("sed -i -e 's/\"device_identity\":/\"an_old_journal\":/' "
                            "-e 's/,\"sum\":\"[0-9a-f]*\"}$/}/' x.json.journal"),
                     0);
    one_uuid = true;
    device_count = 2;
    assert_untried("run --quiet --resume x.json", "no longer be distinguished from another one");
    one_uuid = false;
    assert_int_equal(command("run --quiet --resume x.json"), EXIT_CODE_OK);
}

TEST_IN(test_statuses_decide_the_exit_code, set_up, folder_remove)
{
    assert_mishap(WRONG, 0, EXIT_CODE_WRONG, "run --quiet --out a.json");
    assert_int_equal(command("run --resume a.json"), EXIT_CODE_WRONG);
    assert_mishap(UNSUPPORTED, 0, EXIT_CODE_OK, "run --quiet --out b.json");
}

/* Ceilings last, floors from them, in a resumed run, too; and times that cannot be true. */
TEST_IN(test_ceilings, set_up, folder_remove)
{
    enum { STEPS = 3 };
    techniques = with_ceilings;
    assert_int_equal(command("run --quiet --filter t.b/[ac]/n:2 --out x.json"), EXIT_CODE_WRONG);
    assert_mishap(KILL, 1, -SIGKILL, "run --quiet --filter t.b --out y.json");
    assert_int_equal(command("run --quiet --resume y.json"), EXIT_CODE_WRONG);
    assert_int_equal(command("run --quiet --no-ceilings --filter t.b/[ac]/n:2 --out z.json"),
                     EXIT_CODE_OK);
    assert_whole("run --quiet --filter t.b/a/ --out w.json", "x.json", STEPS + 2);
    assert_cases("y.json", STEPS + GROUPS * CASES);
    assert_cases("z.json", 2);
    CLEANUP(run_destroy) struct run *run = load("x.json");
    assert_true(run->ceilings.dependent_ns == 5);
    assert_int_equal(run->cases[2].ceiling, BENCH_CEILING_DEPENDENT);
    assert_int_equal(run->cases[0].status, BENCH_OK);
    assert_true(run->cases[0].floor_ns > 0);
    assert_int_equal(run->cases[1].status, BENCH_SUSPECT);
    assert_holds(run->cases[1].reason, "less than the lower bound");
}

TEST_IN(test_workload_failed, set_up, folder_remove)
{
    assert_mishap(WORKLOAD, 0, EXIT_CODE_UNTRIED, "run --quiet --out x.json");
    assert_error("cannot read 'x'");
    assert_false(exists("x.json.journal"));
    assert_mishap(WORKLOAD, 1, EXIT_CODE_UNTRIED, "run --quiet --out x.json");
    assert_error("--resume x.json");
    assert_cases("x.json.journal", CASES);
}

TEST_IN(test_devices, set_up, folder_remove)
{
    device_count = 0;
    assert_int_equal(command("run --out x.json"), EXIT_CODE_NOTHING);
    assert_int_equal(command("run --device all --out x.json"), EXIT_CODE_NOTHING);
    assert_int_equal(command("devices"), EXIT_CODE_NOTHING);
    assert_false(exists("x.json.journal"));
    device_count = 2;
    assert_int_equal(command("run --device none --out x.json"), EXIT_CODE_UNTRIED);
    assert_int_equal(command("run --device all --quiet --out x.json"), EXIT_CODE_OK);
    device_count = 1;
    assert_cases("x-made-1-0.json", GROUPS * CASES);
    assert_cases("x-made-1-1.json", GROUPS * CASES);
    devices_creatable = 0;
    assert_int_equal(command("run --out y.json"), EXIT_CODE_UNTRIED);
    assert_false(exists("y.json.journal"));
}

TEST_IN(test_closed_streams, set_up, folder_remove)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        char words[4][16] = { "claimcheck", "run", "--out", "x.json" };
        char *argv[] = { words[0], words[1], words[2], words[3], NULL };
        mishap = INTERRUPT;
        mishap_group = 2;
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
        _exit(cli_main(4, argv, techniques, NULL, &made_measurer));
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_cases("x.json.journal", 2 * CASES + 1);
}
