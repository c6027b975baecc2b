/* SPDX-License-Identifier: MIT */
/* row_test.c: rows of evidence, written and read; files of them that are damaged. */
#include "tests/files.h"
#include "tests/record/run_document.h"

static const char path[] = "rows.jsonl"; /* in a folder of the test */

static struct run_case case_make(const char *name, bool wall)
{
    static const struct run_axis axes[] = { { "n", "64", 64 }, { "map", "own", NAN } };
    struct run_case c;
    case_clear(&c);
    c.name = name;
    c.workload = "t.b/n:64";
    c.technique = "t";
    c.bench = "b";
    c.variant = "v";
    c.kind = wall ? BENCH_HOST_DRIVEN : BENCH_GPU;
    c.by_wall = wall;
    c.axes = axes;
    c.axis_count = 2;
    c.status = BENCH_OK;
    c.check = RUN_CHECK_PASSED;
    c.gpu.median = 1234.5;
    c.wall.median = 2345.6;
    c.unit_floor = (struct run_unit_floor){ "bytes", 12.5, true };
    return c;
}

/* The lines of a row of two cases, with their forms before it. */
static char *lines_make(const char *file)
{
    static const size_t both[] = { 0, 1 };
    struct run *row = row_create(NULL);
    struct run_case cases[] = { case_make("t.b/v/n:64", false), case_make("t.b/w/n:64", true) };
    struct row_claim claims[] = { { "p.faster", "01234567", true } };
    struct row_point points[] = { { 0.5, { 0.25, 0.75 }, 7 }, { 0.625, { NAN, NAN }, 1 } };
    row->device = (struct run_device){ .name = "Made GPU", .uuid = "ab", .driver_info = "1" };
    row->device.multiprocessors = NAN;
    row->tool.commit = "c0";
    row->session.profile = "paper";
    row->session.started = "2026-11-22T00:00:00Z";
    row->session.seed = 3;
    row->cases = cases;
    row->case_count = 2;
    row->row->file = file;
    row->row->sha256 = "0123";
    row->row->claims_sha256 = "4567";
    row->row->claims = claims;
    row->row->claim_count = 1;
    struct row_times *times = row_times_add(row, both, 2, "gpu/wall");
    times->points = points;
    times->point_count = 2;
    CLEANUP(free_pointer) char *forms = NULL;
    CLEANUP(free_pointer) char *line = row_lines(row, &forms);
    run_destroy(&row);
    return text_make("%s%s", forms, line);
}

TEST(test_round_trip)
{
    CLEANUP(free_pointer) char *first = lines_make("runs/m/one.json.xz");
    CLEANUP(free_pointer) char *second = lines_make("runs/m/two.json.xz");
    const char *behind_forms = strstr(second, "{\"row_version\"");
    file_write_text(path, unit_text("%s%s", first, behind_forms)); /* the forms stand once */
    ROWS_AUTO list = { 0 };
    assert_done(row_list_load(&list, path));
    assert_int_equal(list.count, 2);
    const struct run *row = list.rows[1];
    const struct run_case *c = &row->cases[1];
    assert_string_equal(row->path, "runs/m/two.json.xz");
    assert_string_equal(row->device.uuid, "ab");
    assert_int_equal(row->session.seed, 3);
    assert_int_equal(row->case_count, 2);
    assert_true(c->by_wall && c->kind == BENCH_HOST_DRIVEN && c->check == RUN_CHECK_PASSED);
    assert_true(c->gpu.median == 1234.5 && c->time_between.median == 2345.6 && c->wall.count == 1);
    assert_string_equal(c->axes[1].value, "own");
    assert_true(isnan(c->peak_bytes) && c->unit_floor.texels_open && c->unit_floor.percent == 12.5);
    assert_true(row->row->claims[0].planned);
    const struct row_times *times = row_times_find(row, (size_t[]){ 0, 1 }, 2, "gpu/wall");
    assert_non_null(times);
    assert_null(row_times_find(row, (size_t[]){ 1, 0 }, 2, "gpu/wall"));
    assert_null(row_times_find(row, (size_t[]){ 0, 1 }, 2, "gpu/gpu"));
    assert_true(times->points[0].value == 0.5 && times->points[0].n == 7);
    assert_true(isnan(times->points[1].interval.low));
    CLEANUP(free_pointer) char *forms = NULL;
    CLEANUP(free_pointer) char *again = row_lines(row, &forms);
    assert_string_equal(again, behind_forms);
}

TEST(test_numbers)
{
    assert_true(row_time(12345678.9) == 12345680);
    assert_true(row_time(0.12345644) == 0.1234564);
    assert_true(isnan(row_time(NAN)));
    assert_true(row_number(18184041) == 18184041);
    assert_true(row_file_is("a.jsonl.xz") && row_file_is("a.jsonl") && !row_file_is(".jsonl") &&
                !row_file_is("a.json.xz"));
}

/* Replaces the first `what` of the lines; the line that says why they are refused. */
static void refused(const char *what, const char *with, const char *why)
{
    CLEANUP(free_pointer) char *lines = lines_make("runs/m/one.json.xz");
    const char *at = strstr(lines, what);
    assert_non_null(at);
    file_write_text(path, unit_text("%.*s%s%s", (int)(at - lines), lines, with, at + strlen(what)));
    ROWS_AUTO list = { 0 };
    if (row_list_load(&list, path))
        fail_msg("'%s' is not refused", with);
    assert_int_equal(list.count, 0);
    if (!strstr(trouble_text(), why) || !strstr(trouble_text(), path))
        fail_msg("'%s' is refused by: %s", with, trouble_text());
}

TEST(test_refused)
{
    refused("\"row_version\":\"1\"", "\"row_version\":\"2\"", "row_version");
    refused("{\"form\":", "{\"form_of\":", "row_version");
    refused("\"forms\":[\"", "\"forms\":[\"x", "does not fit its forms");
    refused("\"of\":[0,1]", "\"of\":[0,2]", "is of case 2, and there are 2");
    refused("\"of\":[0,1]", "\"of\":[0,1,1]", "has 3 cases: 1, 2 or 4 are compared");
    refused("[0.5,0.25,0.75,7]", "[0.5,0.25,0.75]", "[value, low, high, n]");
    refused("[0.5,0.25,0.75,7]", "[\"x\",0.25,0.75,7]", "points");
    refused("\"name\":\"t.b/w/n:64\",", "", "name");
    refused("\"uuid_hash\":\"ab\"", "\"uuid_hash\":null", "uuid_hash");
    refused(",\"cases\":[{\"name\"", ",\"cases\":[{},{},{\"name\"", "does not fit its forms");
    refused("{\"row_version\"", "{\"row_version", "not valid JSON: line 3");
    refused("{\"form\"", "[]\n{\"form\"", "is not an object");
}

int main(void)
{
    return unit_run(folder_enter, folder_remove);
}
