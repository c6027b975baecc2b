/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/orders.h"

#include <string.h>

const char *const tiling_launch_names[] = { "id", "ticket", NULL };

enum tiling_launch tiling_launch_of(const struct bench_case *c)
{
    const char *name = context_text_or(&c->context, "launch", "id");
    return strcmp(name, tiling_launch_names[TILING_LAUNCH_TICKET]) == 0 ? TILING_LAUNCH_TICKET
                                                                        : TILING_LAUNCH_ID;
}

struct gpu_buffer *tiling_launch_create(struct bench_case *c)
{
    const struct gpu_buffer_params params = { .name = "launch counter", .bytes = 4 };
    return gpu_buffer_create(c->context.scope, &params);
}

void tiling_launch_reset(struct gpu_commands *commands, struct gpu_buffer *counter)
{
    gpu_commands_fill(commands, counter, 0, 4, 0);
}
