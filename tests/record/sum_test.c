/* SPDX-License-Identifier: MIT */
/* sum_test.c: a digit of a run file or a journal that is another than it was is found, and said. */
#include "tests/record/journal_scratch.h"
#include "tests/record/run_document.h"

#include <ctype.h>

/* Whether the text is read; `message` is empty where it is. */
static bool reads(const char *text)
{
    trouble_clear();
    json_t *document = run_file_parse(text, strlen(text), "run.json");
    json_decref(document);
    return document;
}

TEST(test_file)
{
    json_auto_t *document = run_document_full();
    CLEANUP(free_pointer)
    char *text = results_dump_summed(document), *plain = results_dump(document);
    assert_true(reads(text));
    assert_true(reads(plain)); /* as older claimchecks wrote it */
    for (char *at = text; *at; at++) {
        const char was = *at;
        if (!isdigit((unsigned char)was))
            continue;
        *at = was == '9' ? '8' : (char)(was + 1);
        if (reads(text))
            fail_msg("a digit was changed, and nothing is said: %.40s", at);
        if (!strstr(trouble_text(), "'run.json' was changed since it was written") &&
            !strstr(trouble_text(), "too big integer"))
            fail_msg("'%s'", trouble_text());
        *at = was;
    }
    /* Ends of lines are no text, but hide no digit. */
    char *end = strrchr(text, '\n'), *digit = strpbrk(text, "0123456789");
    const char was = *digit;
    *end = 0;
    assert_true(reads(text));
    *digit = was == '9' ? '8' : (char)(was + 1);
    assert_false(reads(text));
    *end = '\r';
    assert_false(reads(text));
    *digit = was;
    assert_true(reads(text));
    *end = '\n';
    /* Written again it has a sum of its own, and laid out anew it has none that counts. */
    json_auto_t *loaded = json_loads(text, 0, NULL);
    json_object_set_new(loaded, "schema_version", json_string("2.1"));
    CLEANUP(free_pointer)
    char *again = results_dump_summed(loaded), *compact = json_dumps(loaded, JSON_COMPACT);
    CLEANUP(free_pointer) char *unsummed = results_dump(loaded);
    assert_true(reads(again));
    assert_true(reads(compact)); /* which `keep` refuses */
    assert_null(strstr(unsummed, "\"sum\""));
}

/* A header and two cases; malloc'ed. */
static char *journal_text(void)
{
    char *text;
    size_t size;
    struct journal *journal = begin(OUTPUT_NEW);
    assert_non_null(journal);
    assert_true(add_case(journal, 1) && add_case(journal, 2));
    journal_close(&journal);
    assert_int_equal(disk_load(journal_file, &text, &size), 0);
    return text;
}

static bool resumes(const char *text)
{
    file_write_text(journal_file, text);
    struct journal *journal = resume();
    const bool good = journal;
    journal_close(&journal);
    return good;
}

static void assert_damaged(const char *text, int line, const char *part)
{
    const char *where = unit_text("' is damaged in line %d", line);
    if (reads(text) || !strstr(trouble_text(), where) || !strstr(trouble_text(), part))
        fail_msg("not '%s%s': '%s'", where, part, trouble_text());
    assert_false(resumes(text));
    assert_holds(trouble_text(), where);
}

TEST_IN(test_journal, set_up, folder_remove)
{
    CLEANUP(free_pointer) char *text = journal_text();
    int line = 1;
    assert_true(reads(text));
    for (char *at = text; *at; at++) {
        const char was = *at;
        line += was == '\n';
        if (!isdigit((unsigned char)was))
            continue;
        *at = was == '9' ? '8' : (char)(was + 1);
        assert_damaged(text, line, "its check sum does not match its text");
        *at = was;
    }
    /* A sum counts with CR LF, too. */
    char *end = strchr(text, '\n'), crlf[8192];
    assert_true((size_t)snprintf(crlf, sizeof(crlf), "%.*s\r%s", (int)(end - text), text, end) <
                sizeof(crlf));
    assert_true(reads(crlf));
    *strpbrk(crlf, "0123456789") += 1;
    assert_damaged(crlf, 1, "its check sum does not match its text");
    /* The last line is whole, and no JSON: not one that was cut short. */
    char *last = strstr(text, "{\"case\":{\"name\":\"t.b/v/n:2");
    assert_non_null(last);
    *last = '[';
    assert_damaged(text, 3, "");
    *last = '{';
    last[strlen(last) - 1] = 0; /* without its line feed */
    assert_true(resumes(text));
}

/* Takes the sum of line `which` away, or that of each; malloc'ed. */
static char *without(const char *text, int which)
{
    char *copy = strdup(text), *sum = copy;
    for (int line = 1; (sum = strstr(sum, ",\"sum\":\"")); line++)
        if (which == 0 || which == line)
            memmove(sum, strchr(sum, '}'), strlen(strchr(sum, '}')) + 1);
        else
            sum++;
    return copy;
}

/* Journals of older claimchecks have no check sums, and lines added to them have none, either. */
TEST_IN(test_older_journal, set_up, folder_remove)
{
    CLEANUP(free_pointer) char *text = journal_text();
    for (int which = 0; which <= 3; which++) {
        CLEANUP(free_pointer) char *copy = without(text, which);
        if (which > 0)
            assert_damaged(copy, which, "it has no check sum, and others have one");
        else
            assert_true(reads(copy));
        file_write_text(journal_file, copy);
    }
    CLEANUP(free_pointer) char *older = without(text, 0);
    CLEANUP(free_pointer) char *grown = NULL;
    size_t size;
    file_write_text(journal_file, older);
    struct journal *journal = resume();
    assert_non_null(journal);
    assert_true(add_case(journal, 3));
    journal_close(&journal);
    assert_int_equal(disk_load(journal_file, &grown, &size), 0);
    assert_null(strstr(grown, "\"sum\""));
    assert_true(reads(grown));
}

static void assert_unfit(const void *text, size_t size, const char *part)
{
    file_write(journal_file, text, size);
    assert_null(resume());
    assert_message(part);
    assert_null(strstr(trouble_text(), "remove"));
}

/* Journals as other programs save them hold all that was measured: none is to be removed. */
TEST_IN(test_forms, set_up, folder_remove)
{
    static const char gzip[] = "\x1f\x8b\x08\0", xz[] = "\xfd"
                                                        "7zXZ\0\0";
    CLEANUP(free_pointer) char *text = journal_text();
    char wide[64];
    const size_t size = strlen(text);
    assert_unfit(gzip, sizeof(gzip), "it is packed: gzip -dc or xz -dc unpacks it");
    assert_unfit(xz, sizeof(xz), "it is packed: gzip -dc or xz -dc unpacks it");
    for (size_t i = 0; i < sizeof(wide); i++)
        wide[i] = i % 2 == 0 ? text[i / 2] : 0;
    assert_unfit(wide, sizeof(wide), "save it as UTF-8");
    assert_unfit("\xff\xfe{", 4, "save it as UTF-8");
    assert_unfit(text, 20, "was cut short in line 1, so that nothing can be resumed");
    for (char *at = text; *at; at++)
        *at = *at == '\n' ? '\r' : *at;
    assert_unfit(text, size, "its lines end with CR alone: save it with LF");
    assert_unfit("{\n}\n", 4, "restore the file as it was, or move it away");
}
