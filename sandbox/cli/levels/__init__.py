"""Commands about levels: made by scripts or from those of others, checked, searched, measured, shown and shared."""
