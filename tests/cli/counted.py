#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""counted.py: says of a run file how many cases are right, unsupported with a reason, and wrong, and names the first of these.

  tests/cli/counted.py RUN.json      exit code: 0, 1 where a case is wrong or none is right
"""
import json
import sys

right = unsupported = 0
wrong = []
for case in json.load(open(sys.argv[1]))["cases"]:
    if case["status"] in ("ok", "verified"):
        right += 1
    elif case["status"] == "unsupported" and case["reason"]:
        unsupported += 1
    else:
        wrong.append(f'  {case["status"]}: {case["name"]}: {case["reason"]}'[:300])
print("\n".join([f"{right} right, {unsupported} unsupported, {len(wrong)} wrong"] + wrong[:12]))
sys.exit(0 if right > 0 and not wrong else 1)
