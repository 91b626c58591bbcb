"""Short effects, drawn only: explosions, falling ropes and confetti."""
