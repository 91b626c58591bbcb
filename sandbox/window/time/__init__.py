"""Time: the timeline under the scene, and what is drawn and done in the past of a session."""
