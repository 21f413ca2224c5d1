"""Writes the costs of frames as JSON, as JUnit XML for continuous integration, and as SARIF for
notes on source lines.

JUnit: a test case for each limited figure, and one for each broken rule of the strict machine.
SARIF 2.1.0: a result for each finding at its line, and one for each exceeded limit, at the most
expensive routine.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from asm.output.debuginfo import Where

from ...console.frame import Frame
from ...errors import printable
from ...strict.finding import Finding
from ...strict.rules import ERROR, RULES
from .limits import Limits, faults, number

FORMAT = "vecx-budget/1"
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def report(frames: Sequence[Frame], preset: str, limits: Limits,
           findings: Sequence[Finding] = ()) -> dict[str, Any]:
    wrong = faults(frames, limits)
    data = {"format": FORMAT, "preset": preset, "limits": limits.as_dict(),
            "frames": [{"frame": frame.index, "start_cycle": frame.start_cycle, "cut": frame.cut,
                        **asdict(frame.budget)} for frame in frames],
            "verdict": "exceeded" if wrong else "passed"}
    if findings:
        data["findings"] = [finding_data(finding) for finding in findings]
    return data


SARIF_LEVELS = {"advice": "note"}       # SARIF's names for levels


def finding_data(finding: Finding) -> dict[str, Any]:
    return {"rule": finding.rule.name, "level": finding.rule.level, "what": finding.what,
            "file": finding.where.file, "line": finding.where.line,
            "routine": finding.where.routine, "inside": finding.inside, "pc": finding.pc,
            "frame": finding.frame, "cycle": finding.cycle, "count": finding.count,
            "hardware": finding.rule.hardware, "fix": finding.rule.fix,
            "history": [{"what": what, "file": at.file, "line": at.line, "address": at.address}
                        for what, at in finding.steps], "witness": finding.witness}


def to_json(data: dict[str, Any]) -> str:
    """Return the costs of frames as JSON, one frame per line."""
    head = {key: value for key, value in data.items() if key != "frames"}
    rows = ",\n  ".join(json.dumps(row) for row in data["frames"])
    return json.dumps(head)[:-1] + ', "frames": [\n  ' + rows + "\n]}\n"


def junit(frames: Sequence[Frame], limits: Limits, findings: Sequence[Finding],
          name: str) -> str:
    """Return JUnit XML that shows which limits were exceeded and which strict rules were broken.

    Args: name  of the cartridge
    """
    judged = [frame for frame in frames if frame.index > 0]
    cases = []
    for figure, limit in limits.most.items():
        over = [frame for frame in judged if not frame.budget[figure] <= limit]
        text = "\n".join(f"frame {frame.index}: {figure} {number(frame.budget[figure])} > "
                         f"{number(limit)}" for frame in over)
        cases.append((figure, f"{len(over)} of {len(judged)} frames exceed {number(limit)}", text))
    broken: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.rule.level == ERROR:
            broken.setdefault(finding.rule.name, []).append(finding)
    for rule, found in broken.items():
        cases.append((f"strict {rule}", found[0].what, "\n".join(map(str, found))))
    if not cases:
        cases.append(("runs", "", ""))
    failed = sum(bool(text) for _, _, text in cases)
    name = printable(name)      # XML excludes most control characters
    suite = ElementTree.Element("testsuite", name=f"vecx budget {name}", tests=str(len(cases)),
                                failures=str(failed), errors="0", skipped="0")
    for case, message, text in cases:
        element = ElementTree.SubElement(suite, "testcase", classname=f"vecx.{name}", name=case)
        if text:
            failure = ElementTree.SubElement(element, "failure", message=printable(message))
            failure.text = printable(text)
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' \
        + ElementTree.tostring(root, encoding="unicode") + "\n"


def sarif(frames: Sequence[Frame], limits: Limits, findings: Sequence[Finding],
          place: Where | None, version: str) -> str:
    """Return findings and exceeded limits as SARIF.

    Args: place  start of the most expensive routine, for annotations of exceeded limits
    """
    results = [_result(finding.rule.name, SARIF_LEVELS.get(finding.rule.level, finding.rule.level),
                       _sentences(finding), finding.where, finding.steps) for finding in findings]
    for figure, limit in limits.most.items():
        over = [frame for frame in frames if frame.index > 0
                and not frame.budget[figure] <= limit]
        if over:
            worst = max(over, key=lambda frame: frame.budget[figure])
            text = (f"{len(over)} frames exceed {figure} {number(limit)}; the maximum is "
                    f"{number(worst.budget[figure])} in frame {worst.index}")
            results.append(_result("limit", ERROR, text, place))
    rules = [{"id": rule.name, "shortDescription": {"text": rule.hardware},
              "help": {"text": rule.fix}} for rule in RULES]
    rules.append({"id": "limit", "shortDescription": {"text": "a frame exceeds a limit"},
                  "help": {"text": "draw or compute less, or raise the limit"}})
    log = {"$schema": SARIF_SCHEMA, "version": "2.1.0",
           "runs": [{"tool": {"driver": {"name": "vecx", "version": version, "rules": rules}},
                     "results": results}]}
    return json.dumps(log, indent=1) + "\n"


def _sentences(finding: Finding) -> str:
    """Return the text of a finding as sentences, without its place."""
    return (f"{finding.what}. " + (f"History: {finding.history}. " if finding.steps else "")
            + (f"Witness: {finding.witness}. " if finding.witness else "")
            + f"On hardware: {finding.rule.hardware}. To fix: {finding.rule.fix}.")


def _result(rule: str, level: str, text: str, where: Where | None,
            steps: Sequence[tuple[str, Where]] = ()) -> dict[str, Any]:
    result: dict[str, Any] = {"ruleId": rule, "level": level, "message": {"text": text}}
    if where is not None and where.file:
        result["locations"] = [{"physicalLocation": _location(where)}]
    related = [{"physicalLocation": _location(at), "message": {"text": what}}
               for what, at in steps if at.file]
    if related:
        result["relatedLocations"] = related
    return result


def _location(where: Where) -> dict[str, Any]:
    path = Path(where.file)
    uri = path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))
    return {"artifactLocation": {"uri": uri}, "region": {"startLine": where.line}}
