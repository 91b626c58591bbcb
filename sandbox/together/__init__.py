"""Several people in one session: each of them runs it on a machine of their own, to the same bits.

The host orders all commands in *turns* of a few ticks, and everybody carries them out on the same tick through the one
gate of the session. Guests answer with a digest of the hashes of each turn, and everybody records.
"""
