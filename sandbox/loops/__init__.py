"""The main loops of the literature side by side: one contraption under each, on simulated machines."""
