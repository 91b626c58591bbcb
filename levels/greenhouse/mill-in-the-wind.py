"""Write the level 'Mill in the wind': wind turns a wheel, and a belt takes its turning along, the right way round."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "Mill in the wind",
    text="There is wind for all, once a ball has found its button. Only the conveyor has nobody who would catch it.",
    insight="A mill turns wind into turning. Flip it, or cross its belt, and that runs the other way.",
    width=5.0,
    height=3.2,
    scene="greenhouse",
    rules=2,
)
ground = level.room()
shelf = bed(level, 0.0, 0.7, 0.6)
wind = level.put("fan", running=False, reach=3.0).on(shelf, x=0.4)
chute = level.put("conveyor", width=1.0, speed=-0.7).at(0.95, 2.0)
boule = level.put("petanque_boule").on(chute, x=1.0)
sill = level.put("floor", width=0.44, height=0.06).at(0.22, 1.5)
button = level.put("button").on(sill, x=0.26)
level.join("wire", button, wind)
carry = level.put("driven_conveyor", width=1.4, drag=0.01).at(2.9, 2.2)
crate = level.put("crate", width=0.2, height=0.2).on(carry, x=2.5)
mill = level.give("windmill", "In the wind of the fan, and flipped.", radius=0.3).at(1.8, 0.85).flipped()
level.join("belt", mill, carry, hint="Its belt goes to the conveyor, which carries to the right if it turns clockwise.")
crib = level.put("basket", width=0.7, height=0.4).on(ground, x=4.0)
pane(level, 2.9, 1.3, 1.0, 1.4)
hang(level, "window", 1.6, 2.75, 1.2)
hang(level, "bunting", 3.4, 2.9, 1.4)
hang(level, "poster", 4.5, 1.9, 1.1)
stand(level, "plant", ground, 1.0, 0.8)
stand(level, "plant", ground, 2.7, 1.4)
stand(level, "plant", ground, 3.25, 1.0)
stand(level, "lamp", ground, 4.65, 1.0)
stand(level, "drum", ground, 2.2, 0.9)
hang(level, "clock", 2.9, 1.6, 0.8)
level.goal("The crate lies in the basket", when.contained(crate, crib))
level.par(parts=2, seconds=7.0)
level.save()
