"""Write results as the XML that CI servers read (JUnit's, in the form that Jenkins, GitLab and pytest share)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from sandbox.recording import atomic_files
from sandbox.recording.plain_text import printable_lines
from sandbox.verify.verdicts import Report, Verdict


def write(path: Path, reports: Sequence[Report], seconds: float) -> None:
    """Write the document of `xml` to a file.

    Raises:
        BadFile: it can't be written there.
    """
    atomic_files.write(path, xml(reports, seconds))


def xml(reports: Sequence[Report], seconds: float) -> bytes:
    """Make a document with a test case for each report.

    A difference is a failure; a file that could not be verified is an error. `seconds` is the time of all together; the
    time of a case is the processor time of its run.
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
    file = printable_lines(report.file)  # XML can't hold most of what is not printable, not even escaped
    folder, _, name = file.rpartition("/")
    case = {"classname": folder or ".", "name": name, "file": file, "time": f"{report.seconds:.3f}"}
    element = ElementTree.SubElement(suite, "testcase", case)
    if report.exit == 0:
        ElementTree.SubElement(element, "system-out").text = printable_lines(f"{report.verdict}: {report.reason}")
        return
    kind = "error" if report.verdict is Verdict.REFUSED else "failure"
    problem = ElementTree.SubElement(
        element, kind, {"type": str(report.verdict), "message": printable_lines(report.reason)}
    )
    problem.text = printable_lines("\n".join((report.reason, *report.explanation)))
