"""The benchmark as a page: curves of success, tables, and what all of it means. The page is one file."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from sandbox.environment.agents import agents
from sandbox.environment.agents.benchmark import LEVELS, VARIANTS, BenchmarkPlan, Score, auccess, solved_within
from sandbox.recording import atomic_files, fingerprint

_WIDTH, _HEIGHT, _LEFT, _BELOW = 640, 300, 48, 40  # px
# Colour is never the only sign: each line has a pattern, a sign at its end and its name.
_LINES = {"random": ("#b07800", "2 4", "○"), "learned": ("#2563eb", "", "●"), "search": ("#2b8a3e", "8 4", "■")}
_ABOUT = {
    "random": "places every piece anywhere, however turned, and links any ports",
    "learned": "ranks such placements by what alike ones were worth, in other variants of the templates and in its own "
    "tries before (a weighted mean of known rewards); every third try is at random",
    "search": "is the program's own, as of sandbox solve; a run of it is a try, and the environment has to confirm it",
}
_STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --faint: #ddd; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #1b1b1d; --faint: #3a3a3e; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 56rem;
  margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } th, td { text-align: right; padding: .2rem .9rem .2rem 0;
  border-bottom: 1px solid var(--faint); font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
svg { max-width: 100%; height: auto; } svg text { font-size: 13px; fill: var(--ink); }
svg .grid { stroke: var(--faint); }
"""


def write(path: Path, scores: Sequence[Score], plan: BenchmarkPlan) -> None:
    """Write the page to a file.

    Raises:
        BadFile: it can't be written there.
    """
    atomic_files.write(path, html_page(scores, plan).encode("utf-8"))


def html_page(scores: Sequence[Score], plan: BenchmarkPlan) -> str:
    """Make the page."""
    groups = [group for group in (VARIANTS, LEVELS) if any(score.group == group for score in scores)]
    body = "\n".join(_section(group, [score for score in scores if score.group == group], plan) for group in groups)
    about = "".join(f"<li><b>{name}</b> {html.escape(_ABOUT[name])}</li>" for name in agents.AGENTS)
    now = fingerprint.current()
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Agents</title><style>{_STYLE}</style></head><body>
<h1>Agents: tries until a level is won</h1>
<p>A try is an episode of the environment Contraption-v0: pieces are placed and linked, then the machine runs once.
Each agent has {plan.tries} tries for each level, and has never seen it before. Seed {plan.seed}.</p>
<ul>{about}</ul>
<p>The learning agent has tried {plan.training} other variants of each template before, {plan.lessons} times each, at
random; their numbers are none of those that are tried here. AUCCESS is the share of levels that are won within k tries,
for all k, where the first count most: weighted by log(k + 1) &minus; log(k), as in the benchmark PHYRE.</p>
{body}
<p>Made by sandbox agents; {html.escape(now.env)}.</p>
</body></html>
"""


def rows(scores: Sequence[Score], tries: int) -> list[tuple[str, str, int, float, dict[int, float]]]:
    """Return for each group and agent the number of levels, AUCCESS, and the shares won within 1, 10 ... tries."""
    listed = []
    for group in (VARIANTS, LEVELS):
        for agent in agents.AGENTS:
            own = [score for score in scores if (score.group, score.agent) == (group, agent)]
            if own:
                shares = solved_within(own, tries)
                marks = {k: shares[k - 1] for k in dict.fromkeys((1, min(10, tries), tries))}
                listed.append((group, agent, len(own), auccess(shares), marks))
    return listed


def _section(group: str, scores: Sequence[Score], plan: BenchmarkPlan) -> str:
    summary = rows(scores, plan.tries)
    marks = list(summary[0][4])
    heads = "".join(f"<th>within {k}</th>" for k in marks)
    lines = "".join(
        f"<tr><td>{agent}</td><td>{value:.3f}</td>{''.join(f'<td>{shares[k]:.0%}</td>' for k in marks)}</tr>"
        for _, agent, _, value, shares in summary
    )
    return (
        f"<h2>{group.capitalize()} ({summary[0][2]})</h2>{_plot(scores, plan.tries)}"
        f"<table><thead><tr><th>agent</th><th>AUCCESS</th>{heads}</tr></thead><tbody>{lines}</tbody></table>"
        f"<h3>One by one</h3>{_one_by_one(group, scores, plan.tries)}"
    )


def _one_by_one(group: str, scores: Sequence[Score], tries: int) -> str:
    """Make the table of templates (AUCCESS) or of levels (the try that won)."""
    lines = []
    for subject in dict.fromkeys(score.subject for score in scores):
        cells = ""
        for agent in agents.AGENTS:
            own = [score for score in scores if (score.subject, score.agent) == (subject, agent)]
            if group == VARIANTS:
                cells += f"<td>{auccess(solved_within(own, tries)):.3f}</td>"
            else:
                at = own[0].tried.won_at
                cells += f"<td>{at if at is not None else '&ndash;'}</td>"
        lines.append(f"<tr><td>{html.escape(subject)}</td>{cells}</tr>")
    what = "template: AUCCESS" if group == VARIANTS else "level: the try that won"
    heads = "".join(f"<th>{agent}</th>" for agent in agents.AGENTS)
    return f"<table><thead><tr><th>{what}</th>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _plot(scores: Sequence[Score], tries: int) -> str:
    """Draw the share of levels that are won within so many tries, on a logarithmic axis."""
    across, high = _WIDTH - _LEFT - 110, _HEIGHT - _BELOW - 16

    def point(k: int, share: float) -> tuple[float, float]:
        return _LEFT + across * math.log(k) / max(1e-9, math.log(tries)), 16 + high * (1.0 - share)

    marks = ""
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = point(1, share)
        marks += f'<line class="grid" x1="{x:.1f}" x2="{x + across:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        marks += f'<text x="{x - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>'
    for k in [k for k in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if k <= tries]:
        x, y = point(k, 0.0)
        marks += f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{k}</text>'
    marks += f'<text x="{_LEFT + across / 2:.1f}" y="{_HEIGHT - 4}" text-anchor="middle">tries</text>'
    marks += _curves(scores, tries, point)
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" role="img">{marks}</svg>'


def _curves(scores: Sequence[Score], tries: int, point: Callable[[int, float], tuple[float, float]]) -> str:
    """Draw the curve of each agent with its name at its end; names that would lie on another are moved down."""
    drawn, ends = "", []
    for agent in agents.AGENTS:
        colour, dashes, sign = _LINES[agent]
        shares = solved_within([score for score in scores if score.agent == agent], tries)
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in (point(k, share) for k, share in enumerate(shares, 1)))
        drawn += (
            f'<polyline points="{corners}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
        )
        ends.append((point(tries, shares[-1]), f"{sign} {agent}", colour))
    lowest = -math.inf
    for (x, y), words, colour in sorted(ends):
        lowest = max(y, lowest + 16)
        drawn += f'<text x="{x + 8:.1f}" y="{lowest + 4:.1f}" style="fill:{colour}">{words}</text>'
    return drawn
