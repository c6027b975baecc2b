/* SPDX-License-Identifier: MIT */
#include "harness/views/card/card_view.h"

bool card_measured(const struct card_shown *card)
{
    for (int i = 0; i < CARD_UNITS; i++)
        if (card->places[i].value > 0)
            return true;
    return false;
}

static const char *place_word(const struct card_place *place)
{
    return !(place->value > 0)          ? "not measured"
           : isnan(place->interval.low) ? "too few cards"
           : !place->off                ? "normal"
           : place->ratio < 1           ? "SLOW"
                                        : "FAST";
}

void card_sentence(const struct card_shown *card, struct text *text)
{
    size_t off = 0, most = 0, few = 0;
    foreach (const struct card_place, place, card->places, CARD_UNITS) {
        off += place->off;
        few += place->value > 0 && place->cards < CARD_LEAST;
        most = place->cards > most ? place->cards : most;
    }
    if (most == 0) {
        text_add(text, "card: no other card of this model is kept, so nothing says what is normal");
        return;
    }
    if (few > 0 && off == 0)
        text_add_format(text,
                        "card: %zu kept card%s of this model: %d are needed to say what is normal",
                        COUNTED(most), CARD_LEAST);
    else
        text_add_format(text, "card: %s its model, by %zu kept card%s",
                        off > 0 ? "NOT NORMAL for" : "normal for", COUNTED(most));
    const char *separator = ": ";
    for (int i = 0; i < CARD_UNITS; i++) {
        const struct card_place *place = &card->places[i];
        if (isnan(place->ratio))
            continue;
        text_add_format(text, "%s%s %.1f %%", separator, card_unit_names[i], 100 * place->ratio);
        if (place->off)
            text_add_format(text, " (%s: single cards have %.1f to %.1f %%)", place_word(place),
                            100 * place->interval.low, 100 * place->interval.high);
        separator = ", ";
    }
    text_add(text, " of their median");
}

/* A number with the words that people see in its place, which outlive it. */
static struct sheet_value shown(double number, const char *words)
{
    struct sheet_value value = sheet_number(number);
    value.text = isnan(number) ? NULL : words;
    return value;
}

void card_view(struct sheet *sheet, const void *of)
{
    static const struct sheet_column columns[] = {
        { .key = "unit", .title = "unit" },
        { .key = "value", .title = "this card", .type = SHEET_NUMBER },
        { .key = "ratio", .title = "of the median", .type = SHEET_NUMBER },
        { .key = NULL, .title = "single cards have" },
        { .key = "low", .type = SHEET_NUMBER },
        { .key = "high", .type = SHEET_NUMBER },
        { .key = NULL, .title = "slower cards" },
        { .key = "slower", .type = SHEET_COUNT },
        { .key = "cards", .type = SHEET_COUNT },
        { .key = "word", .title = "verdict" },
    };
    static const char *const measures[CARD_UNITS] = { "operations/s", "B/s", "launches/s" };
    const struct card_shown *card = of;
    OWNED_TEXT struct text sentence = { 0 };
    SHEET_TABLE(sheet, columns, .name = "card", .main = true);
    for (int i = 0; i < CARD_UNITS; i++) {
        const struct card_place *place = &card->places[i];
        char ratio[32], range[64] = "", others[64];
        const char *value = units_format_rate(place->value, measures[i], UNITS_ROOM);
        snprintf(ratio, sizeof(ratio), "%.1f %%", 100 * place->ratio);
        if (!isnan(place->interval.low))
            snprintf(range, sizeof(range), "%.1f to %.1f %%", 100 * place->interval.low,
                     100 * place->interval.high);
        snprintf(others, sizeof(others), "%zu of %zu", place->slower, place->cards);
        SHEET_ROW(sheet, sheet_words(card_unit_names[i]),
                  shown(place->value > 0 ? place->value : NAN, value), shown(place->ratio, ratio),
                  sheet_words(range), sheet_number(place->interval.low),
                  sheet_number(place->interval.high), sheet_words(others),
                  sheet_count(place->slower), sheet_count(place->cards),
                  sheet_words(place_word(place)));
    }
    card_sentence(card, &sentence);
    sheet_line(sheet, SHEET_NOTE, "", 0, text_string(&sentence));
}
