#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Operations on floats are not contracted where kernels say `precise`: tests/rules/precise.py BUILD [ROOT]

A shader of kernels/ whose text, or that of a file it includes, has `precise` is to be precise as a whole: every
addition, multiplication and division of floats in its SPIR-V, as it is shipped, bears NoContraction. glslc loses it
where it unrolls a loop, for one. One that is so in part says in its header, under Error, "not precise: " and what.
Exit code: 0, 1.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
import spirv  # noqa: E402


def precise_errors(kernel, build):
    words = kernel.words(build)
    if words is None:
        yield "not built"
        return
    module = spirv.Module(*words)
    loose = module.float_operations - module.precise
    header = re.search(r"\n \* Error (.*?)\n \* Needs ", kernel.text, re.S)
    excepted = header is not None and "not precise: " in re.sub(r"\s*\n \*\s*", " ", header.group(1))
    print(f"{kernel.path}: {module.float_operations} operations on floats, {loose} not precise")
    if loose > 0 and not excepted:
        yield f"{loose} operations may be contracted"
    if loose == 0 and excepted:
        yield 'all is precise, "not precise" under Error says otherwise'


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__)
        return 1
    root = os.path.abspath(arguments[1] if len(arguments) == 2 else os.path.join(os.path.dirname(__file__), "../.."))
    held = [kernel for kernel in spirv.kernels(root) if re.search(r"\bprecise\b", kernel.code())]
    errors = [f"{kernel.path}: {error}" for kernel in held for error in precise_errors(kernel, arguments[0])]
    for error in errors:
        print(error)
    if not held:
        print("no kernel says precise")
    return 1 if errors or not held else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
