"""The paths that a design's bodies will take, computed by another process while the user builds."""
