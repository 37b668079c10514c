"""The compiled rules of the Hundred Halls."""
