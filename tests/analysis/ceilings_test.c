/* SPDX-License-Identifier: MIT */
/* ceilings_test.c: ceilings from cases, floors from ceilings, and where they stand in a plan. */
#include "harness/analysis/why/why.h"
#include "harness/views/table/table.h"
#include "tests/analysis/judged_run.h"
#include "tests/output.h"

/* A case that moved `bytes` of a set in 1 µs. */
static json_t *bandwidth(const char *ceiling, const char *set, double bytes)
{
    return json(
        "{'ceiling':'%s','status':'ok','axes':{'bytes':%s},'gpu':{'count':9,'median_ns':1000},"
        "'work':{'bytes_read':%g,'bytes_written':0,'operations':0,'chain':1},"
        "'timer':{'tick_ns':32,'empty_ns':3200}}",
        ceiling, set, bytes);
}

/* A case that took `gpu_ns` for 1000 operations, 100 steps, 50 dispatches, 1 submission. */
static json_t *other(const char *ceiling, const char *status, double gpu_ns)
{
    return json(
        "{'ceiling':'%s','status':'%s','axes':{},'gpu':{'count':9,'median_ns':%g},"
        "'wall':{'count':9,'median_ns':7000},'counters':{'dispatches':50,'submits':1},"
        "'work':{'bytes_read':0,'bytes_written':0,'operations':1000,'chain':100,'groups':4000,"
        "'vertices':2000,'pixels':5000},"
        "'timer':{'tick_ns':16,'empty_ns':3300}}",
        ceiling, status, gpu_ns);
}

/* A case for each. */
struct timed {
    const char *ceiling;
    double gpu_ns;
};

static void others_add(json_t *cases, const struct timed *timed, size_t count)
{
    for (size_t i = 0; i < count; i++)
        json_array_append_new(cases, other(timed[i].ceiling, "ok", timed[i].gpu_ns));
}

/* A case that looked up 1e6 bytes of texels of so many bytes in 1 µs per `slower`. */
static json_t *texture(const char *set, int texel_bytes, double slower)
{
    return json("{'ceiling':'texture','status':'ok','axes':{'bytes':%s},"
                "'gpu':{'count':9,'median_ns':%g},'work':{'bytes_read':0,'bytes_written':0,"
                "'bytes_sampled':1e6,'texel_bytes':%d,'operations':0,'chain':1}}",
                set, 1000 * slower, texel_bytes);
}

/* A whole set of ceilings: caches of 1 MB at 1000 B/ns, memory at 100 B/ns; writing at a half. */
static json_t *cases_make(void)
{
    json_t *cases = json_array();
    json_array_append_new(cases, bandwidth("read", "1000000", 1e6));
    json_array_append_new(cases, bandwidth("read", "64000000", 1e5));
    json_array_append_new(cases, bandwidth("read", "16000", 0.5e6)); /* slower than larger ones */
    json_array_append_new(cases, bandwidth("write", "1000000", 0.5e6));
    json_array_append_new(cases, bandwidth("write", "64000000", 0.5e5));
    json_array_append_new(cases, bandwidth("copy", "1000000", 0.8e6));
    json_array_append_new(cases, bandwidth("copy", "64000000", 0.9e5));
    static const struct timed timed[] = { { "operations", 10 },    { "operations", 100 },
                                          { "atomic_one", 1000 },  { "atomic_many", 100 },
                                          { "atomic_shared", 10 }, { "dispatch", 50000 },
                                          { "dependent", 200000 }, { "indirect", 300000 },
                                          { "fill", 150000 },      { "groups", 1000 },
                                          { "vertices", 1000 },    { "pixels", 1000 },
                                          { "round_trip", 1 } };
    others_add(cases, timed, sizeof(timed) / sizeof(timed[0]));
    return cases;
}

static void assert_found(json_t *cases, const char *wanted)
{
    const struct run_ceilings ceilings = found(cases);
    json_auto_t *written = ceilings_json(&ceilings);
    assert_true(ceilings_known(&ceilings));
    assert_json(written, wanted);
}

