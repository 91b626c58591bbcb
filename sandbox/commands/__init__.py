"""Everything that can be done to a session, and the one gate it goes through. No module here knows files or clocks."""
