/* SPDX-License-Identifier: MIT */
#include "harness/base/process_end.h"

void process_end_add(struct text *text, const struct process *process)
{
    const int number = process_end_signal(process);
    if (number != 0)
        text_add_format(text, "was killed by signal %d (%s)", number, process_signal_name(number));
    else
        text_add_format(text, "ended with exit code %d", process_exit_code(process));
}
