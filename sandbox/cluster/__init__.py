"""Let a Dask cluster do the work of `verify`, `check` and `solve`. Dask is imported only when it is used."""
