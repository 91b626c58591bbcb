"""Write the open level 'Tea on delivery': a stone into a wagon, the wagon over to the mason, and then his tea."""

from _pit import hang, rock, scaffold, stand

from sandbox.authoring import Level, when

level = Level(
    "Tea on delivery",
    text="The mason wants a stone by wagon, and hot tea when it is there. An empty wagon is an insult to him, and tea "
    "before the stone a bribe.",
    insight="A word in passing is soon over: what is to go on needs somebody who does not let go.",
    width=6.8,
    height=3.3,
    scene="quarry",
    open=True,
)
ground = level.room()
cliff = rock(level, 0.0, 1.1, 2.3, 0.1)
stone = level.put("bowling_ball").on(cliff, x=0.8)
level.put("floor", width=0.85, height=0.08).turned(-5).at(1.521, 2.218)
level.put("wall", width=0.1, height=1.4).at(3.0, 1.9)
level.put("floor", width=0.7, height=0.06).turned(-35).at(1.6, 1.2)  # leads a stone that rebounds into the wagon
belt = level.put("conveyor", width=3.8, speed=0.4, running=False).at(3.7, 0.3)
wagon = level.put("basket", width=1.1, height=0.4).on(belt, x=2.5)
yard = rock(level, 5.75, 6.8, 1.1)
burner = level.put("burner").on(yard, x=6.3)
kettle = level.put("kettle").at(6.3, burner.y + 0.236)
shelf = level.put("floor", width=0.5, height=0.06).at(1.6, 2.7)
clock = level.put("timer", mode="clock", time=3.0).on(shelf, x=1.6)

there = when.all(when.inside(wagon, 4.7, 0.2, 5.75, 0.9), when.contained(stone, wagon))
level.goal("The wagon stands at the mason's rock, with the stone in it", there)
level.goal("The kettle whistles", when.state(kettle, "boiling"))
empty = when.all(when.beyond(wagon, "x", "more", 3.3), when.not_(when.contained(stone, wagon)))
level.fails("The wagon has left without the stone", empty)
level.fails(
    "The kettle has whistled before the stone was there", when.all(when.state(kettle, "boiling"), when.not_(there))
)

scaffold(level, 3.05, 4.85, 1.3, 2.6)
stand(level, ("plant", cliff, 0.15, 0.9), ("lamp", yard, 5.92, 0.9), ("books", ground, 1.4, 0.8))
hang(
    level, ("poster", 0.55, 1.4, 0.9), ("drawing", 0.55, 0.7, 0.8), ("window", 6.2, 2.35, 1.2), ("clock", 5.4, 2.6, 1.0)
)
hang(level, ("bunting", 3.9, 3.0, 1.8), ("arrow", 4.0, 0.85, 0.9), ("star", 6.25, 0.6, 0.8))

# One way: a punch for the stone, which rolls over what stays down a while, for the belt, and later for the flame.
glove = level.give("boxing_glove", force=30.0).at(0.4, 2.42)
level.join("wire", clock.out, glove.signal)
button = level.give("button", mode="hold", hold=20.0, title="Button, holds 20 s").turned(-5).at(2.05, 2.14)
level.join("wire", button, belt.signal)
later = level.give("timer", mode="delay", time=8.0, title="Delay, 8 s").at(4.4, 1.1)
level.join("wire", button, later.signal)
level.join("wire", later.out, burner.signal)

# Other ways, and what is of no use.
level.spare("pool_cue", force=40.0)
level.spare("light_gate", mode="pulse", width=0.7, title="Light gate, a pulse")
level.spare("photocell")
level.spare("flashlight")
level.spare("trampoline")
level.clues(
    goal="The stone first: something has to start it. A moment is enough for that, but not for the wagon, nor for tea.",
    family="Electric has what stays on for a while, or says a thing later; Light has what stays on once it is struck.",
    piece=button,
)
level.aim("Without a punch", without="boxing_glove")
level.aim("By no clock but his own", without="timer")
level.par(parts=7, seconds=15.5)
level.save()
