"""Playing together over a network: hosting, joining, who is there, what they point at and say."""
