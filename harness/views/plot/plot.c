/* SPDX-License-Identifier: MIT */
#include "harness/views/plot/plot.h"

#include "harness/analysis/limits/ceilings.h"
#include "harness/views/figure/figure.h"
#include "harness/views/plot/plot_chart.h"
#include "harness/views/plot/plot_script.h"
#include "harness/views/plot/plot_text.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_BYTES = 1024 };

/* What is over all plots of a run, and who takes them. */
struct plots {
    const struct run *run;
    struct plot_names names;
    char where[WORDS_BYTES];
    plot_take *take;
    void *user;
    bool whole;
};

static void where_make(struct plots *plots)
{
    const struct run *run = plots->run;
    snprintf(plots->where, WORDS_BYTES, "%.200s, driver %.200s, %.10s, commit %.60s",
             *run->device.name ? run->device.name : "no device",
             *run->device.driver_info ? run->device.driver_info : "unknown", run->session.started,
             run->tool.commit);
}

static void note_make(const struct plots *plots, const struct figure *figure,
                      char note[WORDS_BYTES])
{
    const char *cpu = plots->run->context.cpu;
    snprintf(note, WORDS_BYTES, "%s%.200s%s%s", *cpu ? "Host: " : "", cpu, *cpu ? ". " : "",
             plot_chart_has_intervals(&figure->chart) ? "Whiskers: intervals of the median." : "");
}

static void title_make(const struct figure *figure, char title[WORDS_BYTES])
{
    snprintf(title, WORDS_BYTES, "%.500s", figure->title);
    if (*figure->value)
        snprintf(title + strlen(title), WORDS_BYTES - strlen(title), ", %.60s %.200s",
                 figure->split, figure->value);
    if (*figure->at)
        snprintf(title + strlen(title), WORDS_BYTES - strlen(title), ", %.60s %.60s", figure->held,
                 figure->at);
}

static void text_make(const struct figure *figure, char text[WORDS_BYTES])
{
    snprintf(text, WORDS_BYTES, "%.900s", figure->text);
    if (figure->more > 0)
        snprintf(text + strlen(text), WORDS_BYTES - strlen(text), " %zu more series are left out.",
                 figure->more);
}

static void figure_take(void *user, const struct figure *figure)
{
    struct plots *plots = user;
    char title[WORDS_BYTES], text[WORDS_BYTES], note[WORDS_BYTES];
    struct plot_writing writing;
    if (!plots->whole)
        return;
    title_make(figure, title);
    text_make(figure, text);
    note_make(plots, figure, note);
    const struct plot_words words = { title, text, plots->where, note, figure->chart.stamp };
    plots->whole = plot_names_add(&plots->names, figure->key, figure->value) &&
                   plot_script_begin(&writing, &plots->names, title);
    if (!plots->whole)
        return;
    plot_chart_print(writing.out, &figure->chart, &words);
    plots->whole =
        plot_script_end(&writing, plot_chart_template(&figure->chart), plots->take, plots->user);
}

static bool is_first(const struct run *run, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(run->cases[i].technique, run->cases[index].technique) == 0)
            return false;
    return true;
}

bool plot_run(const struct run *run, const struct published_list *published, plot_take *take,
              void *user)
{
    struct plots plots = { .run = run, .take = take, .user = user };
    struct run_latest latest;
    struct run_ceilings ceilings;
    const struct figure_device device = { run->device.name, &latest, &ceilings,
                                          run->device.software };
    const struct figure_source source = { .devices = &device,
                                          .device_count = 1,
                                          .published = published };
    ceilings_find(&ceilings, run);
    where_make(&plots);
    plots.whole = run_latest_find(&latest, &run, 1);
    for (size_t i = 0; i < run->case_count && plots.whole; i++)
        if (is_first(run, i) && strcmp(run->cases[i].technique, "ceilings") != 0)
            plots.whole =
                figure_each(&source, run->cases[i].technique, figure_take, &plots) && plots.whole;
    /* They may be those of an earlier run. */
    plots.whole =
        plots.whole && figure_each(&source, "ceilings", figure_take, &plots) && plots.whole;
    run_latest_finish(&latest);
    plot_names_finish(&plots.names);
    return plots.whole;
}
