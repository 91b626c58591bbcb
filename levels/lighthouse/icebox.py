"""Write the level 'Icebox': ice holds a ball as long as it is ice."""

from _rocks import hang, ladder, stand

from sandbox.authoring import Level, when

level = Level(
    "Icebox",
    text="The storm has frozen the lighthouse shut. The ball leans on the ice, and neither of them is in a hurry.",
    insight="A flame need not push: it takes away what holds.",
    width=5.0,
    height=2.9,
    scene="lighthouse",
    rules=2,
)
ground = level.room()
belt = level.put("conveyor", width=0.9, speed=-0.7).at(0.75, 2.5)
boule = level.put("petanque_boule").on(belt, x=1.0)
sill = level.put("floor", width=0.44, height=0.06).at(0.22, 2.0)
button = level.put("button").on(sill, x=0.19)
CLIFF = [[[-0.5, -0.5], [0.5, -0.5], [0.5, -0.1], [-0.5, 0.5]]]
level.put("polygon", outline=CLIFF, width=1.5, height=0.5).at(0.75, 1.11)
level.put("floor", width=1.7, height=0.06).at(2.51, 0.88).turned(-4)
ice = level.put("ice_block", width=0.3, height=0.18, time=4.0).at(1.66, 1.16)
ball = level.put("soccer_ball").at(1.35, 1.22)
burner = level.give("burner", "Right under the gap, its flame at the ice.").at(1.6, 0.95)
level.join("wire", button, burner, hint="From the button.")
net = level.put("goal", width=0.6, height=0.8).on(ground, x=4.65)
ladder(level, 2.5, 0.1, 0.86, 0.2)
ladder(level, 3.1, 0.1, 0.82, 0.2)
hang(level, "window", 2.4, 2.0, 1.3)
hang(level, "star", 1.6, 2.6, 0.7)
hang(level, "star", 3.5, 2.65, 0.9)
hang(level, "star", 4.4, 2.5, 0.6)
hang(level, "clock", 3.6, 1.8, 0.8)
stand(level, "lamp", ground, 0.5, 1.1)
stand(level, "books", ground, 1.0, 0.8)
stand(level, "drum", ground, 2.8, 1.0)
stand(level, "lamp", ground, 3.6, 1.2)
level.goal("The soccer ball is in the goal", when.contained(ball, net))
level.par(parts=2, seconds=10.8)
level.save()
