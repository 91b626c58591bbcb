"""Write the level 'Balloon post': two balloons lift what one lets down again."""

from _beds import bed, hang, pane, stand

from sandbox.authoring import Level, when

level = Level(
    "Balloon post",
    text="Going up is easy with two balloons. The bucket would also like to get across, and down again in one piece.",
    insight="Two balloons lift, one lets down gently: to land, lose half of your air in the right place.",
    width=4.6,
    height=3.5,
    scene="greenhouse",
    rules=2,
)
ground = level.room(roof=True)
bucket = level.put("bucket").on(ground, x=1.2)
boule = level.put("petanque_boule").at(1.2, 0.2)
balloons = [level.put("balloon", lift=8.6, colour=colour).at(x, 1.3) for colour, x in (("red", 1.06), ("yellow", 1.34))]
for balloon in balloons:
    level.tie(balloon, bucket.bail)
level.put("wall", width=0.1, height=1.5).at(1.9, 0.85)
table = bed(level, 2.55, 3.75, 0.7)
plate = level.put("pressure_plate", mass=0.3, width=0.9).on(table, x=3.15)
lamp = level.put("lamp", reach=1.5).at(4.2, 1.6)
level.join("wire", plate, lamp)
level.put("flower").on(ground, x=4.2)
pane(level, 0.9, 2.0, 1.3, 1.5)
hang(level, "window", 0.55, 2.1, 0.9)
hang(level, "poster", 1.55, 2.3, 0.8)
hang(level, "clock", 3.95, 2.6, 0.8)
stand(level, "plant", ground, 0.3, 1.3)
stand(level, "plant", ground, 0.75, 0.9)
stand(level, "arrow", ground, 1.65, 0.6)
stand(level, "books", ground, 2.15, 0.7)
stand(level, "plant", table, 2.63, 0.5)
stand(level, "drum", ground, 3.95, 0.6)
stand(level, "plant", ground, 4.4, 0.8)
fan = level.give("fan", "High up on the left, blowing to the right.", reach=5.0, speed=15.0)
fan.at(0.4, 3.2)
nails = level.give("nail_board", "Under the roof, above the table, its nails down.", width=0.5, starts_at=180.0)
nails.under(level.roof, x=3.15).turned(180)
level.goal("The lamp shines", when.state(lamp, "on"))
level.par(parts=2, seconds=10.8)
level.save()
