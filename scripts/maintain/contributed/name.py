# SPDX-License-Identifier: MIT
"""Whether the folder and the name of a kept run say what it holds."""
import re
from pathlib import Path

TECHNIQUES = {folder.name for folder in (Path(__file__).resolve().parents[3] / "bench").iterdir() if folder.is_dir()} - {"common"}
PROFILES = ("quick", "paper", "full", "gate")


def slug(text):
    """As slug_make() of harness/base/base.h has it."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text).lower().lstrip("-")[:63].rstrip("-")


def techniques_of(document):
    """Those of its cases, but for the ceilings that go with every run."""
    return {case["technique"] for case in document["cases"]} - {"ceilings"} or {"ceilings"}


def profile_of(document):
    """As it was asked for: of the gate the session has the profile that its cases are of."""
    session = document["session"]
    return "gate" if "--profile=gate" in session["plan_arguments"] else session["profile"]


def troubles(path, document):
    folder = slug(document["device"]["name"]) or "device"
    if path.resolve().parent.name != folder:
        yield f"it lies in the folder {path.resolve().parent.name}, and its device is {folder}"
    match = re.fullmatch(r"(\d{8})-([a-z0-9]+(?:-[a-z0-9]+)*)\.json\.[gx]z", path.name)
    if not match:
        yield "it is not called DATE-WORDS.json.xz, as claimcheck keep calls it"
        return
    date, words = match.groups()
    measured = document["session"]["started"][:10].replace("-", "")
    if date != measured:
        yield f"its name has the date {date}, and it was measured on {measured}"
    held = techniques_of(document)
    named = [other for other in sorted(TECHNIQUES | held) if words == slug(other) or words.startswith(slug(other) + "-")]
    if named and held != set(named):
        yield f"its name is of {named[0]}, and it holds {', '.join(sorted(held))}"
    last = re.sub(r"-\d+$", "", words).split("-")[-1]
    if last in PROFILES and last != profile_of(document):
        yield f"its name is of the profile {last}, and it is of {profile_of(document)}"
