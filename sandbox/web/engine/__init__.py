"""The engine for WebAssembly: pymunk's library with the portable mathematics, and the part of cffi that calls it."""
