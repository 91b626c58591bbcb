"""The chains of known machines, counted by hand.

Each was read off the list of its parts and links, its events and pictures of its run, twice a second, by the rules of
the manual, before the program had counted any of them. A chain ends with the recording.

Three were revised when the program's count differed, and a measurement that has nothing to do with it agreed: the
baskets of `signalbox/two-at-once` and `draught` had been counted, but never move faster than 2 cm/s when the crate
slides in; the net of `greenhouse/let-go` reports its goal 0.2 s after the win, where the list of events had ended.
"""

from __future__ import annotations

# By the name of a recording: the kinds of the parts of its longest chain, in order, and the number of their families.
HAND_COUNTS: dict[str, tuple[str, int]] = {
    "drop": ("bowling_ball basket", 2),
    "roll": ("bowling_ball basket", 2),
    "bounce": ("tennis_ball trampoline", 2),
    "playroom/light-or-heavy": ("custom_ball catapult baseball", 2),
    "rink/he-presses": ("walker button release_hook crate", 4),
    "hello": ("bowling_ball button conveyor soccer_ball basket", 4),
    "signalbox/hold-it": ("bowling_ball button conveyor cardboard_box basket", 4),
    "signalbox/two-at-once": ("bowling_ball button conveyor crate", 4),
    "greenhouse/let-go": ("conveyor petanque_boule scissors balloon polygon soccer_ball goal", 5),
    "bigtop/from-behind": ("tennis_ball boxing_glove bowling_ball crate pressure_plate timer display", 4),
    "harbour/drawbridge": ("soccer_ball pressure_plate trap_door bowling_ball seesaw polygon bumper", 6),
    "snip": ("conveyor petanque_boule button scissors bowling_ball soccer_ball bucket polygon", 6),
    "press": (
        "bowling_ball button conveyor soccer_ball basket pressure_plate trap_door baseball bell", 5,
    ),
    "harbour/over-the-wheel": (
        "conveyor bowling_ball crate seesaw soccer_ball pressure_plate release_hook weight lamp", 7,
    ),
    "bigtop/two-gloves": (
        "tennis_ball boxing_glove boxing_glove bowling_ball basket pressure_plate conveyor bowling_pin water_tank", 6,
    ),
    "draught": (
        "fan balloon button conveyor crate pressure_plate fan volleyball bell", 5,
    ),
    "showcase/breakfast": (
        "tennis_ball hamster_wheel generator lamp solar_panel conveyor petanque_boule toaster bell dog", 6,
    ),
    "topple": ("soccer_ball " + 8 * "domino " + "soccer_ball basket", 2),
    "mill/in-a-hurry": (
        "soccer_ball hamster_wheel gear driven_conveyor crate " + 5 * "domino " + "soccer_ball", 3,
    ),
    "demolition": (
        "soccer_ball " + 6 * "domino " + "bowling_ball detonator dynamite crate bowling_pin", 3,
    ),
    "quarry/one-wire-for-three": (
        "petanque_boule button dynamite dynamite dynamite brittle_wall pressure_plate gate timer release_hook "
        "bowling_ball bowling_pin", 5,
    ),
    "strike": (
        "conveyor soccer_ball boxing_glove bowling_ball button boxing_glove bowling_ball "
        + 4 * "bowling_pin " + "pressure_plate cannon balloon", 7,
    ),
    "bigtop/see-and-saw": (
        "bowling_ball seesaw crate pressure_plate conveyor soccer_ball " + 8 * "domino " + "bell", 5,
    ),
    "mill/three-floors": (
        "motor gear gear driven_conveyor weight bucket bar soccer_ball hamster_wheel gear driven_conveyor crate "
        + 4 * "domino " + "button firework", 6,
    ),
}  # fmt: skip
