"""The code that all compiled games share: the compiler, templates, chance, the event log and the rules."""
