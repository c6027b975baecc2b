/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/measure.h"

#include "harness/base/base.h"
#include "harness/os/os.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind {
    KIND_NONE,
    KIND_ALLOC,
    KIND_HOST,
    KIND_LOST,
    KIND_TIMEOUT,
    KIND_HANG,
    KIND_CRASH,
    KIND_EXIT,
    KIND_SKIP,
    KIND_SHORT,
    KIND_LIST
};

enum { KIND_COUNT = KIND_LIST + 1, EXIT_CODE = 3 };

static const char *const kind_names[KIND_COUNT] = {
    [KIND_NONE] = "",       [KIND_ALLOC] = "alloc",     [KIND_HOST] = "hostalloc",
    [KIND_LOST] = "lost",   [KIND_TIMEOUT] = "timeout", [KIND_HANG] = "hang",
    [KIND_CRASH] = "crash", [KIND_EXIT] = "exit",       [KIND_SKIP] = "skip",
    [KIND_SHORT] = "short", [KIND_LIST] = "list",
};
static const char *const step_names[] = {
    [FAULT_SETUP] = "setup", [FAULT_SAMPLE] = "sample", [FAULT_CHECK] = "check"
};

static struct {
    const char *text;
    enum kind kind;
    enum fault_step step;
    uint32_t number;              /* of a recorded step, from 1 */
    uint32_t only_launch, launch; /* from 1 and 0: any; from 0 */
    regex_t cases;
} fault;

static bool same(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

/* Reads the number of a step or a launch, from 1. */
static bool read_number(const char *text, const char *end_wanted, uint32_t *number)
{
    char *end;
    const unsigned long value = strtoul(text, &end, 10);
    const bool whole = end == end_wanted && end != text && value > 0 && value < UINT32_MAX;
    *number = whole ? (uint32_t)value : 0;
    return whole;
}

static bool read_kind(const char *text, size_t length)
{
    const char *colon = memchr(text, ':', length);
    const size_t kind_length = colon ? (size_t)(colon - text) : length;
    fault.step = FAULT_SAMPLE;
    for (int i = KIND_ALLOC; i < KIND_COUNT; i++)
        if (same(text, kind_length, kind_names[i]))
            fault.kind = (enum kind)i;
    if (fault.kind == KIND_SKIP || fault.kind == KIND_SHORT)
        return colon && read_number(colon + 1, text + length, &fault.number);
    bool known = !colon;
    for (int i = 0; colon && i <= FAULT_CHECK; i++) {
        if (!same(colon + 1, length - kind_length - 1, step_names[i]))
            continue;
        fault.step = (enum fault_step)i;
        known = true;
    }
    if (fault.kind == KIND_ALLOC || (fault.kind == KIND_HOST && fault.step != FAULT_CHECK))
        fault.step = FAULT_SETUP;
    return known && fault.kind != KIND_NONE;
}

bool fault_init(void)
{
    const char *text = getenv("CLAIMCHECK_FAULT");
    return !text || !*text || fault.text || fault_plant(text);
}

bool fault_plant(const char *text)
{
    const char *at = strchr(text, '@');
    const size_t length = at ? (size_t)(at - text) : 0;
    const char *mark = memchr(text, '#', length);
    const size_t kind_length = mark ? (size_t)(mark - text) : length;
    if (fault.text)
        regfree(&fault.cases);
    fault.text = NULL;
    fault.kind = KIND_NONE;
    fault.only_launch = 0;
    if (!at || (mark && !read_number(mark + 1, at, &fault.only_launch)) ||
        !read_kind(text, kind_length) || !expression_compile(&fault.cases, "", at + 1, 0)) {
        fault.kind = KIND_NONE;
        return trouble("CLAIMCHECK_FAULT is KIND[:STEP][#LAUNCH]@REGEX, with one of alloc, "
                       "hostalloc, lost, timeout, hang, crash and exit, and setup, sample or "
                       "check, or with skip or short and the number of a step, not '%s'",
                       text);
    }
    fault.text = text;
    return true;
}

void fault_launch(uint32_t launch)
{
    fault.launch = launch;
}

const char *fault_text(void)
{
    return fault.text;
}

static bool meant(const char *case_name)
{
    const bool now = fault.only_launch == 0 || fault.only_launch == fault.launch + 1;
    return fault.kind != KIND_NONE && now && regexec(&fault.cases, case_name, 0, NULL, 0) == 0;
}

void fault_reach(struct gpu *gpu, const char *case_name, enum fault_step step)
{
    if (fault.kind == KIND_NONE || step != fault.step || !meant(case_name))
        return;
    switch (fault.kind) {
    case KIND_ALLOC: gpu_fault_plant(gpu, GPU_OUT_OF_MEMORY); break;
    case KIND_LOST: gpu_fault_plant(gpu, GPU_LOST); break;
    case KIND_TIMEOUT: gpu_fault_plant(gpu, GPU_TIMEOUT); break;
    case KIND_HANG:
        for (;;)
            clock_sleep_ns(1e9);
    case KIND_CRASH: crash_now();
    case KIND_EXIT: process_give_up(EXIT_CODE, "");
    case KIND_HOST:
    case KIND_SKIP:
    case KIND_SHORT:
    case KIND_LIST:
    case KIND_NONE: break;
    }
}

void fault_forget(struct gpu *gpu)
{
    if (fault.kind != KIND_NONE)
        gpu_fault_plant(gpu, GPU_OK);
}

bool fault_refuses_memory(const char *case_name, enum fault_step step)
{
    return fault.kind == KIND_HOST && step == fault.step && meant(case_name);
}

static bool changes_steps(const char *case_name)
{
    return fault.kind >= KIND_SKIP && meant(case_name);
}

void fault_steps_begin(struct gpu *gpu, const char *case_name)
{
    static const enum gpu_step_fault faults[KIND_COUNT] = {
        [KIND_SKIP] = GPU_STEP_SKIP, [KIND_SHORT] = GPU_STEP_SHORT, [KIND_LIST] = GPU_STEP_LIST
    };
    if (changes_steps(case_name))
        gpu_fault_step(gpu, faults[fault.kind], fault.number);
}

bool fault_steps_end(struct gpu *gpu, const char *case_name)
{
    if (!changes_steps(case_name))
        return true;
    const uint32_t seen = gpu_fault_step_end(gpu);
    if (seen >= fault.number || fault.kind == KIND_LIST)
        return true;
    return trouble("CLAIMCHECK_FAULT=%s changes nothing: an execution records %u %s", fault.text,
                   seen,
                   fault.kind == KIND_SKIP ? "dispatches, fills and copies" : "direct dispatches");
}
