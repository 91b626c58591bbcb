"""A display: a board of lamps that shows its text while its signal is on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.drawing import GREEN_LAMP, lamp, painted, slab
from sandbox.parts.electric.switched import count_wire
from sandbox.parts.kind import Blueprint, Body, Circle, Kind, Look, Polygon, Port, Property, Rgb, Shape
from sandbox.parts.materials import DARK, STEEL

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

# From the space to Z, five columns of seven lamps a character; the lowest bit is the lamp on top.
_FONT = bytes.fromhex(
    "0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649552250 0005030000 001c224100 0041221c00"
    "082a1c2a08 08083e0808 0050300000 0808080808 0060600000 2010080402 3e5149453e 00427f4000 4261514946 2141454b31"
    "1814127f10 2745454539 3c4a494930 0171090503 3649494936 064949291e 0036360000 0056360000 0008142241 1414141414"
    "4122140800 0201510906 324979413e 7e1111117e 7f49494936 3e41414122 7f4141221c 7f49494941 7f09090101 3e41415132"
    "7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f0204027f 7f0408107f 3e4141413e 7f09090906 3e4151215e"
    "7f09192946 4649494931 01017f0101 3f4040403f 1f2040201f 7f2018207f 6314081463 0304780403 6151494543"
)
_COLOURS: dict[str, tuple[Rgb, Rgb]] = {  # lit and unlit: a text that a level is about has to be read before it is lit
    "amber": ((255, 206, 92), (176, 134, 74)),
    "red": ((255, 112, 96), (186, 88, 80)),
    "green": ((140, 244, 140), (82, 150, 94)),
}
_LIT = 1  # the body of its lit lamps, which is there only while they are


class Display(Kind):
    """Shows a text by lamps. The lit ones are a spare body that nothing bumps into; they don't glow, because so many
    halos would drown the text.

    States: `shown`, and `signals`, how many wires are on."""

    name = "display"
    title = "Display"
    price = 8
    synonyms = "sign, screen, text"
    help = "Shows its text while a wire into it is on: tells what has happened, or says well done."
    source = "A board of lamps, five columns of seven for each character, as on a train; each lamp is 8 mm apart."
    sound = "metal"
    cues = {"shown": "switch", "hidden": "switch"}
    properties = (
        Property("text", "Text", "HELLO", high=16, help="Letters, digits and signs; shown in capitals"),
        Property("colour", "Colour", "amber", choices=tuple(_COLOURS)),
    )
    read = "text"
    states = ("shown", "signals")
    goal_states = ("shown",)
    lamp, edge = 0.0085, 0.024  # m: from lamp to lamp; round them

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        text = (p.text or " ").upper()
        lit, unlit = _COLOURS[p.colour]
        wide, high = self.lamp * (6 * max(2, len(text)) - 1), 7 * self.lamp
        w, h = wide + 2 * self.edge, high + 2 * self.edge
        case, bolt = Look("metal", (62, 68, 82)), STEEL.edged(0.6)
        strokes = self._strokes(text)
        shapes = [
            Shape(slab(w, h, 0.0, 0.0, 0.014), case, friction=0.5, restitution=0.2),
            painted(slab(wide + 0.02, high + 0.02, 0.0, 0.0, 0.004), Look("rubber", (26, 27, 31), outline=0.9)),
            *(painted(stroke, Look("rubber", unlit, outline=0.0)) for stroke in strokes),
            *(painted(stroke, Look("leather", lit, outline=0.0), _LIT) for stroke in strokes),
            *(painted(Circle(0.005, x * (w / 2 - 0.009), y * (h / 2 - 0.009)), bolt) for x in (-1, 1) for y in (-1, 1)),
        ]
        port = Port("signal", 0.0, 0.009 - h / 2, "signal in", title="Switch")
        shapes.append(painted(Circle(0.006, port.x, port.y), DARK))
        shapes.append(lamp(0.005, 0.03, port.y, GREEN_LAMP, "shown", outline=0.5))
        return Blueprint((Body("static"), Body("kinematic")), tuple(shapes), (port,), spare=(_LIT,))

    def _strokes(self, text: str) -> list[Polygon]:
        """Return the lit lamps of a text, those that are one above the other in one piece."""
        strokes = []
        left = -self.lamp * (6 * len(text) - 2) / 2
        for place, character in enumerate(text):
            index = ord(character) - ord(" ")
            first = 5 * (index if 0 <= index < len(_FONT) // 5 else ord("?") - ord(" "))
            for column, lamps in enumerate(_FONT[first : first + 5]):
                row = 0
                while lamps >> row:
                    count = 0
                    while lamps >> (row + count) & 1:
                        count += 1
                    if count:
                        x, y = left + self.lamp * (6 * place + column), self.lamp * (3.5 - row - count / 2)
                        strokes.append(slab(0.9 * self.lamp, self.lamp * (count - 0.1), x, y, 0.002))
                    row += max(1, count)
        return strokes

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        on_now = count_wire(run, on)
        if on_now == bool(run["shown"]):
            return
        run["shown"] = float(on_now)
        board = run.bodies[0]
        if on_now:
            machine.let_out(run, _LIT, (board.position.x, board.position.y), angle=board.angle)
        else:
            machine.take_back(run, _LIT)
        machine.tell("shown" if on_now else "hidden", run)
