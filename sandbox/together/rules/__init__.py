"""The rules of a session of several people: what each may do, and what he may use up."""
