"""Write the open puzzle 'Airship to let': a weak airship gives the signal, and what is strong does the rest."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "Airship to let",
    text=(
        "The airship goes to and fro, and is not strong. The mouse wants the cheese, and then her hole beyond the "
        "ditch; the cook wants the coconut in her basket."
    ),
    insight="Two newtons lift nothing and push nothing over, but they are enough to say when.",
    width=5.8,
    height=3.6,
    scene="greenhouse",
    open=True,
)
ground = level.room(roof=True)
STEP = 0.035  # m: the brink of the ditch lies lower, so that a plank across it is level with the beds
west = bed(level, 0.0, 2.45, 0.5)
bed(level, 2.45, 2.6, 0.5 - STEP)
bed(level, 3.1, 3.25, 0.5 - STEP)
east = bed(level, 3.25, 5.8, 0.5)
mouse = level.put("mouse").on(west, x=1.75)
level.put("fixed_block", width=0.12, height=0.25).on(west, x=1.36)
hole = level.put("mouse_hole").on(east, x=3.48)

shelf = level.put("floor", width=1.15, height=0.06).at(2.9, 1.5)
board = level.put("fixed_block", width=0.4, height=0.06).on(shelf, x=2.53)
cheese = level.put("cheese").on(board, x=2.6)
flap = level.put("trap_door", width=0.4, mass=20.0).at(4.05, 2.35)
ball = level.put("bowling_ball").on(flap, x=4.05).named("the coconut")
airship = level.put("blimp").at(0.6, 3.1)
stump = level.put("fixed_block", width=0.5, height=0.35).on(east, x=5.5)
basket = level.put("basket", width=0.5).on(stump, x=5.5)

level.goal("The mouse is in her hole, and full", when.state(mouse, "home"))
level.goal("The coconut is in the basket", when.held(0.5, when.contained(ball, basket)))
level.fails("The airship has come down", when.gone(airship))

pane(level, 1.1, 1.6, 1.2, 1.1)
pane(level, 4.9, 2.75, 0.8, 0.7)
hang(level, "window", 1.1, 1.6, 1.3)
hang(level, "bunting", 1.6, 3.45, 1.4)
hang(level, "bunting", 4.2, 3.45, 1.4)
hang(level, "clock", 5.35, 2.3, 0.8)
stand(level, "plant", west, 0.7, 1.1)
stand(level, "drum", west, 2.1, 0.7)
stand(level, "plant", east, 4.35, 1.0)
stand(level, "plant", east, 4.85, 0.8)

# One way: the airship pulls a switch, the coconut falls, and falls on the button of the wind.
switch = level.give("rope_switch", pull=1.0).turned(105).at(2.4, 2.65)
level.tie(airship, switch)
level.join("wire", switch, flap)
button = level.give("button").at(3.98, 1.95)
level.give("ramp", width=0.9, height=0.45).at(4.56, 1.48)
wind = level.give("fan", running=False, speed=22.0, title="Fan, off").flipped().on(shelf, x=3.2)
level.join("wire", button, wind)
level.give("bar", width=0.8, height=0.03).at(2.85, 0.5)

# Other ways, and what is of no use.
level.spare("light_gate", mode="pulse", title="Light gate, a pulse")
level.spare("boxing_glove", speed=1.2, title="Gentle boxing glove")
level.spare("conveyor", width=0.9, speed=0.8)
level.spare("trampoline")
level.spare("bellows")
level.spare("balloon")
level.clues(
    goal="The coconut first: its flap opens at a signal, and it may knock on something on its way.",
    family="Look under Electric for what two newtons can pull, or for what sees an airship go by.",
    piece=switch,
)
level.aim("Nothing is tied to the airship", without="rope")
level.aim("Without wind", without=("fan", "bellows"))
level.aim("A chain of seven", chain=7)
level.par(parts=8, seconds=15.5)
level.save()
