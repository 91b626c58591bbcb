"""The panel about the selected part or link, or about the world, with a row for each value that can be changed."""
