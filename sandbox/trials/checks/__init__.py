"""The checks of a level: is it sound, and is it good? Each bar has a figure and a sentence."""
