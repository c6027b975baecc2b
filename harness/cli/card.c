/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

static int card_run(const struct command_line *line)
{
    OWNED_BY(run_destroy) struct run *run = run_list_one(line);
    struct card_shown card;
    if (!run)
        return EXIT_CODE_UNTRIED;
    if (!card_find_kept(run, &card))
        return message_error("card: %s", trouble_text());
    if (run->device.software || !card_measured(&card))
        return message_nothing(
            "card: '%s' %s", run->path,
            run->device.software
                ? "is of a software device, not of a card"
                : "measured no device limits: claimcheck run --ceilings fresh measures them");
    int code = sheet_options_print(card_view, &card, sheet_options_style(line->options), false);
    for (int i = 0; i < CARD_UNITS; i++)
        if (code == EXIT_CODE_OK && card.places[i].cards < CARD_LEAST)
            code = EXIT_CODE_NOTHING;
    return code;
}

static const struct option_spec card_options[] = { SHEET_OPTIONS, OPTION_END };

const struct command command_card = {
    .name = "card",
    .arguments = "[RUN.json|DEVICE] [--format FORMAT]",
    .summary = "says whether the card of a run is normal, among the kept cards of its model",
    .example = "claimcheck card run.json",
    .options = card_options,
    .operands = true,
    .names = COMMAND_NAMES_RUNS,
    .takes_latest = true,
    .lines = true,
    .run = card_run,
};
