/* SPDX-License-Identifier: MIT */
/*
 * library_planted_test.c: the kernels of the library without one of their barriers, each in turn,
 * made of their sources: the results must be wrong, or the program may crash. A mutant runs in a
 * process of its own. On software devices alone: elsewhere a race may be won by chance.
 */
#include "bench/common/compact.h"
#include "bench/common/hash.h"
#include "harness/base/base.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/shaders/shaders.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/common/lengths.h"
#include "tests/files.h"

enum { ENTRIES = 20000, TIMES = 3, SECONDS_MAX = 100, RIGHT = 0, WRONG = 1, UNTRIED = 77 };

static const char barrier[] = "barrier();";

/* Works ---------------------------------------------------------------------------------------- */

/* Compacts words, or tuples whose first word is the index. */
static bool compact_is_right(struct gpu_scope *scope, struct gpu_commands *commands,
                             struct compact_params params)
{
    static uint32_t words[4 * ENTRIES], output[4 * ENTRIES];
    const uint32_t size = params.entry_words;
    uint32_t kept = 0, came = 0;
    for (uint32_t i = 0; i < ENTRIES * size; i++) {
        const bool keep = hash_triple(i / size, 2, 1) >> 31;
        words[i] = keep ? i : size == 1 ? 0xffffffff : 0xbf800000;
    }
    params.entries = ENTRIES;
    const struct compact compact = compact_create(scope, &params);
    const struct compact_streams streams = {
        .input = lengths_buffer(scope, "stream", ENTRIES * (uint64_t)size, words),
        .output = lengths_buffer(scope, "output", ENTRIES * (uint64_t)size, NULL),
        .count = lengths_buffer(scope, "count", 1, NULL),
        .entries = ENTRIES
    };
    compact_record(commands, &compact, &streams);
    if (!gpu_commands_submit(commands) ||
        !gpu_buffer_read(streams.output, 0, output, 4 * ENTRIES * (uint64_t)size) ||
        !gpu_buffer_read(streams.count, 0, &came, 4))
        return false;
    for (uint32_t i = 0; i < ENTRIES; i++)
        if (hash_triple(i, 2, 1) >> 31 &&
            memcmp(output + (size_t)size * kept++, words + (size_t)size * i, 4 * (size_t)size) != 0)
            return false;
    return came == kept;
}

static bool passes_are_right(struct gpu_scope *scope, struct gpu_commands *commands)
{
    struct compact_params params = { .method = COMPACT_REDUCE_THEN_SCAN, .entry_words = 1 };
    const bool right = compact_is_right(scope, commands, params);
    gpu_commands_restart(commands);
    params.entry_words = 4;
    return right && compact_is_right(scope, commands, params);
}

static bool single_is_right(struct gpu_scope *scope, struct gpu_commands *commands)
{
    bool right = true;
    for (uint32_t i = 0; right && i < 4; i++) {
        const struct compact_params params = { .method = COMPACT_SINGLE_PASS,
                                               .entry_words = i % 2 == 0 ? 1 : 4,
                                               .spins = 1,
                                               .withheld = i / 2 };
        gpu_commands_restart(commands);
        right = compact_is_right(scope, commands, params);
    }
    return right;
}

/* Mutants -------------------------------------------------------------------------------------- */

struct subject {
    const char *kernel;   /* of common/ */
    const char *files[3]; /* below kernels/, of which barriers are taken away; NULL: no more */
    bool (*is_right)(struct gpu_scope *scope, struct gpu_commands *commands);
    uint32_t needs;
};

static const struct subject subjects[] = {
    { "compact_count",
      { "common/compact_count.comp" },
      passes_are_right,
      COMPACT_NEEDS_REDUCE_THEN_SCAN },
    { "compact_scatter",
      { "common/compact_scatter.comp", "common/scan.glsl" },
      passes_are_right,
      COMPACT_NEEDS_REDUCE_THEN_SCAN },
    { "compact_single",
      { "common/compact_single.glsl", "common/subgroups.glsl" },
      single_is_right,
      COMPACT_NEEDS_SINGLE_PASS },
};

/*
 * Barriers that nothing here shows to be missing. Where there is one sum over subgroups, or a
 * barrier between two, the first of a sum keeps nothing of an earlier one. Where a software device
 * runs the subgroups of a group in order, from barrier to barrier, those that follow find what the
 * first ones wrote. Mesa's CPU driver gives the right answer without any one barrier of
 * compact_single, nor of compact_numbered, which is the same text: why, is not known, and it is no
 * proof that they are not needed.
 */
static const struct unseen {
    const char *kernel, *file;
    int place;
} unseen[] = {
    { "compact_scatter", "common/scan.glsl", 0 },
    { "compact_single", "common/compact_single.glsl", 0 }, /* compact_numbered's */
    { "compact_single", "common/compact_single.glsl", 1 }, /* the ticket, by the first subgroup */
    { "compact_single", "common/compact_single.glsl", 2 }, /* what it has added up */
    { "compact_single", "common/subgroups.glsl", 0 },
    { "compact_single", "common/subgroups.glsl", 1 },
};

static bool is_unseen(const char *kernel, const char *file, int place)
{
    for (size_t i = 0; i < sizeof(unseen) / sizeof(unseen[0]); i++)
        if (strcmp(unseen[i].kernel, kernel) == 0 && strcmp(unseen[i].file, file) == 0 &&
            unseen[i].place == place)
            return true;
    return false;
}

