#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Kernels say what they are, and it is true: tests/rules/kernel_headers.py BUILD [ROOT]

Every shader of kernels/ is in the list of its folder, opens with an SPDX line and the fields of the house, in order
(CONTRIBUTING, "Kernels"), and ships valid SPIR-V. Bindings, Constants and Needs are compared with that SPIR-V, Bench
with the registry (`claimcheck list --json`). Exit code: 0, 1, 77 (no spirv-val, and all else is right).
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import spirv  # noqa: E402

FIELDS = "Computes Bench Bindings Constants Dispatch Work Error Needs Source".split()
# Capabilities beyond Vulkan 1.3's core, by the names of harness/engine/gpu/gpu.h; the rest asks for nothing.
FEATURES = {9: "cooperative_matrix", 11: "shader_int64", 12: "buffer_int64_atomics", 63: "subgroup_arithmetic",
            64: "subgroup_ballot", 65: "subgroup_shuffle", 4472: "ray_query", 4479: "ray_tracing_pipeline",
            5055: "shader_clock", 5283: "mesh_shader",
            5346: "memory_model_device_scope", 5357: "cooperative_matrix",
            5373: "shader_sm_builtins"}
CORE = {1, 61, 5345}  # Shader, GroupNonUniform, VulkanMemoryModel
NUMBERS = re.compile(r"(\d+)(?:\.\.(\d+)| and (\d+))?(?=[ :;,.)]|$)")


def fields(text):
    """{field: what it says, on one line}; a message for what is missing or empty."""
    found = re.search(r"/\*\n(?: \*[^\n]*\n)+? \*/", text.split("*/", 1)[1] if text.startswith("/*") else text)
    lines = found.group(0).split("\n")[1:-1] if found else []
    said, field = {}, None
    for line in lines:
        start = re.match(r" \* ([A-Z][a-z]+) +(.*)|  ?\* ([A-Z][a-z]+)$", line)
        name = start and (start.group(1) or start.group(3))
        if name in FIELDS and name == FIELDS[len(said) % len(FIELDS)] and len(said) < len(FIELDS):
            field = name
            said[field] = start.group(2) or ""
        elif field:
            said[field] += " " + line[2:].strip()
    for name in FIELDS:
        if name not in said:
            return said, f"the opening comment has no {name} (the fields, in order: {' '.join(FIELDS)})"
        said[name] = " ".join(said[name].split())
        if not said[name]:
            return said, f'{name} says nothing ("none" is an answer)'
    return said, None


def entries(text):
    """Numbers of a list: "0 heap, reduced; 1 and 2 lists; 3..5 of x.glsl; 6 marks (unused)". An entry begins with its
    numbers, after a comma, a semicolon or a full stop. {number: (first word after it, unused)}, and a message."""
    found, last = {}, []
    for piece in re.split(r"[;,.](?: +|$)", text):
        start = NUMBERS.match(piece)
        if start:
            first, end, other = (int(group) if group else None for group in start.groups())
            last = list(range(first, end + 1)) if end is not None else [first] + ([other] if other is not None else [])
            word = piece[start.end():].strip(" :").split(" ")[0].rstrip(":")
            for number in last:
                if number in found:
                    return found, f"{number} stands twice"
                found[number] = (word if len(last) == 1 else "", False)
        if "unused" in piece:
            for number in last:
                found[number] = (found[number][0], True)
    return found, None


def compare(field, said, shipped, declared):
    for number in sorted(shipped - set(said)):
        yield f"{field}: nothing of {number}, which its SPIR-V has"
    for number, (_, unused) in sorted(said.items()):
        if unused and number in shipped:
            yield f"{field}: {number} is used by its SPIR-V"
        elif number not in declared:
            yield f"{field}: there is no {number}"
        elif not unused and number not in shipped:
            yield f'{field}: {number} is not in its SPIR-V: "(unused)"'


def binding_errors(kernel, text, module):
    said, message = entries("" if text.rstrip(".") == "none" else text)
    if message:
        yield f"Bindings: {message}"
    code = kernel.code()
    declared = set()
    for word in re.findall(r"\bbinding *= *(\w+)", code):
        number = word if word.isdigit() else re.search(rf"\b{word} *= *(\d+)", code).group(1)
        declared.add(int(number))
    yield from compare("Bindings", said, module.bindings, declared)


