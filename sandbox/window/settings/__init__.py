"""What can be chosen about the window: its look, its sound, and how its machine is stepped and drawn."""
