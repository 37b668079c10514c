"""Pure functions from what is to be shown to HTML and SVG; they know neither widgets nor Jupyter."""
