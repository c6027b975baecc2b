# SPDX-License-Identifier: MIT
"""What rules ask of a kernel: its text, with what it includes, and its SPIR-V, as it is shipped.

SPIR-V is read from the words themselves, after the SPIR-V specification 1.6.
"""
import os
import re
import struct

STAGES = ("comp", "vert", "frag", "task", "mesh", "rgen", "rmiss", "rahit")

CAPABILITY, POINTER, VARIABLE, DECORATE = 17, 32, 59, 71
SPEC_ID, BINDING, NO_CONTRACTION = 1, 33, 42
PUSH_CONSTANT = 9
# FAdd FSub FMul FDiv VectorTimesScalar MatrixTimesScalar VectorTimesMatrix MatrixTimesVector MatrixTimesMatrix Dot
FLOAT_OPERATIONS = {129, 131, 133, 136, 142, 143, 144, 145, 146, 148}


class Module:
    """Facts of one kernel, or of all that one file is built into. bindings, spec_ids, capabilities: sets of numbers;
    push: whether there is a block of push constants; float_operations, of which so many are precise."""

    def __init__(self, *built):
        self.bindings, self.spec_ids, self.capabilities, self.push = set(), set(), set(), False
        self.float_operations = self.precise = 0
        for words in built:
            self._add(words)

    def _add(self, words):
        floats, exact = [], set()
        at = 5  # behind the header
        while at < len(words):
            count, code = words[at] >> 16, words[at] & 0xFFFF
            rest = words[at + 1 : at + count]
            if code == CAPABILITY:
                self.capabilities.add(rest[0])
            elif code == VARIABLE:
                self.push = self.push or rest[2] == PUSH_CONSTANT
            elif code in FLOAT_OPERATIONS:
                floats.append(rest[1])
            elif code == DECORATE and rest[1] == SPEC_ID:
                self.spec_ids.add(rest[2])
            elif code == DECORATE and rest[1] == BINDING:
                self.bindings.add(rest[2])
            elif code == DECORATE and rest[1] == NO_CONTRACTION:
                exact.add(rest[0])
            at += count
        self.float_operations += len(floats)
        self.precise += sum(1 for result in floats if result in exact)


class Kernel:
    """One file of kernels/<folder>/: `path` from the root of the tree, `text`, `closure` (the text and that of all it
    includes, by path)."""

    def __init__(self, root, path):
        self.root, self.path = root, path
        self.folder, file = path.split("/")[-2:]
        self.name, self.stage = file.rsplit(".", 1)
        self.closure = {}
        self._read(path)
        self.text = self.closure[path]

    def _read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            text = self.closure[path] = file.read()
        for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.M):
            for folder in ("kernels", os.path.dirname(path)):
                found = os.path.join(folder, name)
                if found not in self.closure and os.path.exists(os.path.join(self.root, found)):
                    self._read(found)

    def code(self):
        """The text of the closure, without comments."""
        return re.sub(r"/\*.*?\*/|//[^\n]*", " ", "\n".join(self.closure.values()), flags=re.S)

    def names(self):
        """Those that it is built under: its own, one for each type of its folder's list, or both."""
        lists = os.path.join(self.root, os.path.dirname(self.path), "meson.build")
        text = open(lists, encoding="utf-8").read() if os.path.exists(lists) else ""
        typed = re.search(rf"^    '{self.name} \w+=([\w,]+)',$", text, re.M)
        values = typed.group(1).split(",") if typed else []
        plain = [self.name] if not typed or f"\n    '{self.name}',\n" in text else []
        return plain + [f"{self.name}_{value}" for value in values]

    def words(self, build):
        """The words of each that is built of it; None where one is missing."""
        built = []
        for name in self.names():
            path = os.path.join(build, "kernels", f"{self.folder}_{name}.inc")
            if not os.path.exists(path):
                return None
            with open(path, encoding="ascii") as file:
                built.append([int(word, 16) for word in re.findall(r"0x[0-9a-f]+", file.read())])
        return built


def binary(words):
    return struct.pack(f"<{len(words)}I", *words)


def kernels(root):
    """All files of kernels/ that are compiled, whatever the lists of meson.build say."""
    for folder, _, names in sorted(os.walk(os.path.join(root, "kernels"))):
        for name in sorted(names):
            if name.rsplit(".", 1)[-1] in STAGES:
                yield Kernel(root, os.path.relpath(os.path.join(folder, name), root))
