# SPDX-License-Identifier: MIT
"""site_figure.py: the ratios of a claim as SVG: a dot for each card, the interval of all of a device, the paper's number."""
import math
from html import escape

WIDTH, LEFT, RIGHT, ROW, ROWS_MOST, NAME_MOST = 760, 10, 90, 24, 24, 60
NAME = 22  # the line of a name, above its row
DOT, LANES = 3.5, 7  # the radius of a dot, and how many may stand above each other


def ratio_text(ratio):
    return f"{ratio:.3g} \u00d7"


def shorter(text):
    return text if len(text) <= NAME_MOST else text[: NAME_MOST - 1] + "\u2026"


def ticks_of(low, high):
    """Round numbers between them, seven at most."""
    every = [step * 10.0**decade for decade in range(-6, 7) for step in (1, 1.5, 2, 3, 5, 7)]
    found = [tick for tick in every if low <= tick <= high]
    return found[:: max(1, math.ceil(len(found) / 7))]


class Scale:
    def __init__(self, values):
        low, high = min(values), max(values)
        room = max((high / low) ** 0.08, 1.06)
        self.low, self.high = low / room, high * room

    def at(self, value):
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return round(LEFT + max(0, min(1, share)) * (WIDTH - LEFT - RIGHT), 1)


def rows_of(entries):
    """(name, pair, ratio of each card) of every case and, within it, every device."""
    rows = {}
    for device, claim in entries:
        pairs = claim["readings"][0]["pairs"] if claim["readings"] and claim["verdict"] != "NOT TESTABLE" else ()
        for pair in pairs:
            if pair["r"] and pair["r"] > 0:
                case = pair["case"] or pair["label"]
                name = ", ".join(filter(None, (case if len(pairs) > 1 else "", device["device"])))
                cards = device["ratios"].get((claim["id"], pair["a"], pair["b"], pair["clock"]), [])
                rows.setdefault(case if len(pairs) > 1 else "", []).append((name, pair, cards))
    return [row for found in rows.values() for row in found]


def lanes_of(places):
    """A lane for each dot, from the left: 0 in the middle, then 1, -1, 2; none lies on another where there is room."""
    ends, lanes = {}, []
    order = [0] + [sign * step for step in range(1, LANES // 2 + 1) for sign in (1, -1)]
    for place in places:
        lane = next((lane for lane in order if place >= ends.get(lane, -math.inf)), order[len(lanes) % LANES])
        ends[lane] = place + 2 * DOT
        lanes.append(lane)
    return lanes


def dots_of(scale, row):
    """(x, lane) of each card of a row."""
    _, pair, cards = row
    places = [scale.at(ratio) for ratio in cards or [pair["r"]]]
    return list(zip(places, lanes_of(places)))


def height_of(scale, row):
    return NAME + ROW + 2 * DOT * 2 * max(abs(lane) for _, lane in dots_of(scale, row))


def row_svg(scale, row, y):
    name, pair, _ = row
    height, top = height_of(scale, row) - NAME, y + NAME
    middle = top + height / 2
    begin = scale.at(max(pair["confirmed_from"] or scale.low, scale.low))
    end = scale.at(min(pair["confirmed_to"] or scale.high, scale.high))
    yield f'<rect class="z3" x="{begin}" y="{top + 4}" width="{max(0, round(end - begin, 1))}" height="{height - 8}"/>'
    yield f'<text x="{LEFT}" y="{top - 1}">{escape(shorter(name))}<title>{escape(name)}</title></text>'
    yield f'<path class="whisk" d="M{scale.at(pair["r_low"] or pair["r"])} {middle}H{scale.at(pair["r_high"] or pair["r"])}"/>'
    yield from (f'<circle class="here" cx="{x}" cy="{middle + 2 * DOT * lane}" r="{DOT}"/>' for x, lane in dots_of(scale, row))
    yield f'<text x="{WIDTH - RIGHT + 8}" y="{middle + 4}">{ratio_text(pair["r"])}</text>'
    if pair["published"]:
        x = scale.at(pair["published"])
        yield f'<path class="paper" d="M{x} {top - 2}l5 6l-5 6l-5-6z"><title>paper: {ratio_text(pair["published"])}</title></path>'


def figure(entries):
    """Draws (device, claim); nothing where the claim's readings have no ratio."""
    found = rows_of(entries)
    rows = found[:ROWS_MOST]
    if not rows:
        return ""
    values = [1] + [ratio for _, _, cards in rows for ratio in cards]
    values += [pair[key] for _, pair, _ in rows for key in ("r", "r_low", "r_high", "published", "confirmed_from", "confirmed_to")
               if pair[key] and pair[key] > 0]
    scale = Scale(values)
    tops = [6 + sum(height_of(scale, row) for row in rows[:index]) for index in range(len(rows) + 1)]
    bottom = tops[-1] + 2
    lines = [f'<path class="grid" d="M{scale.at(tick)} 4V{bottom}"/><text x="{scale.at(tick)}" y="{bottom + 17}" '
             f'text-anchor="middle">{ratio_text(tick)}</text>' for tick in ticks_of(scale.low, scale.high)]
    lines.append(f'<path class="one" d="M{scale.at(1)} 0V{bottom}"/>')
    for top, row in zip(tops, rows):
        lines += row_svg(scale, row, top)
    diamond = ", the diamond the paper's number" if any(pair["published"] for _, pair, _ in rows) else ""
    more = f" {len(found) - len(rows)} more rows are left out." if len(found) > len(rows) else ""
    said = (f"A dot is a card, the line the interval of all cards, the number their median{diamond}. Ratios go in the direction of the claim; green "
            f"confirms it.{more}")
    return (f'<figure><svg class="chart dots" role="img" viewBox="0 0 {WIDTH} {bottom + 22}"><title>{escape(entries[0][1]["statement"])}'
            f"</title>{''.join(lines)}</svg><figcaption>{escape(said)}</figcaption></figure>\n")
