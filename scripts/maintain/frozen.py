# SPDX-License-Identifier: MIT
"""results/frozen.json: the claims and the kernels of their variants as they were on the day of the freeze.

  "date"      the day
  "claims"    {id: SHA-256 of the judged members}
  "variants"  {technique.bench/variant: [kernels]}, of the variants that claims name: those that the newest kept run of a case has,
              and those whose opening comment names bench and variant
  "kernels"   {kernel: SHA-256 of its code and of all that it includes, without comments and blanks}
  "amended"   [{date, kernel, why, sha256}]: changes of kernels since; those of claims are in their own `amended`
"""
import datetime
import hashlib
import json
import re

from bounded import packed_in, text_of

FILE = "results/frozen.json"
COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
HEADER = re.compile(r"^ \* Bench +(.*?)\n \* [A-Z][a-z]+ ", re.S | re.M)
BASELINE = re.compile(r"\b(the )?baseline (is )?\w+")
INCLUDES = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def code_of(root, path, seen):
    """The code of a file and of what it includes, each once, without comments and blanks."""
    if path in seen:
        return []
    seen.add(path)
    text = COMMENTS.sub(" ", text_of(path))
    beside = ((path.parent / name, root / "kernels" / name) for name in INCLUDES.findall(text))
    inner = [part for near, far in beside for part in code_of(root, near if near.exists() else far, seen)]
    return [" ".join(text.split()), *inner]


def path_of(root, name):
    return next((path for folder in ("kernels", "techniques") for path in sorted((root / folder).glob(f"{name}.*"))
                 if path.suffix != ".glsl"), None)


def source_of(root, name):
    """The name of the file that a kernel is made of: copy of copy_uint64_t, which is it with a type; None where it is gone."""
    while not path_of(root, name):
        if "_" not in name.split("/")[-1]:
            return None
        name = name.rpartition("_")[0]
    return name


def kernel_sha256(root, name):
    """None where the kernel is gone."""
    path = path_of(root, name)
    return path and hashlib.sha256("\n".join(code_of(root, path, set())).encode()).hexdigest()


def newest_cases(root):
    """{case: (when its newest kept run started, variant, its kernels)}"""
    cases = {}
    for path in packed_in(root / "results" / "runs", "*/*"):
        run = json.loads(text_of(path))
        started = run["session"]["started"]
        for case in run["cases"]:
            kernels = sorted({name.split(":")[0] for name in case.get("kernels") or []})
            if "@" not in case["name"] and (started, kernels) > cases.get(case["name"], ("", []))[::2]:
                cases[case["name"]] = started, "/".join(case["name"].split("/")[:2]), kernels
    return cases


def headed(root):
    """(kernel, benches, words, whether it is of every variant) by the field Bench of each shader's opening comment."""
    for path in sorted((root / "kernels").glob("*/*.*")):
        field = None if path.suffix in (".glsl", ".build") else HEADER.search(text_of(path))
        if field:
            said = BASELINE.sub(" ", " ".join(field[1].replace("*", " ").split()))
            benches = {*re.findall(r"\b(\w+\.\w+)\b", said)}
            everywhere = {f"{name}." for name in re.findall(r"every bench of (\w+)", said)}
            whole = not re.search(r"\bvariants? ", said) or re.search(r"\b(all|every) variants?\b", said)
            yield f"{path.parent.name}/{path.stem}", benches, everywhere, {*re.findall(r"\w+", said)}, bool(whole)


def variants_of(root, claims):
    sides = [re.compile(claim[side]) for claim in claims for side in ("a", "b") if claim.get(side)]
    found = {}
    for name, (_, variant, kernels) in sorted(newest_cases(root).items()):
        if any(side.search(name) for side in sides):
            found.setdefault(variant, set()).update(kernels)
    for kernel, benches, everywhere, words, whole in headed(root):
        for variant, kernels in found.items():
            bench, name = variant.split("/")
            if (bench in benches or f"{bench.split('.')[0]}." in everywhere) and (whole or name in words):
                kernels.add(kernel)
    return {variant: sorted({source_of(root, kernel) for kernel in kernels} - {None}) for variant, kernels in found.items()}


def freeze(root, claims, hashes):
    """The document for claims and {id: hash} as they are."""
    variants = variants_of(root, claims)
    kernels = {name: kernel_sha256(root, name) for names in variants.values() for name in names}
    return {"date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(), "claims": dict(sorted(hashes.items())),
            "variants": dict(sorted(variants.items())), "kernels": dict(sorted(kernels.items())), "amended": []}


def written(frozen):
    """An entry a line."""
    def lines(value):
        opened, closed = "{}" if isinstance(value, dict) else "[]"
        entries = [f"{json.dumps(key)}: {json.dumps(one)}" for key, one in value.items()] if isinstance(value, dict) \
            else [json.dumps(one, ensure_ascii=False) for one in value]
        return opened + ("\n  " + ",\n  ".join(entries) + "\n " if entries else "") + closed

    return "{\n" + ",\n".join(f' "{key}": {json.dumps(value) if isinstance(value, str) else lines(value)}'
                              for key, value in frozen.items()) + "\n}\n"


def fill(root, frozen):
    for entry in frozen["amended"]:
        entry["sha256"] = entry["sha256"] or kernel_sha256(root, entry["kernel"])


def claim_faults(frozen, claims, hashes):
    for name, sha256 in frozen["claims"].items():
        amended = claims.get(name, {}).get("amended") or []
        last = amended[-1] if amended else {"sha256": None}
        if name not in hashes:
            yield f"{name}: it was frozen on {frozen['date']} and is gone"
        elif hashes[name] != sha256 and not (last["sha256"] == hashes[name] and last["date"] >= frozen["date"] and last["why"]):
            yield (f"{name}: what it is judged by has changed since the freeze of {frozen['date']}, and no entry of its `amended` "
                   "from then on says why: undo that, or add one and call scripts/maintain/amendments --fill")


def kernel_faults(root, frozen):
    excused = {entry["kernel"]: entry["sha256"] for entry in frozen["amended"]
               if entry["date"] >= frozen["date"] and entry["why"]}
    for name, sha256 in frozen["kernels"].items():
        own = kernel_sha256(root, name)
        if own not in (sha256, excused.get(name)) or not own:
            users = [variant for variant, names in frozen["variants"].items() if name in names]
            yield (f"kernel {name}: {'its code has changed' if own else 'it is gone'} since the freeze of {frozen['date']} (claims name "
                   f"{', '.join(users[:3])}{' and more' if len(users) > 3 else ''}), and no entry of `amended` in {FILE} says why: "
                   "undo that, or add one with date, kernel, why, and sha256 null, and call scripts/maintain/amendments --fill")


def faults(root, frozen, claims, hashes):
    yield from claim_faults(frozen, claims, hashes)
    yield from kernel_faults(root, frozen)
