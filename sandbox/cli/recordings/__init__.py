"""Commands about recordings that differ: which commit changed one, and the smallest one that shows it."""
