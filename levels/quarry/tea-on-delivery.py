"""Write the open level 'Tea on delivery': a stone into a wagon, the wagon over to the mason, and then his tea."""

from _pit import hang, rock, scaffold, stand

from sandbox.authoring import Level, when

level = Level(
    "Tea on delivery",
    text="The mason wants a stone by wagon, and hot tea when it is there. An empty wagon is an insult to him, and tea "
    "before the stone a bribe.",
    insight="What is loaded, what leaves and what arrives can each give the word for the next.",
    width=6.8,
    height=3.3,
    scene="quarry",
    open=True,
)
ground = level.room()
cliff = rock(level, 0.0, 1.1, 2.3, 0.1)
stone = level.put("bowling_ball").on(cliff, x=0.8)
level.put("floor", width=1.15, height=0.08).turned(-5).at(1.67, 2.205)
level.put("wall", width=0.1, height=1.4).at(3.0, 1.9)
belt = level.put("conveyor", width=3.6, speed=0.4, running=False).at(3.8, 0.3)
wagon = level.put("basket", width=0.8, height=0.4).on(belt, x=2.6)
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

# One way: a punch for the stone; a beam and a count of one, which stays on, for the belt; and what the wagon runs into
# for the flame.
glove = level.give("boxing_glove", force=30.0).at(0.4, 2.42)
level.join("wire", clock.out, glove.signal)
beam = level.give("light_gate", mode="pulse", width=0.7).at(2.6, 1.1)
count = level.give("counter", number=1).at(3.6, 1.1)
level.join("wire", beam, count.signal)
level.join("wire", count.out, belt.signal)
button = level.give("button", mode="hold", hold=20.0).turned(90).at(5.68, 0.6)
level.join("wire", button, burner.signal)
level.spare("pool_cue", force=40.0)
level.spare("rope_switch", mode="hold")
level.spare("rope")
level.spare("timer", mode="delay", time=8.0)
level.spare("photocell")
level.spare("flashlight")
level.spare("trampoline")
level.clues(
    goal="The stone first: something has to start it, and its fall can be noticed on the way.",
    family="Electric has what notices that something passes, and what remembers it.",
    piece=beam,
)
level.aim("Without a punch", without="boxing_glove")
level.aim("No beam of light", without="light_gate")
level.aim("A chain of ten", chain=10)
level.par(parts=8, seconds=15.0)
level.save()
