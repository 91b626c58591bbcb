"""What runs in a worker of the browser beside the core: the verification of a recording without processes."""
