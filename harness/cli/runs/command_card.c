/* SPDX-License-Identifier: MIT */
#include "harness/base/message.h"
#include "harness/base/trouble.h"
#include "harness/cli/command.h"
#include "harness/cli/runs/card_find.h"
#include "harness/cli/sheet_options.h"

static int card_show(const struct run *run, const struct options *options)
{
    struct card_shown card;
    if (!card_find_kept(run, &card))
        return message_error("card: %s", trouble_text());
    if (run->device.software || !card_measured(&card)) {
        message_error("card: '%s' %s", run->path,
                      run->device.software
                          ? "is of a software device, not of a card"
                          : "measured no device limits: run without --ceilings none");
        return EXIT_CODE_NOTHING;
    }
    const struct sheet_source source = { card_view, &card };
    const int code = sheet_options_print(&source, sheet_options_style(options), false);
    bool few = false;
    for (int i = 0; i < CARD_UNITS; i++)
        few = few || card.places[i].cards < CARD_LEAST;
    return code != EXIT_CODE_OK ? code : few ? EXIT_CODE_NOTHING : EXIT_CODE_OK;
}

static int card_run(const struct command_line *line)
{
    const struct options *options = line->options;
    if (options->positional_count != 1)
        return message_error("card: %s claimcheck card RUN.json", options->positional_count == 0
                                                                      ? "which run file?"
                                                                      : "one run file at a time:");
    struct run *run = run_load(options->positionals[0]);
    const int code = run ? card_show(run, options) : message_error("card: %s", trouble_text());
    run_destroy(&run);
    return code;
}

static const struct option_spec card_options[] = { SHEET_OPTIONS, OPTION_END };

const struct command command_card = {
    .name = "card",
    .arguments = "[RUN.json] [--format FORMAT]",
    .summary = "says whether the card of a run is normal, among the kept cards of its model",
    .example = "claimcheck card run.json",
    .options = card_options,
    .operands = true,
    .takes_latest = true,
    .lines = true,
    .run = card_run,
};