TEST(test_find)
{
#define READ                                                                                       \
    "'bandwidth':{'read':[{'bytes':16000},{'bytes':1000000,'bytes_per_s':1e12},{'bytes':64000000}" \
    "]}"
    json_t *cases = cases_make();
    assert_found(json_incref(cases),
                 "{" READ ",'operations_per_s':1e11,'atomics_per_s':{'one_address':1e9,"
                 "'many_addresses':1e10,'shared_memory':1e11},'step_ns':{'dispatch':1000,"
                 "'dependent':2000,'indirect':3000,'fill':1500,'round_trip':7000},'launches_per_s':"
                 "{'groups':4e9,'vertices':2e9,'pixels':5e9},'timer':{'tick_ns':16,"
                 "'empty_ns':3200}}");
    /* The best of a set; sets in any order. */
    json_array_append_new(cases, bandwidth("read", "1000000", 0.9e6));
    assert_found(cases, "{" READ "}");
}

/* A missing or failed limit is not there, and breaks nothing. */
TEST(test_find_what_is_missing)
{
    struct run_ceilings c;
    json_t *cases = json("[{'ceiling':null,'status':'ok'},{'ceiling':'copy','status':'error'},"
                         "{'ceiling':'copy','status':'ok'},"
                         "{'ceiling':'fill','status':'ok','gpu':null,'work':null},"
                         "{'ceiling':'read','status':'ok','axes':{'bytes':'many'},"
                         "'gpu':{'count':1,'median_ns':1},'work':{'bytes_read':1,"
                         "'bytes_written':1}}]");
    json_array_append_new(cases, other("dependent", "suspect", 5));
    json_t *cold = other("dependent", "ok", 5);
    json_object_set_new(cold, "cache", json_string("cold"));
    json_array_append_new(cases, cold);
    c = found(cases);
    assert_false(ceilings_known(&c));
    json_auto_t *nothing = ceilings_json(&c);
    assert_true(json_is_null(nothing));
    c = found(json_array());
    assert_false(ceilings_known(&c));
    cases = json_array();
    for (int i = 1; i <= RUN_CEILINGS_POINTS_MAX + 8; i++) {
        char set[16];
        snprintf(set, sizeof(set), "%d", i);
        json_array_append_new(cases, bandwidth("copy", set, 1));
    }
    c = found(cases);
    assert_int_equal(c.copy.count, RUN_CEILINGS_POINTS_MAX);
}

TEST(test_rate)
{
    struct run_ceilings c = found(cases_make());
    assert_close(ceilings_rate(&c.read, 1), 1e12);
    assert_close(ceilings_rate(&c.read, 16000), 1e12); /* larger sets were faster */
    assert_close(ceilings_rate(&c.read, 1000000), 1e12);
    assert_close(ceilings_rate(&c.read, 63999999), 1e12); /* where the knee lies is not known */
    assert_close(ceilings_rate(&c.read, 64000000), 1e11);
    assert_close(ceilings_rate(&c.read, 1e12), 1e11);
    assert_true(ceilings_rate(&(struct run_ceilings_curve){ .count = 0 }, 1) == 0);
}

static void assert_floor(const struct run_ceilings *c, struct floor_work work, double ns,
                         enum floor_bound bound)
{
    const struct floor_time floor = floor_find(c, &work);
    assert_int_equal(floor.bound, bound);
    if (bound != FLOOR_NONE)
        assert_close(floor.ns, ns);
}

/* The work has these members of struct floor_work. */
#define ASSERT_FLOOR(ns, bound, ...) assert_floor(&c, (struct floor_work){ __VA_ARGS__ }, ns, bound)

