"""The search for solutions of a level: which placements of its stock win it, and with how few parts."""
