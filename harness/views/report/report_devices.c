/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/limits.h"

#include "harness/base/markup.h"
#include "harness/base/plural.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/os/path.h"
#include "harness/views/report/report_page.h"
#include "harness/views/table/table_notes.h"
#include "harness/views/table/table_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void term_print(FILE *out, const char *term, const char *text)
{
    if (!*text)
        return;
    fprintf(out, "<tr><th>%s</th><td>", term);
    sheet_escape_html(out, text);
    fputs("</td></tr>\n", out);
}

static void number_print(FILE *out, const char *term, double number)
{
    char text[32];
    snprintf(text, sizeof(text), "%.10g", number);
    if (isfinite(number))
        term_print(out, term, text);
}

static void device_print(const struct report_page *page, const struct report_device *device)
{
    FILE *out = page->out;
    const struct run *run = device->newest;
    const struct run_device *gpu = &run->device;
    char text[512];
    fputs("<h3 id=\"", out);
    sheet_escape_id(out, "device-", device->name);
    fputs("\">", out);
    sheet_escape_html(out, device->name);
    fputs("</h3>\n<div class=\"wide\"><table><tbody>\n", out);
    term_print(out, "kind", gpu->kind);
    snprintf(text, sizeof(text), "%.160s %.160s", gpu->driver_name, gpu->driver_info);
    term_print(out, "driver", text + (*text == ' '));
    term_print(out, "Vulkan", gpu->api_version);
    units_format_bytes(gpu->memory_bytes, text);
    if (isfinite(gpu->memory_bytes))
        term_print(out, "memory", text);
    number_print(out, "multiprocessors", gpu->multiprocessors);
    number_print(out, "subgroup", gpu->subgroup_size);
    host_note(run, text);
    term_print(out, "host", text);
    snprintf(text, sizeof(text), "%.120s %.120s %.60s", run->context.os, run->context.kernel,
             run->context.architecture);
    term_print(out, "system", text + strspn(text, " "));
    clock_note_run(run, text);
    term_print(out, "clock", text);
    launches_note_run(run, text);
    term_print(out, "intervals", text);
    fputs("</tbody></table></div>\n", out);
}

static void ceilings_view(struct sheet *sheet, const void *ceilings)
{
    sheet->marked = true;
    table_ceilings_view(sheet, ceilings, false);
}

static void ceilings_print(const struct report_page *page, const struct report_device *device)
{
    struct run_ceilings ceilings;
    struct text lines = { 0 };
    FILE *memory = text_stream(&lines);
    ceilings_find_newest(&ceilings, device->judged->runs, device->judged->run_count);
    sheet_write(memory, &(struct sheet_look){ .columns = 96 }, ceilings_view, &ceilings);
    text_stream_close(memory);
    if (lines.length > 0) {
        fputs("<h4>What it can do at most</h4><pre>", page->out);
        report_html_lines(page->out, lines.string);
        fputs("</pre>\n", page->out);
    }
    text_finish(&lines);
}

/* Runs ----------------------------------------------------------------------------------------- */

static void statuses_print(FILE *out, const struct run *run)
{
    size_t counts[BENCH_STATUS_COUNT] = { 0 };
    for (size_t i = 0; i < run->case_count; i++)
        counts[run->cases[i].status]++;
    fprintf(out, "%zu case%s", run->case_count, plural(run->case_count, "", "s"));
    for (int i = 0; i < BENCH_STATUS_COUNT; i++)
        if (counts[i] > 0)
            fprintf(out, ", %s%zu %s%s", i > BENCH_SKIPPED ? "<span class=\"bad\">" : "", counts[i],
                    bench_status_name((enum bench_status)i), i > BENCH_SKIPPED ? "</span>" : "");
}

static void run_print(FILE *out, const struct run *run)
{
    const char *slash = os_path_last(run->path);
    const struct {
        bool is;
        const char *words;
    } warnings[] = { { !run->session.complete, "not complete" },
                     { run->session.validate, "validation layers" },
                     { *run->context.layers != 0, "layers of the environment" },
                     { run->tool.slow, "a slow build" },
                     { *run->context.fault != 0, "a planted fault" },
                     { run->summary.samples_max > 0, "a summary" } };
    fputs("<tr><td>", out);
    sheet_escape_html(out, slash ? slash + 1 : run->path);
    fputs("</td><td>", out);
    sheet_escape_html(out, *run->device.name ? run->device.name : run->context.cpu);
    fputs("</td><td>", out);
    markup_text(out, run->session.started);
    fputs("</td><td>", out);
    markup_text(out, run->session.profile);
    fputs("</td><td>", out);
    markup_text(out, run->tool.commit);
    fputs("</td><td>", out);
    statuses_print(out, run);
    fputs("</td><td class=\"bad\">", out);
    for (size_t i = 0, said = 0; i < sizeof(warnings) / sizeof(warnings[0]); i++)
        if (warnings[i].is)
            fprintf(out, "%s%s", said++ > 0 ? ", " : "", warnings[i].words);
    fputs("</td></tr>\n", out);
}

void report_devices_print(const struct report_page *page)
{
    FILE *out = page->out;
    fputs("<section id=\"devices\"><h2>Devices and runs</h2>\n", out);
    fputs("<div class=\"wide\"><table class=\"sort\"><thead><tr><th>run</th><th>device</th>"
          "<th>started</th><th>profile</th><th>commit</th><th>cases</th><th>to know</th></tr>"
          "</thead><tbody>\n",
          out);
    for (size_t i = 0; i < page->source->run_count; i++)
        run_print(out, page->source->runs[i]);
    fputs("</tbody></table></div>\n", out);
    if (page->source->run_count > page->device_count)
        fputs("<p class=\"note\">Verdicts rest on all runs of a device. Where several have a case, "
              "its row and its pictures are of the newest in which it is well.</p>\n",
              out);
    for (size_t i = 0; i < page->device_count; i++) {
        device_print(page, &page->devices[i]);
        ceilings_print(page, &page->devices[i]);
    }
    fputs("</section>\n", out);
}
