/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table_notes.h"

#include <math.h>
#include <stdio.h>

/* "8 CPUs"; nothing where it is not known. */
static void number_text(const char *format, double value, char text[32])
{
    text[0] = 0;
    if (isfinite(value))
        snprintf(text, 32, format, value);
}

void host_note(const struct run *run, char text[HOST_NOTE_BYTES])
{
    const struct run_context *context = &run->context;
    char cores[32], load[32];
    number_text(", %.0f CPUs", context->cores, cores);
    number_text(", load %.2g", context->load_average, load);
    text[0] = 0;
    if (*context->cpu)
        snprintf(text, HOST_NOTE_BYTES, "%.100s%s, governor %.40s%s", context->cpu, cores,
                 *context->processor.governor ? context->processor.governor : "unknown", load);
}
