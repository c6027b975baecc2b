#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the pages to plain English: length, sentences, openings, words of the glossary, links; and comments' openings and
the texts of the program.

  tests/rules/prose.py [--pages] [ROOT]      --pages prints the words and the mean sentence of each page, and checks nothing

Faults planted into a made page must be found first. Spelling is checked by codespell where it is
installed. Exit code: 0, 1.
"""
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent.parent
MEAN_MOST, LONGEST = 18, 35
# Words of prose, the first pattern that fits; code, tables and what a script prints are counted apart.
BUDGETS = (("README.md", 600), ("CONTRIBUTING.md", 1500), ("docs/start.md", 1200), ("docs/methods.md", 2500),
           ("docs/maintaining.md", 1500), ("docs/guide/*", 1100), ("docs/papers/README.md", 500), ("docs/papers/*", 1200),
           ("docs/reference/*", 900), ("docs/*", 600))
PROSE_MOST, APART_MOST = 18000, 15000  # all pages together: prose; tables and what scripts print
OPENING = re.compile(r"(?:What|Of|Likewise|The same|Those|As|By|Be it|None|Such|With it)\b")
# Words that went, and the one that took the place of each.
WORDS = {r"(?:un|not |be |is |are )told(?: apart)?": "decided, undecided, distinguishable", r"told apart": "distinguishable",
         r"twins?": "override; CUDA port", r"stand-in": "substitute", r"likewise": "the same, also", r"ceilings?": "device limit",
         r"an advice": "a recommendation", r"DIRECTION ONLY|NO DIFFERENCE|INCONCLUSIVE": "the words of verdict-rules.md",
         r"no JSON": "not valid JSON", r"leash|shelf|aside rows": "parent_death, input_cache, excluded"}
COMMENTS = {".c": r"/\*\s*((?:[A-Z][^*]*?)(?=\*/|\n))", ".py": r"^\s*# ([A-Z].*)", ".sh": r"^\s*# ([A-Z].*)"}
COMMENTS.update({ending: COMMENTS[".c"] for ending in (".h", ".comp", ".glsl")})
SHARES = {"harness": 1, "bench": 1, "kernels": 1, "tests": 1, "scripts": 1}  # per cent

# Texts of the program: string literals with a blank in harness/, bench/ and main.c.
LITERAL = r'"(?:[^"\\\n]|\\.)*"(?:(?:\s|\\\n)*"(?:[^"\\\n]|\\.)*")*'
TOKEN = re.compile(rf"/\*.*?\*/|{LITERAL}", re.S)
SAID = re.compile(r"(?<![-\w])(?:un)?told\b|\btwins?\b|\blikewise\b|\bstand-?ins?\b|\ban advice\b|\bleash\b|\bbe it\b|\banew\b|"
                  r"(?<![-.\w])ceilings?\b(?! takes)|(?<![Tt]here )\b(?:is|are) no (?!case|more|longer|slower|faster|GPU)\w|"
                  r"\b(?:has|have) not\b(?! \w+ed\b)|\bstands (?:there|in|behind|beside)\b")
HELP = re.compile(r'(?:\.(?:help|summary|accepts_help) = |OPTION\w*\("[^"]*",\s*(?:"[^"]*"|NULL),\s*|OPTION_FLAG\w*\("[^"]*",\s*|'
                  r'(?:AXIS|VARIANT)\("[^"]*",\s*(?:[^"(),]+,\s*)*)"((?:Of|What|Those|As|Likewise|None|Such|By) [^"?]*)"', re.I)

FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.S | re.M)
MADE = re.compile(r"<!-- (?:printed by|table) [^\n]*? -->\n(.*?)<!-- /(?:printed|table) -->", re.S)
LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
END = re.compile(r"(?<=[.!?])[\"»)]?\s+(?=[\"«(`]?(?:[A-Z0-9`«]|claimcheck\b))")
SHORT = re.compile(r"\b(?:et al|e\.g|i\.e|vs|cf|Fig|no|approx)\.", re.I)


class Page:
    """The words of a page by kind, and its sentences: (line, text, in a list)."""

    def __init__(self, text):
        def blank(match):
            return "\n" * match.group(0).count("\n")

        made = "".join(match.group(1) for match in MADE.finditer(text))
        text = FENCE.sub(blank, MADE.sub(blank, text))
        text = re.sub(r"<!--.*?-->", blank, text, flags=re.S)
        self.apart, self.sentences = words(made), []
        paragraph, start, listed = [], 0, False
        before = ""
        for number, line in enumerate([*text.split("\n"), ""], 1):
            item = re.match(r"\s*(?:[-*]|\d+\.)\s+(.*)", line)
            code = line.startswith("    ") and not before.strip() or line.startswith("    ") and before.startswith("    ")
            if not line.strip() or item or line.startswith(("|", "#", ">")) or (code and not listed):
                self.add(start, paragraph, listed)
                paragraph, listed = [], bool(item)
            if line.startswith("|"):
                self.apart += words(line)
            elif item:
                start, paragraph = number, [item.group(1)]
            elif line.strip() and not line.startswith(("#", ">")) and not (code and not listed):
                start = start if paragraph else number
                paragraph.append(line)
            if not (code and not line.strip()):
                before = line
        self.prose = sum(len(sentence.split()) for _, sentence, _ in self.sentences)

    def add(self, line, paragraph, listed):
        text = LINK.sub(lambda match: "" if match.group(0).startswith("!") else match.group(1), " ".join(paragraph))
        text = re.sub(r"`[^`]*`", "`x`", text).replace("*", "")
        text = SHORT.sub(lambda match: match.group(0)[:-1], text)
        self.sentences += [(line, sentence.strip(), listed) for sentence in END.split(text) if sentence.strip()]

    def mean(self):
        lengths = [len(sentence.split()) for _, sentence, listed in self.sentences if not listed]
        return sum(lengths) / len(lengths) if lengths else 0


def words(text):
    return len(re.sub(r"[|]|-{3,}", " ", text).split())


def budget(name):
    return next((most for pattern, most in BUDGETS if fnmatch(name, pattern)), None)


def page_faults(name, text):
    page, faults = Page(text), []
    most = budget(name)
    if most and page.prose > most:
        faults.append(f"{name}: {page.prose} words of prose; at most {most} are wanted")
    if page.mean() > MEAN_MOST:
        faults.append(f"{name}: its sentences have {page.mean():.1f} words on average; at most {MEAN_MOST} are wanted")
    for line, sentence, _ in page.sentences:
        length = len(sentence.split())
        if length > LONGEST:
            faults.append(f"{name}:{line}: a sentence of {length} words; at most {LONGEST} are wanted: {sentence[:60]}")
        if OPENING.match(sentence):
            faults.append(f"{name}:{line}: begins as no sentence should; subject first: {sentence[:60]}")
        for word, better in WORDS.items():
            found = re.search(rf"\b(?:{word})\b", sentence)
            if found:
                faults.append(f"{name}:{line}: '{found.group(0)}': say {better}: {sentence[:60]}")
    return faults


def anchors(text):
    """Names of the headings, as GitHub makes them."""
    found = set()
    for head in re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.M):
        head = LINK.sub(lambda match: match.group(1), head).strip().lower()
        found.add(re.sub(r"[^\w\- ]", "", head).replace(" ", "-"))
    return found


def link_faults(root, name, text):
    faults = []
    plain = re.sub(r"`[^`\n]*`", "", FENCE.sub(lambda match: "\n" * match.group(0).count("\n"), text))
    for match in LINK.finditer(plain):
        target = match.group(2)
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = unquote(target).partition("#")
        place = (root / name).parent / path if path else root / name
        where = f"{name}:{plain.count(chr(10), 0, match.start()) + 1}"
        if not place.exists():
            faults.append(f"{where}: {target} leads nowhere")
        elif anchor and place.suffix == ".md" and anchor not in anchors(place.read_text(encoding="utf-8") if path else text):
            faults.append(f"{where}: {target}: the page has no such heading")
    return faults


def share(root, room):
    """(comments that open badly, comments) of a room."""
    bad = comments = 0
    for path in sorted((root / room).rglob("*")):
        if not path.is_file() or path.suffix not in ("", *COMMENTS):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        pattern = COMMENTS.get(path.suffix) or COMMENTS[".sh"] if path.suffix or text.startswith("#!") else None
        if pattern:
            found = re.findall(pattern, text, re.M)
            comments += len(found)
            bad += sum(bool(OPENING.match(text)) for text in found)
    return bad, comments


def line_of(text, place):
    return text.count("\n", 0, place) + 1


def text_faults(name, text):
    """Words and openings of a C file's texts that a stranger would stumble over."""
    faults = []
    for match in TOKEN.finditer(text):
        said = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', match.group(0)))
        found = SAID.search(said) if " " in said and not match.group(0).startswith("/*") else None
        if found:
            faults.append(f"{name}:{line_of(text, match.start())}: '{found.group(0)}': say it by the glossary: {said[:60]}")
    faults += [f"{name}:{line_of(text, match.start(1))}: begins as no help should; a noun or a verb first: {match.group(1)[:60]}"
               for match in HELP.finditer(text)]
    return faults


