/* SPDX-License-Identifier: MIT */
#include "harness/views/sheet/sheet.h"
#include "harness/views/table/table.h"
#include "tests/output.h"
#include "tests/record/run_document.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const struct sheet_column columns[] = {
    { .key = "name", .title = "case", .width = 8 },
    { .key = "a_ns",
      .title = "A",
      .type = SHEET_NS,
      .width = 8,
      .path = "a.time_ns",
      .interval = true },
    { .key = "b_over_a", .title = "B / A", .type = SHEET_RATIO, .width = 18, .interval = true },
    { .key = "kernel", .type = SHEET_FLAG, .path = "kernel_differs" },
    { .title = "spread", .from = SHEET_WIDE, .in = SHEET_IN(SHEET_TEXT) },
    { .title = "why", .place = SHEET_BEHIND },
};

/* A document of each kind of block; what the style writes of it. */
static const char *written(const struct sheet_look *look,
                           void (*view)(struct sheet *sheet, const void *of))
{
    FILE *out = output_begin();
    sheet_write(out, look, view, NULL);
    assert_int_equal(fclose(out), 0);
    return output;
}

static void whole_view(struct sheet *sheet, const void *of)
{
    sheet_note(sheet, "A  ", "%s", "a run");
    sheet_heading(sheet, "Times & ratios");
    sheet_member(sheet, "other_model", SHEET_FLAG, sheet_flag(true, ""));
    sheet_table(sheet, &(struct sheet_table){
                           .name = "rows", SHEET_COLUMNS(columns), .main = true, .indent = 2 });
    sheet_group(sheet, "group");
    SHEET_ROW(sheet, sheet_words("x_y"), sheet_interval(1500, 1400, 1600),
              sheet_interval(0.5, 0.25, NAN), sheet_flag(true, "differs"), sheet_words("wide"),
              { .text = "slower|*", .colour = TABLE_RED });
    SHEET_ROW(sheet, sheet_words("a, \"b\"-long"), sheet_number(NAN), sheet_interval(2, 1.5, 3),
              sheet_flag(false, "differs"), sheet_words(NULL), sheet_words(NULL));
    sheet_foot(sheet, "%d rows", 2);
    sheet_note(sheet, "rows: ", "all");
}

static void expect(const struct sheet_look *look, void (*view)(struct sheet *sheet, const void *of),
                   const char *wanted)
{
    const char *text = written(look, view);
    assert_string_equal(text, wanted);
}

TEST(test_text)
{
    expect(&(struct sheet_look){ .style = SHEET_TEXT }, whole_view,
           "A  a run\n"
           "\n"
           "Times & ratios\n"
           "  case            A  B / A              why\n"
           "\n"
           "group\n"
           "  x_y       1.50 µs  0.50               slower|*\n"
           "  a, \"b\"-long\n"
           "                  -  2.00 [1.50, 3.00]\n"
           "  2 rows\n"
           "\n"
           "rows: all\n");
    expect(&(struct sheet_look){ .style = SHEET_TEXT, .wide = true, .colours = true }, whole_view,
           "A  a run\n"
           "\n"
           "\033[1mTimes & ratios\033[0m\n"
           "  case            A  B / A              spread why\n"
           "\n"
           "\033[1mgroup\033[0m\n"
           "  x_y       1.50 µs  0.50               wide   \033[31mslower|*\033[0m\n"
           "  a, \"b\"-long\n"
           "                  -  2.00 [1.50, 3.00]\n"
           "  2 rows\n"
           "\n"
           "rows: all\n");
}

TEST(test_markdown)
{
    expect(&(struct sheet_look){ .style = SHEET_MARKDOWN }, whole_view,
           "A a run\n"
           "\n"
           "**Times & ratios**\n"
           "\n"
           "| case | A | B / A | why |\n"
           "|:---|---:|---:|:---|\n"
           "| x_y | 1.50 µs | 0.50 | slower\\|\\* |\n"
           "| a, \"b\"-long | - | 2.00 \\[1.50, 3.00\\] |  |\n"
           "\n"
           "2 rows\n"
           "\n"
           "rows: all\n");
}

TEST(test_latex)
{
    expect(&(struct sheet_look){ .style = SHEET_LATEX }, whole_view,
           "A a run\n"
           "\n"
           "\\paragraph{Times \\& ratios}\n"
           "\n"
           "\\begin{longtable}{lrrl}\n"
           "\\hline\n"
           "case & A & B / A & why \\\\\n"
           "\\hline\n"
           "\\endhead\n"
           "x\\_y & 1.50 µs & 0.50 & slower\\textbar{}* \\\\\n"
           "a, ''b''-long & - & 2.00 [1.50, 3.00] &  \\\\\n"
           "\\hline\n"
           "\\end{longtable}\n"
           "\n"
           "2 rows\n"
           "\n"
           "rows: all\n");
}

