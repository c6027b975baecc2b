/* SPDX-License-Identifier: MIT */
/* reduce_then_scan and the variants of single_pass: the suite's library, bench/common/compact.h. */
#include "bench/common/compact.h"
#include "bench/stream_reduction/stream.h"

struct passes_case {
    struct stream_case base;
    struct compact compact;
};

static bool setup(struct bench_case *c, enum compact_method method)
{
    struct passes_case *state = c->state;
    const struct stream_input *input = stream_input_of(c);
    const uint32_t most = compact_rows_max(method, input->element_words);
    const struct compact_params params = {
        .method = method,
        .entry_words = input->element_words,
        .entries = input->entries,
        .rows = (uint32_t)context_integer_or(&c->context, "rows", 0),
        .spins = (uint32_t)context_integer_or(&c->context, "spins", 0),
        .withheld = (uint32_t)context_integer_or(&c->context, "withheld", 0),
    };
    if (params.rows > most)
        return context_unsupported(&c->context, "%u rows: entries of %u words have at most %u",
                                   params.rows, params.entry_words, most);
    if (!stream_setup_device(c))
        return false;
    state->compact = compact_create(c->context.scope, &params);
    return context_ok(&c->context);
}

static bool setup_reduce_then_scan(struct bench_case *c)
{
    return setup(c, COMPACT_REDUCE_THEN_SCAN);
}

static bool setup_single_pass(struct bench_case *c)
{
    return setup(c, COMPACT_SINGLE_PASS);
}

static bool setup_numbered(struct bench_case *c)
{
    return setup(c, COMPACT_NUMBERED);
}

static bool setup_lookback(struct bench_case *c)
{
    const struct gpu_info *info = gpu_info(gpu_scope_device(c->context.scope));
    const bool any = context_text(&c->context, "devices")[0] == 'a';
    if (info && !any && !compact_look_back_listed(info))
        return context_unsupported(&c->context,
                                   "nothing is known about the progress of groups on %s by %s "
                                   "(--axis devices=any tries it, by turns that are counted)",
                                   info->name, info->driver_name);
    return setup(c, COMPACT_LOOK_BACK);
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

const struct stream_traits stream_passes_traits = { .fill = stream_passes_fill };

const struct bench_method stream_reduce_then_scan = { .case_bytes = sizeof(struct passes_case),
                                                      .setup = setup_reduce_then_scan };
const struct bench_method stream_single_pass = { .case_bytes = sizeof(struct passes_case),
                                                 .setup = setup_single_pass };
const struct bench_method stream_single_pass_numbered = { .case_bytes = sizeof(struct passes_case),
                                                          .setup = setup_numbered };
const struct bench_method stream_single_pass_lookback = { .case_bytes = sizeof(struct passes_case),
                                                          .setup = setup_lookback };

#define ROWS_AXIS                                                                                  \
    {                                                                                              \
        .name = "rows",                                                                            \
        .help = "vectors of 16 bytes that a thread holds, 0 for the library's choice", .max = 32,  \
        .default_value = "0", .values = { "0", "0", "0" },                                         \
    }
#define SPINS_AXIS                                                                                 \
    {                                                                                              \
        .name = "spins",                                                                           \
        .help = "looks at a tile before it is taken to be stuck, 0 for the library's choice",      \
        .max = 65535, .default_value = "0", .values = { "0", "0", "0" },                           \
    }

const struct bench_axis stream_reduce_then_scan_axes[] = { ROWS_AXIS, { 0 } };

const struct bench_axis stream_single_pass_axes[] = {
    ROWS_AXIS,
    SPINS_AXIS,
    { .name = "withheld",
      .help = "tiles whose number it divides tell nothing, and are counted by others; 0: none",
      .max = 1 << 20,
      .default_value = "0",
      .values = { "0", "0", "0" } },
    { 0 },
};

static const char *const devices[] = { "listed", "any", NULL };

const struct bench_axis stream_single_pass_lookback_axes[] = {
    ROWS_AXIS,
    SPINS_AXIS,
    { .name = "devices",
      .help = "devices known not to starve groups, or any",
      .names = devices,
      .default_value = "listed",
      .values = { "listed", "listed", "listed" } },
    { 0 },
};

/* At points of full runs alone. */
const struct bench_values stream_single_pass_numbered_values[] = {
    { "n", { NULL, NULL, "64,128,256,512,1024,2048,4096,8192" } },
    { 0 },
};
