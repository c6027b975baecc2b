/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "tests/unit.h"

TEST(test_ns)
{
    static const struct {
        double ns;
        const char *text;
    } cases[] = {
        { 0, "0 ns" },          { 0.5, "0.50 ns" },       { 1, "1.00 ns" },
        { 9.994, "9.99 ns" },   { 9.996, "10.0 ns" },     { 99.96, "100 ns" },
        { 999.4, "999 ns" },    { 999.6, "1.00 µs" },     { 12345, "12.3 µs" },
        { 999499, "999 µs" },   { 999501, "1.00 ms" },    { 5e6, "5.00 ms" },
        { 9.996e9, "10.0 s" },  { 1.2345e9, "1.23 s" },   { 4e12, "4000 s" },
        { -12345, "-12.3 µs" }, { 1e300, "1.00e+291 s" },
    };
    char text[32];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        units_format_ns(cases[i].ns, text);
        assert_string_equal(text, cases[i].text);
    }
    units_format_ns(NAN, text);
    assert_string_equal(text, "-");
    units_format_ns(INFINITY, text);
    assert_string_equal(text, "-");
}

TEST(test_rate)
{
    static const struct {
        double per_s;
        const char *text;
    } rates[] = { { 0, "-" },
                  { -1, "-" },
                  { 1, "1.00 B/s" },
                  { 999.6, "1.00 kB/s" },
                  { 3.02e12, "3.02 TB/s" },
                  { 9.996e9, "10.0 GB/s" },
                  { 123e9, "123 GB/s" } };
    char text[32];
    for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
        units_format_rate(rates[i].per_s, "B/s", text);
        assert_string_equal(text, rates[i].text);
    }
}

TEST(test_ns_to)
{
    static const struct {
        double ns, step_ns;
        const char *text;
    } cases[] = {
        { 145000, 500, "145.0 µs" },
        { 145110, 110, "145.1 µs" },
        { 145110, 99, "145.11 µs" },
        { 145110, 1000, "145 µs" },
        { 145110, 0, "145 µs" },
        { 145110, NAN, "145 µs" },
        { 11.2456e6, 1e3, "11.246 ms" },
        { 1234, 1e-30, "1.234000000 µs" },
        { NAN, 1, "-" },
    };
    char text[32];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        units_format_ns_to(cases[i].ns, cases[i].step_ns, text);
        assert_string_equal(text, cases[i].text);
    }
}

TEST(test_bytes)
{
    char text[32];
    units_format_bytes(0, text);
    assert_string_equal(text, "0 B");
    units_format_bytes(16384, text);
    assert_string_equal(text, "16 KiB");
    units_format_bytes(1e6, text);
    assert_string_equal(text, "976.6 KiB");
    units_format_bytes(0x1p50, text);
    assert_string_equal(text, "1024 TiB");
}

TEST(test_date)
{
    static const char *const none[] = {
        "",
        "yesterday",
        "2026-02-30T00:00:00Z",
        "2025-02-29T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "2026-01-01T00:00:60Z",
        "2026-13-01T00:00:00Z",
        "2026-1-2T03:04:05Z",
        "2026-01-02T03:04:05",
        "2026-01-02T03:04:05Z ",
    };
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        assert_true(isnan(units_parse_date(none[i])));
    assert_true(isnan(units_parse_date(NULL)));
    assert_true(units_parse_date("1970-01-02T00:00:01Z") == 86401);
    assert_true(units_parse_date("2024-02-29T00:00:00Z") == 1709164800);
}
