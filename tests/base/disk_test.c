/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "tests/files.h"

static const char *const paths[] = {
    "run.json",
    "my runs/a$b.json",
    "it's",
    "Jörg's \xe2\x82\xac.json",
    "back\\slash\xff\xfe'quoted'.json",
    "a\nline\x1b[31m",
    "\xe9\x66",
    "",
};

/* Checks that bash turns a word into the path again. */
static void assert_typed(const char *word, const char *path)
{
    char typed[128] = "";
    FILE *script = fopen("disk_test.sh", "w");
    assert_non_null(script);
    fprintf(script, "printf %%s %s >disk_test.typed\n", word);
    assert_int_equal(fclose(script), 0);
    assert_int_equal(system("LC_ALL=C bash disk_test.sh"), 0);
    file_read_text("disk_test.typed", typed, sizeof(typed));
    assert_string_equal(typed, path);
    remove("disk_test.sh");
    remove("disk_test.typed");
}

TEST(test_words)
{
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        OWNED char *word = disk_shell_word(paths[i]), *shown = disk_shell_word_shown(paths[i]);
        assert_typed(word, paths[i]);
        assert_true(printable_is(shown));
        assert_typed(shown, paths[i]);
    }
}
