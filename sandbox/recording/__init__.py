"""The file of a session: bytes, frames, states, fingerprint. Imports commands and what is below them."""
