#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""plot_canvas.py: pictures that gnuplot drew keep their texts on the canvas: of an SVG by where each text stands and by
the widths of scripts/plot/plot, of a PNG by its edge, which must be of one colour. GPU and wall time are never
in one picture. Prints what does not hold. Exit code: 0, 1.

  tests/cli/plot_canvas.py PICTURE...
"""
import re
import struct
import sys
import xml.etree.ElementTree
import zlib
from pathlib import Path

SVG = "{http://www.w3.org/2000/svg}"
TIMES = ("GPU time", "wall time", "GPU time of the phase")
EDGE = 2  # pixels


def widths_read():
    """The table that the plots are laid out by."""
    script = (Path(__file__).parents[2] / "scripts" / "plot" / "plot").read_text(encoding="utf-8")
    return [int(number) / 100 for number in re.search(r"WIDTHS = \[([^]]*)\]", script)[1].split(",")]


WIDTHS = widths_read()


def width_of(text, size):
    return size * sum(WIDTHS[ord(c) - 32] if " " <= c <= "~" else 1 for c in text)


def svg_faults(path):
    root = xml.etree.ElementTree.parse(path).getroot()
    width, height = (float(number) for number in root.get("viewBox").split()[2:])
    texts = []
    for group in root.iter(SVG + "g"):
        for element in group.findall(SVG + "text"):
            text = "".join(element.itertext())
            place = re.match(r"translate\(([-0-9.]+),([-0-9.]+)\)", group.get("transform"))
            x, y, size = float(place[1]), float(place[2]), float(group.get("font-size"))
            own = width_of(text, size)
            left = {"start": x, "middle": x - own / 2, "end": x - own}[group.get("text-anchor")]
            texts.append(text)
            if left < 0 or left + own > width or y - 0.8 * size < 0 or y + 0.25 * size > height:
                yield f"'{text}' leaves the canvas: {left:.0f} to {left + own:.0f} of {width:.0f}, at {y:.0f} of {height:.0f}"
    if not texts:
        yield "no text at all"
    times = [text for text in texts if text in TIMES]
    if len(times) > 1:
        yield f"axes of {times}"


def chunks(data):
    at = 8
    while at < len(data):
        length = struct.unpack(">I", data[at:at + 4])[0]
        yield data[at + 4:at + 8], data[at + 8:at + 8 + length]
        at += 12 + length


def png_rows(data):
    parts = list(chunks(data))
    width, height, depth, colour = struct.unpack(">IIBB", parts[0][1][:10])
    step = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour] * depth // 8
    flat = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    before = bytearray(width * step)
    for y in range(height):
        kind, *line = flat[y * (width * step + 1):(y + 1) * (width * step + 1)]
        for i, byte in enumerate(line):
            a = line[i - step] if i >= step else 0
            b, c = before[i], before[i - step] if i >= step else 0
            if kind == 1:
                byte += a
            elif kind == 2:
                byte += b
            elif kind == 3:
                byte += (a + b) // 2
            elif kind == 4:
                p = a + b - c
                byte += min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[i] = byte & 255
        yield [tuple(line[i:i + step]) for i in range(0, width * step, step)]
        before = line


def png_faults(path):
    rows = list(png_rows(Path(path).read_bytes()))
    edge = {pixel for row in rows[:EDGE] + rows[-EDGE:] for pixel in row}
    edge |= {pixel for row in rows for pixel in row[:EDGE] + row[-EDGE:]}
    if len(edge) > 1:
        yield f"{len(edge)} colours at the edge"
    if len({pixel for row in rows for pixel in row}) < 3:
        yield "nothing is drawn"


def main():
    faults = [f"{path}: {fault}" for path in sys.argv[1:]
              for fault in (svg_faults if path.endswith(".svg") else png_faults)(path)]
    print("\n".join(faults))
    return 1 if faults else 0


sys.exit(main())
