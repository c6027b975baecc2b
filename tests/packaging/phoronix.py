#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The test profile of the Phoronix Test Suite: tests/packaging/phoronix.py CLAIMCHECK

Its XML is well-formed, has the elements that the suite's schemas know, in their order, and a parser for each claim that is
about a ratio. Its install.sh is called with a stand-in for the bundle, which gives a kept run in place of one: what the test
then writes is what `claims` says, and each line is found by one parser alone. Exit code: 0, 1.
"""
import csv
import glob
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
PHORONIX = os.path.join(ROOT, "packaging/phoronix")
# Children that an element may have, in this order, once each, except ResultsParser and Package.
ELEMENTS = {
    "test-definition.xml": {
        "PhoronixTestSuite": ["TestInformation", "TestProfile", "TestSettings"],
        "TestInformation": ["Title", "AppVersion", "Description", "ResultScale", "Proportion", "ResultQuantifier",
                            "DisplayFormat", "SubTitle", "Executable", "TimesToRun", "IgnoreRuns"],
        "TestProfile": ["Version", "SupportedPlatforms", "SoftwareType", "TestType", "License", "Status",
                        "SupportedArchitectures", "ExternalDependencies", "Extends", "RequiresRoot", "EnvironmentSize",
                        "EnvironmentTestingSize", "EstimatedTimePerRun", "ProjectURL", "Maintainer"],
    },
    "results-definition.xml": {
        "PhoronixTestSuite": ["ResultsParser"],
        "ResultsParser": ["OutputTemplate", "LineHint", "ResultScale", "ResultProportion", "ArgumentsDescription"],
    },
    "downloads.xml": {
        "PhoronixTestSuite": ["Downloads"],
        "Downloads": ["Package"],
        "Package": ["URL", "MD5", "SHA256", "FileName", "FileSize"],
    },
}
REPEATED = ("ResultsParser", "Package")
VALUES = {"Proportion": ("LIB", "HIB", "ABSTRACT"), "ResultProportion": ("LIB", "HIB", "ABSTRACT"),
          "SoftwareType": ("Benchmark",), "TestType": ("Graphics",), "License": ("Free",),
          "Status": ("Verified", "Unverified", "Experimental")}

faults = []


def check_element(name, element, known):
    order = known.get(element.tag)
    if order is None:
        if list(element) or not (element.text or "").strip():
            faults.append(f"{name}: {element.tag} is empty or has elements")
        if element.tag in VALUES and element.text not in VALUES[element.tag]:
            faults.append(f"{name}: {element.tag} is {element.text}")
        return
    last = -1
    for child in element:
        if child.tag not in order:
            faults.append(f"{name}: {element.tag} has {child.tag}")
            continue
        place = order.index(child.tag)
        if place < last or (place == last and child.tag not in REPEATED):
            faults.append(f"{name}: {child.tag} stands in the wrong place, or twice")
        last = place
        check_element(name, child, known)


def read(folder):
    trees = {}
    for name, known in ELEMENTS.items():
        try:
            trees[name] = xml.etree.ElementTree.parse(os.path.join(folder, name)).getroot()
        except (OSError, xml.etree.ElementTree.ParseError) as error:
            faults.append(f"{name}: {error}")
            continue
        if trees[name].tag != "PhoronixTestSuite":
            faults.append(f"{name}: its root is {trees[name].tag}")
        check_element(name, trees[name], known)
    return trees


def profile_run(folder, archive, claimcheck, run, work):
    """Lines of the log of the test, with a bundle whose `run` copies the kept run."""
    bundle = os.path.join(work, archive.removesuffix(".tar.gz"))
    os.mkdir(bundle)
    stand_in = os.path.join(bundle, "claimcheck")
    with open(stand_in, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nif [ $1 = run ]; then\n    while [ $1 != --out ]; do shift; done\n"
                   f"    xz -dc '{run}' >\"$2\"\nelse\n    exec '{claimcheck}' \"$@\"\nfi\n")
    os.chmod(stand_in, 0o755)
    subprocess.run(["tar", "-czf", archive, os.path.basename(bundle)], cwd=work, check=True)
    shutil.rmtree(bundle)
    log = os.path.join(work, "log")
    environment = dict(os.environ, HOME=work, LOG_FILE=log)
    for command in [os.path.join(folder, "install.sh")], [os.path.join(work, "claimcheck")]:
        subprocess.run(command, cwd=work, env=environment, check=True)
    for status in "install-exit-status", "test-exit-status":
        with open(os.path.join(work, status), encoding="utf-8") as file:
            if file.read() != "0\n":
                faults.append(f"{status} is not 0")
    with open(log, encoding="utf-8") as file:
        return file.read().splitlines()


def check_lines(lines, parsers, wanted):
    found = 0
    for identifier, (hint, template) in parsers.items():
        matching = [line for line in lines if hint in line]
        if len(matching) > 1:
            faults.append(f"{identifier}: its parser finds {matching}")
        if not matching:
            continue
        pattern = re.escape(template).replace(re.escape("#_RESULT_#"), r"([0-9.e+-]+)")
        value = re.fullmatch(pattern, matching[0])
        if not value or float(value[1]) != wanted.get(identifier):
            faults.append(f"{identifier}: '{matching[0]}', not {wanted.get(identifier)}")
        found += 1
    for identifier in parsers.keys() & wanted.keys():
        if not any(parsers[identifier][0] in line for line in lines):
            faults.append(f"{identifier}: claims has {wanted[identifier]}, and the log has nothing")
    if found < 20:
        faults.append(f"only {found} claims of a kept run are found")
    return found


def main(arguments):
    if len(arguments) != 1:
        print(__doc__)
        return 1
    claimcheck = os.path.abspath(arguments[0])
    folders = glob.glob(os.path.join(PHORONIX, "claimcheck-*"))
    if len(folders) != 1:
        print(f"{len(folders)} profiles in {PHORONIX}")
        return 1
    trees = read(folders[0])
    if faults:
        print("\n".join(faults))
        return 1
    if subprocess.run([os.path.join(PHORONIX, "definition"), "--check"], check=False).returncode != 0:
        faults.append("results-definition.xml is not as it would be written")
    parsers = {parser.findtext("ArgumentsDescription"): (parser.findtext("LineHint"), parser.findtext("OutputTemplate"))
               for parser in trees["results-definition.xml"]}
    run = sorted(glob.glob(os.path.join(ROOT, "results/runs/nvidia-h100*/*claims-*.json.xz")))[0]
    said = subprocess.run([claimcheck, "claims", "--csv", run], capture_output=True, text=True, check=True).stdout
    wanted = {row["claim"]: float(row["r"]) for row in csv.DictReader(io.StringIO(said)) if row["r"]}
    with tempfile.TemporaryDirectory() as work:
        lines = profile_run(folders[0], trees["downloads.xml"].findtext(".//FileName"), claimcheck, run, work)
    found = check_lines(lines, parsers, wanted)
    print("\n".join(faults) or f"{len(parsers)} claims have a parser, {found} a value in a kept run")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
