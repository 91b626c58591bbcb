"""Settings of the window: its look, its sound, and how its machine is stepped and drawn."""
