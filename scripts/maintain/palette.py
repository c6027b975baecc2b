# SPDX-License-Identifier: MIT
"""palette.py: a picture of few colours, as a PNG that is small. Equal pixels become equal bytes."""
import struct
import zlib
from collections import Counter

CHANNELS = 3


def chunks_of(png):
    at, chunks = 8, {}
    while at + 8 <= len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += 12 + length
    return chunks


def paeth(left, up, corner):
    near = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
    return (left, up, corner)[near.index(min(near))]


def rows_of(chunks):
    """Rows of a PNG of 8 bits of red, green and blue."""
    width, height, bits, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    if (bits, kind) != (8, 2):
        raise ValueError("no PNG of 8 bits of red, green and blue")
    packed, rows, above = zlib.decompress(chunks[b"IDAT"]), [], bytearray(width * CHANNELS)
    for y in range(height):
        start = y * (width * CHANNELS + 1)
        row = bytearray(packed[start + 1 : start + 1 + width * CHANNELS])
        for i in range(len(row)):
            left, corner = (row[i - CHANNELS], above[i - CHANNELS]) if i >= CHANNELS else (0, 0)
            up = above[i]
            row[i] = row[i] + (0, left, up, (left + up) // 2, paeth(left, up, corner))[packed[start]] & 255
        rows.append([bytes(row[i : i + CHANNELS]) for i in range(0, len(row), CHANNELS)])
        above = row
    return rows


def mean_of(box, channel):
    return sum(colour[channel] * times for colour, times in box) / sum(times for _, times in box)


def error_of(box):
    """The sum of squares around the mean, and the channel that has most of it."""
    errors = []
    for channel in range(CHANNELS):
        mean = mean_of(box, channel)
        errors.append(sum(times * (colour[channel] - mean) ** 2 for colour, times in box))
    return sum(errors), errors.index(max(errors))


def boxes_of(rows, count):
    """Colours in boxes: the one of the greatest error is cut at its mean, until there are enough."""
    first = sorted(Counter(colour for row in rows for colour in row).items())
    boxes = [(*error_of(first), first)]
    while len(boxes) < count and max(boxes)[0] > 0:
        worst = max(boxes)
        boxes.remove(worst)
        _, channel, box = worst
        mean = mean_of(box, channel)
        for half in ([c for c in box if c[0][channel] <= mean], [c for c in box if c[0][channel] > mean]):
            boxes.append((*error_of(half), half))
    return [box for _, _, box in boxes]


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def reduced(png, count):
    """The picture with at most so many colours, 256 at most."""
    chunks = chunks_of(png)
    rows = rows_of(chunks)
    palette, index = [], {}
    boxes = [(bytes(round(mean_of(box, channel)) for channel in range(CHANNELS)), box) for box in boxes_of(rows, count)]
    for number, (mean, box) in enumerate(sorted(boxes, key=lambda entry: (sum(entry[0]), entry))):
        palette.append(mean)
        index.update((colour, number) for colour, _ in box)
    lines = b"".join(b"\0" + bytes(index[colour] for colour in row) for row in rows)
    header = chunks[b"IHDR"][:8] + bytes((8, 3, 0, 0, 0))
    return (png[:8] + chunk(b"IHDR", header) + chunk(b"PLTE", b"".join(palette))
            + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))