TEST(test_floor)
{
    struct run_ceilings c = found(cases_make());
    /* Memory: all at the best rate of moving; but writing has a rate of its own. */
    ASSERT_FLOOR(1.001e7, FLOOR_BYTES, .amounts = { .bytes_read = 1e9, .bytes_written = 1e6 });
    ASSERT_FLOOR(2e7, FLOOR_BYTES, .amounts = { .bytes_read = 1e6, .bytes_written = 1e9 });
    /* The data fits a cache; then the caches are cold. */
    ASSERT_FLOOR(100, FLOOR_BYTES, .amounts = { .bytes_read = 1e5 });
    ASSERT_FLOOR(1000, FLOOR_BYTES, .amounts = { .bytes_read = 1e5 }, .cold = true);
    ASSERT_FLOOR(1e4, FLOOR_OPERATIONS, .amounts = { .operations = 1e6, .bytes_read = 1 });
    /* Dispatches, and fills at the cost of theirs. */
    ASSERT_FLOOR(20000, FLOOR_CHAIN, .amounts = { .operations = 1, .chain = 10 });
    ASSERT_FLOOR(18000, FLOOR_CHAIN, .amounts = { .chain = 10 }, .fills = 4);
    ASSERT_FLOOR(15000, FLOOR_CHAIN, .amounts = { .chain = 10 }, .fills = 40);
    ASSERT_FLOOR(0, FLOOR_NONE, .amounts = { .bytes_read = 0 });
    ASSERT_FLOOR(250000, FLOOR_GROUPS, .amounts = { .chain = 1, .groups = 1e6 });
    /* Two of three steps, or of three bandwidths, bound nothing. */
    c.fill_ns = 0;
    c.copy.count = 0;
    ASSERT_FLOOR(0, FLOOR_NONE, .amounts = { .bytes_read = 1e9, .chain = 10 });
}

/* Lookups: by the size of texels, at the best rate whatever the image's size. */
TEST(test_floor_texture)
{
    struct run_ceilings c;
    json_t *cases = json_array();
    json_array_append_new(cases, texture("16384", 8, 1));
    json_array_append_new(cases, texture("8388608", 8, 2));
    json_array_append_new(cases, texture("16384", 16, 4));
    json_array_append_new(cases, texture("16384", 0, 0.1)); /* of no size */
    c = found(cases);
    assert_true(ceilings_known(&c));
    assert_int_equal(c.texture_count, 2);
    assert_int_equal(c.textures[0].curve.count, 2);
    assert_close(c.textures[0].curve.points[1].bytes_per_s, 0.5e12);
    ASSERT_FLOOR(1e6, FLOOR_TEXTURE, .amounts = { .bytes_sampled = 1e9, .texel_bytes = 8 });
    ASSERT_FLOOR(4e6, FLOOR_TEXTURE, .amounts = { .bytes_sampled = 1e9, .texel_bytes = 16 });
    ASSERT_FLOOR(0, FLOOR_NONE, .amounts = { .bytes_sampled = 1e9, .texel_bytes = 4 });
    ASSERT_FLOOR(0, FLOOR_NONE, .amounts = { .bytes_sampled = 1e9 });
}

/* A case that took 1 µs for what its work says. */
static json_t *worked(const char *ceiling, const char *bytes, const char *work)
{
    return json("{'ceiling':'%s','status':'ok','axes':{'bytes':%s},"
                "'gpu':{'count':9,'median_ns':1000},'counters':{'dispatches':1,'submits':1},"
                "'work':{'bytes_read':0,'bytes_written':0,'operations':1000,'chain':1%s}}",
                ceiling, bytes, work);
}

/* Steps of 2 µs, and of 3 µs indirect; 10 ns a load in 1 kB, 100 ns in 1 MB; 1 ns a round; a
 * thousand operations or atomics a microsecond, of those that are `single` half as many. */
static json_t *kinds_make(void)
{
    json_t *cases = json_array();
    static const struct timed timed[] = { { "dependent", 200000 }, { "indirect", 300000 },
                                          { "fill", 50000 },       { "copy_step", 150000 },
                                          { "single", 2000 },      { "integer", 4000 },
                                          { "special", 8000 } };
    others_add(cases, timed, sizeof(timed) / sizeof(timed[0]));
    json_array_append_new(cases, worked("latency", "1000000", ",'loads':10,'load_bytes':1000000"));
    json_array_append_new(cases, worked("latency", "1000", ",'loads':100,'load_bytes':1000"));
    json_array_append_new(cases, worked("latency", "1000", ",'loads':50,'load_bytes':1000"));
    json_array_append_new(cases, worked("round", "null", ",'rounds':1000"));
    json_array_append_new(cases, worked("operations", "null", ""));
#define ATOMICS(pattern, returned, count)                                                          \
    ",'atomics':[{'pattern':'" pattern "','returned':" returned ",'count':" count "}]"
    json_array_append_new(cases, worked("atomic", "null", ATOMICS("lanes_2", "false", "1000")));
    json_array_append_new(cases, worked("atomic", "null", ATOMICS("lanes_16", "false", "500")));
    json_array_append_new(cases, worked("atomic_one", "null", ATOMICS("one_word", "true", "100")));
    return cases;
}