/* Writes a file of kernels/ as `name`, without the barrier at `place`, if it has one. */
static bool source_write(const char *name, const char *path, int place)
{
    const struct kernel_source *source = kernel_set_source(path);
    const char *at = source ? source->text : NULL;
    FILE *file = at ? fopen(name, "w") : NULL;
    if (!file)
        return false;
    for (const char *next; (next = strstr(at, barrier)); place--) {
        fwrite(at, 1, (size_t)(next - at), file);
        fputs(place == 0 ? ";" : barrier, file);
        at = next + strlen(barrier);
    }
    fputs(at, file);
    return fclose(file) == 0;
}

struct mutant {
    const struct subject *subject;
    const char *path; /* below kernels/, of what is changed */
    int place;        /* of the barrier that is taken away; -1: none */
};

/* All that kernels of the library include. */
static const char *const included[] = { "common/compact.glsl", "common/compact_single.glsl",
                                        "common/scan.glsl", "common/subgroups.glsl" };
enum { INCLUDED = sizeof(included) / sizeof(included[0]) };

static int place_in(const struct mutant *mutant, const char *path)
{
    return strcmp(path, mutant->path) == 0 ? mutant->place : -1;
}

/* Of the kernel beside a folder common/, where it finds what it includes before it looks among the
 * kernels that are shipped. */
static bool mutant_compile(const struct mutant *mutant, const char *kernel,
                           struct compiled *compiled)
{
    char path[128];
    bool written = true;
    mkdir("common", 0700);
    trouble("its sources cannot be written");
    for (int i = 0; i < INCLUDED; i++)
        written = written && source_write(included[i], included[i], place_in(mutant, included[i]));
    snprintf(path, sizeof(path), "common/%s", kernel);
    if (written && source_write(kernel, path, place_in(mutant, path)) &&
        compiler_run(&(struct compiler_request){ .path = kernel, .technique = "common" }, compiled))
        return true;
    fprintf(stderr, "%s: %s\n", kernel, trouble_text());
    return false;
}

/* In a process of its own. */
static int mutant_run(const struct mutant *mutant)
{
    const struct subject *subject = mutant->subject;
    char message[GPU_MESSAGE_BYTES];
    struct compiled compiled = { 0 };
    enum gpu_result result;
    char name[64], file[64];
    snprintf(name, sizeof(name), "common/%s", subject->kernel);
    snprintf(file, sizeof(file), "%s.comp", subject->kernel);
    /* cmocka would take a crash for one of the test's, and go on in this process. */
    static const int crashes[] = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL };
    for (size_t i = 0; i < sizeof(crashes) / sizeof(crashes[0]); i++)
        signal(crashes[i], SIG_DFL);
    alarm(SECONDS_MAX);
    struct gpu *gpu = gpu_create(&(struct gpu_params){ .validate = false }, &result, message);
    if (!gpu || !gpu_info_is_software(gpu_info(gpu)) ||
        (gpu_info(gpu)->features & subject->needs) != subject->needs ||
        !mutant_compile(mutant, file, &compiled))
        return UNTRIED;
    const struct gpu_shader *original = kernel_set_find(name)->shader;
    const struct gpu_shader shader = {
        .name = name, .words = compiled.words, .bytes = compiled.bytes, .file = file
    };
    const struct gpu_replacement replacement = { original, &shader };
    bool right = true;
    for (int i = 0; right && i < TIMES; i++) {
        CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
        gpu_scope_replace(scope, &replacement, 1);
        right =
            subject->is_right(scope, gpu_commands_begin(scope)) && !gpu_scope_broken_guard(scope);
    }
    return right ? RIGHT : WRONG;
}

/* RIGHT, WRONG (a crash is, too), or UNTRIED. */
static int try_mutant(const struct subject *subject, const char *path, int place)
{
    const struct mutant mutant = { subject, path, place };
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(mutant_run(&mutant));
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : WRONG;
}

static void test_subject(void **state)
{
    const struct subject *subject = *state;
    int missed = 0;
    const int untouched = try_mutant(subject, subject->files[0], -1);
    if (untouched == UNTRIED) {
        print_message("skipped: no software device with what %s needs, or no compiler\n",
                      subject->kernel);
        skip();
    }
    assert_int_equal(untouched, RIGHT);
    for (int i = 0; i < 3 && subject->files[i]; i++) {
        const char *at = kernel_set_source(subject->files[i])->text;
        for (int place = 0; (at = strstr(at, barrier)); place++, at++) {
            if (is_unseen(subject->kernel, subject->files[i], place))
                continue;
            const int end = try_mutant(subject, subject->files[i], place);
            missed += end != WRONG;
            if (end != WRONG)
                print_message("%s without barrier %d of %s: %s\n", subject->kernel, place,
                              subject->files[i], end == RIGHT ? "right" : "could not be tried");
        }
    }
    assert_int_equal(missed, 0);
}

int main(void)
{
    enum { SUBJECTS = sizeof(subjects) / sizeof(subjects[0]) };
    struct CMUnitTest tests[SUBJECTS];
    for (size_t i = 0; i < SUBJECTS; i++)
        tests[i] = (struct CMUnitTest){ .name = subjects[i].kernel,
                                        .test_func = test_subject,
                                        .initial_state = (void *)&subjects[i] };
    return cmocka_run_group_tests(tests, folder_enter, folder_remove);
}
