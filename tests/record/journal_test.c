/* SPDX-License-Identifier: MIT */
#include "tests/record/journal_scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum { CASE_COUNT = 3 };

static bool add_workload(struct journal *journal, int count)
{
    json_auto_t *workload = json_pack("{s:s, s:{s:i}}", "name", "t.b", "facts", "count", count);
    const bool added = journal_add_workload(journal, workload);
    return added;
}

/* A journal with a header, a workload and cases 0..CASE_COUNT-1. */
static void write_journal(void)
{
    struct journal *journal = begun(OUTPUT_NEW);
    assert_true(add_workload(journal, 5));
    for (int i = 0; i < CASE_COUNT; i++)
        assert_true(add_case(journal, i));
    journal_close(&journal);
    assert_null(journal);
}

/* Begins a journal of one case, and leaves it. */
static void leave_journal(enum output_kind kind)
{
    JOURNAL_AUTO *journal = begun(kind);
    assert_true(add_case(journal, 0));
}

static char *read_file(const char *name, size_t *size)
{
    char *text = NULL;
    int fd = open(name, O_RDONLY);
    assert_true(fd >= 0);
    assert_int_equal(disk_read(fd, &text, size), 0);
    close(fd);
    return text;
}

/* Writes a journal, and returns its text. */
static char *written(size_t *size)
{
    write_journal();
    return read_file(journal_file, size);
}

