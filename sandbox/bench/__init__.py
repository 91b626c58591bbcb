"""What everything costs, measured and drawn as bars. These modules come with the source, and are in no wheel."""
