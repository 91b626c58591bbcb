"""The past of the open document: kept, looked at, run again, branched off. Draws nothing."""