TEST(test_find_kinds)
{
    struct run_ceilings c = found(kinds_make());
    assert_close(c.operations_per_s, 1e9);
    assert_close(c.single_per_s, 0.5e9);
    assert_close(c.integer_per_s, 0.25e9);
    assert_close(c.special_per_s, 0.125e9);
    assert_close(c.copy_ns, 1500);
    assert_close(c.round_ns, 1);
    assert_int_equal(c.latency_count, 2);
    assert_close(ceilings_load_ns(&c, 1), 10);
    assert_close(ceilings_load_ns(&c, 999999), 10); /* where the knee lies is not known */
    assert_close(ceilings_load_ns(&c, 1e9), 100);
    assert_close(c.atomics[BENCH_ATOMICS_LANES_2].dropped_per_s, 1e9);
    assert_true(c.atomics[BENCH_ATOMICS_LANES_2].returned_per_s == 0);
    assert_close(c.atomics[BENCH_ATOMICS_ONE_WORD].returned_per_s, 1e8);
    assert_close(c.atomic_one_per_s, 1e9);
}

TEST(test_floor_kinds)
{
    struct run_ceilings c = found(kinds_make());
    /* Each kind at its own rate, all together at the best. */
    ASSERT_FLOOR(2e6, FLOOR_OPERATIONS, .amounts = { .operations = 1e6, .single = 1e6 });
    ASSERT_FLOOR(8e6, FLOOR_OPERATIONS, .amounts = { .special = 1e6, .integer = 1e6 });
    ASSERT_FLOOR(3e6, FLOOR_OPERATIONS, .amounts = { .operations = 3e6, .single = 1e6 });
    /* Atomics: the pattern that takes longest; one that was not measured bounds nothing, nor one
     * of which the next was not. */
    struct floor_work atomics = { .amounts = { .atomics[BENCH_ATOMICS_LANES_2] = { 1e6, 1e9 } } };
    assert_floor(&c, atomics, 1e6, FLOOR_ATOMICS);
    atomics.amounts.atomics[BENCH_ATOMICS_ONE_WORD].returned = 1e6;
    assert_floor(&c, atomics, 1e7, FLOOR_ATOMICS);
    atomics = (struct floor_work){ .amounts = { .atomics[BENCH_ATOMICS_LANES_16] = { 1e6, 0 } } };
    assert_floor(&c, atomics, 0, FLOOR_NONE);
    c.atomics[BENCH_ATOMICS_ONE_WORD].dropped_per_s = 2e9;
    assert_floor(&c, atomics, 0.5e6, FLOOR_ATOMICS);
    /* Steps: the cheapest of those that were recorded first, all others as dispatches. */
    ASSERT_FLOOR(8000, FLOOR_CHAIN, .amounts = { .chain = 4 }, .indirect = 4);
    ASSERT_FLOOR(7000, FLOOR_CHAIN, .amounts = { .chain = 4 }, .read_backs = 2);
    ASSERT_FLOOR(5500, FLOOR_CHAIN, .amounts = { .chain = 4 }, .copies = 2, .fills = 1);
    /* A step holds a load of its own; rounds come on top. */
    ASSERT_FLOOR(3100, FLOOR_CHAIN,
                 .amounts = { .chain = 1, .loads = 11, .load_bytes = 1e6, .rounds = 100 });
}

/* Copies that only bring words back to the host are no steps. */
TEST(test_floor_work_of)
{
    struct run_ceilings c;
    RUN_AUTO *run = run_of(kinds_make());
    ceilings_find(&c, run);
    struct run_case *driven =
        add(run, 1e9, "'counters':{'dispatches':2,'copies':5,'read_backs':4}");
    const struct floor_work work = floor_work_of(driven);
    assert_true(work.copies == 1 && work.direct == 2);
}

