"""Everything that can be done to a session, and the one gate it goes through. Knows no file and no clock."""
