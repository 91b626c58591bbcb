"""The palette: the parts to place, found by family, by name, or by what they take and hand on."""
