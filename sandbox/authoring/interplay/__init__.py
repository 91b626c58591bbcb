"""Interplay: scenes in which a cause sets a part off, and that part sets off another; and the proof that it does."""
