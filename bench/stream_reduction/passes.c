/* SPDX-License-Identifier: MIT */
/* reduce_then_scan and the variants of single_pass: the suite's library, bench/common/compact.h. */
#include "bench/common/axis.h"
#include "bench/common/compact.h"
#include "bench/stream_reduction/stream.h"

#include <string.h>

struct passes_case {
    struct stream_case base;
    struct compact compact;
};

static bool setup(struct bench_case *c)
{
    struct passes_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    const enum compact_method method = stream_traits_of(c).library;
    const uint32_t most = compact_rows_max(method, input->element_words);
    const struct compact_params params = {
        .method = method,
        .entry_words = input->element_words,
        .entries = input->entries,
        .rows = (uint32_t)context_integer_or(&c->context, "rows", 0),
        .spins = (uint32_t)context_integer_or(&c->context, "spins", 0),
        .withheld = (uint32_t)context_integer_or(&c->context, "withheld", 0),
    };
    const struct gpu_info *info = gpu_info(gpu_scope_device(c->context.scope));
    if (method == COMPACT_LOOK_BACK && info && !compact_look_back_listed(info) &&
        strcmp(context_text(&c->context, "devices"), "any") != 0)
        return context_unsupported(&c->context,
                                   "nothing is known about the progress of groups on %s by %s "
                                   "(--axis devices=any tries it, by turns that are counted)",
                                   info->name, info->driver_name);
    if (params.rows > most)
        return context_unsupported(&c->context, "%u rows: entries of %u words have at most %u",
                                   params.rows, params.entry_words, most);
    if (!stream_setup_device(c))
        return false;
    state->compact = compact_create(c->context.scope, &params);
    return context_ok(&c->context);
}

void stream_passes_fill(struct bench_case *c, struct gpu_commands *commands,
                        struct gpu_buffer *output)
{
    const struct passes_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    compact_record(commands, &state->compact,
                   &(struct compact_streams){ .input = input->buffer,
                                              .output = output,
                                              .count = state->base.count,
                                              .entries = input->entries });
}

const struct bench_method stream_passes = { .case_bytes = sizeof(struct passes_case),
                                            .setup = setup };

#define ROWS_AXIS                                                                                  \
    AXIS("rows", "vectors of 16 bytes that a thread holds, 0 for the library's choice", .max = 32, \
         AT_DEFAULT("0"))
#define SPINS_AXIS                                                                                 \
    AXIS("spins", "looks at a tile before it is taken to be stuck, 0 for the library's choice",    \
         .max = 65535, AT_DEFAULT("0"))

const struct bench_axis stream_reduce_then_scan_axes[] = { ROWS_AXIS, { 0 } };

const struct bench_axis stream_single_pass_axes[] = {
    ROWS_AXIS,
    SPINS_AXIS,
    AXIS("withheld",
         "tiles whose number it divides tell nothing, and are counted by others; 0: none",
         .max = 1 << 20, AT_DEFAULT("0")),
    { 0 },
};

static const char *const devices[] = { "listed", "any", NULL };

const struct bench_axis stream_single_pass_lookback_axes[] = {
    ROWS_AXIS,
    SPINS_AXIS,
    AXIS("devices", "devices known not to starve groups, or any", .names = devices,
         AT_DEFAULT("listed")),
    { 0 },
};

/* At points of full runs alone. */
const struct bench_values stream_single_pass_numbered_values[] = {
    { "n", { NULL, NULL, "64,128,256,512,1024,2048,4096,8192" } },
    { 0 },
};