TEST(test_apply)
{
    struct run_ceilings ceilings;
    RUN_AUTO *run = run_of(cases_make());
    ceilings_find(&ceilings, run);
    struct run_case *c = add(run, 2e7, "");
    floor_apply(run, c, &ceilings, false);
    assert_close(c->floor_percent, 50);
    assert_close(c->floor_ns, 1e7);
    assert_string_equal(c->floor_bound, "bytes");
    assert_int_equal(c->status, BENCH_OK);
    /* No ceilings, no floor. */
    c = add(run, 2e7, "");
    floor_apply(run, c, &(struct run_ceilings){ .fill_ns = 0 }, false);
    assert_true(isnan(c->floor_ns) && isnan(c->floor_percent));
    assert_string_equal(c->floor_bound, "");
    /* Nor for what measures a ceiling, runs on the CPU, or has no time. */
    static const char *const none[] = { "'ceiling':'copy'", "'kind':'cpu'", "'status':'error'" };
    for (int i = 0; i < 3; i++) {
        c = add(run, 1, none[i]);
        floor_apply(run, c, &ceilings, false);
        assert_true(isnan(c->floor_percent));
        assert_int_not_equal(c->status, BENCH_SUSPECT);
    }
}

TEST(test_suspect)
{
    struct run_ceilings ceilings;
    RUN_AUTO *run = run_of(cases_make());
    ceilings_find(&ceilings, run);
    struct run_case *c = add(run, 9.6e6, "");
    floor_apply(run, c, &ceilings, false);
    assert_int_equal(c->status, BENCH_OK); /* 104 % */
    c = add(run, 9e6, "'baseline':true");
    floor_apply(run, c, &ceilings, true);
    assert_int_equal(c->status, BENCH_OK); /* ceilings of a CPU bound nothing */
    floor_apply(run, c, &ceilings, false);
    assert_int_equal(c->status, BENCH_SUSPECT);
    assert_holds(c->reason, "9.00 ms is less than the lower bound of 10.0 ms");
    assert_int_equal(c->stop, RESULT_STOP_NONE);
    assert_null(run_case_judged(c));
    assert_true(c->sample_count == 0 && c->gpu.count == 0 && c->wall.count == 0);
    assert_true(c->ratio.pairs == 0 && isnan(c->tick_ns));
    /* It takes the ratios of the others with it, of its workload. */
    for (int same = 0; same < 2; same++) {
        c = add(run, 2e7, same ? "" : "'workload':'another'");
        floor_apply(run, c, &ceilings, false);
        assert_int_equal(c->ratio.pairs == 0, same);
        assert_int_equal(c->status, BENCH_OK);
    }
}

static void assert_ceilings(const struct run_ceilings *ceilings, bool all, const char *wanted)
{
    struct sheet sheet;
    FILE *out = output_begin();
    sheet_init(&sheet, out, &(struct sheet_look){ .columns = 80 });
    sheet.marked = true;
    table_ceilings_view(&sheet, ceilings, all);
    sheet_finish(&sheet);
    fclose(out);
    assert_string_equal(output, wanted);
}

TEST(test_table)
{
    struct run_ceilings ceilings = found(cases_make());
#define REST                                                                                       \
    "  operations  arithmetic 100 G/s\n"                                                           \
    "  atomics     one address 1.00 G/s, many 10.0 G/s, shared memory 100 G/s\n"                   \
    "  steps       dispatch 1.00 µs, dependent dispatch 2.00 µs, indirect 3.00 µs,\n"           \
    "              fill 1.50 µs, round trip to the host 7.00 µs\n"                               \
    "  launches    groups 4.00 G/s, vertices 2.00 G/s, pixels 5.00 G/s\n"                          \
    "  timestamps  tick 16.0 ns, a pair with nothing between 3.20 µs\n"
    assert_ceilings(&ceilings, true,
                    "  working set         copy        read       write\n"
                    "  15.62 KiB              -    500 GB/s           -\n"
                    "  976.6 KiB       800 GB/s   1.00 TB/s    500 GB/s\n"
                    "  61.04 MiB      90.0 GB/s    100 GB/s   50.0 GB/s\n" REST);
    assert_ceilings(
        &ceilings, false,
        "  memory      copy 90.0 GB/s, read 100 GB/s, write 50.0 GB/s in 61.04 MiB; at\n"
        "              most 1.00 TB/s, read in 976.6 KiB\n" REST);
    /* A limit that was not measured is omitted, and nothing takes its place. */
    ceilings = (struct run_ceilings){ .atomic_many_per_s = 2e9 };
    assert_ceilings(&ceilings, false, "  atomics     many 2.00 G/s\n");
}

