"""Pictures and films without a window. Imports `render` and below."""