def planted():
    """Names of faults that are not found."""
    good = "# A page\n\nThis page has one short sentence. It has `code`, too.\n\n```\nLikewise twins.\n```\n"
    cases = ((f"{good}\n{'One word more. ' * 400}", "words of prose"), (f"{good}\nIt {'goes on ' * 18}.", "at most 35"),
             (f"{good}\n{'It goes on and on and on and on and on and on and on and on and on and on and on. ' * 9}", "on average"),
             (f"{good}\nOf all it is one.", "subject first"), (f"{good}\n- Likewise here.", "subject first"),
             (f"{good}\nThe row is untold.", "'untold'"), (f"{good}\nIt has twins.", "'twins'"))
    missed = [what for text, what in cases if not any(what in fault for fault in page_faults("docs/own.md", text))]
    links = (("[a](nowhere.md)", "nowhere"), ("[a](../CONTRIBUTING.md#of-no-head)", "no such heading"))
    missed += [what for text, what in links if not any(what in fault for fault in link_faults(ROOT, "docs/own.md", good + text))]
    missed += page_faults("docs/own.md", good)
    texts = (('say("the row is untold");', "'untold'"), ('say("a %s, "\n    "likewise");', "'likewise'"),
             ('say("\'%s\' is no run");', "'is no r"), ('OPTION_FLAG("seed", "of inputs");', "noun or a verb"),
             ('.help = "what is drawn",', "noun or a verb"), ('AXIS("n", "of tiles", .min = 1)', "noun or a verb"),
             ('DRAW_VARIANT("all",\n    0, "what is drawn", "2014")', "noun or a verb"))
    missed += [what for text, what in texts if not any(what in fault for fault in text_faults("own.c", text))]
    missed += text_faults("own.c", '/* "it is told" */ say("there is no case"); find("twin"); OPTION("x", "N", "seed of inputs");')
    return [f"a planted fault is not found, or a good page has one: {what}" for what in missed]


