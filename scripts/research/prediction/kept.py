# SPDX-License-Identifier: MIT
"""Predictions of the cache model that are kept: results/models/NAME.json, with the profile and the commands they are by. What is not
there, or cannot be made, raises ValueError or OSError."""
import json
import re
import tomllib

from script import printed_by

WORKLOAD = ("image", "planes", "texel", "layout", "taps", "group")


def read_toml(path):
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None


def definition(root, name):
    defined = read_toml(root / "results" / "models" / "predictions.toml")
    if name not in defined:
        raise ValueError(f"no predictions are named {name}; results/models/predictions.toml has {', '.join(sorted(defined))}")
    return defined[name]


def profile_name(root, name):
    """That of the predictions themselves, unless they name another."""
    return definition(root, name).get("profile", name)


def profile(root, name):
    return read_toml(root / "results" / "models" / f"{profile_name(root, name)}.toml")


def workloads(defined):
    """One for each image, as {"image": "64x32", "planes": 3, ...}."""
    for entry in defined["workloads"]:
        for image in entry["images"]:
            yield {"image": image} | {key: entry[key] for key in WORKLOAD[1:]}


def command(by, workload, orders, ranged):
    """The arguments of claimcheck, from the tree's root; `by` is the profile."""
    arguments = ["inspect", "cache", "--profile", f"results/models/{by}.toml", "--predict"]
    for key in WORKLOAD:
        arguments += [f"--{key}", str(workload[key])]
    for key, value in orders.items():
        arguments += [f"--{key}", value]
    return arguments + (["--range"] if ranged else []) + ["--json"]


def predict(claimcheck, root, arguments):
    """What the model says, as inspect prints it."""
    return json.loads(printed_by(claimcheck, *arguments, cwd=root))


def make_workload(claimcheck, root, by, workload, lists, ranged):
    made = dict(workload)
    made["commands"], made["predictions"] = [], []
    for orders in lists:
        arguments = command(by, workload, orders, ranged)
        answer = predict(claimcheck, root, arguments)
        made["commands"].append("claimcheck " + " ".join(arguments))
        made |= {fact: answer[fact] for fact in ("groups", "resident_groups", "rho", "distinct")}
        made["predictions"] += [row for row in answer["predictions"] if row not in made["predictions"]]
    return made


def make(claimcheck, root, name, say):
    """Writes the kept file, and leaves what was there where something fails."""
    defined = definition(root, name)
    made = {"schema_version": 1, "made_by": f"scripts/research/predict make {name}",
            "note": "Predicted by a model, not measured.", "profile": profile(root, name), "workloads": []}
    for workload in workloads(defined):
        say(f"{name}: {workload['image']} {workload['layout']}, {workload['planes']} planes of {workload['texel']} bytes")
        made["workloads"].append(make_workload(claimcheck, root, profile_name(root, name), workload, defined["orders"], defined["range"]))
    write(root / "results" / "models" / f"{name}.json", made)


def write(path, made):
    """A line per prediction, so that a difference is read."""
    text = json.dumps(made, indent=1)
    text = re.sub(r'\{\n {5}("order".*?)\n {4}\}', lambda row: "{" + row[1].replace("\n     ", " ") + "}", text, flags=re.S)
    path.write_text(text + "\n", encoding="utf-8")


def read(root, name):
    return json.loads((root / "results" / "models" / f"{name}.json").read_text(encoding="utf-8"))


def of_profile(root, name):
    """NAME.json, and what is kept of other predictions by the same profile."""
    made = read(root, name)
    for other, defined in read_toml(root / "results" / "models" / "predictions.toml").items():
        if other != name and defined.get("profile") == name:
            made["workloads"] += read(root, other)["workloads"]
    return made


def differences(claimcheck, root, name):
    """What a small part of the kept file, made anew, says otherwise: one image, row_major and one order."""
    kept, defined = read(root, name), definition(root, name)
    if kept["profile"] != profile(root, name):
        yield f"results/models/{name}.json: another profile than {profile_name(root, name)}.toml: make it again"
        return
    wanted = [tuple(workload.values()) for workload in workloads(defined)]
    if wanted != [tuple(workload[key] for key in WORKLOAD) for workload in kept["workloads"]]:
        yield f"results/models/{name}.json: other workloads than predictions.toml: make it again"
        return
    workload = min(kept["workloads"], key=lambda entry: entry["groups"] * entry["planes"])
    answer = predict(claimcheck, root, command(profile_name(root, name), workload, {"order": "tiled_x", "n": "16"}, False))
    for fact in ("groups", "resident_groups", "rho", "distinct"):
        if answer[fact] != workload[fact]:
            yield f"results/models/{name}.json: {workload['image']}: {fact} {workload[fact]}, now {answer[fact]}"
    for row in answer["predictions"]:
        kept_row = next(one for one in workload["predictions"] if (one["order"], one["n"]) == (row["order"], row["n"]))
        for key, value in row.items():
            if value is not None and value != kept_row[key]:
                yield f"results/models/{name}.json: {workload['image']}: {row['order']}: {key} {kept_row[key]}, now {value}"
