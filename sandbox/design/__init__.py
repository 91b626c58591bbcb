"""The document as immutable values, and plane geometry. Imports nothing but `errors`."""
