/* SPDX-License-Identifier: MIT */
/*
 * ab_stand_in.c: what stands in for a build in tests of `ab`: started as one is, it writes a run
 * file of made-up times. What is planted comes before `run`:
 *
 *   slow=R       every row takes R times as long; slow=R@ROW that row alone, by the end of its name
 *   noise=S      times of rows differ by as much as S from sample to sample (0.004)
 *   count=FILE   the file has a byte more for each process; what follows is by that number, from 0
 *   stall=N      processes from N on do not end by themselves
 *   until=N      what is slow is so for processes below N alone; from=N: what fails, from N on
 *   drift=R      each process takes R times as long as the one before, kernels against themselves
 *   launches=S   each process takes another time, by as much as S up and down
 *   inputs=S     likewise each seed; seed=N: the file says so, whatever was asked for
 *   more=N       so many rows more, t.m/more/n:1, ...
 *   fail=ROW, unsupported=ROW, without=ROW, wall=ROW, cold=ROW
 *   named=TEXT   the row `second` has it in its name; reason=TEXT: of what fails; both as in JSON
 *   hz=F         the clock, in Hz
 *   flap=N       the clock is 2 % higher but for each Nth process
 *   barriers=N, hits=N, peak=N   what every case counts (4, 7, 64)
 *   nodes=N, file=PATH    of the workload t.b (9, f)
 *   uncounted=ROW    nothing is counted of it
 *   software     the device is the host; driver=TEXT
 *   planted, validated, incomplete    the run says so of itself
 *   lost=N       it is so for processes from N on, under another name
 *   throttled    every sample is
 *   samples=N    so many in place of those asked for
 *   cpu=NAME     the host's processor
 *   device=NAME  spirv=TEXT: hash of the one kernel
 *   said=TEXT    on standard error
 *   registers=N  of the one kernel
 *   cut-trace    half a file of `trace`; stall-trace: it does not end by itself
 *   crash, cut, none, exit=N    ends by a signal; half a file; no file; with that exit code
 *   after=N      with that exit code, once the file is written
 *   pid=FILE     the file has the number of the last process
 *   uuid=TEXT    of the device; that of STAND_IN_UUID
 *   asked=FILE   the file has a line more for each process: run or trace, and its --device
 */
#include "harness/random.h"

#include <inttypes.h>
#include <math.h>
#include <regex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MORE_MAX = 20, BUILT_IN_FROM = 4, BUILT_IN_TO = 6 };

static const char *rows[BUILT_IN_TO + MORE_MAX] = {
    "t.b/first/n:1",
    "t.b/second/n:1",
    "t.c/third/n:1+2",                                 //
    "cbt.sum_reduction/prepass/depth:24/bits:quarter", /* gate */
    "ceilings.bandwidth/copy/bytes:268435456",
    "ceilings.arithmetic/fma"
};

static bool is_built_in(size_t row)
{
    return row >= BUILT_IN_FROM && row < BUILT_IN_TO;
}

struct plan {
    int word_count; /* of what is planted: those before `run` */
    char **words;
    bool trace; /* in place of a run */
    const char *out, *filter, *device;
    int samples;
    long number; /* of this process */
    uint64_t random, seed;
};