def spelling(root, pages):
    if not shutil.which("codespell"):
        print("no codespell here: spelling is not checked (Debian: codespell)")
        return []
    said = subprocess.run(["codespell", "--ignore-words-list=mis,inout,nd,te,mot,ist", *pages], cwd=root, stdout=subprocess.PIPE, text=True)
    return [f"spelling: {line}" for line in said.stdout.splitlines()]


def main(arguments):
    root = Path(next((argument for argument in arguments if not argument.startswith("-")), ROOT))
    names = ["README.md", "CONTRIBUTING.md", *sorted(str(path.relative_to(root)) for path in (root / "docs").rglob("*.md")
                                                     if path.parent.parent != root / "docs" / "devices")]
    texts = {name: (root / name).read_text(encoding="utf-8") for name in names if (root / name).exists()}
    pages = {name: Page(text) for name, text in texts.items()}
    if "--pages" in arguments:
        for name, page in pages.items():
            print(f"{name:36} {page.prose:6} words, apart {page.apart:6}, mean sentence {page.mean():5.1f}")
        print(f"{'all pages':36} {sum(page.prose for page in pages.values()):6} words, apart {sum(page.apart for page in pages.values()):6}")
        return 0
    faults = planted() + spelling(root, list(pages))
    for name, text in texts.items():
        faults += link_faults(root, name, text)
        faults += page_faults(name, text)
    prose, apart = sum(page.prose for page in pages.values()), sum(page.apart for page in pages.values())
    if prose > PROSE_MOST or apart > APART_MOST:
        faults.append(f"all pages: {prose} words of prose of {PROSE_MOST}, {apart} in tables and printed parts of {APART_MOST}")
    for room, most in SHARES.items():
        bad, comments = share(root, room)
        if 100 * bad > most * comments:
            faults.append(f"{room}: {bad} of {comments} comments, {100 * bad / comments:.1f} %, open with What, Of, Likewise, ...; "
                          f"at most {most} % may")
    for path in (root / "main.c", *sorted(path for room in ("harness", "bench") for path in (root / room).rglob("*.[ch]"))):
        faults += text_faults(path.relative_to(root), path.read_text(encoding="utf-8"))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
