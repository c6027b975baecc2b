/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export.h"
#include "tests/views/show_document.h"

static void csv_text(const char *text)
{
    RUN_AUTO *run = run_document_run(text);
    FILE *out = output_begin();
    export_csv(out, run);
    fclose(out);
}

/* Members that the file lacks. */
TEST(test_csv_gaps)
{
    csv_text(GAPS);
    const char *row = strstr(output, "\r\n");
    assert_non_null(row);
    static const char cells[] =
        "\r\nx,w,,,,gpu,,false,ok,,gpu,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,1,,,,,,,,,,,,,{}\r\n";
    assert_int_equal(strncmp(row, cells, strlen(cells)), 0);
}

TEST(test_csv_host)
{
    static const char text[] =
        "{'context':{'cpu':'Some CPU','cores':8,'load_average':0.5,"
        "'processor':{'governor':'performance'}},'device':{'name':'D'},"
        "'cases':[{'name':'a','workload':'w','variant':'a','status':'ok','kind':'gpu'},"
        "{'name':'b','workload':'w','variant':'b','status':'ok','kind':'cpu','time':'wall'}]}";
    csv_text(text);
    const char *host = strstr(output, ",\"Some CPU, 8 CPUs, governor performance, load 0.5\"");
    assert_non_null(host);
    assert_null(strstr(host + 3, "Some CPU"));
}

TEST(test_csv_launches)
{
    static const char text[] = THREE_LAUNCHES "]}";
    csv_text(text);
    assert_holds(output, ",5000,4990,5010,");
    assert_holds(output, ",3,5100,5000,5200,0.75,1.6000000000000001,2.5,,,,,,,{}\r\n");
}

static const char csv_titles[] =
    "name,workload,technique,bench,variant,kind,cache,baseline,status,reason,time,count,median_ns,"
    "low_ns,high_ns,min_ns,q1_ns,q3_ns,max_ns,mad_ns,wall_median_ns,speedup,speedup_low,"
    "speedup_high,inner_repetitions,dispatches,barriers,host_returns,peak_bytes,bytes_read,"
    "bytes_written,operations,chain,device,driver,started,commit,api,mark,threads,host,launches,"
    "launches_median_ns,launches_low_ns,launches_high_ns,launches_confidence,launches_speedup_low,"
    "launches_speedup_high,energy_j,energy_apart,power_w,temperature_c,memory_hz,energy_reason,"
    "axes\r\n";

#define CSV_RUN "\"Test, GPU\",drv 1.2,2026-01-02T03:04:05Z,abc123,,,,,1,,,,,,,,,,,,"

TEST(test_csv)
{
    static const char rows[] =
        "t.b/per_level/size:64,t.b/size:64,t,b,per_level,gpu,,true,ok,,gpu,20,12345.5,12300,12400,"
        "11000,12000,13000,14000,50.25,99000,1,1,1,4,5,5,0,1048576,4294967296,1.5,"
        "0.10000000000000001,7," CSV_RUN ",\"{\"\"size\"\":\"\"64\"\"}\"\r\n"
        "t.b/subtree/size:64/subtree_levels:6,t.b/size:64,t,b,subtree,gpu,,false,ok,,gpu,7,3000,"
        ",,,,,,,5000000,4,2,5,,,,,,,,,," CSV_RUN
        ",\"{\"\"size\"\":\"\"64\"\",\"\"subtree_levels\"\":\"\"6\"\"}\"\r\n"
        "t.b/wrong/size:64,t.b/size:64,,,wrong,gpu,,false,failed_verify,\"wanted \"\"a, b\"\", "
        "got ?[31mc\",gpu,,,,,,,,,,,,,,,,,,,,,,," CSV_RUN ",\"{\"\"size\"\":\"\"64\"\"}\"\r\n"
        "t.b/cpu/size:640/map:h\xC3\xB6he/size:64,t.b/size:640/"
        "map:h\xC3\xB6he,,,cp\xC3\xBC,cpu,,false,"
        "ok,,wall,10,2500000000,2400000000,2600000000,,,,,,2500000000,,,,,,,,,,,,," CSV_RUN
        ",\"{\"\"size\"\":\"\"64\"\",\"\"map\"\":\"\"h\xC3\xB6he\"\"}\"\r\n"
        "t.b/old/size:64,t.b/size:64,,,old,gpu,,false,unsupported,needs int64?atomics,gpu,"
        ",,,,,,,,,,,,,,,,,,,,,," CSV_RUN ",\"{\"\"size\"\":\"\"64\"\"}\"\r\n";
    csv_text(document_text);
    assert_int_equal(strncmp(output, csv_titles, strlen(csv_titles)), 0);
    assert_string_equal(output + strlen(csv_titles), rows);
    csv_text("{'cases':[]}");
    assert_int_equal(strncmp(output, csv_titles, strlen(csv_titles)), 0);
    assert_string_equal(output + strlen(csv_titles), "");
}

TEST(test_csv_quotes)
{
    static const char *const pairs[][2] = { { "a b", "\r\na b,w," },
                                            { "a,b", "\r\n\"a,b\"," },
                                            { "a\\\"b", "\r\n\"a\"\"b\"," } };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        csv_text(unit_text("{'cases':[{'name':'%s','workload':'w','kind':'gpu','status':'ok'}]}",
                           pairs[i][0]));
        assert_holds(output, pairs[i][1]);
    }
}

/* Whether the error comes with the last flush or long before. */
TEST(test_csv_write_error)
{
    RUN_AUTO *run = run_document_run(document_text);
    static const int modes[] = { _IOFBF, _IONBF };
    for (size_t i = 0; i < 2; i++) {
        FILE *full = fopen("/dev/full", "w");
        assert_non_null(full);
        assert_int_equal(setvbuf(full, NULL, modes[i], modes[i] == _IOFBF ? 65536 : 0), 0);
        export_csv(full, run);
        assert_true(fflush(full) != 0 || ferror(full));
        fclose(full);
    }
}
