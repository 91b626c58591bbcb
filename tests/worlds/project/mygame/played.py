"""A program with an endless `main()` as a world: one step is one round of its loop, which waits for its events."""

import random  # noqa: TID251 (what is under test is what others write)
import threading
import types

import pygame
import pymunk


class Played:
    def __init__(self, program):
        self.space = None
        random.seed(7)
        program.pymunk = _pymunk_for(self)
        self._go, self._waits = threading.Semaphore(0), threading.Semaphore(0)
        self.controls = pygame.Controls(self._await_frame)
        thread = threading.Thread(target=program.main, daemon=True)
        thread.controls = self.controls
        thread.start()
        self._waits.acquire()

    def _await_frame(self):
        self._waits.release()
        self._go.acquire()

    def do(self, name, *values):
        if name == "mouse":
            self.controls.mouse = values
            return
        kind = {"down": pygame.KEYDOWN, "up": pygame.KEYUP, "press": pygame.MOUSEBUTTONDOWN}.get(
            name, pygame.MOUSEBUTTONUP
        )
        what = {"key": f"key {values[0]}"} if name in ("down", "up") else {"button": values[0]}
        self.controls.events.append(types.SimpleNamespace(type=kind, **what))

    def step(self, dt):
        self.controls.frame += 1
        self._go.release()
        self._waits.acquire()

    def state(self):
        return (self.controls.frame,)


def _pymunk_for(world):
    """Return pymunk with a Space that its world gets hold of, and that draws nothing."""
    proxy = types.ModuleType("pymunk")
    proxy.__getattr__ = lambda name: getattr(pymunk, name)

    class Space(pymunk.Space):
        def __init__(self):
            super().__init__()
            world.space = self

        def debug_draw(self, options):
            pass

    proxy.Space = Space
    return proxy
