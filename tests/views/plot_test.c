/* SPDX-License-Identifier: MIT */
/* Scripts for gnuplot: the numbers of a made run are in them as they are in the run, the same every
 * time, and no word of a file's can be anything but a word. */
#include "harness/views/plot/plot.h"

#include "harness/views/plot/plot_text.h"
#include "tests/record/run_document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In JSON: quotes of all kinds, an end of a line, a command behind it, the end of a block. */
static const char hostile[] =
    "\\u0027`touch pwned`\\n!touch pwned\\nEND\\n\\u0022 $X @y {/B} \\\\ ";

/* Of subtree_levels, or of the baseline without; the ratio is drawn. */
static void case_print(FILE *out, const char *map, unsigned top, unsigned levels, double ratio)
{
    fprintf(out,
            "{'name':'tile_subdivision.subdivide/%s/map:%s/top:%u/levels:%u',"
            "'workload':'tile_subdivision.subdivide/map:%s','technique':'tile_subdivision',"
            "'bench':'subdivide','variant':'%s','kind':'gpu','status':'ok','reason':'',"
            "'time':'gpu','gpu':{'count':20,'median_ns':%u},'wall':{'count':20,'median_ns':99000},"
            "'check':{'before':true,'after':true},'peak_bytes':1048576,'axes':{'map':'%s','top':%u",
            levels ? "subtree" : "per_level", map, top, levels, map,
            levels ? "subtree" : "per_level", 90000 / (levels + 1), map, top);
    if (levels)
        fprintf(out,
                ",'subtree_levels':%u},'baseline':false,'time_ratio':{'pairs':9,"
                "'case_over_baseline':%g,'interval_low':%g,'interval_high':%g}}",
                levels, ratio, ratio / 2, ratio);
    else
        fputs("},'baseline':true,'time_ratio':null}", out);
}

/* malloc'ed; the maps' names end with NULL. */
static char *document_make(const char *device, bool software, const char *const *maps)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    fprintf(out,
            "{'tool':{'commit':'abc123'},'session':{'started':'2026-01-02T03:04:05Z'},"
            "'device':{'name':'%s','driver_info':'1.2','software':%s},'cases':[",
            device, software ? "true" : "false");
    for (size_t i = 0; maps[i]; i++) {
        fputs(i > 0 ? "," : "", out);
        case_print(out, maps[i], 10, 0, 1);
        fputc(',', out);
        case_print(out, maps[i], 10, 3, 0.5);
        fputc(',', out);
        case_print(out, maps[i], 10, 1, 0.25);
        fputc(',', out);
        case_print(out, maps[i], 8, 2, 0.01); /* not of the greatest top */
        fputc(',', out);
        case_print(out, maps[i], 10, 2, 0.125);
    }
    fputs("]}", out);
    assert_int_equal(fclose(out), 0);
    return text;
}

static const char *const scene[] = { "scene", NULL };

struct taken {
    char names[8][PLOT_NAME_BYTES + 4];
    char *texts[8];
    size_t count;
};

static bool take(void *user, const struct plot_script *script)
{
    struct taken *taken = user;
    assert_true(taken->count < 8);
    snprintf(taken->names[taken->count], sizeof(taken->names[0]), "%s", script->name);
    assert_int_equal(strlen(script->text), script->bytes);
    taken->texts[taken->count++] = strdup(script->text);
    return true;
}

static void taken_finish(struct taken *taken)
{
    for (size_t i = 0; i < taken->count; i++)
        free(taken->texts[i]);
    *taken = (struct taken){ 0 };
}

