"""Games written down: records with notes and variations, and their files, damaged ones too."""
