/* SPDX-License-Identifier: MIT */
/* source_watch_test.c: files that are saved in the ways in which editors do it. */
#include "harness/engine/shaders/shaders.h"
#include "tests/files.h"

#include <sys/stat.h>
#include <time.h>

static void path_of(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s", folder, name);
}

/* Writes over the file, after the file system's clock has gone on. */
static void save(const char *name, const char *text)
{
    char path[128];
    const struct timespec tick = { .tv_nsec = 20000000 };
    nanosleep(&tick, NULL);
    path_of(path, name);
    file_write_text(path, text);
}

static struct source_watch *watch_of(const char *name)
{
    char path[128];
    path_of(path, name);
    const char *const paths[] = { path };
    struct source_watch *watch = source_watch_create(paths, 1);
    assert_non_null(watch);
    assert_false(source_watch_changed(watch));
    return watch;
}

/* Whether it has changed; the watch goes. */
static bool changed(struct source_watch *watch)
{
    const bool is = source_watch_changed(watch);
    source_watch_destroy(&watch);
    assert_null(watch);
    return is;
}

/* A watch of one file sees that another is saved. */
static void assert_seen(const char *watched, const char *saved, const char *text)
{
    struct source_watch *watch = watch_of(watched);
    save(saved, text);
    assert_true(changed(watch));
}

TEST(test_saved)
{
    char own[128], other[128];
    save("a.comp", "void main() {}");
    struct source_watch *watch = watch_of("a.comp");
    assert_true(source_watch_whole(watch));
    save("b.comp", "of no concern");
    assert_false(changed(watch));
    assert_seen("a.comp", "a.comp", "void main() { }");
    assert_seen("a.comp", "a.comp", "void main( ) {}"); /* of the same size */
    path_of(own, "a.comp");
    path_of(other, "a.comp.new");
    save("a.comp.new", "void main( ) {}"); /* by rename */
    watch = watch_of("a.comp");
    assert_int_equal(rename(other, own), 0);
    assert_true(changed(watch));
    watch = watch_of("a.comp");
    assert_int_equal(unlink(own), 0);
    assert_true(changed(watch));
    watch = watch_of("a.comp");
    assert_false(source_watch_whole(watch));
    save("a.comp", "");
    assert_true(changed(watch));
}

TEST(test_includes)
{
    save("main.comp", "#version 460\n  #  include \"one.glsl\"\n// #include \"said.glsl\"\n"
                      "#include <two.glsl>\nvoid main() {}\n");
    save("one.glsl", "#include \"main.comp\"\n#include \"three.glsl\"");
    save("said.glsl", "");
    struct source_watch *watch = watch_of("main.comp");
    save("said.glsl", "1");
    assert_false(changed(watch));
    assert_seen("main.comp", "one.glsl", "#include \"three.glsl\"");
    assert_seen("main.comp", "three.glsl", "3"); /* it was a shipped one until now */
    assert_seen("main.comp", "three.glsl", "4");
    assert_seen("main.comp", "two.glsl", "2");
}

/* Beside the file that includes, and beside the first of all. */
TEST(test_folders)
{
    char sub[128];
    path_of(sub, "sub");
    assert_int_equal(mkdir(sub, 0700), 0);
    save("main.comp", "#include \"sub/one.glsl\"\n");
    save("sub/one.glsl", "#include \"two.glsl\"\n");
    save("sub/two.glsl", "1");
    assert_seen("main.comp", "sub/two.glsl", "2");
    assert_seen("main.comp", "two.glsl", "3");
}

/* A file that includes itself under ever new names comes to an end. */
TEST(test_endless)
{
    save("self.comp", "#include \"./self.comp\"\n");
    assert_seen("self.comp", "self.comp", "\n");
}

int main(void)
{
    return unit_run(folder_make, folder_remove);
}
