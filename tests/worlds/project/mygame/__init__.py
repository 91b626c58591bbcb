"""A project that plays three of pymunk's examples, whose files are copied beside this one as they are."""