/* The value behind "name=" of the word, NULL where it is another one. */
static const char *value_of(const char *word, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

/* The value of the last such word; NULL. */
static const char *planted(const struct plan *plan, const char *name)
{
    const char *value = NULL;
    for (int i = 0; i < plan->word_count; i++)
        if (value_of(plan->words[i], name))
            value = value_of(plan->words[i], name);
    return value;
}

static const char *text_planted(const struct plan *plan, const char *name, const char *otherwise)
{
    const char *value = planted(plan, name);
    return value ? value : otherwise;
}

static bool is_planted(const struct plan *plan, const char *word)
{
    for (int i = 0; i < plan->word_count; i++)
        if (strcmp(plan->words[i], word) == 0)
            return true;
    return false;
}

static double number_planted(const struct plan *plan, const char *name, double otherwise)
{
    const char *value = planted(plan, name);
    return value ? strtod(value, NULL) : otherwise;
}

/* Whether a row is named by the end of its name, up to '/'. */
static bool is_row(const char *name, const char *part)
{
    return part && strstr(name, part);
}

static bool is_planted_row(const struct plan *plan, const char *what, const char *row)
{
    for (int i = 0; i < plan->word_count; i++)
        if (is_row(row, value_of(plan->words[i], what)))
            return true;
    return false;
}

/* From -1 to 1, alike for all rows. */
static double up_or_down(uint64_t random)
{
    random_next(&random);
    return 2 * ((double)(random_next(&random) >> 11) * 0x1p-53) - 1;
}

/* Multiplies all words slow=R and slow=R@ROW. */
static double slowness(const struct plan *plan, size_t row)
{
    double ratio = 1;
    const double until = number_planted(plan, "until", INFINITY);
    for (int i = 0; i < plan->word_count; i++) {
        const char *value = value_of(plan->words[i], "slow");
        const char *at = value ? strchr(value, '@') : NULL;
        if (value && !is_built_in(row) && (!at || is_row(rows[row], at + 1)) &&
            (double)plan->number < until)
            ratio *= strtod(value, NULL);
    }
    if (plan->number >= 0 && planted(plan, "launches"))
        ratio *= 1 + number_planted(plan, "launches", 0) * up_or_down((uint64_t)plan->number + 1);
    ratio *= 1 + number_planted(plan, "inputs", 0) * up_or_down(plan->seed);
    if (is_built_in(row))
        ratio *= pow(number_planted(plan, "drift", 1), (double)plan->number);
    return ratio;
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Summary of the times that were written. */
struct times {
    double least, median, greatest;
};

static struct times times_write(struct plan *plan, FILE *out, double ratio, double noise)
{
    const int count = plan->samples;
    double *values = calloc((size_t)count + 1, sizeof(*values));
    if (!values)
        exit(99);
    for (int i = 0; i < count; i++) {
        const double uniform = (double)(random_next(&plan->random) >> 11) * 0x1p-53;
        values[i] = round(1e6 * ratio * (1 + noise * (uniform - .5)));
        fprintf(out, "%s%.0f", i > 0 ? "," : "", values[i]);
    }
    qsort(values, (size_t)count, sizeof(*values), compare);
    const struct times times = { values[0], (values[count / 2] + values[(count - 1) / 2]) / 2,
                                 values[count > 0 ? count - 1 : 0] };
    free(values);
    return times;
}

static void summary_write(const struct plan *plan, FILE *out, const char *clock,
                          const struct times *times)
{
    fprintf(out, ",\"%s\":{\"count\":%d,\"min_ns\":%.0f,\"median_ns\":%.1f,\"max_ns\":%.0f}", clock,
            plan->samples, times->least, times->median, times->greatest);
}

static void list_write(const struct plan *plan, FILE *out, const char *name, const char *value)
{
    fprintf(out, ",\"%s\":[", name);
    for (int i = 0; i < plan->samples; i++)
        fprintf(out, "%s%s", i > 0 ? "," : "", value);
    fputs("]", out);
}

static void case_write(struct plan *plan, FILE *out, size_t row)
{
    const char *name = rows[row], *slash = strchr(name, '/'), *dot = strchr(name, '.');
    const bool failed = is_planted_row(plan, "fail", name) &&
                        (double)plan->number >= number_planted(plan, "from", 0);
    const bool unsupported = is_planted_row(plan, "unsupported", name);
    const double noise = is_built_in(row) ? 0.004 : number_planted(plan, "noise", 0.004);
    const double ratio = slowness(plan, row);
    const char *named = row == 1 ? text_planted(plan, "named", "") : "";
    fprintf(out,
            "{\"name\":\"%s%s\",\"workload\":\"%.*s\",\"technique\":\"%.*s\",\"bench\":\"b\","
            "\"variant\":\"v\",\"kind\":\"gpu\",\"cache\":\"%s\",\"axes\":{},\"status\":\"%s\","
            "\"reason\":\"%s\",\"time\":\"%s\",",
            name, named, (int)(slash - name), name, (int)(dot - name), name,
            is_planted_row(plan, "cold", name) ? "cold" : "hot",
            failed        ? "failed_verify"
            : unsupported ? "unsupported"
                          : "ok",
            failed ? text_planted(plan, "reason", "wanted 1, got 2") : "",
            is_planted_row(plan, "wall", name) ? "wall" : "gpu");
    if (failed || unsupported) {
        fputs("\"samples\":null,\"gpu\":null,\"wall\":null,\"kernels\":[\"t/k:00\"]}", out);
        return;
    }
    fputs("\"samples\":{\"gpu_total_ns\":[", out);
    const struct times gpu = times_write(plan, out, ratio, noise);
    fputs("],\"wall_total_ns\":[", out);
    const struct times wall = times_write(plan, out, 2 * ratio, noise);
    fputs("]", out);
    list_write(plan, out, "throttled", is_planted(plan, "throttled") ? "true" : "false");
    if (planted(plan, "hz")) {
        const long flap = (long)number_planted(plan, "flap", 1);
        char hz[32];
        snprintf(hz, sizeof(hz), "%.0f",
                 number_planted(plan, "hz", 0) * (plan->number % flap != 0 ? 1.02 : 1));
        list_write(plan, out, "canary_ns", "34000");
        list_write(plan, out, "core_hz", hz);
    }
    const bool counted = !is_planted_row(plan, "uncounted", name);
    fputs("},\"stop\":\"samples\",\"inner_repetitions\":1,\"stamps_each\":false,\"preceded_by\":"
          "\"itself\"",
          out);
    summary_write(plan, out, "gpu", &gpu);
    summary_write(plan, out, "wall", &wall);
    fputs(",\"check\":{\"before\":true,\"after\":true},\"kernels\":[\"t/k:00\"]", out);
    if (counted)
        fprintf(out,
                ",\"counters\":{\"dispatches\":1,\"barriers\":%.0f},\"peak_bytes\":%.0f,"
                "\"metrics\":{\"hits\":{\"value\":%.0f,\"unit\":\"hits\",\"exact\":true}}",
                number_planted(plan, "barriers", 4), number_planted(plan, "peak", 64),
                number_planted(plan, "hits", 7));
    fputs("}", out);
}

/* Sessions on one device wait for one another. */
static const char *uuid(const struct plan *plan)
{
    const char *uuid = planted(plan, "uuid") ? planted(plan, "uuid") : getenv("STAND_IN_UUID");
    return uuid ? uuid : "0123";
}

static void more_rows(const struct plan *plan)
{
    static char names[MORE_MAX][24];
    for (size_t i = 0; i + 1 < MORE_MAX && (double)i < number_planted(plan, "more", 0); i++) {
        snprintf(names[i], sizeof(names[i]), "t.m/more/n:%zu", i + 1);
        rows[BUILT_IN_TO + i] = names[i];
    }
}

static void document_write(struct plan *plan, FILE *out, const regex_t *filter)
{
    const bool lost = (double)plan->number >= number_planted(plan, "lost", INFINITY);
    const char *device = lost ? "CPU" : text_planted(plan, "device", "GPU");
    bool any = false;
    char seed[24];
    snprintf(seed, sizeof(seed), "%" PRIu64, plan->seed);
    fprintf(
        out,
        "{\"schema_version\":\"2.0\",\"tool\":{\"name\":\"claimcheck\",\"version\":\"0.1.0\","
        "\"commit\":\"abc\"},\"session\":{\"seed\":%s,\"profile\":\"quick\",\"plan_arguments\":"
        "[],\"started\":\"2026-01-02T03:04:05Z\",\"ended\":\"2026-01-02T03:04:06Z\","
        "\"complete\":%s,\"validate\":%s},\"context\":{\"cpu\":\"%s\",\"cores\":8%s},"
        "\"device\":{\"name\":\"%s\",\"uuid\":\"%s\",\"driver_name\":\"drv\",\"driver_info\":\"%"
        "s\",\"software\":%s},\"workloads\":["
        "{\"name\":\"t.b\",\"facts\":{\"nodes\":%.0f,\"file\":\"%s\"}}],\"kernels\":[{\"id\":\"t/"
        "k:00\",\"name\":\"t/k\",\"file\":null,\"sha256\":\"%s\",\"statistics\":"
        "[{\"executable\":\"e\",\"name\":\"Register Count\",\"value\":%.0f}]}],"
        "\"cases\":[",
        text_planted(plan, "seed", seed), is_planted(plan, "incomplete") ? "false" : "true",
        is_planted(plan, "validated") ? "true" : "false", text_planted(plan, "cpu", "host"),
        is_planted(plan, "planted") ? ",\"environment\":{\"CLAIMCHECK_FAULT\":\"slow@t\"}" : "",
        device, uuid(plan), text_planted(plan, "driver", "1"),
        lost || is_planted(plan, "software") ? "true" : "false", number_planted(plan, "nodes", 9),
        text_planted(plan, "file", "f"), text_planted(plan, "spirv", "ab"),
        number_planted(plan, "registers", 32));
    for (size_t row = 0; rows[row]; row++) {
        if (is_planted_row(plan, "without", rows[row]) ||
            (filter && regexec(filter, rows[row], 0, NULL, 0) != 0))
            continue;
        fputs(any ? ",\n" : "\n", out);
        case_write(plan, out, row);
        any = true;
    }
    fputs(is_planted(plan, "cut") ? "" : "]}\n", out);
}

/* Two passes each, the second of which takes what is planted. */
static void trace_write(const struct plan *plan, FILE *out, const regex_t *filter)
{
    bool any = false;
    fputs("{\"traceEvents\":[],\"cases\":[", out);
    for (size_t row = 0; rows[row]; row++) {
        if (filter && regexec(filter, rows[row], 0, NULL, 0) != 0)
            continue;
        fprintf(out,
                "%s{\"name\":\"%s\",\"status\":\"ok\",\"unstamped_us\":1000,\"passes\":["
                "{\"name\":\"t/first\",\"kind\":\"dispatch\",\"count\":1,\"us\":600},"
                "{\"name\":\"t/k\",\"kind\":\"dispatch\",\"count\":2,\"us\":%.0f}]}",
                any ? "," : "", rows[row], 1000 * slowness(plan, row) - 600);
        any = true;
    }
    fputs(is_planted(plan, "cut-trace") ? "" : "]}\n", out);
}

static long count_process(const struct plan *plan)
{
    const char *path = planted(plan, "count");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file)
        return 0;
    fseek(file, 0, SEEK_END);
    const long number = ftell(file);
    fputc('.', file);
    fclose(file);
    return number;
}

/* Who and what this process is, in the files that are asked for. */
static void notes_write(const struct plan *plan)
{
    FILE *pid = planted(plan, "pid") ? fopen(planted(plan, "pid"), "w") : NULL;
    FILE *asked = planted(plan, "asked") ? fopen(planted(plan, "asked"), "a") : NULL;
    if (pid) {
        fprintf(pid, "%ld\n", (long)getpid());
        fclose(pid);
    }
    if (asked) {
        fprintf(asked, "%s %s\n", plan->trace ? "trace" : "run", plan->device ? plan->device : "-");
        fclose(asked);
    }
}

/* Reads the words before `run`, and the arguments behind it. */
static void arguments_read(struct plan *plan, int argc, char **argv)
{
    bool behind = false;
    int i = 1;
    plan->words = argv + 1;
    while (i < argc && strcmp(argv[i], "run") != 0)
        i++;
    plan->word_count = i - 1;
    for (i = 1; i + 1 < argc; i++) {
        plan->trace = plan->trace || (!behind && strcmp(argv[i], "trace") == 0);
        behind = behind || plan->trace || strcmp(argv[i], "run") == 0;
        const char *name = behind ? argv[i] : "", *value = argv[i + 1];
        if (strcmp(name, "--out") == 0)
            plan->out = value;
        else if (strcmp(name, "--filter") == 0)
            plan->filter = value;
        else if (strcmp(name, "--device") == 0)
            plan->device = value;
        else if (strcmp(name, "--samples") == 0)
            plan->samples = atoi(value);
        else if (strcmp(name, "--seed") == 0)
            plan->random = plan->seed = strtoull(value, NULL, 10);
    }
}

int main(int argc, char **argv)
{
    struct plan plan = { 0 };
    regex_t filter;
    arguments_read(&plan, argc, argv);
    plan.number = count_process(&plan);
    plan.samples = (int)number_planted(&plan, "samples", plan.samples);
    for (int i = 0; i < plan.word_count; i++)
        for (const char *c = plan.words[i]; *c; c++) /* both sides have noise of their own */
            plan.random = 31 * plan.random + (unsigned char)*c;
    plan.random += (uint64_t)plan.number;
    if (planted(&plan, "said"))
        fprintf(stderr, "first\nclaimcheck: %s\n", planted(&plan, "said"));
    more_rows(&plan);
    notes_write(&plan);
    while ((double)plan.number >= number_planted(&plan, "stall", INFINITY) ||
           (plan.trace && is_planted(&plan, "stall-trace")))
        pause();
    if (is_planted(&plan, "crash"))
        raise(SIGKILL);
    if (planted(&plan, "exit"))
        return atoi(planted(&plan, "exit"));
    if (is_planted(&plan, "none"))
        return 0;
    FILE *out = plan.out ? fopen(plan.out, "w") : NULL;
    if (!out || (plan.filter && regcomp(&filter, plan.filter, REG_EXTENDED | REG_NOSUB) != 0))
        return 99;
    if (plan.trace)
        trace_write(&plan, out, plan.filter ? &filter : NULL);
    else
        document_write(&plan, out, plan.filter ? &filter : NULL);
    if (plan.filter)
        regfree(&filter);
    return fclose(out) == 0 ? (int)number_planted(&plan, "after", 0) : 99;
}