static void draw(struct taken *taken, const char *device, bool software, const char *const *maps)
{
    struct published_list published = { 0 };
    char *document = document_make(device, software, maps);
    struct run *run = run_document_run(document);
    free(document);
    *taken = (struct taken){ 0 };
    assert_true(published_list_shipped(&published));
    assert_true(plot_run(run, &published, take, taken));
    published_list_finish(&published);
    run_destroy(&run);
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

static void test_numbers(void **state)
{
    struct taken taken, again;
    (void)state;
    draw(&taken, "GPU", false, scene);
    assert_int_equal(taken.count, 1);
    assert_string_equal(taken.names[0], "tokuyoshi-8-speedup-scene.gp");
    assert_has(taken.texts[0], "\nname = 'tokuyoshi-8-speedup-scene'\n");
    assert_has(taken.texts[0], "$SERIES << END\n"
                               "# per_level\n"
                               "1\t1\tNaN\tNaN\t1\t7\t2\t0\n"
                               "3\t1\tNaN\tNaN\t1\t7\t2\t0\n\n"
                               "# subtree\n"
                               "1\t4\t4\t8\t2\t5\t1\t1\n"
                               "2\t8\t8\t16\t2\t5\t1\t1\n"
                               "3\t2\t2\t4\t2\t5\t1\t1\n\n"
                               "END\n"
                               "has_lines = 1\nhas_dashes = 1\nhas_intervals = 1\nhas_marks = 1\n");
    assert_has(taken.texts[0], "level, map scene, top 10' at screen");
    assert_has(taken.texts[0], "'paper: fastest at 6, HD 6990'");
    assert_has(taken.texts[0], "'paper: about 6 times at 6, HD 6990'");
    assert_has(taken.texts[0], "'GPU, driver 1.2, 2026-01-02, commit abc123'");
    assert_has(taken.texts[0], "do for [format in 'svg png pdf'] {"); /* the template */
    assert_null(strstr(taken.texts[0], "artefacts"));
    draw(&again, "GPU", false, scene);
    assert_string_equal(taken.texts[0], again.texts[0]);
    taken_finish(&again);
    taken_finish(&taken);
}

static void test_software(void **state)
{
    struct taken taken;
    (void)state;
    draw(&taken, "llvmpipe", true, scene);
    assert_has(taken.texts[0], "'software device: times are artefacts'");
    taken_finish(&taken);
}

/* Outside of quotes and of comments no byte of it: a line of words begins with a command, has its
 * words in one pair of quotes, and no quote within. */
static void assert_tame(const char *text)
{
    char *copy = strdup(text);
    for (char *line = strtok(copy, "\n"); line; line = strtok(NULL, "\n")) {
        if (strncmp(line, "set label '", 11) != 0) {
            if (*line != '#' && strstr(line, "pwned"))
                fail_msg("words as a command: %s", line);
            continue;
        }
        const char *end = strchr(line + 11, '\'');
        assert_non_null(end);
        assert_true(strncmp(end, "' at screen ", 12) == 0);
        assert_null(strchr(end + 1, '\''));
        assert_null(strchr(line, '`'));
        assert_null(strchr(line, '"'));
    }
    free(copy);
}

static void test_hostile(void **state)
{
    struct taken taken;
    static const char *const maps[] = { "../a b", "../a_b", "..-a-b", NULL };
    (void)state;
    draw(&taken, hostile, false, maps);
    assert_int_equal(taken.count, 3);
    assert_string_equal(taken.names[0], "tokuyoshi-8-speedup----a-b.gp");
    assert_string_equal(taken.names[1], "tokuyoshi-8-speedup----a_b.gp");
    assert_string_equal(taken.names[2], "tokuyoshi-8-speedup----a-b-2.gp");
    for (size_t i = 0; i < taken.count; i++)
        assert_tame(taken.texts[i]);
    assert_has(taken.texts[0], "touch pwned");
    taken_finish(&taken);
}

static void test_nothing(void **state)
{
    struct taken taken;
    (void)state;
    draw(&taken, "GPU", false, (const char *const[]){ NULL });
    assert_int_equal(taken.count, 0);
    taken_finish(&taken);
}

static void test_lines(void **state)
{
    static const char text[] = "one two  three-that-is-long four";
    const char *wanted[] = { "one two", "three-that-is-long", "four" }, *at = text;
    struct plot_line line;
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        assert_true(plot_text_line(&at, 10, 60, &line));
        assert_int_equal(line.bytes, strlen(wanted[i]));
        assert_memory_equal(line.text, wanted[i], line.bytes);
    }
    assert_false(plot_text_line(&at, 10, 60, &line));
}

static void assert_put(void (*put)(FILE *, const char *, double, double), const char *text,
                       double room, const char *wanted)
{
    char *own = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&own, &bytes);
    put(out, text, 10, room);
    fclose(out);
    assert_string_equal(own, wanted);
    free(own);
}

static void assert_quoted(const char *text, double room, const char *wanted)
{
    assert_put(plot_text_quoted, text, room, wanted);
}

static void test_quoted(void **state)
{
    (void)state;
    assert_quoted("plain \\ $x", 1000, "'plain \\ $x'");
    assert_quoted("a'b`c\"d\n", 1000,
                  "'a\xE2\x80\x99"
                  "b\xE2\x80\x99"
                  "c\xE2\x80\x99"
                  "d '");
    assert_quoted("\xFF", 1000, "'\xEF\xBF\xBD'");
    assert_quoted("nnnnnnnn", 30, "'nnn\xE2\x80\xA6'");
    assert_quoted("", 30, "''");
    assert_quoted("50 % of %g", 1000, "'50 % of %g'");
}

/* gnuplot takes what a tick says for a format: "%s" would be a number. */
static void test_tick(void **state)
{
    (void)state;
    assert_put(plot_text_tick, "50 % of %s", 1000, "'50 %% of %%s'");
    assert_put(plot_text_tick, "a'%\n", 1000, "'a\xE2\x80\x99%% '");
    assert_put(plot_text_tick, "%%%%%%%%", 45, "'%%%%%%\xE2\x80\xA6'"); /* as wide as it is seen */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_software),
        cmocka_unit_test(test_hostile), cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_lines),   cmocka_unit_test(test_quoted),
        cmocka_unit_test(test_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
