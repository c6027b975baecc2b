/* SPDX-License-Identifier: MIT */
/* journal_scratch.h: a folder for a journal and its run file, and cases to write there. */
#ifndef CLAIMCHECK_TESTS_RECORD_JOURNAL_SCRATCH_H
#define CLAIMCHECK_TESTS_RECORD_JOURNAL_SCRATCH_H

#include "harness/base/base.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"
#include "tests/files.h"

static char path[128], journal_file[160];

static inline int set_up(void **state)
{
    if (folder_make(state) != 0)
        return -1;
    snprintf(path, sizeof(path), "%s/run.json", folder);
    snprintf(journal_file, sizeof(journal_file), "%s.journal", path);
    return 0;
}

static inline void assert_message(const char *part)
{
    assert_null(strchr(trouble_text(), '\n'));
    assert_holds(trouble_text(), part);
}

/* A journal that is closed where its scope ends. */
#define JOURNAL_AUTO CLEANUP(journal_close) struct journal

/* NULL with a message, as begin() and resume(). */
static inline struct journal *begin_at(const char *file, enum output_kind kind)
{
    json_auto_t *header = json_pack("{s:s, s:{s:i, s:[s], s:n, s:b}, s:{s:s}}", "schema_version",
                                    "2.0", "session", "seed", 7, "plan_arguments", "--seed=7",
                                    "ended", "complete", 0, "device", "uuid", "00");
    return journal_create(file, kind, header);
}

static inline struct journal *begin(enum output_kind kind)
{
    return begin_at(path, kind);
}

static inline struct journal *resume(void)
{
    return journal_resume(path);
}

/* The journal, which must be there. */
static inline struct journal *begun(enum output_kind kind)
{
    struct journal *journal = begin(kind);
    assert_done(journal);
    return journal;
}

static inline struct journal *resumed(void)
{
    struct journal *journal = resume();
    assert_done(journal);
    return journal;
}

static inline struct run_case make_case(const struct journal *journal, int number)
{
    struct run_case c;
    case_clear(&c);
    c.name = run_keep_text(journal_run(journal), unit_text("t.b/v/n:%d", number));
    c.workload = "t.b";
    return c;
}

static inline bool add_case(struct journal *journal, int number)
{
    const struct run_case c = make_case(journal, number);
    return journal_add_case(journal, &c);
}

#endif
