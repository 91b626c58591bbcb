"""The machine of the day: a level made anew for each date, the same for everybody who has this release."""
