"""What a hand does from press to release, one class a gesture. Imports only `editing` and below."""
