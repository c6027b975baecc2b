#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds pages to what they type: every command and option exists, and prints what the page shows.

  tests/cli/tutorial.py CLAIMCHECK PAGE...     checks the options of all commands, types those of kept runs, and edits of kernels
  tests/cli/tutorial.py --all TREE PAGE        types all of them, in TREE, one shell for the whole page

A block of ```sh is typed as it stands; ```sh kept is one that reads kept runs alone. What stands in the block of ```text
behind it is what it prints, in part: each of its lines is a line of the output, in this order, where … stands for
anything, and a line that is … alone for any lines. Blocks of other languages are not typed. A command that fails where the page does not say so is a fault.

Exit code: 0, 1, 99 when something cannot be read.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^```(\S+)( kept)?\n(.*?)^```$", re.S | re.M)
ROOT = Path(__file__).resolve().parent.parent.parent


class Block:
    def __init__(self, line, text, kept):
        self.line, self.text, self.kept, self.printed = line, text, kept, None


def name_of(page):
    """The page as its tree has it."""
    parts = page.resolve().parts
    return "/".join(parts[len(parts) - parts[::-1].index("docs") - 1:]) if "docs" in parts else page.name


def blocks(page):
    text, found = page.read_text(encoding="utf-8"), []
    for match in BLOCK.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match.group(1) == "sh":
            found.append(Block(line, match.group(3), bool(match.group(2))))
        elif match.group(1) == "text" and found and found[-1].printed is None:
            found[-1].printed = match.group(3)
        elif match.group(1) == "text":
            raise ValueError(f"{name_of(page)}:{line}: a block of text that shows nothing of a command")
    return found


def missing(wanted, output):
    """The first line of what is wanted that the output does not have behind those before it; or None."""
    lines, at, anywhere = [line.rstrip() for line in output.split("\n")], 0, True
    for line in wanted.rstrip("\n").split("\n"):
        if line == "…":
            anywhere = True
            continue
        form = re.compile(".*".join(re.escape(part) for part in line.rstrip().split("…")))
        stop = len(lines) if anywhere else at + 1
        place = next((i for i in range(at, min(stop, len(lines))) if form.fullmatch(lines[i])), None)
        if place is None:
            return line
        at, anywhere = place + 1, False
    return None


def typed(folder, commands, environment):
    """[(output, failed)] of blocks, typed into one shell; failed: lines of commands that did, with nobody asking."""
    with tempfile.TemporaryDirectory() as work:
        script = ["set -o pipefail"]
        for i, block in enumerate(commands):
            Path(work, f"{i}.sh").write_text(block.text, encoding="utf-8")
            script.append(f"trap 'printf \"%s\\n\" \"$BASH_COMMAND: exit code $?\" >>\"{work}/{i}.failed\"' ERR\n"
                          f". \"{work}/{i}.sh\" >\"{work}/{i}.out\" 2>&1 </dev/null\ntrap - ERR")
        subprocess.run(["bash", "-c", "\n".join(script)], cwd=folder, env=environment, check=False)

        def read(name):
            path = Path(work, name)
            return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        return [(read(f"{i}.out"), read(f"{i}.failed")) for i in range(len(commands))]


def outputs(page, folder, commands, environment):
    faults = []
    for block, (output, failed) in zip(commands, typed(folder, commands, environment)):
        where = f"{name_of(page)}:{block.line}"
        if failed:
            faults.append(f"{where}: {failed.strip()}\n{output[-2000:]}")
        line = missing(block.printed, output) if block.printed else None
        if line is not None:
            faults.append(f"{where}: it does not print there: {line}\nbut:\n{output[-4000:]}")
    return faults


def options(page, claimcheck, commands):
    """What each line calls is there, and has the options that it is given."""
    faults, helps = [], {}
    for block in commands:
        where = f"{name_of(page)}:{block.line}"
        parsed = subprocess.run(["bash", "-n"], input=block.text, text=True, capture_output=True, check=False)
        if parsed.returncode:
            faults.append(f"{where}: {parsed.stderr.strip()}")
        for line in block.text.replace("\\\n", " ").split("\n"):
            for script in re.findall(r"(?:^|[|;&] *)(scripts/[\w/]+)", line):
                if not os.access(ROOT / script, os.X_OK):
                    faults.append(f"{where}: no {script}")
            for name, rest in re.findall(r"(?:^|[|;&(] *)(?:claimcheck|scripts/run)(?= )(?: (?!-)([a-z]+))?([^|;&#]*)", line):
                name = name if "claimcheck" in line and name else "run"
                if name not in helps:
                    helps[name] = subprocess.run([claimcheck, name, "--help"], text=True, capture_output=True, check=False).stdout
                if not helps[name]:
                    faults.append(f"{where}: no command {name}")
                faults += [f"{where}: {name} has no {option}" for option in re.findall(r" (--[a-z-]+)", rest)
                           if not re.search(re.escape(option) + r"(?![a-z-])", helps[name])]
    return faults


def edits(page, folder, commands, environment):
    """Each edit of a kernel that the page prints changes it."""
    faults = []
    for block in commands:
        for line in re.findall(r"^(?:claimcheck list --source|sed -i) .*$", block.text, re.M):
            file = Path(folder, re.split(r"[ >]", line)[-1])
            before = file.read_bytes() if file.exists() else None
            done = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, text=True, capture_output=True, check=False)
            if done.returncode or not file.exists() or file.read_bytes() == before:
                faults.append(f"{name_of(page)}:{block.line}: it changes nothing: {line}\n{done.stderr.strip()}".rstrip())
    return faults


def main(arguments):
    if arguments[:1] == ["--help"] or not arguments:
        print(__doc__, file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 99
    everything = arguments[0] == "--all"
    first, *pages = arguments[1:] if everything else arguments
    if not pages:
        raise ValueError("no page is named")
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": "80"}
    environment.pop("CI", None)
    faults = []
    for page in map(Path, pages):
        commands = blocks(page)
        if not commands:
            raise ValueError(f"{name_of(page)}: no commands")
        if everything:
            faults += outputs(page, first, commands, environment)
            continue
        with tempfile.TemporaryDirectory() as work:
            Path(work, "claimcheck").symlink_to(Path(first).resolve())
            known = {**environment, "PATH": f"{work}:{environment['PATH']}"}
            faults += options(page, str(Path(first).resolve()), commands)
            faults += outputs(page, ROOT, [block for block in commands if block.kept], known)
            faults += edits(page, work, commands, known)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, ValueError) as error:
        print(f"tutorial: {error}", file=sys.stderr)
        sys.exit(99)
