"""Who is at home in each scene: names, aims and looks, as plain values that `resident_marks` draws."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sandbox.render.mark_list import Colour

Ears = Literal["none", "round", "pointed", "long", "tufts"]
Mouth = Literal["muzzle", "beak", "beard", "bare"]
Hat = Literal["none", "cap", "helmet", "top hat", "bobble", "goggles"]


class Resident(NamedTuple):
    """An animal or a person that looks on."""

    name: str
    who: str
    aim: str  # what it hopes for, as the end of "wants …"
    fur: Colour  # of the head, or its skin
    inner: Colour  # of the ears' insides and the muzzle
    coat: Colour  # of the body
    ears: Ears = "none"
    mouth: Mouth = "bare"
    hat: Hat = "none"
    hat_colour: Colour = (60, 70, 90)
    hair: Colour | None = None

    @property
    def words(self) -> str:
        return f"{self.name}, {self.who}, wants {self.aim}"


RESIDENTS: dict[str, Resident] = {
    "paper": Resident("Ada", "the draughtswoman", "to see every line come true",
                      (240, 200, 168), (232, 150, 130), (86, 108, 160), hat="goggles", hair=(120, 72, 44)),
    "playroom": Resident("Bruno", "the bear", "all toys back in their box before tea",
                         (166, 116, 72), (222, 184, 142), (196, 72, 64), "round", "muzzle"),
    "circus": Resident("Celeste", "the hare", "a number that nobody has seen yet",
                       (236, 232, 226), (240, 176, 184), (92, 60, 140), "long", "muzzle", "top hat", (36, 32, 48)),
    "mill": Resident("Flora", "the mouse", "the wheel to turn and the flour to fall",
                     (176, 168, 160), (238, 182, 180), (150, 104, 64), "round", "muzzle"),
    "greenhouse": Resident("Mango", "the parrot", "a breeze, and someone to talk to",
                           (82, 172, 84), (244, 212, 92), (214, 74, 62), mouth="beak"),
    "laboratory": Resident("Doctor Quill", "the owl", "the experiment to end as it began, twice",
                           (146, 112, 84), (232, 212, 178), (236, 240, 244), "tufts", "beak", "goggles"),
    "rink": Resident("Pip", "the penguin", "to see everybody home dry",
                     (44, 50, 66), (248, 248, 250), (44, 50, 66), mouth="beak", hat="bobble", hat_colour=(206, 60, 60)),
    "harbour": Resident("Old Marten", "the sailor", "one quiet evening, or a good bang",
                        (228, 180, 148), (226, 226, 224), (38, 62, 104), mouth="beard", hat="cap",
                        hat_colour=(32, 48, 84)),
    "quarry": Resident("Grub", "the mole", "stone to roll where it should",
                       (88, 76, 76), (226, 160, 150), (206, 150, 54), mouth="muzzle", hat="helmet",
                       hat_colour=(240, 194, 60)),
    "signalbox": Resident("Tilda", "the cat", "every train on time, and then a nap",
                          (238, 156, 72), (255, 240, 218), (40, 70, 64), "pointed", "muzzle", "cap", (40, 56, 72)),
    "lighthouse": Resident("Captain Oda", "the keeper", "the light to burn until morning",
                           (222, 172, 140), (236, 236, 232), (230, 190, 60), mouth="beard", hat="bobble",
                           hat_colour=(66, 84, 128)),
}  # fmt: skip
