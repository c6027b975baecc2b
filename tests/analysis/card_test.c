/* SPDX-License-Identifier: MIT */
/*
 * card_test.c: whether a card is normal, by the kept rows: of cards that are left out in turn, at
 * most 5 % are flagged; of cards whose memory clock is lowered to 0.9, at least 95 %.
 *
 *   card_test RESULTS/CARDS
 */
#include "harness/analysis/card/card.h"
#include "tests/record/run_document.h"

static const char *folder;

/* The newest row of each card, which stands for it, and which others stand before. */
static bool is_last(const struct row_list *list, size_t i)
{
    const struct row_units units = row_units_of(list->rows[i]);
    if (!(units.copy_bytes_per_s > 0))
        return false;
    for (size_t k = i + 1; k < list->count; k++) {
        const struct row_units later = row_units_of(list->rows[k]);
        if (later.copy_bytes_per_s > 0 &&
            strcmp(list->rows[k]->device.uuid, list->rows[i]->device.uuid) == 0)
            return false;
    }
    return true;
}

static void model_try(const char *model, size_t cards_min)
{
    ROWS_AUTO list = { 0 };
    assert_done(row_list_load(&list, unit_text("%s/%s.jsonl.xz", folder, model)));
    size_t cards = 0, flagged = 0, found = 0;
    for (size_t i = 0; i < list.count; i++) {
        if (!is_last(&list, i))
            continue;
        struct row_units *units = &list.rows[i]->row->units;
        const double speed = units->copy_bytes_per_s;
        struct card_place places[CARD_UNITS];
        bool off = false;
        card_find(list.rows[i], list.rows, list.count, places);
        for (int unit = 0; unit < CARD_UNITS; unit++)
            off = off || places[unit].off;
        cards++;
        flagged += off;
        units->copy_bytes_per_s = 0.9 * speed;
        card_find(list.rows[i], list.rows, list.count, places);
        found += places[CARD_MEMORY].off && places[CARD_MEMORY].ratio < 1;
        units->copy_bytes_per_s = speed;
    }
    print_message("%s: %zu cards, %zu flagged; %zu with memory at 0.9\n", model, cards, flagged,
                  found);
    assert_true(cards >= cards_min);
    assert_true(20 * flagged <= cards);
    assert_true(20 * found >= 19 * cards);
}

TEST(test_kept_cards)
{
    model_try("nvidia-h100-80gb-hbm3", 50);
    model_try("nvidia-h200", 15);
}

/* Runs made by hand: cards of one model, all units of which are at `speed`. */
static struct run *row_make(const char *name, const char *card, double speed)
{
    struct run *row = row_create(NULL);
    row->device.name = name;
    row->device.driver_name = "d";
    row->device.uuid = card;
    row->row->units = (struct row_units){ 1e12 * speed, 1e12 * speed, 1e9, 1000 / speed };
    return row;
}

TEST(test_few_cards_say_nothing)
{
    static const char *const cards[] = { "a", "b", "c", "d" };
    struct run *rows[5], *own = row_make("m", "own", 0.5);
    struct card_place places[CARD_UNITS];
    card_find(own, NULL, 0, places);
    assert_true(places[CARD_CLOCK].cards == 0 && isnan(places[CARD_CLOCK].ratio));
    for (size_t i = 0; i < 4; i++)
        rows[i] = row_make("m", cards[i], 1 + 0.001 * (double)i);
    rows[4] = row_make("m", "own", 7); /* the card itself counts nowhere */
    card_find(own, rows, 3, places);
    assert_true(places[CARD_MEMORY].cards == 3 && isnan(places[CARD_MEMORY].interval.low));
    assert_false(places[CARD_MEMORY].off);
    card_find(own, rows, 5, places);
    for (int i = 0; i < CARD_UNITS; i++) {
        assert_true(places[i].cards == 4 && places[i].slower == 0 && places[i].off);
        assert_true(places[i].interval.low > 0.98 && places[i].interval.high < 1.02);
    }
    /* Other sizes of copies, other models and drivers are other things. */
    own->row->units.copy_bytes = 1e6;
    card_find(own, rows, 5, places);
    assert_true(places[CARD_MEMORY].cards == 0 && places[CARD_CLOCK].cards == 4);
    own->device.driver_name = "e";
    card_find(own, rows, 5, places);
    assert_true(places[CARD_CLOCK].cards == 0);
    own->row->units = (struct row_units){ 0 };
    card_find(own, rows, 5, places);
    assert_true(places[CARD_LAUNCH].cards == 0 && !places[CARD_LAUNCH].off);
    for (size_t i = 0; i < 5; i++)
        run_destroy(&rows[i]);
    run_destroy(&own);
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : "results/cards";
    return unit_run(NULL, NULL);
}
