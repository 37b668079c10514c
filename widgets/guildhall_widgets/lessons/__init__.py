"""Front-ends of the course: answer sheets, guesses, the board of a class, and figures to touch."""
