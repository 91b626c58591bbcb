"""The results as the XML that CI servers read (JUnit's, in the form that Jenkins, GitLab and pytest share)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from sandbox.verdicts import Report, Verdict

# What XML 1.0 can't hold, not even escaped.
_UNPRINTABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml(reports: Sequence[Report], seconds: float) -> bytes:
    """A document with a test case for each report.

    What differs is a failure, what could not be verified an error. `seconds`: how long it all took; a case's own time
    is the processor time of its run.
    """
    failures = sum(1 for report in reports if report.exit and report.verdict is not Verdict.REFUSED)
    errors = sum(1 for report in reports if report.verdict is Verdict.REFUSED)
    counts = {"tests": str(len(reports)), "failures": str(failures), "errors": str(errors), "time": f"{seconds:.3f}"}
    root = ElementTree.Element("testsuites", {"name": "sandbox verify", **counts})
    suite = ElementTree.SubElement(root, "testsuite", {"name": "sandbox verify", **counts})
    for report in reports:
        _add_case(suite, report)
    ElementTree.indent(root)
    document: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return document + b"\n"


def _add_case(suite: ElementTree.Element, report: Report) -> None:
    file = _clean(report.file)
    folder, _, name = file.rpartition("/")
    case = {"classname": folder or ".", "name": name, "file": file, "time": f"{report.seconds:.3f}"}
    element = ElementTree.SubElement(suite, "testcase", case)
    if report.exit == 0:
        ElementTree.SubElement(element, "system-out").text = _clean(f"{report.verdict}: {report.reason}")
        return
    kind = "error" if report.verdict is Verdict.REFUSED else "failure"
    problem = ElementTree.SubElement(element, kind, {"type": str(report.verdict), "message": _clean(report.reason)})
    problem.text = _clean("\n".join((report.reason, *report.explanation)))


def _clean(text: str) -> str:
    return _UNPRINTABLE.sub("?", text)
