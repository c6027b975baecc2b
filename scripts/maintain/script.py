# SPDX-License-Identifier: MIT
"""The frame of a script: what it is called with, how it ends, and what it asks git."""
import argparse
import subprocess
import sys
from pathlib import Path

from printable import printable
from unreadable import UNFIT, UNREADABLE, why

ROOT = Path(__file__).resolve().parents[2]


def own():
    """Returns the script's own path as a reader calls it."""
    return "/".join(Path(sys.argv[0]).resolve().parts[-3:])


def refuse(error, code=99):
    """Ends the script, which names itself, with a line on stderr."""
    print(printable(f"{Path(sys.argv[0]).name}: {error}"), file=sys.stderr)
    sys.exit(code)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        refuse(f"usage: see {own()} --help ({message})")


def options(doc, *words):
    """Reads the command line, each word of it by name: "--check" is a switch, "--out FILE" has a value, "CLAIMCHECK" must be there,
    "[OUT]" may be there, "[ROOT]" is the tree, this one unless it is named, and "RUN..." is a list of paths; of words with "|" between
    them one is taken. --help prints the docstring."""
    if {"--help", "-h"} & set(sys.argv[1:2]):
        print(doc.strip())
        sys.exit(0)
    parser = Parser(add_help=False, allow_abbrev=False)
    for word in words:
        among = parser.add_mutually_exclusive_group() if "|" in word else parser
        for name, *value in map(str.split, word.split("|")):
            if value:
                among.add_argument(name, nargs="+" if value[-1].endswith("...") else len(value) if value[1:] else None)
            elif name.startswith("-"):
                among.add_argument(name, action="store_true")
            elif name == "[ROOT]":
                among.add_argument("root", type=lambda text: Path(text).resolve(), nargs="?", default=ROOT)
            elif name.startswith("["):
                among.add_argument(name.strip("[]").lower(), nargs="?")
            elif name.endswith("..."):
                among.add_argument(name[:-3].lower(), type=Path, nargs="*")
            else:
                among.add_argument(name.lower())
    return parser.parse_intermixed_args()


def run(main):
    """Ends the script with what main returns, or with 99 and a line where what it reads is not fit."""
    try:
        sys.exit(main())
    except (*UNREADABLE, *UNFIT) as error:
        refuse(why(error))


def printed_by(*command, **more):
    """Returns what a program prints. Raises ValueError with its last words where it fails."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **more)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).split("\n")[-1]
        raise ValueError(f"{Path(command[0]).name} {command[1]}: exit code {done.returncode}: {last or 'no word of why'}")
    return done.stdout


def git(root, *words):
    """Returns what git prints, as bytes; None where it fails or is not there."""
    try:
        done = subprocess.run(["git", "-C", root, "-c", "safe.directory=*", *words], capture_output=True)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None