/* Draws ---------------------------------------------------------------------------------------- */

/* A draw with these members, and with bytes and steps that do not bound it. */
#define DRAWS(members)                                                                             \
    "'counters':{'draws':1},'work':{'bytes_read':1e6,'bytes_written':1e12,'operations':1e12,"      \
    "'chain':1000000" members "}"

static struct run *drawing_device(void)
{
    struct run *run = run_of(json_array());
    const struct run_ceilings_curve curve = { .count = 1, .points = { { 1e6, 1e12 } } };
    run->ceilings = (struct run_ceilings){ .copy = curve,
                                           .read = curve,
                                           .write = curve,
                                           .operations_per_s = 1e12,
                                           .dependent_ns = 2000,
                                           .indirect_ns = 2000,
                                           .fill_ns = 1000,
                                           .vertices_per_s = 2e9,
                                           .pixels_per_s = 5e9 };
    return run;
}

/* 0 and "": there is none. */
static void assert_draws(struct run *run, const char *members, double ns, const char *bound)
{
    const struct run_ceilings ceilings = run->ceilings;
    struct run_case *c = add(run, 1e9, members);
    floor_apply(run, c, &ceilings, false);
    assert_string_equal(c->floor_bound, bound);
    if (ns > 0)
        assert_close(c->floor_ns, ns);
    else
        assert_true(isnan(c->floor_ns));
}

TEST(test_draws)
{
    RUN_AUTO *run = drawing_device();
    assert_draws(run, DRAWS(""), 0, "");
    assert_draws(run, DRAWS(",'vertices':2e6,'pixels':1e7"), 2e6, "pixels");
    assert_draws(run, DRAWS(",'vertices':2e7,'pixels':1e7"), 1e7, "vertices");
    assert_draws(run, DRAWS(",'vertices':2"), 1000, "bytes"); /* those that are read */
    run->ceilings.vertices_per_s = 0;
    assert_draws(run, DRAWS(",'vertices':2e7"), 0, "");
    assert_draws(run, DRAWS(",'vertices':2e7,'pixels':1e7"), 2e6, "pixels");
}

TEST(test_why_of_draws)
{
    RUN_AUTO *run = drawing_device();
    struct why why;
    why_find(&why, run, add(run, 1e6, DRAWS(",'vertices':4e5,'pixels':1e5")));
    assert_string_equal(why.text,
                        "Its vertices, even if they cover no pixel, take at least 200 µs of 1.00 "
                        "ms (20 %); the other declared work (pixels 2 %, memory under 1 %) does "
                        "not limit it; the file has no further evidence.");
    run->ceilings.vertices_per_s = run->ceilings.pixels_per_s = 0;
    why_find(&why, run, add(run, 1e6, DRAWS(",'vertices':4e5,'pixels':1e5")));
    assert_string_equal(why.text, "");
}

/* Host ----------------------------------------------------------------------------------------- */

/* Limits of so many threads of the host: the bytes of a set, and 1000 operations, in 1 µs of wall
 * time. */
static json_t *host(const char *ceiling, int threads, const char *set, double bytes)
{
    return json("{'ceiling':'%s','status':'ok','kind':'cpu','time':'wall','axes':{'bytes':%s},"
                "'wall':{'count':9,'median_ns':1000},'threads':{'count':%d,'held':0},"
                "'work':{'bytes_read':%g,'bytes_written':0,'operations':1000,'chain':1}}",
                ceiling, set, threads, bytes);
}