TEST(test_csv)
{
    expect(&(struct sheet_look){ .style = SHEET_CSV }, whole_view,
           "name,a_ns,a_low_ns,a_high_ns,b_over_a,b_over_a_low,b_over_a_high,kernel\r\n"
           "x_y,1500,1400,1600,0.5,0.25,,differs\r\n"
           "\"a, \"\"b\"\"-long\",,,,2,1.5,3,\r\n");
}

TEST(test_json)
{
    const char *text = written(&(struct sheet_look){ .style = SHEET_JSON }, whole_view);
    json_auto_t *got = json_loads(text, 0, NULL);
    json_auto_t *wanted = run_document_json(
        "{'other_model':true,'rows':[{'name':'x_y','a':{'time_ns':1500,'interval_low_ns':1400,"
        "'interval_high_ns':1600},'b_over_a':0.5,'interval_low':0.25,'interval_high':null,"
        "'kernel_differs':true},{'name':'a, \\u0022b\\u0022-long','a':{'time_ns':null,"
        "'interval_low_ns':null,'interval_high_ns':null},'b_over_a':2,'interval_low':1.5,"
        "'interval_high':3,'kernel_differs':false}]}");
    assert_true(json_equal(got, wanted));
}

static void empty_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column bare[] = { { .key = "" } };
    sheet_table(sheet,
                &(struct sheet_table){ .name = "rows", SHEET_COLUMNS(columns), .main = true });
    sheet_table(sheet, &(struct sheet_table){ .name = "names", SHEET_COLUMNS(bare) });
    SHEET_ROW(sheet, sheet_words("one"));
    sheet_element(sheet, "parts");
    sheet_table(sheet,
                &(struct sheet_table){ .name = "runs.a", SHEET_COLUMNS(bare), .single = true });
    SHEET_ROW(sheet, sheet_words(NULL));
    sheet_note(sheet, "", "end");
}

/* A table without rows has no titles for people, and a line of them in CSV. */
TEST(test_empty)
{
    expect(&(struct sheet_look){ .style = SHEET_TEXT }, empty_view, "end\n");
    expect(&(struct sheet_look){ .style = SHEET_MARKDOWN }, empty_view, "end\n");
    expect(&(struct sheet_look){ .style = SHEET_LATEX }, empty_view, "end\n");
    expect(&(struct sheet_look){ .style = SHEET_CSV }, empty_view,
           "name,a_ns,a_low_ns,a_high_ns,b_over_a,b_over_a_low,b_over_a_high,kernel\r\n");
    expect(&(struct sheet_look){ .style = SHEET_JSON }, empty_view,
           "{\n \"rows\": [],\n \"names\": [\n  \"one\"\n ],\n"
           " \"parts\": [\n  {\n   \"runs\": {\n    \"a\": null\n   }\n  }\n ]\n}\n");
}

static void narrow_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column narrow[] = {
        { .title = "name" },
        { .title = "n", .type = SHEET_COUNT },
        { .title = "size", .type = SHEET_BYTES },
        { .title = "words" },
        { .title = "note", .place = SHEET_BELOW },
    };
    sheet_table(sheet, &(struct sheet_table){ .name = "rows", SHEET_COLUMNS(narrow), .gap = 2 });
    SHEET_ROW(sheet, sheet_words("short"), sheet_number(7), sheet_number(16384),
              sheet_words("words that do not fit behind"), sheet_words("a note of one line below"));
    SHEET_ROW(sheet, sheet_words("a name of many words, and long"), sheet_number(123),
              sheet_number(NAN), sheet_words("\x1b[31m"), sheet_words(""));
    sheet_note(sheet, "head ", "words of a note that wraps below its own head");
}

/* Columns are as wide as their cells, the first shrinks, the last wraps, nothing is a command. */
TEST(test_wrapping)
{
    expect(&(struct sheet_look){ .style = SHEET_TEXT, .columns = 50 }, narrow_view,
           "name                n    size   words\n"
           "short               7  16 KiB   words that do not\n"
           "                                fit behind\n"
           "      note: a note of one line below\n"
           "a name of many words, and long\n"
           "                  123       -   ?[31m\n"
           "\n"
           "head words of a note that wraps below its own head\n");
}

TEST(test_escapes)
{
    static const struct {
        void (*escape)(FILE *out, const char *text);
        const char *text, *wanted;
    } cases[] = {
        { sheet_escape_markdown, "a_b _c_ `*|<>[]~\\ \n",
          "a_b \\_c\\_ \\`\\*\\|\\<\\>\\[\\]\\~\\\\  " },
        { sheet_escape_latex, "\\{}~^<>|\"$&#_%'\xFF",
          "\\textbackslash{}\\textbraceleft{}\\textbraceright{}\\textasciitilde{}"
          "\\textasciicircum{}\\textless{}\\textgreater{}\\textbar{}''\\$\\&\\#\\_\\%'?" },
        { sheet_escape_csv, "a,\"b\"\r\n", "\"a,\"\"b\"\"\r\n\"" },
        { sheet_escape_csv, "plain; text", "plain; text" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        FILE *out = output_begin();
        cases[i].escape(out, cases[i].text);
        fclose(out);
        assert_string_equal(output, cases[i].wanted);
    }
}
