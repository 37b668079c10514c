"""Games written down: the record, its file and journal, its notes and variations, what a damaged one still holds."""
