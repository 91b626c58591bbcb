"""What an author makes by hand: goals out of conditions, and hints. Imports only `editing` and below."""
