"""Pages for a browser: recordings to watch, to verify and to play, with nothing installed.

`runtime` makes what a tab needs to run the core and the engine, `engine` compiles the engine for WebAssembly.
"""