/* On 1 thread 10 B/ns, 1 operation/ns; on 8 threads bytes 8 times as fast, and no operations. */
static json_t *host_cases_make(void)
{
    static const char *const curves[] = { "copy", "read", "write" };
    json_t *cases = json_array();
    for (int i = 0; i < 3; i++) {
        json_array_append_new(cases, host(curves[i], 1, "1000000", 1e4));
        json_array_append_new(cases, host(curves[i], 8, "1000000", 8e4));
    }
    json_array_append_new(cases, host("operations", 1, "0", 0));
    return cases;
}

TEST(test_host)
{
    struct run_ceilings c;
    json_t *of_host = host_cases_make();
    json_array_append_new(of_host, host("copy", 0, "1000", 1)); /* of no thread */
    c = found(of_host);
    assert_true(ceilings_known(&c));
    assert_int_equal(c.threads_count, 2);
    assert_int_equal(c.copy.count + c.read.count + c.write.count, 0);
    assert_true(c.operations_per_s == 0 && c.tick_ns == 0);
    assert_null(ceilings_of_threads(&c, 2));
    assert_close(ceilings_of_threads(&c, 8)->read.points[0].bytes_per_s, 8e10);
    assert_true(ceilings_of_threads(&c, 8)->operations_per_s == 0);
    assert_close(ceilings_of_threads(&c, 1)->operations_per_s, 1e9);
    const struct floor_work work = { .amounts = { .bytes_read = 1e6, .operations = 1e6 },
                                     .threads = 1 };
    const struct floor_time one = floor_find_host(&c, &work);
    assert_close(one.ns, 1e6);
    assert_int_equal(one.bound, FLOOR_OPERATIONS);
    const struct floor_time eight =
        floor_find_host(&c, &(struct floor_work){ .amounts = { .bytes_read = 1e6 }, .threads = 8 });
    assert_close(eight.ns, 12500);
    assert_int_equal(eight.bound, FLOOR_BYTES);
    const struct floor_work by_two = { .amounts = { .bytes_read = 1e6 }, .threads = 2 };
    assert_int_equal(floor_find_host(&c, &by_two).bound, FLOOR_NONE);
}

/* A file then repeats what was found. */
TEST(test_host_in_a_file)
{
    struct run_ceilings limits = found(host_cases_make());
    json_t *document = run_document_of("{}");
    json_object_set_new(document, "ceilings", ceilings_json(&limits));
    RUN_AUTO *run = run_document_read(document);
    assert_int_equal(run->ceilings.threads_count, 2);
    assert_memory_equal(&run->ceilings, &limits, sizeof(limits));
}

TEST(test_host_floor_makes_nothing_suspect)
{
    struct run_ceilings c;
    json_t *none = json_array();
    c = found(host_cases_make());
    RUN_AUTO *run = run_of(none);
    struct run_case *below =
        add(run, 1,
            "'kind':'cpu','time':'wall','gpu':null,'wall':{'count':1,'median_ns':5e7},"
            "'threads':{'count':1,'held':1}");
    floor_apply(run, below, &c, false);
    assert_int_equal(below->status, BENCH_OK);
    assert_close(below->floor_ns, 1e8);
    assert_close(below->floor_percent, 200);
    struct run_case *old =
        add(run, 1, "'kind':'cpu','time':'wall','gpu':null,'wall':{'count':1,'median_ns':5e7}");
    floor_apply(run, old, &c, false);
    assert_true(isnan(old->floor_ns) && isnan(old->floor_percent));
}

TEST(test_table_of_the_host)
{
    struct run_ceilings ceilings = found(host_cases_make());
    assert_ceilings(&ceilings, true,
                    "  host        1 thread:\n"
                    "  working set         copy        read       write\n"
                    "  976.6 KiB      10.0 GB/s   10.0 GB/s   10.0 GB/s\n"
                    "  operations  arithmetic 1.00 G/s\n"
                    "  host        8 threads:\n"
                    "  working set         copy        read       write\n"
                    "  976.6 KiB      80.0 GB/s   80.0 GB/s   80.0 GB/s\n");
}