static void append(const char *text)
{
    FILE *file = fopen(journal_file, "a");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_size(size_t size)
{
    struct stat status;
    assert_int_equal(stat(journal_file, &status), 0);
    assert_int_equal(status.st_size, size);
}

static void assert_file_is(const char *name, const char *wanted, size_t size)
{
    size_t bytes;
    CLEANUP(free_pointer) char *text = read_file(name, &bytes);
    assert_int_equal(bytes, size);
    assert_memory_equal(text, wanted, size);
}

/* The journal cannot be gone on with: what the message says of it. */
static void assert_no_resume(const char *part)
{
    assert_null(resume());
    assert_message(part);
}

static size_t case_count(const json_t *document)
{
    return json_array_size(json_object_get(document, "cases"));
}

TEST_IN(test_whole_life, set_up, folder_remove)
{
    JOURNAL_AUTO *journal = begun(OUTPUT_NEW);
    assert_string_equal(journal_path(journal), path);
    assert_string_equal(journal_journal_path(journal), journal_file);
    assert_false(journal_has_case(journal, "t.b/v/n:1", 0));
    assert_true(add_case(journal, 1));
    assert_true(journal_has_case(journal, "t.b/v/n:1", 0));
    assert_true(journal_commit(journal, "2024-01-02T03:04:05Z"));
    journal_close(&journal);
    assert_int_equal(access(journal_file, F_OK), -1);
    json_auto_t *document = run_file_json(path);
    assert_non_null(document);
    assert_int_equal(case_count(document), 1);
    const json_t *session = json_object_get(document, "session");
    assert_true(json_is_true(json_object_get(session, "complete")));
    assert_string_equal(json_string_value(json_object_get(session, "ended")),
                        "2024-01-02T03:04:05Z");
    assert_no_resume("is complete");
    assert_null(begin(OUTPUT_NEW));
    assert_message("already exists");
}

TEST_IN(test_a_journal_is_never_overwritten, set_up, folder_remove)
{
    size_t size;
    CLEANUP(free_pointer) char *before = written(&size);
    assert_null(begin(OUTPUT_NEW));
    assert_message("claimcheck run --resume ");
    assert_file_is(journal_file, before, size);
}

/* Cut at every byte: what was whole is there, the rest is written anew, nothing is lost or doubled.
 */
TEST_IN(test_cut_at_every_byte, set_up, folder_remove)
{
    size_t size;
    CLEANUP(free_pointer) char *text = written(&size);
    const size_t header_bytes = strcspn(text, "\n") + 1;
    for (size_t cut = 0; cut <= size; cut++) {
        file_write(journal_file, text, cut);
        size_t whole = cut;
        while (whole > 0 && text[whole - 1] != '\n')
            whole--;
        struct journal *journal = resume();
        if (cut < header_bytes) {
            assert_null(journal);
            assert_message("line 1");
            assert_file_is(journal_file, text, cut);
            continue;
        }
        assert_non_null(journal);
        assert_size(whole);
        assert_true(add_workload(journal, 5));
        for (int i = 0; i < CASE_COUNT; i++)
            if (!journal_has_case(journal, unit_text("t.b/v/n:%d", i), 0))
                assert_true(add_case(journal, i));
        journal_close(&journal);
        assert_file_is(journal_file, text, size);
    }
}

/* A last line of zeros, as some file systems leave it after a crash, is dropped; a byte order mark
 * is no damage. */
TEST_IN(test_what_is_no_damage, set_up, folder_remove)
{
    size_t size;
    CLEANUP(free_pointer) char *text = written(&size);
    CLEANUP(free_pointer) char *longer = calloc(1, size + 100);
    for (int mark = 0; mark < 2; mark++) {
        memcpy(longer, "\xEF\xBB\xBF", 3);
        memcpy(longer + (mark ? 3 : 0), text, size);
        longer[size + 99] = '\n';
        file_write(journal_file, longer, mark ? size + 3 : size + 100);
        json_auto_t *document = run_file_json(journal_file);
        assert_int_equal(case_count(document), CASE_COUNT);
        JOURNAL_AUTO *journal = resumed();
        assert_int_equal(journal_run(journal)->case_count, CASE_COUNT);
    }
}

TEST_IN(test_a_torn_line_in_the_middle, set_up, folder_remove)
{
    size_t size;
    CLEANUP(free_pointer) char *text = written(&size);
    char *line = text;
    for (int i = 1; i < 4; i++)
        line = strchr(line, '\n') + 1;
    line[10] = '\n';
    file_write(journal_file, text, size);
    assert_no_resume("line 4");
    assert_message(journal_file);
    assert_null(run_file_json(journal_file));
    assert_message("line 4");
    assert_file_is(journal_file, text, size);
}

TEST_IN(test_a_line_of_another_kind, set_up, folder_remove)
{
    write_journal();
    append("{\"verdict\":{}}\n");
    assert_no_resume("line 6");
}

TEST_IN(test_one_process_at_a_time, set_up, folder_remove)
{
    JOURNAL_AUTO *journal = begin(OUTPUT_NEW), *other = resume();
    assert_non_null(journal);
    assert_null(other);
    assert_message("in use by another claimcheck");
    journal_close(&journal);
    journal = resumed();
    assert_no_resume("in use by another claimcheck");
}

TEST_IN(test_a_workload_must_stay_the_same, set_up, folder_remove)
{
    write_journal();
    JOURNAL_AUTO *journal = resume();
    assert_true(add_workload(journal, 5));
    assert_int_equal(journal_run(journal)->workload_count, 1);
    assert_false(add_workload(journal, 6));
    assert_message("has changed since");
}

TEST_IN(test_discard, set_up, folder_remove)
{
    struct journal *journal = begin(OUTPUT_NEW);
    journal_discard_empty(&journal);
    assert_null(journal);
    assert_int_equal(access(journal_file, F_OK), -1);
    write_journal();
    journal = resume();
    journal_discard_empty(&journal);
    assert_int_equal(access(journal_file, F_OK), 0);
    journal_discard_empty(&journal);
}

TEST_IN(test_places_that_do_not_work, set_up, folder_remove)
{
    assert_no_resume("No such file");
    assert_int_equal(symlink("/dev/full", journal_file), 0);
    assert_null(begin(OUTPUT_NEW));
    assert_message("already exists");
    assert_no_resume("not a regular file");
    assert_int_equal(unlink(journal_file), 0);
    assert_int_equal(mkdir(journal_file, 0777), 0);
    assert_no_resume("directory");
    assert_null(run_file_json(journal_file));
    assert_message("directory");
    assert_int_equal(rmdir(journal_file), 0);
    assert_null(begin_at("/nonexistent/x.json", OUTPUT_NEW));
    assert_message("/nonexistent/x.json': there is no '/nonexistent': make its folder");
    int full = open("/dev/full", O_WRONLY);
    assert_int_equal(disk_write(full, "x", 1), ENOSPC);
    close(full);
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* At every limit on its size, a journal holds whole lines only, and can be resumed. */
TEST_IN(test_limit_on_files, set_up, folder_remove)
{
    size_t size;
    char *text = written(&size);
    const size_t header_bytes = strcspn(text, "\n") + 1;
    free(text);
    unlink(journal_file);
    limit_files(header_bytes - 1);
    assert_null(begin(OUTPUT_NEW));
    limit_files(RLIM_INFINITY);
    assert_message("File too large");
    assert_message("limit");
    assert_int_equal(access(journal_file, F_OK), -1);

    struct journal *journal = begin(OUTPUT_NEW);
    assert_true(add_case(journal, 0));
    text = read_file(journal_file, &size);
    for (rlim_t more = 0; more < 40; more++) {
        limit_files(size + more);
        assert_false(add_case(journal, 1));
        limit_files(RLIM_INFINITY);
        assert_message(journal_file);
        assert_message("claimcheck run --resume ");
        assert_false(journal_has_case(journal, "t.b/v/n:1", 0));
        /* Nothing follows a write that failed. */
        assert_false(add_case(journal, 2));
        journal_close(&journal);
        assert_size(size);
        journal = resumed();
    }
    limit_files(size);
    assert_false(journal_commit(journal, "2024-01-02T03:04:05Z"));
    limit_files(RLIM_INFINITY);
    assert_message(path);
    assert_int_equal(access(path, F_OK), -1);
    assert_true(add_case(journal, 1));
    assert_true(journal_commit(journal, "2024-01-02T03:04:05Z"));
    journal_close(&journal);
    free(text);
}

static bool add_case_of_kernels(struct journal *journal, int number, const char *a, const char *b)
{
    const char *const ids[] = { a, b };
    struct run_case c = make_case(journal, number);
    bool added = true;
    for (size_t i = 0; i < 2; i++) {
        json_auto_t *kernel = json_pack("{s:s, s:s}", "id", ids[i], "sha256", "0");
        added = added && journal_add_kernel(journal, kernel);
    }
    c.kernels = ids;
    c.kernel_count = 2;
    added = added && journal_add_case(journal, &c);
    journal_run(journal)->case_count--; /* its kernels are not the run's */
    return added;
}

/* Facts of a kernel stand once in the file, and cases have its id. */
TEST_IN(test_kernels_stand_once, set_up, folder_remove)
{
    JOURNAL_AUTO *journal = begin(OUTPUT_NEW);
    assert_true(add_case_of_kernels(journal, 0, "t/a:0", "t/b:1"));
    journal_close(&journal);
    journal = resume();
    assert_true(add_case_of_kernels(journal, 1, "t/b:1", "t/c:2"));
    journal_close(&journal);
    journal = resumed();
    const struct run *run = journal_run(journal);
    static const char *const ids[] = { "t/a:0", "t/b:1", "t/c:2" };
    assert_int_equal(run->kernel_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(run->kernels[i].id, ids[i]);
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 2; k++)
            assert_string_equal(run->cases[i].kernels[k], ids[i + k]);
}

TEST_IN(test_a_run_file_that_appeared_is_kept, set_up, folder_remove)
{
    JOURNAL_AUTO *journal = begin(OUTPUT_NEW);
    assert_true(add_case(journal, 0));
    file_write(path, "mine", 4);
    assert_false(journal_commit(journal, "2024-01-02T03:04:05Z"));
    assert_message("move it away");
    journal_close(&journal);
    assert_file_is(path, "mine", 4);
    unlink(path);
    journal = resumed();
    assert_true(journal_commit(journal, "2024-01-02T03:04:05Z"));
}

/* Replace -------------------------------------------------------------------------------------- */

static bool commit(struct journal *journal)
{
    return journal_commit(journal, "2026-01-01T00:00:00Z");
}

/* Writes a run of so many cases over what is there. */
static void write_over(int cases)
{
    JOURNAL_AUTO *journal = begun(OUTPUT_REPLACE);
    for (int i = 0; i < cases; i++)
        assert_true(add_case(journal, i));
    assert_true(commit(journal));
    assert_true(journal_is_committed(journal));
}

static size_t count_cases(void)
{
    json_auto_t *run = run_file_json(path);
    const size_t count = json_array_size(json_object_get(run, "cases"));
    assert_non_null(run);
    assert_null(json_object_get(json_object_get(run, "session"), "replaces"));
    return count;
}

/* The old file stays until the new run is whole. */
TEST_IN(test_replaced, set_up, folder_remove)
{
    write_over(1); /* nothing is there */
    assert_false(journal_replaces(path));
    assert_int_equal(count_cases(), 1);
    assert_null(begin(OUTPUT_NEW));
    assert_message("--force");
    write_over(2);
    assert_int_equal(count_cases(), 2);

    struct journal *journal = begin(OUTPUT_REPLACE);
    assert_true(add_case(journal, 0));
    assert_null(begin(OUTPUT_REPLACE));
    assert_message("another claimcheck");
    journal_close(&journal);
    assert_int_equal(count_cases(), 2);
    assert_true(journal_replaces(path));
    assert_true(journal_replaces(journal_file));
    journal = resumed();
    assert_true(journal_has_case(journal, "t.b/v/n:0", 0));
    assert_true(commit(journal));
    journal_close(&journal);
    assert_int_equal(count_cases(), 1);
    assert_int_equal(access(journal_file, F_OK), -1);
    assert_no_resume("nothing to resume");
}

/* Damaged behind its first line, it is of that run still, and is not said to be left over. */
TEST_IN(test_damaged_journal, set_up, folder_remove)
{
    write_over(1);
    leave_journal(OUTPUT_REPLACE);
    append("\x01 no JSON\n{\"case\":{}}\n");
    assert_true(journal_replaces(path));
    assert_true(journal_replaces(journal_file));
    assert_no_resume("is damaged in line 3");
    assert_int_equal(truncate(journal_file, 20), 0); /* within the first line */
    assert_false(journal_replaces(path));
}

/* A journal that is left is begun anew; without a file there is nothing to replace. */
TEST_IN(test_journal_replaced, set_up, folder_remove)
{
    leave_journal(OUTPUT_NEW);
    assert_null(begin(OUTPUT_NEW));
    assert_message("already exists");
    struct journal *journal = begun(OUTPUT_REPLACE);
    assert_false(journal_has_case(journal, "t.b/v/n:0", 0));
    assert_false(journal_replaces(path));
    journal_discard_empty(&journal);
    assert_int_equal(access(journal_file, F_OK), -1);
    assert_int_equal(mkdir(journal_file, 0777), 0);
    assert_null(begin(OUTPUT_REPLACE));
    assert_message("directory");
    assert_int_equal(rmdir(journal_file), 0);
}

int main(void)
{
    signal(SIGXFSZ, SIG_IGN);
    return unit_run(NULL, NULL);
}