def constant_errors(kernel, text, module):
    numbers, push = re.match(r"(.*?)((?:^|[ ;.])[Pp]ush\b.*|)$", text).groups()
    said, message = entries("" if numbers.strip(" ;.") == "none" else numbers)
    if message:
        yield f"Constants: {message}"
    code = kernel.code()
    sizes = {int(number) for number in re.findall(r"local_size_[xyz]_id *= *(\d+)", code)}
    names = {int(number): name for number, name in re.findall(r"constant_id *= *(\d+)\) *const \w+ (\w+)", code)}
    yield from compare("Constants", said, module.spec_ids, sizes | set(names))
    for number, (word, _) in sorted(said.items()):
        if number in names and word.isupper() and len(word) > 1 and word != names[number]:
            yield f"Constants: {number} is {names[number]}, not {word}"
    members = re.search(r"push_constant\) *uniform \w+\s*\{(.*?)\}", code, re.S)
    if bool(push) and not members:
        yield "Constants: there are no push constants"
    if not push and module.push:
        yield "Constants: nothing of its push constants (push.NAME, or push of FILE.glsl)"
    if not push or not members:
        return
    if not module.push and "unused" not in push:
        yield 'Constants: its SPIR-V has no push constants: wrong, or "(unused)"'
    shared = re.search(r"[Pp]ush of (\w+\.glsl)", push)
    if shared:
        paths = [path for path in kernel.closure if path.endswith("/" + shared.group(1))]
        if not any("push_constant" in kernel.closure[path] for path in paths):
            yield f"Constants: {shared.group(1)} has no push constants"
        return
    names = set(re.findall(r"(\w+)(?:\[\w*\])?\s*[,;]", members.group(1)))
    said = set(re.findall(r"push\.(\w+)", push))
    for name in sorted(names - said):
        yield f"Constants: nothing of push.{name}"
    for name in sorted(said - names):
        yield f"Constants: there is no push.{name}"


def need_errors(kernel, text, module):
    """Needs: features by name, commas between them, or "nothing beyond Vulkan 1.3"; after a semicolon anything."""
    first = re.split(r"[;.](?: |$)", re.sub(r" *\([^)]*\)", "", text))[0]
    said = set() if first == "nothing beyond Vulkan 1.3" else set(re.split(r",? and |, ", first))
    unknown = {code for code in module.capabilities if code not in FEATURES and code not in CORE}
    wanted = {FEATURES[code] for code in module.capabilities if code in FEATURES}
    if kernel.stage in ("vert", "frag"):
        wanted.add("graphics")
    for code in sorted(unknown):
        yield f"Needs: its SPIR-V has capability {code}, which {os.path.basename(__file__)} does not know"
    for name in sorted(wanted - said):
        yield f"Needs: nothing of {name}, which its SPIR-V asks for"
    for name in sorted(said - wanted):
        yield f"Needs: {name} is nothing that its SPIR-V asks for"


def bench_errors(root, text, registry):
    """Bench: "none: why", or what is said of it below, with names that exist: technique.bench, "every bench of
    technique", a file; "variants a, b and c" or "every variant but a"; "baseline a", "the baseline is a"."""
    names = re.findall(r"(?<![\w/.])(\w+)\.(\w+)(?![\w/])", re.sub(r"\S*/\S*", "", text))
    whole = re.findall(r"every bench of (\w+)", text)
    files = re.findall(r"(?<![\w.])\w+(?:/\w+)+\.\w+", text)
    benches = [registry[name] for name in (".".join(pair) for pair in names) if name in registry]
    for pair in names:
        if ".".join(pair) not in registry:
            yield f"Bench: there is no bench {'.'.join(pair)}"
    for technique in whole:
        if not any(name.startswith(technique + ".") for name in registry):
            yield f"Bench: there is no technique {technique}"
    for path in files:
        if not os.path.exists(os.path.join(root, path)):
            yield f"Bench: there is no file {path}"
    if not names and not whole and not files and not re.match(r"none\b", text):
        yield "Bench: names no bench (technique.bench), no file, and is not none"
    plain = re.sub(r"\([^)]*\)", "", text)
    for listed in re.findall(r"\bvariants?(?: but)? ((?!of\b)[^;.:]*)", plain):
        for item in re.split(r",? and |, ", listed.strip(" ,")):
            word = item.split(" ")[0]
            for bench in benches:
                if word not in bench["variants"]:
                    yield f"Bench: {bench['name']} has no variant {word}"
    baselines = re.findall(r"\bbaseline(?: is)? (\w+)", plain) + re.findall(r"(\w+) \((?:the )?baseline\)", text)
    for word in baselines:
        if benches and not any(word == bench["baseline"] for bench in benches):
            yield f"Bench: {word} is the baseline of none of them"


