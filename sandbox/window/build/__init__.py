"""Building: marks, panels and help while parts are placed and moved."""
