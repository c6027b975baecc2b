/* SPDX-License-Identifier: MIT */
#include "harness/views/report/report_page.h"

#include "harness/base/markup.h"
#include "harness/base/sha256.h"
#include "harness/views/figure/figure.h"
#include "harness/views/report/report_looks.h"

#include <stdlib.h>
#include <string.h>

bool report_page_is_software(const struct report_page *page)
{
    bool software = false;
    for (size_t i = 0; i < page->device_count; i++)
        software = software || page->devices[i].software;
    return software;
}

const char *report_page_stamp(const struct report_page *page)
{
    return figure_stamp(report_page_is_software(page));
}

enum { NAMES_MAX = 3 };

void report_page_title(const struct report_page *page, void (*print)(FILE *, const char *))
{
    if (page->device_count > NAMES_MAX)
        fprintf(page->out, "%zu devices", page->device_count);
    for (size_t i = 0; i < page->device_count && page->device_count <= NAMES_MAX; i++) {
        fputs(i > 0 ? ", " : "", page->out);
        print(page->out, page->devices[i].name);
    }
}

static void look_add(struct text *text, const char *name)
{
    for (const struct report_looks *look = report_looks; look->name; look++)
        if (strcmp(look->name, name) == 0)
            text_add_bytes(text, look->text, look->bytes);
}

/* The page's one script. */
static struct text script_of(const struct report_page *page)
{
    struct text text = { 0 };
    look_add(&text, page->part == REPORT_FIRST ? "first.js" : "cases.js");
    look_add(&text, "open.js");
    return text;
}

/* The script by its hash, as a policy names it. */
static void hash_print(const struct report_page *page)
{
    char digits[SHA256_TEXT_BYTES];
    unsigned char bytes[SHA256_TEXT_BYTES / 2];
    struct text script = script_of(page);
    sha256_text(text_string(&script), script.length, digits);
    for (size_t i = 0; i < sizeof(bytes); i++) {
        const char byte[3] = { digits[2 * i], digits[2 * i + 1] };
        bytes[i] = (unsigned char)strtoul(byte, NULL, 16);
    }
    fputs("'sha256-", page->out);
    report_html_base64(page->out, bytes, sizeof(bytes));
    fputc('\'', page->out);
    text_finish(&script);
}

static void first_nav(const struct report_page *page)
{
    fprintf(page->out,
            "<a class=\"skip\" href=\"#claims\">Skip to the claims</a>\n<header><b>claimcheck</b> "
            "<nav aria-label=\"Page\"><a href=\"#claims\">Claims</a> <a href=\"#untested\">Not "
            "testable</a> <a href=\"#techniques\">Techniques</a> <a href=\"%s\">All "
            "cases</a></nav></header>\n<main>\n",
            report_file_names[REPORT_CASES]);
}

static void cases_nav(const struct report_page *page)
{
    FILE *out = page->out;
    fprintf(out,
            "<header><b>claimcheck</b> <nav aria-label=\"Page\"><a href=\"%s\">Verdicts</a> "
            "<a href=\"#devices\">Devices and runs</a> ",
            report_file_names[REPORT_FIRST]);
    for (size_t i = 0; i < page->technique_count; i++) {
        report_html_link(page, "technique-", page->techniques[i],
                         *page->techniques[i] ? page->techniques[i] : "no technique");
        fputc(' ', out);
    }
    fputs("<a href=\"#roofline\">Roofline</a> ", out);
    if (page->device_count > 1)
        fputs("<a href=\"#against\">Device against device</a> ", out);
    fputs("<a href=\"#cases\">Cases</a> <a href=\"#kernels\">Kernels</a></nav></header>\n<main>\n"
          "<h1>All cases: ",
          out);
    report_page_title(page, sheet_escape_html);
    fputs("</h1>\n", out);
    if (report_page_is_software(page))
        fputs("<p class=\"warn\">A software device: its times are artefacts of this machine and "
              "say nothing of a GPU. Answers are checked all the same.</p>\n",
              out);
    for (size_t i = 0; i < page->device_count; i++)
        if (page->devices[i].host_time) {
            fputs("<p class=\"warn\">", out);
            sheet_escape_html(out, page->devices[i].name);
            fputs(" has no timestamps: its times are the host's, around each submission.</p>\n",
                  out);
        }
}

void report_page_begin(const struct report_page *page)
{
    FILE *out = page->out;
    struct text style = { 0 };
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';base-uri "
          "'none';form-action 'none';img-src data:;style-src 'unsafe-inline';script-src ",
          out);
    hash_print(page);
    fputs("\">\n<title>", out);
    report_page_title(page, markup_text);
    fprintf(out, "%s \xC2\xB7 claimcheck</title>\n<style>\n",
            page->part == REPORT_FIRST ? ": which claims hold" : ": all cases");
    look_add(&style, "page.css");
    fputs(text_string(&style), out);
    fprintf(out, "</style>\n</head>\n<body class=\"%s\">\n",
            page->part == REPORT_FIRST ? "first" : "cases");
    text_finish(&style);
    if (page->part == REPORT_FIRST)
        first_nav(page);
    else
        cases_nav(page);
}

static void footer_print(const struct report_page *page)
{
    FILE *out = page->out;
    const struct run *newest = page->device_count > 0 ? page->devices[0].newest : NULL;
    fputs("<p>Intervals are of 95 % unless they say otherwise. ", out);
    if (page->part == REPORT_FIRST)
        fprintf(out,
                "docs/reference/verdict-rules.md explains the words. <a href=\"%s\">All cases</a>, "
                "kernels and the roofline are on a second page, %s, beside this one.",
                report_file_names[REPORT_CASES], report_file_names[REPORT_CASES]);
    else
        fputs("Speed-ups are the baseline's time over the case's, by pairs of the same rounds. GPU "
              "time and wall time share no axis. docs/methods.md explains the notes.",
              out);
    if (newest) {
        fputs(" Newest run: claimcheck ", out);
        sheet_escape_html(out, newest->tool.version);
        fputs(", commit ", out);
        sheet_escape_html(out, newest->tool.commit);
        fputs(".", out);
    }
    fputs("</p>\n", out);
    if (page->part == REPORT_CASES && *report_left_out(page->detail))
        fprintf(out, "<p>To keep this page below %d MB, %s.</p>\n", REPORT_BYTES_MAX / 1000000,
                report_left_out(page->detail));
}

void report_page_end(const struct report_page *page)
{
    struct text script = script_of(page);
    fputs("</main>\n<footer>", page->out);
    footer_print(page);
    fprintf(page->out, "</footer>\n<script>%s</script>\n</body>\n</html>\n", text_string(&script));
    text_finish(&script);
}