def listed(root, path):
    """The names that a meson.build lists, one on a line, each with its types where it has any."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return re.findall(r"^\s*'([^' ]+(?: \w+=[\w,]+)?)',$", file.read(), re.M)


def list_errors(root):
    """Shaders that no list names are not built; those of tests/planted/, files and changes, are in kernels/meson.build."""
    folders = {"tests/planted": "kernels/meson.build"}
    for folder, _, _ in os.walk(os.path.join(root, "kernels")):
        path = os.path.relpath(folder, root)
        if path != "kernels":
            folders[path] = path + "/meson.build"
    for folder, build in sorted(folders.items()):
        entries = listed(root, build) if os.path.exists(os.path.join(root, build)) else []
        names = {entry.split(" ")[0] for entry in entries}
        there = {file.removesuffix(".comp"): file for file in os.listdir(os.path.join(root, folder))
                 if file.rsplit(".", 1)[-1] in spirv.STAGES}
        changes = os.path.join(root, folder, "changes")
        if os.path.exists(changes):
            with open(changes, encoding="utf-8") as file:
                there.update((name, "changes: " + name) for name in re.findall(r"^@ (\w+) = ", file.read(), re.M))
        for name in sorted(set(there) - names):
            yield f"{folder}/{there[name]}: not in {build}"
        for name in sorted(names - set(there)):
            yield f"{build}: there is no {name}"
        if entries != sorted(set(entries)):
            yield f"{build}: not sorted, or a name stands twice"


def registered(build):
    output = subprocess.run([os.path.join(build, "claimcheck"), "list", "--json"],
                            check=True, capture_output=True, text=True).stdout
    benches = {}
    for technique in json.loads(output)["techniques"]:
        for bench in technique["benches"]:
            name = f"{technique['name']}.{bench['name']}"
            benches[name] = {"name": name, "variants": [variant["name"] for variant in bench["variants"]],
                             "baseline": next(variant["name"] for variant in bench["variants"] if variant["baseline"])}
    return benches


def valid(words):
    if not shutil.which("spirv-val"):
        return None
    with tempfile.NamedTemporaryFile(suffix=".spv") as file:
        file.write(spirv.binary(words))
        file.flush()
        done = subprocess.run(["spirv-val", "--target-env", "vulkan1.3", file.name], capture_output=True, text=True)
        return "" if done.returncode == 0 else (done.stdout + done.stderr).strip().split("\n")[0]


def kernel_errors(kernel, build, root, registry):
    if "SPDX-License-Identifier: MIT" not in "".join(kernel.text.split("\n")[:3]):
        yield "no SPDX line at the top"
    said, message = fields(kernel.text)
    if message:
        yield message
        return
    yield from bench_errors(root, said["Bench"], registry)
    words = kernel.words(build)
    if words is None:
        yield "not built"
        return
    message = next(filter(None, map(valid, words)), None)
    if message:
        yield f"no valid SPIR-V: {message}"
        return
    module = spirv.Module(*words)
    yield from binding_errors(kernel, said["Bindings"], module)
    yield from constant_errors(kernel, said["Constants"], module)
    yield from need_errors(kernel, said["Needs"], module)


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__)
        return 1
    build = arguments[0]
    root = os.path.abspath(arguments[1] if len(arguments) == 2 else os.path.join(os.path.dirname(__file__), "../.."))
    kernels = list(spirv.kernels(root))
    registry = registered(build)
    errors = list(list_errors(root))
    for kernel in kernels:
        errors += [f"{kernel.path}: {error}" for error in kernel_errors(kernel, build, root, registry)]
    for error in errors:
        print(error)
    print(f"{len(kernels)} kernels")
    if errors or not kernels:
        return 1
    if not shutil.which("spirv-val"):
        print("spirv-val is not installed")
        return 77
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
