"""The colours of the window's themes, as a page's style knows them."""

from __future__ import annotations

from sandbox.render.colours import ColourScheme


def inks(palette: ColourScheme) -> dict[str, str]:
    """Return the colours of the interface as variables of a style sheet."""
    return {
        f"--{name.lower().replace('_', '-')}": f"rgba({round(r * 255)},{round(g * 255)},{round(b * 255)},{a:g})"
        for name, (r, g, b, a) in palette.inks._asdict().items()
    }


def ink_rules(palette: ColourScheme) -> str:
    """Return the declarations of these variables."""
    return " ".join(f"{name}: {colour};" for name, colour in inks(palette).items())
