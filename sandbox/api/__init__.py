"""The library: what `import sandbox` gives to programmers, on top of everything else."""
